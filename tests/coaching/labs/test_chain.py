"""The chain rule's laboratory without any front end: the walk, probabilities that move, answers, padding."""

from __future__ import annotations

import math

import pytest

from tutor.coaching.labs.chain import ChainLab, start
from tutor.coaching.labs.chain_answers import drawn
from tutor.coaching.labs.chain_walk import AFTER
from tutor.coaching.labs.lab import Lab, Said
from tutor.lessons.labs import LabValue
from tutor.maths.language import perplexity

WALK, NUMBERS, ANSWERS, PADDING = range(4)


def said(lab: Lab) -> Said:
    """What the last move had to say; that it said something is part of each test."""
    assert lab.said is not None
    return lab.said


def at(part: int, **values: LabValue) -> ChainLab:
    """The laboratory with one part open."""
    lab = start(values)
    return lab.go(part - lab.part)


def pressed(lab: ChainLab, *moves: str) -> ChainLab:
    for move in moves:
        lab = lab.press(move)
    return lab


class TestWalk:
    def test_the_tables_rows_are_distributions(self) -> None:
        for row in AFTER.values():
            assert math.fsum(row.values()) == pytest.approx(1)
        assert {token for row in AFTER.values() for token in row} <= {*AFTER, "END"}

    def test_token_by_token(self) -> None:
        """START red fox END: 0.5, 0.25 and 0.125, by hand 1/64, 6 bits in all and a perplexity of 4."""
        lab = pressed(at(WALK), "unit", "take", "down", "down", "take", "down", "down", "take")
        assert lab.walk.prefix == ("red", "fox", "END")
        last = lab.walk.links(lab.unit)[-1]
        assert (last.product, last.summed, last.mean, last.perplexity) == pytest.approx((1 / 64, 6, 2, 4))
        assert lab.walk.ended
        assert "closed" in said(lab.press("take")).text
        assert [control.move for control in lab.controls()] == ["undo", "table", "unit"]

    def test_undo_points_at_what_was_taken(self) -> None:
        lab = pressed(at(WALK), "take", "down", "take", "undo")
        assert (lab.walk.prefix, lab.walk.following[lab.walk.place][0]) == (("red",), "red")
        lab = pressed(lab, "undo", "undo")
        assert lab.said is not None
        assert lab.said.text == "Nothing to take away: START is given."

    def test_a_text_typed_at_once(self) -> None:
        lab = at(WALK).enter("START red fox END")
        assert lab.walk.prefix == ("red", "fox", "END")

    @pytest.mark.parametrize(
        ("text", "piece"),
        [
            ("red the", 'p("the" | START red) is 0 in this table'),
            ("red wolf", "The vocabulary of this table has no wolf; it has red, the, fox, hen, slept, ran, END."),
            ("red 🦊 fox. ! ?", "has no 🦊, fox., !, …; it has"),
            ("red START", 'p("START" | START red) is 0'),
            ("red END", 'p("END" | START red) is 0'),
            ("red fox END red", "nothing comes after it"),
            ("", "Type tokens"),
            (" ".join(["red"] * 40), "13 tokens are enough"),
        ],
    )
    def test_a_text_that_cannot_come_changes_nothing(self, text: str, piece: str) -> None:
        before = at(WALK).enter("red fox")
        after = before.enter(text)
        assert after.walk == before.walk
        assert after.said is not None
        assert piece in after.said.text
        assert after.said.kind == "bad"

    def test_the_grammar_knows_the_whole_prefix(self) -> None:
        """Its rules: 0.6 for an adjective, of which red a third; after it "and" in 0.35, then in 0.6 one of 6 nouns."""
        lab = at(WALK).press("table").enter("the red fox")
        links = lab.walk.links("nats")
        assert [link.probability for link in links] == pytest.approx([1, 0.6 / 3, 0.65 * 0.6 / 6])
        tokens = {token for token, _ in lab.walk.following}
        assert "runs" in tokens
        assert "run" not in tokens
        assert lab.press("table").walk.prefix == ()

    @pytest.mark.parametrize("moves", [(), ("table",)])
    def test_what_the_field_suggests_can_be_typed(self, moves: tuple[str, ...]) -> None:
        """It suggested "red fox </s>" for the grammar, in which every sentence starts with "the"."""
        lab = pressed(at(WALK), *moves)
        field = lab.field()
        assert field is not None
        whole = lab.enter(field.help)
        assert whole.walk.ended
        assert whole.said is None
        refused = lab.enter(" ")
        assert refused.said is not None
        assert refused.said.text.endswith(f"such as {field.help}.")

    @pytest.mark.parametrize("end", ["END", "</s>"])
    @pytest.mark.parametrize("start_mark", ["START ", "<s> ", ""])
    def test_marks_in_either_spelling(self, start_mark: str, end: str) -> None:
        lab = at(WALK).enter(f"{start_mark}red fox {end}")
        assert lab.walk.prefix == ("red", "fox", "END")
        other = at(WALK).press("table").enter(f"{start_mark}the fox runs {end}")
        assert other.walk.prefix == ("the", "fox", "runs", "</s>")

    def test_a_walk_has_an_end(self) -> None:
        lab = at(WALK).enter(" ".join(["red"] * 13)).press("take")
        assert len(lab.walk.prefix) == 13
        assert "enough for one walk" in said(lab).text

    def test_the_grammars_longest_sentence_can_be_walked(self) -> None:
        """Two adjectives, one of them said again, a place, a verb twice: 13 tokens with the end, but 12 was most."""
        text = "the red and red small dogs near the cats wait and wait </s>"
        assert len(text.split()) == 13
        lab = at(WALK).press("table").enter(text)
        assert lab.said is None
        assert lab.walk.ended

    @pytest.mark.parametrize("text", ["Red Fox end", "red,fox,END", "RED, FOX, END", "start red fox </S>"])
    def test_capitals_and_commas(self, text: str) -> None:
        assert at(WALK).enter(text).walk.prefix == ("red", "fox", "END")


