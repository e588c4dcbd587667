"""How much does everything at all thresholds cost beside one AUC, and a band beside a bootstrap?"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import Finding, Race, Setting, made_scores, race

OBSERVATIONS = 1_000_000
BAND_OBSERVATIONS = 10_000
REPEATS = 2000
ONE_AUC = "aucurate auc"
BOOTSTRAP = "aucurate bootstrap_interval"
BAND = "aucurate bootstrap_band"
ALL = "aucurate, all point estimates"


def run(setting: Setting) -> list[Finding]:
    """Two ratios against our own simplest answer."""
    labels, scores = made_scores(OBSERVATIONS, classifiers=1)
    small_labels, small = made_scores(BAND_OBSERVATIONS, classifiers=1)
    points = race(
        {
            ONE_AUC: lambda: _auc(labels, scores[0], setting.threads),
            ALL: lambda: _everything(labels, scores[0], setting.threads),
        },
        setting.rounds,
    )
    bands = race(
        {
            BOOTSTRAP: lambda: _bootstrap(small_labels, small[0], setting.threads),
            BAND: lambda: _band(small_labels, small[0], setting.threads),
        },
        min(3, setting.rounds),
    )
    return [
        _share(
            points,
            ALL,
            ONE_AUC,
            what=f"thresholds by six rules, their rates, partial AUC, sensitivity at a "
            f"specificity and the reverse, average precision of {OBSERVATIONS:,} observations, "
            "one sort",
            setting=setting,
            target=setting.target(3),
        ),
        _share(
            bands,
            BAND,
            BOOTSTRAP,
            what=f"simultaneous band, {REPEATS:,} bootstrap replicates of "
            f"{BAND_OBSERVATIONS:,} observations",
            setting=setting,
            target=setting.target(10),
        ),
    ]


def _share(
    raced: Race, ours: str, peer: str, *, what: str, setting: Setting, target: float | None
) -> Finding:
    failure = raced.trouble(ours, peer)
    return Finding(
        what=what,
        peer=peer,
        threads=setting.threads,
        unit="of its time",
        ratio=None if failure else raced.seconds[ours] / raced.seconds[peer],
        target=target,
        bound="at most",
        seconds={n: raced.seconds[n] for n in (ours, peer) if n in raced.seconds},
        failure=failure,
    )


def _auc(labels: NDArray[Any], scores: NDArray[np.float64], threads: int) -> Any:
    from aucurate import auc

    return lambda: auc(labels, scores, threads=threads)


def _everything(labels: NDArray[Any], scores: NDArray[np.float64], threads: int) -> Any:
    from aucurate import IntendedUse, Scores, ThresholdRule
    from aucurate.data import ThresholdCounts
    from aucurate.estimates import (
        AveragePrecision,
        PartialAuc,
        SensitivityAt,
        SpecificityAt,
        choose_thresholds_from_counts,
    )
    from aucurate.estimates.counted import value_of

    rules = (
        ThresholdRule.youden(),
        ThresholdRule.closest_corner(),
        ThresholdRule.least_cost(IntendedUse(prevalence=0.02, false_negative_cost=5)),
        ThresholdRule.at_sensitivity(0.9),
        ThresholdRule.at_specificity(0.9),
        ThresholdRule.best("f1"),
    )
    estimates = (
        PartialAuc(specificity=(0.9, 1.0)),
        SensitivityAt(specificity=0.9),
        SpecificityAt(sensitivity=0.9),
        AveragePrecision(),
    )

    def job() -> None:
        counts = ThresholdCounts.from_scores(Scores.from_arrays(labels, scores), threads=threads)
        choose_thresholds_from_counts(counts, rules)
        for estimate in estimates:
            value_of(estimate, counts)

    return job


def _bootstrap(labels: NDArray[Any], scores: NDArray[np.float64], threads: int) -> Any:
    from aucurate import Scores
    from aucurate.inference.resampling import bootstrap_interval
    from aucurate.inference.resampling.options import Resampling

    asked = Resampling(replicates=REPEATS)
    return lambda: bootstrap_interval(
        Scores.from_arrays(labels, scores), resampling=asked, threads=threads
    )


def _band(labels: NDArray[Any], scores: NDArray[np.float64], threads: int) -> Any:
    from aucurate import Scores
    from aucurate.inference.curve import bootstrap_band
    from aucurate.inference.resampling.options import Resampling

    asked = Resampling(replicates=REPEATS)
    return lambda: bootstrap_band(
        Scores.from_arrays(labels, scores), resampling=asked, threads=threads
    )
