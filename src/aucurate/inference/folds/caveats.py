"""Caveats of tests over folds: the design that each is for, and how well it keeps its level."""

from collections.abc import Mapping

import numpy as np

from aucurate.caveats import MOST_NAMES, Kind, caveat
from aucurate.data.fold_values import FoldValues
from aucurate.data.folds import FoldScores
from aucurate.formatting import count, join_words, number, shortened, threshold_words
from aucurate.results import Caveat

FEW_FOLDS = 6
LEVELS = {
    "fixed t": "85 to 98%",
    "fixed Nadeau-Bengio": "32 to 92%",
    "left-out t": "5 to 8%",
    "LeDell": "5 to 10%",
    "5x2": "5 to 21%",
    "linear": "4 to 8%",
    "boosting": "4 to 10%",
    "SVM": "6 to 15%",
    "trees": "10 to 14%",
    "neighbours": "9 to 15%",
    "nets": "8 to 14%",
    "Nadeau-Bengio, one division": "1 to 5%",
    "repeated Nadeau-Bengio, linear": "2 to 5%",
    "repeated Nadeau-Bengio, neighbours": "2 to 12%",
    "repeated Nadeau-Bengio, nets": "4 to 10%",
    "corrected, neighbours": "0 to 4%",
    "corrected, nets": "0 to 6%",
    "corrected, linear": "0 to 1%",
}
"""Simulated levels, nominal 5%, of docs/validation.md; a test holds them to that page's numbers."""
_INSTEAD = {"AUC": "corrected_delong", "error rate": "averaged_error"}
"""The text of what keeps its level instead, by quantity."""


def valid_for(design: str) -> Caveat:
    """The design that a test is for, named in every result."""
    return caveat(Kind.VALID_FOR, design=design)


def of_independent_folds(values: FoldValues) -> list[Caveat]:
    """The caveats of every test that treats the folds as independent."""
    made_for = valid_for("folds with training and test observations of their own")
    return [made_for, *of_folds(values), *overlapping_training_sets(values)]


def of_folds(values: FoldValues) -> list[Caveat]:
    """Few folds, folds that were left out, and one test set for all of them."""
    found = []
    if values.dropped:
        folds = join_words([shortened(name) for name in values.dropped], most=6)
        found.append(caveat(Kind.FOLDS_WITHOUT_CLASS, folds=folds))
    if values.n_folds < FEW_FOLDS:
        found.append(caveat(Kind.FEW_FOLDS, "folds", folds=count(values.n_folds, "fold")))
    if values.design == "fixed test set":
        found.append(fixed_test_set())
    return found


def fixed_test_set() -> Caveat:
    """A test over folds that all scored the same observations."""
    return caveat(
        Kind.FIXED_TEST_SET,
        "test",
        t_level=LEVELS["fixed t"],
        nadeau_bengio_level=LEVELS["fixed Nadeau-Bengio"],
    )


def overlapping_training_sets(values: FoldValues) -> list[Caveat]:
    """A test that treats the folds as independent, where they share training observations."""
    if values.design == "fixed test set":
        return []
    if values.design == "random splits" or values.n_repeats > 1:
        return [caveat(Kind.OVERLAPPING_TRAINING_SETS, "repeats", "remedy")]
    level = LEVELS["left-out t"]
    return [caveat(Kind.OVERLAPPING_TRAINING_SETS, "division", "remedy", level=level)]


def of_correction(values: FoldValues) -> list[Caveat]:
    """Nadeau and Bengio's correction: strong on one division, too weak on repeats."""
    if values.design == "fixed test set":
        return []
    alone = LEVELS["Nadeau-Bengio, one division"]
    if values.design == "left-out folds" and values.n_repeats == 1:
        return [caveat(Kind.CONSERVATIVE, "one_division", level=alone)]
    instead = [_INSTEAD[values.quantity]] if values.quantity in _INSTEAD else []
    return [
        caveat(
            Kind.UNSTABLE_ALGORITHMS,
            "correction",
            *instead,
            linear=LEVELS["repeated Nadeau-Bengio, linear"],
            neighbours=LEVELS["repeated Nadeau-Bengio, neighbours"],
            nets=LEVELS["repeated Nadeau-Bengio, nets"],
            one_division=alone,
        )
    ]


