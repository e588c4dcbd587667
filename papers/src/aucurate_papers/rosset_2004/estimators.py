r"""Table 2: how well Hanley and McNeil, and DeLong, estimate the variance of the difference.

1000 test sets are drawn for each row, as in the paper, and every estimate is held against the exact
variance of n+ n- (AUC1 - AUC2), in which the class sizes vary too: each draw is weighted with its
own.

**State**: "within simulation error" if all twelve printed means are within three standard errors of
the difference of two means (both over as many draws as they have, both with the standard deviation
of our draws); "same finding, other numbers" if the paper's findings hold
(:class:`~aucurate_papers.rosset_2004.estimators.Findings`); else "not reproduced".

The draws
---------
Estimates of the variance of n+ n- (AUC1 - AUC2) from one test set each, over many test sets.

Every estimate is the estimated variance of the difference of the two AUCs times (n+ n-)^2 of its
own draw. With the comparisons k_ij of positive i and negative j (1, 0 or -1: which classifier ranks
the pair better) written as :math:`k_{ij} = \bar k + a_i + b_j + r_ij`, of m positives and n
negatives, the variance of the mean of k is V(a)/m + V(b)/n + V(r)/(mn), and

- DeLong's estimator, S10/m + S01/n, expects V(a)/m + V(b)/n + 2 V(r)/(mn), because each of the two
  variances of placements holds a share of V(r): it is too large by V(r)/(mn);
- ``unbiased`` takes that away, with V(r) from the residuals of the two-way table of comparisons
  (divisor (m - 1)(n - 1));
- ``first_order`` takes it away twice and is left with the terms that matter in large samples,
  V(a)/m + V(b)/n, the "asymptotic" variance of which the paper speaks.

Hanley and McNeil's is that of :func:`aucurate.inference.auc.hanley_mcneil.hanley_mcneil_test`:
standard errors of the exponential model, and r from their table of 1983 entered with the mean of
Pearson's correlations within the classes, as they advise for continuous scores (``hanley_mcneil``);
with r computed from the binormal model behind the table (``binormal``); or with the table entered
with Kendall's correlation, which they advise for ratings (``kendall``).
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtrc

from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores
from aucurate.formatting import join_words, number, p_value, percent
from aucurate.inference.auc.hanley_mcneil import (
    CORRELATIONS,
    binormal_correlation,
    hanley_mcneil_test,
    tabled_correlation,
)
from aucurate.results import Record
from aucurate.study.table import Table
from aucurate.theory import auc_difference_moments, rosset_example
from aucurate.theory.worlds import ScoreLaw, TwoClassifiers
from aucurate_papers.exhibit import Exhibit, State
from aucurate_papers.rosset_2004 import PAPER, SOURCE
from aucurate_papers.rosset_2004.agreement import (
    ERRORS,
    Cells,
    joint_error,
    rounds_to,
    setting_cell,
    simulated_cell,
    within,
)
from aucurate_papers.rosset_2004.printed import (
    PRINTED_DRAWS,
    PRINTED_ESTIMATORS,
    PRINTED_FIRST_PROBABILITY,
    PRINTED_LOOKUP,
    PRINTED_SIZE,
    PrintedEstimators,
)
from aucurate_papers.running import Made, Run, provenance_of

ESTIMATORS = ("hanley_mcneil", "binormal", "kendall", "delong", "unbiased", "first_order")


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimates(Record):
    """One estimator over many draws: mean, its standard error, and the spread of single draws.

    ``low`` and ``high`` are the 2.5th and 97.5th percentile of the draws.
    """

    mean: float
    standard_error: float
    standard_deviation: float
    low: float
    high: float

    @classmethod
    def of(cls, draws: NDArray[np.float64]) -> "Estimates":
        """Of the estimates of these draws."""
        spread = float(np.std(draws, ddof=1))
        low, high = np.quantile(draws, [0.025, 0.975])
        return cls(
            mean=float(np.mean(draws)),
            standard_error=spread / math.sqrt(len(draws)),
            standard_deviation=spread,
            low=float(low),
            high=float(high),
        )


def estimates_of(
    pair: TwoClassifiers,
    draws: int,
    rng: np.random.Generator,
    step: Callable[[], object] = lambda: None,
) -> dict[str, Estimates]:
    """All estimators over so many test sets, by name; ``step`` is called after each."""
    found = np.empty((draws, len(ESTIMATORS)))
    for draw in range(draws):
        found[draw] = _estimates(drawn(pair, rng))
        step()
    return {name: Estimates.of(found[:, at]) for at, name in enumerate(ESTIMATORS)}


def drawn(pair: TwoClassifiers, rng: np.random.Generator) -> PairedScores:
    """One test set of two classifiers that err independently: labels and both scores."""
    positive = rng.random(pair.n) < pair.positive_probability
    return PairedScores.from_arrays(
        positive, {"first": _scores(pair.first, rng), "second": _scores(pair.second, rng)}
    )


def _scores(law: ScoreLaw, rng: np.random.Generator) -> NDArray[np.float64]:
    passed = np.cumsum(law.probabilities, axis=1)[:, :-1] <= rng.random((law.n, 1))
    return np.asarray(law.values[np.arange(law.n), np.sum(passed, axis=1)])


def _estimates(data: PairedScores) -> tuple[float, ...]:
    moments = AucMoments.from_scores(data, threads=1)
    pairs = moments.n_positive * moments.n_negative
    delong = float(moments.difference_variance[0, 1])
    share = interaction_variance(data) / pairs
    first, second = data
    errors = [
        hanley_mcneil_test(first, second).standard_error,
        hanley_mcneil_test(first, second, correlation="binormal").standard_error,
        hanley_mcneil_test(first, second, score_correlation="kendall").standard_error,
    ]
    variances = [error**2 for error in errors] + [delong, delong - share, delong - 2 * share]
    return tuple(variance * pairs**2 for variance in variances)


def interaction_variance(data: PairedScores) -> float:
    """V(r): what is left of the comparisons of pairs after their rows and columns."""
    positive = data.observations.is_positive
    k = _wins(data.values[0], positive) - _wins(data.values[1], positive)
    rows, columns = (np.mean(k, axis=axis, keepdims=True) for axis in (1, 0))
    left = k - rows - columns + np.mean(k)
    return float(np.sum(left**2) / ((len(k) - 1) * (k.shape[1] - 1)))


def _wins(
    scores: NDArray[np.float64] | NDArray[np.float32], positive: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """1 where the positive of the row scores above the negative of the column, ties one half."""
    above, below = scores[positive][:, None], scores[~positive][None, :]
    return np.asarray((above > below) + 0.5 * (above == below))


# The look-up of section 2.2 in the table of Hanley and McNeil (1983), read in several ways.


PRINTED = "as printed"
_PER_CLASS = 50  # the classes for which the table of 1983 was computed


def lookup_readings() -> dict[str, float]:
    """The correlation of the two AUCs as printed, and by three readings of ours."""
    given = PRINTED_LOOKUP
    rho = (given["positive"] + given["negative"]) / 2
    area = (given["first"] + given["second"]) / 2
    below = max(row for row in CORRELATIONS.tolist() if row <= rho)
    within = (given["positive"], given["negative"])
    return {
        PRINTED: given["r"],
        "table, between its rows": tabled_correlation(rho, area),
        "table, row below": tabled_correlation(below, area),
        f"computed for {_PER_CLASS} and {_PER_CLASS} observations": binormal_correlation(
            (given["first"], given["second"]), within, _PER_CLASS, _PER_CLASS
        ),
    }


def lookup_sentence() -> str:
    """By which readings the printed correlation comes out."""
    printed = PRINTED_LOOKUP["r"]
    readings = {name: r for name, r in lookup_readings().items() if name != PRINTED}
    come = [name for name, r in readings.items() if rounds_to(r, printed, 2)]
    others = [f"{number(r, 2)} ({name})" for name, r in readings.items() if name not in come]
    told = (
        f"The correlation {number(printed, 2)} that section 2.2 looks up in the table of 1983 "
        f"comes out by {len(come)} of {len(readings)} readings"
    )
    told += f" ({join_words(come)})" if come else ""
    return f"{told}; otherwise it is {join_words(others)}." if others else f"{told}."


# What the draws say about the findings of Table 2.


USUALLY = 2 / 3
"""The share of rows that "usually" and "tends to" are taken for."""

NOT_MUCH = 0.25
"""A spread that is larger by up to this share of the other is "not much larger"."""

READINGS = {
    "one standard deviation": 1.0,
    "a 90% range of single estimates": 1.645,
    "a 95% range of single estimates": 1.96,
    "a 95% interval of their mean": 1.96 / math.sqrt(PRINTED_DRAWS),
}
"""What the printed sign ± may stand for, in standard deviations of single estimates."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EstimatorRow:
    """A row of Table 2: theirs, the exact variance, and all estimators of ours by name."""

    printed: PrintedEstimators
    draws: int
    exact: float
    estimates: dict[str, Estimates]

    def bias(self, name: str) -> float:
        """By which share of the exact variance an estimator is too large on average."""
        return self.estimates[name].mean / self.exact - 1

    def agrees(self, name: str, printed: float) -> bool:
        """Whether our mean and a printed one differ by no more than three standard errors."""
        return abs(self.distance(name, printed)) <= ERRORS

    def distance(self, name: str, printed: float) -> float:
        """Our mean minus a printed one, in standard errors of the difference of two means.

        The paper's mean is taken to vary as ours does, over its 1000 draws.
        """
        ours = self.estimates[name]
        theirs = ours.standard_deviation / math.sqrt(PRINTED_DRAWS)
        return (ours.mean - printed) / joint_error(ours.standard_error, theirs)

    def printed_multiple(self, name: str) -> float:
        """What follows the printed sign ±, in standard deviations of our draws."""
        printed: float = getattr(self.printed, f"{name}_spread")
        return printed / self.estimates[name].standard_deviation

    @property
    def spread_ratio(self) -> float:
        """The standard deviation of DeLong's estimates over that of Hanley and McNeil's."""
        delong, other = self.estimates["delong"], self.estimates["hanley_mcneil"]
        return delong.standard_deviation / other.standard_deviation


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """In how many of the rows each thing holds.

    ``nearer``: the mean of DeLong's estimates is nearer to the exact variance than that of Hanley
    and McNeil's. ``too_large``: Hanley and McNeil's is above it by more than three standard errors.
    ``alike``: the standard deviation of DeLong's estimates is at most a quarter larger than that of
    the other, ``smaller``: it is smaller. ``hanley_mcneil``, ``delong``, ``first_order``: the mean
    is within three standard errors of the printed one (for the last: printed for DeLong).
    ``unbiased``: DeLong's without its bias is within three standard errors of the exact variance.
    ``first_order_p_value`` is that of the distances of the first-order means from those printed for
    DeLong, all rows together (chi-square).
    """

    rows: int
    nearer: int
    too_large: int
    alike: int
    smaller: int
    hanley_mcneil: int
    delong: int
    first_order: int
    unbiased: int
    first_order_p_value: float

    @property
    def hold(self) -> bool:
        """What the paper concludes: nearer in all rows, too large and alike in most."""
        usually = USUALLY * self.rows
        return self.nearer == self.rows and self.too_large >= usually and self.alike >= usually


