"""Section 2.1.1: what it does to the choice when the two classifiers err together.

The exact moments of the paper assume that the two classifiers switch pairs independently. Of
positive dependence it says, without numbers, that it lowers the variance of the difference and
makes the better classifier easier to find, so that what is computed under independence is
conservative. Here the dependence is a number: the probability that the deviations of both
classifiers on an observation come from one draw, so that they go up and down together as far as
their probabilities allow. Each classifier by itself, and the mean of the difference, stay the same.

**State**: the paper prints no number, and says that this "would tend to" be so. It is "same
finding, other numbers" if in every setting the exact variance falls from each dependence to the
next, the better classifier is chosen by AUC on a larger share of the simulated test sets with the
fullest dependence than with none, and all exact means and variances agree with their simulation
(shares and moments by three standard errors, and so many more that all of them together exceed them
as rarely); else "not reproduced". The normal approximation is not asked: the mean being the same,
it rises whenever the variance falls.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from aucurate.formatting import join_words, number, percent
from aucurate.results import Caveat
from aucurate.study.table import Table
from aucurate_papers.caveats import Kind, caveat
from aucurate_papers.exhibit import Exhibit, State
from aucurate_papers.rosset_2004 import PAPER, SOURCE
from aucurate_papers.rosset_2004.agreement import (
    Cells,
    errors_for,
    joint_error,
    setting_cell,
    simulated_cell,
)
from aucurate_papers.rosset_2004.printed import PRINTED_DEPENDENCE
from aucurate_papers.rosset_2004.right_choice import (
    DEPENDENCE_DRAWS,
    DEPENDENCES,
    QUICK_DEPENDENCE_DRAWS,
    QUICK_LARGEST_DEPENDENCE_SIZE,
    SETTINGS,
    DependenceRow,
    dependence_figure,
    row_of,
)
from aucurate_papers.running import Made, Run, provenance_of

NAME = "section 2.1.1"
TITLE = "Positive dependence between the two classifiers"

_FIGURES = 4  # of each row: two means and two variances


def section_2_1_1(run: Run) -> Made:
    """Exact and simulated, for six settings and five dependences each."""
    draws = QUICK_DEPENDENCE_DRAWS if run.quick else DEPENDENCE_DRAWS
    settings = [one for one in SETTINGS if not run.quick or one[0] <= QUICK_LARGEST_DEPENDENCE_SIZE]
    rows: list[DependenceRow] = []
    total = len(settings) * len(DEPENDENCES)

    def stay(done: int, of: int, what: str = "") -> bool:
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
            differs=_reason(state),
            caveats=(_kind(),),
            provenance=provenance_of(
                run, source=SOURCE, method="exact moments and simulation", draws=draws
            ),
        ),
        figures={"rosset-2004-dependence": lambda: dependence_figure(rows)},
    )


def state_of(rows: Sequence[DependenceRow]) -> State:
    """Whether the remark holds in all settings, and the simulation agrees."""
    settings = list(settings_of(rows))
    errors = errors_for(_FIGURES * len(rows))
    holds = all(
        variance_falls(several) and rises_by(several) > errors_for(len(settings))
        for several in settings
    )
    agrees = all(row.distance <= errors for row in rows)
    return "same finding, other numbers" if holds and agrees else "not reproduced"


def variance_falls(rows: Sequence[DependenceRow]) -> bool:
    """Whether the exact variance of one setting falls with every step of dependence."""
    return all(two.auc.variance < one.auc.variance for one, two in pairwise(rows))


def rises_by(rows: Sequence[DependenceRow]) -> float:
    """Simulated right choices with the fullest dependence minus with none, in standard errors."""
    none, full = rows[0].simulated.auc, rows[-1].simulated.auc
    error = joint_error(none.share_standard_error, full.share_standard_error)
    return (full.share - none.share) / error


def settings_of(rows: Sequence[DependenceRow]) -> Iterator[list[DependenceRow]]:
    """The rows of each setting, by rising dependence."""
    known = list(dict.fromkeys((row.n, row.second_probability) for row in rows))
    for setting in known:
        several = [row for row in rows if (row.n, row.second_probability) == setting]
        yield sorted(several, key=lambda row: row.dependence)


def sentences_of(rows: Sequence[DependenceRow]) -> tuple[str, ...]:
    """The claim, whether it comes out, what it amounts to, and the simulation."""
    settings = list(settings_of(rows))
    errors = errors_for(len(settings))
    falls = sum(map(variance_falls, settings))
    rises = sum(rises_by(several) > errors for several in settings)
    word = "It comes out" if falls == rises == len(settings) else "It does not come out everywhere"
    return (
        "The claim, of positive correlation between the order switches of the two models: it "
        f'"{PRINTED_DEPENDENCE}", so that results under independence are conservative.',
        f"{word}: in {falls} of {len(settings)} settings the exact variance falls with every step "
        f"of dependence, and in {rises} the better classifier is chosen on more of the simulated "
        f"test sets with the fullest dependence than with none, by more than {number(errors, 1)} "
        "standard errors.",
        *_amounts(settings),
        f"Of {_FIGURES * len(rows)} means and variances the one farthest from its simulation is "
        f"{number(max(row.distance for row in rows), 1)} standard errors away; for so many "
        f"{number(errors_for(_FIGURES * len(rows)), 1)} are allowed.",
    )


def _amounts(settings: Sequence[Sequence[DependenceRow]]) -> tuple[str, str]:
    """What the fullest dependence does, by AUC and by error rate."""
    ends = [(several[0], several[-1]) for several in settings]
    left = [full.auc.variance / none.auc.variance for none, full in ends]
    correlations = [full.switch_correlation for _, full in ends]
    shares = [
        f"{percent(none.simulated.auc.share)} and {percent(full.simulated.auc.share)} (n = "
        f"{none.n}, q2 = {number(none.second_probability, 1)})"
        for none, full in ends
    ]
    by_error = sum(
        all(two.error.variance < one.error.variance for one, two in pairwise(several))
        for several in settings
    )
    return (
        f"The fullest dependence correlates the switches by {number(min(correlations), 2)} to "
        f"{number(max(correlations), 2)} and leaves {percent(min(left))} to {percent(max(left))} "
        "of the variance of the AUC difference. Without and with it, the better classifier is "
        f"chosen by AUC on {join_words(shares, 'and on')} of the simulated test sets.",
        f"The variance of the error difference falls likewise in {by_error} of {len(settings)} "
        "settings.",
    )


def _reason(state: State) -> str:
    if state == "not reproduced":
        return "The remark does not hold in all settings, or a simulation contradicts our moments."
    return (
        "The paper prints no numbers here; the settings are those of its Table 1, the kind of "
        "dependence and its amounts are ours."
    )


def _kind() -> Caveat:
    return caveat(Kind.ONE_KIND_OF_DEPENDENCE)


# Section 2.1.1 laid out: exact and simulated, by dependence.


def dependence_table(rows: Sequence[DependenceRow]) -> Table:
    """A row for each setting and dependence; the columns hold the error rate too."""
    return Table(
        name="dependence",
        title="Choosing by AUC when both classifiers err together: exact and simulated (simulation "
        "standard error). Correlation is that of the two classifiers' order switches, the mean "
        "over pairs of observations; Φ is the normal approximation with exact moments. All ours, "
        "the paper prints no numbers",
        header=(
            *("n, q2", "dependence", "correlation", "variance, exact", "simulated"),
            *("Φ by AUC", "share of draws", "Φ by error rate", "share of draws"),
        ),
        rows=tuple(_row(row) for row in rows),
        columns=_columns(rows),
    )


def _row(row: DependenceRow) -> tuple[str, ...]:
    auc, error = row.simulated.auc, row.simulated.error
    return (
        setting_cell(row.n, row.second_probability),
        number(row.dependence, 2),
        number(row.switch_correlation, 2),
        number(row.auc.variance, 0),
        simulated_cell(auc.variance, auc.variance_standard_error, 0),
        number(row.auc_phi),
        simulated_cell(auc.share, auc.share_standard_error),
        number(row.error_phi),
        simulated_cell(error.share, error.share_standard_error),
    )


def _columns(rows: Sequence[DependenceRow]) -> Cells:
    def column(of: Callable[[DependenceRow], float]) -> tuple[object, ...]:
        return tuple(map(of, rows))

    return {
        "n": column(lambda row: row.n),
        "second_probability": column(lambda row: row.second_probability),
        "dependence": column(lambda row: row.dependence),
        "switch_correlation": column(lambda row: row.switch_correlation),
        "draws": column(lambda row: row.simulated.draws),
        "auc_mean": column(lambda row: row.auc.mean),
        "auc_mean_simulated": column(lambda row: row.simulated.auc.mean),
        "auc_mean_standard_error": column(lambda row: row.simulated.auc.mean_standard_error),
        "auc_variance": column(lambda row: row.auc.variance),
        "auc_variance_simulated": column(lambda row: row.simulated.auc.variance),
        "auc_variance_standard_error": column(
            lambda row: row.simulated.auc.variance_standard_error
        ),
        "auc_phi": column(lambda row: row.auc_phi),
        "auc_share": column(lambda row: row.simulated.auc.share),
        "auc_share_standard_error": column(lambda row: row.simulated.auc.share_standard_error),
        "error_mean": column(lambda row: row.error.mean),
        "error_variance": column(lambda row: row.error.variance),
        "error_variance_simulated": column(lambda row: row.simulated.error.variance),
        "error_variance_standard_error": column(
            lambda row: row.simulated.error.variance_standard_error
        ),
        "error_phi": column(lambda row: row.error_phi),
        "error_share": column(lambda row: row.simulated.error.share),
        "error_share_standard_error": column(lambda row: row.simulated.error.share_standard_error),
    }
