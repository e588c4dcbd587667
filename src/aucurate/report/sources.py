"""Where the data of a study came from, as lines of Python that get them again."""

from dataclasses import dataclass
from typing import Any

from aucurate.datasets import load_breast_cancer, load_breast_cancer_folds
from aucurate.report.facts import class_sizes
from aucurate.report.kinds import names_of
from aucurate.study.base import Study

SHIPPED = {
    "the breast cancer study that ships with aucurate": load_breast_cancer,
    "the breast cancer folds that ship with aucurate": load_breast_cancer_folds,
}
IN_MEMORY = "arrays in memory"


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Lines that make the arguments, and notes on them.

    ``is_built`` is whether they are data that already know the positive class, and ``file`` the
    table where one command can read it.
    """

    lines: tuple[str, ...] = ()
    arguments: tuple[str, ...]
    notes: tuple[str, ...] = ()
    is_built: bool = True
    is_shipped: bool = False
    file: str = ""


def origin_of(study: Study) -> Origin:
    """What can be said of the source of a study."""
    source = study.provenance.source
    if source in SHIPPED:
        return _shipped(study)
    if study.kind == "folds":
        return _told("data", f"data are the FoldScores (or FoldValues) made from: {source}")
    if study.kind == "rank":
        note = "results has a value for every data set under the name of each algorithm"
        return Origin(arguments=("results",), notes=(f"{note} ({source}).",), is_built=False)
    if source == IN_MEMORY and _is_one_test_set(study):
        note = "labels are the true classes, scores a mapping of each classifier to its scores"
        folds = ("folds=folds",) if _is_pooled(study) else ()
        return Origin(arguments=("labels", "scores", *folds), notes=(f"{note}.",), is_built=False)
    if _is_one_test_set(study):
        return _file(study)
    return _told("data", f"data are the UnpairedScores made from: {source}")


def _told(name: str, note: str) -> Origin:
    return Origin(arguments=(name,), notes=(f"{note}.",))


def _shipped(study: Study) -> Origin:
    load: Any = SHIPPED[study.provenance.source]
    data, names = load(), names_of(study)
    line = f"data = au.{load.__name__}()"
    if names != data.names:
        line += f".select({list(names)!r})"
    return Origin(lines=(line,), arguments=("data",), is_shipped=True)


def _file(study: Study) -> Origin:
    where, lower = study.provenance, study.provenance.settings["lower"]
    said = [repr(where.source), 'label="COLUMN"', f"positive={where.positive!r}"]
    said += [f"scores={list(names_of(study))!r}"]
    said += [f"lower={lower!r}"] if lower else []
    said += ['fold="FOLDS"'] if _is_pooled(study) else []
    said += ['missing="drop"'] if where.n_dropped else []
    lines = ("data = au.read_scores(", *(f"    {one}," for one in said), ")")
    note = "COLUMN stands for the column of the labels" + (
        ", FOLDS for that of the folds" if _is_pooled(study) else ""
    )
    return Origin(lines=lines, arguments=("data",), notes=(f"{note}.",), file=where.source)


def _is_one_test_set(study: Study) -> bool:
    """Whether all classifiers scored the same observations."""
    return bool(class_sizes(study))


def _is_pooled(study: Study) -> bool:
    return any(caveat.kind == "pooled_folds" for caveat in study.caveats)
