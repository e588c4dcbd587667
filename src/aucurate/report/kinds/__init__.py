"""How each kind of study is presented: its title and question, headings, figures and methods.

A kind of study is declared once, in a module of this package that is named after it and has a
:class:`StudyKind` called ``KIND``. ``Study.plot()``, ``Study.methods()`` and the report all read
that declaration. A study of another distribution names the module of its own in
``Study.presentation``.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from aucurate.errors import OptionError, UnsupportedError
from aucurate.formatting import capital, join_words
from aucurate.plots.of_study import StudyFigure
from aucurate.study.base import Study
from aucurate.study.table import Table

if TYPE_CHECKING:
    from aucurate.report.curves import Start
    from aucurate.report.recipe import Origin

S = TypeVar("S", bound=Study)
Facts = Iterable[tuple[str, tuple[str, ...]]]
"""Terms, and what there is to say about each."""


def _nothing(_: Study) -> tuple[()]:
    return ()


def _names(study: Any) -> Iterable[str]:
    names: Iterable[str] = study.names
    return names


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyKind(Generic[S]):
    """The presentation of one kind of study: texts and figures.

    Attributes
    ----------
        title: What such a study is, e.g. "Comparison of AUCs".
        question: The question that it answers.
        names: Those that the study is about, by name; ``Study.noun`` is what they are called.
        headline: The heading of the page where names are too many, "{}" being their count.
        data_heading: The heading of the section about the data.
        facts: Facts about the data, beside the names, the source and what was left out.
        row: What an observation that was left out is called.
        sizes: The classes with their counts, where the study has one number for each.
        is_one_test_set: Whether all scores are those of one test set, which nothing shows to be
            new to the models.
        headings: The headings of its tables by their names, where they are not the usual ones.
        tables: Tables that only the page has.
        figures: The figures, the main one first.
        paragraphs: The paragraphs of the Methods section, as sentences with marks for citations
            (:func:`aucurate.report.phrases.cite`).
        start: Where the interactive curve starts, if not where the expected cost is least.
        curve_values: What the legend of the interactive curve says beside each name.
        function: The function of ``aucurate`` that makes such a study.
        arguments: What it is called with beside the data, by the names of its parameters, without
            what follows from the rest; by default the settings. None where the settings of an
            older version do not say all.
        folds: The containers that it takes, where these are of folds.
        is_ordered: Whether its classifiers are in the order of the data.
        origin: Where the data come from, where that is not a table of scores.
        lines: The lines of Python that make the study, where that is no call of ``function``.
    """

    title: str | Callable[[S], str]
    question: str | Callable[[S], str] = ""
    names: Callable[[S], Iterable[str]] = _names
    headline: str | Callable[[S], str] = "{}"
    data_heading: str = "What was compared"
    facts: Callable[[S], Facts] | None = None
    row: str = "row"
    sizes: Callable[[S], Iterable[tuple[str, int]]] = _nothing
    is_one_test_set: Callable[[S], bool] = lambda study: False
    headings: Mapping[str, str] | Callable[[S], Mapping[str, str]] | None = None
    tables: Callable[[S], Iterable[Table]] = _nothing
    figures: Callable[[S], Iterable[StudyFigure]] = _nothing
    paragraphs: Callable[[S], list[list[str]]] = lambda study: []
    start: "Callable[[S], Start] | None" = None
    curve_values: Callable[[S], Mapping[str, str]] = lambda study: {}
    function: Callable[..., Study] | None = None
    arguments: Callable[[S], Mapping[str, Any] | None] | None = None
    folds: tuple[str, ...] = ()
    is_ordered: bool = True
    origin: "Callable[[S], Origin] | None" = None
    lines: Callable[[S], tuple[str, ...]] | None = None


def kind_of(study: Study) -> StudyKind[Any]:
    """The declaration of the kind of a study; of an undeclared kind no more than its name."""
    return _declared(study.kind, study.presentation)


@cache
def _declared(kind: str, presentation: str) -> StudyKind[Any]:
    module = presentation or f"{__name__}.{kind.replace('-', '_')}"
    if find_spec(module) is None:
        return StudyKind(title=capital(kind), names=_nothing)
    declared: StudyKind[Any] = import_module(module).KIND
    return declared


def title_of(study: Study) -> str:
    """What a study is."""
    return _text(kind_of(study).title, study)


def headline_for(study: Study, whom: str) -> str:
    """The heading of a page about so many."""
    return _text(kind_of(study).headline, study).format(whom)


def question_of(study: Study) -> str:
    """The question that a study answers."""
    return _text(kind_of(study).question, study)


def headings_of(study: Study) -> Mapping[str, str]:
    """The headings of tables that are not the usual ones, by the names of the tables."""
    own = kind_of(study).headings or {}
    return own(study) if callable(own) else own


def _text(text: str | Callable[[Study], str], study: Study) -> str:
    return text if isinstance(text, str) else text(study)


def names_of(study: Study) -> tuple[str, ...]:
    """Those that the study is about, each once, in the order of the study."""
    return tuple(dict.fromkeys(kind_of(study).names(study)))


def figures_of(study: Study) -> tuple[StudyFigure, ...]:
    """All figures of a study, none of them drawn yet; none for a kind that has no figures.

    >>> import aucurate
    >>> study = aucurate.compare(aucurate.datasets.load_breast_cancer())
    >>> [figure.name for figure in figures_of(study)]
    ['roc', 'forest', 'differences', 'matrix']
    """
    figures = tuple(kind_of(study).figures(study))
    for figure in figures:
        figure.display.library = study.provenance.source.library
    return figures


def figure_of(study: Study, name: str | None = None) -> StudyFigure:
    """One figure of a study by its name, the first unless named."""
    figures = {figure.name: figure for figure in figures_of(study)}
    if not figures:
        raise UnsupportedError(
            f"there is nothing to draw in this study of kind '{study.kind}'.",
            hint="its tables are in study.tables(); a study of an older version carries no curves.",
        )
    if name is None:
        return next(iter(figures.values()))
    if name not in figures:
        raise OptionError(
            f"this study has no figure named {name!r}.", hint=f"it has {join_words(list(figures))}."
        )
    return figures[name]
