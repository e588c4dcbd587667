"""Scores of one classifier, or of several: on the same observations, or on different ones.

Every container of data is made by ``from_arrays``, ``from_frame`` (a frame of pandas, polars,
pyarrow or the like) or ``read`` (a file). The last two import :mod:`aucurate.io`, which stands
above the data, inside the method.
"""

import os
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, Self, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from aucurate.calling import record_given
from aucurate.checks import check_fields, checked
from aucurate.data.alignment import aligned_columns, library_of
from aucurate.data.arrays import frozen, numeric_scores
from aucurate.data.labels import Labels, read_labels
from aucurate.data.observations import Missing, Observations, build
from aucurate.data.source import FromFile, Summarised, noting_reading, short_names, with_source
from aucurate.data.subgroups import columns_of
from aucurate.errors import InputError, LabelError, OptionError, ScoreError
from aucurate.formatting import count, join_words, shortened
from aucurate.hints import Hint

ObservationsT = TypeVar("ObservationsT", bound=Summarised)
ScoresT = TypeVar("ScoresT")


class Classifiers:
    """Several classifiers by their names; ``values`` begins with an axis of classifiers."""

    __slots__ = ()
    names: tuple[str, ...]
    values: NDArray[Any]
    lower: frozenset[str]

    @checked
    def select(self, names: Collection[str]) -> Self:
        """The same observations with these classifiers only, in this order."""
        places = [position(self.names, name) for name in names]
        if len(set(places)) < len(places):
            raise OptionError("a classifier is selected twice.", hint="name each of them once.")
        return replace(  # type: ignore[type-var]  # who inherits is a dataclass
            self,
            names=tuple(names),
            values=frozen(self.values[places]),
            lower=self.lower & set(names),
        )


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Paired(Summarised, Classifiers, ABC, Generic[ObservationsT, ScoresT]):
    """Several classifiers on the same observations; ``values`` begins with an axis of classifiers.

    ``lower`` names those whose scores ran the other way and were negated.
    """

    names: tuple[str, ...]
    observations: ObservationsT
    values: NDArray[Any]
    lower: frozenset[str] = frozenset()

    def _summary(self) -> str:
        return f"{short_names(self.names)}; {self.observations._summary()}"

    @abstractmethod
    def _at(self, place: int) -> ScoresT:
        """The scores of the classifier at this place."""

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[ScoresT]:
        return (self._at(place) for place in range(len(self.names)))

    def __getitem__(self, name: str) -> ScoresT:
        return self._at(position(self.names, name))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Scores(Summarised, FromFile):
    """One classifier on one test set: observations, and the score it gives each of them.

    Build it with :meth:`from_arrays`, which checks everything once; higher means more positive, and
    ``lower`` says that it was the other way round before the scores were negated.
    Two ``Scores`` of the same ``PairedScores`` share their ``observations``, which is how a test
    knows that they are paired.
    """

    name: str
    observations: Observations
    values: NDArray[Any]
    lower: bool = False

    def _summary(self) -> str:
        return f"{shortened(self.name)}; {self.observations._summary()}"

    @classmethod
    @checked
    def from_arrays(
        cls,
        labels: Any,
        scores: Any,
        *,
        positive: object = None,
        name: str = "scores",
        lower: bool = False,
        missing: Missing = "refuse",
        frequency_weights: Any = None,
        sampling_weights: Any = None,
        groups: Any = None,
        folds: Any = None,
    ) -> Self:
        """Check, copy and freeze. ``lower=True`` when a lower score means more positive.

        Infinite scores are legal: they only rank. A missing label or score is refused, or with
        ``missing="drop"`` dropped and counted. Series with an index are matched by it, see
        :mod:`aucurate.data.alignment`. ``Scores`` in place of the labels, with None for the scores,
        are returned as they are.

        >>> Scores.from_arrays([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]).n_positive
        2
        """
        options: dict[str, Any] = {
            "missing": missing,
            "positive": positive,
            "frequency_weights": frequency_weights,
            "sampling_weights": sampling_weights,
            "groups": groups,
            "folds": folds,
        }
        built = record_given(cls, labels, scores, {**options, "name": name, "lower": lower})
        if built is not None:
            return built
        lowered = [name] if lower else ()
        paired = PairedScores.from_arrays(labels, {name: scores}, lower=lowered, **options)
        return cls(name, paired.observations, paired.values[0], lower)

    @classmethod
    @noting_reading
    @checked
    def from_frame(
        cls,
        frame: Any,
        *,
        label: str,
        score: str,
        positive: object = None,
        lower: bool = False,
        missing: Missing = "refuse",
        frequency_weights: str | None = None,
        sampling_weights: str | None = None,
        groups: str | None = None,
        fold: str | None = None,
    ) -> "Scores":
        """The same from the columns of a frame; ``score`` names the classifier's.

        >>> import polars as pl
        >>> table = pl.DataFrame({"y": [0, 1, 1], "forest": [0.1, 0.8, 0.7], "tree": [0, 0, 1]})
        >>> Scores.from_frame(table, label="y", score="tree").n_positive
        2
        """
        return PairedScores.from_frame(
            frame,
            label=label,
            positive=positive,
            scores=[score],
            lower=[score] if lower else (),
            frequency_weights=frequency_weights,
            sampling_weights=sampling_weights,
            groups=groups,
            fold=fold,
            missing=missing,
        )[score]

    @classmethod
    def _from_call(
        cls,
        labels: Any,
        columns: Mapping[str, Any],
        *,
        lower: bool | str | Collection[str] = False,
        **options: Any,
    ) -> tuple["Scores", ...]:
        """The classifiers of a call with arrays, on the same observations (aucurate.calling)."""
        names = names_of_columns(columns)
        scores = dict(zip(names, columns.values(), strict=True))
        if isinstance(lower, bool | np.bool_):
            lower = names if lower else ()
        return tuple(PairedScores.from_arrays(labels, scores, lower=lower, **options))

    def plain(self, method: str, *, units: bool = False) -> "Scores":
        """The same with a row for every observation, for a method that knows no counts of rows.

        Groups and sampling weights are refused unless ``units`` says that the method allows for
        them.
        """
        return with_rows(self, self.observations.plain(method, units=units))

    @property
    def is_positive(self) -> NDArray[np.bool_]:
        """Which observations are positive."""
        return self.observations.is_positive

    @property
    def n_positive(self) -> int:
        """How many observations are positive."""
        return self.observations.n_positive

    @property
    def n_negative(self) -> int:
        """How many observations are negative."""
        return self.observations.n_negative

    def __len__(self) -> int:
        return len(self.values)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PairedScores(Paired[Observations, Scores]):
    """K classifiers on one test set; ``values`` has a row per classifier, higher is more positive.

    ``lower`` names those whose scores ran the other way and were negated.

    >>> first, second = PairedScores.from_arrays(
    ...     [0, 0, 1, 1], {"forest": [0.1, 0.4, 0.35, 0.8], "tree": [0, 0, 0, 1]}
    ... )
    >>> first.name, second.name, first.observations is second.observations
    ('forest', 'tree', True)
    """

    @classmethod
    @checked(but=("scores",))
    def from_arrays(
        cls,
        labels: Any,
        scores: Mapping[str, Any],
        *,
        positive: object = None,
        lower: Collection[str] = (),
        missing: Missing = "refuse",
        frequency_weights: Any = None,
        sampling_weights: Any = None,
        groups: Any = None,
        folds: Any = None,
        by: Any = None,
    ) -> Self:
        """Check, copy and freeze: one array of scores per classifier, named.

        ``lower`` names the classifiers whose lower scores mean more positive. A row with anything
        missing is refused, or with ``missing="drop"`` dropped for all classifiers and counted.
        Series with an index are matched by it, see :mod:`aucurate.data.alignment`. Observations
        without a value in a column of ``by`` are a subgroup of their own.
        """
        subgroups = {f"by[{name!r}]": values for name, values in columns_of(by).items()}
        columns, extras, moved = aligned_columns(
            labels,
            named_scores(scores),
            frequency_weights=frequency_weights,
            sampling_weights=sampling_weights,
            groups=groups,
            folds=folds,
            **subgroups,
        )
        in_order = [extras.pop(title) for title in subgroups]
        found = cls.from_labels(
            read_labels(labels, positive),
            columns,
            lower=lower,
            missing=missing,
            by=dict(zip(columns_of(by), in_order, strict=True)),
            **extras,
        )
        return with_source(found, aligned=moved, library=library_of(labels, scores))

    @classmethod
    @checked(but=("scores",))
    def from_labels(
        cls,
        labels: Labels,
        scores: Mapping[str, Any],
        *,
        lower: Collection[str] = (),
        missing: Missing = "refuse",
        frequency_weights: Any = None,
        sampling_weights: Any = None,
        groups: Any = None,
        folds: Any = None,
        by: Mapping[str, Any] | None = None,
    ) -> Self:
        """The same with labels already read, and columns of subgroups by their names."""
        columns, flipped = directed_columns(scores, lower)
        observations, matrix = build(
            labels,
            columns,
            missing=missing,
            frequency_weights=frequency_weights,
            sampling_weights=sampling_weights,
            groups=groups,
            folds=folds,
            by=by,
        )
        return cls(tuple(columns), observations, matrix, flipped)

    @classmethod
    @noting_reading
    @checked
    def from_frame(
        cls,
        frame: Any,
        *,
        label: str,
        positive: object = None,
        scores: str | Sequence[str] | None = None,
        lower: str | Collection[str] = (),
        frequency_weights: str | None = None,
        sampling_weights: str | None = None,
        groups: str | None = None,
        fold: str | None = None,
        by: str | Sequence[str] = (),
        classifier: str | None = None,
        id: str | None = None,
        missing: Missing = "refuse",
    ) -> "PairedScores":
        """The same from the columns of a frame of pandas, polars, pyarrow or the like.

        ``label``, ``frequency_weights``, ``sampling_weights``, ``groups``, ``fold`` and ``by`` name
        columns. ``scores`` names the classifiers' columns; without it every other numeric column is
        one. ``lower`` names those whose lower scores mean more positive.

        In long form, with a row for every classifier and observation, ``classifier`` names the
        column of the classifiers and ``id`` that of the observations. Every classifier must have
        one score for every observation, and its labels must agree with those of the others. What
        some classifier lacks is refused, or with ``missing="drop"`` left out and counted.

        >>> import polars as pl
        >>> table = pl.DataFrame({"y": [0, 1, 1], "forest": [0.1, 0.8, 0.7], "tree": [0, 0, 1]})
        >>> PairedScores.from_frame(table, label="y").names
        ('forest', 'tree')
        >>> table = pl.DataFrame(
        ...     {
        ...         "model": ["forest", "forest", "tree", "tree"],
        ...         "patient": ["a", "b", "b", "a"],
        ...         "y": [0, 1, 1, 0],
        ...         "score": [0.1, 0.8, 1.0, 0.0],
        ...     }
        ... )
        >>> data = PairedScores.from_frame(table, label="y", classifier="model", id="patient")
        >>> data["tree"].values.tolist()
        [0.0, 1.0]
        """
        from aucurate.io.frames import paired_scores
        from aucurate.io.several_tables import paired_from_long

        roles = {
            "label": label,
            "frequency_weights": frequency_weights,
            "sampling_weights": sampling_weights,
            "groups": groups,
            "fold": fold,
        }
        options: dict[str, Any] = {
            "scores": scores,
            "positive": positive,
            "lower": lower,
            "by": by,
            "missing": missing,
        }
        if classifier is not None:
            return paired_from_long(frame, roles, classifier=classifier, id=id, **options)
        if id is not None and not isinstance(frame, Mapping):
            raise _one_table_has_no_id()
        return paired_scores(frame, roles, **options)

    @classmethod
    @checked
    def from_frames(
        cls,
        frames: Mapping[str, Any],
        *,
        label: str,
        id: str | None = None,
        positive: object = None,
        scores: str | Sequence[str] | None = None,
        lower: str | Collection[str] = (),
        frequency_weights: str | None = None,
        sampling_weights: str | None = None,
        groups: str | None = None,
        fold: str | None = None,
        by: str | Sequence[str] = (),
        missing: Missing = "refuse",
    ) -> "PairedScores":
        """The same from one frame for every classifier, named, joined as :meth:`read` joins files.

        Parameters
        ----------
        frames : mapping from str to data frame
            A frame of pandas, polars, pyarrow or the like for every classifier. The one column of
            scores of a frame gets its name. A frame without scores may hold the labels.

        >>> import polars as pl
        >>> labels = pl.DataFrame({"patient": ["a", "b", "c"], "y": [0, 1, 1]})
        >>> old = pl.DataFrame({"patient": ["a", "b", "c"], "p": [0.2, 0.4, 0.9]})
        >>> new = pl.DataFrame({"patient": ["c", "b", "a"], "p": [0.7, 0.6, 0.1]})
        >>> data = PairedScores.from_frames(
        ...     {"labels": labels, "old": old, "new": new}, label="y", id="patient"
        ... )
        >>> data.names, data["new"].values.tolist()
        (('old', 'new'), [0.1, 0.6, 0.7])
        """
        from aucurate.io.several_tables import named_tables, paired_from_tables

        return paired_from_tables(
            named_tables(frames, by_rows=id is None),
            {
                "label": label,
                "frequency_weights": frequency_weights,
                "sampling_weights": sampling_weights,
                "groups": groups,
                "fold": fold,
            },
            id=id,
            positive=positive,
            scores=scores,
            lower=lower,
            by=by,
            missing=missing,
        )

    @classmethod
    @checked
    def read(
        cls,
        path: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
        *,
        label: str,
        id: str | None = None,
        positive: object = None,
        scores: str | Sequence[str] | None = None,
        lower: str | Collection[str] = (),
        frequency_weights: str | None = None,
        sampling_weights: str | None = None,
        groups: str | None = None,
        fold: str | None = None,
        by: str | Sequence[str] = (),
        classifier: str | None = None,
        missing: Missing = "refuse",
        separator: str | None = None,
        decimal: Literal[".", ","] | None = None,
        sheet: str | None = None,
        format: str | None = None,
    ) -> "PairedScores":
        r"""The same from a table in a file, or from one file for every classifier or several.

        Files that have predictions for the same observations are joined on ``id``, the column that
        identifies them: every identifier stands once in each file. Labels (and weights, groups and
        folds) may be in one file or in several, which must agree. An identifier that some file
        lacks is refused, or with ``missing="drop"`` left out and counted. Identifiers that are
        numbers in one file and text in another are the same if they are written alike. Without
        ``id`` the files must have the same rows in the same order, and their labels must agree row
        by row.

        ``scores`` names columns, each in the files that have it; by default every other numeric
        column of every file is a classifier. Classifiers have the names of their columns; columns
        of the same name are distinguished by the names of their files. ``separator``, ``decimal``,
        ``sheet`` and ``format`` are for files whose extension does not tell how to read them.

        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     old, new = Path(folder, "old.csv"), Path(folder, "new.csv")
        ...     _ = old.write_text("patient,y,p\na,0,0.2\nb,1,0.4\nc,1,0.9\n")
        ...     _ = new.write_text("patient,y,p\nc,1,0.7\nb,1,0.6\na,0,0.1\n")
        ...     data = PairedScores.read([old, new], label="y", id="patient")
        >>> data.names, data["new"].values.tolist()
        (('old', 'new'), [0.1, 0.6, 0.7])
        """
        from aucurate.io.files import read_table
        from aucurate.io.several_tables import paired_from_tables, read_files

        roles: dict[str, Any] = {
            "label": label,
            "frequency_weights": frequency_weights,
            "sampling_weights": sampling_weights,
            "groups": groups,
            "fold": fold,
        }
        reading: Any = {
            "separator": separator,
            "decimal": decimal,
            "sheet": sheet,
            "format": format,
        }
        options: dict[str, Any] = {
            "id": id,
            "positive": positive,
            "scores": scores,
            "lower": lower,
            "by": by,
            "missing": missing,
        }
        if isinstance(path, str | os.PathLike):
            table = read_table(path, **reading)
            return cls.from_frame(table, classifier=classifier, **roles, **options)
        if classifier is not None:
            raise OptionError(
                "classifier is for one table in long form; there are several files.",
                hint=Hint("leave it out, or give one file.", classifier=classifier),
            )
        return paired_from_tables(read_files(path, **reading), roles, **options)

    @classmethod
    def _from_call(
        cls,
        labels: Any,
        columns: Mapping[str, Any],
        *,
        lower: bool | str | Collection[str] = False,
        **options: Any,
    ) -> tuple["PairedScores", ...]:
        """The data of a call with arrays (aucurate.calling)."""
        from aucurate.io.frames import columns_of_scores, is_frame

        (scores,) = columns.values()
        if not isinstance(scores, Mapping) and is_frame(scores):
            scores = columns_of_scores(scores, labels)
        if isinstance(lower, bool | np.bool_):
            lower = tuple(named_scores(scores)) if lower else ()
        return (cls.from_arrays(labels, scores, lower=lower, **options),)

    def among(self, rows: NDArray[np.bool_]) -> "PairedScores":
        """Some of the rows as a test set of their own, which may lack a class."""
        values = frozen(self.values[:, rows])
        return PairedScores(self.names, self.observations.among(rows), values, self.lower)

    def plain(self, method: str, *, units: bool = False) -> "PairedScores":
        """The same with a row for every observation, for a method that knows no counts of rows.

        Groups and sampling weights are refused unless ``units`` says that the method allows for
        them.
        """
        return with_rows(self, self.observations.plain(method, units=units))

    def _at(self, place: int) -> Scores:
        name = self.names[place]
        return Scores(name, self.observations, self.values[place], name in self.lower)


