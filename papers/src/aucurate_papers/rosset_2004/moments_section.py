"""Section 2.1.2: the formulas for mean and variance, held against every outcome of a few cases.

For up to six observations all labels and scores can be gone through one by one. What comes out is
held against the paper's formula for the mean, its formula for the variance as printed and with one
sign mended, and the exact moments of :mod:`aucurate.theory`, which need n^2 steps and serve Tables
1 and 6.

**State**: "not reproduced" if in any case the mean by the formula, the variance by the mended
formula, or either by :mod:`aucurate.theory` differs from the enumeration by more than 1e-9 of it;
else "exact" if the variance formula as printed gives the enumerated variance in all cases, and
"printed figure is wrong" if it does not.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from aucurate.formatting import number, percent
from aucurate.study.table import Table
from aucurate.theory import DifferenceMoments, auc_difference_moments, rosset_example
from aucurate_papers.exhibit import Exhibit, State
from aucurate_papers.rosset_2004 import PAPER, SOURCE
from aucurate_papers.rosset_2004.moments_cells import Cells
from aucurate_papers.rosset_2004.moments_enumerated import (
    EnumeratedMoments,
    enumerated_moments,
)
from aucurate_papers.rosset_2004.moments_formula import FormulaMoments, formula_moments
from aucurate_papers.rosset_2004.printed import PRINTED_FIRST_PROBABILITY, PRINTED_SIZE
from aucurate_papers.running import Made, Run, provenance_of

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
