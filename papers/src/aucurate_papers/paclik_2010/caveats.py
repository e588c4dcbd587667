"""What a reader of the exhibits must be told."""

from aucurate.inference.folds.indistinguishable_points import PointSet
from aucurate.results import Caveat
from aucurate_papers.paclik_2010.printed import PRINTED_PER_CLASS
from aucurate_papers.paclik_2010.steps import ASSUMED, NEW_VECTORS

CHOSEN_POINT = Caveat(
    kind="chosen_point",
    message="The paper selects its point by hand, with a sensitivity of at least 0.9; ours is "
    "the point with the highest threshold that has it on average.",
)
CHOSEN_WEIGHTS = Caveat(
    kind="chosen_point",
    message="The paper selects its point by hand; ours has the smallest largest class "
    "error on the stacked scores, on which it was also searched.",
)
OVERLAPPING_DRAWS = Caveat(
    kind="overlapping_draws",
    message="All draws and repeats take their observations from the same few hundred: they "
    "vary less than data sets would, so standard deviations and standard errors over them "
    "are too small for a statement about other data.",
)
NOT_ADJUSTED = Caveat(
    kind="not_adjusted",
    message="Unless Holm's correction is named, every test was made as if it were the only "
    "one, as in the paper.",
)
VERTICAL = Caveat(
    kind="vertical_averaging",
    message="Vertical averaging starts too high: in a fold of 10 negatives the curve climbs as far "
    "as the best of the 10 lets it before its first false positive, which is further than the best "
    "of 100 would.",
)
ELLIPSES = Caveat(
    kind="degenerate_ellipses",
    message="Where a rate does not vary over the folds, its bar and its ellipse have no width: "
    "that claims too much.",
)
WHICH_DIGITS = Caveat(
    kind="which_observations",
    message=f"Which {PRINTED_PER_CLASS} of the 200 of each digit the paper takes is not said; the "
    "figures take the first of each in the file, the draws take others.",
)
SCALING = Caveat(
    kind="scaling",
    message="How the features are scaled before principal components is not said. Both are shown: "
    "not at all (the first component then is all but the largest feature, which is of the size of "
    "thousands), and to variance 1 within the training folds.",
)
STEP = Caveat(
    kind="step_of_the_search",
    message="How a greedy step makes new vectors is not said. Ours makes "
    f"{NEW_VECTORS}, each from one of the retained, with every weight multiplied by e to the power "
    f"of sigma times a standard normal number; sigma is {ASSUMED}.",
)
RETURNED = Caveat(
    kind="returned_points",
    message="Which points are returned is not said. All that any step retained are taken: this "
    "reading was chosen after the last step alone, with raw features, had been seen to hold "
    "nothing that could be told apart. A step that shrinks may be the reason: other steps and "
    "readings stand in a table of their own.",
)
TIMES = Caveat(
    kind="times",
    message="Times are medians over searches, as a ratio to one run of the paper's search on the "
    "same scores; they depend on the machine, and with them how many runs of the paper's search "
    "ours is compared with; nothing else here differs from run to run. As its one run is shorter "
    "than ours, the paper's search may also take the best of several runs, and ours is compared "
    "with the fewest of these that take as long.",
)
ADDED_LATER = Caveat(
    kind="added_later",
    message="Three digits are few for a search to get wrong, so all digits were added, after the "
    "first two comparisons had been seen.",
)


def ridge(share: float) -> Caveat:
    """What is done where a covariance matrix cannot be inverted."""
    return Caveat(
        kind="ridge",
        message="Half of the features are small whole numbers, and in some draws one of them is "
        f"constant within a digit: {share:g} of the identity is mixed into every covariance "
        "matrix, of which the paper says nothing.",
    )


def set_caveats(found: PointSet) -> tuple[Caveat, ...]:
    """Those of the points that cannot be told from the chosen one, in two classes."""
    kinds = ("overlapping_training_sets", "certain_difference", "not_adjusted")
    return (CHOSEN_POINT, *(c for c in found.caveats if c.kind in kinds))


def fold_caveats(found: PointSet) -> tuple[Caveat, ...]:
    """Those of averages over folds."""
    return tuple(c for c in found.caveats if c.kind == "overlapping_training_sets")