class TestNumbers:
    @pytest.mark.parametrize("text", ["p = 0.5 0.25 0.125", "1/2, 1/4, 1/8", "50% 25% 12.5%", "[0.5; .25; .125]"])
    def test_any_spelling(self, text: str) -> None:
        lab = at(NUMBERS, p=(0.1, 0.2)).enter(text)
        assert lab.said is None
        last = lab.numbers.after("nats")
        assert (last.product, last.perplexity) == pytest.approx((0.015625, 4))
        assert last.mean == pytest.approx(1.3863, abs=5e-5)
        assert lab.numbers.after("bits").mean == pytest.approx(2)

    @pytest.mark.parametrize(
        ("text", "piece"),
        [
            ("0.5 0 0.2", "Probability 2 is 0"),
            ("0.5 1.2", "Probability 2 is 1.2"),
            ("fox", "I can't read"),
            ("0,5 0,25", "Do you mean [0.5, 0.25]"),
            (" ".join(["0.5"] * 9), "1 to 8 can be shown"),
        ],
    )
    def test_what_cannot_be_taken_is_said(self, text: str, piece: str) -> None:
        before = at(NUMBERS)
        after = before.enter(text)
        assert after.numbers == before.numbers
        assert after.said is not None
        assert piece in after.said.text

    def test_the_arrows_move_one(self) -> None:
        lab = pressed(at(NUMBERS), "down", "less")
        assert lab.numbers.now == (0.5, 0.2, 0.125)
        assert lab.said is not None
        assert "0.8 times as large" in lab.said.text
        assert "0.2231 nats larger" in lab.said.text

    def test_a_change_is_told_in_the_unit_in_use(self) -> None:
        """0.5 to 0.45 costs ln(10/9) = 0.1054 nats, which is 0.1520 bits; 0.55 saves ln 1.1 = 0.0953, 0.1375 bits.

        In bits it was told in nats.
        """
        bits = pressed(at(NUMBERS), "unit")
        assert "0.152 bits larger" in said(bits.press("less")).text
        assert "0.1375 bits smaller" in said(bits.press("more")).text
        assert "0.0953 nats smaller" in said(pressed(bits, "unit", "more")).text
        opened = at(NUMBERS, p=(0.5, 0.25), unit="bits")
        assert "0.1375 bits smaller" in said(opened.press("more")).text

    @pytest.mark.parametrize("text", ["1e-300 1e-300", " ".join(["1e-50"] * 8), "1e-320 1", "5e-324 5e-324"])
    def test_products_that_no_float_holds(self, text: str) -> None:
        """They are 0 as floats, and 0 was divided by."""
        lab = at(NUMBERS).enter(text)
        for moves in (("more",), ("less",), ("even",), ("unit", "more", "more"), ("even", "reset")):
            moved = pressed(lab, *moves)
            assert all(0 < p <= 1 for p in moved.numbers.now)
            assert "∞" not in (moved.said.text if moved.said else "")

    def test_from_next_to_nothing_in_one_step(self) -> None:
        """0.0001 ÷ 1e-320 is 1e316, more than a float holds."""
        lab = at(NUMBERS).enter("1e-320 1").press("more")
        assert lab.said is not None
        assert "the product is 1e316 times as large" in lab.said.text

    def test_down_to_next_to_nothing_and_back(self) -> None:
        lab = pressed(at(NUMBERS), *["less"] * 20)
        assert lab.numbers.now[0] == 0.0001
        assert "infinite" in said(lab).text
        lab = pressed(lab, *["more"] * 30)
        assert lab.numbers.now[0] == 1
        assert lab.press("reset").numbers.now == (0.5, 0.25, 0.125)

    def test_all_equal_leaves_everything_where_it_was(self) -> None:
        """The geometric mean of 1/2, 1/4 and 1/8 is 1/4, one over the perplexity."""
        lab = at(NUMBERS).press("even")
        assert lab.numbers.now == pytest.approx((0.25, 0.25, 0.25))
        assert lab.numbers.after("nats").perplexity == pytest.approx(4)
        assert "1 ÷ 4 = 0.25" in said(lab).text


