"""What ``make scores`` runs: train, keep, resume; then write what the package reads."""

import argparse
import platform
import sys
import time
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from aucurate.errors import AucurateError, MissingExtraError
from aucurate.formatting import number
from aucurate_papers.aslan_2009.training import running
from aucurate_papers.aslan_2009.training.algorithms import (
    PROGRAMS,
    WEKA_PROGRAMS,
    WORDS,
    Algorithm,
    algorithms,
)
from aucurate_papers.aslan_2009.training.export import export
from aucurate_papers.aslan_2009.training.prepared import prepare
from aucurate_papers.aslan_2009.training.running import (
    BUDGET,
    FIT,
    Limits,
    Work,
    planned,
    run,
    telling,
)
from aucurate_papers.aslan_2009.training.sources import SOURCES
from aucurate_papers.running import default_cache, default_data


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what is missing within the limits; 2 for a mistake, 130 after Ctrl-C."""
    asked = _parser().parse_args(arguments)
    begun = time.monotonic()
    try:
        chosen = algorithms(tuple(asked.algorithms.split(",")))
        folders = {name: prepare(name, asked.folder, asked.cache) for name in asked.sets.split(",")}
        works = planned(folders, chosen)
        finished = _run(works, asked, _programs(chosen))
        print(export(asked.cache))
    except AucurateError as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 2
    done = sum(work.is_finished for work in works)
    took = number((time.monotonic() - begun) / 60, 1)
    print(f"{done} of {len(works)} finished; this run took {took} min.")
    return 0 if finished else 130


def _run(works: list[Work], asked: argparse.Namespace, programs: dict[str, str]) -> bool:
    """Whether the run came to its end; Ctrl-C ends it early, with all finished fits kept."""
    limits = Limits(fit=asked.limit, budget=asked.budget)
    try:
        with telling(works) as tell:

            def note(work: Work, is_over: bool) -> None:
                tell(work, is_over)
                if is_over:
                    running.describe(works, asked.cache, programs)

            run(works, limits, n_workers=asked.jobs, tell=note)
    except KeyboardInterrupt:
        print("Interrupted; the finished fits are kept.", file=sys.stderr)
        return False
    finally:
        running.describe(works, asked.cache, programs)
    return True


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m aucurate_papers.aslan_2009.training")
    parser.add_argument("--folder", type=Path, default=default_data(), metavar="DIR")
    parser.add_argument("--cache", type=Path, default=default_cache(), metavar="DIR")
    parser.add_argument("--sets", default=",".join(SOURCES), metavar="A,B", help="data sets")
    parser.add_argument("--algorithms", default=",".join(WORDS), metavar="A,B")
    parser.add_argument(
        "--limit", type=_seconds, default=FIT, metavar="SECONDS", help="for one fit"
    )
    parser.add_argument(
        "--budget",
        type=_seconds,
        default=BUDGET,
        metavar="SECONDS",
        help="for all fits of one algorithm on one data set",
    )
    parser.add_argument("--jobs", type=_jobs, default=2, metavar="N", help="worker processes")
    return parser


def _seconds(text: str) -> float:
    value = float(text)
    if not value > 0:
        raise argparse.ArgumentTypeError(f"must be more than 0; it is {text}.")
    return value


def _jobs(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"must be 1 or more; it is {text}.")
    return value


def _programs(chosen: Sequence[Algorithm]) -> dict[str, str]:
    found = {"Python": platform.python_version()}
    try:
        found |= {name: version(name) for name in PROGRAMS}
    except ImportError:
        raise MissingExtraError("training the models of a paper", extra="papers") from None
    if any(algorithm.programs == WEKA_PROGRAMS for algorithm in chosen):
        from aucurate_papers.aslan_2009.training.weka import versions_apart

        found |= {name: version(name) for name in WEKA_PROGRAMS} | versions_apart()
    return found


if __name__ == "__main__":
    sys.exit(main())
