"""Every mistake's code in a few words, for people: lists, summaries and the progress. Loads nothing heavy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

_ANYWHERE = {
    "other-row": "another row",
    "other-step": "the answer of another step",
    "swapped": "right numbers, another order",
    "old-numbers": "the answer for the numbers before",
    "transposed": "rows and columns exchanged",
    "products-not-added": "products not added up",
}

_SCORES = {
    "no-scaling": "not scaled by √d_k",
    "divided-by-dk": "divided by d_k, not √d_k",
    "multiplied-by-root-dk": "multiplied by √d_k",
    "root-of-key-count": "divided by the root of the number of keys",
    "root-of-dv": "divided by √d_v",
    "root-of-dmodel": "divided by the root of the model's width",
    "key-not-transposed": "K not transposed",
    "cosine": "divided by the lengths",
    "used-values-as-keys": "values taken for keys",
}

_MASK = {
    "mask-ignored": "mask left out",
    "masked-score-zero": "0 for a hidden score, not −∞",
    "masked-after-softmax": "hidden only after softmax",
    "diagonal-masked": "own key hidden",
    "diagonal-allowed": "own key not hidden",
    "one-key-too-far": "one key too far",
    "one-key-too-few": "one key too few",
    "mask-reversed": "mask turned round",
    "mask-reversed-strict": "only later keys kept",
    "mask-inverted": "1 and 0 exchanged in the mask",
    "small-negative": "a finite number for −∞",
    "masked-query-row": "a query's row hidden, not a key's column",
    "offset-ignored": "offset left out",
    "added-before-scaling": "mask added before scaling",
    "only-itself": "only its own key allowed",
    "empty-row": "a row with no key",
    "causal-ignored": "later keys not hidden",
    "causal-not-asked": "later keys hidden unasked",
    "padding-ignored": "padding not hidden",
    "padding-off-by-one": "padding off by one",
    "window-ignored": "window left out",
    "window-not-causal": "window open to later keys",
    "window-too-narrow": "window too narrow",
    "window-too-wide": "window too wide",
}

_SOFTMAX = {
    "no-exponential": "no e^ in softmax",
    "softmax-over-columns": "softmax down the columns",
    "softmax-over-all": "softmax over the whole matrix",
    "not-normalized": "not divided by the sum",
    "wrong-base": "another base than e",
    "sigmoid": "sigmoid for softmax",
    "argmax": "all weight on the largest",
    "negated": "e^−s for e^s",
    "uniform": "equal weights",
    "divided-by-max": "divided by the largest",
    "divided-by-count": "divided by the count",
    "softmax-twice": "softmax taken twice",
    "log-softmax": "logarithms of the weights",
    "squared": "squares for e^",
    "shifted-no-exponential": "largest subtracted, no e^",
    "temperature-ignored": "temperature left out",
    "multiplied-by-temperature": "multiplied by the temperature",
}

_MIX = {
    "mixed-keys": "keys mixed, not values",
    "mixed-queries": "queries mixed, not values",
    "summed-values": "values added without weights",
    "averaged-values": "plain mean of the values",
    "mixed-scores": "mixed with scores, not weights",
    "mixed-exponentials": "mixed with e^s, not divided",
    "transposed-weights": "a column of the weights",
    "best-value-only": "only the value of the largest weight",
    "values-reversed": "values from the other end",
}

_LANGUAGE = {
    "added-probabilities": "probabilities added",
    "averaged-probabilities": "mean of the probabilities",
    "divided-probabilities": "probabilities divided by T",
    "missing-minus": "minus before a logarithm left out",
    "wrong-log": "another logarithm",
    "sum-not-mean": "sum, not mean",
    "mean-not-sum": "mean, not sum",
    "log-of-mean": "log of the mean",
    "one-minus-p": "1 − p for −log p",
    "inverse-not-log": "1/p for −log p",
    "perplexity-of-sum": "perplexity of the sum",
    "perplexity-wrong-base": "perplexity in another base",
    "mean-of-inverse": "mean of 1/p",
    "unweighted-logs": "logs not weighted",
    "weighted-surprise": "surprise times p",
    "target-same": "each token its own target",
    "target-previous": "the token before as target",
    "target-two-ahead": "target two ahead",
}

_NUMBERS = {
    "added-components": "components added",
    "added-lengths": "numbers added without signs",
    "added-not-multiplied": "added, not multiplied",
    "averaged-products": "mean of the products",
    "multiplied-lengths": "lengths multiplied",
    "multiplied-sums": "sums multiplied",
    "negative-square": "a negative square",
    "no-root": "root left out",
    "halved-not-rooted": "halved, no root taken",
    "sign-dropped": "signs of the products left out",
    "two-minuses": "minus times minus taken for minus",
    "other-cell": "another number of the row",
    "degrees-not-radians": "degrees, not radians",
    "exponent-not-doubled": "2 left out in the exponent",
    "exponent-not-paired": "exponent not shared by the pair",
    "other-pair": "another pair's angle",
    "rate-multiplied": "multiplied where one divides",
    "sine-cosine-swapped": "sine and cosine exchanged",
}

_PAGES = {
    "accent-is-free": "an accented letter counted as one byte",
    "always-sums-to-one": "a row taken to add to one after dropout too",
    "certainty-excluded": "all weight on one value thought impossible",
    "each-by-itself": "probabilities that add to more than 1",
    "exp-is-masking": "e^ taken for the mask",
    "exp-is-scaling": "e^ taken for the scaling",
    "false-means-leak": "a false text taken for a leak",
    "first-factor-lost": "first probability left out",
    "first-token-free": "first token left out of the product",
    "forgets-start": "START not counted as an input",
    "last-factor-lost": "last probability left out",
    "middle-factor-lost": "a probability in the middle left out",
    "largest-left-out": "the largest score's power left out of the sum",
    "loss-is-quality": "a low loss taken for a good model",
    "nan-is-honest": "NaN left to spread to other rows",
    "one-shift-only": "one of two shifts overlooked",
    "one-weight-only": "one weight instead of the two's quotient",
    "order-in-embedding": "an embedding thought to know its place",
    "own-key-not-counted": "a position's own key not counted",
    "output-per-key": "an output for each key, not each query",
    "place-built-in": "a token's place thought part of its weight",
    "polarity-ignored": "1 in a mask read the other way",
    "root-forgotten": "divided by a number, not by its root",
    "rows-added": "the results of two rows added into one",
    "scaling-is-harmless": "doubled scores thought to change nothing",
    "score-per-component": "a score for each component, not each key",
    "score-per-query": "one score for each query, not each key",
    "sharper-is-better": "sharp weights thought to learn faster",
    "shift-is-enough": "the shift thought to replace the mask",
    "stand-in-hides": "−1e9 thought to hide a whole row",
    "start-predicted": "START counted as predicted",
    "target-leaked": "the target thought to be seen beforehand",
    "three-ahead": "target three ahead",
    "types-not-occurrences": "each word counted once",
    "weight-as-meaning": "a weight taken for likeness of meaning",
    "whole-for-part": "the whole given, where a part was asked",
}
"""Codes of the course's own pages that say too little by themselves."""

LABELS: Mapping[str, str] = MappingProxyType(
    _ANYWHERE | _SCORES | _MASK | _SOFTMAX | _MIX | _LANGUAGE | _NUMBERS | _PAGES
)
"""The words for each code that the graders give."""


def label(code: str) -> str:
    """A code in words; a lesson's own code says by itself what it means, once its hyphens are blanks."""
    return LABELS.get(code) or " ".join(filter(None, code.replace("_", "-").split("-"))) or code


def counted_labels(counts: Iterable[tuple[str, int]]) -> str:
    """Mistakes with how often they were met: not scaled by √d_k ×2, mask left out."""
    return "; ".join(f"{label(code)} ×{n}" if n > 1 else label(code) for code, n in counts)
