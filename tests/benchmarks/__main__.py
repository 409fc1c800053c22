"""Measure, print, judge nothing: `python -m tests.benchmarks [NAME…]`, with the options that `--help` lists."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import platform
import sys

NAMES = ("imports", "start", "opening", "keys", "commands", "attend", "journal", "report", "idle", "classroom", "serve")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("names", metavar="NAME", nargs="*", help=f"some of {', '.join(NAMES)} (default: all)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("-n", type=int, default=11, help="rounds of each (default: 11)")
    parser.add_argument("--learners", type=int, default=30, help="people in the classroom (default: 30)")
    parser.add_argument("--seconds", type=float, help="how long they work (default: 60; serve: 20 each time)")
    parser.add_argument("--visits", type=int, help="sessions that come and go at the server (default: 200)")
    parser.add_argument("--torch", metavar="PYTHON", help="an interpreter that has PyTorch (default: this one)")
    args = parser.parse_args()
    unknown = [name for name in args.names if name not in NAMES]
    if unknown or min(args.n, args.learners) < 1:
        parser.error(f"there is no benchmark {unknown[0]}" if unknown else "-n and --learners count from 1")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if args.torch:
        os.environ["TORCH_PYTHON"] = args.torch
    print(f"Python {platform.python_version()}, {platform.system()}, {os.cpu_count()} cores", file=sys.stderr)
    results: dict[str, object] = {}
    for name in args.names or NAMES:
        options = {"learners": args.learners} if name in ("classroom", "serve") else {}
        if options and args.seconds is not None:
            options["seconds"] = args.seconds
        if name == "serve" and args.visits is not None:
            options["visits"] = args.visits
        tables = importlib.import_module(f"tests.benchmarks.{name}").run(args.n, **options)
        results[name] = [table.data() for table in tables]
        if not args.json:
            print("\n".join(table.text() for table in tables), flush=True)
    if args.json:
        print(json.dumps(results, ensure_ascii=False, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
