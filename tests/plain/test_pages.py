"""Every kind of page in plain lines: what it says, what it takes, and what the journal is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.plain.talking import Script, events, talk_through, told
from tutor.lessons.model import Course


def at(small: Course, step: str, lines: list[str], *, state: Path | None = None, unfinished: str = "") -> Script:
    """A conversation that begins on this page."""
    found = small.step(step)
    assert found is not None
    lesson, page = found
    number = lesson.steps.index(page) + 1
    return talk_through(small, [f"page {number}", *lines] if number > 1 else lines, state=state, lesson=lesson,
                        unfinished=unfinished)  # fmt: skip


def answers(state: Path) -> list[tuple[object, ...]]:
    """What of the answers counts."""
    return told([x for x in events(state) if x["type"] == "answer"], "step", "raw", "status", "mistakes", "try")


def test_a_page_to_read(small: Course, tmp_path: Path) -> None:
    """Heading, objectives, text; Enter goes on, and the page is done."""
    said = at(small, "read", ["what", ""], state=tmp_path)
    start = said.said.index("1 A small lesson, page 1 of 6: First.")
    assert said.said[start : start + 8] == [
        "1 A small lesson, page 1 of 6: First.",
        "Afterwards you can:",
        "Mix two values.",
        "Say why.",
        "",
        "A row of weights [0.3302, 0.6698].",
        "",
        "page 1 of 6, Enter goes on> what",
    ]
    assert "That is no command here" in said.text
    assert said.prompts[-1].startswith("page 2 of 6")
    assert told(events(tmp_path), "type", "step")[1:5] == [
        ("open", "read"), ("done", "read"), ("open", "walk"), ("end", None)
    ]  # fmt: skip


def test_sources(small: Course) -> None:
    """Those of the page itself, and none on a page that has none."""
    said = at(small, "read", ["sources", "", "sources"]).flat()
    assert "Sources: Shannon 1948, introduction; Vaswani et al. 2017, section 3" in said
    assert said.count("Shannon") == 1
    assert "This page names no sources." in said


def test_the_sources_of_a_lesson_stand_on_pages_that_state_something(small: Course) -> None:
    """Where a page to read has none of its own; a question has none from its lesson."""
    lesson = small.lessons[0]
    steps = tuple(replace(step, sources=()) for step in lesson.steps)
    course = replace(small, lessons=(replace(lesson, steps=steps),))
    assert at(course, "read", ["sources"]).text.endswith("> sources\nSource: Vaswani et al. 2017")
    assert "This page names no sources." in at(course, "weights", ["sources"]).text


def test_a_worked_page_goes_stage_by_stage(small: Course, tmp_path: Path) -> None:
    """From the first stage that is not given; `back` goes a stage back; the last stage makes the page done."""
    said = at(
        small, "walk", ["cell 1 2", "cell 1 9", "row 7", "", "inside", "head", "back", "inside", "n"], state=tmp_path
    )
    text = said.text
    assert "Q, 1×2:\nrow q1: 0, 1\nK, 2×2:\nrow k1: 1, 0\nrow k2: 0, 1" in text
    assert "stage 3 of 4. masked: no key is hidden" in text
    assert "row q1: k1 0, k2 0.7071\n" in text
    assert "k2 is allowed for q1: 0.7071 stays 0.7071" in text
    assert "Name a column from 1 to 2." in text
    assert "There is row 1 only." in text
    assert "row q1: k1 0.3302, k2 0.6698; sum 1" in text
    assert "stage 4 of 7. shifted" in text
    assert "There is one head only." in text
    assert said.prompts[-2].startswith("page 2 of 6, mask")
    assert ("done", "walk") in told(events(tmp_path), "type", "step")


def test_a_row_of_numbers(small: Course, tmp_path: Path) -> None:
    """Read back with its marks, judged, told apart from a command; Enter goes on once it is right."""
    said = at(small, "weights", ["", "0.3302", "0.6698 0.3302", "0.6698 0.3302", "= 0.3302 0.6698", "", "x"],
              state=tmp_path)  # fmt: skip
    flat = said.flat()
    assert "Type the answer first" in flat
    assert "weights of q1, 3 decimals; type 2 numbers with a blank between them" in flat
    assert "I read k1 0.6698 wrong, k2 0.3302 wrong. Not right. " in flat
    assert "This is what you submitted." in flat
    assert "I read k1 0.3302 right, k2 0.6698 right. Right." in flat
    assert said.prompts[-1].startswith("page 4 of 6")
    statuses = [(raw, status, tries) for _, raw, status, _, tries in answers(tmp_path)]
    assert statuses[0] == ("0.3302", "shape", 1)
    assert [status for _, status, _ in statuses[1:3]] == ["ambiguous", "right"]
    assert statuses[-1] == ("x", "unreadable", 1)


def test_hints_and_showing(small: Course, tmp_path: Path) -> None:
    """Each hint says more; the last shows the answer and says so beforehand; the page counts as shown."""
    said = at(small, "weights", ["hint", "h", "h", "h", "read", ""], state=tmp_path)
    assert "Hint 1: Scale first.\n" in said.text
    assert "Hint 2: Then exponentiate.\n" in said.text
    assert said.text.count("The next hint shows the answer.") == 1
    assert said.flat().count("So [0.330, 0.670]") == said.flat().count("Worked out:") - said.flat().count(
        "Divide each by"
    )
    assert "The page counts as shown. Enter goes on." in said.text
    assert "page 3 of 6. Shown." in said.text
    assert told(events(tmp_path), "type", "rung")[4:9] == [
        ("hint", 1), ("hint", 2), ("hint", 3), ("hint", 4), ("shown", None)
    ]  # fmt: skip


def test_showing_what_is_right_already(small: Course, tmp_path: Path) -> None:
    said = at(small, "weights", ["0.3302 0.6698", "show"], state=tmp_path)
    assert "Already right: it stays so.\nWorked out: " in said.text
    assert "counts as shown" not in said.text
    assert [x for x in events(tmp_path) if x["type"] == "shown"] == []


def test_another_like_it(small: Course) -> None:
    """Drawn numbers are read out, and others come; stated ones have no others."""
    said = at(small, "again", ["another", "back", "another"])
    matrices = [line for line in said.said if line.startswith("row q1:")]
    assert len(set(matrices)) == len(matrices) == 2
    assert "This page has numbers of its own." in said.text


def test_two_readings_are_chosen_by_number(small: Course, tmp_path: Path) -> None:
    """A decimal comma asks; the number takes the reading, anything else is an answer."""
    said = at(small, "root", ["0,7071", "1", "next"], state=tmp_path)
    assert "1) 0.7071\n" in said.text
    assert said.prompts[1] == "page 1 of 7, 1, or the answer again> "
    assert [x[1:3] for x in answers(tmp_path)] == [("0,7071", "ask"), ("0,7071", "right")]
    assert [x[1:3] for x in answers_after(small, tmp_path / "two", ["0,7071", "0.7071"])] == [
        ("0,7071", "ask"), ("0.7071", "right")
    ]  # fmt: skip


def answers_after(small: Course, state: Path, lines: list[str]) -> list[tuple[object, ...]]:
    at(small, "root", lines, state=state)
    return answers(state)


def test_a_paste_over_several_lines(small: Course, tmp_path: Path) -> None:
    """Open brackets wait for the rest; what is there is kept as a draft meanwhile."""
    said = at(small, "weights", ["array([0.3302,", "  0.6698])"], state=tmp_path)
    assert "the rest, or an empty line> " in said.prompts[2]
    assert answers(tmp_path) == [("weights", "array([0.3302,\n  0.6698])", "right", [], 1)]
    drafts = [x for x in events(tmp_path) if x["type"] == "draft"]
    assert told(drafts, "step", "raw") == [("weights", "array([0.3302,")]


def test_a_line_that_was_not_ended_is_a_draft(small: Course, tmp_path: Path) -> None:
    """And is there again on another day, to be sent as it is."""
    at(small, "weights", [], state=tmp_path, unfinished="0.3302 2/")
    assert told(events(tmp_path), "type", "raw")[-2:] == [("draft", "0.3302 2/"), ("end", None)]
    again = talk_through(small, ["submit", "submit"], state=tmp_path, lesson=small.lessons[0])
    assert again.prompts[0].startswith("page 3 of 6")
    assert "You had typed, and not submitted: 0.3302 2/" in again.text
    assert answers(tmp_path)[0][1:3] == ("0.3302 2/", "unreadable")
    assert "Nothing waits to be submitted." in again.text


@pytest.mark.parametrize("right", ["number", "with a bracket"])
def test_a_choice(small: Course, tmp_path: Path, right: str) -> None:
    """By number; every option says why; an answered question takes no other."""
    shown = at(small, "choose", [])
    options = [line for line in shown.said if line[:2] in ("1)", "2)")]
    place = next(i for i, line in enumerate(options) if "The values" in line)
    line = {"number": str(place + 1), "with a bracket": f"{place + 1})"}[right]
    said = at(small, "choose", ["", "7", line, "1", "read", "", ""], state=tmp_path)
    assert said.text.count("Choose by a number from 1 to 2; next leaves it open.") == 2
    assert "\nRight.\n" in said.text
    assert "right, yours: The output is a sum of values." in said.text
    assert "wrong: Keys are only compared." in said.text
    assert "This is answered; Enter goes on" in said.text
    assert said.prompts[-1].startswith("page 6 of 6")
    assert answers(tmp_path) == [("choose", "The values", "right", [], 1)]


def test_a_letter_only_asks(small: Course, tmp_path: Path) -> None:
    """What broke: `b`, which goes back on every page before, answered for good. The prompt says what Enter would do."""
    shown = at(small, "choose", ["b", "a", "?", "h"])
    options = [line for line in shown.said if line[:2] in ("1)", "2)")]
    assert f"Answer {options[1]}\nEnter does; b again is back." in shown.text
    assert f"Answer {options[0]}\nEnter does; a again is another." in shown.text
    assert shown.prompts[-3] == "page 5 of 6, Enter answers 1, or 1 to 2> "
    assert "A question has no hints" in shown.text
    back = at(small, "choose", ["B", "b", "next", "c"], state=tmp_path)
    assert back.prompts[3].startswith("page 4 of 6")
    assert back.prompts[-1] == "page 5 of 6, 1 to 2> "
    assert answers(tmp_path) == []


@pytest.mark.parametrize("letter", ["a", "b)", "B"])
def test_enter_answers_what_a_letter_asked(small: Course, tmp_path: Path, letter: str) -> None:
    said = at(small, "choose", [letter, ""], state=tmp_path)
    place = "ab".index(letter[0].casefold()) + 1
    asked = next(line for line in said.said if line.startswith(f"Answer {place}) "))
    assert [x[1] for x in answers(tmp_path)] == [asked.removeprefix(f"Answer {place}) ")]


def test_after_a_letter_a_number_counts(small: Course, tmp_path: Path) -> None:
    said = at(small, "choose", ["b", "1", ""], state=tmp_path)
    first = next(line for line in said.said if line.startswith("1) "))
    assert [x[1] for x in answers(tmp_path)] == [first.removeprefix("1) ")]


def test_a_wrong_choice_is_shown(small: Course, tmp_path: Path) -> None:
    shown = at(small, "choose", [])
    line = next(line for line in shown.said if line.endswith(") The keys"))
    said = at(small, "choose", [line[0], "read"], state=tmp_path)
    assert "Not this one: here is why, option by option." in said.text
    assert "page 5 of 6. Answered, not right." in said.text
    assert told(events(tmp_path), "type", "mistakes")[-3:-1] == [("answer", ["mixed-keys"]), ("shown", None)]


def test_in_ones_own_words(small: Course, tmp_path: Path) -> None:
    """Lines up to an empty one, each kept; then the model answer, and the points that one's own has."""
    said = at(small, "say", ["", "It mixes", "= next", "", "2", "1", "1", "1", "read"], state=tmp_path)
    assert "Write a sentence first" in said.text
    assert "A model answer: Because." in said.text
    assert "1) names the values\n" in said.text
    assert "Numbers from 1 to 1 say which points yours has" in said.text
    assert "Points that yours has: none." in said.text
    assert "You wrote:\nIt mixes\nnext\n" in said.text
    assert "page 6 of 6. Written, compared." in said.text
    found = told(events(tmp_path), "type", "raw", "ticked")
    own = "It mixes\nnext"
    assert [x for x in found if x[0] in ("draft", "explain")] == [
        ("draft", "It mixes", None), ("draft", own, None), ("explain", own, []),
        ("explain", own, [1]), ("explain", own, []), ("explain", own, [1]),
    ]  # fmt: skip


