"""Columns that divide the observations into subgroups: sex, age band, hospital.

A column is given beside the labels and the scores and travels with them. Each of its values is a
subgroup, and a study analyses the observations of each (``compare``). Observations without a value
are a subgroup of their own, named as missing: leaving them out would change the analysis of all
observations as well.

Each column is analysed for itself. For combinations, such as women above 60, make one column of
them: ``table["sex"] + ", " + table["age_band"]``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from aucurate.data.arrays import frozen
from aucurate.data.labels import ClassLabels, class_name, read_class_labels
from aucurate.errors import InputError, LabelError, OptionError
from aucurate.formatting import shortened
from aucurate.hints import Hint

MISSING = "(missing)"
"""The subgroup of observations that have no value."""

MOST_SUBGROUPS = 50
"""The most subgroups of a column."""

_MOST_FRACTIONS = 10  # different numbers, not all of them whole, that are still subgroups
_UNNAMED = "subgroup"  # what an array without a name is called


@dataclass(frozen=True, slots=True, eq=False)
class Subgroups:
    """A column of subgroups: ``codes`` are the places of the observations' values in ``names``.

    Every subgroup has observations. ``has_missing`` says that the last of them are the observations
    without a value.
    """

    name: str
    names: tuple[str, ...]
    codes: NDArray[np.int64]
    has_missing: bool = False

    def __len__(self) -> int:
        return len(self.codes)

    @classmethod
    def of(cls, name: str, values: Any) -> "Subgroups":
        """From text, booleans, whole numbers, categories, or labels that have been read.

        Ordered categories keep their order, other values are sorted.

        >>> Subgroups.of("sex", ["f", "m", None, "f"]).names
        ('f', 'm', '(missing)')
        """
        title = f"'{shortened(name)}'"
        try:
            read = values if isinstance(values, ClassLabels) else read_class_labels(values)
        except LabelError as error:
            raise InputError(
                f"{title} cannot divide the observations: {error.message}",
                hint="give a column with a value for each observation, such as its sex.",
            ) from None
        _refuse_too_many(title, read.distinct)
        named = [class_name(value) for value in read.distinct]
        doubled = next((each for at, each in enumerate(named) if each in named[:at]), None)
        if doubled is not None:
            raise InputError(
                f"{title} has two values that read '{shortened(doubled)}'.",
                hint="write every value in the same way, as text or as a number.",
            )
        places = _places(values, named)
        codes = np.append(places, len(named))[read.codes]  # -1, missing, looks at the last
        absent = MISSING
        while absent in named:
            absent = f"({absent})"
        ordered = [named[at] for at in np.argsort(places)]
        return cls(name, (*ordered, absent), codes, True).among(slice(None))

    def among(self, rows: Any) -> "Subgroups":
        """The column of some of the rows, without subgroups that none of them belongs to."""
        there, codes = np.unique(self.codes[rows], return_inverse=True)
        return Subgroups(
            self.name,
            tuple(self.names[at] for at in there),
            frozen(codes.astype(np.int64).reshape(-1)),
            self.has_missing and len(self.names) - 1 in there,
        )

    def repeated(self, counts: NDArray[np.int64]) -> "Subgroups":
        """The same with so many rows for each."""
        return replace(self, codes=frozen(np.repeat(self.codes, counts)))


def columns_of(by: Any) -> dict[str, Any]:
    """Columns by their names, from a mapping, a data frame, a series with a name or an array.

    >>> list(columns_of({"sex": ["f", "m"]})), list(columns_of(["f", "m"]))
    (['sex'], ['subgroup'])
    """
    if by is None or (isinstance(by, list | tuple) and not by):
        return {}
    if isinstance(by, Mapping):
        return {str(name): values for name, values in by.items()}
    if isinstance(by, str):
        raise OptionError(
            f"by names a column, '{shortened(by)}', but there is no table to find it in.",
            hint=f"give its values by its name, as in {{{by!r}: values}}; or name the column where "
            "the table is read.",
        )
    first = by[0] if isinstance(by, list | tuple) else None
    if isinstance(nw.from_native(first, allow_series=True, pass_through=True), nw.Series):
        raise OptionError(
            f"by is a list of {len(by)} columns, which may lack names.",
            hint='name them: {"sex": ..., "age_band": ...}, or pass a data frame of them.',
        )
    try:
        wrapped = nw.from_native(by, eager_only=True, allow_series=True, pass_through=True)
    except nw.exceptions.DuplicateError:
        raise InputError(
            "two columns of by have the same name.", hint="give each of them its own name."
        ) from None
    if isinstance(wrapped, nw.DataFrame):
        return {str(name): wrapped[name].to_native() for name in wrapped.columns}
    named = isinstance(wrapped, nw.Series) and wrapped.name not in (None, "")
    return {str(wrapped.name) if named else _UNNAMED: by}


def _refuse_too_many(title: str, values: tuple[Any, ...]) -> None:
    """Refuse measurements and identifiers, whose values are no subgroups."""
    fractions = [v for v in values if isinstance(v, float) and not v.is_integer()]
    if fractions and len(values) > _MOST_FRACTIONS:
        raise InputError(
            f"{title} has {len(values):,} different numbers, such as {fractions[0]:g}; they are "
            "measurements, not subgroups.",
            hint="cut them into bands first, such as 'below 50' and '50 or more'.",
        )
    if len(values) > MOST_SUBGROUPS:
        numbers = all(isinstance(value, int | float) for value in values)
        raise InputError(
            f"{title} has {len(values):,} different values; at most {MOST_SUBGROUPS} subgroups are "
            "analysed.",
            hint="cut numbers into bands first, such as 'below 50' and '50 or more'."
            if numbers
            else Hint(
                "merge rare values. A column that identifies which rows belong together, such as "
                "the patient, is for {groups}."
            ),
        )


def _places(values: Any, names: list[str]) -> NDArray[np.int64]:
    """Where each subgroup is shown: ordered categories in their order, other values as read."""
    wrapped = nw.from_native(values, eager_only=True, allow_series=True, pass_through=True)
    if not isinstance(wrapped, nw.Series) or not isinstance(wrapped.dtype, nw.Enum):
        return np.arange(len(names))
    order = {class_name(value): at for at, value in enumerate(wrapped.dtype.categories)}
    at = [order.get(name, len(order)) for name in names]
    return np.argsort(np.argsort(at, kind="stable"), kind="stable")