def findings_of(rows: Sequence[EstimatorRow]) -> Findings:
    """Count them."""

    def count(holds: Callable[[EstimatorRow], bool]) -> int:
        return sum(map(holds, rows))

    return Findings(
        rows=len(rows),
        nearer=count(lambda row: abs(row.bias("delong")) < abs(row.bias("hanley_mcneil"))),
        too_large=count(_is_too_large),
        alike=count(lambda row: row.spread_ratio <= 1 + NOT_MUCH),
        smaller=count(lambda row: row.spread_ratio < 1),
        hanley_mcneil=count(lambda row: row.agrees("hanley_mcneil", row.printed.hanley_mcneil)),
        delong=count(lambda row: row.agrees("delong", row.printed.delong)),
        first_order=count(lambda row: row.agrees("first_order", row.printed.delong)),
        unbiased=count(_is_unbiased),
        first_order_p_value=float(
            chdtrc(
                len(rows),
                sum(row.distance("first_order", row.printed.delong) ** 2 for row in rows),
            )
        ),
    )


def state_of(found: Findings) -> State:
    """Within simulation error where all means are; else whether the findings hold."""
    if found.hanley_mcneil == found.delong == found.rows:
        return "within simulation error"
    return "same finding, other numbers" if found.hold else "not reproduced"


