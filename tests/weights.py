"""Makes the weights that ship, again: `python -m tests.weights`. It prints the loss, the steps and the seconds."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

from tutor.maths.grammar import batch, entropy, own_loss
from tutor.maths.pretrained import FILE, small
from tutor.maths.training import honest_loss, train

SEED = 36
STEPS = 3000
TEST_SEED = 2017
TEST_SENTENCES = 2000


def make(path: Path, *, seed: int = SEED, steps: int = STEPS) -> float:
    """Train from `seed`, write the file, and return the honest loss that stands in it."""
    config = small()
    *_, last = train(config, seed=seed, steps=steps)
    test = batch(np.random.default_rng(TEST_SEED), TEST_SENTENCES)
    loss = honest_loss(last.weights, config, test, causal=True)
    np.savez(path, allow_pickle=False, loss=loss, steps=steps, seed=seed, **last.weights)
    return loss


def main() -> None:
    """Write the file in the package, or another one."""
    parser = argparse.ArgumentParser(prog="python -m tests.weights", description=__doc__)
    parser.add_argument("--to", type=Path, default=FILE, help="the file to write")
    path = parser.parse_args().to
    started = time.perf_counter()
    loss = make(path)
    seconds = time.perf_counter() - started
    floor = own_loss(batch(np.random.default_rng(TEST_SEED), TEST_SENTENCES))
    print(f"loss {loss:.4f} nats a token after {STEPS} steps from seed {SEED}, in {seconds:.1f} s")
    print(f"the grammar's own loss on the same {TEST_SENTENCES} sentences {floor:.4f}; its entropy {entropy():.4f}")
    print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
