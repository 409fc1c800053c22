"""`python -m tutor` and the `attn-tutor` script: hand the command line to `tutor.cli`."""

import sys


def main() -> int:
    """Run the command line of this process. Returns its exit code."""
    if sys.version_info < (3, 11):  # noqa: UP036  # an installer refuses it, a checkout does not
        sys.exit(f"attn-tutor needs Python 3.11 or newer; this is {sys.version.split()[0]}")
    from tutor.cli import main as run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
