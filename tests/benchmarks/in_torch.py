"""What is measured in PyTorch, for whoever has it: run by another interpreter, which need not have the tutor.

`in_torch.py attend N ROUNDS` prints JSON: milliseconds of each call, by its name. `in_torch.py compute` calculates a
small problem and prints its weights and output.
"""

from __future__ import annotations

import json
import math
import sys
import time
from typing import Any


def attend(n: int, rounds: int, d: int = 64) -> dict[str, float]:
    """Causal attention with one thread, as it comes, and in the steps that leave the weights to look at."""
    import torch

    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    found = {}
    for dtype in ("float32", "float64"):
        torch.manual_seed(7)
        q, k, v = (torch.randn(1, 1, n, d, dtype=getattr(torch, dtype)) for _ in range(3))

        def fused(q: Any = q, k: Any = k, v: Any = v) -> Any:
            return torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)

        def with_weights(q: Any = q, k: Any = k, v: Any = v) -> Any:
            hidden = torch.ones(n, n, dtype=torch.bool).triu(1)
            scores = (q @ k.transpose(-1, -2)) / math.sqrt(d)
            weights = torch.softmax(scores.masked_fill(hidden, -math.inf), dim=-1)
            return weights @ v, weights

        for name, call in (("fused", fused), ("with weights", with_weights)):
            call()
            times = []
            for _ in range(rounds):
                start = time.perf_counter()
                call()
                times.append(1000 * (time.perf_counter() - start))
            found[f"{name} {dtype}"] = sorted(times)[rounds // 2]
    return found


def compute() -> dict[str, object]:
    """The problem of the commands that are measured."""
    import torch

    q, k, v = (torch.tensor(x, dtype=torch.float64) for x in ([[0, 1]], [[1, 0], [0, 1]], [[6, 0], [0, 3]]))
    weights = torch.softmax(q @ k.T / math.sqrt(q.shape[-1]), dim=-1)
    return {"weights": weights.tolist(), "output": (weights @ v).tolist()}


if __name__ == "__main__":
    what, *numbers = sys.argv[1:]
    print(json.dumps(attend(*map(int, numbers)) if what == "attend" else compute()))
