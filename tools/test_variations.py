"""Runs the tests as other machines would: ``python -m tools.test_variations [NAME ...]``.

A variation is an environment (the code paths of OpenBLAS, NumPy and the C library, the number of
threads, locale, time zone, terminal, hash seed), another order of the tests, a simulated
mathematics library, or a machine without network and home. Each is one run of pytest, one after
the other; its output goes to ``build/variations/NAME.log``. A variation that this machine cannot
make is skipped with the reason. The exit status is 1 if a test failed in any of them.

    python -m tools.test_variations --list
    python -m tools.test_variations libm-value libm-lane --tests tests/inference tests/curve
"""

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[1]
LOGS = ROOT / "build" / "variations"
_LAYERS = ("inference", "estimates", "study", "theory", "planning", "curve")
PARTS = (*(f"tests/{layer}" for layer in _LAYERS), "tests/every", "src/aucurate")

_PLACE = {"LC_ALL": "C", "TZ": "Asia/Kathmandu", "TERM": "dumb", "COLUMNS": "20"}
_TUNABLES = (
    "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW,-AVX512DQ,-AVX512CD,-AVX2,-AVX,-FMA,-FMA4"
)


@dataclass(frozen=True, kw_only=True)
class Variation:
    """One way to run the tests; where this machine cannot, ``missing`` says why."""

    about: str
    environment: Mapping[str, str] = field(default_factory=dict)
    arguments: Sequence[str] = ()
    inside: Sequence[str] = ()  # the command that runs pytest, e.g. in a namespace of its own
    missing: str = ""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """The state of a variation, "passed", "FAILED" or "skipped", and a line about it."""

    state: str
    about: str


def variations() -> dict[str, Variation]:
    """Every variation by its name."""
    found = {"plain": Variation(about="as it is")}
    for core in ("Haswell", "Prescott", "Nehalem", "Zen"):
        found[f"blas-{core.lower()}"] = Variation(
            about=f"OpenBLAS as on {core}", environment={"OPENBLAS_CORETYPE": core}
        )
    found["numpy-no-avx512"] = _numpy_without("AVX-512", numpy_features("X86_V4", "AVX512"))
    found["numpy-baseline"] = _numpy_without("all but its baseline", numpy_features(""))
    found["glibc-old"] = Variation(
        about="glibc without AVX-512, AVX2 and FMA",
        environment={"GLIBC_TUNABLES": _TUNABLES},
        missing="" if platform.libc_ver()[0] == "glibc" else "the C library is not glibc",
    )
    for threads in (1, 7):
        found[f"threads-{threads}"] = Variation(
            about=f"threads of kernels and BLAS: {threads}", environment=_threads(threads)
        )
    found["elsewhere"] = Variation(about="locale C, Kathmandu, a dumb terminal", environment=_PLACE)
    for seed in (1, 424242):
        found[f"hash-{seed}"] = Variation(
            about=f"hash seed {seed}", environment={"PYTHONHASHSEED": str(seed)}
        )
    for seed in (11, 12, 13):
        found[f"order-{seed}"] = Variation(
            about=f"random order, seed {seed}",
            arguments=["-p", "tools.shuffled_tests", f"--shuffle-seed={seed}"],
        )
    for by in ("value", "lane"):
        for seed in (0, 1):
            found[f"libm-{by}-{seed}"] = Variation(
                about=f"another mathematics library, by {by}, seed {seed}",
                arguments=["-p", "tools.another_libm", f"--libm-by={by}", f"--libm-seed={seed}"],
            )
    found["offline"] = Variation(
        about="no network, not even a loopback interface, and no home directory",
        environment={"HOME": "/proc", "XDG_CACHE_HOME": "/proc", "XDG_CONFIG_HOME": "/proc"},
        inside=no_network(),
        missing="" if no_network() else "unshare cannot make a network namespace here",
    )
    found["old-machine"] = Variation(
        about="Prescott, NumPy and glibc without AVX, one thread, locale C, hash seed 1",
        environment={
            **found["blas-prescott"].environment,
            **found["numpy-baseline"].environment,
            **found["glibc-old"].environment,
            **found["threads-1"].environment,
            **found["hash-1"].environment,
            **_PLACE,
        },
        missing=found["numpy-baseline"].missing or found["glibc-old"].missing,
    )
    return found