def _one_table_has_no_id() -> OptionError:
    return OptionError(
        "id joins predictions in several tables, but there is only one.",
        hint=Hint(
            "leave it out: the columns of one table are already paired; for a table with a row per "
            "classifier and observation, also name the column of the classifiers with {classifier}."
        ),
    )


def names_of_columns(columns: Mapping[str, Any]) -> tuple[str, ...]:
    """The classifiers' names: those of series if they have different ones, else as given.

    >>> import polars as pl
    >>> names_of_columns({"first": pl.Series("forest", [0.1]), "second": [0.2]})
    ('forest', 'second')
    """
    own = [getattr(values, "name", None) for values in columns.values()]
    names = tuple(
        each if isinstance(each, str) and each else usual
        for usual, each in zip(columns, own, strict=True)
    )
    return names if len(set(names)) == len(names) else tuple(columns)


DataT = TypeVar("DataT")


def with_rows(data: DataT, rows: Any) -> DataT:
    """Scores of the same observations with a row for each of them that a row stood for."""
    known: Any = data
    counts = known.observations.frequencies
    if counts is None or rows is known.observations:
        return data
    values = frozen(np.repeat(known.values, counts, axis=-1))
    return cast(DataT, replace(known, observations=rows, values=values))


def named_scores(scores: Mapping[str, Any], *, are: str = "scores") -> dict[str, Any]:
    """Scores by the names of their classifiers, as text; refused where they have none.

    ``are`` is what the scores of one classifier are called in the hint.
    """
    if not isinstance(scores, Mapping):
        raise ScoreError(
            f"the scores need the names of the classifiers; this is a {type(scores).__name__}.",
            hint=f'name them: {{"forest": {are}, "logistic": other_{are}}}.',
        )
    if not scores:
        raise ScoreError("there are no scores.", hint="pass the scores of at least one classifier.")
    names = Counter(str(name) for name in scores)
    doubled = sorted(name for name, times in names.items() if times > 1)
    if doubled:
        raise ScoreError(
            f"two classifiers have the same name, '{shortened(doubled[0])}'.",
            hint="give each classifier its own name.",
        )
    return dict(zip(names, scores.values(), strict=True))


