"""The model that ships: its file, its loss, and the habits that the course tells of."""

from __future__ import annotations

import math
import zipfile
from pathlib import Path

import numpy as np
import pytest

from tests import weights as making
from tests.maths.plain_gpt import plain_logits
from tutor.maths import grammar, pretrained
from tutor.maths.grammar import END, LONGEST, START, VOCABULARY, Batch
from tutor.maths.pretrained import FILE, load, small
from tutor.maths.tiny_gpt import forward, shapes
from tutor.maths.training import generate, honest_loss, next_logits


def probabilities(text: str) -> dict[str, float]:
    """What the model gives to each next token."""
    model = load()
    powers = [math.exp(x) for x in next_logits(model.weights, model.config, text.split()).tolist()]
    return {word: power / sum(powers) for word, power in zip(VOCABULARY, powers, strict=True)}


def test_the_file_is_small_and_plain() -> None:
    """Every parameter and three figures as arrays, of which none needs pickle."""
    assert FILE.stat().st_size < 300_000
    with zipfile.ZipFile(FILE) as file:
        names = {name.removesuffix(".npy") for name in file.namelist()}
    assert names == {name for name, _ in shapes(small())} | {"loss", "steps", "seed"}


def test_the_model_is_read_once_and_cannot_be_changed() -> None:
    model = load()
    assert load() is model
    assert (model.config.layers, model.config.heads, model.config.d_model) == (2, 2, 32)
    assert model.config.context == LONGEST - 1
    assert {value.dtype for value in model.weights.values()} == {np.dtype(np.float32)}
    with pytest.raises(ValueError, match="read-only"):
        model.weights["W_U"][0, 0] = 1
    with pytest.raises(TypeError):
        model.weights["W_U"] = np.zeros(1)  # type: ignore[index]


def test_its_loss_is_the_one_stated_and_close_to_the_floor() -> None:
    """The sentences on which it was tested, again; the grammar itself loses at most 0.01 nats less on them."""
    model = load()
    test = grammar.batch(np.random.default_rng(making.TEST_SEED), making.TEST_SENTENCES)
    assert honest_loss(model.weights, model.config, test, causal=True) == pytest.approx(model.loss, abs=1e-4)
    assert grammar.own_loss(test) < model.loss < grammar.own_loss(test) + 0.01
    assert (model.seed, model.steps) == (making.SEED, making.STEPS)


def test_its_logits_are_those_of_plain_arithmetic() -> None:
    """To 1e-10 in float64; in float32, as it runs, to 1e-5 of the largest logit."""
    model = load()
    tokens = list(grammar.encode((START, "the", "red", "fox", "near", "the", "dogs", "runs", "and")))
    plain = np.array(plain_logits(model.weights, model.config, tokens))
    exact = {name: value.astype(np.float64) for name, value in model.weights.items()}
    np.testing.assert_allclose(forward(exact, model.config, tokens).logits, plain, rtol=0, atol=1e-10)
    made = forward(model.weights, model.config, tokens).logits
    np.testing.assert_allclose(made, plain, rtol=0, atol=1e-5 * np.abs(plain).max())


def test_it_knows_the_grammar() -> None:
    """The verb agrees with the first noun whatever stands between; after "and" comes the word before it."""
    for noun, near, right in (("fox", "dogs", "runs"), ("foxes", "dog", "run")):
        found = probabilities(f"the red {noun} near the {near}")
        wrong = {"runs", "sleeps", "waits", "run", "sleep", "wait"} - set(
            grammar.next_distribution(("the", "red", noun, "near", "the", near))
        )
        assert sum(found[word] for word in wrong) < 0.02
        assert found[right] > 0.2
    for text, again in (("the red", "red"), ("the dogs", "dogs"), ("the cat runs", "runs")):
        assert probabilities(f"{text} and")[again] > 0.98


def test_it_writes_sentences_of_the_grammar() -> None:
    """Greedy, and 50 drawn ones, of which nearly all are right."""
    model = load()
    rng = np.random.default_rng(3)
    texts = [generate(model.weights, model.config)]
    texts += [generate(model.weights, model.config, rng=rng) for _ in range(50)]
    right = [
        all(word in grammar.next_distribution(text[:place]) for place, word in enumerate(text)) and text[-1] == END
        for text in texts
    ]
    assert right[0]
    assert sum(right) >= 48


def batch() -> Batch:
    return grammar.batch(np.random.default_rng(21), 300)


def mean_weights(layer: int, head: int, keys: str) -> float:
    """The mean weight of a head, from the third token on, cell by cell: on the previous token, the token itself, or
    the first noun where a verb comes next and a place stands between."""
    model, drawn = load(), batch()
    weights = forward(model.weights, model.config, drawn.inputs).traces[layer - 1].weights[:, head - 1].tolist()
    found = []
    for rows, ids, length in zip(weights, drawn.inputs, drawn.counted.sum(axis=1), strict=True):
        words = grammar.decode(ids)
        noun = next(place for place, word in enumerate(words) if word in (*grammar.SINGULAR, *grammar.PLURAL))
        for query in range(2, length):
            if keys == "noun":
                after = words[query + 1] if query + 1 < length else END
                first_verb = after in (*grammar.VERBS_OF_ONE, *grammar.VERBS_OF_MANY) and words[query] != "and"
                if first_verb and ("near" in words[:query] or "behind" in words[:query]):
                    found.append(rows[query][noun])
            else:
                found.append(rows[query][query - 1 if keys == "previous" else query])
    assert len(found) > 100
    return sum(found) / len(found)


def test_the_habits_of_its_heads() -> None:
    """What a head gives most of its weight to; even weights over what is allowed would give about a sixth."""
    assert mean_weights(1, 2, "previous") > 0.6
    assert mean_weights(1, 1, "itself") > 0.65
    assert mean_weights(2, 2, "noun") > 0.8


def test_it_is_sure_of_what_is_wrong() -> None:
    """Nothing is said again in a sentence with two places. It has hardly seen one, and goes on as it always does."""
    for text in ("the red foxes near the fox near the foxes", "the fox near the dogs behind the cats runs"):
        assert "and" not in grammar.next_distribution(text.split())
        assert probabilities(text)["and"] > 0.6


def test_a_file_with_another_shape_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = load()
    arrays = {**model.weights, "W_U": np.zeros((32, 5), dtype=np.float32)}
    path = tmp_path / "other.npz"
    np.savez(path, allow_pickle=False, loss=1.0, steps=1, seed=1, **arrays)
    monkeypatch.setattr(pretrained, "FILE", path)
    load.cache_clear()
    try:
        with pytest.raises(ValueError, match=r"other\.npz: W_U has shape \(32, 5\), not \(32, 22\)"):
            load()
    finally:
        monkeypatch.undo()
        load.cache_clear()


def test_making_weights_gives_a_file_that_loads_with_its_loss(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A short run of the command's own work, twice: the same loss."""
    path = tmp_path / "short.npz"
    loss = making.make(path, seed=4, steps=30)
    assert making.make(tmp_path / "again.npz", seed=4, steps=30) == loss
    monkeypatch.setattr(pretrained, "FILE", path)
    load.cache_clear()
    try:
        model = load()
        assert (model.loss, model.steps, model.seed) == (loss, 30, 4)
    finally:
        monkeypatch.undo()
        load.cache_clear()


@pytest.mark.slow
def test_the_weights_are_made_again_to_the_same_loss(tmp_path: Path) -> None:
    """Rounding differs between processors, and 3,000 steps carry it on: to a hundredth of a nat."""
    assert making.make(tmp_path / "again.npz") == pytest.approx(load().loss, abs=0.01)