def numpy_features(*prefixes: str) -> list[str]:
    """The processor features that this NumPy uses here beyond its baseline, by their prefixes."""
    found = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
    return [feature for feature in found if feature.startswith(prefixes)]


def _numpy_without(what: str, features: list[str]) -> Variation:
    return Variation(
        about=f"NumPy without {what}",
        environment={"NPY_DISABLE_CPU_FEATURES": " ".join(features)},
        missing="" if features else "NumPy uses no such feature on this processor",
    )


def _threads(count: int) -> dict[str, str]:
    names = ("AUCURATE_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")
    return dict.fromkeys(names, str(count))


@cache
def no_network() -> tuple[str, ...]:
    """The command that runs another one in an empty network namespace; empty: there is none."""
    unshare = shutil.which("unshare")
    for options in (("--net",), ("--net", "--map-root-user")):
        if unshare is None:
            break
        if not subprocess.run([unshare, *options, "true"], capture_output=True).returncode:
            return (unshare, *options)
    return ()


def command(variation: Variation, tests: Sequence[str], processes: str) -> list[str]:
    """The run of pytest, in whatever the variation runs it in."""
    pytest = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *variation.arguments]
    return [
        *variation.inside,
        *pytest,
        f"--numprocesses={processes}",
        "--dist=loadfile",
        *tests,
    ]


def outcome(log: str, status: int, seconds: float) -> Outcome:
    """Reads the state of one run out of pytest's output and exit status."""
    failures = re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", log, flags=re.MULTILINE)
    last = re.findall(r"^[= ]*(\d+ \w+(?:, \d+ \w+)*) in .*$", log, flags=re.MULTILINE)
    counts = f"{last[-1] if last else f'pytest exited with {status}'} in {seconds:.0f}s"
    if status == 0:
        return Outcome(state="passed", about=counts)
    return Outcome(state="FAILED", about=f"{counts}: {', '.join(failures) or 'see the log'}")


def run(name: str, variation: Variation, tests: Sequence[str], processes: str) -> Outcome:
    """Runs the tests under one variation and keeps their output."""
    if variation.missing:
        return Outcome(state="skipped", about=variation.missing)
    LOGS.mkdir(parents=True, exist_ok=True)
    log = LOGS / f"{name}.log"
    began = time.monotonic()
    with log.open("w", encoding="utf-8") as out:
        done = subprocess.run(
            command(variation, tests, processes),
            cwd=ROOT,
            env={**os.environ, "CI": "true", **variation.environment},
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    seconds = time.monotonic() - began
    return outcome(log.read_text(encoding="utf-8", errors="replace"), done.returncode, seconds)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the named variations (default: all) and prints a line for each, then a summary."""
    known = variations()
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="default: all; see --list")
    parser.add_argument("--list", action="store_true", help="print the variations and exit")
    parser.add_argument(
        "--tests", nargs="+", default=PARTS, help=f"what to run (default: {' '.join(PARTS)})"
    )
    parser.add_argument("--all-tests", action="store_true", help="run the whole suite")
    parser.add_argument("--processes", default="auto", help="of pytest-xdist (default: auto)")
    options = parser.parse_args(arguments)
    if options.list:
        for name, variation in known.items():
            print(f"{name:<16} {variation.about}{variation.missing and f' ({variation.missing})'}")
        return 0
    if unknown := [name for name in options.names if name not in known]:
        parser.error(f"unknown variation {', '.join(unknown)}; --list prints them")
    states: Counter[str] = Counter()
    for name in options.names or known:
        tests = [] if options.all_tests else options.tests
        found = run(name, known[name], tests, options.processes)
        states[found.state] += 1
        print(f"{name:<16} {found.state:<8} {found.about}", flush=True)
    print(", ".join(f"{states[state]} {state}" for state in ("passed", "FAILED", "skipped")))
    return 1 if states["FAILED"] else 0


if __name__ == "__main__":
    sys.exit(main())
