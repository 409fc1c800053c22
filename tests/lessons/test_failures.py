"""The four failures in "Likelihood is not verification" are what the models really write, word for word."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from tests.lessons.course import COURSE, texts
from tests.lessons.printed import fits
from tests.maths.plain_gpt import plain_logits
from tutor.lessons.model import ChoiceStep
from tutor.maths import grammar, leak
from tutor.maths.grammar import END, PREPOSITIONS, START, VERBS_OF_MANY, VERBS_OF_ONE, VOCABULARY
from tutor.maths.pretrained import load
from tutor.maths.tiny_gpt import Config, Weights
from tutor.maths.training import generate


def page(name: str) -> ChoiceStep:
    (found,) = (step for lesson in COURSE.lessons for step in lesson.steps if step.id == name)
    assert isinstance(found, ChoiceStep)
    return found


def whole(name: str) -> str:
    """Everything on a page, its lines joined."""
    return " ".join("\n".join(texts(page(name))).split())


def quoted(name: str) -> list[str]:
    """The lines of a page's output."""
    return page(name).body.split("```")[1].strip().splitlines()


def written(prompt: str, seed: int | None = None) -> str:
    """What the model that ships writes after a prompt, greedily or by a seed at T = 1; END as pages print it."""
    model = load()
    rng = None if seed is None else np.random.default_rng(seed)
    words = generate(model.weights, model.config, prompt.split(), rng=rng)
    return " ".join("END" if word == END else word for word in words[len(prompt.split()) :])


def plain_shares(weights: Weights, config: Config, words: list[str], *, causal: bool = True) -> dict[str, float]:
    """What a model gives each next token, in plain arithmetic."""
    logits = plain_logits(weights, config, list(grammar.encode([START, *words])), causal=causal)[-1]
    powers = [math.exp(logit) for logit in logits]
    return {word: power / sum(powers) for word, power in zip(VOCABULARY, powers, strict=True)}


def figures(pattern: str, text: str) -> tuple[str, ...]:
    """The numbers that a pattern finds, in its one place."""
    (found,) = re.findall(pattern, text)
    return found if isinstance(found, tuple) else (found,)


@pytest.fixture(scope="module")
def compared() -> leak.Comparison:
    """The two trainings that the first failure names."""
    command = r"attn-tutor leak --seed (\d+) --steps (\d+)"
    seed, steps = map(int, figures(command, whole("failure-leak")))
    (found,) = leak.compare(seed=seed, steps=steps, every=steps)
    return found


def test_the_leaky_model_writes_what_is_quoted(compared: leak.Comparison) -> None:
    """No noun, no end, and as long as its context lets it be."""
    *output, _ = quoted("failure-leak")
    words = " ".join(output).split()
    assert words == list(compared.leaky.sample)
    assert not {END, *grammar.SINGULAR, *grammar.PLURAL} & set(words)
    assert figures(r"in (\d+) tokens", whole("failure-leak")) == (str(len(words)),) == (str(leak.config().context),)
    assert not grammar.next_distribution(words[:2]), "the second the is no mistake"


def test_the_losses_and_probabilities_of_the_leaky_model(compared: leak.Comparison) -> None:
    text = whole("failure-leak")
    causal, leaky = figures(r"training loss of ([\d.]+), and one without it, to ([\d.]+)\.", text)
    assert fits(causal, compared.causal.loss)
    assert fits(leaky, compared.leaky.loss)
    assert figures(r"a loss of ([\d.]+) is", text) == (leaky,)
    honest, other = figures(r"prefix alone its loss is ([\d.]+), that of the other model ([\d]\.[\d])", text)
    assert compared.leaky.honest_loss is not None
    assert compared.causal.honest_loss is not None
    assert fits(honest, compared.leaky.honest_loss)
    assert fits(other, compared.causal.honest_loss)
    weights, words = compared.leaky.weights, list(compared.leaky.sample)
    assert weights is not None
    for place, printed in enumerate(figures(r"first two ([\d.]+), ([\d.]+)", text)):
        given = plain_shares(weights, leak.config(), words[:place], causal=False)
        assert fits(printed, given[words[place]])
        assert max(given, key=given.__getitem__) == words[place]


def test_the_rule_that_the_model_breaks() -> None:
    """The grammar has verbs there and nothing else; the model's first choice is another word at every T."""
    header, *rows = quoted("failure-rule")[2:]
    prompt = quoted("failure-rule")[0].removesuffix(" →").split()
    first, *verbs = header.split()
    assert set(grammar.next_distribution(prompt)) == set(verbs) == set(VERBS_OF_MANY)
    given = plain_shares(load().weights, load().config, prompt)
    assert max(given, key=given.__getitem__) == first == "and"
    assert written(" ".join(prompt)).startswith("and ")
    assert rows == sorted(rows, key=lambda row: float(row.split()[2]))
    for row in rows:
        temperature, *printed = (part for part in row.split() if part[0].isdigit())
        powers = {word: p ** (1 / float(temperature)) for word, p in given.items()}
        shares = [powers[word] / sum(powers.values()) for word in (first, *verbs)]
        assert all(map(fits, printed, shares))


def share_with_two_places(prefix: tuple[str, ...] = ()) -> float:
    """How much of the grammar's sentences goes on from a prefix to a second place."""
    if sum(word in PREPOSITIONS for word in prefix) == 2:
        return 1.0
    following = grammar.next_distribution(prefix)
    return sum(
        chance * share_with_two_places((*prefix, word))
        for word, chance in following.items()
        if word not in (END, *VERBS_OF_ONE, *VERBS_OF_MANY)
    )


def test_how_few_sentences_have_two_places() -> None:
    (printed,) = figures(r"1 of about ([\d,]+) sentences", whole("failure-rule"))
    assert int(printed.replace(",", "")) == round(1 / share_with_two_places(), -2)


def test_the_card_in_the_prompt_changes_nothing() -> None:
    _, *rows = quoted("failure-card")
    assert len(rows) == 3
    for row in rows:
        card, start, output, printed = re.split(r" {2,}", re.sub(r"(the fox \w+) +(the fox)", r"\1  \2", row))
        prompt = f"{card} {start}"
        assert written(prompt) == output
        assert fits(printed, plain_shares(load().weights, load().config, prompt.split())["runs"])


def test_three_draws_after_one_prompt() -> None:
    first, _, *rows = quoted("failure-luck")
    prompt = first.partition(" →")[0]
    draws = {seed: words for row in rows for seed, words in re.findall(r"seed (\d+) +([\w ]+?END)", row)}
    assert len(draws) == len(rows) == 3
    assert draws == {seed: written(prompt, int(seed)) for seed in draws}
    used, answer = figures(r'Seed (\d+) was used, so the answer is "([\w ]+) \(card 4\)"', whole("failure-luck"))
    assert draws[used] == f"{answer} END"
    other, instead = figures(r'Seed (\d+) would have said "([\w ]+) \(card 4\)"', whole("failure-luck"))
    assert draws[other] == f"{instead} END"
    (printed,) = figures(r"p of sleeps: ([\d.]+)", whole("failure-luck"))
    assert fits(printed, plain_shares(load().weights, load().config, prompt.split())["sleeps"])
