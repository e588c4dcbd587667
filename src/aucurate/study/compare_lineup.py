"""Who is compared with whom: the classifiers of a study, their moments, and the pairs asked for."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import Any, TypeAlias

from aucurate.data.moments import AucMoments
from aucurate.data.observations import Observations
from aucurate.data.paired import PairedScores, position
from aucurate.data.scores import Scores
from aucurate.data.unpaired import UnpairedScores
from aucurate.errors import OptionError, UnsupportedError
from aucurate.inference import COMPARISONS, caveats
from aucurate.inference.delong import paired_comparison, unpaired_comparison
from aucurate.kernels import Progress, ThinnedCurve
from aucurate.results import Comparison
from aucurate.study.compare_settings import CompareSettings
from aucurate.study.given import Data
from aucurate.study.stretching import stretched

Part: TypeAlias = Scores | PairedScores


@dataclass(frozen=True, slots=True)
class Lineup:
    """The classifiers in order, and how they are compared.

    ``parts`` is one set of scores on the same observations, or one ``Scores`` for each classifier
    when the comparison is unpaired; ``moments`` stand beside them. ``shared`` says that an unpaired
    comparison was asked for of classifiers on the same observations. ``curves`` has, for each
    classifier, points of its curve.
    """

    parts: tuple[Part, ...]
    moments: tuple[AucMoments, ...]
    settings: CompareSettings
    curves: tuple[ThinnedCurve, ...]

    @classmethod
    def of(
        cls, data: Data, settings: CompareSettings, threads: int | None, progress: Progress | None
    ) -> "Lineup":
        """The data ranked, after everything that can be refused has been refused."""
        parts = _parts(data, settings)
        names = [name for part in parts for name in _names(part)]
        if settings.reference is not None:
            position(tuple(names), settings.reference)
        if len(parts) > 1 and COMPARISONS[settings.comparison_method].paired_only:
            raise UnsupportedError(
                f"the {settings.method} test needs classifiers on the same observations.",
                hint="compare different test sets with method='delong', method='bootstrap' or, "
                "for the whole curve, method='venkatraman'.",
            )
        found = [
            AucMoments.with_curves(
                part, threads=threads, progress=stretched(progress, at, len(parts))
            )
            for at, part in enumerate(parts)
        ]
        curves = tuple(points for _, each in found for points in each)
        return cls(parts, tuple(moments for moments, _ in found), settings, curves)

    @property
    def names(self) -> tuple[str, ...]:
        """The classifiers, in order."""
        return tuple(name for part in self.parts for name in _names(part))

    @property
    def scores(self) -> list[Scores]:
        """The scores of every classifier, in order."""
        return [s for part in self.parts for s in ([part] if isinstance(part, Scores) else part)]

    @property
    def paired(self) -> bool:
        """Whether all classifiers are taken as seen on the same observations."""
        return len(self.parts) == 1

    @property
    def test_sets(self) -> dict[int, tuple[str, Observations]]:
        """The different sets of observations, each with the name of its first classifier."""
        found: dict[int, tuple[str, Observations]] = {}
        for scored in self.scores:
            found.setdefault(id(scored.observations), (scored.name, scored.observations))
        return found

    @property
    def shared(self) -> bool:
        """Whether classifiers on the same observations are compared as if they were not."""
        return not self.paired and len(self.test_sets) < len(self.parts)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """All pairs, or each classifier with the reference."""
        names = self.names
        if self.settings.reference is None:
            return list(combinations(range(len(names)), 2))
        base = names.index(self.settings.reference)
        return [(i, base) for i in range(len(names)) if i != base]

    def pair_names(self, pair: tuple[int, int]) -> tuple[str, str]:
        """What the two of a pair are called."""
        return self.names[pair[0]], self.names[pair[1]]

    def moments_of(self, at: int) -> tuple[AucMoments, str]:
        """The moments that hold a classifier, and its name in them."""
        return self.moments[0 if self.paired else at], self.names[at]

    def contestants(self, pair: tuple[int, int], by: str | None = None) -> tuple[Any, Any]:
        """The two of a pair as :meth:`test` by the same method takes them."""
        given: tuple[Any, ...] = tuple(self.scores)
        if (by or self.settings.comparison_method) == "delong":
            given = self.names if self.paired else self.moments
        return given[pair[0]], given[pair[1]]

    def test(self, first: Any, second: Any, *, by: str | None = None, **options: Any) -> Comparison:
        """The comparison of two contestants by the method of the settings, or another."""
        method: Callable[..., Comparison]
        name = by or self.settings.comparison_method
        if name != "delong":
            method = partial(COMPARISONS[name], paired=self.paired)
        elif self.paired:
            method = partial(paired_comparison, self.moments[0])
        else:
            method = unpaired_comparison
        return self.marked(method(first, second, **options))

    def marked(self, found: Comparison) -> Comparison:
        """The comparison with the caveat that its observations are shared, where they are."""
        seen = {scored.name: scored.observations for scored in self.scores}
        told_already = any(caveat.kind == "shared_observations" for caveat in found.caveats)
        if self.paired or told_already or seen[found.first] is not seen[found.second]:
            return found
        told = caveats.shared_observations(found.first, found.second)
        return replace(found, caveats=(*found.caveats, told))


def _names(part: Part) -> tuple[str, ...]:
    return (part.name,) if isinstance(part, Scores) else part.names


def _parts(data: Data, settings: CompareSettings) -> tuple[Part, ...]:
    if isinstance(data, UnpairedScores):
        if settings.paired:
            raise OptionError(
                "paired=True, but the classifiers come from different test sets.",
                hint="leave it out, or give their scores on the same observations.",
            )
        return tuple(data)
    if settings.paired is False and isinstance(data, PairedScores) and len(data) > 1:
        return tuple(data)
    return (data,)