def test_own_words_that_were_not_ended(small: Course, tmp_path: Path) -> None:
    at(small, "say", ["one"], state=tmp_path, unfinished="two")
    assert told(events(tmp_path), "type", "raw")[-2] == ("draft", "one\ntwo")
    again = talk_through(small, ["submit", "anew", "three", "", ""], state=tmp_path, lesson=small.lessons[0])
    assert "You had written, and not submitted:\none\ntwo" in again.text
    explained = [x["raw"] for x in events(tmp_path) if x["type"] == "explain"]
    assert explained == ["one\ntwo", "three"]


def test_a_model_answer_without_ones_own(small: Course, tmp_path: Path) -> None:
    said = at(small, "say", ["show", ""], state=tmp_path)
    assert "A model answer: Because." in said.text
    assert "results" in said.prompts[-1]


def test_a_mask_on_one_line(small: Course, tmp_path: Path) -> None:
    said = at(small, "grid", ["1 1; 1", "1 0 0; 1 1 0; 1 1 1", "row 3 1 1 0", ""], state=tmp_path)
    assert "keys, one cell each: START, red, PAD" in said.text
    assert "row PAD: START 1, red 1, PAD 1 wrong\n" in said.text
    assert [x[1:3] for x in answers(tmp_path)] == [
        ("1 0 0; 1 1 0; 1 1 1", "mistake"), ("1 0 0; 1 1 0; 1 1 0", "right")
    ]  # fmt: skip
    assert said.prompts[-1].startswith("page 5 of 7")


