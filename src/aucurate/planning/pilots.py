r"""A pilot study: DeLong's variance components, rescaled to the sizes of the study that is planned.

**Question.** What standard errors does a pilot study promise for a study of another size?

**Use it** as the ``pilot`` of a plan (:mod:`aucurate.planning.sample_size`), whenever there is one.

DeLong's variance of an AUC is S10/m + S01/n over m positives and n negatives. S10 and S01, the
variances of the placements, belong to the scores and not to the study: from a pilot they are put
over the numbers that are planned, and likewise their covariances between two classifiers. The
error of the pilot's own estimates is no part of the power, but of the assurance
(:mod:`aucurate.planning.power`).

Groups and sampling weights of a pilot are expected in the study too. Then the whole covariance of
the AUCs, that of :mod:`aucurate.data.units`, takes the place of the sum: it is split between the
classes in the proportion w that the positives have in the variance of as many observations drawn
one by one, :math:`S_{10} = w\,m\,S` and :math:`S_{01} = (1 - w)\,n\,S`. For a study with the
ratio of the classes of the pilot the split does not matter; for another one it assumes that
grouping changes the variance of both classes alike.
"""

import math
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.caveats import Kind, caveat
from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores, Scores, UnpairedScores
from aucurate.errors import OptionError, ScoreError
from aucurate.formatting import count, join_words, shortened
from aucurate.hints import Function, Hint
from aucurate.inference.core.caveats import FEW, FEW_GROUPS
from aucurate.inference.core.contrasts import satterthwaite_degrees
from aucurate.results import Caveat, Record

Floats: TypeAlias = NDArray[np.float64]
PilotData: TypeAlias = Scores | PairedScores | UnpairedScores | AucMoments


@dataclass(frozen=True, slots=True, kw_only=True)
class PilotVariance(Record):
    """Variances and covariances of the placements: of positives (S10) and of negatives (S01).

    The second's and the shared ones are 0 where the pilot has one classifier; the shared ones
    where its two classifiers were scored on different observations. ``estimate_variance`` is that
    of the pilot's own AUC or difference, and ``degrees_of_freedom`` are Satterthwaite's of it.
    """

    first_positive: float
    first_negative: float
    second_positive: float
    second_negative: float
    shared_positive: float
    shared_negative: float
    estimate_variance: float = math.nan
    degrees_of_freedom: float = math.nan

    def of_first(self, n_positive: int, n_negative: int) -> float:
        """The variance of the first AUC in a study of this size."""
        return self.first_positive / n_positive + self.first_negative / n_negative

    def of_second(self, n_positive: int, n_negative: int) -> float:
        """The variance of the second AUC in a study of this size."""
        return self.second_positive / n_positive + self.second_negative / n_negative

    def shared(self, n_positive: int, n_negative: int) -> float:
        """The covariance of the two AUCs on the same observations."""
        return self.shared_positive / n_positive + self.shared_negative / n_negative


@dataclass(frozen=True, slots=True, kw_only=True)
class Pilot:
    """What a plan takes from a pilot study.

    ``design_effect`` is that of its estimate, ``group_size`` how many observations a group has on
    average; without groups and sampling weights they are 1 and None.
    """

    names: tuple[str, ...]
    aucs: tuple[float, ...]
    paired: bool
    ratio: float
    variance: PilotVariance
    caveats: tuple[Caveat, ...]
    design_effect: float = 1.0
    group_size: float | None = None


def read_pilot(data: PilotData, classifiers: int | None) -> Pilot:
    """The pilot of a plan about one classifier, or about two (None: either)."""
    parts = (
        [AucMoments.from_scores(member) for member in data]
        if isinstance(data, UnpairedScores)
        else [data if isinstance(data, AucMoments) else AucMoments.from_scores(data)]
    )
    names = tuple(name for part in parts for name in part.names)
    if len(names) not in ((1, 2) if classifiers is None else (classifiers,)):
        raise OptionError(
            f"the pilot has {count(len(names), 'classifier')} "
            f"({join_words([shortened(n) for n in names[:6]])}); this plan needs "
            f"{'1 or 2' if classifiers is None else classifiers}.",
            hint=Hint("select from them, e.g. {}.", Function("data.select(['forest', 'tree'])")),
        )
    variance = _components(parts)
    for name, value in zip(names, _variances(variance), strict=False):
        if not value > 0:
            raise ScoreError(
                f"the pilot shows no variance of the AUC of '{shortened(name)}' (perfect "
                "separation, constant scores, or a class with one observation).",
                hint="plan without the pilot, with a variance formula and an AUC below 1.",
            )
    return Pilot(
        names=names,
        aucs=tuple(auc for part in parts for auc in part.aucs),
        paired=len(parts) == 1 and len(names) == 2,
        ratio=sum(p.n_negative for p in parts) / sum(p.n_positive for p in parts),
        variance=variance,
        caveats=tuple(_of_sizes(parts)),
        design_effect=_design_effect(parts, two=len(names) == 2),
        group_size=_group_size(parts),
    )


