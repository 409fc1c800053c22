"""The gradients of the small transformer's loss, written by hand from the last layer to the first."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tutor.maths.block import join_heads, split_heads, without
from tutor.maths.checks import Floats
from tutor.maths.norms import layer_norm_gradients
from tutor.maths.tiny_gpt import Activations, Config, Ids, Weights, log_probabilities, silent


def gradients(
    weights: Weights, config: Config, activations: Activations, targets: Ids, counted: NDArray[np.bool_]
) -> dict[str, Floats]:
    """How fast the mean loss rises with each parameter, by the parameters' names and in their shapes.

    `activations` are those of the forward pass with these weights; targets and counted (…, T) as for `mean_loss`.
    """
    found: dict[str, Floats] = {}
    named = activations.named

    def through(name: str, upstream: Floats, x: Floats, bias: str = "") -> Floats:
        """Back through x · W (+ bias): the parameters' gradients are found, that of x is returned."""
        found[name] = _rows(x).T @ _rows(upstream)
        if bias:
            found[bias] = _rows(upstream).sum(axis=0)
        back: Floats = upstream @ weights[name].T
        return back

    def through_norm(name: str, upstream: Floats) -> Floats:
        back, found[f"{name}.gain"], found[f"{name}.bias"] = layer_norm_gradients(
            upstream, named[f"{name}.normalized"], named[f"{name}.deviation"], weights[f"{name}.gain"]
        )
        return back

    x = through_norm("norm", through("W_U", _logits(activations.logits, targets, counted), named["norm"]))
    for layer in reversed(range(config.layers)):
        block = f"block{layer + 1}"
        active = through(f"{block}.W_2", x, named[f"{block}.active"], f"{block}.b_2")
        hidden = active * (named[f"{block}.hidden"] > 0)
        x = x + through_norm(f"{block}.norm2", through(f"{block}.W_1", hidden, named[f"{block}.norm2"], f"{block}.b_1"))
        heads = split_heads(through(f"{block}.W_O", x, named[f"{block}.heads"]), config.heads)
        q, k, v = _attention(activations, layer, without(heads, silent(activations.silenced, layer)))
        normed = named[f"{block}.norm1"]
        back = through(f"{block}.W_Q", q, normed) + through(f"{block}.W_K", k, normed)
        x = x + through_norm(f"{block}.norm1", back + through(f"{block}.W_V", v, normed))
    found["positions"] = np.zeros_like(weights["positions"])
    found["positions"][: x.shape[-2]] = x.reshape(-1, *x.shape[-2:]).sum(axis=0)
    # A row for each token: one-hot times the gradients adds up those of the same word.
    chosen = np.eye(config.vocabulary, dtype=x.dtype)[activations.tokens.reshape(-1)]
    found["embedding"] = chosen.T @ _rows(x)
    return {name: found[name] for name in weights}


def _logits(logits: Floats, targets: Ids, counted: NDArray[np.bool_]) -> Floats:
    """From the loss back to the logits: probability − 1 at the target, over the number of counted ones."""
    upstream = np.exp(log_probabilities(logits))
    places = targets[..., None]
    np.put_along_axis(upstream, places, np.take_along_axis(upstream, places, axis=-1) - 1, axis=-1)
    upstream *= (counted / max(int(counted.sum()), 1)).astype(upstream.dtype)[..., None]
    return upstream


def _attention(activations: Activations, layer: int, upstream: Floats) -> tuple[Floats, Floats, Floats]:
    """From the heads' outputs (…, heads, T, d) back to the rows of q, k and v (…, T, heads · d)."""
    trace = activations.traces[layer]
    of_weights = upstream @ trace.v.swapaxes(-1, -2)
    weighted = trace.weights * of_weights
    # Through softmax: w · (g − Σ w g). Hidden cells have weight 0, and so no gradient.
    of_scores = (weighted - trace.weights * weighted.sum(axis=-1, keepdims=True)) * trace.scale
    q = of_scores @ trace.k
    k = of_scores.swapaxes(-1, -2) @ trace.q
    v = trace.weights.swapaxes(-1, -2) @ upstream
    return join_heads(q), join_heads(k), join_heads(v)


def _rows(x: Floats) -> Floats:
    """Every position of every sentence as a row. (…, d) → (n, d)."""
    return x.reshape(-1, x.shape[-1])
