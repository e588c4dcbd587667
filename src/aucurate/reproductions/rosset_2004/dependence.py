"""Section 2.1.1: what it does to the choice when the two classifiers err together.

The exact moments of the paper assume that the two classifiers switch pairs independently. Of
positive dependence it says, without numbers, that it lowers the variance of the difference and
makes the better classifier easier to find, so that what is computed under independence is
conservative. Here the dependence is a number: the probability that the deviations of both
classifiers on an observation come from one draw, so that they go up and down together as far as
their probabilities allow. Each classifier by itself, and the mean of the difference, stay the same.

**State**: the paper prints no number, so that only its remark can be held against ours. It is
"exact" if in every setting the exact variance falls and the exact probability of the right choice
rises from each dependence to the next, and all exact means and variances agree with their
simulation (three standard errors, and so many more that all of them together exceed them as
rarely); else "not reproduced".
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from aucurate.formatting import listing, number, percent
from aucurate.reproductions.exhibit import Exhibit, State
from aucurate.reproductions.rosset_2004 import PAPER, SOURCE
from aucurate.reproductions.rosset_2004.dependence_layout import dependence_table
from aucurate.reproductions.rosset_2004.dependence_rows import (
    DEPENDENCES,
    DRAWS,
    QUICK_DRAWS,
    QUICK_LARGEST,
    SETTINGS,
    DependenceRow,
    row_of,
)
from aucurate.reproductions.rosset_2004.drawing import dependence_figure
from aucurate.reproductions.rosset_2004.moments_agreement import errors_for
from aucurate.reproductions.running import Made, Run, provenance_of
from aucurate.results import Caveat

NAME = "section 2.1.1"
TITLE = "Positive dependence between the two classifiers"

_FIGURES = 4  # of each row: two means and two variances


def section_2_1_1(run: Run) -> Made:
    """Exact and simulated, for six settings and five dependences each."""
    draws = QUICK_DRAWS if run.quick else DRAWS
    settings = [one for one in SETTINGS if not run.quick or one[0] <= QUICK_LARGEST]
    rows: list[DependenceRow] = []
    total = len(settings) * len(DEPENDENCES)

    def stay(done: int, of: int) -> bool:
        run.tell(len(rows), total, NAME)
        return True

    for n, q in settings:
        for dependence in DEPENDENCES:
            stay(0, 1)
            rows.append(row_of(run, n, q, dependence, draws, stay))
    run.tell(total, total, NAME)
    state = state_of(rows)
    return Made(
        exhibit=Exhibit(
            paper=PAPER,
            name=NAME,
            title=TITLE,
            state=state,
            shown=(dependence_table(rows),),
            verdict=sentences_of(rows),
            differs="" if state == "exact" else "The remark does not hold in all settings.",
            caveats=(_kind(),),
            provenance=provenance_of(
                run, source=SOURCE, method="exact moments and simulation", draws=draws
            ),
        ),
        figures={"rosset-2004-dependence": lambda: dependence_figure(rows)},
    )


def state_of(rows: Sequence[DependenceRow]) -> State:
    """Whether the remark holds in all settings, and the simulation agrees."""
    errors = errors_for(_FIGURES * len(rows))
    holds = all(is_conservative(several) for several in settings_of(rows))
    return "exact" if holds and all(row.distance <= errors for row in rows) else "not reproduced"


def is_conservative(rows: Sequence[DependenceRow]) -> bool:
    """Whether with the dependence the variance falls, and the right choice becomes likelier."""
    return all(
        two.auc.variance < one.auc.variance and two.auc_phi > one.auc_phi
        for one, two in pairwise(rows)
    )


def settings_of(rows: Sequence[DependenceRow]) -> Iterator[list[DependenceRow]]:
    """The rows of each setting, by rising dependence."""
    known = list(dict.fromkeys((row.n, row.second_probability) for row in rows))
    for setting in known:
        several = [row for row in rows if (row.n, row.second_probability) == setting]
        yield sorted(several, key=lambda row: row.dependence)


def sentences_of(rows: Sequence[DependenceRow]) -> tuple[str, ...]:
    """The remark, what it amounts to, and the simulation."""
    settings = list(settings_of(rows))
    holds = sum(is_conservative(several) for several in settings)
    lower = [1 - several[-1].auc.variance / several[0].auc.variance for several in settings]
    higher = [
        f"{number(several[0].auc_phi)} to {number(several[-1].auc_phi)}" for several in settings
    ]
    by_error = sum(
        all(two.error_phi > one.error_phi for one, two in pairwise(several)) for several in settings
    )
    word = "As the paper remarks," if holds == len(settings) else "Unlike in the paper's remark,"
    return (
        f"{word} results under independence are conservative: in {holds} of {len(settings)} "
        "settings the variance falls and the right choice becomes likelier with every step of "
        "dependence.",
        f"From no dependence to the fullest, the variance of the AUC difference falls by "
        f"{percent(min(lower))} to {percent(max(lower))} and the probability of the right choice "
        f"rises from {listing(higher)}.",
        f"Choosing by error rate gains likewise in {by_error} of {len(settings)} settings. Of "
        f"{_FIGURES * len(rows)} means and variances the one farthest from its simulation is "
        f"{number(max(row.distance for row in rows), 1)} standard errors away; for so many "
        f"{number(errors_for(_FIGURES * len(rows)), 1)} are allowed.",
    )


def _kind() -> Caveat:
    return Caveat(
        kind="one kind of dependence",
        message="Deviations that share a draw observation by observation are one way to be "
        "dependent; the paper's second assumption, that scores of different observations are "
        "independent, is kept.",
    )
