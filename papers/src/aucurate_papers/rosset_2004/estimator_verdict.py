"""What the draws say about the findings of Table 2."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from scipy.special import chdtrc

from aucurate.formatting import listing, number, p_value, percent
from aucurate_papers.exhibit import State
from aucurate_papers.rosset_2004.estimator_draws import Estimates
from aucurate_papers.rosset_2004.estimator_lookup import lookup_sentence
from aucurate_papers.rosset_2004.moments_agreement import ERRORS, joint_error, within
from aucurate_papers.rosset_2004.printed import PRINTED_DRAWS, PrintedEstimators

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
        f"What is left of a bias in DeLong's estimator ({listing(means)}) is known and vanishes "
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