class TestAnswers:
    def test_three_right_answers_in_any_spelling(self) -> None:
        lab = at(ANSWERS, p=(0.5, 0.25, 0.125), unit="bits").press("own")
        for text in ("1/64", "2", "2^2"):
            lab = lab.enter(text)
            assert lab.said is not None
            assert lab.said.kind == "good", text
        assert lab.answers.done
        assert lab.field() is None
        assert "All three" in said(lab.enter("1")).text

    @pytest.mark.parametrize(
        ("unit", "answers", "code"),
        [
            ("nats", ["0.1", "1.1073"], "wrong-log"),
            ("nats", ["0.1", "2.3026"], "sum-not-mean"),
            ("nats", ["0.1", "-.7675"], "missing-minus"),
            ("bits", ["0.1", "0.7675"], "wrong-log"),
            ("nats", ["1.55"], "added-probabilities"),
            ("nats", ["0.1", "0.7675", "10"], "perplexity-of-sum"),
            ("nats", ["0.1", "0.7675", "1.7024"], "perplexity-wrong-base"),
        ],
    )
    def test_the_mistake_is_named(self, unit: str, answers: list[str], code: str) -> None:
        """0.5, 0.25, 0.8: joint 0.1, mean 0.7675 nats or 1.1073 bits, perplexity 2.1544."""
        lab = at(ANSWERS, p=(0.5, 0.25, 0.8), unit=unit).press("own")
        for text in answers:
            lab = lab.enter(text)
        verdict = lab.answers.given[-1].verdict
        assert verdict is not None
        assert code in verdict.mistakes
        assert lab.said is not None
        assert lab.said.kind == "bad"
        assert lab.answers.step == len(answers) - 1

    def test_a_wrong_answer_is_replaced_by_the_next(self) -> None:
        lab = at(ANSWERS, p=(0.5, 0.25, 0.8)).press("own").enter("1.55").enter("0.1")
        assert [answer.raw for answer in lab.answers.given] == ["0.1"]

    def test_what_cannot_be_read_costs_nothing(self) -> None:
        lab = at(ANSWERS).enter("fox")
        assert lab.said is not None
        assert lab.said.kind == "note"

        assert lab.said.stays, "it stands to be mended"

    @pytest.mark.parametrize("text", ["0.7675 nats", "0.7675nats", "0.7675 nat.", "(0.7675) Nats per token"])
    def test_the_unit_that_is_asked_may_be_typed(self, text: str) -> None:
        """(ln 2 + ln 4 + ln 1.25) ÷ 3 = 0.7675."""
        lab = at(ANSWERS, p=(0.5, 0.25, 0.8)).press("own").enter("0.1").enter(text)
        assert said(lab).kind == "good"

    @pytest.mark.parametrize(
        ("answers", "piece"), [(("0.1 nats",), "without a unit"), (("0.1", "1.1073 bits"), "asks for nats")]
    )
    def test_another_unit_is_said_and_costs_nothing(self, answers: tuple[str, ...], piece: str) -> None:
        lab = at(ANSWERS, p=(0.5, 0.25, 0.8)).press("own")
        for answer in answers:
            lab = lab.enter(answer)
        assert piece in said(lab).text
        assert (said(lab).kind, said(lab).stays) == ("note", True)
        assert lab.answers.step == len(answers) - 1

    def test_a_question_is_answered_by_yes(self) -> None:
        lab = at(ANSWERS, p=(0.5, 0.25, 0.125)).press("own").enter("0,016")
        assert "yes" in [control.move for control in lab.controls()]
        assert lab.press("yes").answers.step == 1
        assert said(at(ANSWERS).press("yes")).text == "Nothing waits for a yes."

    def test_hint_show_and_another(self) -> None:
        lab = at(ANSWERS).press("hint")
        assert lab.said is not None
        assert lab.said.text.startswith("The probability of the whole text is the product")
        lab = lab.press("hint")
        assert said(lab).text.startswith("For example, with p = ")
        lab = lab.press("hint")
        assert "no more than these 2 hints" in said(lab).text
        assert said(pressed(lab, "show", "hint")).text.startswith("Each token costs −ln p")
        assert said(pressed(lab, "show", "unit", "hint")).text.startswith("Each token costs −log₂ p")
        shown = pressed(lab, "show", "show", "show")
        assert shown.answers.done
        assert "All three" in said(shown.press("hint")).text
        other = shown.press("another")
        assert other.answers.given == ()

    def test_another_is_another_and_not_the_same_in_another_order(self) -> None:
        lab = at(ANSWERS)
        for _ in range(30):
            other = lab.press("another")
            assert sorted(other.answers.probabilities) != sorted(lab.answers.probabilities)
            lab = other

    def test_the_loss_is_named_with_its_unit_and_what_it_is_a_mean_of(self) -> None:
        field = pressed(at(ANSWERS), "show").field()
        assert field is not None
        assert field.prompt.startswith("The mean loss per token, in nats")
        bits = pressed(at(ANSWERS), "unit", "show").field()
        assert bits is not None
        assert bits.prompt.startswith("The mean loss per token, in bits")

    def test_a_new_unit_asks_the_loss_again(self) -> None:
        lab = at(ANSWERS, p=(0.5, 0.25, 0.8)).press("own").enter("0.1").enter("0.7675").press("unit")
        assert lab.answers.step == 1
        assert said(lab.enter("1.1073")).kind == "good"

    def test_own_probabilities_of_next_to_nothing_are_not_asked(self) -> None:
        lab = at(ANSWERS, p=(1e-5, 1e-5)).press("own")
        assert lab.answers.seed == 1
        assert "multiply to so little" in said(lab).text

    @pytest.mark.parametrize("seed", range(8))
    def test_what_is_drawn_can_be_answered(self, seed: int) -> None:
        """Right answers by `math` alone, to the decimals that are asked."""
        part = drawn(seed, "nats")
        row = part.probabilities
        product = math.prod(row)
        for right in (product, -math.log(product) / len(row), product ** (-1 / len(row))):
            part, said = part.enter(f"{right:.{part.question(part.step).digits}f}")
            assert said is not None
            assert said.kind == "good"
        assert part.done


