r"""Simultaneous intervals: all differences of AUCs at once, by the largest of their z statistics.

**Question.** Which of all pairs (or of all comparisons with a reference, or of any contrasts)
differ, and by how much, so that *all* intervals hold together with the requested confidence?

**Use it** instead of unadjusted intervals whenever more than one difference is read. In a study,
``compare(..., simultaneous=True)`` and ``--simultaneous`` add these intervals to the individual
ones; for methods other than DeLong's each interval takes its share of the level (Bonferroni). Where
p-values are enough, :mod:`aucurate.inference.core.multiplicity` adjusts those of any method.

The differences :math:`D_c = \sum_k l_{ck} \hat A_k`, c = 1..q, are jointly normal in large test
sets, with covariances from DeLong's matrix S: :math:`L S L^T`, with a row of L for each. Let
:math:`Z_1, \dots, Z_q` be normal with mean 0, variance 1 and the estimated correlations of the
:math:`D_c`. With the x for which :math:`P(\max_c |Z_c| \ge x)` is the level,

.. math::  D_c \pm x\, s_c \qquad\text{and}\qquad p_c = P(\max_j |Z_j| \ge |z_c|)

are the simultaneous intervals and the single-step adjusted p-values: an interval leaves out the
null difference exactly where p is at or below the level. In small test sets DeLong's statistic is
not normal but t, with Satterthwaite's degrees of freedom of its own: :math:`z_c` is the normal
value with the same p-value, and the interval is DeLong's at the confidence that x stands for. A
one-sided alternative uses the largest :math:`Z_j`; the intervals stay two-sided.

Because the differences are correlated, this costs less than Bonferroni's rule. For all pairs of
independent AUCs with equal variances it is Tukey's method, for a reference Dunnett's; of two
classifiers it is DeLong's test.

**Computation.** :mod:`aucurate.inference.core.distributions` computes the distribution of the
largest, without random numbers: the answer is the same every time. Up to 20 classifiers (190 pairs)
the 95% multiplier is within 0.003 and p within 0.001 of the exact values of Tukey's and Dunnett's
methods.

**Not valid** where DeLong's test is not (:mod:`aucurate.inference.auc.delong`). The correlations
are estimated: with fewer than 20 observations in a class the joint confidence is rough.

**Degenerate cases.** A difference without variance (identical rankings, perfect against constant, a
class of one observation) has no z: it gets the disjoint-pairs bound
(:mod:`aucurate.inference.core.bounds`) at its share 1/q of the level, the others share the rest,
and a caveat says so.

Hothorn, T., Bretz, F., Westfall, P. (2008). Simultaneous inference in general parametric models.
Biometrical Journal 50, 346-363.
Konietschke, F., Hothorn, L. A., Brunner, E. (2012). Rank-based multiple test procedures and
simultaneous confidence intervals. Electronic Journal of Statistics 6, 738-759.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores, position
from aucurate.errors import OptionError
from aucurate.formatting import count, join_words, number, shortened
from aucurate.inference.auc.delong import AucComponents
from aucurate.inference.core.caveats import difference
from aucurate.inference.core.components import Components, Result, checked_contrasts
from aucurate.inference.core.contrasts import Contest, Question
from aucurate.inference.core.distributions import Maximum, correlation_factor
from aucurate.results import Alternative, Comparison, MethodTitle

Asked = Callable[[Question], Comparison]


@checked
def simultaneous_comparisons(
    data: PairedScores | AucMoments,
    *,
    reference: str | None = None,
    contrasts: Any = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
) -> tuple[Comparison, ...]:
    """Simultaneous tests and intervals of all pairs, of each minus a reference, or of contrasts.

    A contrast has one weight per classifier and weights that sum to zero; it is scaled to the
    difference of two weighted means of AUCs: ``[1, -0.5, -0.5]`` compares the first classifier with
    the mean of two others. The confidence of each interval is that of all of them together.

    >>> from aucurate.datasets import load_breast_cancer
    >>> for found in simultaneous_comparisons(load_breast_cancer(), reference="tree"):
    ...     print(f"{found.first}: {found.difference:.3f} ({found.interval}), {found.p_value:.3f}")
    logistic: 0.057 (95% CI 0.023 to 0.090), 0.000
    forest: 0.041 (95% CI 0.016 to 0.066), 0.000
    bayes: -0.044 (95% CI -0.085 to -0.004), 0.026
    neighbours: 0.041 (95% CI 0.012 to 0.070), 0.003
    """
    moments = data if isinstance(data, AucMoments) else AucMoments.from_scores(data)
    question = Question.checked(alternative, null_difference, confidence)
    whole = AucComponents.of(moments)
    return simultaneous((whole,), question, reference=reference, contrasts=contrasts)


def unpaired_simultaneous_comparisons(
    members: Sequence[AucMoments],
    *,
    reference: str | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
) -> tuple[Comparison, ...]:
    """The same for classifiers on independent test sets, whose covariance matrix is diagonal."""
    question = Question.checked(alternative, null_difference, confidence)
    return simultaneous([AucComponents.of(m) for m in members], question, reference=reference)


def simultaneous(
    members: Sequence[Components[Result]],
    question: Question,
    *,
    reference: str | None = None,
    contrasts: Any = None,
) -> tuple[Comparison, ...]:
    """The same of any estimates.

    ``members`` are all classifiers on the same observations, or one on each of several test sets.
    """
    first, together = members[0], len(members) == 1
    names = first.names if together else tuple(member.names[0] for member in members)
    if contrasts is None:
        weights = _pairs(names, reference)
    elif reference is None:
        weights = _scaled(contrasts, names)
    else:
        raise OptionError(
            "reference and contrasts are both set.",
            hint=(
                "a reference tests each other classifier minus the reference; leave one of the two "
                "out."
            ),
        )
    if together:
        contests = [_contest(first, row) for row in weights]
        size = len(names)
        spread = sum((part.difference / part.size for part in first.parts), np.zeros((size, size)))
    else:
        places = [(int(np.argmax(row)), int(np.argmin(row))) for row in weights]
        contests = [members[i].apart(members[j]) for i, j in places]
        variances = np.array([member.variance(0) for member in members])
        spread = np.add.outer(variances, variances) - 2 * np.diag(variances)
    return _together(
        [partial(first.test, contest) for contest in contests], weights, spread, question
    )


def _together(
    asked: Sequence[Asked],
    weights: NDArray[np.float64],
    difference_variance: NDArray[np.float64],
    question: Question,
) -> tuple[Comparison, ...]:
    """Each comparison at the confidence that makes all of them hold together."""
    alone = [ask(question) for ask in asked]
    errors = np.array([comparison.standard_error for comparison in alone])
    varies = errors > 0
    if len(alone) == 1 or not varies.any():
        return tuple(_bonferroni(ask, question, len(asked)) for ask in asked)
    share = int(varies.sum()) / len(alone)
    scaled = weights[varies] / errors[varies, None]
    maximum = Maximum.of_factor(correlation_factor(scaled, np.nan_to_num(difference_variance)))
    each = 1 - maximum.single_level((1 - question.confidence) * share)
    return tuple(
        _named(
            ask(replace(question, confidence=each)),
            question,
            min(1.0, maximum.adjusted(one.p_value, question.alternative) / share),
        )
        if one.standard_error > 0
        else _bonferroni(ask, question, len(asked))
        for ask, one in zip(asked, alone, strict=True)
    )


def max_z(title: MethodTitle) -> MethodTitle:
    """What an interval by the largest statistic is called, from the name of the interval alone."""
    return title.plus("max-|z|", "max-z")


def _simultaneous(title: MethodTitle) -> MethodTitle:
    return MethodTitle(f"{title}, simultaneous", f"{title.key}-simultaneous")


def _named(found: Comparison, question: Question, p: float) -> Comparison:
    interval = replace(
        found.interval, confidence=question.confidence, method=max_z(found.interval.title)
    )
    return replace(found, interval=interval, p_value=p, method=_simultaneous(found.title))


def _bonferroni(ask: Asked, question: Question, questions: int) -> Comparison:
    """A comparison that takes its share of the level; the only one takes all of it."""
    if questions == 1:
        only = ask(question)
        return _named(only, question, only.p_value) if only.standard_error > 0 else only
    found = ask(replace(question, confidence=1 - (1 - question.confidence) / questions))
    told = caveat(
        Kind.BONFERRONI_SHARE,
        about=(found.first, found.second),
        comparisons=count(questions, "comparison"),
    )
    return replace(
        found,
        interval=replace(found.interval, confidence=question.confidence),
        p_value=min(1.0, questions * found.p_value),
        method=_simultaneous(found.title),
        caveats=(*found.caveats, told),
    )


def _contest(whole: Components[Result], row: NDArray[np.float64]) -> Contest:
    """Two classifiers, or two weighted means of estimates."""
    if np.count_nonzero(row) == 2:
        return whole.paired(int(np.argmax(row)), int(np.argmin(row)))
    parts = tuple((_variance(row, part.difference), part.size) for part in whole.parts)
    variance = sum(spread / size for spread, size in parts)
    first, second = _side(whole.names, row), _side(whole.names, -row)
    found = list(whole.caveats)
    if not variance > 0:
        found.append(whole.wording.no_variance(difference(first, second), first, second))
    estimates = np.array(whole.values)
    return Contest(
        first,
        second,
        float(row.clip(0) @ estimates),
        float((-row).clip(0) @ estimates),
        variance,
        "paired",
        tuple(found),
        whole.quantity,
        whole.reach,
        whole.bound,
        whole.pairs,
        parts=parts,
    )


def _variance(row: NDArray[np.float64], difference: NDArray[np.float64]) -> float:
    """The variance of a contrast from those of differences; 0 where it is only rounding."""
    size = np.abs(row) @ difference @ np.abs(row)
    spread = -row @ difference @ row
    return 0.0 if spread <= 16 * len(row) * np.finfo(float).eps * size else float(spread) / 2


def _side(names: tuple[str, ...], row: NDArray[np.float64]) -> str:
    """What one side of a contrast is called: a classifier, a mean, or a weighted sum."""
    named = [(float(w), shortened(name)) for w, name in zip(row, names, strict=True) if w > 0]
    if len(named) == 1:
        return named[0][1]
    if all(w == named[0][0] for w, _ in named):
        return f"mean of {join_words([name for _, name in named])}"
    return " + ".join(f"{number(w)} {name}" for w, name in named)


def _pairs(names: tuple[str, ...], reference: str | None) -> NDArray[np.float64]:
    """A row of weights for each pair, or for each classifier minus the reference."""
    if len(names) < 2:
        raise OptionError(
            "simultaneous comparisons need two or more classifiers.",
            hint="test one AUC against 0.5 with delong_null_test.",
        )
    unit = np.eye(len(names))
    if reference is None:
        return np.array([unit[i] - unit[j] for i, j in combinations(range(len(names)), 2)])
    base = position(names, reference)
    return np.delete(unit - unit[base], base, axis=0)


def _scaled(contrasts: Any, names: tuple[str, ...]) -> NDArray[np.float64]:
    """Contrasts scaled so that the weights of either side sum to 1."""
    matrix = checked_contrasts(contrasts, names)
    lengths = np.abs(matrix).sum(axis=1, keepdims=True) / 2
    if np.any(np.abs(matrix.sum(axis=1, keepdims=True)) > 1e-9 * lengths):
        raise OptionError(
            "the weights of a contrast must sum to zero, so that it is a difference.",
            hint="[1, -0.5, -0.5] compares the first classifier with the mean of two others.",
        )
    return np.asarray(matrix / lengths, np.float64)
