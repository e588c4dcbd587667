"""How do classifiers perform at one operating point over folds, and which points are like it?"""

from dataclasses import dataclass, replace
from functools import partial

from aucurate.checks import checked
from aucurate.data.folds import FoldScores
from aucurate.data.scores import position
from aucurate.errors import InputError
from aucurate.inference.folds.operating_points import OperatingPoints
from aucurate.kernels import Cancelled, Progress
from aucurate.results import Comparison, Tested
from aucurate.study.base import Provenance, Study
from aucurate.study.operate.folds.numbers import (
    FoldLayout,
    FoldOperation,
    fold_comparisons,
    fold_operation,
)
from aucurate.study.operate.folds.tables import operate_folds_tables
from aucurate.study.operate.folds.text import operate_folds_caveats, operate_folds_sentences
from aucurate.study.operate.settings import OperateFoldsSettings
from aucurate.study.table import Table
from aucurate.study.work import Task, Work, tested

METHOD = "operating point averaging"


@dataclass(frozen=True, slots=True, kw_only=True)
class OperateFoldsStudy(Study):
    """Classifiers at an operating point, averaged over folds.

    ``settings`` are the options. ``parts`` has one entry per classifier: its chosen point with the
    mean of every rate, and the points that cannot be distinguished from it. ``tests`` are of the
    pairs that were named, each rate separately and each classifier at its own point, with p-values
    adjusted by ``settings.pair_correction``. A study that was stopped has fewer classifiers, and a
    caveat that counts them.
    """

    kind = "operate-folds"

    settings: OperateFoldsSettings
    layout: FoldLayout
    parts: tuple[FoldOperation, ...]
    tests: tuple[Tested[Comparison], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The classifiers, in the order in which they were given."""
        return tuple(part.name for part in self.parts)

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """The results of ``tests``."""
        return tuple(test.result for test in self.tests)

    @checked
    def part(self, name: str) -> FoldOperation:
        """The numbers of one classifier."""
        return self.parts[position(self.names, name)]

    @checked
    def operating_points(self, name: str) -> OperatingPoints:
        """All averaged points of one classifier, for figures and further tests."""
        return self.part(name).operating_points(self.layout, self.settings.use)

    def tables(self) -> tuple[Table, ...]:
        """The chosen points, the indistinguishable points, and the curve around them."""
        return operate_folds_tables(self)

    def sentences(self) -> tuple[str, ...]:
        """The rates of each classifier, and which thresholds cannot be distinguished."""
        return operate_folds_sentences(self)


def operated_over_folds(
    data: FoldScores, settings: OperateFoldsSettings, progress: Progress | None
) -> OperateFoldsStudy:
    """:func:`aucurate.operate` of scores over folds."""
    if data.n_folds < 2:
        raise InputError(
            "there is only one fold, and averages over folds need two or more.",
            hint="give it as one test set, without folds.",
        )
    settings = settings.for_names(data.names)
    work, layout = Work(progress), FoldLayout.of(data)
    parts = _parts(data, settings, work)
    compared, not_compared = fold_comparisons(parts, layout, settings)
    study = OperateFoldsStudy(
        settings=settings,
        layout=layout,
        parts=tuple(parts),
        tests=tested(compared, settings.pair_correction),
        caveats=(),
        provenance=Provenance.of(
            [data.observations], method=METHOD, names=data.names, lower=sorted(data.lower)
        ),
    )
    if len(study.tests) < len(compared):
        work.unfinished["comparisons"] = (len(study.tests), len(compared))
    return replace(study, caveats=operate_folds_caveats(study, data, not_compared, work.unfinished))


def _parts(data: FoldScores, settings: OperateFoldsSettings, work: Work) -> list[FoldOperation]:
    """The numbers of every classifier, or of those finished before the study was stopped."""

    def part(name: str, _: Progress | None) -> FoldOperation:
        return fold_operation(data, name, settings)

    tasks = [Task(name, partial(part, name)) for name in data.names]
    work.expect(tasks)
    parts = [answer for answer in work.run("classifiers", tasks) if answer is not None]
    if not parts:
        raise Cancelled("stopped before the first classifier was done")
    return parts
