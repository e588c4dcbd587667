"""What was compared: who, on how many observations of which classes, from where, without what."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from aucurate.estimates.estimands import Quantity
from aucurate.formatting import count, join_words, shortened
from aucurate.report.tables import Cell, FullTexts
from aucurate.results import Record
from aucurate.study.base import Study
from aucurate.study.compare import CompareStudy
from aucurate.study.folds import FoldsStudy
from aucurate.study.multiclass import MulticlassStudy
from aucurate.study.operate import OperateStudy
from aucurate.study.operate.folds import OperateFoldsStudy
from aucurate.study.rank import RankStudy
from aucurate.study.rank.text import folds_words
from aucurate.tables.csv import exact_text

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
    source = where.source
    yield f"{noun.capitalize()}s" if len(names) > 1 else noun.capitalize(), names
    if study.kind in ("rank", "outcomes"):
        datasets: tuple[str, ...] = getattr(study, "datasets", ())
        yield "Data sets" if len(datasets) > 1 else "Data set", datasets
    if where.n_observations and study.kind != "rank":
        yield "Observations", (_observations(study),)
    yield "Folds", _folds(study)
    yield "Source", (where.source.name,)
    dropped = "data set" if study.kind == "rank" else "row"
    if where.n_observations:
        left_out = count(source.n_dropped, dropped) if source.n_dropped else "none"
        yield f"{dropped.capitalize()}s dropped", (left_out,)
    yield "Columns not used", source.columns_not_used
    yield "Lower scores mean more positive", where.lower
    yield "Put in the order of the labels by index", source.aligned


def _observations(study: Study) -> str:
    where = study.provenance
    total = f"{where.n_observations:,}"
    sizes = class_sizes(study)
    if sizes:
        each = [f"{size:,} {shortened(name)}" for name, size in sizes]
        return f"{total}: {join_words(each)}"
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
    if isinstance(study, RankStudy) and study.n_folds:
        return (f"{folds_words(study.n_folds)} of each data set",)
    if isinstance(study, OperateFoldsStudy):
        return (f"{len(study.layout.fold_names):,} ({study.layout.design})",)
    if isinstance(study, MulticlassStudy) and study.fold_names:
        return (f"{len(study.fold_names):,} (left-out folds)",)
    return ()


# The settings of a study as rows, in the words of the JSON.


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting and its value."""

    name: Cell
    value: Cell


def plain_settings(study: Study) -> dict[str, Any]:
    """The settings of a study by name, and which classifiers have lower scores."""
    asked = getattr(study, "settings", None) or getattr(study.provenance, "settings", {})
    plain = asked.to_dict() if isinstance(asked, Record) else dict(asked)
    return plain | {"lower": list(study.provenance.lower)}


def settings_rows(study: Study, texts: FullTexts) -> tuple[Setting, ...]:
    """Every setting but what the page shows beside them; what has parts is told part by part."""
    plain = {name: value for name, value in plain_settings(study).items() if name != "lower"}
    if isinstance(study, OperateStudy | OperateFoldsStudy):
        rule = study.settings.rule
        plain |= {"at": study.settings.words, "rule": None if rule is None else rule.to_dict()}
    return tuple(
        Setting(texts.cell(name), texts.cell("not set" if value is None else exact_text(value)))
        for name, value in _flat(plain)
    )


def _flat(settings: dict[str, Any], head: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in settings.items():
        words = f"{head}{name}".replace("_", " ")
        if isinstance(value, dict) and value:
            yield from _flat(value, f"{words}: ")
        else:
            yield words, "none" if value in ([], {}, "") else value


# The words of a page that depend on the kind of its study: what was asked, about whom.


_MOST = 6  # names in a title
_NAME = 30  # characters of each of them


@dataclass(frozen=True, slots=True)
class KindWords:
    """What a study of this kind is, the question it answers, and what its subjects are called."""

    what: str
    question: str
    noun: str = "classifier"
    names: Callable[[Any], Iterable[str]] = lambda study: study.names


_KINDS = {
    "compare": KindWords(
        "Comparison of AUCs",
        "Which classifier has the higher AUC, by how much, and how sure are we?",
    ),
    "folds": KindWords(
        "Comparison over cross-validation folds",
        "Which algorithm is better over folds, by tests that hold there?",
        "algorithm",
    ),
    "operate": KindWords(
        "Operating points", "What do the classifiers do at one operating point, and do they differ?"
    ),
    "operate-folds": KindWords(
        "Operating points over folds",
        "What do the classifiers do at one operating point, and which others are like it?",
    ),
    "multiclass": KindWords(
        "Several classes",
        "How well are several classes told apart, and with which weights are they decided?",
    ),
    "fit": KindWords(
        "Models of the curve",
        "Which model describes the curve, and what area does it give?",
        names=lambda study: (one.name for one in study.empirical),
    ),
    "plan": KindWords(
        "Plan of a study", "How large must the next study be?", "", names=lambda study: ()
    ),
    "rank": KindWords(
        "Comparison over data sets",
        "Which algorithm is best over many data sets, and which differences are more than chance?",
        "algorithm",
        names=lambda study: (one.name for one in study.algorithms),
    ),
    "outcomes": KindWords(
        "Tests of error and of AUC",
        "Do the tests on error and on AUC agree about the same pairs?",
        "algorithm",
        names=lambda study: (name for one in study.outcomes for name in (one.first, one.second)),
    ),
    "intervals": KindWords(
        "Intervals of the AUC",
        "Which interval of the AUC should be reported?",
        names=lambda study: (one.name for one in study.recommended),
    ),
}


def _of_estimand(about: Quantity) -> KindWords:
    """The words of a comparison of something else than AUCs."""
    return KindWords(
        f"Comparison of {about.plural}",
        f"Which classifier has the higher {about.name}, by how much, and how sure are we?",
    )


def words_of(study: Study) -> KindWords:
    """The words of a kind; those of layers above are called by their name."""
    other = KindWords(study.kind.capitalize(), "", "", names=lambda study: ())
    if isinstance(study, CompareStudy) and not study.estimand.is_auc:
        return _of_estimand(study.estimand)
    return _KINDS.get(study.kind, other)


def names_of(study: Study) -> tuple[str, ...]:
    """Whom the study is about, each once, in the order of the study."""
    return tuple(dict.fromkeys(words_of(study).names(study)))


def title_of(study: Study) -> str:
    """Whom the study is about, in a line; the first few where there are many."""
    names = [shortened(name, _NAME) for name in names_of(study)]
    if not names:
        return words_of(study).what
    more = len(names) - _MOST
    return join_words([*names[:_MOST], f"{more} more"] if more > 1 else names)
