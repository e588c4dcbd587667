"""What do groups and weights cost beside the same analysis without them?"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from benchmarks.harness import RNG, Finding, Prepare, Setting, made_scores, race

OBSERVATIONS, GROUPS = 1_000_000, 100_000
TEST, STUDY = "delong_test()", "compare()"
PLAIN = "no groups, no weights"
TARGETS = {"groups": 2.0, "sampling weights": 1.5, "frequency weights": 1.5}
INFORMATION = ("groups and sampling weights", "groups with names")
SECOND_SORT = "the curve of weighted observations takes a second sort"


def run(setting: Setting) -> list[Finding]:
    """The same scores in every race; the answers differ, as they should."""
    labels, scores = made_scores(OBSERVATIONS, classifiers=2)
    columns = dict(zip("ab", scores, strict=True))
    return [
        finding
        for what, prepare in ((TEST, _test), (STUDY, _study))
        for finding in _raced(what, lambda given, p=prepare: p(labels, columns, given), setting)  # type: ignore[misc]
    ]


def _given() -> dict[str, dict[str, Any]]:
    """What is said of the rows, beside labels and scores."""
    rng = np.random.default_rng(RNG)
    groups = rng.integers(GROUPS, size=OBSERVATIONS)
    sampling = rng.lognormal(sigma=0.8, size=OBSERVATIONS)
    return {
        PLAIN: {},
        "groups": {"groups": groups},
        "sampling weights": {"sampling_weights": sampling},
        "frequency weights": {"frequency_weights": rng.integers(1, 20, size=OBSERVATIONS)},
        "groups and sampling weights": {"groups": groups, "sampling_weights": sampling},
        "groups with names": {"groups": np.array([f"patient {code}" for code in groups], object)},
    }


def _raced(
    what: str, job: Callable[[Mapping[str, Any]], Prepare], setting: Setting
) -> list[Finding]:
    raced = race({name: job(given) for name, given in _given().items()}, setting.rounds)
    found = []
    for name in (*TARGETS, *INFORMATION):
        failure, sorts_twice = raced.trouble(name, PLAIN), what == STUDY and "weights" in name
        found.append(
            Finding(
                what=f"`{what}` of 2 classifiers on {OBSERVATIONS:,} observations with {name}"
                + (f" ({GROUPS:,})" if "groups" in name else ""),
                peer=f"itself, {PLAIN}",
                threads=setting.threads,
                unit="times its time",
                ratio=None if failure else raced.seconds[name] / raced.seconds[PLAIN],
                target=None
                if sorts_twice or name in INFORMATION
                else setting.target(TARGETS[name]),
                bound="at most",
                seconds={n: raced.seconds[n] for n in (name, PLAIN) if n in raced.seconds},
                note=SECOND_SORT if sorts_twice else "",
                failure=failure,
            )
        )
    return found


def _test(labels: Any, columns: Mapping[str, Any], given: Mapping[str, Any]) -> Prepare:
    from aucurate.data.scores import PairedScores
    from aucurate.inference.auc.delong import delong_test

    def job() -> float:
        return delong_test(*PairedScores.from_arrays(labels, columns, **given)).statistic

    return lambda: job


def _study(labels: Any, columns: Mapping[str, Any], given: Mapping[str, Any]) -> Prepare:
    from aucurate.study import compare

    def job() -> float:
        return compare(labels, columns, **given).comparisons[0].statistic

    return lambda: job