def sentences_of(found: Findings, rows: Sequence[EstimatorRow]) -> tuple[str, ...]:
    """The findings of the paper, the readings of its columns, and what is left of a bias."""
    return (
        _nearer(found, rows),
        _spread(found, rows),
        _means(found),
        _bias(found, rows),
        f"What follows the printed sign ± is {_sign(rows, 'hanley_mcneil')} for Hanley and McNeil, "
        f"and {_sign(rows, 'delong')} for DeLong.",
        "The text calls what is estimated Var(AUC(m1) - AUC(m2)); the figures, as those of Table "
        "1, are of n+ n- times that difference.",
        lookup_sentence(),
    )


def _is_too_large(row: EstimatorRow) -> bool:
    ours = row.estimates["hanley_mcneil"]
    return ours.mean - row.exact > ERRORS * ours.standard_error


def _is_unbiased(row: EstimatorRow) -> bool:
    ours = row.estimates["unbiased"]
    return within(ours.mean, row.exact, ours.standard_error)


def _nearer(found: Findings, rows: Sequence[EstimatorRow]) -> str:
    word = "As in the paper" if found.hold else "Not all findings of the paper come out"
    return (
        f"{word}: the mean of DeLong's estimator is nearer to the exact variance than that of "
        f"Hanley and McNeil's in {found.nearer} of {found.rows} rows, and the latter is clearly "
        f"too large in {found.too_large}: on average they are off by {_range(rows, 'delong')} and "
        f"by {_range(rows, 'hanley_mcneil')}."
    )


