"""Study: the results of one analysis as data, with tables, sentences and JSON."""

import json
import math
import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from html import escape
from importlib import import_module
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, overload

from aucurate import __version__, formatting
from aucurate.checks import checked
from aucurate.data.observations import Observations
from aucurate.data.scores import position
from aucurate.data.source import Source
from aucurate.data.table_scores import TableObservations
from aucurate.errors import InputError, OptionError
from aucurate.formatting import join_words
from aucurate.io.writing import Backend, as_frame
from aucurate.results import Caveat, Comparison, Record, Tested
from aucurate.study.table import Table, numbers_of
from aucurate.study.upgrades import upgraded

if TYPE_CHECKING:
    from aucurate.plots.figure import Display
    from aucurate.plots.of_study import StudyFigure

FORMAT_VERSION = 4
_READ_VERSIONS = (1, 2, 3, 4)  # older ones are upgraded (study/upgrades.py)
_NOT_FINITE = ("NaN", "Infinity", "-Infinity")
_encoded = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
_MOST_COLUMNS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance(Record):
    """The origin of the numbers: version, data and method; on the command line, the command.

    ``lower`` names the classifiers whose lower scores mean more positive. ``n_groups`` is how many
    groups the observations are in, 0 where they are not grouped, and ``weights`` is the kind of
    their weights, if they have any.
    """

    version: str
    source: Source
    method: str
    n_observations: int
    positive: str = ""
    negative: str = ""
    lower: tuple[str, ...] = ()
    command: str = ""
    n_groups: int = 0
    weights: Literal["", "frequency", "sampling"] = ""

    @classmethod
    def of(
        cls,
        observations: Sequence[Observations | TableObservations],
        *,
        method: str,
        names: Sequence[str],
        lower: Iterable[str] = (),
    ) -> Self:
        """The provenance of results on these observations, with scores by these names."""
        first = observations[0]
        sources = [each.source for each in observations]
        aligned = dict.fromkeys(name for each in sources for name in each.aligned)
        return cls(
            version=__version__,
            source=replace(
                first.source,
                columns_taken=first.source.taken_as(names),
                n_dropped=sum(each.n_dropped for each in sources),
                n_weightless=sum(each.n_weightless for each in sources),
                unmatched=sum(each.unmatched for each in sources),
                aligned=tuple(aligned),
            ),
            method=method,
            n_observations=sum(each.size for each in observations),
            positive=first.positive,
            negative=first.negative,
            lower=tuple(lower),
            n_groups=sum(each.n_groups for each in observations),
            weights=next((each.weights.kind for each in observations if each.weights), ""),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Study(Record, ABC):
    """The results of one analysis, as shown by the command line, the report and notebooks.

    ``print(study)`` shows tables and sentences; ``to_json`` writes all numbers at full precision,
    ``to_frame`` a table, ``to_html`` the report, and ``to_latex``, ``to_markdown`` and ``to_csv``
    the tables as text.

    Each kind of study defines a ``noun`` for what it compares, the option that names the columns,
    and why other columns are ignored. Its presentation is declared in
    :mod:`aucurate.report.kinds`, or in the module that ``presentation`` names.
    """

    kind: ClassVar[str]
    noun: ClassVar[str] = "classifier"
    columns_option: ClassVar[str] = "scores"
    why_ignored: ClassVar[str] = "not numeric, or without a name"
    presentation: ClassVar[str] = ""
    _kinds: ClassVar[dict[str, "type[Study]"]] = {}

    caveats: tuple[Caveat, ...]
    provenance: Provenance

    def __init_subclass__(cls, **keywords: Any) -> None:
        super(Study, cls).__init_subclass__(**keywords)
        cls.__repr__ = Study.__repr__  # type: ignore[method-assign]
        Study._kinds[cls.kind] = cls

    @abstractmethod
    def tables(self) -> tuple[Table, ...]:
        """The tables of the study, the main one first."""

    @abstractmethod
    def sentences(self) -> tuple[str, ...]:
        """The verdict, in two or three plain sentences."""

    def notices(self) -> tuple[str, ...]:
        """Notes before the tables: columns that were used or ignored without being named."""
        where, lines = self.provenance.source, []
        if where.engine:
            lines.append(f"Computed by {where.engine}.")
        if where.columns_taken:
            names, option = _few(where.columns_taken), self.columns_option
            lines.append(
                f"Columns taken as {option}: {names} (choose with {option}= or --{option})."
            )
        if where.columns_not_used:
            ignored = _few(where.columns_not_used)
            lines.append(f"Columns ignored ({self.why_ignored}): {ignored}.")
        return tuple(lines)

    @checked
    def table(self, name: str) -> Table:
        """One table by its name."""
        known = {table.name: table for table in self.tables()}
        if name not in known:
            raise OptionError(
                f"this study has no table named '{name}'.",
                hint=f"it has {join_words(list(known))}.",
            )
        return known[name]

    @checked
    def to_frame(self, table: str | None = None, *, backend: Backend | None = None) -> Any:
        """One table (by default the first) as a data frame at full precision.

        It is a frame of the library that the data came in, or of polars if they came in arrays or
        files; ``backend`` names another one.
        """
        chosen = self.tables()[0] if table is None else self.table(table)
        return as_frame(chosen.columns, backend, self.provenance.source.library)

    @checked
    def numbers(self) -> dict[str, float]:
        """Every finite number of the tables under one name, for a tracker of experiments.

        ``mlflow.log_metrics(study.numbers())`` and ``wandb.log(study.numbers())`` take it as it is.
        A name is ``table/row/column``: "rates/new/sensitivity/low", "ranks/forest/average_rank".
        A column named value is left out ("rates/new/sensitivity"), and the tables of estimates and
        comparisons go by what they hold: "auc/new", "auc/new/low", "difference/new-old",
        "difference/new-old/p_value". Tables whose rows no name identifies (curves) are left out, as
        are infinities, NaN, settings and text. True and False are 1 and 0.

        A character of a name other than a letter, a digit, a space or one of ``_-.`` is written
        ``_``; of rows whose names are then the same, the second ends in ``_2``. The same study
        gives the same names.

        >>> from aucurate import compare
        >>> study = compare([0, 0, 0, 0, 1, 1, 1, 1], {"new": [1, 2, 3, 5, 4, 6, 7, 8]})
        >>> study.numbers()["auc/new"]
        0.9375
        """
        return numbers_of(self.tables())

    @checked
    def plot(self, figure: str | None = None, *, ax: Any = None) -> "Display":
        """Draw a figure of the study (by default the main one) and return its display.

        It is drawn on the axes ``ax``, or on a new figure, which a notebook shows and
        ``save`` writes. An unknown name raises an error that lists the available ones.
        """
        from aucurate.report.kinds import figure_of  # upwards, as the contract of layers allows

        return figure_of(self, figure).display.plot(ax)

    @checked
    def figures(self) -> tuple["StudyFigure", ...]:
        """All figures of the study, the main one first, not yet drawn.

        Each has a ``name``, a ``title``, a description in ``words`` and a ``display``, whose
        ``plot``, ``save`` and ``to_frame`` draw it, write it and return its data.
        """
        from aucurate.report.kinds import figures_of

        return figures_of(self)

    @checked
    def methods(self) -> str:
        """How the numbers were computed, as the Methods section of a paper, with references."""
        from aucurate.report.methods import methods_of

        return methods_of(self).text()

    @checked
    def bibtex(self) -> str:
        """The works that :meth:`methods` cites, as BibTeX."""
        from aucurate.report.methods import methods_of

        return methods_of(self).bibtex()

    @checked
    def to_latex(self, table: str | None = None, *, label: str = "") -> str:
        r"""All tables, or one, as LaTeX ``table`` environments; needs ``\usepackage{booktabs}``.

        The notices, the verdict and the caveats stand above them as comments. The LaTeX label of a
        table is ``tab:`` and its name; ``label="forest"`` makes it ``tab:forest-comparisons``, so
        that a document can have the tables of several studies.
        """
        from aucurate.tables.latex import to_latex

        return to_latex(self, table, label=label)

    @checked
    def to_markdown(self, table: str | None = None) -> str:
        """The tables, the verdict and the caveats as Markdown, or one table by its name."""
        from aucurate.tables.markdown import to_markdown

        return to_markdown(self, table)

    @checked
    def to_csv(self, table: str | None = None) -> str:
        """One table (by default the first) as CSV at full precision."""
        from aucurate.tables.csv import to_csv

        return to_csv(self, table)

    @checked
    def to_json(self, *, indent: int | None = 2) -> str:
        """The whole study as JSON at full precision; infinities and NaN are strings."""
        head = {"format_version": FORMAT_VERSION, "kind": self.kind}
        plain = head | self.to_dict()
        return _encoded(plain) if indent is None else _written(plain, " " * indent, "\n")

    @overload
    def to_html(self, *, title: str | None = None, written: date | None = None) -> str: ...

    @overload
    def to_html(
        self,
        path: str | os.PathLike[str],
        *,
        title: str | None = None,
        written: date | None = None,
    ) -> Path: ...

    @checked
    def to_html(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        title: str | None = None,
        written: date | None = None,
    ) -> str | Path:
        """The report: one self-contained HTML file that opens offline.

        Parameters
        ----------
        path : str or path, optional
            File to write. Without it the report is returned as text.
        title : str, optional
            Heading of the page. By default it has the names of the classifiers, or their number.
        written : date, optional
            Date that the page shows. By default today, or the day of the environment variable
            SOURCE_DATE_EPOCH.
        """
        from aucurate.report.page import report_html, write_report

        if path is None:
            return report_html(self, title=title, written=written)
        return write_report(self, path, title=title, written=written)

    @staticmethod
    @checked
    def from_json(text: str) -> "Study":
        """Read a study written by :meth:`to_json`.

        Every value is checked against the type of its field: text that is not the JSON of a study,
        or was changed, raises an ``InputError`` that says where.
        """
        try:
            data = json.loads(text)
            version, kind = data.pop("format_version"), data.pop("kind")
        except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
            raise InputError(
                "this text is not the JSON of a study.",
                hint="write one with study.to_json() or aucurate compare --json.",
            ) from None
        if kind not in list(Study._kinds):
            import_module("aucurate.study.schema").study_kinds()
        known = list(Study._kinds)  # a list compares, where a kind may be a list or an object too
        if type(version) is not int or version not in _READ_VERSIONS or kind not in known:
            raise InputError(
                f"this study is of kind {_shown(kind)} in format version {_shown(version)}; this "
                f"aucurate reads {join_words(sorted(known))} in format versions "
                f"{join_words([str(one) for one in _READ_VERSIONS])}.",
                hint="read it with the version of aucurate that wrote it.",
            )
        try:
            return Study._kinds[kind].from_dict(upgraded(kind, version, data))
        except InputError as error:
            raise InputError(
                f"this JSON of a study is damaged: {error.message}",
                hint="write it again with study.to_json() or aucurate compare --json.",
            ) from None

    def __repr__(self) -> str:
        sentences = self.sentences()
        return f"<{type(self).__name__}: {sentences[0] if sentences else self.tables()[0].title}>"

    def __str__(self) -> str:
        parts = [*self.notices(), ""] if self.notices() else []
        parts += [f"{table}\n" for table in self.tables()]
        parts += self.sentences()
        if self.caveats:
            parts += ["\nCaveats", *(f"- {caveat}" for caveat in self.caveats)]
        return "\n".join(parts)

    def _repr_html_(self) -> str:
        """What a notebook shows: the same tables, sentences and caveats."""
        tables = [formatting.html_table(t.header, t.rows, t.title) for t in self.tables()]
        notices = [f"<p>{escape(line)}</p>" for line in self.notices()]
        verdict = f"<p>{escape(' '.join(self.sentences()))}</p>"
        return "\n".join([*notices, *tables, verdict, formatting.html_list(self.caveats)])


def comparison_of(
    tests: Iterable[Tested[Comparison]], first: str, second: str, names: Sequence[str]
) -> Comparison:
    """The comparison of two of ``names``, first minus second whichever way it is stored."""
    known = list(names)
    for comparison in (tested.result for tested in tests):
        if (comparison.first, comparison.second) == (first, second):
            return comparison
        if (comparison.first, comparison.second) == (second, first):
            return comparison.reversed()
        if comparison.design == "one test set":
            known.append(comparison.second)
    position(tuple(known), first)
    position(tuple(known), second)
    raise OptionError(
        f"'{first}' and '{second}' were not compared in this study.",
        hint="without reference= all pairs are compared.",
    )


def _few(names: tuple[str, ...]) -> str:
    return join_words([formatting.shortened(name) for name in names], most=_MOST_COLUMNS)


def _shown(value: object) -> str:
    """A value from an unknown file, short enough for a message."""
    try:
        return formatting.shortened(repr(value))
    except ValueError:  # an integer of more digits than Python prints
        return "an integer of thousands of digits"


def _written(value: Any, indent: str, line: str) -> str:
    """Plain values as the indented JSON of the standard library, but a list of numbers in a line.

    ``line`` is the line break with the indentation of what is around the value.
    """
    inner = line + indent
    if isinstance(value, dict):
        items = [f"{_key(key)}: {_written(item, indent, inner)}" for key, item in value.items()]
        return f"{{{inner}{f',{inner}'.join(items)}{line}}}" if items else "{}"
    if not isinstance(value, list | tuple):
        return repr(value) if type(value) is float and math.isfinite(value) else _encoded(value)
    items = [_written(item, indent, inner) for item in value]
    if all(type(item) in (float, int, bool, NoneType) or item in _NOT_FINITE for item in value):
        return f"[ {', '.join(items)} ]" if items else "[]"
    return f"[{inner}{f',{inner}'.join(items)}{line}]"


def _key(key: object) -> str:
    return _encoded(key) if isinstance(key, str) else f'"{_encoded(key)}"'
