"""What was compared: who, on how many observations of which classes, from where, without what."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from aucurate.formatting import count, listing, shortened
from aucurate.report.full_texts import Cell, FullTexts
from aucurate.report.kinds import names_of, words_of
from aucurate.study.base import Study
from aucurate.study.folds import FoldsStudy
from aucurate.study.multiclass import MulticlassStudy
from aucurate.study.operate_folds import OperateFoldsStudy

FITTED_HERE = (
    "Ask first: was any of the models fitted to these observations? The scores do not show it. If "
    "so, the figures are too good, most of all those of the more flexible model."
)
_OF_ONE_TEST_SET = ("compare", "intervals", "operate", "fit", "multiclass")


@dataclass(frozen=True, slots=True)
class Fact:
    """A term and what there is to say; ``is_list`` where each item stands for itself."""

    term: str
    items: tuple[Cell, ...]
    is_list: bool = False


def facts_of(study: Study, texts: FullTexts) -> tuple[Fact, ...]:
    """All that is known, in the order in which a reader asks."""
    return tuple(
        Fact(term, tuple(texts.cell(item) for item in items), len(items) > 1)
        for term, items in _facts(study)
        if items
    )


def question_of(study: Study) -> str:
    """What a reader must ask of the data, as scores do not show it; nothing of folds or plans."""
    is_one_test_set = study.kind in _OF_ONE_TEST_SET and not _folds(study)
    return FITTED_HERE if is_one_test_set else ""


def _facts(study: Study) -> Iterator[tuple[str, tuple[str, ...]]]:
    where, noun, names = study.provenance, words_of(study).noun, names_of(study)
    yield f"{noun.capitalize()}s" if len(names) > 1 else noun.capitalize(), names
    if study.kind in ("rank", "outcomes"):
        datasets: tuple[str, ...] = getattr(study, "datasets", ())
        yield "Data sets" if len(datasets) > 1 else "Data set", datasets
    if where.n_observations and study.kind != "rank":
        yield "Observations", (_observations(study),)
    yield "Folds", _folds(study)
    yield "Source", (where.source,)
    dropped = "data set" if study.kind == "rank" else "row"
    if where.n_observations:
        left_out = count(where.n_dropped, dropped) if where.n_dropped else "none"
        yield f"{dropped.capitalize()}s dropped", (left_out,)
    yield "Columns not used", where.columns_not_used
    lower = where.settings.get("lower") or ()
    yield "Lower scores mean more positive", tuple(str(name) for name in lower)
    aligned = where.settings.get("aligned") or ()
    yield "Put in the order of the labels by index", tuple(str(name) for name in aligned)


def _observations(study: Study) -> str:
    where = study.provenance
    total = f"{where.n_observations:,}"
    sizes = class_sizes(study)
    if sizes:
        each = [f"{size:,} {shortened(name)}" for name, size in sizes]
        return f"{total}: {listing(each)}"
    if where.positive:
        return f"{total}, positive is '{shortened(where.positive)}'"
    return total


def class_sizes(study: Study) -> tuple[tuple[str, int], ...]:
    """The classes with their counts, where the study knows one number for each."""
    if isinstance(study, MulticlassStudy):
        return tuple(zip(study.classes, study.counts, strict=True))
    where = study.provenance
    sizes = {(one.n_positive, one.n_negative) for one in _counted(study)}
    if len(sizes) != 1 or sum(next(iter(sizes))) != where.n_observations:
        return ()
    ((positives, negatives),) = sizes
    return (
        (f"positive ('{shortened(where.positive)}')", positives),
        (f"negative ('{shortened(where.negative)}')", negatives),
    )


def _counted(study: Study) -> tuple[Any, ...]:
    """Records that know how many observations of each class there are."""
    if isinstance(study, OperateFoldsStudy):
        return (study.layout,)
    for name in ("curves", "estimates", "empirical", "recommended"):
        found: tuple[Any, ...] = getattr(study, name, ())
        if found:
            return found
    return ()


def _folds(study: Study) -> tuple[str, ...]:
    if isinstance(study, FoldsStudy):
        repeats = f", {study.n_repeats} repeats" if study.n_repeats > 1 else ""
        return (f"{study.n_folds:,} ({study.design}{repeats})",)
    if isinstance(study, OperateFoldsStudy):
        return (f"{len(study.layout.fold_names):,} ({study.layout.design})",)
    if isinstance(study, MulticlassStudy) and study.fold_names:
        return (f"{len(study.fold_names):,} (left-out folds)",)
    return ()
