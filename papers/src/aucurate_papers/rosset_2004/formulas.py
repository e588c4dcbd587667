r"""Section 2.1.2: the formulas for mean and variance, held against every outcome of a few cases.

For up to six observations all labels and scores can be gone through one by one. What comes out is
held against the paper's formula for the mean, its formula for the variance as printed and with one
sign mended, and the exact moments of :mod:`aucurate.theory`, which need n^2 steps and serve Tables
1 and 6.

**State**: "not reproduced" if in any case the mean by the formula, the variance by the mended
formula, or either by :mod:`aucurate.theory` differs from the enumeration by more than 1e-9 of it;
else "exact" if the variance formula as printed gives the enumerated variance in all cases, and
"printed figure is wrong" if it does not.

The paper's formulas
--------------------
The paper's own formulas for mean and variance, triple sums written out, for section 2.1.3.

With pi_i the probability that observation i is positive, p_ij that a classifier scores i above j
(for i < j an order switch: pi rises with i), d = p of the first minus p of the second, and sums
over i < j < l, the variance of n+ n- (AUC of the first - AUC of the second) has a part from the
scores and a part from the labels. The last is printed as

.. math::
    \sum_{i<j} d_{ij}^2 (v_i + v_j) + 2 \sum_{i<j<l}
    (d_{ij} d_{il} v_i + d_{il} d_{jl} v_l + d_{ij} d_{jl} v_j), \quad v_i = \pi_i (1 - \pi_i)

where the last plus should be a minus: the label of j enters :math:`\sum (y_j - y_i) d_{ij}` with a
plus in pairs with those before it and with a minus in pairs with those after it. The paper also
words two of the triple probabilities the wrong way round (P{min > ...} for P{... > max}); the
expectations beside them are right and are used here (the exhibit shows both).

This costs n^3 and serves as a witness; :mod:`aucurate.theory` needs n^2 and knows any scores.

The distribution of the error difference
----------------------------------------
The whole distribution of the error difference of section 2.1.3, item by item.

On each observation the errors of the second classifier minus those of the first are -1, 0 or 1,
independently of the other observations, so that the distribution of their sum is a convolution.
Which scores lie above the threshold is decided with whole fractions: 0.3 + 0.2005 does, and 0.5
itself does not.

``crossing`` is for one question only. The observation at 0.3 n passes the threshold by 0.0005 when
its score is raised; as if it did so with this share of the probability that the text gives it, the
printed figures of Table 6 are asked again.

Every outcome
-------------
Every label and every score of a few observations of section 2.1.3, one after the other.

No formula for moments enters: each outcome has its probability, and its difference is counted pair
by pair. The number of outcomes grows as 18^n (two labels, three scores of each classifier), so that
this is for n up to about six.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from aucurate.formatting import number, percent
from aucurate.results import Record
from aucurate.study.table import Table
from aucurate.theory import DifferenceMoments, auc_difference_moments, rosset_example
from aucurate_papers.exhibit import Exhibit, State
from aucurate_papers.rosset_2004 import PAPER, SOURCE
from aucurate_papers.rosset_2004.agreement import Cells
from aucurate_papers.rosset_2004.printed import PRINTED_FIRST_PROBABILITY, PRINTED_SIZE
from aucurate_papers.running import Made, Run, provenance_of

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class FormulaMoments(Record):
    """Mean and parts of the variance, that from the labels also with the sign as printed."""

    mean: float
    from_scores: float
    from_labels: float
    from_labels_as_printed: float

    @property
    def variance(self) -> float:
        """The variance, with the sign mended."""
        return self.from_scores + self.from_labels

    @property
    def variance_as_printed(self) -> float:
        """What the formula gives as it is printed."""
        return self.from_scores + self.from_labels_as_printed


def formula_moments(
    n: int,
    first_probability: float,
    second_probability: float,
    *,
    size: float,
    step: Callable[[int], object] = lambda done: None,
) -> FormulaMoments:
    """Mean and variance by the formulas; ``step`` is told how many of the n observations are done.

    >>> found = formula_moments(50, 0.1, 0.2, size=0.2005)
    >>> round(found.mean, 6), round(found.variance, 6), round(found.variance_as_printed, 5)
    (8.362, 498.365484, 552.92494)
    """
    positive = np.arange(1, n + 1) / n
    probabilities = (first_probability, second_probability)
    switches = [pair_probabilities(n, q, size) for q in probabilities]
    parts = [_pairs(positive, switches)]
    for i in range(n):
        for q, p in zip(probabilities, switches, strict=True):
            parts.append(_triples(positive, p, q, size * n, i))
        step(i + 1)
    d = switches[0] - switches[1]
    before, after = np.sum(d, axis=0), np.sum(d, axis=1)
    spread = positive * (1 - positive)
    return FormulaMoments(
        mean=float(np.sum(d * np.subtract.outer(positive, positive))),
        from_scores=float(np.sum(parts)),
        from_labels=float(np.sum(spread * (before - after) ** 2)),
        from_labels_as_printed=float(np.sum(spread * (before + after) ** 2)),
    )


def pair_probabilities(n: int, probability: float, size: float) -> Floats:
    """p_ij for i < j, and 0 elsewhere: how likely a classifier scores i above j."""
    apart = np.subtract.outer(np.arange(n), np.arange(n)).T
    one, two = probability * (2 - 3 * probability), probability**2
    p = np.where(apart < size * n, one, np.where(apart < 2 * size * n, two, 0.0))
    return np.asarray(np.where(apart > 0, p, 0.0))


def _pairs(positive: Floats, pairs: list[Floats]) -> float:
    differ = np.multiply.outer(positive, 1 - positive)
    return float(np.sum((differ + differ.T) * sum(p * (1 - p) for p in pairs)))


def _triples(positive: Floats, p: Floats, probability: float, reach: float, i: int) -> float:
    """Twice the sum over i < j < l of what the switches of two pairs of a triple go together."""
    pi, pj, pl = positive[i], positive[i + 1 :, None], positive[None, i + 1 :]
    p_ij, p_il, p_jl = p[i, i + 1 :, None], p[i, None, i + 1 :], p[i + 1 :, i + 1 :]
    to_j, to_l = (np.arange(1, len(positive) - i)[at] for at in (np.s_[:, None], np.s_[None, :]))
    near = np.maximum(to_j, to_l - to_j) < reach
    chain = np.where(near, probability**2 * (1 - 2 * probability), 0.0)
    above_both = _sharing(to_j, to_l, probability, reach)
    below_both = _sharing(to_l - to_j, to_l, probability, reach)
    total = (
        (pi * (1 - pj) * (1 - pl) + (1 - pi) * pj * pl) * (above_both - p_ij * p_il)
        + (pi * pj * (1 - pl) + (1 - pi) * (1 - pj) * pl) * (below_both - p_il * p_jl)
        - (pi * (1 - pj) * pl + (1 - pi) * pj * (1 - pl)) * (chain - p_ij * p_jl)
    )
    return 2 * float(np.sum(np.triu(total, 1)))


def _sharing(
    shorter: NDArray[np.int64], longer: NDArray[np.int64], probability: float, reach: float
) -> Floats:
    """How likely an observation switches with both of two others, at these two distances."""
    q = probability
    both_near, one_near, none_near = q * (1 - q - q * q), q * q * (1 - q), q**3
    within = np.where(shorter < reach, one_near, none_near)
    return np.asarray(
        np.where(longer < reach, both_near, np.where(longer < 2 * reach, within, 0.0))
    )


_BARELY = Fraction(1, 1000)  # a raised score this near above the threshold passes it barely
GUESSED_CROSSING = 0.625
"""The share that, found by trial, gives what is printed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorMoments(Record):
    """Moments of (errors of second - errors of first), and how likely the first makes fewer.

    ``probability`` counts a tie one half; ``ties`` is the probability of one.
    """

    mean: float
    variance: float
    probability: float
    ties: float


