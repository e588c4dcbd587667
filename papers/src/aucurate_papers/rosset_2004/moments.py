"""Tables 1 and 6: exact moments of the AUC difference and of the error difference.

Every printed mean and variance stands beside ours and the witnesses for ours: another road without
simulation error (the paper's triple sums for the AUC, the distribution itself for the errors), and
a simulation with its standard error.

**State** (:func:`~aucurate_papers.rosset_2004.agreement.state_of`, over all printed
means and variances of the table): "not reproduced" if a witness speaks against one of ours (the
other road beyond 1e-9, or the simulation by more than three standard errors, and so many more that
all figures together exceed them as rarely), or, for Table 6, if the AUC does not choose the better
classifier more often in all rows; else "exact" if ours round to all that is printed, and "printed
figure is wrong" if some do not.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from scipy.special import ndtr

from aucurate.formatting import count, join_words, number, percent
from aucurate.study.table import Table
from aucurate.theory import (
    SimulatedChoice,
    auc_difference_moments,
    error_difference_moments,
    rosset_example,
)
from aucurate_papers.exhibit import Exhibit, RunProvenance, State
from aucurate_papers.rosset_2004 import PAPER, SOURCE
from aucurate_papers.rosset_2004.agreement import (
    Cells,
    Figure,
    errors_for,
    rounds_to,
    setting_cell,
    simulated_cell,
    state_of,
)
from aucurate_papers.rosset_2004.formulas import (
    GUESSED_CROSSING,
    ErrorMoments,
    FormulaMoments,
    error_moments,
    formula_moments,
)
from aucurate_papers.rosset_2004.printed import (
    PRINTED_MOMENTS,
    PRINTED_SIZE,
    PRINTED_THRESHOLD,
    PrintedMoments,
)
from aucurate_papers.rosset_2004.right_choice import THRESHOLD, BothMoments, simulated_of
from aucurate_papers.running import Made, Run, provenance_of

# A row of Tables 1 and 6: exact, by another road, simulated, and printed.


DRAWS = 100_000
QUICK_DRAWS = 2_000

_STREAM = 1  # of the random numbers of Tables 1 and 6


@dataclass(frozen=True, slots=True, kw_only=True)
class MomentsRow(BothMoments):
    """One setting of n and q.

    ``auc`` and ``error`` are the exact moments of :mod:`aucurate.theory`; ``formula`` are those of
    the AUC by the paper's triple sums, ``whole`` those of the errors by their distribution.
    """

    printed: PrintedMoments
    formula: FormulaMoments
    whole: ErrorMoments
    simulated: SimulatedChoice

    @property
    def auc_mean_figure(self) -> Figure:
        """The mean of Table 1 and its witnesses."""
        return Figure(
            exact=self.auc.mean,
            again=self.formula.mean,
            simulated=self.simulated.auc.mean,
            standard_error=self.simulated.auc.mean_standard_error,
            printed=self.printed.auc_mean,
            decimals=2,
        )

    @property
    def auc_variance_figure(self) -> Figure:
        """The variance of Table 1 and its witnesses."""
        return Figure(
            exact=self.auc.variance,
            again=self.formula.variance,
            simulated=self.simulated.auc.variance,
            standard_error=self.simulated.auc.variance_standard_error,
            printed=self.printed.auc_variance,
            decimals=0,
        )

    @property
    def error_mean_figure(self) -> Figure:
        """The mean of the error difference and its witnesses."""
        return Figure(
            exact=self.error.mean,
            again=self.whole.mean,
            simulated=self.simulated.error.mean,
            standard_error=self.simulated.error.mean_standard_error,
            printed=self.printed.error_mean,
            decimals=2,
        )

    @property
    def error_variance_figure(self) -> Figure:
        """The variance of the error difference and its witnesses."""
        return Figure(
            exact=self.error.variance,
            again=self.whole.variance,
            simulated=self.simulated.error.variance,
            standard_error=self.simulated.error.variance_standard_error,
            printed=self.printed.error_variance,
            decimals=2,
        )


def rows_of(run: Run, what: str) -> list[MomentsRow]:
    """All six rows; what is slow of each is kept, for both tables."""
    rows = []
    for at, printed in enumerate(PRINTED_MOMENTS):
        run.tell(at, len(PRINTED_MOMENTS), what)
        rows.append(row_of(run, printed, QUICK_DRAWS if run.quick else DRAWS, at, what))
    run.tell(len(PRINTED_MOMENTS), len(PRINTED_MOMENTS), what)
    return rows


def row_of(run: Run, printed: PrintedMoments, draws: int, at: int, what: str) -> MomentsRow:
    """One row, number ``at`` of the table."""
    n, q1, q2 = printed.n, printed.first_probability, printed.second_probability
    pair = rosset_example(n, q1, q2, size=PRINTED_SIZE)

    def stay(done: int, total: int, what: str = "") -> bool:
        run.tell(at, len(PRINTED_MOMENTS), f"{what}, n = {n}, q2 = {q2}")
        return True

    def compute() -> dict[str, Any]:
        found = formula_moments(n, q1, q2, size=PRINTED_SIZE, step=lambda done: stay(done, n))
        return found.to_dict()

    piece = f"moments/n-{n}-q-{q2}"
    formula = run.kept(f"{PAPER}/{piece}-formula", {"n": n, "second_probability": q2}, compute)
    return MomentsRow(
        printed=printed,
        auc=auc_difference_moments(pair),
        error=error_difference_moments(pair, threshold=THRESHOLD),
        formula=FormulaMoments.from_dict(formula),
        whole=error_moments(n, q1, q2, size=PRINTED_SIZE, threshold=PRINTED_THRESHOLD),
        simulated=simulated_of(
            run, pair, piece, stream=(_STREAM, n, round(1000 * q2)), draws=draws, progress=stay
        ),
    )


TABLE_1_TITLE = "Moments of the difference of two AUCs"
TABLE_6_TITLE = "Moments of the differences in AUC and in error rate"

_HOLDS = " What the paper concludes from them holds with the exact ones."


def table_1(run: Run) -> Made:
    """Mean, variance and Phi of the AUC difference."""
    rows = rows_of(run, "table 1")
    state = table_1_state(rows)
    return Made(
        exhibit=Exhibit(
            paper=PAPER,
            name="table 1",
            title=TABLE_1_TITLE,
            state=state,
            shown=(auc_table(rows, "table_1", as_printed=True),),
            verdict=table_1_sentences(rows),
            differs=_reason(state, "variances"),
            caveats=(),
            provenance=_provenance(run, rows),
        )
    )


def table_6(run: Run) -> Made:
    """The same for the error rate, with the AUC beside it."""
    rows = rows_of(run, "table 6")
    state = table_6_state(rows)
    return Made(
        exhibit=Exhibit(
            paper=PAPER,
            name="table 6",
            title=TABLE_6_TITLE,
            state=state,
            shown=(error_table(rows, "table_6_error"), auc_table(rows, "table_6_auc")),
            verdict=table_6_sentences(rows),
            differs=_reason(state, "variances of the AUC and moments of the errors", _HOLDS),
            caveats=(),
            provenance=_provenance(run, rows),
        )
    )


def table_1_state(rows: Sequence[MomentsRow]) -> State:
    """Of the means and variances of the AUC difference."""
    figures = [(row.auc_mean_figure, row.auc_variance_figure) for row in rows]
    return state_of(figure for two in figures for figure in two)


def table_6_state(rows: Sequence[MomentsRow]) -> State:
    """Of all means and variances, if the finding holds."""
    if not auc_chooses_better(rows):
        return "not reproduced"
    figures = [
        (
            *(row.auc_mean_figure, row.auc_variance_figure),
            *(row.error_mean_figure, row.error_variance_figure),
        )
        for row in rows
    ]
    return state_of(figure for four in figures for figure in four)


def _provenance(run: Run, rows: Sequence[MomentsRow]) -> RunProvenance:
    return provenance_of(
        run,
        source=SOURCE,
        method="exact moments (aucurate.theory), the paper's triple sums, and simulation",
        draws=rows[0].simulated.draws,
        threshold=rows[0].simulated.threshold,
    )


def _reason(state: State, what: str, further: str = "") -> str:
    if state == "exact":
        return ""
    if state == "not reproduced":
        return "A witness speaks against our own figures; look at the tables before trusting them."
    return (
        f"The printed {what} are other numbers than those that follow from the paper's "
        f"assumptions; how they came about we do not know.{further}"
    )


# Tables 1 and 6 laid out: printed, exact and simulated in one row each.


def auc_table(rows: Sequence[MomentsRow], name: str, *, as_printed: bool = False) -> Table:
    """The moments of the AUC difference; also what the variance formula gives ``as_printed``."""
    columns = _settings(rows)
    columns |= _figures("mean", [row.auc_mean_figure for row in rows])
    columns |= _figures("variance", [row.auc_variance_figure for row in rows])
    columns |= {
        "variance_from_scores": _column(rows, lambda row: row.auc.variance_from_scores),
        "variance_from_labels": _column(rows, lambda row: row.auc.variance_from_labels),
        "phi_printed": _column(rows, lambda row: row.printed.auc_phi),
        "phi": _column(rows, lambda row: row.auc_phi),
        "share": _column(rows, lambda row: row.simulated.auc.share),
        "share_standard_error": _column(rows, lambda row: row.simulated.auc.share_standard_error),
    }
    by_formula: list[tuple[str, ...]] = [()] * len(rows)
    if as_printed:
        values = [row.formula.variance_as_printed for row in rows]
        columns["variance_formula_as_printed"] = tuple(values)
        by_formula = [(number(value, 0),) for value in values]
    return Table(
        name=name,
        title="n+ n- (AUC1 - AUC2): theirs, the exact value, and the simulated one (simulation "
        "standard error); Φ is the normal approximation for choosing the better classifier, ours "
        "with the exact moments",
        header=(
            *("n, q2", "mean, theirs", "exact, ours", "simulated, ours"),
            *("variance, theirs", "exact, ours", "simulated, ours"),
            *(("by their formula as printed",) if as_printed else ()),
            *("Φ, theirs", "Φ, ours", "share of draws"),
        ),
        rows=tuple(
            (
                _setting(row),
                *_cells(row.auc_mean_figure, 2),
                *_cells(row.auc_variance_figure, 0),
                *formula,
                number(row.printed.auc_phi, 2),
                number(row.auc_phi),
                simulated_cell(row.simulated.auc.share, row.simulated.auc.share_standard_error),
            )
            for row, formula in zip(rows, by_formula, strict=True)
        ),
        columns=columns,
    )


def error_table(rows: Sequence[MomentsRow], name: str) -> Table:
    """The moments of the error difference, and the exact probability of the right choice."""
    columns = _settings(rows)
    columns |= _figures("mean", [row.error_mean_figure for row in rows])
    columns |= _figures("variance", [row.error_variance_figure for row in rows])
    columns |= {
        "phi_printed": _column(rows, lambda row: row.printed.error_phi),
        "phi": _column(rows, lambda row: row.error_phi),
        "probability": _column(rows, lambda row: row.whole.probability),
        "ties": _column(rows, lambda row: row.whole.ties),
        "share": _column(rows, lambda row: row.simulated.error.share),
        "share_standard_error": _column(rows, lambda row: row.simulated.error.share_standard_error),
    }
    return Table(
        name=name,
        title="Errors of the second - errors of the first classifier, a score above 1/2 being "
        "called positive: theirs, exact, simulated (simulation standard error); Φ is the normal "
        "approximation for choosing the better classifier, ours with the exact moments, ties "
        "counting one half",
        header=(
            *("n, q2", "mean, theirs", "exact, ours", "simulated, ours"),
            *("variance, theirs", "exact, ours", "simulated, ours"),
            *("Φ, theirs", "Φ, ours", "without approximation", "share of draws"),
        ),
        rows=tuple(
            (
                _setting(row),
                *_cells(row.error_mean_figure, 3),
                *_cells(row.error_variance_figure, 3),
                number(row.printed.error_phi, 2),
                number(row.error_phi),
                number(row.whole.probability),
                simulated_cell(row.simulated.error.share, row.simulated.error.share_standard_error),
            )
            for row in rows
        ),
        columns=columns,
    )


def _setting(row: MomentsRow) -> str:
    return setting_cell(row.printed.n, row.printed.second_probability)


def _settings(rows: Sequence[MomentsRow]) -> Cells:
    return {
        "n": _column(rows, lambda row: row.printed.n),
        "first_probability": _column(rows, lambda row: row.printed.first_probability),
        "second_probability": _column(rows, lambda row: row.printed.second_probability),
        "draws": _column(rows, lambda row: row.simulated.draws),
    }


def _column(rows: Sequence[MomentsRow], of: Callable[[MomentsRow], float]) -> tuple[object, ...]:
    return tuple(map(of, rows))


def _figures(what: str, figures: Sequence[Figure]) -> Cells:
    return {
        f"{what}_printed": tuple(one.printed for one in figures),
        what: tuple(one.exact for one in figures),
        f"{what}_again": tuple(one.again for one in figures),
        f"{what}_simulated": tuple(one.simulated for one in figures),
        f"{what}_standard_error": tuple(one.standard_error for one in figures),
    }


def _cells(figure: Figure, decimals: int) -> tuple[str, str, str]:
    return (
        number(figure.printed, figure.decimals),
        number(figure.exact, decimals),
        simulated_cell(figure.simulated, figure.standard_error, decimals),
    )


# What the witnesses say about the printed figures of Tables 1 and 6, in words.


def table_1_sentences(rows: Sequence[MomentsRow]) -> tuple[str, ...]:
    """Means, variances, the sign in the formula, the simulation, and Phi."""
    means = [row.auc_mean_figure for row in rows]
    variances = [row.auc_variance_figure for row in rows]
    sentences = [f"Of the printed means of the AUC difference, {_outcome(means)}."]
    sentences.append(f"Of the printed variances, {_outcome(variances)}.{_by_how_much(variances)}")
    if not all(figure.comes_out for figure in variances):
        sentences += [
            _witnesses(
                variances,
                "the paper's own formula, one sign mended,",
                _draws(rows),
                errors_for(len(means + variances)),
            ),
            _sign(rows),
        ]
    return (*sentences, _within_three(rows), _phi(rows))


def table_6_sentences(rows: Sequence[MomentsRow]) -> tuple[str, ...]:
    """The error rate, the reading that fits it, and the finding: the AUC chooses better."""
    means = [row.error_mean_figure for row in rows]
    variances = [row.error_variance_figure for row in rows]
    phis = [rounds_to(row.error_phi, row.printed.error_phi, 2) for row in rows]
    sentences = [_finding(rows)]
    far = max(abs(figure.printed / figure.exact - 1) for figure in means + variances)
    sentences.append(
        f"Of the printed means of the error difference, {_outcome(means)}, of its variances "
        f"{_outcome(variances)}; none is off by more than {percent(far)}, and {sum(phis)} of "
        f"{len(rows)} Φ come out."
    )
    if not all(figure.comes_out for figure in means + variances):
        words = "the distribution of the difference, convolved item by item,"
        errors = errors_for(2 * len(means + variances))  # the AUC's are in the table too
        sentences += [_witnesses(means + variances, words, _draws(rows), errors), _guess(rows)]
    return (*sentences, _slips(rows))


def auc_chooses_better(rows: Sequence[MomentsRow]) -> bool:
    """The finding of Table 6: in all rows the AUC finds the better classifier more often."""
    return all(
        row.auc_phi > row.error_phi and row.simulated.auc.share > row.simulated.error.share
        for row in rows
    )


def guess_comes_out(printed: PrintedMoments) -> tuple[bool, bool]:
    """Whether the printed mean and variance follow if the item at 0.3 n crosses less often."""
    found = error_moments(
        printed.n,
        printed.first_probability,
        printed.second_probability,
        size=PRINTED_SIZE,
        threshold=PRINTED_THRESHOLD,
        crossing=GUESSED_CROSSING,
    )
    return (
        rounds_to(found.mean, printed.error_mean, 2),
        rounds_to(found.variance, printed.error_variance, 2),
    )


def _outcome(figures: Sequence[Figure]) -> str:
    come = sum(figure.comes_out for figure in figures)
    if come == len(figures):
        return f"all {come} come out to the last digit"
    return f"{come} of {len(figures)} come out" if come else f"none of {len(figures)} comes out"


def _by_how_much(figures: Sequence[Figure]) -> str:
    if all(figure.comes_out for figure in figures):
        return ""
    shares = [abs(figure.exact / figure.printed - 1) for figure in figures]
    side = "larger" if all(figure.exact > figure.printed for figure in figures) else "different"
    return f" The exact ones are {percent(min(shares))} to {percent(max(shares))} {side}."


def _witnesses(figures: Sequence[Figure], other_road: str, draws: int, errors: float) -> str:
    held = sum(figure.is_held(errors) for figure in figures)
    out = sum(figure.is_ruled_out(errors) for figure in figures)
    told = f"By themselves the draws rule out {out} of the {len(figures)} printed figures"
    if out < len(figures):
        told += f"; in {len(figures) - out} they cannot tell theirs from ours"
    return (
        f"The exact figures are held by two witnesses in {held} of {len(figures)} cases: "
        f"{other_road} gives the same to nine digits, and {count(draws, 'simulated test set')} "
        f"agree within the {number(errors, 1)} standard errors that are allowed for all figures of "
        f"the table together. {told}."
    )


def _within_three(rows: Sequence[MomentsRow]) -> str:
    near = sum(row.auc_mean_figure.is_held() and row.auc_variance_figure.is_held() for row in rows)
    return (
        f"In {near} of {len(rows)} rows the simulated mean and variance are both within three "
        "standard errors of the exact ones."
    )


def _sign(rows: Sequence[MomentsRow]) -> str:
    as_printed = [number(row.formula.variance_as_printed, 0) for row in rows]
    comes_out = sum(
        rounds_to(row.formula.variance_as_printed, row.printed.auc_variance, 0) for row in rows
    )
    return (
        "In the printed formula the last term has a plus sign that should be a minus. Taken as it "
        f"stands it gives {join_words(as_printed)}, by which {comes_out} of {len(rows)} printed "
        "variances come out: the sign alone does not explain them. We found no reading of the "
        "formulas that does."
    )


def _phi(rows: Sequence[MomentsRow]) -> str:
    ours = sum(rounds_to(row.auc_phi, row.printed.auc_phi, 2) for row in rows)
    follow = sum(
        rounds_to(
            float(ndtr(row.printed.auc_mean / math.sqrt(row.printed.auc_variance))),
            row.printed.auc_phi,
            2,
        )
        for row in rows
    )
    far = max(abs(row.auc_phi - row.printed.auc_phi) for row in rows)
    off = max(abs(row.auc_phi - row.simulated.auc.share) for row in rows)
    return (
        f"The printed Φ follow from the printed means and variances in {follow} of {len(rows)} "
        f"rows; with the exact variances {ours} come out and none is off by more than "
        f"{number(far)}. The normal approximation is within {number(off)} of the simulated shares."
    )


def _guess(rows: Sequence[MomentsRow]) -> str:
    told = [guess_comes_out(row.printed) for row in rows]
    means, variances = (sum(which) for which in zip(*told, strict=True))
    return (
        f"{means} of {len(rows)} printed means and {variances} of {len(rows)} variances would come "
        "out if the observation at 0.3 n, whose raised score passes the threshold by 0.0005, did "
        f"so with {number(GUESSED_CROSSING)} of its probability. That is a guess from the numbers; "
        "nothing in the text says so."
    )


def _slips(rows: Sequence[MomentsRow]) -> str:
    """Where the text says something else than the figures beside it."""
    first = rows[0]
    upper = 1 - float(ndtr(first.printed.error_mean / math.sqrt(first.printed.error_variance)))
    return (
        "In two places the text says something else than the table, which has it right: "
        "equation (2), as printed, has the sign turned round (the mean of the first row would be "
        f"{number(-first.error.mean, 2)}, not {number(first.error.mean, 2)}), and the column Φ is "
        f"said to be 1 - Φ(mean/std), which would be {number(upper, 2)} where "
        f"{number(first.printed.error_phi, 2)} is printed: that is Φ itself."
    )


def _draws(rows: Sequence[MomentsRow]) -> int:
    return rows[0].simulated.draws


def _finding(rows: Sequence[MomentsRow]) -> str:
    more = sum(row.simulated.auc.share > row.simulated.error.share for row in rows)
    word = "As the paper finds" if auc_chooses_better(rows) else "Other than the paper finds"
    shares = [
        f"{percent(row.simulated.auc.share)} against {percent(row.simulated.error.share)}"
        for row in rows
    ]
    return (
        f"{word}, the better classifier is chosen more often by AUC than by error rate in {more} "
        f"of {len(rows)} rows: on {join_words(shares)} of the simulated test sets."
    )
