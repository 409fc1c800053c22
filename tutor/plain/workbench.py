"""The workbench in plain lines: one's own Q, K and V, and every step of their attention."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from typing import TYPE_CHECKING

from tutor.coaching.entering import Form, enter, form_of
from tutor.coaching.predicting import draft_prediction, predicted
from tutor.coaching.presets import EXAMPLE, PRESETS
from tutor.coaching.question import STAGE_NAMES, Question
from tutor.maths.problem import Problem
from tutor.plain.answering import Answering, spoken_answer
from tutor.plain.pages.base import SUBMIT
from tutor.plain.place import Place
from tutor.plain.walking import Walking
from tutor.plain.words import BACK, CELL, HEAD, INSIDE, NEXT, ROW, Word, answer, number_in
from tutor.rendering.arithmetic import stage_caption
from tutor.rendering.matrices import problem_text
from tutor.rendering.programs import LANGUAGES, program
from tutor.rendering.spoken import problem_rows, verdict_text
from tutor.rendering.stages import Walk
from tutor.rendering.tables import as_text

if TYPE_CHECKING:
    from tutor.plain.tutor import PlainTutor

FIELDS = tuple(field.name for field in fields(Form))
OF_ROWS = ("q", "k", "v", "add_mask")
"""The fields that are typed row by row where nothing stands behind their name."""

MATRICES = ("q", "k", "v")

SETS = re.compile(rf"\s*({'|'.join(FIELDS)})\s*(?:[\s=:]\s*(.*))?", re.IGNORECASE | re.DOTALL)

STAGE_ON = Word(NEXT.word, "the next stage", short=NEXT.short)
STAGE_BACK = Word(BACK.word, "the stage before", short=BACK.short)
PREDICT = Word("predict", "type a row yourself; with weights, say, or next, before that stage is read", follows="ROW")
STOP = Word("stop", "show the row that is hidden")
PRESET = Word("preset", "a problem worth a look; alone, all of them", follows="NUMBER")
CODE = Word("code", "the same as a program: python, numpy or torch", follows="LANGUAGE")
SAVE = Word("save", "save this stage as a text file; or a program, with its language", follows="LANGUAGE")
FORM = Word("form", "what stands in the form")


class WorkbenchPlace(Place, Answering):
    """The form, by `Q = 1 0; 0 1` and the like, and the stages of what it states."""

    words = (STAGE_ON, STAGE_BACK, ROW, CELL, INSIDE, HEAD, PREDICT, STOP, SUBMIT, PRESET, CODE, SAVE, FORM)
    enter = "the next stage"
    takes_numbers = True

    def __init__(self, tutor: PlainTutor, problem: Problem = EXAMPLE.problem, form: Form | None = None) -> None:
        """`form` is what stands in the fields, where that is not just what states the problem."""
        super().__init__(tutor)
        self.form = form or form_of(problem)
        self.stages = Walking(self.talk, problem, Walk(heads=problem.heads))
        self.question: Question | None = None
        """What is asked while a row is hidden."""
        self.filling = ""
        """The field whose rows are being typed, and in `rows` those so far."""
        self.rows: tuple[str, ...] = ()

    @property
    def problem(self) -> Problem:
        """The problem on show."""
        return self.stages.problem

    @property
    def prompt(self) -> str:
        if self.filling:
            return f"{self.filling.upper()} row {len(self.rows) + 1}, or an empty line"
        if self.question is not None:
            return f"workbench, {self.waiting_for or self.question.label}"
        return f"workbench, {self.stages.walk.word}, {self.stages.walk.place}"

    def tell(self) -> None:
        self.talk.gap()
        self.talk.say("Workbench.", *problem_rows(self.problem))
        self._tell_stage()

    def help(self) -> None:
        self.talk.say(
            "Q = 1 0; 0 1 sets Q, and so K and V; Q alone takes a row a line. mask = causal, or rows of 1 and 0; "
            "scale, temperature, offset, softcap, heads and add_mask too. Nothing after the = is the usual value.",
        )
        super().help()

    def play(self) -> None:
        """Here until the learner goes home."""
        try:
            self.tell()
            while True:
                self._do(*self.ask())
        finally:
            self._keep_form()

    def first(self, line: str) -> bool:
        return bool(self.filling and line.strip()[:1].isdigit()) or (not self.filling and self._names_field(line))

    def keep(self, text: str) -> None:
        """A line that was not ended: of a row that is hidden or a matrix, it belongs there; of a field, in it."""
        found = SETS.fullmatch(text)
        if self.question is not None:
            draft_prediction(self.tutor.session, self.question, self.joined(text))
        elif self.filling:
            self.rows = (*self.rows, text)
            self.form = replace(self.form, **{self.filling: "\n".join(self.rows)})
        elif found is not None and found[2]:
            self.form = replace(self.form, **{found[1].casefold(): found[2].strip()})

    def _names_field(self, line: str) -> bool:
        return SETS.fullmatch(line) is not None

    def _do(self, word: str, rest: str) -> None:
        if self.filling:
            self._fill(rest if not word else "")
            if not word:
                return
        if not word:
            self._take(rest)
        elif word in (STAGE_ON.word, STAGE_BACK.word):
            self._step(1 if word == STAGE_ON.word else -1)
        elif word == PREDICT.word:
            self._predict(rest)
        elif word == STOP.word:
            self._stop()
        elif word == SUBMIT.word:
            self._submit()
        elif word == PRESET.word:
            self._preset(rest)
        elif word == CODE.word:
            self._code(rest)
        elif word == SAVE.word:
            self._save(rest)
        elif word == FORM.word:
            self.talk.say(*problem_rows(self.problem))
        elif word in (ROW.word, CELL.word) and self.question is not None:
            self.talk.say("A row is hidden: type it first; stop shows it.")
        else:
            self._close_question()
            self.stages.do(word, rest)

    def _take(self, line: str) -> None:
        """A line that is no command: a field, an answer to what is asked, or the next stage."""
        found = SETS.fullmatch(line)
        if found is not None and self.question is None:
            name, text = found[1].casefold(), found[2]
            if text is None and "=" not in line and name in OF_ROWS:
                self.filling, self.rows = name, ()
                self.talk.say(f"{name.upper()}, one row a line; an empty line ends it.")
            elif text is None and "=" not in line:
                self.talk.say(f"{name}: {getattr(self.form, name) or 'as usual'}")
            else:
                self._set(name, (text or "").strip())
        elif self.question is not None:
            self._judge(self.question, line)
        elif line.strip():
            self.talk.say("That is no command here; ? lists them. Q = 1 0; 0 1 sets Q.")
        else:
            self._step(1)

    # The form.

    def _fill(self, line: str) -> None:
        """One row of a matrix more, or its end."""
        if line.strip():
            self.rows = (*self.rows, line.strip())
            return
        name, rows, self.filling, self.rows = self.filling, self.rows, "", ()
        if rows:
            self._set(name, "\n".join(rows))
        else:
            self.talk.say(f"{name.upper()} stays as it is.")

    def _set(self, name: str, text: str) -> None:
        """Put a text into a field, and work the form out; or say the first thing that does not fit."""
        self.form = replace(self.form, **{name: text})
        self._keep_form()
        try:
            problem = enter(self.form)
            tokens = self.problem.tokens
            if len(tokens) in (problem.n_q, problem.n_k):
                problem = replace(problem, tokens=tokens)
            trace = problem.solve()
        except ValueError as error:
            why = str(error)
            self.talk.say(f"{why[:1].upper()}{why[1:]}. The stages do not show these numbers yet.")
            return
        self.talk.say(f"{name.upper()} is set." if name in MATRICES else f"{name} is now {text or 'as usual'}.")
        walk = replace(self.stages.walk, heads=problem.heads, head=min(self.stages.walk.head, problem.heads - 1))
        self.stages = Walking(self.talk, problem, walk, trace=trace)
        self._tell_stage()

    def _keep_form(self) -> None:
        self.tutor.bench = (self.problem, self.form)
        self.tutor.session.keep_workbench(self.form)

    def _preset(self, rest: str) -> None:
        if not rest:
            self.talk.say(*(f"{i}) {x.title}: {x.what}" for i, x in enumerate(PRESETS, 1)), "preset NUMBER opens one.")
            return
        number = number_in(rest, len(PRESETS))
        if number is None:
            self.talk.say(f"Name a problem from 1 to {len(PRESETS)}: preset 1")
            return
        preset = PRESETS[number - 1]
        self._close_question()
        self.form = form_of(preset.problem)
        self.stages = Walking(self.talk, preset.problem, Walk(heads=preset.problem.heads).at(preset.stage))
        self._keep_form()
        self.talk.say(f"{preset.title}: {preset.what}.", *problem_rows(preset.problem))
        self._tell_stage()

    # The stages.

    def _tell_stage(self) -> None:
        veiled = (self.question.row - 1,) if self.question is not None else ()
        self.stages.tell(veiled=veiled)

    def _step(self, by: int) -> None:
        self._close_question()
        if self.stages.step(by):
            self._tell_stage()
        else:
            self.talk.say("This is the last stage: back goes back." if by > 0 else "This is the first stage.")

    # Predict, then look.

    def _predict(self, rest: str) -> None:
        """Hide a row of this stage, or of the one that is named, and ask for it."""
        words = rest.casefold().split()
        stages = [word for word in words if word in STAGE_NAMES]
        row = self.stages.row_in(next((word for word in words if word not in (*STAGE_NAMES, NEXT.word)), "1"))
        if row is None:
            return
        self._close_question()
        walk = self.stages.walk
        if stages:
            walk = walk.at(stages[0])
        elif NEXT.word in words:
            walk = walk.step(1) or walk
        self.stages.walk = walk = walk if walk.stage in STAGE_NAMES else walk.toggled()
        self.question = Question(problem=self.problem, stage=walk.stage, row=row + 1, head=walk.head + 1)
        self._tell_stage()
        self.talk.say(f"{self.question.label}, {self.question.form}; type {self.question.placeholder}. stop shows it.")
        if typed := predicted(self.tutor.session, self.question).strip():
            self.talk.say(f"You had typed: {typed}", f"{SUBMIT.word} sends it as it is.")

    def _submit(self) -> None:
        """Judge what was typed for the hidden row before, as it stands."""
        typed = predicted(self.tutor.session, self.question) if self.question is not None else ""
        if self.question is not None and typed.strip():
            self._judge(self.question, typed)
        else:
            self.talk.say("Nothing waits to be submitted.")

    def _stop(self) -> None:
        if self.question is None:
            self.talk.say("No row is hidden.")
        else:
            self._close_question()
            self._tell_stage()

    def _close_question(self) -> None:
        self.question = None
        self.readings, self.begun = (), ()

    def _judge(self, question: Question, line: str) -> None:
        chosen = self.reading_of(line)
        if chosen is None and not line.strip() and not self.begun:
            self.talk.say("Type the row first; stop shows it.")
            return
        raw = self._last if chosen is not None else self.whole(line)
        if raw is None:
            draft_prediction(self.tutor.session, question, self.joined(""))
            return
        raw = self._last = answer(raw)
        verdict = question.judge(raw, reading=chosen)
        draft_prediction(self.tutor.session, question, "" if verdict.passed else raw)
        self.talk.say(spoken_answer(question, verdict, raw))
        self.offer(verdict)
        self.talk.say(verdict_text(verdict), *self.choices())
        if verdict.passed:
            row = question.row
            self._close_question()
            self.stages.read_row(str(row))

    _last = ""
    """The text that was judged last, to be read another way."""

    # As code, and saving.

    def _code(self, rest: str) -> None:
        language = next((x for x in LANGUAGES if x == rest.casefold()), None)
        if language is None:
            self.talk.say(f"Name a language: {', '.join(LANGUAGES)}.")
        else:
            self.talk.say(program(self.problem, language).rstrip("\n"))

    def _save(self, rest: str) -> None:
        language = next((x for x in LANGUAGES if x == rest.casefold()), None)
        if language is not None:
            self.talk.say(self.tutor.save(f"attention_{language}.py", program(self.problem, language)))
        elif rest:
            self.talk.say(f"save alone saves the stage; or name a language: {', '.join(LANGUAGES)}.")
        else:
            walk, ascii = self.stages.walk, self.talk.ascii
            caption = stage_caption(self.stages.trace, walk.stage, ascii=ascii)
            table = as_text(self.stages.trace, walk.stage, head=walk.head, ascii=ascii)
            given = problem_text(self.problem, ascii=ascii)
            self.talk.say(self.tutor.save("attention.txt", f"{given}\n\n{caption}\n{table}\n"))