def error_moments(
    n: int,
    first_probability: float,
    second_probability: float,
    *,
    size: float,
    threshold: float,
    crossing: float = 1.0,
) -> ErrorMoments:
    """From the distribution of the difference; a score above the threshold is called positive.

    >>> found = error_moments(50, 0.1, 0.2, size=0.2005, threshold=0.5)
    >>> round(found.mean, 6), round(found.variance, 6), round(found.probability, 3)
    (0.44, 5.44768, 0.573)
    """
    deviation, line = Fraction(str(size)), Fraction(str(threshold))
    whole = np.ones(1)
    for item in range(1, n + 1):
        above = _ways(Fraction(item, n), deviation, line)
        first, second = (
            _called(above, q, crossing) for q in (first_probability, second_probability)
        )
        positive, only_first, only_second = item / n, first * (1 - second), second * (1 - first)
        better = positive * only_first + (1 - positive) * only_second
        worse = positive * only_second + (1 - positive) * only_first
        whole = np.convolve(whole, [worse, 1 - better - worse, better])
    return _moments(whole, n)


def _ways(score: Fraction, deviation: Fraction, line: Fraction) -> tuple[bool, bool, bool, bool]:
    """Whether a score, the same raised, and the same lowered lie above; the raised one barely."""
    raised = score + deviation
    return score > line, raised > line, score - deviation > line, line < raised < line + _BARELY


