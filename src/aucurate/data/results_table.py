"""One value per data set and algorithm: what is compared over many data sets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.data.arrays import frozen, numeric_scores
from aucurate.data.observations import Missing
from aucurate.errors import OptionError, TableError
from aucurate.formatting import count, join_words, shortened

Better: TypeAlias = Literal["higher", "lower"]
_OBVIOUS: dict[str, Better] = {"auc": "higher", "accuracy": "higher", "error": "lower"}
_SHOWN = 6
_LARGEST = 1e302


@dataclass(frozen=True, slots=True, eq=False)
class ResultsTable:
    """Results of k algorithms on n data sets; ``values`` has a row per data set.

    ``better`` says whether a higher or a lower value is better; ``dropped`` names the data sets
    that were left out because a run was missing.

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

    @classmethod
    @checked(but=("values",))
    def from_arrays(
        cls,
        values: Mapping[str, Any],
        *,
        datasets: Sequence[object] | None = None,
        quantity: str = "AUC",
        better: Better | None = None,
        missing: Missing = "refuse",
    ) -> Self:
        """Check, copy and freeze: one array of values per algorithm, named.

        ``better`` is "higher" or "lower"; for AUC, accuracy and error it need not be said. A data
        set without a value for some algorithm is refused, or with ``missing="drop"`` left out and
        counted; nothing is filled in.
        """
        direction = checked_direction(quantity, better)
        columns = _columns(values)
        sizes = {len(column) for column in columns.values()}
        if len(sizes) > 1:
            raise TableError(
                "the algorithms have different numbers of values: "
                + join_words([f"{shortened(n)} {len(c)}" for n, c in columns.items()])
                + ".",
                hint="give a value per data set for each; mark a missing run with nan.",
            )
        matrix = np.column_stack(list(columns.values()))
        names = _dataset_names(datasets, len(matrix))
        kept, dropped = _complete(matrix, names, tuple(columns), missing)
        return cls(
            tuple(name for name in names if name not in dropped),
            tuple(columns),
            frozen(matrix[kept]),
            direction,
            quantity,
            dropped,
        )

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


def checked_direction(quantity: str, better: Better | None) -> Better:
    """Which direction is better: said, obvious, or refused.

    >>> checked_direction("error", None), checked_direction("log loss", "lower")
    ('lower', 'lower')
    """
    obvious = _OBVIOUS.get(quantity.lower())
    if better is None and obvious is None:
        raise OptionError(
            f"whether a higher or a lower '{shortened(quantity)}' is better cannot be guessed.",
            hint="say so: better='higher' or better='lower'.",
        )
    if better is not None and obvious is not None and better != obvious:
        raise OptionError(
            f"a {better} {quantity} is not better.",
            hint="name what the values are with quantity=.",
        )
    return better or _OBVIOUS[quantity.lower()]


def _columns(values: Mapping[str, Any]) -> dict[str, NDArray[np.float64]]:
    if not isinstance(values, Mapping):
        raise TableError(
            f"the values do not say whose they are; this is a {type(values).__name__}.",
            hint='name them: {"forest": values, "tree": other_values}.',
        )
    if len(values) < 2:
        raise TableError(
            f"there {'is 1 algorithm' if values else 'are no algorithms'}; ranking needs two or "
            "more.",
            hint="give a column of values for each algorithm.",
        )
    if len({str(name) for name in values}) < len(values):
        raise TableError("two algorithms have the same name.", hint="give each its own.")
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
            f"the data set '{shortened(doubled)}' stands in two rows.",
            hint="give one value per data set and algorithm, e.g. the mean over its folds.",
        )
    return names


def _complete(
    matrix: NDArray[np.float64],
    names: tuple[str, ...],
    algorithms: tuple[str, ...],
    missing: Missing,
) -> tuple[NDArray[np.bool_], tuple[str, ...]]:
    """Which rows have all values, and the names of the others."""
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
            f"values must lie within {_LARGEST:g} of 0, or their sums do not fit a 64-bit float; "
            f"{shortened(algorithms[at])} on {shortened(names[row])} is {matrix[row, at]:g}.",
            hint="divide all values by the same number, which leaves every test as it is.",
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
            hint="run them, or leave these data sets out for all algorithms with missing='drop'; "
            "nothing is filled in.",
        )
    if not kept.any():
        raise TableError("no data set has a value for every algorithm.", hint="mend the table.")
    return kept, dropped