class TestPadding:
    def test_the_three_figures(self) -> None:
        part = at(PADDING).padding
        assert (part.tokens, part.places) == (8, 10)
        assert perplexity(part.per_token) == pytest.approx(1.268075, abs=5e-7)
        assert part.mean_of_rows == pytest.approx(1.246245, abs=5e-7)
        assert perplexity(part.pads_counted) == pytest.approx(1.209250, abs=5e-7)

    def test_more_padding_moves_only_the_wrong_one(self) -> None:
        """1.9 nats over 12 places: e^0.158333 = 1.171557."""
        lab = at(PADDING).press("more")
        assert lab.padding.batch[0] == (0.1, 0.2, 0.1, None, None, None)
        assert perplexity(lab.padding.per_token) == pytest.approx(1.268075, abs=5e-7)
        assert perplexity(lab.padding.pads_counted) == pytest.approx(1.171557, abs=5e-7)
        assert lab.said is not None
        assert "from 1.209250 to 1.171557" in lab.said.text

    def test_the_width_has_ends(self) -> None:
        lab = pressed(at(PADDING), *["more"] * 9)
        assert lab.padding.width == 8
        assert "as wide as is shown" in said(lab).text
        lab = pressed(lab, *["less"] * 9)
        assert lab.padding.width == 5
        assert "needs all" in said(lab).text

    def test_own_rows(self) -> None:
        lab = at(PADDING).enter(".1 .2 .1 pad pad; .3 .5 .1 .4 .2")
        assert lab.padding.rows == ((0.1, 0.2, 0.1), (0.3, 0.5, 0.1, 0.4, 0.2))
        lab = at(PADDING).enter("1, 2; 0.5; ln(2) 1 2 3")
        assert lab.padding.rows[2][0] == pytest.approx(math.log(2))
        assert lab.padding.places == 12

    @pytest.mark.parametrize(
        ("text", "piece"),
        [
            ("", "1 to 4 rows"),
            ("1;2;3;4;5", "1 to 4 rows"),
            ("1 2; fox", "Row 2: I can't read"),
            ("1 2; pad", "Row 2: Nothing is filled in"),
            ("1 -2", "Row 1: a loss lies between 0"),
        ],
    )
    def test_rows_that_cannot_be_taken(self, text: str, piece: str) -> None:
        lab = at(PADDING).enter(text)
        assert lab.padding == at(PADDING).padding
        assert lab.said is not None
        assert piece in lab.said.text


class TestStart:
    def test_a_pages_numbers_open_the_part_that_moves_them(self) -> None:
        lab = start({"p": (0.5, 0.25, 0.125)})
        assert (lab.part, lab.numbers.now, lab.unit) == (NUMBERS, (0.5, 0.25, 0.125), "nats")

    @pytest.mark.parametrize("p", [(0.5, 2.0), (0.0,), (0.5,) * 9, "half"])
    def test_numbers_that_do_not_fit_are_said(self, p: LabValue) -> None:
        lab = start({"p": p})
        assert lab.numbers.now == (0.5, 0.25, 0.125)
        assert lab.said is not None

    @pytest.mark.parametrize("part", range(4))
    def test_no_move_raises(self, part: int) -> None:
        lab = at(part)
        keys = [key for control in lab.controls() for key in control.key.split(",")]
        assert len(keys) == len(set(keys))
        assert not {"q", "question_mark", "g", "d", "n", "b", "i", "escape"} & set(keys)
        for move in [*(control.move for control in lab.controls()), "dance"]:
            assert lab.press(move).part == part
        assert "no move" in said(lab.press("dance")).text
        for text in ("", "\x1b[31m", "1" * 20_000, "nan", "-1", "1e999"):
            assert lab.enter(text).part == part