def _called(above: tuple[bool, bool, bool, bool], probability: float, crossing: float) -> float:
    """How likely an observation is called positive."""
    as_is, raised, lowered, barely = above
    up = probability * (crossing if barely else 1.0)
    return (1 - 2 * probability) * as_is + up * raised + probability * lowered


def _moments(whole: NDArray[np.float64], n: int) -> ErrorMoments:
    differences = np.arange(-n, n + 1)
    mean = math.fsum(whole * differences)
    ties = float(whole[n])
    return ErrorMoments(
        mean=mean,
        variance=math.fsum(whole * (differences - mean) ** 2),
        probability=math.fsum(whole[n + 1 :]) + ties / 2,
        ties=ties,
    )


Above = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnumeratedMoments:
    """Mean and variance of n+ n- (AUC of the first - AUC of the second) over all outcomes.

    ``from_wording`` is by how much the variance formula of the paper would give more if p(2) and
    p(3) were the probabilities that the text words, P{min(m_l, m_j) > m_i} and P{m_l > max(m_j,
    m_i)}, and not the expectations that it prints beside them.
    """

    mean: float
    variance: float
    from_wording: float


def enumerated_moments(
    n: int, first_probability: float, second_probability: float, *, size: float
) -> EnumeratedMoments:
    """Of all outcomes.

    >>> found = enumerated_moments(4, 0.1, 0.2, size=0.45)
    >>> round(found.mean, 6), round(found.variance, 6)
    (0.135, 0.685175)
    """
    moves = np.array(list(product((0, 1, 2), repeat=n)))
    scores = np.arange(1, n + 1) / n + np.array([0.0, size, -size])[moves]
    above = scores[:, :, None] > scores[:, None, :]
    odds = [
        np.prod(np.array([1 - 2 * q, q, q])[moves], axis=1)
        for q in (first_probability, second_probability)
    ]
    positive = np.arange(1, n + 1) / n
    mean, square = _difference(positive, above, odds)
    return EnumeratedMoments(
        mean=mean,
        variance=square - mean**2,
        from_wording=sum(_from_wording(positive, above, of) for of in odds),
    )


def _difference(positive: Floats, above: Above, odds: list[Floats]) -> tuple[float, float]:
    """The means of the difference and of its square."""
    pairs = len(positive) ** 2
    apart = np.subtract.outer(np.arange(pairs), np.arange(pairs))
    mean = square = 0.0
    for labels in product((False, True), repeat=len(positive)):
        y = np.array(labels)
        right = np.sum(above[:, y][:, :, ~y], axis=(1, 2))
        both = np.multiply.outer(*(np.bincount(right, of, pairs) for of in odds))
        chance = float(np.prod(np.where(y, positive, 1 - positive)))
        mean += chance * float(np.sum(both * apart))
        square += chance * float(np.sum(both * apart**2))
    return mean, square