def directed_columns(
    scores: Mapping[str, Any], lower: Collection[str]
) -> tuple[dict[str, NDArray[Any]], frozenset[str]]:
    """The scores as numbers, those of ``lower`` negated, and which classifiers these are."""
    named = named_scores(scores)
    flipped = directed_names(named, lower)
    columns = {name: numeric_scores(values, name) for name, values in named.items()}
    return {n: np.negative(a) if n in flipped else a for n, a in columns.items()}, flipped


def directed_names(names: Collection[str], lower: str | Collection[str]) -> frozenset[str]:
    """The classifiers whose lower scores mean more positive; each of them must be there."""
    flipped = frozenset({lower} if isinstance(lower, str) else lower)
    unknown = sorted(flipped - set(names))
    if unknown:
        raise OptionError(
            f"lower names '{shortened(unknown[0])}', which is not one of the classifiers.",
            hint=f"the classifiers are {join_words([shortened(n) for n in names])}.",
        )
    return flipped


def position(names: tuple[str, ...], name: str) -> int:
    """Where a classifier stands among these, or an error that lists them."""
    try:
        return names.index(name)
    except ValueError:
        raise OptionError(
            f"there is no classifier named '{shortened(str(name))}'.",
            hint=f"the classifiers are {join_words([shortened(n) for n in names])}.",
        ) from None