def unstable_algorithms() -> Caveat:
    """What a variance by observation does not know of other training sets."""
    return caveat(
        Kind.UNSTABLE_ALGORITHMS,
        "variance",
        "corrected_delong",
        linear=LEVELS["linear"],
        boosting=LEVELS["boosting"],
        svm=LEVELS["SVM"],
        trees=LEVELS["trees"],
        neighbours=LEVELS["neighbours"],
        nets=LEVELS["nets"],
    )


def conservative_correction() -> Caveat:
    """A variance that allows for other training sets, whatever the algorithms."""
    return caveat(
        Kind.CONSERVATIVE,
        "training_sets",
        neighbours=LEVELS["corrected, neighbours"],
        nets=LEVELS["corrected, nets"],
        linear=LEVELS["corrected, linear"],
    )


def smallest_p_value(smallest: float, level: float = 0.05) -> list[Caveat]:
    """A discrete test with so few folds that it cannot reject at the usual level."""
    if smallest <= level:
        return []
    return [caveat(Kind.SMALLEST_P_VALUE, smallest=number(smallest), level=f"{level:g}")]


def no_spread(identical: bool) -> Caveat:
    """Differences that are the same in all folds."""
    if identical:
        return caveat(Kind.IDENTICAL_VALUES, "classifiers")
    return caveat(Kind.NO_VARIANCE, "folds")


def pseudo_median() -> Caveat:
    """An interval that is not about the mean."""
    return caveat(Kind.PSEUDO_MEDIAN)


def median() -> Caveat:
    """An interval for the median, with a difference that is a mean."""
    return caveat(Kind.MEDIAN)


def of_groups(data: FoldScores) -> list[Caveat]:
    """Observations in groups, and groups that are split across folds."""
    if not data.observations.is_grouped:
        return []
    texts = ["folds", "divided_values"] if splits_groups(data) else ["folds"]
    return [caveat(Kind.GROUPS, *texts, groups=count(data.observations.n_groups, "group"))]


def splits_groups(data: FoldScores) -> bool:
    """Whether a group has observations in several folds of one repeat."""
    if data.observations.groups is None or data.design == "fixed test set":
        return False
    groups = data.observations.groups[data.rows]
    repeats = data.repeats[data.folds]
    places = np.unique(np.column_stack((repeats, groups, data.folds)), axis=0)
    return len(np.unique(places[:, :2], axis=0)) < len(places)


def of_threshold_scale(data: FoldScores, threshold: float | Mapping[str, float]) -> list[Caveat]:
    """One threshold for scores on different scales, or a probability for decision scores.

    Probabilities lie between 0 and 1. Other scores may lie there too, and scores such as those of
    markers beyond it, where a threshold below 1 is nothing unusual; decision scores are negative
    for some observations.
    """
    each = (
        dict(threshold) if isinstance(threshold, Mapping) else dict.fromkeys(data.names, threshold)
    )
    lowest, highest = data.values.min(axis=1), data.values.max(axis=1)
    turned = np.array([name in data.lower for name in data.names])
    lowest, highest = np.where(turned, -highest, lowest), np.where(turned, -lowest, highest)
    within = (lowest >= 0) & (highest <= 1)
    inside, outside = (
        [name for name, chosen in zip(data.names, mask, strict=True) if chosen]
        for mask in (within, ~within)
    )
    if inside and outside and len(set(each.values())) == 1:
        return [
            caveat(
                Kind.THRESHOLD_SCALE,
                "several",
                "remedy",
                about=outside,
                inside=join_words([shortened(name) for name in inside], most=MOST_NAMES),
                threshold=threshold_words(each[inside[0]]),
            )
        ]
    negative = [
        name for name, low in zip(data.names, lowest, strict=True) if low < 0 and 0 < each[name] < 1
    ]
    if not negative:
        return []
    used = join_words([threshold_words(cut) for cut in dict.fromkeys(each[n] for n in negative)])
    return [caveat(Kind.THRESHOLD_SCALE, "decisions", "remedy", about=negative, threshold=used)]
