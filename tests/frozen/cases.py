"""What is recorded: studies of every kind, and every registered method on its cases.

A case is a name and a function without arguments that gives a record with ``to_dict``. Add cases;
do not change one without saying in the commit why its numbers moved.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from tests.frozen import data

import aucurate as au
from aucurate.inference.folds.registry import FOLD_TESTS
from aucurate.inference.methods import COMPARISONS, CURVE_TESTS, INTERVALS, JOINT_TESTS
from aucurate.inference.models.registry import MODELS

Case = Callable[[], Any]
FEW = au.Resampling(replicates=150, rng=4)
DESIGNS = ("left-out folds", "5x2", "fixed test set", "random splits")


def _compare() -> dict[str, Case]:
    def one(values: Any, **options: Any) -> Case:
        return lambda: au.compare(values(), **options)

    found: dict[str, Case] = {
        "paired": one(data.paired),
        "shipped": one(au.datasets.load_breast_cancer),
        "rated": one(data.rated),
        "few errors": one(data.few_errors),
        "degenerate": one(data.degenerate),
        "unpaired": one(data.apart),
        "unpaired, delong": one(data.apart, method="delong"),
        "as if unpaired": one(data.paired, paired=False),
        "one classifier": lambda: au.compare(data.labels(), data.columns()["fair"]),
        "one against 0.6": lambda: au.compare(data.labels(), data.columns()["fair"], null=0.6),
        "all against 0.6": one(data.paired, null=0.6, interval="delong-logit"),
        "all against chance": one(data.rated, null=0.5),
        "reference, greater": one(data.paired, reference="poor", alternative="greater"),
        "less, 90%": one(data.paired, alternative="less", confidence=0.9),
        "simultaneous": one(data.paired, simultaneous=True),
        "simultaneous, unpaired": one(data.apart, simultaneous=True),
        "all intervals": one(data.paired, all_intervals=True, resampling=FEW),
        "venkatraman": one(data.paired, method="venkatraman", resampling=FEW),
        "venkatraman, unpaired": one(data.apart, method="venkatraman", resampling=FEW),
        "missing rows, lower": lambda: au.compare(
            data.labels(),
            {n: -v for n, v in data.columns().items()},
            lower=["good", "fair", "poor"],
            correction="hochberg",
        ),
    }
    for of in (
        "partial-auc:specificity=0.8:1",
        "average-precision",
        "sensitivity-at:specificity=0.8",
    ):
        found[f"of {of}"] = one(
            data.paired, of=of, simultaneous=True, margin=0.05, null=0.1, all_intervals=True,
            resampling=FEW,
        )  # fmt: skip
        found[f"of {of}, unpaired"] = one(data.apart, of=of, simultaneous=True)
        found[f"of {of}, degenerate"] = one(data.degenerate, of=of)
    found["of specificity, one classifier"] = lambda: au.compare(
        data.labels(), data.columns()["fair"], of=au.estimates.SpecificityAt(sensitivity=0.8)
    )
    for method in COMPARISONS:
        found[f"by {method}"] = one(data.paired, method=method, resampling=FEW)
    for kind in ("noninferiority", "superiority", "equivalence"):
        found[f"margin, {kind}"] = one(data.paired, margin=0.05, margin_test=kind)
    return {f"compare: {name}": case for name, case in found.items()}


def _others() -> dict[str, Case]:
    use = au.IntendedUse(prevalence=0.1)
    found: dict[str, Case] = {
        "intervals": lambda: au.study.intervals(data.paired(), resampling=FEW),
        "operate: youden": lambda: au.operate(data.paired(), at="youden", resampling=FEW),
        "operate: sensitivity": lambda: au.operate(
            data.paired(), at="sensitivity=0.9", use=use, resampling=FEW
        ),
        "operate: cost": lambda: au.operate(
            data.paired(), at="cost=5:1,prevalence=0.02", resampling=FEW
        ),
        "operate: fixed": lambda: au.operate(data.rated(), at=3.0, resampling=FEW),
        "operate: degenerate": lambda: au.operate(data.degenerate(), at=0.5, resampling=FEW),
        "fit": lambda: au.fit(data.paired(), resampling=FEW),
        "fit: rated": lambda: au.fit(data.rated(), resampling=FEW),
        "folds: shipped": lambda: au.folds(data.folds()),
        "folds: all tests": lambda: au.folds(data.folds(), all_tests=True, rope=0.01),
        "folds: error": lambda: au.folds(data.folds(), threshold=0.5),
        "folds: values": lambda: au.folds(data.fold_values(), all_tests=True),
        "operate folds": lambda: au.operate(data.folds(), at=0.5, points=8),
        "outcomes": lambda: au.study.error_and_auc({"shipped": data.folds()}, threshold=0.5),
        "multiclass": lambda: au.multiclass(
            au.datasets.load_wine_classes(), order=["barolo", "grignolino", "barbera"]
        ),
        "multiclass: folds": lambda: au.multiclass(au.datasets.load_wine_class_folds()),
        "rank": lambda: au.rank(data.many_data_sets(), resampling=au.Resampling(replicates=2000)),
        "rank: folds": lambda: au.rank(
            data.folds_of_data_sets(),
            rope=0.01,
            hierarchical=True,
            resampling=au.Resampling(replicates=2000),
        ),
        "rank: control": lambda: au.rank(
            data.many_data_sets(), control="bayes", resampling=au.Resampling(replicates=2000)
        ),
        "plan one": lambda: au.planning.plan_one(0.8, null=0.7, power=0.8),
        "plan two": lambda: au.planning.plan_two(0.85, 0.75, correlation=0.5, power=0.9),
        "plan two: pilot": lambda: au.planning.plan_two(
            pilot=data.paired().select(["good", "fair"]), power=0.8
        ),
        "plan two: unpaired": lambda: au.planning.plan_two(0.85, 0.75, paired=False, power=0.8),
        "plan interval": lambda: au.planning.plan_interval(0.9, width=0.1),
    }
    for design in DESIGNS:
        found[f"folds: {design}"] = partial(_all_fold_tests, design)
    return found


def _all_fold_tests(design: Any) -> Any:
    return au.folds(data.fold_design(design), all_tests=True)


def _methods() -> dict[str, Case]:
    found: dict[str, Case] = {}
    sets = {
        "paired": data.paired,
        "rated": data.rated,
        "few errors": data.few_errors,
        "degenerate": data.degenerate,
    }
    for where, given in sets.items():
        for name, interval in INTERVALS.items():
            options = {"resampling": FEW} if interval.resamples else {}
            for scores in given():
                found[f"interval {name}: {where}, {scores.name}"] = partial(
                    interval, scores, **options
                )
        for name, comparison in COMPARISONS.items():
            options = {"resampling": FEW} if comparison.resamples else {}
            first, second = list(given())[:2]
            found[f"comparison {name}: {where}"] = partial(comparison, first, second, **options)
        for name, curve_test in CURVE_TESTS.items():
            first, second = list(given())[:2]
            found[f"curve test {name}: {where}"] = partial(
                curve_test, first, second, resampling=FEW
            )
    for name, joint in JOINT_TESTS.items():
        for where in ("paired", "rated"):
            found[f"joint test {name}: {where}"] = partial(joint, sets[where]())
    return found


STUDIES: dict[str, Case] = {**_compare(), **_others()}
METHODS: dict[str, Case] = _methods()
REGISTERED = {
    "intervals": INTERVALS,
    "comparisons": COMPARISONS,
    "joint tests": JOINT_TESTS,
    "curve tests": CURVE_TESTS,
    "fold tests": FOLD_TESTS,
    "models": MODELS,
}