def _from_wording(positive: Floats, above: Above, odds: Floats) -> float:
    total = 0.0
    for i, j, k in combinations(range(len(positive)), 3):
        a, b, c = positive[[i, j, k]]
        second = (above[:, k, i] & above[:, j, i], above[:, i, j] & above[:, i, k])
        third = (above[:, k, j] & above[:, k, i], above[:, i, k] & above[:, j, k])
        for weight, (worded, right) in (
            (a * (1 - b) * (1 - c) + (1 - a) * b * c, second),
            (a * b * (1 - c) + (1 - a) * (1 - b) * c, third),
        ):
            total += 2 * weight * float(np.sum(odds * worded) - np.sum(odds * right))
    return total


NAME = "section 2.1.2"
TITLE = "The formulas for mean and variance of the AUC difference, against all outcomes"

CASES = tuple(
    (n, size, q) for size in (PRINTED_SIZE, 0.4505) for n in (3, 4, 5, 6) for q in (0.2, 0.3)
)
"""n, the size of a deviation (the paper's, and one that switches more pairs), and q2."""

_SAME = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class FormulaCase:
    """One case: all outcomes, the formulas of the paper, and ours."""

    n: int
    size: float
    second_probability: float
    enumerated: EnumeratedMoments
    formula: FormulaMoments
    exact: DifferenceMoments

    @property
    def is_held(self) -> bool:
        """Whether the formula for the mean, the mended one for the variance, and ours are right."""
        means = (self.formula.mean, self.exact.mean)
        variances = (self.formula.variance, self.exact.variance)
        return all(_same(mean, self.enumerated.mean) for mean in means) and all(
            _same(variance, self.enumerated.variance) for variance in variances
        )

    @property
    def is_right_as_printed(self) -> bool:
        """Whether the variance formula with its printed sign is right."""
        return _same(self.formula.variance_as_printed, self.enumerated.variance)

    @property
    def variance_as_worded(self) -> float:
        """The mended formula with p(2) and p(3) as they are worded."""
        return self.formula.variance + self.enumerated.from_wording


def section_2_1_2(run: Run) -> Made:
    """All cases, each by four roads."""
    cases = []
    for at, (n, size, q) in enumerate(CASES):
        run.tell(at, len(CASES), NAME)
        cases.append(case_of(n, size, q))
    run.tell(len(CASES), len(CASES), NAME)
    state = state_of(cases)
    return Made(
        exhibit=Exhibit(
            paper=PAPER,
            name=NAME,
            title=TITLE,
            state=state,
            shown=(cases_table(cases),),
            verdict=sentences_of(cases),
            differs=_reason(state),
            caveats=(),
            provenance=provenance_of(
                run,
                source=SOURCE,
                method="enumeration, the paper's triple sums, exact moments (aucurate.theory)",
            ),
        )
    )


def case_of(n: int, size: float, q: float) -> FormulaCase:
    """One case by all roads."""
    first = PRINTED_FIRST_PROBABILITY
    return FormulaCase(
        n=n,
        size=size,
        second_probability=q,
        enumerated=enumerated_moments(n, first, q, size=size),
        formula=formula_moments(n, first, q, size=size),
        exact=auc_difference_moments(rosset_example(n, first, q, size=size)),
    )


def state_of(cases: Sequence[FormulaCase]) -> State:
    """By the enumeration, as the module says."""
    if not all(case.is_held for case in cases):
        return "not reproduced"
    right = all(case.is_right_as_printed for case in cases)
    return "exact" if right else "printed figure is wrong"


