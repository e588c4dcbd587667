"""What is said again and again: why ours and theirs differ, and what to bear in mind."""

from collections.abc import Sequence

from aucurate.formatting import join_words
from aucurate.results import Caveat
from aucurate_papers.aslan_2009.numbers import QUICK_SETS
from aucurate_papers.aslan_2009.printed import CHESS, PRINTED_NAMES
from aucurate_papers.aslan_2009.scores import Facts
from aucurate_papers.caveats import Kind, caveat
from aucurate_papers.running import Run

PAPER = "aslan-2009"
SETTINGS = (
    "The paper does not print its divisions into test and training sets, its validation sets, "
    "which two classes of a set with more it kept, nor its settings of C4.5 and naive Bayes, so "
    "its numbers cannot come out to the digit."
)
CHESS_IS_TWO = f"'chess' may mean either of two UCI sets, {join_words(CHESS)}; both are run."
HOLDING = "the averaged error test and DeLong on placements averaged over all models"
"""The tests that hold in the paper's design: on error, and on AUC."""
INTERRUPTED = "interrupted"
WHICH_RUN = (
    "The intervals are of one training run; which one the paper does not say, here it is that of "
    "the first training set."
)

_MARKS = caveat(Kind.MARKS)
_OTHER_UNCERTAINTY = caveat(Kind.OTHER_UNCERTAINTY)
_CAPTION = caveat(Kind.TEXT_AND_CAPTION)


def not_found(facts: Facts) -> tuple[str, ...]:
    """The paper's data sets that were not run."""
    here = {"chess" if one.name in CHESS else one.name for one in facts.sets}
    return tuple(name for name in PRINTED_NAMES if name not in here)


def no_data(printed_dataset: str) -> str:
    """Why a pair of ours stands in for one of the paper."""
    return (
        f"The data set '{printed_dataset}' could not be found. A pair of ours with the same "
        "outcome stands in, and shows what such a pair looks like; it says nothing of the printed "
        "one."
    )


def unfinished_words(unfinished: Sequence[str]) -> str:
    """What was not trained to its end, and that it was our doing; empty where all was."""
    if not unfinished:
        return ""
    told = f"Not finished: {join_words(list(unfinished))}."
    if not any(INTERRUPTED in one for one in unfinished):
        return told
    return (
        f"{told} Where it says '{INTERRUPTED}' the training was stopped by us, because all fits "
        "would have taken more than the time given to them; none of them failed."
    )


def missing_words(facts: Facts) -> str:
    """Which data sets and algorithms are missing, in a sentence or two; empty where none is."""
    sentences = []
    gone = not_found(facts)
    if gone:
        sentences.append(
            f"{len(gone)} of the paper's {len(PRINTED_NAMES)} data sets could not be found: "
            f"{join_words(gone)}."
        )
    told = unfinished_words(facts.unfinished)
    return " ".join([*sentences, *([told] if told else [])])


def figure_caveats(figure: str, of_tests: Sequence[Caveat], *, intervals: bool) -> list[Caveat]:
    """What a reader of a figure must bear in mind."""
    found = [*dict.fromkeys(of_tests), _MARKS]
    if intervals:
        found.append(_OTHER_UNCERTAINTY)
    if figure == "7":
        found.append(_CAPTION)
    return found


def quick_caveats(run: Run) -> list[Caveat]:
    """That few data sets were taken."""
    if not run.quick:
        return []
    return [caveat(Kind.QUICK, "data_sets", sets=QUICK_SETS)]
