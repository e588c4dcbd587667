"""What a reader of a test over folds must know: the design it is made for, and where it stands."""

from aucurate.data.fold_values import FoldValues
from aucurate.formatting import count, join_words, number, shortened
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
_ALLOWS = (
    "The corrected DeLong test (corrected_delong_test, method='corrected-delong', --test "
    "corrected-delong) allows for it and keeps its level for all of them; so does averaged DeLong "
    "on a fixed test set, apart from the training data."
)
_INSTEAD = {
    "AUC": f" {_ALLOWS}",
    "error rate": " averaged_error_test (method='averaged-error', --test averaged-error) keeps its "
    "level for all of them.",
}


def valid_for(design: str) -> Caveat:
    """The design that a test is made for, named in every result."""
    return Caveat(kind="valid_for", message=f"This test is made for {design}.")


def of_independent_folds(values: FoldValues) -> list[Caveat]:
    """What holds for every test that takes the folds for independent."""
    made_for = valid_for("folds with training and test observations of their own")
    return [made_for, *of_folds(values), *overlapping_training_sets(values)]


def of_folds(values: FoldValues) -> list[Caveat]:
    """Few folds, folds that were left out, and one test set for all of them."""
    found = []
    if values.dropped:
        names = join_words([shortened(name) for name in values.dropped], most=6)
        found.append(
            Caveat(
                kind="folds_without_class",
                message=f"Left out, because a class is missing from them or a fit failed in them: "
                f"fold {names}.",
            )
        )
    if values.n_folds < FEW_FOLDS:
        found.append(
            Caveat(
                kind="few_folds",
                message=f"Only {count(values.n_folds, 'fold')}: the spread over folds is hardly "
                "known, and the test has little power.",
            )
        )
    if values.design == "fixed test set":
        found.append(fixed_test_set())
    return found


def fixed_test_set() -> Caveat:
    """A test over folds that all scored the same observations."""
    return Caveat(
        kind="fixed_test_set",
        message="All models scored the same test set: the spread over folds holds nothing of that "
        "test set's own uncertainty, and no test over folds repairs this. Measured with two "
        "equally good algorithms at level 0.05, the paired t test rejects in "
        f"{LEVELS['fixed t']} of the draws and Nadeau-Bengio's in "
        f"{LEVELS['fixed Nadeau-Bengio']}. averaged_delong_test is made for this design; "
        "docs/validation.md has the levels.",
    )


def overlapping_training_sets(values: FoldValues) -> list[Caveat]:
    """A test that takes the folds for independent, where they share training observations."""
    if values.design == "fixed test set":
        return []
    if values.design == "random splits" or values.n_repeats > 1:
        message = (
            "The folds of different repeats share test and training observations, and this test "
            "takes them for independent: it rejects far too often, the more so the more repeats."
        )
    else:
        message = (
            "The training sets overlap, and this test takes the folds for independent: measured "
            "with two equally good algorithms (linear discriminants) at level 0.05, the paired t "
            f"test over left-out folds rejects in {LEVELS['left-out t']} of the draws."
        )
    message += (
        " Nadeau and Bengio's test (nadeau_bengio_test, method='nadeau-bengio', --test "
        "nadeau-bengio) allows for the overlap of one division; docs/validation.md has the levels."
    )
    return [Caveat(kind="overlapping_training_sets", message=message)]


def of_correction(values: FoldValues) -> list[Caveat]:
    """Nadeau and Bengio's correction: strong on one division, too weak on repeats."""
    if values.design == "fixed test set":
        return []
    alone = f"in {LEVELS['Nadeau-Bengio, one division']} of the draws"
    if values.design == "left-out folds" and values.n_repeats == 1:
        return [
            Caveat(
                kind="conservative",
                message="On the folds of one cross-validation the correction is strong: measured "
                f"with two equally good algorithms of many kinds at level 0.05, it rejects {alone}."
                " A large p-value says little.",
            )
        ]
    return [
        Caveat(
            kind="unstable_algorithms",
            message="Over repeats and random splits the correction is too weak for some "
            "algorithms: measured with two equally good ones at level 0.05, the test rejects in "
            f"{LEVELS['repeated Nadeau-Bengio, linear']} of the draws for logistic regression, "
            f"{LEVELS['repeated Nadeau-Bengio, neighbours']} for nearest neighbours and "
            f"{LEVELS['repeated Nadeau-Bengio, nets']} for small nets. More repeats do not help. "
            f"On the folds of one division alone it rejects {alone}."
            + _INSTEAD.get(values.quantity, ""),
        )
    ]


def unstable_algorithms() -> Caveat:
    """What a variance by observation does not know of other training sets."""
    return Caveat(
        kind="unstable_algorithms",
        message="How much the fitted models vary with their training sets is not in this variance: "
        "measured with two equally good algorithms at level 0.05, it rejects in "
        f"{LEVELS['linear']} of the draws for logistic regression, {LEVELS['boosting']} for "
        f"boosting, {LEVELS['SVM']} for support vector machines, {LEVELS['trees']} for decision "
        f"trees, {LEVELS['neighbours']} for nearest neighbours and {LEVELS['nets']} for small "
        f"nets. {_ALLOWS}",
    )


def conservative_correction() -> Caveat:
    """A variance that allows for other training sets, whatever the algorithms."""
    return Caveat(
        kind="conservative",
        message="The variance allows for other training sets as much as the most sensitive "
        "algorithms need: measured with two equally good ones at level 0.05, the test rejects in "
        f"{LEVELS['corrected, neighbours']} of the draws for nearest neighbours, "
        f"{LEVELS['corrected, nets']} for small nets and {LEVELS['corrected, linear']} for "
        "logistic regression. For linear algorithms a large p-value says little; to compare their "
        "AUCs method='delong' (--test delong) has more power.",
    )


def smallest_p_value(smallest: float, level: float = 0.05) -> list[Caveat]:
    """A discrete test with so few folds that it cannot reject at the usual level."""
    if smallest <= level:
        return []
    return [
        Caveat(
            kind="smallest_p_value",
            message=f"With so few folds that differ, the smallest two-sided p-value this test can "
            f"reach is {number(smallest)}: it cannot reject at level {level:g}, whatever the data.",
        )
    ]


def no_spread(identical: bool) -> Caveat:
    """Differences that are the same in all folds."""
    if identical:
        return Caveat(
            kind="identical_values",
            message="Both classifiers have the same value in every fold: there is nothing to test, "
            "and the interval is all that is possible.",
        )
    return Caveat(
        kind="no_variance",
        message="The difference is the same in every fold, so that its spread cannot be estimated: "
        "the p-value is that of the sign test, and the interval is all that is possible.",
    )


def pseudo_median() -> Caveat:
    """An interval that is not about the mean."""
    return Caveat(
        kind="pseudo_median",
        message="The interval is that of the pseudo-median of the fold differences (Hodges and "
        "Lehmann), not of their mean, and need not hold the mean.",
    )


def median() -> Caveat:
    """An interval for the median, beside a difference that is a mean."""
    return Caveat(
        kind="median",
        message="The interval is that of the median of the fold differences, not of their mean, "
        "and need not hold the mean.",
    )
