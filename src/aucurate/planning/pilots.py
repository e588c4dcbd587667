"""A pilot study: DeLong's variance components, rescaled to the sizes of the study that is planned.

DeLong's variance of an AUC is S10/m + S01/n over m positives and n negatives. S10 and S01, the
variances of the placements, belong to the scores and not to the study: from a pilot they are put
over the numbers that are planned, and likewise their covariances between two classifiers. The
error of the pilot's own estimates is no part of the power, but of the assurance
(:mod:`aucurate.planning.power`).
"""

import math
from dataclasses import dataclass
from typing import TypeAlias

from aucurate.caveats import Kind, caveat
from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores, Scores, UnpairedScores
from aucurate.errors import OptionError, ScoreError
from aucurate.formatting import count, join_words, shortened
from aucurate.hints import Function, Hint
from aucurate.inference.core.caveats import FEW
from aucurate.inference.core.contrasts import satterthwaite_degrees
from aucurate.results import Caveat, Record

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
    """What a plan takes from a pilot study."""

    names: tuple[str, ...]
    aucs: tuple[float, ...]
    paired: bool
    ratio: float
    variance: PilotVariance
    caveats: tuple[Caveat, ...]


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
    )


def _components(parts: list[AucMoments]) -> PilotVariance:
    first, last = parts[0], parts[-1]
    two = len(parts) == 2 or len(first.names) == 2
    shared = len(parts) == 1 and two
    of_estimate = _of_estimate(parts, two=two)
    return PilotVariance(
        first_positive=float(first.positives.covariance[0, 0]),
        first_negative=float(first.negatives.covariance[0, 0]),
        second_positive=float(last.positives.covariance[-1, -1]) if two else 0.0,
        second_negative=float(last.negatives.covariance[-1, -1]) if two else 0.0,
        shared_positive=float(first.positives.covariance[0, 1]) if shared else 0.0,
        shared_negative=float(first.negatives.covariance[0, 1]) if shared else 0.0,
        estimate_variance=sum(spread / size for spread, size in of_estimate),
        degrees_of_freedom=_degrees(of_estimate),
    )


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
    smallest = min(min(part.n_positive, part.n_negative) for part in parts)
    if smallest >= FEW:
        return []
    return [caveat(Kind.SMALL_PILOT, size=count(smallest, "observation"))]
