"""Around the lessons: the list, the end of a lesson, quiz, review, glossary, visits, saving and leaving."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plain.talking import CTRL_C, NOW, Script, events, lines_for, talk_through
from tutor.lessons.glossary import load_glossary
from tutor.lessons.listing import Outline
from tutor.lessons.model import Course
from tutor.plain.home import standing
from tutor.plain.tutor import PlainTutor
from tutor.records.progress import Progress
from tutor.surroundings import Surroundings

DAY = 86_400.0


def test_the_list(course: Course, tmp_path: Path) -> None:
    """Every lesson by its number, the tools after them, where Enter goes; and what is kept, once."""
    said = talk_through(course, [], state=tmp_path)
    assert f"What you type is kept in {tmp_path}; a teacher may read it there." in said.flat()
    assert "Enter starts with Before you start." in said.text
    for lesson in course.lessons:
        assert f"\n{lesson.number}) {lesson.title}: {len(lesson.steps)} pages" in said.text
    last = course.lessons[-1].number
    assert f"{last + 1}) Workbench: " in said.text
    assert f"{last + 5}) Laboratories: " in said.text


@pytest.mark.parametrize(
    "line", ["3", "chain-rule", "The chain rule", " 3 ", "chain rule", "lesson 3", "Unit 3", "3.", "3)"]
)
def test_a_lesson_by_number_slug_or_title(course: Course, line: str) -> None:
    assert talk_through(course, [line]).prompts[-1].startswith("page 1 of")


def test_how_far_one_is(course: Course, tmp_path: Path) -> None:
    """`progress` names the lessons that were begun; `list` reads the whole list, from anywhere."""
    said = talk_through(course, ["progress", "3", "next", "list", "progress", "list"], state=tmp_path)
    assert "No lesson has been begun." in said.text
    pages = len(course.lessons[2].steps)
    assert said.text.count(f"\n3) {course.lessons[2].title}: 1 of {pages} pages done") == 3
    assert said.text.count(f"\n2) {course.lessons[1].title}: ") == 3


@pytest.mark.parametrize("word", ["q", "exit", "quit", "Q"])
def test_words_that_quit(course: Course, word: str) -> None:
    said = talk_through(course, ["1", word, "next"])
    assert said.prompts[-1].startswith("page 1 of")


def test_a_lesson_of_one_page() -> None:
    outline = Outline(
        slug="a", number=1, title="A", objectives=(), minutes=None, needs=(), step_ids=("read",), path=Path("a")
    )
    assert standing(outline, Progress()) == "1 page"


def test_many_ways_back_are_not_all_named(course: Course) -> None:
    """What broke: 32 lines before the end of the list. All of them can be asked for, and taken by their numbers."""
    lesson = course.lessons[3]
    said = talk_through(course, [f"page {len(lesson.steps)}", "next", "more", "7"], lesson=lesson)
    left = said.text.count(") Back to page ") - 5
    assert left > 20
    assert said.prompts[-1].startswith("page ")
    text = said.text[said.text.index("Ways on:") :]
    first = text[: text.index("results, 1 to")]
    assert first.count(") Back to page ") == 5
    assert f"6 to {left}) back to {left - 5} more pages; more names them\n" in first
    assert f"\n{left + 1}) Next lesson: " in first


def test_what_is_no_lesson(course: Course) -> None:
    """One sentence; the list is not said again."""
    said = talk_through(course, ["no such", "0", "99", "?"])
    assert said.text.count("There is no lesson") == 3
    assert said.text.count("1) Before you start") == 1
    assert "workbench: Workbench: your own Q, K and V, every step." in said.text


def test_coming_home_is_short(course: Course) -> None:
    """Where one goes on; the whole list when it is asked for."""
    said = talk_through(course, ["1", "", "home", "read", "menu"])
    assert "Enter goes on with Before you start, page 2 of" in said.text
    assert said.text.count("1) Before you start") == 2


def test_who_learns_and_what_is_wrong_with_saving() -> None:
    script = Script(["quit"])
    PlainTutor(Surroundings(note="Progress is not kept, as you asked with --no-save.", learner="ada"), script).run()
    assert script.said[0].startswith("attn-tutor, ada, in plain lines.")
    assert "Progress is not kept, as you asked with --no-save." in script.text


def test_who_else_learns_here(small: Course, tmp_path: Path) -> None:
    """On an account that is shared."""
    for learner in ("ada", "bob"):
        talk_through(small, ["n"], lesson=small.lessons[0], state=tmp_path, learner=learner)
    said = talk_through(small, [], state=tmp_path, learner="bob")
    assert "Also here: ada" in said.flat()
    assert "bob" not in said.flat().partition("Also here")[2]


def test_saving_that_stops_and_works_again_is_said_once(small: Course, tmp_path: Path) -> None:
    """A folder that becomes a file under way, and a folder again."""
    state = tmp_path / "state"
    given = iter(["", "n", "n", "n", "quit"])

    class Meddler(Script):
        def read(self, prompt: str) -> str:
            line = super().read(prompt)
            place = len(self.prompts)
            if place == 1:
                for file in (state / "journal").iterdir():
                    file.unlink()
                (state / "journal").rmdir()
                (state / "journal").write_text("")
            if place == 3:
                (state / "journal").unlink()
            return line

    script = Meddler(given)
    PlainTutor(Surroundings(state=state, clock=lambda: NOW), script, course=small).run(small.lessons[0])
    assert script.flat().count("Progress is not being kept: ") == 1
    assert script.flat().count("Progress is being kept again.") == 1
    assert [x["type"] for x in events(state)][-1] == "end"


def test_the_end_of_a_lesson(small: Course, tmp_path: Path) -> None:
    """What was reached, and the ways on by number; back to its last page; then the next lesson."""
    lesson = small.lessons[0]
    lines = [line for step in lesson.steps for line in lines_for(step)]
    said = talk_through(small, [*lines, "9", "read", "back", "n", "1"], state=tmp_path, lesson=lesson)
    assert "1 A small lesson, results.\nLesson finished.\n" in said.text
    assert "Mix two values. 1 of 1, reached." in said.text
    assert "1) Next lesson: What is asked\n2) Home\n3) This lesson again, from its first page\n" in said.text
    assert "Choose a way by a number from 1 to 3." in said.text
    assert said.prompts[-3].startswith("page 6 of 6")
    assert said.prompts[-1].startswith("page 1 of 7")


def test_pages_that_are_left_open_come_first(small: Course) -> None:
    said = talk_through(small, [*["next"] * 7, "1"], lesson=small.lessons[0])
    assert "Not finished yet: some pages are still open." in said.text
    assert "1) Back to page 3, still open\n" in said.text
    assert said.prompts[-1].startswith("page 3 of 6")


def test_a_mixed_quiz(course: Course) -> None:
    """Eight questions, results, and another quiz the next time."""
    said = talk_through(course, ["quiz", *["next"] * 8, "", "home", "quiz"])
    assert said.prompts[1].startswith("question 1 of 8")
    assert "Mixed quiz, results." in said.text
    firsts = [line for line in said.said if line.startswith("Mixed quiz, question 1 of 8")]
    assert len(firsts) == 2


def results_in(said: Script) -> list[str]:
    """Each time that results were read out, from their headline to the last way on."""
    return [part.split("\nresults, 1 to", 1)[0] for part in said.text.split(", results.\n")[1:]]


def test_reading_up_on_a_question_leads_back_to_the_results(course: Course) -> None:
    """What broke: the page was left for good, and the quiz with it. Its answers stand, and are still to be given."""
    to_results = ["quiz", "show", *["next"] * 8]
    first = talk_through(course, to_results)
    (told,) = results_in(first)
    ways = told.splitlines()
    look = next(x for x in ways if "Look again at" in x)
    answer = next(x for x in ways if "Answer question " in x)
    number = answer.split("Answer question ", 1)[1].split(",")[0]
    lines = [look.split(")")[0], "n", "?", "return", answer.split(")")[0]]
    said = talk_through(course, [*to_results, *lines])
    assert results_in(said) == [told, told]
    arrival = said.text.split("return comes back to these results.\n", 1)[1]
    assert ", page " in arrival.lstrip().split("\n", 1)[0]
    assert "return: back from a page that was visited." in said.flat()
    assert said.prompts[-1].startswith(f"question {number} of 8")
    assert said.prompts[-2] == said.prompts[len(to_results)]
    assert said.prompts[len(to_results) + 1].startswith("page ")


def test_return_from_a_page_after_the_last_chapters_quiz(course: Course, tmp_path: Path) -> None:
    """Unit 11 asks what other lessons show: its own page is the open one once the learner is back."""
    quiz = next(lesson for lesson in course.lessons if lesson.is_quiz)
    said = talk_through(course, [*["next"] * len(quiz.steps), "1", "return"], state=tmp_path, lesson=quiz)
    assert said.prompts[-2].startswith("page ")
    assert said.prompts[-1].startswith("results, ")
    opened = [(x["lesson"], x["step"]) for x in events(tmp_path) if x["type"] == "open"]
    assert opened[-1] == (quiz.slug, quiz.steps[-1].id)
    assert opened[-2][0] != quiz.slug


def test_home_from_a_page_looked_at_again(course: Course) -> None:
    """Home is home, and nothing is to be returned from there."""
    said = talk_through(course, ["quiz", *["next"] * 8, "1", "home", "return"])
    assert said.prompts[-2].startswith("home")
    assert len(results_in(said)) == 1


def test_review(course: Course, tmp_path: Path) -> None:
    """Nothing today; tomorrow the page that went wrong."""
    lesson = course.lessons[0]
    place = next(i for i, step in enumerate(lesson.steps, 1) if step.kind == "number" and step.apart != "nothing")
    said = talk_through(course, ["review", "1", f"page {place}", "77"], state=tmp_path)
    assert "Nothing is due today." in said.flat()
    later = talk_through(course, ["review"], state=tmp_path, clock=lambda: NOW + DAY)
    assert "Review: 1 thing is worth another look" in later.text
    assert later.prompts[-1].startswith("question 1 of 1")


def test_a_visit_after_nothing_was_found(course: Course) -> None:
    """What broke: it went to the term before."""
    said = talk_through(course, ["g softmax", "g zzz", "visit"])
    assert 'No term was found for "zzz". Look another word up first: glossary softmax' in said.text
    assert said.prompts[-1].startswith("home")


def test_the_glossary(course: Course) -> None:
    said = talk_through(course, ["glossary", "glossary softmax", "g zzz", "glossary logit capping", "visit"])
    terms = load_glossary().terms
    assert f"{len(terms)} words: attention; " in said.flat()
    term = next(x for x in terms if x.name == "softmax")
    assert "softmax" in said.text
    assert term.text in said.flat()
    assert "No term has this" in said.text
    assert "soft cap, also logit capping" in said.flat()
    assert "return comes back." in said.text


def test_a_visit_loses_no_place(course: Course, tmp_path: Path) -> None:
    """From the middle of a lesson to the page that teaches a word, on from there, and back to the same page."""
    said = talk_through(course, ["visit", "1", "n", "g softmax", "visit", "return", "", "return"], state=tmp_path)
    assert "Look a word up first" in said.text
    assert said.prompts[3] == said.prompts[4] == said.prompts[6] != said.prompts[5]
    assert [x["step"] for x in events(tmp_path) if x["type"] == "open"][-1] == course.lessons[0].steps[1].id
    assert 'I can\'t read "return"' in said.text


def test_home_from_a_visit_finds_the_lesson_again(course: Course) -> None:
    said = talk_through(course, ["1", "n", "g softmax", "visit", "home"])
    assert "Enter goes on with Before you start, page 2 of" in said.text


def test_a_quiz_is_taken_up_where_it_stood(course: Course) -> None:
    said = talk_through(course, ["quiz", "n", "g softmax", "visit", "return"])
    assert said.prompts[-1].startswith("question 2 of 8")


@pytest.mark.parametrize("lines", [["quit"], [], ["1", "quit"], ["practice", "quit"], ["workbench"], ["17", "quit"]])
def test_leaving_from_anywhere(course: Course, lines: list[str], tmp_path: Path) -> None:
    """By the word, or where no line comes any more; the journal is closed."""
    talk_through(course, lines, state=tmp_path)
    found = [x["type"] for x in events(tmp_path)] if (tmp_path / "journal").exists() else []
    assert found == [] or found[-1] == "end"


def test_ctrl_c_leaves_nothing(course: Course) -> None:
    said = talk_through(course, [CTRL_C, "1", CTRL_C, ""])
    assert said.text.count("To quit, type quit.") == 2
    assert said.prompts[-1].startswith("page 2 of")


def test_a_course_without_a_sound_lesson() -> None:
    """Everything else can still be done."""
    said = talk_through(Course(lessons=()), ["quiz", "review", "glossary softmax", "visit", "workbench"])
    assert "The course has no questions to ask yet." in said.text
    assert "The lesson that teaches it is not in this course." in said.text
    assert said.prompts[-1].startswith("workbench")
