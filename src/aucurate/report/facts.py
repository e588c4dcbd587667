"""Facts about the data on the page: what was compared, on which observations, from where."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Protocol

from aucurate.formatting import capital, count, join_words, shortened
from aucurate.report.kinds import Facts, headline_for, kind_of, names_of, title_of
from aucurate.report.tables import Cell, FullTexts
from aucurate.results import Record
from aucurate.study.base import Study
from aucurate.tables.csv import exact_text

FITTED_HERE = (
    "Check first that no model was fitted to these observations; the scores do not reveal it. If "
    "one was, its results are too optimistic, most of all those of a flexible model."
)
_MOST_ITEMS = 12  # of a list that is open


@dataclass(frozen=True, slots=True)
class Fact:
    """A term and its description; ``is_list`` if each item is separate."""

    term: str
    items: tuple[Cell, ...]
    is_list: bool = False

    @property
    def is_long(self) -> bool:
        """Whether the page shows how many there are, and the list on demand."""
        return len(self.items) > _MOST_ITEMS


def facts_of(study: Study, texts: FullTexts) -> tuple[Fact, ...]:
    """All facts, in the order of interest to a reader."""
    return tuple(
        Fact(term, tuple(texts.cell(item) for item in items), len(items) > 1)
        for term, items in _facts(study)
        if items
    )


def _facts(study: Study) -> Facts:
    where, kind, names = study.provenance, kind_of(study), names_of(study)
    source = where.source
    noun = capital(study.noun)
    yield f"{noun}s" if len(names) > 1 else noun, names
    yield from observations(study) if kind.facts is None else kind.facts(study)
    yield "Source", (source.name,)
    if where.n_observations:
        left_out = count(source.n_dropped, kind.row) if source.n_dropped else "none"
        yield f"{capital(kind.row)}s dropped", (left_out,)
    if source.n_weightless:
        yield "Rows with weight 0", (f"{source.n_weightless:,}",)
    yield "Columns not used", source.columns_not_used
    yield "Lower scores mean more positive", where.lower
    yield "Aligned with the labels by index", source.aligned


def observations(study: Study) -> Facts:
    """How many observations there are, of which classes."""
    where = study.provenance
    if not where.n_observations:
        return
    total, sizes = f"{where.n_observations:,}", class_sizes(study)
    if sizes:
        each = [f"{size:,} {shortened(name)}" for name, size in sizes]
        total = f"{total}: {join_words(each)}"
    elif where.positive:
        total = f"{total}; positive class '{shortened(where.positive)}'"
    yield "Observations", (total,)
    if where.n_groups:
        yield "Groups", (f"{where.n_groups:,}",)
    if where.weights:
        yield "Weights", (where.weights,)


def datasets(names: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The data sets of a study by name."""
    return "Data sets" if len(names) > 1 else "Data set", names


def class_sizes(study: Study) -> tuple[tuple[str, int], ...]:
    """The classes with their counts, where the study knows one number for each."""
    return tuple(kind_of(study).sizes(study))


class Counted(Protocol):
    """A record that knows how many observations of each class there are."""

    @property
    def n_positive(self) -> float:
        """Positives."""

    @property
    def n_negative(self) -> float:
        """Negatives."""


def two_classes(study: Study, records: Iterable[Counted]) -> tuple[tuple[str, int], ...]:
    """Positives and negatives, where all records have the same and these are all observations.

    Sampling weights are no numbers of observations.
    """
    where = study.provenance
    sizes = {(one.n_positive, one.n_negative) for one in records}
    if len(sizes) != 1 or sum(next(iter(sizes))) != where.n_observations:
        return ()
    ((positives, negatives),) = sizes
    if not (isinstance(positives, int) and isinstance(negatives, int)):
        return ()
    return (
        (f"positive ('{shortened(where.positive)}')", positives),
        (f"negative ('{shortened(where.negative)}')", negatives),
    )


# What the page is called.


_MOST = 6  # names in a headline
_LONGEST = 60  # characters of all of them


@dataclass(frozen=True, slots=True)
class Headline:
    """The heading of a page, and above it the kind of study unless the heading names it."""

    text: str
    kind: str = ""

    @property
    def whole(self) -> str:
        """Both in a line, as a browser names the page."""
        return f"{self.kind}: {self.text}" if self.kind else self.text


def headline_of(study: Study, title: str | None = None) -> Headline:
    """The title that was given, a few short names, or what the study is and of how many."""
    kind, names = title_of(study), [shortened(name) for name in names_of(study)]
    if title is not None:
        return Headline(title, kind)
    if not names:
        return Headline(kind)
    if len(names) <= _MOST and len(listed := join_words(names)) <= _LONGEST:
        return Headline(listed, kind)
    return Headline(headline_for(study, count(len(names), study.noun)))


# The settings of a study as rows, in the words of the JSON.


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting and its value."""

    name: Cell
    value: Cell


def setting_values(study: Study) -> dict[str, Any]:
    """The settings of a study by name."""
    asked = getattr(study, "settings", None) or getattr(study.provenance, "settings", {})
    if is_dataclass(asked):
        return {field.name: getattr(asked, field.name) for field in fields(asked)}
    return dict(asked)


def settings_rows(study: Study, texts: FullTexts) -> tuple[Setting, ...]:
    """Every setting not shown elsewhere on the page; nested settings are flattened."""
    asked = getattr(study, "settings", None) or getattr(study.provenance, "settings", {})
    plain = asked.to_dict() if isinstance(asked, Record) else dict(asked)
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
