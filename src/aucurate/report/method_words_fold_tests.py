"""Words for designs of folds and for tests over them, by the names of ``fold_tests.FOLD_TESTS``."""

from collections.abc import Mapping

from aucurate.report.method_words_text import SATTERTHWAITE, cite

FOLD_TEST_WORDS: Mapping[str, str] = {
    "corrected-delong": f"DeLong's test {cite('delong1988')} carried over to folds: placements of "
    "observations within their own fold, their variance around the mean of all folds, with an "
    f"allowance for other training sets {cite('nadeau2003')}, referred to {SATTERTHWAITE}",
    "delong": f"DeLong's test {cite('delong1988')} carried over to folds: placements of "
    "observations within their own fold, their variance around the mean of all folds, referred to "
    f"{SATTERTHWAITE}",
    "averaged-delong": f"DeLong's test {cite('delong1988')} on placements averaged over the models "
    "of all training sets, with a component of variance for the training sets as for readers in "
    f"studies of several readers {cite('gallas2006', 'obuchowski1995')}, referred to "
    f"{SATTERTHWAITE}",
    "averaged-error": "a paired t test of the errors of the same observations "
    f"{cite('dietterich1998')}",
    "nadeau-bengio": f"the corrected resampled t test {cite('nadeau2003')}",
    "ledell": "the test from influence curves of cross-validated AUCs "
    f"{cite('ledell2015')}, referred to the normal distribution",
    "t": f"the paired t test over folds {cite('dietterich1998')}",
    "wilcoxon": f"Wilcoxon's signed rank test over folds {cite('wilcoxon1945')}, with the "
    f"interval of the pseudo-median {cite('hodges1963')}",
    "sign": f"the sign test over folds {cite('dixon1946')}, with the interval of the median "
    "between order statistics",
    "sign-flip": "the permutation test over folds in which differences change their signs "
    f"{cite('fisher1935')}, with the interval between typical values {cite('hartigan1969')}",
    "5x2-t": f"the 5x2cv paired t test {cite('dietterich1998')}",
    "5x2-f": f"the combined 5x2cv F test {cite('alpaydin1999')}",
    "pooled-delong": f"DeLong's test {cite('delong1988')} on the scores of all folds pooled",
}

ALLOWING = f", its variance with an allowance for other training sets {cite('nadeau2003')}"
"""What is added for error rates where observations were left out of training sets."""

ON_FIXED_TEST_SET = (
    ", averaged over the models of all training sets and with a component of variance for them "
    f"{cite('gallas2006')}"
)
"""What is added for error rates on one test set that all models scored."""

FOLD_INTERVAL_WORDS: Mapping[str, str] = {
    "DeLong over folds": "as beta intervals from DeLong's variance "
    f"{cite('delong1988')} of placements within folds, which allow for errors that the folds do "
    f"not show {cite('rubin1981')}",
    "averaged DeLong": "as beta intervals from DeLong's variance of averaged placements and the "
    f"component for the training sets {cite('delong1988', 'gallas2006')}, which allow for errors "
    f"that the test set does not show {cite('rubin1981')}",
    "averaged error t": "with Student's t distribution, from the variance over observations of "
    "their errors",
    "Nadeau-Bengio corrected t": "with Student's t distribution, from Nadeau and Bengio's "
    f"corrected variance over folds {cite('nadeau2003')}",
}
"""By the method that an interval of a mean over folds carries."""

DESIGN_WORDS: Mapping[str, str] = {
    "left-out folds": "by {folds}-fold cross-validation{repeated}, each observation scored by a "
    "model that was fitted without its fold",
    "fixed test set": "with models fitted to {all_folds} training sets, all of which scored the "
    "same test set",
    "5x2": f"by five repeats of two-fold cross-validation {cite('dietterich1998')}",
    "random splits": "over {all_folds} random splits into training and test sets",
}
"""By the names of ``fold_values.DESIGNS``."""


def design_words(design: str, n_folds: int, n_repeats: int) -> str:
    """The design of a study over folds, with its numbers."""
    per_repeat, rest = divmod(n_folds, max(1, n_repeats))
    if rest and design == "left-out folds":  # some were dropped, not as many of every repeat
        return f"over {n_folds:,} left-out folds of cross-validation in {n_repeats:,} repeats"
    repeated = f", repeated {n_repeats:,} times" if n_repeats > 1 else ""
    known = DESIGN_WORDS.get(design, "over {all_folds} folds")
    return known.format(folds=per_repeat, repeated=repeated, all_folds=f"{n_folds:,}")
