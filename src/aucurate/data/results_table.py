"""One value per data set and algorithm, or one per fold of each: what is compared over many data
sets.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked, number_in
from aucurate.data.arrays import frozen, numeric_scores
from aucurate.data.division import Folds
from aucurate.data.fold_values import FoldValues, check_range
from aucurate.data.folds import FoldScores
from aucurate.data.observations import Missing
from aucurate.data.source import FromFile, Source, Summarised, noting_reading, short_names
from aucurate.errors import OptionError, TableError
from aucurate.formatting import count, join_words, shortened
from aucurate.hints import Argument, Hint

Better: TypeAlias = Literal["higher", "lower"]
_OBVIOUS: dict[str, Better] = {
    "auc": "higher",
    "accuracy": "higher",
    "error": "lower",
    "error rate": "lower",
}
_SHOWN = 6
_LARGEST = 1e302


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ResultsTable(Summarised, FromFile):
    """Results of k algorithms on n data sets; ``values`` has a row per data set.

    ``better`` says whether a higher or a lower value is better; ``dropped`` names the data sets
    that were left out because a run was missing. ``folds`` has the values of every fold by data
    set, whose means ``values`` are; None where only one value per data set is known.

    >>> table = ResultsTable.from_arrays({"forest": [0.9, 0.8, 0.7], "tree": [0.8, 0.8, 0.6]})
    >>> table.algorithms, table.datasets, table.better
    (('forest', 'tree'), ('1', '2', '3'), 'higher')
    """

    datasets: tuple[str, ...]
    algorithms: tuple[str, ...]
    values: NDArray[np.float64]
    better: Better
    quantity: str
    dropped: tuple[str, ...] = ()
    folds: Mapping[str, FoldValues] | None = None
    source: Source = field(default_factory=Source)

    def _summary(self) -> str:
        algorithms = short_names(self.algorithms)
        return f"{self.quantity} of {algorithms} on {count(len(self.datasets), 'data set')}"

    @classmethod
    @checked(but=("values",))
    def from_arrays(
        cls,
        values: Mapping[str, Any],
        *,
        datasets: Sequence[object] | None = None,
        folds: Sequence[object] | None = None,
        repeats: Sequence[object] | None = None,
        test_share: float | None = None,
        quantity: str = "AUC",
        better: Better | None = None,
        missing: Missing = "refuse",
    ) -> Self:
        """Check, copy and freeze: one array of values per algorithm, named.

        ``better`` is "higher" or "lower"; it is known for AUC, accuracy and error. A data set
        without a value for some algorithm is refused, or with ``missing="drop"`` left out and
        counted; nothing is filled in.

        With ``folds`` there is a value for every fold of every data set: ``datasets`` and ``folds``
        say of each value where it comes from, and ``repeats`` which repeat of the division the fold
        belongs to. Folds whose values are not all there are what ``missing`` is about.
        ``test_share`` is the share of a data set that a fold tests on; by default the folds are
        treated as those of a cross-validation, and it is one divided by their number.

        >>> table = ResultsTable.from_arrays(
        ...     {"forest": [0.9, 0.8, 0.7, 0.8], "tree": [0.8, 0.8, 0.6, 0.6]},
        ...     datasets=["iris", "iris", "wine", "wine"],
        ...     folds=[1, 2, 1, 2],
        ... )
        >>> table.datasets, table.values.round(2).tolist()
        (('iris', 'wine'), [[0.85, 0.8], [0.75, 0.6]])
        """
        direction = checked_direction(quantity, better)
        columns = _columns(values)
        sizes = {len(column) for column in columns.values()}
        if len(sizes) > 1:
            raise TableError(
                "the algorithms have different numbers of values: "
                + join_words([f"{shortened(n)} {len(c)}" for n, c in columns.items()])
                + ".",
                hint="pass one value per data set for each; mark a missing run with nan.",
            )
        matrix = np.column_stack(list(columns.values()))
        if folds is not None:
            rows = _FoldRows.checked(len(matrix), datasets, folds, repeats)
            return cls._over_folds(
                matrix, tuple(columns), rows, test_share, quantity, direction, missing
            )
        if repeats is not None or test_share is not None:
            raise OptionError(
                f"{'test_share' if repeats is None else 'repeats'} refers to folds, but there are "
                "none.",
                hint="name the fold of each value with folds=.",
            )
        names = _dataset_names(datasets, len(matrix))
        kept, dropped = _complete(matrix, names, tuple(columns), missing)
        _check_scale(quantity, tuple(columns), matrix, names, kept)
        return cls(
            tuple(name for name in names if name not in dropped),
            tuple(columns),
            frozen(matrix[kept]),
            direction,
            quantity,
            dropped,
        )

    @classmethod
    @noting_reading
    @checked
    def from_frame(
        cls,
        frame: Any,
        *,
        dataset: str | None = None,
        algorithm: str | None = None,
        value: str | None = None,
        algorithms: str | Sequence[str] | None = None,
        fold: str | None = None,
        repeat: str | None = None,
        test_share: float | None = None,
        quantity: str = "AUC",
        better: Better | None = None,
        missing: Missing = "refuse",
    ) -> "ResultsTable":
        """The same from a frame with a row per data set and a column per algorithm; or, with
        ``algorithm`` and ``value`` naming columns, a row per data set and algorithm.

        ``dataset`` names the column of the data sets' names. Left out, it is the column that is
        called so, the only column of text, or an index of text; without one the rows are
        numbered. ``algorithms`` names the columns that count, in a wide frame; every other numeric
        one when left out.

        ``fold`` names the column of the folds where there is a row for every fold of every data
        set, and ``repeat`` that of the repeats.

        >>> import polars as pl
        >>> wide = pl.DataFrame({"data": ["iris", "wine"], "forest": [0.9, 0.8], "tree": 0.7})
        >>> ResultsTable.from_frame(wide).datasets
        ('iris', 'wine')
        >>> long = wide.unpivot(index="data", variable_name="learner", value_name="auc")
        >>> ResultsTable.from_frame(
        ...     long, dataset="data", algorithm="learner", value="auc"
        ... ).algorithms
        ('forest', 'tree')
        """
        from aucurate.io.results import results_columns

        columns = results_columns(
            frame,
            dataset=dataset,
            algorithm=algorithm,
            value=value,
            algorithms=algorithms,
            fold=fold,
            repeat=repeat,
        )
        found = cls.from_arrays(
            columns.values,
            datasets=columns.datasets,
            folds=columns.folds,
            repeats=columns.repeats,
            test_share=test_share,
            quantity=quantity,
            better=better,
            missing=missing,
        )
        return replace(found, source=replace(columns.source, n_dropped=len(found.dropped)))

    @classmethod
    @checked
    def from_folds(
        cls, data: Mapping[str, FoldScores | FoldValues], *, better: Better | None = None
    ) -> Self:
        """The values of every fold, by data set: each has the same algorithms and one quantity.

        Of :class:`FoldScores` it is the AUC in every fold.

        >>> folds = FoldValues.from_arrays(
        ...     {"forest": [0.9, 0.8], "tree": [0.7, 0.8]}, quantity="AUC", design="left-out folds"
        ... )
        >>> ResultsTable.from_folds({"iris": folds, "wine": folds}).values.round(2).tolist()
        [[0.85, 0.75], [0.85, 0.75]]
        """
        if not data:
            raise TableError(
                "there are no data sets.", hint="pass FoldScores or FoldValues for each of them."
            )
        folds = {
            str(name): of_set.aucs() if isinstance(of_set, FoldScores) else of_set
            for name, of_set in data.items()
        }
        first = next(iter(folds.values()))
        for name, values in folds.items():
            if set(values.names) != set(first.names) or values.quantity != first.quantity:
                raise TableError(
                    f"the data set '{shortened(name)}' has different algorithms, or a different "
                    "quantity, from the first.",
                    hint="compare the same algorithms by the same quantity on all data sets.",
                )
        _columns(dict.fromkeys(first.names, ()))
        means = [[np.mean(values.of(name)) for name in first.names] for values in folds.values()]
        return cls(
            tuple(folds),
            first.names,
            frozen(np.array(means)),
            checked_direction(first.quantity, better),
            first.quantity,
            folds=folds,
        )

    @classmethod
    def _over_folds(
        cls,
        matrix: NDArray[np.float64],
        algorithms: tuple[str, ...],
        rows: "_FoldRows",
        test_share: float | None,
        quantity: str,
        better: Better,
        missing: Missing,
    ) -> Self:
        """The table of a matrix with a row for every fold of every data set."""
        kept, _ = _complete(matrix, rows.labels, algorithms, missing, of="fold")
        _check_scale(quantity, algorithms, matrix, rows.labels, kept)
        bounded = quantity.lower() in _OBVIOUS and bool(((matrix >= 0) & (matrix <= 1))[kept].all())
        lowest, highest = (0.0, 1.0) if bounded else (-np.inf, np.inf)
        shares = rows.test_shares(test_share)
        data, dropped = {}, []
        places: dict[str, list[int]] = {}
        for at, name in enumerate(rows.datasets):
            places.setdefault(name, []).append(at)
        for name, own in places.items():
            there = [at for at in own if kept[at]]
            if not there:
                dropped.append(name)
                continue
            fold_names = tuple(rows.folds[at] for at in there)
            check_range(algorithms, fold_names, matrix[there], lowest, highest)
            repeats = np.unique([rows.repeats[at] for at in there], return_inverse=True)[1]
            tested = None if shares is None else shares[there]
            data[name] = FoldValues(
                names=algorithms,
                values=frozen(matrix[there]),
                quantity=quantity,
                division=Folds(
                    design="left-out folds" if test_share is None else "random splits",
                    names=fold_names,
                    repeats=tuple(repeats.tolist()),
                    n_train=None if tested is None else tuple((1 - tested).tolist()),
                    n_test=None if tested is None else tuple(tested.tolist()),
                    dropped=tuple(rows.folds[at] for at in own if not kept[at]),
                ),
                lowest=lowest,
                highest=highest,
            )
        return replace(cls.from_folds(data, better=better), dropped=tuple(dropped))

    @checked
    def column(self, algorithm: str) -> NDArray[np.float64]:
        """The values of one algorithm."""
        return self.values[:, self.position(algorithm)]

    @checked
    def position(self, algorithm: str) -> int:
        """Where an algorithm stands among the columns, or an error that lists them."""
        if algorithm not in self.algorithms:
            raise OptionError(
                f"there is no algorithm named '{shortened(algorithm)}'.",
                hint=f"the algorithms are {join_words([shortened(n) for n in self.algorithms])}.",
            )
        return self.algorithms.index(algorithm)


@dataclass(frozen=True, slots=True)
class _FoldRows:
    """Where each row of a table of folds comes from."""

    datasets: tuple[str, ...]
    folds: tuple[str, ...]
    repeats: tuple[str, ...]

    @classmethod
    def checked(
        cls,
        size: int,
        datasets: Sequence[object] | None,
        folds: Sequence[object],
        repeats: Sequence[object] | None,
    ) -> Self:
        """The names as text, refused where they do not fit, or where a fold occurs in two rows."""
        if datasets is None:
            raise TableError(
                "folds need the names of the data sets that they belong to.",
                hint="name the data set of each value with datasets=.",
            )
        given = {"datasets": datasets, "folds": folds}
        given |= {} if repeats is None else {"repeats": repeats}
        for name, values in given.items():
            if len(values) != size:
                raise TableError(
                    f"{name} has {count(len(values), 'name')} for {count(size, 'value')}.",
                    hint="pass one name for every value.",
                )
        again = [""] * size if repeats is None else [str(one) for one in repeats]
        rows = cls(tuple(map(str, datasets)), tuple(map(str, folds)), tuple(again))
        places = list(zip(rows.datasets, rows.repeats, rows.folds, strict=True))
        if len(set(places)) < size:
            first = {place: at for at, place in reversed(list(enumerate(places)))}
            twice = next(at for at, place in enumerate(places) if first[place] < at)
            raise TableError(
                f"{rows.labels[twice]} occurs in two rows.",
                hint=Hint(
                    "give each fold of a data set its own name, or name the column of the "
                    "repeats, e.g. {repeat}.",
                    repeat="repeat",
                )
                if repeats is None
                else "give each fold of a repeat its own name.",
            )
        return rows

    @property
    def labels(self) -> tuple[str, ...]:
        """The rows by name."""
        return tuple(
            f"fold {shortened(fold)}{f' of repeat {shortened(repeat)}' if repeat else ''} of "
            f"{shortened(dataset)}"
            for dataset, fold, repeat in zip(self.datasets, self.folds, self.repeats, strict=True)
        )

    def test_shares(self, said: float | None) -> NDArray[np.float64] | None:
        """The share that each fold tests on: stated, or one divided by the folds of its repeat.

        None where a repeat has one fold only, whose share does not follow.
        """
        if said is not None:
            hint = "0.1 where a tenth of the observations is tested and the others are trained on."
            return np.full(len(self.folds), number_in(said, 0, 1, "test_share", hint=hint))
        repeats = list(zip(self.datasets, self.repeats, strict=True))
        n_folds = Counter(repeats)
        sizes = np.array([n_folds[repeat] for repeat in repeats], np.float64)
        return None if (sizes < 2).any() else 1 / sizes


def checked_direction(quantity: str, better: Better | None) -> Better:
    """Which direction is better: stated, known, or refused.

    >>> checked_direction("error", None), checked_direction("log loss", "lower")
    ('lower', 'lower')
    """
    obvious = _OBVIOUS.get(quantity.lower())
    if better is None and obvious is None:
        raise OptionError(
            f"it is not known whether a higher or a lower '{shortened(quantity)}' is better.",
            hint=Hint("set {} or {}.", Argument("better", "higher"), Argument("better", "lower")),
        )
    if better is not None and obvious is not None and better != obvious:
        raise OptionError(
            f"a {better} {quantity} is not better.",
            hint=Hint("name the quantity that the values measure with {quantity}."),
        )
    return better or _OBVIOUS[quantity.lower()]


def _check_scale(
    quantity: str,
    algorithms: tuple[str, ...],
    matrix: NDArray[np.float64],
    places: Sequence[str],
    kept: NDArray[np.bool_],
) -> None:
    """Refuse values that cannot be the quantity: neither shares nor percentages, or both mixed.

    Only ranks and differences count, so percentages are as good as shares.
    """
    if quantity.lower() not in _OBVIOUS or not kept.any():
        return
    wrong = kept[:, None] & ~((matrix >= 0) & (matrix <= _PERCENT))
    if wrong.any():
        row, at = (int(place) for place in np.argwhere(wrong)[0])
        raise TableError(
            f"'{shortened(algorithms[at])}' has the {quantity} {matrix[row, at]:g} on "
            f"{shortened(places[row])}, which must lie between 0 and 1, or 0 and 100 in percent.",
            hint=Hint(
                "name what the values measure with {quantity}, and which direction is better with "
                "{}.",
                Argument("better", "higher"),
                quantity="score",
            ),
        )
    largest = matrix[kept].max(axis=0)
    is_percent, is_share = largest > _SURELY_PERCENT, largest <= 1
    is_higher_better = _OBVIOUS[quantity.lower()] == "higher"  # an error may well be below 1%
    if is_higher_better and is_percent.any() and is_share.any():
        first, second = (algorithms[int(np.argmax(which))] for which in (is_percent, is_share))
        raise TableError(
            f"the values of '{shortened(first)}' look like percentages and those of "
            f"'{shortened(second)}' like shares; {quantity} cannot be compared on two scales.",
            hint="divide the percentages by 100.",
        )


_PERCENT, _SURELY_PERCENT = 100, 2


def _columns(values: Mapping[str, Any]) -> dict[str, NDArray[np.float64]]:
    if not isinstance(values, Mapping):
        raise TableError(
            f"the values need the names of the algorithms; this is a {type(values).__name__}.",
            hint='name them: {"forest": values, "tree": other_values}.',
        )
    if len(values) < 2:
        raise TableError(
            f"there {'is 1 algorithm' if values else 'are no algorithms'}; ranking needs two or "
            "more.",
            hint="pass a column of values for each algorithm.",
        )
    if len({str(name) for name in values}) < len(values):
        raise TableError("two algorithms have the same name.", hint="give each its own name.")
    return {
        str(name): np.array(numeric_scores(column, str(name)), np.float64)
        for name, column in values.items()
    }


def _dataset_names(datasets: Sequence[object] | None, size: int) -> tuple[str, ...]:
    if datasets is None:
        return tuple(str(number) for number in range(1, size + 1))
    names = tuple(str(name) for name in datasets)
    if len(names) != size:
        raise TableError(f"there are {count(len(names), 'name')} for {count(size, 'data set')}.")
    doubled = next((name for place, name in enumerate(names) if name in names[:place]), None)
    if doubled is not None:
        raise TableError(
            f"the data set '{shortened(doubled)}' occurs in two rows.",
            hint=Hint(
                "give one value per data set and algorithm, or name the column of the folds, e.g. "
                "{fold}.",
                fold="fold",
            ),
        )
    return names


def _complete(
    matrix: NDArray[np.float64],
    names: tuple[str, ...],
    algorithms: tuple[str, ...],
    missing: Missing,
    of: str = "data set",
) -> tuple[NDArray[np.bool_], tuple[str, ...]]:
    """Which rows have all values, and the names of the others; a row is of a data set or fold."""
    infinite = np.argwhere(np.isinf(matrix))
    if len(infinite):
        row, at = infinite[0]
        raise TableError(
            f"values must be finite; {shortened(algorithms[at])} on {shortened(names[row])} is "
            f"{matrix[row, at]}."
        )
    beyond = np.argwhere(np.abs(matrix) > _LARGEST)
    if len(beyond):
        row, at = beyond[0]
        raise TableError(
            f"values must lie within {_LARGEST:g} of 0, or their sums overflow a 64-bit float; "
            f"{shortened(algorithms[at])} on {shortened(names[row])} is {matrix[row, at]:g}.",
            hint="divide all values by the same number, which changes no test.",
        )
    gone = np.isnan(matrix)
    kept: NDArray[np.bool_] = np.logical_not(gone.any(axis=1))
    dropped = tuple(name for name, whole in zip(names, kept, strict=True) if not whole)
    if dropped and missing == "refuse":
        runs = [
            f"{shortened(algorithms[a])} on {shortened(names[d])}" for d, a in np.argwhere(gone)
        ]
        raise TableError(
            f"{count(len(runs), 'run')} missing: {join_words(runs, most=_SHOWN)}.",
            hint=Hint(
                "run them, or leave these {}s out for all algorithms with {missing}; missing "
                "values are not imputed.",
                of,
                missing="drop",
            ),
        )
    if not kept.any():
        raise TableError(f"no {of} has a value for every algorithm.", hint="correct the table.")
    return kept, dropped
