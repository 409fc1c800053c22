"""So many tries at once, then one more every so many seconds."""

from __future__ import annotations

from tutor.server.bucket import MOST_KEYS, Bucket, Buckets


def test_three_at_once_then_one_in_ten_seconds() -> None:
    now = [0.0]
    bucket = Bucket(3, 10.0, lambda: now[0])
    assert [bucket.take_one() for _ in range(5)] == [True, True, True, False, False]
    now[0] = 9.0
    assert not bucket.take_one()
    now[0] = 10.0
    assert [bucket.take_one(), bucket.take_one()] == [True, False]
    now[0] = 1000.0
    assert bucket.is_full
    assert [bucket.take_one() for _ in range(4)] == [True, True, True, False]


def test_a_try_that_was_none() -> None:
    bucket = Bucket(1, 10.0, lambda: 0.0)
    bucket.take()
    assert bucket.is_empty
    bucket.give_back()
    assert not bucket.is_empty


def test_each_has_its_own_and_the_full_ones_are_forgotten() -> None:
    now = [0.0]
    buckets = Buckets(1, 10.0, lambda: now[0])
    assert buckets["a"].take_one()
    assert buckets.is_empty("a")
    assert not buckets.is_empty("b")
    assert buckets["b"].take_one()
    held = buckets["a"]
    now[0] = 20.0
    for number in range(MOST_KEYS):
        buckets[number].take()
    assert buckets["a"] is not held, "full again, so it was let go of"
    assert buckets.is_empty(MOST_KEYS - 1), "who has just tried is remembered"