def test_a_mask_row_by_row(small: Course, tmp_path: Path) -> None:
    """The prompt names the row; what is there is kept; `clear` begins again."""
    said = at(small, "own", ["0 1", "clear", "10", "0, 1", "row 3 1 1", "row x"], state=tmp_path)
    assert said.prompts[1:4] == ["page 5 of 7, mask, or row q1> ", "page 5 of 7, mask, row q2> ", said.prompts[1]]
    assert answers(tmp_path) == [("own", "1 0; 0 1", "right", [], 1)]
    assert said.text.count("That needs a row from 1 to 2") == 2
    drafts = told([x for x in events(tmp_path) if x["type"] == "draft"], "raw")
    assert drafts == [("0 1; _ _",), ("1 0; _ _",)]


def test_a_mask_that_was_begun_is_there_again(small: Course, tmp_path: Path) -> None:
    at(small, "own", [], state=tmp_path, unfinished="1 0")
    again = talk_through(small, ["row 2 0 1"], state=tmp_path, lesson=small.lessons[1])
    assert "It stands so:\nrow q1: k1 1, k2 0\nrow q2: k1 blank, k2 blank" in again.text
    assert answers(tmp_path) == [("own", "1 0; 0 1", "right", [], 1)]


def test_targets(small: Course, tmp_path: Path) -> None:
    said = at(small, "shift", ["START red", "red END"], state=tmp_path)
    assert "I read START → START wrong, red → red wrong." in said.text
    assert "I read START → red right, red → END right." in said.text
    assert [x[2] for x in answers(tmp_path)] == ["mistake", "right"]


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("read", "There is nothing to answer on this page."),
        ("choose", "A question has no hints"),
        ("say", "There are no hints here; show gives a model answer."),
        ("try-out", "There is nothing to answer on this page."),
    ],
)
def test_a_hint_where_there_is_none(small: Course, tmp_path: Path, step: str, said: str) -> None:
    """What broke: `h` on a question was taken for a wrong option."""
    assert said in at(small, step, ["h"], state=tmp_path).text
    assert [x for x in events(tmp_path) if x["type"] in ("hint", "shown", "answer")] == []


