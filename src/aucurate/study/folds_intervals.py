"""The interval of the mean of one algorithm over folds."""

from aucurate.inference.averaged_delong import averaged_delong_interval
from aucurate.inference.averaged_error import averaged_error_interval
from aucurate.inference.fold_delong import fold_delong_interval
from aucurate.inference.fold_tests import FoldInput, recommended
from aucurate.inference.nadeau_bengio import nadeau_bengio_interval
from aucurate.results import Interval


def mean_interval(given: FoldInput, name: str, confidence: float) -> Interval | None:
    """By the variance of the recommended test; None where sizes of training sets are not known."""
    best = recommended(given)
    if best == "delong":
        found = fold_delong_interval(
            given.known_scores(), name, confidence=confidence, moments=given.moments
        )
        return found.interval
    if best == "averaged-delong":
        return averaged_delong_interval(given.known_scores(), name, confidence=confidence).interval
    if best == "averaged-error":
        assert given.threshold is not None
        error = averaged_error_interval(
            given.known_scores(), name, threshold=given.threshold, confidence=confidence
        )
        return error.interval
    if best != "nadeau-bengio" or sizes_unknown(given):
        return None
    return nadeau_bengio_interval(given.values, name, confidence=confidence)


def sizes_unknown(given: FoldInput) -> bool:
    """Whether it is not known how large the training sets were."""
    return given.values.test_train_ratio is None
