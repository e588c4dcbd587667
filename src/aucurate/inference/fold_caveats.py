"""What a reader of a test over folds must know: the design it is made for, and where it stands."""

from aucurate.data.fold_values import FoldValues
from aucurate.formatting import count, listing, number, shortened
from aucurate.results import Caveat

FEW_FOLDS = 6
LEVELS = {
    "fixed t": "85 to 98%",
    "fixed Nadeau-Bengio": "32 to 92%",
    "left-out t": "5 to 8%",
    "left-out Nadeau-Bengio": "1 to 2%",
    "LeDell": "5 to 10%",
    "5x2": "5 to 20%",
    "stable": "4 to 7%",
    "unstable": "10 to 13%",
}
"""Simulated levels, nominal 5%, of docs/validation.md; a test holds them to that page's numbers."""


def valid_for(design: str) -> Caveat:
    """The design that a test is made for, named in every result."""
    return Caveat(kind="valid_for", message=f"This test is made for {design}.")


def of_folds(values: FoldValues) -> list[Caveat]:
    """Few folds, folds that were left out, and one test set for all of them."""
    found = []
    if values.dropped:
        names = listing([shortened(name) for name in values.dropped[:6]])
        more = f" and {len(values.dropped) - 6} more" if len(values.dropped) > 6 else ""
        found.append(
            Caveat(
                kind="folds_without_class",
                message=f"Left out, because a class is missing from them or a fit failed in them: "
                f"fold {names}{more}.",
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
        "nadeau-bengio) allows for the overlap; docs/validation.md has the levels."
    )
    return [Caveat(kind="overlapping_training_sets", message=message)]


def shy(values: FoldValues) -> list[Caveat]:
    """Nadeau and Bengio's correction on left-out folds, for which it is too strong."""
    if values.design != "left-out folds" or values.n_repeats > 1:
        return []
    return [
        Caveat(
            kind="shy",
            message="On the folds of one cross-validation the correction is too strong: measured "
            "with two equally good algorithms (linear discriminants) at level 0.05, it rejects in "
            f"{LEVELS['left-out Nadeau-Bengio']} of the draws. A large p-value says little.",
        )
    ]


def unstable_algorithms() -> Caveat:
    """What a variance by observation does not know of models that vary for no reason."""
    return Caveat(
        kind="unstable_algorithms",
        message=f"How much the fitted models vary is in this variance in part only: measured with "
        f"two equally good algorithms at level 0.05, it rejects in {LEVELS['stable']} of the draws "
        f"for linear discriminants and in {LEVELS['unstable']} for decision trees. For trees and "
        "the like repeat the division three times or more, and take Nadeau and Bengio's test "
        "(nadeau_bengio_test, method='nadeau-bengio', --test nadeau-bengio).",
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
