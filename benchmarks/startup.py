"""How long does the import take, and what does it load?"""

import json
import subprocess
import sys
from functools import partial

from benchmarks.harness import OURS, Finding, Job, Race, Setting, race

ROUNDS = 7
HEAVY = ("scipy.stats", "pandas", "sklearn", "matplotlib", "duckdb")
NOTHING = "bare interpreter"
LEARN = "import sklearn.metrics"
USED = "from aucurate import auc; from aucurate.inference.auc import delong_test"


def run(setting: Setting) -> list[Finding]:
    """Whole processes, best of seven, with and without the start of the interpreter itself."""
    codes = {NOTHING: "pass", OURS: "import aucurate", USED: USED, LEARN: LEARN}
    raced = race({name: partial(_process, code) for name, code in codes.items()}, ROUNDS)
    return [
        _share(raced, OURS, "import aucurate, the whole process", setting, target=0.25),
        _share(raced, OURS, "import aucurate", setting, target=0.25, bare=True),
        _share(raced, USED, USED, setting, target=None, bare=True),
        _loaded("import aucurate", setting),
        _loaded(USED, setting),
    ]


def _process(code: str) -> Job:
    def job() -> float:
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
        return 0.0

    return job


def _share(
    raced: Race, name: str, what: str, setting: Setting, *, target: float | None, bare: bool = False
) -> Finding:
    failure = raced.trouble(NOTHING, name, LEARN)
    ratio = None
    if not failure:
        start = raced.seconds[NOTHING] if bare else 0.0
        ratio = (raced.seconds[name] - start) / (raced.seconds[LEARN] - start)
    return Finding(
        what=what + (", start of the interpreter subtracted" if bare else ""),
        peer=LEARN,
        threads=setting.threads,
        unit="of its time",
        ratio=ratio,
        target=target,
        bound="at most",
        seconds={n: raced.seconds[n] for n in (NOTHING, name, LEARN) if n in raced.seconds},
        failure=failure,
    )


def _loaded(code: str, setting: Setting) -> Finding:
    """How many of the heavy modules are loaded after this import."""
    check = f"import sys, json; print(json.dumps([m for m in {HEAVY} if m in sys.modules]))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{check}"], check=True, capture_output=True, text=True
    )
    loaded = json.loads(done.stdout)
    return Finding(
        what=f"heavy modules loaded by `{code}`",
        peer=", ".join(HEAVY),
        threads=setting.threads,
        unit="of them loaded",
        ratio=float(len(loaded)),
        target=0,
        bound="at most",
        note=f"loaded: {', '.join(loaded)}" if loaded else "",
    )
