"""The menu of the first screen, from outlines and progress alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.records.lines import put, session
from tests.screens.conftest import Start
from tests.screens.driving import settle
from tests.screens.looking import screen_text
from tutor.coaching.offers import place_in
from tutor.lessons.loader import load_course
from tutor.lessons.model import Outline
from tutor.records.progress import Progress, fold
from tutor.records.recorded import read_events
from tutor.screens.home import CONTINUE, HomeScreen, detail, home_items, mark_of
from tutor.widgets.choices import Item


def outline(number: int, slug: str, *steps: str, **more: Any) -> Outline:
    """A lesson's outline with these steps."""
    values: dict[str, Any] = {
        "slug": slug,
        "number": number,
        "title": slug.title(),
        "objectives": (f"Do {slug}.",),
        "minutes": None,
        "needs": (),
        "step_ids": steps,
        "path": Path(f"{slug}.toml"),
    }
    return Outline(**{**values, **more})


ONE = outline(1, "one", "a", "b", "c", minutes=20)
TWO = outline(2, "two", "d", "e", needs=("one", "gone"))


def progress(folder: Path, *lines: bytes) -> Progress:
    """Progress folded from a journal written by hand."""
    put(folder, "20270115T080000-1", session(1.0), *lines)
    return fold(read_events(folder, learner=None).events)


def opened(t: float, lesson: str, step: str) -> bytes:
    return f'{{"v":1,"t":{t},"type":"open","lesson":"{lesson}","step":"{step}"}}\n'.encode()


def done(t: float, step: str) -> bytes:
    return f'{{"v":1,"t":{t},"type":"done","step":"{step}"}}\n'.encode()


def shown(items: tuple[Item, ...]) -> list[str]:
    return [item.text.plain.rstrip() for item in items]


def test_a_first_start_begins_with_the_first_lesson() -> None:
    """Nothing done: every lesson has a dot, and the first line starts the course."""
    items = home_items((ONE, TWO), Progress())
    assert shown(items)[:4] == ["Start here: One", "", " 1  One   ·", " 2  Two   ·"]
    assert items[0].id == CONTINUE
    assert items[1].heading
    assert [item.id for item in items if not item.heading][1:3] == ["lesson:one", "lesson:two"]
    assert {"workbench", "practice"} <= {item.id for item in items}


def test_later_it_goes_on_where_one_was(tmp_path: Path) -> None:
    """The page opened last, in words that say which it is."""
    at = progress(tmp_path, opened(2, "one", "a"), done(3, "a"), opened(4, "one", "b"))
    items = home_items((ONE, TWO), at)
    assert shown(items)[0] == "Continue: One, page 2 of 3"
    assert place_in((ONE, TWO), at) == (ONE, 1)
    assert shown(items)[2:4] == [" 1  One   ▸ 1 of 3", " 2  Two   ·"]


def test_marks(tmp_path: Path) -> None:
    """A dot, an arrow with a count, a check mark."""
    at = progress(tmp_path, opened(2, "one", "a"), done(3, "d"), done(4, "e"))
    assert mark_of(ONE, at)[0] == "▸ 0 of 3"
    assert mark_of(TWO, at)[0] == "✓ done"
    assert mark_of(outline(3, "empty"), at)[0] == "·"


def test_what_is_worth_another_look_is_said_at_the_top() -> None:
    """What broke: it stood in the last lines alone, where nobody looks who goes on with a lesson."""
    assert shown(home_items((ONE, TWO), Progress(), due=2))[1] == "   r review: 2 things are worth another look"
    assert shown(home_items((ONE, TWO), Progress(), due=0))[1] == ""


def test_a_page_looked_at_begins_no_lesson(tmp_path: Path) -> None:
    """What broke: a word looked up in the glossary marked the unit that teaches it as begun."""
    visited = progress(tmp_path, opened(2, "two", "d"), opened(3, "one", "a"))
    assert mark_of(ONE, visited)[0] == "▸ 0 of 3"
    assert mark_of(TWO, visited)[0] == "·"


