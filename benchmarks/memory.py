"""How much memory does an AUC take above its inputs?"""

import gc
from pathlib import Path

from benchmarks.harness import OURS, Finding, Job, Prepare, Setting, made_scores, reason

OBSERVATIONS = 10_000_000
LEARN = "scikit-learn roc_auc_score"


def run(setting: Setting) -> list[Finding]:
    """The highest resident memory during the call minus that before it, in a fresh process."""
    labels, (scores,) = made_scores(OBSERVATIONS)
    few_labels, few_scores = labels[:1000].copy(), scores[:1000].copy()

    def ours() -> Job:
        from aucurate.estimates.auc import auc

        auc(few_labels, few_scores)  # what is loaded on first use is not the AUC's
        return lambda: auc(labels, scores)

    def scikit_learn() -> Job:
        from sklearn.metrics import roc_auc_score

        roc_auc_score(few_labels, few_scores)
        return lambda: float(roc_auc_score(labels, scores))

    return [
        _finding(OURS, ours, setting, target=32),
        _finding(LEARN, scikit_learn, setting, target=None),
    ]


def _finding(name: str, prepare: Prepare, setting: Setting, *, target: float | None) -> Finding:
    ratio, failure = None, ""
    try:
        ratio = peak_above(prepare()) / OBSERVATIONS
    except Exception as error:
        failure = reason(error)
    return Finding(
        what=f"peak memory of the AUC of {OBSERVATIONS:,} observations above its inputs",
        peer="the inputs" if name == OURS else f"the inputs, for {name}",
        threads=setting.threads,
        unit="bytes per observation",
        ratio=ratio,
        target=target,
        bound="at most",
        failure=failure,
    )


def peak_above(job: Job) -> int:
    """Bytes; Linux forgets the old peak of a process that writes 5 to its clear_refs."""
    gc.collect()
    before = _status("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")
    job()
    return _status("VmHWM") - before


def _status(entry: str) -> int:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(entry + ":"):
            return int(line.split()[1]) * 1024
    raise OSError(f"/proc/self/status has no {entry}")