def _spread(found: Findings, rows: Sequence[EstimatorRow]) -> str:
    ratios = [row.spread_ratio for row in rows]
    return (
        f"The spread of DeLong's estimates is {number(min(ratios), 2)} to {number(max(ratios), 2)} "
        f"times that of Hanley and McNeil's, at most a quarter larger in {found.alike} of "
        f"{found.rows} rows (the paper: usually not much larger) and smaller in {found.smaller} "
        "(the paper: sometimes)."
    )


def _means(found: Findings) -> str:
    told = (
        f"The printed means come out within three simulation errors in {found.hanley_mcneil} of "
        f"{found.rows} rows for Hanley and McNeil and in {found.delong} for DeLong."
    )
    if found.first_order > found.delong:
        told += (
            " Of several readings tried on the paper's DeLong column after seeing it, the nearest "
            "estimates only the first-order terms of the variance, each without bias: within three "
            f"simulation errors in {found.first_order} of {found.rows} rows, and the rows "
            f"together give {p_value(found.first_order_p_value)}. The paper does not say so."
        )
    return told


def _bias(found: Findings, rows: Sequence[EstimatorRow]) -> str:
    sizes = sorted({row.printed.n for row in rows})
    means = []
    for n in sizes:
        biases = [row.bias("delong") for row in rows if row.printed.n == n]
        means.append(f"{percent(sum(biases) / len(biases))} with n = {n}")
    return (
        f"What is left of a bias in DeLong's estimator ({join_words(means)}) is known and vanishes "
        "with n: both of its variances of placements hold a share of the variance of single "
        f"pairs. Without it the mean is within three simulation errors of the exact variance in "
        f"{found.unbiased} of {found.rows} rows."
    )


def _sign(rows: Sequence[EstimatorRow], name: str) -> str:
    """What the printed sign ± most likely stands for, in one column."""
    multiples = [row.printed_multiple(name) for row in rows]
    middle = median(multiples)
    reading = min(READINGS, key=lambda words: abs(READINGS[words] - middle))
    return (
        f"{number(min(multiples), 2)} to {number(max(multiples), 2)} standard deviations of our "
        f"draws, nearest to {reading} ({number(READINGS[reading], 2)}),"
    )