_OBVIOUS_LABELS = {("1", "0"), ("1", "-1"), ("True", "False")}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class UnpairedScores(Summarised):
    """Independent test sets, one classifier each."""

    members: tuple[Scores, ...]

    def _summary(self) -> str:
        return join_words(
            [f"{shortened(m.name)} ({m.observations._summary()})" for m in self.members], most=6
        )

    def __post_init__(self) -> None:
        check_fields(self)
        if len(self.members) < 2:
            raise ScoreError(
                "an unpaired comparison needs two or more test sets.",
                hint="add a second table, or a column that names the test set of each row.",
            )
        doubled = sorted(name for name, times in Counter(self.names).items() if times > 1)
        if doubled:
            raise ScoreError(
                f"two test sets have the same name, '{shortened(doubled[0])}'.",
                hint="give each of them its own name.",
            )
        _refuse_different_classes(self.members)

    @classmethod
    @checked
    def from_arrays(
        cls,
        test_sets: Mapping[str, tuple[Any, Any] | Sequence[Any]],
        *,
        positive: object = None,
        lower: bool = False,
        missing: Missing = "refuse",
    ) -> Self:
        """From ``{name: (labels, scores)}``.

        >>> UnpairedScores.from_arrays(
        ...     {"old": ([0, 1, 1], [0.2, 0.1, 0.7]), "new": ([0, 0, 1], [0.1, 0.5, 0.9])}
        ... ).names
        ('old', 'new')
        """
        members = []
        for name, test_set in test_sets.items():
            if len(test_set) != 2:
                raise InputError(
                    f"the test set '{shortened(name)}' has {count(len(test_set), 'item')}; it must "
                    "be a pair of labels and scores.",
                    hint="{name: (labels, scores), ...}.",
                )
            labels, scores = test_set
            members.append(
                Scores.from_arrays(
                    labels,
                    scores,
                    positive=positive,
                    name=str(name),
                    lower=lower,
                    missing=missing,
                )
            )
        return cls(tuple(members))

    @classmethod
    @noting_reading
    @checked
    def from_frame(
        cls,
        frame: Any,
        *,
        label: str,
        test_set: str,
        positive: object = None,
        score: str | Sequence[str] | None = None,
        lower: bool | str | Collection[str] = False,
        frequency_weights: str | None = None,
        sampling_weights: str | None = None,
        groups: str | None = None,
        fold: str | None = None,
        missing: Missing = "refuse",
    ) -> "UnpairedScores":
        """The same from one frame; ``test_set`` names the column that says where a row belongs.

        ``score`` names the one column of scores where the frame has several numeric ones.

        >>> import polars as pl
        >>> table = pl.DataFrame(
        ...     {"y": [0, 1, 0, 1], "clinic": ["old", "old", "new", "new"], "p": [1, 2, 4, 3]}
        ... )
        >>> UnpairedScores.from_frame(table, label="y", test_set="clinic").names
        ('new', 'old')
        """
        from aucurate.io.frames import unpaired_scores

        roles = {
            "label": label,
            "frequency_weights": frequency_weights,
            "sampling_weights": sampling_weights,
            "groups": groups,
            "fold": fold,
        }
        return unpaired_scores(
            frame,
            roles | {"test_set": test_set},
            scores=score,
            positive=positive,
            lower=lower,
            missing=missing,
        )

    @classmethod
    @checked
    def read(
        cls,
        path: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
        *,
        label: str,
        test_set: str | None = None,
        positive: object = None,
        score: str | Sequence[str] | None = None,
        lower: bool | str | Collection[str] = False,
        missing: Missing = "refuse",
        names: Sequence[str] | None = None,
        separator: str | None = None,
        decimal: Literal[".", ","] | None = None,
        sheet: str | None = None,
        format: str | None = None,
        paired: Literal[False] | None = None,
    ) -> "UnpairedScores":
        """The same from files with different observations, or one with a column of test sets.

        ``score`` names the column of scores where a table has several numeric ones; where the
        files call it differently, it has a name for each. ``lower=True`` when a lower score means
        more positive. The test sets are called after their files, or as ``names`` says.

        Files that look like one test set (the same labels in the same order, or the same
        identifiers) are refused: an unpaired test treats them as independent, which they are not.
        Use :meth:`PairedScores.read`, or ``paired=False`` to state that the observations are
        different.
        """
        from aucurate.io.files import read_table
        from aucurate.io.several_tables import read_files, unpaired_from_tables

        reading: Any = {
            "separator": separator,
            "decimal": decimal,
            "sheet": sheet,
            "format": format,
        }
        if not isinstance(path, str | os.PathLike):
            if test_set is not None:
                raise OptionError(
                    "test_set cannot be used with several files.",
                    hint="put everything into one table, or leave it out: each file is a test set.",
                )
            return unpaired_from_tables(
                read_files(path, **reading),
                label=label,
                positive=positive,
                score=score,
                lower=lower,
                missing=missing,
                names=names,
                paired=paired,
            )
        if test_set is None:
            raise OptionError(
                "which column names the test sets? There is only one file.",
                hint=Hint("name it, e.g. {test_set}, or pass a list of files.", test_set="clinic"),
            )
        return cls.from_frame(
            read_table(path, **reading),
            label=label,
            test_set=test_set,
            positive=positive,
            score=score,
            lower=lower,
            missing=missing,
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the test sets."""
        return tuple(member.name for member in self.members)

    def __len__(self) -> int:
        return len(self.members)

    def __iter__(self) -> Iterator[Scores]:
        return iter(self.members)


def _refuse_different_classes(members: tuple[Scores, ...]) -> None:
    """0/1, -1/1 and booleans may mix: which class is positive is the same in all of them."""
    pairs = {(s.observations.positive, s.observations.negative) for s in members}
    if len(pairs) == 1 or pairs <= _OBVIOUS_LABELS:
        return
    seen = [f"{p!r} and {n!r}" for p, n in sorted(pairs)]
    raise LabelError(
        f"the test sets have different labels: {join_words(seen, 'against')}.",
        hint="an unpaired comparison needs the same two classes in all of them.",
    )