def _components(parts: list[AucMoments]) -> PilotVariance:
    classes = [_by_class(part) for part in parts]
    two = len(parts) == 2 or len(parts[0].names) == 2
    shared = len(parts) == 1 and two
    of_first, of_second = classes[0], classes[-1]
    of_estimate = _of_estimate(parts, two=two)
    return PilotVariance(
        first_positive=float(of_first[0][0, 0]),
        first_negative=float(of_first[1][0, 0]),
        second_positive=float(of_second[0][-1, -1]) if two else 0.0,
        second_negative=float(of_second[1][-1, -1]) if two else 0.0,
        shared_positive=float(of_first[0][0, 1]) if shared else 0.0,
        shared_negative=float(of_first[1][0, 1]) if shared else 0.0,
        estimate_variance=sum(spread / size for spread, size in of_estimate),
        degrees_of_freedom=_degrees(of_estimate),
    )


def _by_class(moments: AucMoments) -> tuple[Floats, Floats]:
    """S10 and S01, whose means over the classes of the pilot are the covariance of its AUCs."""
    if not moments.independent:
        return moments.positives.covariance, moments.negatives.covariance
    spreads = [float(np.trace(part.covariance)) / part.size for part in moments.independent]
    share = spreads[0] / sum(spreads) if sum(spreads) > 0 else math.nan
    covariance = moments.covariance
    return (
        share * moments.n_positive * covariance,
        (1 - share) * moments.n_negative * covariance,
    )


def _design_effect(pilots: list[AucMoments], *, two: bool) -> float:
    """The variance of the pilot's estimate relative to that of observations drawn one by one."""
    if not any(pilot.independent for pilot in pilots):
        return 1.0
    alone = [replace(pilot, parts=pilot.independent or pilot.parts) for pilot in pilots]
    variances = [
        sum(spread / size for spread, size in _of_estimate(each, two=two))
        for each in (pilots, alone)
    ]
    return variances[0] / variances[1] if variances[1] > 0 else math.nan


def _group_size(pilots: list[AucMoments]) -> float | None:
    """How many observations a group has on average, None without groups."""
    if not all(pilot.independent and pilot.n_groups for pilot in pilots):
        return None
    rows = sum(pilot.n_positive + pilot.n_negative for pilot in pilots)
    return rows / sum(pilot.n_groups for pilot in pilots)


def _of_estimate(pilots: list[AucMoments], *, two: bool) -> list[tuple[float, float]]:
    """The variances whose means make up that of the pilot's estimate, each with its size."""
    if len(pilots) == 1 and two:
        return [(float(part.difference[0, 1]), part.size) for part in pilots[0].parts]
    return [(float(part.covariance[0, 0]), part.size) for pilot in pilots for part in pilot.parts]


def _degrees(parts: list[tuple[float, float]]) -> float:
    """Satterthwaite's degrees of freedom; NaN without a variance, or with one observation."""
    usable = all(math.isfinite(spread) and size > 1 for spread, size in parts)
    if not usable or not any(spread > 0 for spread, _ in parts):
        return math.nan
    return satterthwaite_degrees(parts)


def _variances(variance: PilotVariance) -> tuple[float, float]:
    """A variance of each AUC, NaN where there is none."""
    found = variance.of_first(1, 1), variance.of_second(1, 1)
    return found if all(math.isfinite(v) for v in found) else (math.nan, math.nan)


def _of_sizes(parts: list[AucMoments]) -> list[Caveat]:
    """Few observations in a class, or few groups of it."""
    found = []
    for part in parts:
        worth = part.worth or (part.n_positive, part.n_negative)
        limit, unit = (
            (FEW_GROUPS, "group") if part.n_groups and part.worth else (FEW, "observation")
        )
        if min(worth) < limit:
            found.append((min(worth), unit))
    if not found:
        return []
    smallest, unit = min(found)
    return [caveat(Kind.SMALL_PILOT, size=count(int(smallest), unit))]
