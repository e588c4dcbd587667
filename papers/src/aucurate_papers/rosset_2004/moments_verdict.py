"""What the witnesses say about the printed figures of Tables 1 and 6, in words."""

import math
from collections.abc import Sequence

from scipy.special import ndtr

from aucurate.formatting import count, listing, number, percent
from aucurate_papers.rosset_2004.moments_agreement import Figure, errors_for, rounds_to
from aucurate_papers.rosset_2004.moments_errors import GUESSED_CROSSING, error_moments
from aucurate_papers.rosset_2004.moments_rows import MomentsRow
from aucurate_papers.rosset_2004.printed import (
    PRINTED_SIZE,
    PRINTED_THRESHOLD,
    PrintedMoments,
)


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
        f"stands it gives {listing(as_printed)}, by which {comes_out} of {len(rows)} printed "
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
        f"of {len(rows)} rows: on {listing(shares)} of the simulated test sets."
    )