def test_a_lesson_with_wrong_pages_is_not_just_done(tmp_path: Path) -> None:
    """What broke: it said done where questions were wrong. One that was mended counts no more."""
    shown = '{{"v":1,"t":{t},"type":"shown","step":"{step}"}}\n'
    right = '{{"v":1,"t":{t},"type":"answer","step":"{step}","raw":"x","status":"right"}}\n'
    lines = [shown.format(t=t, step=step).encode() for t, step in ((2, "d"), (3, "e"))]
    assert mark_of(TWO, progress(tmp_path, *lines))[0] == "✓ done, 2 for review"
    lines.append(right.format(t=4, step="d").encode())
    assert mark_of(TWO, progress(tmp_path, *lines))[0] == "✓ done, 1 for review"


def test_a_page_that_is_gone_sends_one_to_the_beginning(tmp_path: Path) -> None:
    """An unknown page is no block."""
    at = progress(tmp_path, opened(2, "old", "vanished"))
    assert place_in((ONE, TWO), at) == (ONE, 0)
    assert place_in((), at) is None
    assert shown(home_items((), Progress()))[0] == ""


def test_what_a_choice_is_about() -> None:
    """Objectives, minutes, and what should come before, by its number where it has one."""
    items = {item.id: item for item in home_items((ONE, TWO), Progress())}
    assert detail(items["lesson:one"], (ONE, TWO), Progress()).plain == "about 20 min · Do one."
    assert detail(items["lesson:two"], (ONE, TWO), Progress()).plain == "after 1, gone · Do two."
    assert detail(items[CONTINUE], (ONE, TWO), Progress()).plain == "about 20 min · Do one."
    assert detail(items["workbench"], (ONE, TWO), Progress()).plain.strip() != "Do one."
    assert detail(None, (ONE,), Progress()).plain == ""


def test_titles_keep_their_brackets() -> None:
    """A lesson may be called [START red fox]."""
    strange = outline(1, "x", "a", title="[START red fox] [/]", objectives=("[d_k] [@click=app.quit]hi[/]",))
    items = home_items((strange,), Progress())
    assert shown(items)[0] == "Start here: [START red fox] [/]"
    assert shown(items)[2] == " 1  [START red fox] [/]   ·"
    assert detail(items[2], (strange,), Progress()).plain.startswith("[d_k] [@click=app.quit]hi[/]")


async def test_a_lesson_with_a_fault_further_on_stays_out_and_opens_no_other(start: Start, tmp_path: Path) -> None:
    """Its title begins like a unit of the course, which Enter on it opened; its pages were counted too."""
    folder = tmp_path / "own"
    folder.mkdir()
    lines = ['title = "Attention at the bus stop"', "[[steps]]", 'id = "bus"', 'kind = "text"', 'bodi = "Wait."', ""]
    (folder / "10_attention.toml").write_text("\n".join(lines))
    course = load_course((folder,))
    app = start(of=course, lesson_folders=(folder,))
    async with app.run_test(size=(80, 40)) as pilot:
        await settle(pilot)
        await app.open_lesson("attention")
        await settle(pilot)
        assert isinstance(app.screen, HomeScreen)
        text = screen_text(app)
        assert "bus stop" not in text
        assert "Left out, since they have faults: 10_attention.toml" in text
        assert "This lesson has a fault" in text
        assert f"of {sum(len(x.steps) for x in course.lessons)} pages" in text


async def test_what_has_been_read_may_come_when_all_is_closed(start: Start) -> None:
    """What broke: quit so soon after the start that the lessons were read while the screen was taken down."""
    app = start()
    async with app.run_test() as pilot:
        await settle(pilot)
        home = app.screen
        assert isinstance(home, HomeScreen)
    assert app.screen_stack == []
    assert not home.query("Choices")
    app.refresh_home()
    home.show_progress()
