"""The command line: parse, call, print, progress, exit status. Glue, no statistics."""

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; never returns.

    Status 0, 1 where --require or --fail-unless-shown fails, 2 for anything wrong with the input,
    130 after Ctrl-C.
    """
    try:
        from aucurate.cli.app import run

        sys.exit(run(arguments))
    except KeyboardInterrupt:
        sys.exit(130)
