"""What was run: the data and the learners, theirs beside ours, and what a reader must know of it.

Our scores are not those of the paper, so every exhibit that is made of them says why.
"""

from aucurate.formatting import count, number
from aucurate.results import Caveat
from aucurate.study.table import Table
from aucurate_papers.gajowniczek_2014.churn import Halves
from aucurate_papers.gajowniczek_2014.learners import CHOICE, learner_words
from aucurate_papers.gajowniczek_2014.printed import (
    PRINTED_LEFT,
    PRINTED_MODELS,
    PRINTED_SIZES,
)
from aucurate_papers.gajowniczek_2014.scoring import SIZE_QUICK
from aucurate_papers.running import Run

YARDSTICK = (
    "The yardstick by which an area counts as moved, one standard error, was set after a first "
    "look at the areas; and that the finding is judged by one lambda per class, as the paper seems "
    "to have done it, after it was known what it gives."
)
NORMAL_YARDSTICK = (
    "That the finding is judged by Shapiro-Wilk on all observations, as the paper seems to have "
    "tested, was decided after the p-values of all three tests had been seen."
)
CURVE_YARDSTICK = (
    "That a curve is judged by the simultaneous band, made by the bootstrap, was decided after the "
    "curves had been seen."
)
_LEFT = "percent who left in the validation half"


def other_scores(n_variables: int) -> str:
    """Why areas cannot come out to the digit."""
    return (
        "Our scores are not the paper's: it names the learners but not their settings, and of its "
        f"{PRINTED_SIZES['explanatory variables']} explanatory variables our copy of cell2cell has "
        f"{n_variables}. So the areas of the models cannot come out to the digit; what the "
        "estimators do to the same scores can."
    )


def of_scores(run: Run) -> tuple[Caveat, ...]:
    """What must be known of the learners."""
    found = [
        Caveat(
            kind="learners",
            message="Five models were trained with scikit-learn on the calibration half, missing "
            "values replaced by its medians, and scored the validation half; their settings stand "
            'in "simulation study". ' + CHOICE,
        )
    ]
    if run.quick:
        found.append(
            Caveat(
                kind="quick",
                message=f"A quick run: the models were trained on {SIZE_QUICK:,} observations of "
                "the calibration half only, with fewer trees.",
            )
        )
    return tuple(found)


def sizes(halves: Halves) -> Table:
    """The data, theirs beside ours."""
    n_calibration, n_validation = len(halves.calibration_churn), len(halves.validation_churn)
    ours = {
        "observations": n_calibration + n_validation,
        "calibration half": n_calibration,
        "who left in the calibration half": int(halves.calibration_churn.sum()),
        "validation half": n_validation,
        "explanatory variables": len(halves.variables),
    }
    share = 100 * float(halves.validation_churn.mean())
    counts = [(name, f"{PRINTED_SIZES[name]:,}", f"{ours[name]:,}") for name in PRINTED_SIZES]
    return Table(
        name="sizes",
        title="cell2cell, theirs and ours",
        header=("what", "theirs", "ours"),
        rows=(*counts, (_LEFT, number(PRINTED_LEFT, 2), number(share, 2))),
        columns={
            "what": (*PRINTED_SIZES, _LEFT),
            "printed": (*map(float, PRINTED_SIZES.values()), PRINTED_LEFT),
            "ours": (*(float(ours[name]) for name in PRINTED_SIZES), share),
        },
    )


def learners_table(*, quick: bool) -> Table:
    """The learners: what the paper says of them, and what ours are."""
    words = learner_words(quick=quick)
    return Table(
        name="learners",
        title="The learners: what the paper says, and ours",
        header=("model", "theirs", "ours"),
        rows=tuple((name, PRINTED_MODELS[name], words[name]) for name in PRINTED_MODELS),
        columns={
            "model": tuple(PRINTED_MODELS),
            "printed": tuple(PRINTED_MODELS.values()),
            "ours": tuple(words[name] for name in PRINTED_MODELS),
        },
    )


def sizes_words(halves: Halves) -> str:
    """Whether the data are the paper's."""
    table = sizes(halves)
    same = [row[1] == row[2] for row in table.rows]
    apart = [row[0] for row, good in zip(table.rows, same, strict=True) if not good]
    told = f"all but {', '.join(apart)}" if apart else "all of them"
    return f"Of {count(len(same), 'size')} of the data that the paper gives, {told} are ours too."
