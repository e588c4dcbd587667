"""``python -m tests.fuzz tables|options|arguments|json|cache --seed N --minutes M``.

The exit status is 0 where nothing was found, and 1 with a reproducer for each finding otherwise.
``--case SEED`` repeats one case in this process and shows its traceback.
"""

import argparse
import sys
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from contextlib import chdir, contextmanager

from tests.fuzz.running import FUZZERS, Driver, Found, Limits, load, work

NAMES = tuple(FUZZERS)


def main(given: Sequence[str] | None = None) -> int:
    """Runs one fuzzer, or all of them one after another."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*NAMES, []], metavar="|".join(NAMES))
    parser.add_argument("--seed", type=int, default=1, help="where the cases start")
    parser.add_argument("--minutes", type=float, default=2.0, help="for each fuzzer")
    parser.add_argument("--seconds", type=float, default=60.0, help="the limit for one case")
    parser.add_argument("--gigabytes", type=float, default=8.0, help="the limit for a worker")
    parser.add_argument("--case", type=int, help="repeat the case of this seed")
    parser.add_argument("--work", type=int, nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args(given)
    limits = Limits(seconds=options.seconds, gigabytes=options.gigabytes)
    names = options.names or NAMES
    if options.work:
        first, count = options.work
        with _elsewhere():
            work(names[0], first, count, limits)
        return 0
    if options.case is not None:
        with _elsewhere():
            return _repeated(names[0], options.case)
    counts = [_fuzzed(name, options.seed, options.minutes, limits) for name in names]
    return 1 if any(counts) else 0


@contextmanager
def _elsewhere() -> Iterator[None]:
    """In an empty folder: some cases name files, and these are written."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        yield


def _fuzzed(name: str, seed: int, minutes: float, limits: Limits) -> int:
    driver = Driver(name, seed, limits)
    found = driver.run(minutes * 60, lambda first: print(_shown(name, first), flush=True))
    total = sum(f.count for f in found)
    print(f"{name}: {driver.tried:,} cases, {total:,} findings of {len(found):,} kinds.")
    for kind in found:
        print(f"  {kind.count:6} {kind.about}: {kind.finding.kind} at {kind.finding.frame}")
    return len(found)


def _shown(name: str, found: Found) -> str:
    return (
        f"{found.finding.kind} at {found.finding.frame}\n"
        f"    {found.what}\n    {found.finding.message}\n"
        f"    repeat: python -m tests.fuzz {name} --case {found.seed}"
    )


def _repeated(name: str, seed: int) -> int:
    case = load(name).case(seed)
    print(case.what)
    try:
        finding = case.run()
    except Exception:
        traceback.print_exc()
        return 1
    print(finding or "as it should be")
    return 1 if finding else 0


if __name__ == "__main__":
    sys.exit(main())