def _range(rows: Sequence[EstimatorRow], name: str) -> str:
    biases = [row.bias(name) for row in rows]
    return f"{percent(min(biases))} to {percent(max(biases))}"


NAME = "table 2"
TITLE = "Estimators of the variance of the AUC difference, against the exact variance"
QUICK_DRAWS = 100

_STREAM = 2  # of the random numbers of this exhibit


def table_2(run: Run) -> Made:
    """Draw, estimate and compare, a row at a time."""
    draws = QUICK_DRAWS if run.quick else PRINTED_DRAWS
    total = draws * len(PRINTED_ESTIMATORS)
    rows = []
    for at, printed in enumerate(PRINTED_ESTIMATORS):
        run.tell(at * draws, total, f"{NAME}, n = {printed.n}")
        rows.append(row_of(run, printed, draws, at * draws, total))
    run.tell(total, total, NAME)
    found = findings_of(rows)
    state = state_of(found)
    return Made(
        exhibit=Exhibit(
            paper=PAPER,
            name=NAME,
            title=TITLE,
            state=state,
            shown=(main_table(rows), readings_table(rows), spread_table(rows), lookup_table()),
            verdict=sentences_of(found, rows),
            differs=_reason(state),
            caveats=(),
            provenance=provenance_of(
                run,
                source=SOURCE,
                method="draws of section 2.1.3; Hanley-McNeil (1983) and DeLong (1988) variances",
                draws=draws,
            ),
        )
    )


def row_of(
    run: Run, printed: PrintedEstimators, draws: int, done: int = 0, total: int = 0
) -> EstimatorRow:
    """One row; ``done`` of ``total`` draws have been made before it."""
    n, q = printed.n, printed.second_probability
    pair = rosset_example(n, PRINTED_FIRST_PROBABILITY, q, size=PRINTED_SIZE)
    made = iter(range(done + 1, done + draws + 1))

    def step() -> None:
        run.tell(next(made), max(total, draws), f"{NAME}, n = {n}")

    def compute() -> dict[str, Any]:
        rng = np.random.default_rng([run.rng, _STREAM, n, round(1000 * q)])
        found = estimates_of(pair, draws, rng, step)
        return {name: one.to_dict() for name, one in found.items()}

    settings = {"n": n, "second_probability": q, "draws": draws}
    kept = run.kept(f"{PAPER}/table-2/n-{n}-q-{q}", settings, compute)
    return EstimatorRow(
        printed=printed,
        draws=draws,
        exact=auc_difference_moments(pair).variance,
        estimates={name: Estimates.from_dict(one) for name, one in kept.items()},
    )


def _reason(state: State) -> str:
    if state == "within simulation error":
        return ""
    return (
        "The draws of the paper are not known, nor how the table of 1983 was read between its "
        "rows, nor how DeLong's estimator was programmed; its column of actual variances is that "
        "of Table 1."
    )


# Table 2 laid out: means beside those printed, other readings, the sign ±, and the look-up.


NORMAL = 1.959963984540054
"""The standard normal's 97.5th percentile: what ± is read with."""


def main_table(rows: Sequence[EstimatorRow]) -> Table:
    """Theirs and ours for the two estimators, beside the exact variance."""
    columns = _settings(rows) | {
        "exact": tuple(row.exact for row in rows),
        "actual_printed": tuple(row.printed.actual for row in rows),
    }
    for name in ("hanley_mcneil", "delong"):
        columns |= _estimate_columns(rows, name) | {
            f"{name}_printed": tuple(getattr(row.printed, name) for row in rows),
            f"{name}_printed_spread": tuple(getattr(row.printed, f"{name}_spread") for row in rows),
        }
    return Table(
        name="table_2",
        title=f"Estimated variance of n+ n- (AUC1 - AUC2): mean ± 1.96 standard deviations of "
        f"{rows[0].draws} draws",
        header=(
            *("n, q2", "actual, theirs", "exact, ours"),
            *("Hanley-McNeil, theirs", "ours", "standard error"),
            *("DeLong, theirs", "ours", "standard error"),
        ),
        rows=tuple(_main_row(row) for row in rows),
        columns=columns,
    )