def test_help_is_shorter_the_second_time(small: Course) -> None:
    """`help` says all of it again; another kind of page has words of its own."""
    said = at(small, "weights", ["?", "?", "help", "next", "?"])
    assert said.text.count("hint or h: a hint; each one says more.") == 2
    assert "Words here: next or n, back or b, page NUMBER, sources, hint or h, " in said.flat()
    assert said.flat().count("help says what each does.") == 2


def test_a_character_that_cannot_be_seen_is_refused_with_its_place(small: Course, tmp_path: Path) -> None:
    """What broke: a NUL within a number was dropped, and what was left was judged."""
    said = at(small, "root", ["0.70\x0071", "0.7\x07"], state=tmp_path)
    assert [x[1:3] for x in answers(tmp_path)] == [("0.70\x0071", "unreadable"), ("0.7\x07", "unreadable")]
    assert 'I can\'t read "U+0000" (at character 5)' in said.flat() or "U+0000" in said.flat()
    assert "(at character" in said.flat()


def test_going_through_the_pages(small: Course) -> None:
    """Back from the first, to a page that there is not, to the one that is open."""
    said = at(small, "read", ["back", "page 9", "page 1", "page 2", "page 1", "page"])
    assert said.text.count("1 A small lesson, page 1 of 6") == 3
    assert "This is the first page." in said.text
    assert said.text.count("Name a page from 1 to 6") == 2
    assert "This is that page." in said.text


