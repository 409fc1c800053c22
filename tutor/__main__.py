"""`python -m tutor` and the `attn-tutor` script: hand the command line to `tutor.cli`."""

import sys

from tutor.cli import main as run


def main() -> int:
    """Run the command line of this process. Returns its exit code."""
    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