def cases_table(cases: Sequence[FormulaCase]) -> Table:
    """Mean and variance by every road."""
    columns: Cells = {
        "n": tuple(case.n for case in cases),
        "size": tuple(case.size for case in cases),
        "second_probability": tuple(case.second_probability for case in cases),
        "mean_enumerated": tuple(case.enumerated.mean for case in cases),
        "mean_by_formula": tuple(case.formula.mean for case in cases),
        "mean": tuple(case.exact.mean for case in cases),
        "variance_enumerated": tuple(case.enumerated.variance for case in cases),
        "variance_formula_mended": tuple(case.formula.variance for case in cases),
        "variance_formula_as_printed": tuple(case.formula.variance_as_printed for case in cases),
        "variance_as_worded": tuple(case.variance_as_worded for case in cases),
        "variance": tuple(case.exact.variance for case in cases),
    }
    return Table(
        name="formulas",
        title="n+ n- (AUC1 - AUC2) of few observations: over all outcomes, by the formulas of the "
        "paper, and by ours in n² steps",
        header=(
            *("n, c, q2", "mean, enumerated", "by their formula", "ours"),
            *("variance, enumerated", "by their formula, sign mended", "ours"),
            *("by their formula as printed", "mended, p(2) and p(3) as worded"),
        ),
        rows=tuple(_row(case) for case in cases),
        columns=columns,
    )


def sentences_of(cases: Sequence[FormulaCase]) -> tuple[str, ...]:
    """The mean, the variance, and what else is misprinted."""
    means = sum(_same(case.formula.mean, case.enumerated.mean) for case in cases)
    mended = sum(_same(case.formula.variance, case.enumerated.variance) for case in cases)
    printed = sum(case.is_right_as_printed for case in cases)
    held = sum(case.is_held for case in cases)
    shares = [case.formula.variance_as_printed / case.enumerated.variance - 1 for case in cases]
    words = [case.variance_as_worded / case.enumerated.variance for case in cases]
    return (
        f"The formula for the mean gives what all outcomes give in {means} of {len(cases)} cases, "
        f"to nine digits. The formula for the variance does so in {printed} as it is printed, and "
        f"in {mended} once its last term, (p1,ij - p2,ij)(p1,jl - p2,jl) pj qj, is subtracted and "
        "not added: the label of the middle observation j counts one way in its pair with i and "
        "the other way in its pair with l.",
        f"As printed it is off by {percent(min(shares))} to {percent(max(shares))} in these "
        f"cases. Enumeration, the formula for the mean, the mended one for the variance and "
        f"ours in n² steps agree in {held} of {len(cases)}.",
        "p(2) and p(3), at the start of section 2.1, are worded the wrong way round: their P{...} "
        "are of scores in the right order, the expectations beside them are of switches, and these "
        f"are meant. With the words the variance would be {number(min(words), 1)} to "
        f"{number(max(words), 1)} times the right one.",
        "The second form of the AUC lacks a constant, the share of pairs of a positive and a "
        "negative in which the positive has the larger index; it is the same for both models and "
        "drops out of their difference, equation (1).",
        "Equation (1) and the formulas are of AUC(m2) - AUC(m1), which is negative on average "
        "where the first model is better; Tables 1 and 6 print the mean of AUC(m1) - AUC(m2). "
        "What is said of the text around Tables 2 and 6 stands there.",
    )


def _row(case: FormulaCase) -> tuple[str, ...]:
    return (
        f"{case.n}, {number(case.size, 4)}, {number(case.second_probability, 1)}",
        *(number(one.mean, 4) for one in (case.enumerated, case.formula, case.exact)),
        *(number(one.variance, 4) for one in (case.enumerated, case.formula, case.exact)),
        number(case.formula.variance_as_printed, 4),
        number(case.variance_as_worded, 4),
    )


def _reason(state: State) -> str:
    if state == "exact":
        return ""
    if state == "not reproduced":
        return "The formulas, ours or theirs, differ from the enumeration in the mean or variance."
    return (
        "One sign of the variance formula is misprinted; with it mended the formula is right. The "
        "other slips are of wording and change no result."
    )


def _same(value: float, other: float) -> bool:
    return math.isclose(value, other, rel_tol=_SAME)
