"""How fast is the paired DeLong test of two classifiers?"""

from typing import Any

from benchmarks.harness import OURS, Finding, Job, Setting, made_scores, race

OBSERVATIONS = 1_000_000
LESS = "does less: the interval of one AUC, and no comparison"


def run(setting: Setting) -> list[Finding]:
    """Against every Python package that has it; the target is to beat the fastest of them."""
    labels, (first, second) = made_scores(OBSERVATIONS, classifiers=2)
    raced = race(
        {
            OURS: lambda: _ours(labels, first, second),
            "MLstatkit Delong_test": lambda: _mlstatkit(labels, first, second),
            "pauc ROC and compare": lambda: _pauc(labels, first, second),
            "confidenceinterval roc_auc_score": lambda: _confidenceinterval(labels, first),
        },
        setting.rounds,
    )
    what = f"paired DeLong test of 2 classifiers on {OBSERVATIONS:,} observations"
    target = setting.target(10)
    return [
        *(
            raced.times_as_fast(peer, what=what, setting=setting, target=target, tolerance=1e-6)
            for peer in ("MLstatkit Delong_test", "pauc ROC and compare")
        ),
        raced.times_as_fast(
            "confidenceinterval roc_auc_score",
            what=what,
            setting=setting,
            target=target,
            note=LESS,
        ),
    ]


def _ours(labels: Any, first: Any, second: Any) -> Job:
    from aucurate.data.scores import PairedScores
    from aucurate.inference.auc.delong import delong_test

    def job() -> float:
        paired = PairedScores.from_arrays(labels, {"a": first, "b": second})
        return delong_test(*paired).statistic

    return job


def _mlstatkit(labels: Any, first: Any, second: Any) -> Job:
    from MLstatkit import Delong_test

    return lambda: -float(Delong_test(labels, first, second)[0])  # second minus first


def _pauc(labels: Any, first: Any, second: Any) -> Job:
    import pauc

    return lambda: float(pauc.compare(pauc.ROC(labels, first), pauc.ROC(labels, second)).stat)


def _confidenceinterval(labels: Any, first: Any) -> Job:
    from confidenceinterval import roc_auc_score

    return lambda: float(roc_auc_score(labels, first)[0])
