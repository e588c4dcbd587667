"""The interval of the mean of one algorithm over folds."""

from aucurate.inference.folds.averaged_delong import averaged_delong_interval
from aucurate.inference.folds.averaged_error import averaged_error_interval
from aucurate.inference.folds.fold_delong import fold_delong_interval
from aucurate.inference.folds.fold_tests import FoldInput
from aucurate.inference.folds.nadeau_bengio import nadeau_bengio_interval
from aucurate.results import Interval


def mean_interval(given: FoldInput, name: str, confidence: float) -> Interval | None:
    """By observation where that can be; None where sizes of training sets are not known.

    With left-out folds it is about the models that were fitted.
    """
    design, quantity = given.values.design, given.values.quantity
    if given.by_observation and design in ("left-out folds", "fixed test set"):
        if quantity == "error rate":
            assert given.threshold is not None
            return averaged_error_interval(
                given.known_scores(), name, threshold=given.threshold, confidence=confidence
            ).interval
        if quantity == "AUC" and design == "fixed test set":
            scores = given.known_scores()
            return averaged_delong_interval(scores, name, confidence=confidence).interval
        if quantity == "AUC":
            return fold_delong_interval(
                given.known_scores(), name, confidence=confidence, moments=given.moments
            ).interval
    if design == "fixed test set" or sizes_unknown(given):
        return None
    return nadeau_bengio_interval(given.values, name, confidence=confidence)


def sizes_unknown(given: FoldInput) -> bool:
    """Whether it is not known how large the training sets were."""
    return given.values.test_train_ratio is None