def readings_table(rows: Sequence[EstimatorRow]) -> Table:
    """Means under other readings of the two methods, with their standard errors."""
    columns = _settings(rows)
    for name in ESTIMATORS:
        columns |= _estimate_columns(rows, name)

    def cells(row: EstimatorRow, names: Sequence[str]) -> list[str]:
        found = [row.estimates[name] for name in names]
        return [simulated_cell(one.mean, one.standard_error, 0) for one in found]

    return Table(
        name="readings",
        title="Other readings: means (simulation standard errors), all ours but the printed ones",
        header=(
            *("n, q2", "exact", "Hanley-McNeil, theirs", "table, Pearson", "computed r"),
            *("table, Kendall", "DeLong, theirs", "DeLong", "without its bias", "first order"),
        ),
        rows=tuple(
            (
                _setting(row),
                number(row.exact, 0),
                number(row.printed.hanley_mcneil, 0),
                *cells(row, ("hanley_mcneil", "binormal", "kendall")),
                number(row.printed.delong, 0),
                *cells(row, ("delong", "unbiased", "first_order")),
            )
            for row in rows
        ),
        columns=columns,
    )


def spread_table(rows: Sequence[EstimatorRow]) -> Table:
    """What stands after the printed sign ±, in standard deviations of our draws."""
    names = ("hanley_mcneil", "delong")
    multiples = {name: [row.printed_multiple(name) for row in rows] for name in names}
    return Table(
        name="spread",
        title='What follows the printed sign ± ("95% CI of the estimator"), divided by the '
        "standard deviation of our draws",
        header=("n, q2", "Hanley-McNeil", "DeLong"),
        rows=tuple(
            (_setting(row), number(first, 2), number(second, 2))
            for row, first, second in zip(rows, *multiples.values(), strict=True)
        ),
        columns=_settings(rows) | {name: tuple(of) for name, of in multiples.items()},
    )


def lookup_table() -> Table:
    """The one look-up in the table of Hanley and McNeil that the paper shows."""
    given, found = PRINTED_LOOKUP, lookup_readings()
    return Table(
        name="lookup",
        title="Section 2.2: the correlation of two AUCs, from score correlations "
        f"{number(given['positive'], 2)} and {number(given['negative'], 2)} and areas "
        f"{number(given['first'], 1)} and {number(given['second'], 1)}",
        header=("reading", "r"),
        rows=tuple((reading, number(r, 2)) for reading, r in found.items()),
        columns={"reading": tuple(found), "r": tuple(found.values())},
    )


def _setting(row: EstimatorRow) -> str:
    return setting_cell(row.printed.n, row.printed.second_probability)


def _settings(rows: Sequence[EstimatorRow]) -> Cells:
    return {
        "n": tuple(row.printed.n for row in rows),
        "second_probability": tuple(row.printed.second_probability for row in rows),
        "draws": tuple(row.draws for row in rows),
    }


def _estimate_columns(rows: Sequence[EstimatorRow], name: str) -> Cells:
    def column(of: Callable[[EstimatorRow], float]) -> tuple[object, ...]:
        return tuple(map(of, rows))

    return {
        name: column(lambda row: row.estimates[name].mean),
        f"{name}_standard_error": column(lambda row: row.estimates[name].standard_error),
        f"{name}_standard_deviation": column(lambda row: row.estimates[name].standard_deviation),
        f"{name}_low": column(lambda row: row.estimates[name].low),
        f"{name}_high": column(lambda row: row.estimates[name].high),
    }


def _main_row(row: EstimatorRow) -> tuple[str, ...]:
    cells = [_setting(row), number(row.printed.actual, 0), number(row.exact, 0)]
    for name in ("hanley_mcneil", "delong"):
        ours = row.estimates[name]
        mean, spread = getattr(row.printed, name), getattr(row.printed, f"{name}_spread")
        cells += [
            f"{number(mean, 0)} ± {number(spread, 0)}",
            f"{number(ours.mean, 0)} ± {number(NORMAL * ours.standard_deviation, 0)}",
            number(ours.standard_error, 0),
        ]
    return tuple(cells)