@pytest.mark.parametrize("step", ["read", "walk", "weights", "choose", "say", "grid", "shift", "try-out"])
def test_every_page_explains_its_words(small: Course, step: str) -> None:
    """Each word in help does something: none falls through to the answer."""
    said = at(small, step, ["?"])
    for word in ("next or n: ", "back or b: ", "page NUMBER: ", "glossary WORD or g: ", "quit or q: "):
        assert word in said.text
    assert ("hint or h: " in said.text) == (step in ("weights", "grid", "shift"))


def test_words_that_have_nothing_to_do_yet(small: Course, tmp_path: Path) -> None:
    """Nothing is typed that could be submitted, and nothing is answered that could be asked anew."""
    said = at(small, "say", ["submit", "home"], state=tmp_path)
    assert "Nothing waits to be submitted." in said.text
    at(small, "choose", ["another", "home"], state=tmp_path)
    assert answers(tmp_path) == []


def test_a_grid_as_it_was_is_not_judged_again(small: Course, tmp_path: Path) -> None:
    """Three tokens, all ones: wrong once, and told again when one comes back."""
    rows = ["1 1 1"] * 3
    said = at(small, "grid", [*rows, *rows, "home"], state=tmp_path)
    assert len(answers(tmp_path)) == 1
    assert said.text.count("This is what you submitted.") == 1
    again = at(small, "grid", ["home"], state=tmp_path)
    assert "It stands so:" in again.text
