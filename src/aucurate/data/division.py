"""How observations are divided into folds, and how rows that name their fold are read.

One :class:`Folds` is held by everything that has something for every fold: scores, values, averaged
operating points, studies.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, Self, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from aucurate.data.arrays import coded, column, floats, missing_mask
from aucurate.data.observations import WithUnits
from aucurate.data.weights import ARGUMENTS
from aucurate.errors import InputError, LabelError, OptionError, ScoreError
from aucurate.formatting import count, shortened
from aucurate.hints import Hint
from aucurate.results import Record

FoldDesign: TypeAlias = Literal["left-out folds", "fixed test set", "5x2", "random splits"]
DESIGNS: tuple[FoldDesign, ...] = get_args(FoldDesign)


@dataclass(frozen=True, slots=True, kw_only=True)
class Folds(Record):
    """The folds of a cross-validation, over all its repeats.

    ``repeats`` is the repeat of the whole division that each fold belongs to. ``n_train`` and
    ``n_test`` are the sizes of its training and its test set, None where they are not known.
    ``dropped`` names folds that were left out because a class was missing from them, or a fit
    failed.

    >>> folds = Folds(design="left-out folds", names=("1", "2", "3"), repeats=(0, 0, 0))
    >>> folds.select([0, 2], drop_others=True).dropped
    ('2',)
    """

    design: FoldDesign
    names: tuple[str, ...]
    repeats: tuple[int, ...]
    n_train: tuple[float, ...] | None = None
    n_test: tuple[float, ...] | None = None
    dropped: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.names)

    @property
    def n_repeats(self) -> int:
        """How often the whole division was repeated; 1 when it was not."""
        return len(set(self.repeats))

    @property
    def is_left_out_once(self) -> bool:
        """Whether every observation was left out once, which tests over folds are made for."""
        return self.design == "left-out folds" and not any(self.repeats)

    @property
    def words(self) -> str:
        """The number of folds and their design, for one line."""
        return f"{count(len(self), 'fold')} ({self.design})"

    @property
    def test_train_ratio(self) -> float | None:
        """Observations tested per observation trained on, over all folds, or None if unknown."""
        if self.n_train is None or self.n_test is None:
            return None
        return float(np.sum(self.n_test) / np.sum(self.n_train))

    def select(
        self, kept: Sequence[int] | NDArray[np.integer[Any]], *, drop_others: bool = False
    ) -> Self:
        """Only the folds at these places; with ``drop_others`` the rest are named as dropped."""
        places = [int(place) for place in kept]

        def only(sizes: tuple[float, ...] | None) -> tuple[float, ...] | None:
            return None if sizes is None else tuple(sizes[place] for place in places)

        others = [name for place, name in enumerate(self.names) if place not in set(places)]
        return replace(
            self,
            names=tuple(self.names[place] for place in places),
            repeats=tuple(self.repeats[place] for place in places),
            n_train=only(self.n_train),
            n_test=only(self.n_test),
            dropped=(*self.dropped, *(others if drop_others else ())),
        )


class OverFolds:
    """What has something for every fold of a ``division``."""

    __slots__ = ()
    division: Folds

    @property
    def design(self) -> FoldDesign:
        """How the folds were made."""
        return self.division.design

    @property
    def fold_names(self) -> tuple[str, ...]:
        """The names of the folds."""
        return self.division.names

    @property
    def n_folds(self) -> int:
        """How many folds there are, over all repeats."""
        return len(self.division)

    @property
    def repeats(self) -> NDArray[np.int64]:
        """The repeat of the whole division that each fold belongs to."""
        return np.array(self.division.repeats, np.int64)

    @property
    def n_repeats(self) -> int:
        """How often the whole division was repeated; 1 when it was not."""
        return self.division.n_repeats

    @property
    def n_train(self) -> NDArray[np.float64] | None:
        """The size of the training set of each fold, or None where it is not known."""
        return _sizes(self.division.n_train)

    @property
    def n_test(self) -> NDArray[np.float64] | None:
        """The size of the test set of each fold, or None where it is not known."""
        return _sizes(self.division.n_test)

    @property
    def test_train_ratio(self) -> float | None:
        """Observations tested per observation trained on, over all folds, or None if unknown."""
        return self.division.test_train_ratio

    @property
    def dropped(self) -> tuple[str, ...]:
        """The names of folds that were left out."""
        return self.division.dropped


def _sizes(sizes: tuple[float, ...] | None) -> NDArray[np.float64] | None:
    return None if sizes is None else np.array(sizes, np.float64)


# The folds, repeats and observations that rows name, as codes.


class Places(NamedTuple):
    """Codes of every row, and for every fold its name and its repeat."""

    folds: NDArray[np.int64]
    rows: NDArray[np.int64]
    fold_names: tuple[str, ...]
    repeats: NDArray[np.int64]
    observation_names: tuple[str, ...]

    @property
    def n_observations(self) -> int:
        """How many different observations there are."""
        return len(self.observation_names)

    @property
    def order(self) -> NDArray[np.intp]:
        """The rows sorted by fold, and by observation within a fold."""
        return np.lexsort((self.rows, self.folds))


def divided(
    size: int,
    *,
    folds: Any,
    observations: Any,
    repeats: Any,
    design: FoldDesign | None,
    n_train: Any,
) -> tuple[Places, Folds]:
    """The positions of the rows, and the folds that they form.

    The training set of a left-out fold is known: all the others of its repeat.
    """
    place = _places(folds, observations, repeats, size)
    known = _found_design(place, design)
    tested = np.bincount(place.folds, minlength=len(place.fold_names)).astype(np.float64)
    trained = checked_sizes(n_train, len(place.fold_names), "n_train")
    if trained is None and known in ("left-out folds", "5x2"):
        trained = tuple((place.n_observations - tested).tolist())
    return place, Folds(
        design=known,
        names=place.fold_names,
        repeats=tuple(place.repeats.tolist()),
        n_train=trained,
        n_test=tuple(tested.tolist()),
    )


def _places(folds: Any, observations: Any, repeats: Any, size: int) -> Places:
    """The codes of all rows; a row that is there twice is refused."""
    fold_codes, fold_names = coded_column(folds, "folds", size)
    once = np.zeros(size, np.int64)
    repeat_codes, repeat_names = coded_column(once if repeats is None else repeats, "repeats", size)
    rows, names = np.arange(size), tuple(str(k) for k in range(size))
    if observations is not None:
        rows, names = coded_column(observations, "observations", size)
    elif len(repeat_names) > 1:
        raise OptionError(
            "repeats need to know which rows are the same observation.",
            hint=Hint("pass {observations}, a name or number for every row."),
        )
    pairs, codes = np.unique(repeat_codes * len(fold_names) + fold_codes, return_inverse=True)
    of_fold = [divmod(int(pair), len(fold_names)) for pair in pairs]
    single = len(repeat_names) == 1
    found = Places(
        codes.astype(np.int64).reshape(-1),
        rows.astype(np.int64),
        tuple(
            fold_names[f] if single else f"{repeat_names[r]}/{fold_names[f]}" for r, f in of_fold
        ),
        np.array([r for r, _ in of_fold], np.int64),
        names,
    )
    _refuse_doubled(found)
    return found


def _found_design(place: Places, said: FoldDesign | None) -> FoldDesign:
    """The design: as stated, if the rows allow it, or else inferred from the rows."""
    possible = _possible(place)
    if said is not None:
        if said not in (*possible, "random splits"):
            raise OptionError(f"these rows are not {_shape(said)}.", hint=_shown(possible))
        return said
    if not possible and len(place.fold_names) == 1:
        raise OptionError(
            "there is only one fold.", hint="for a single test set without folds, use compare."
        )
    if not possible:
        raise OptionError(
            "the design is not obvious: some observations are in several folds, but not in all.",
            hint=Hint(
                "set {design} if the test sets were drawn at random, or state which rows belong to "
                "which repeat.",
                design="random splits",
            ),
        )
    return possible[0]


def one_each(values: NDArray[Any], place: Places, what: str) -> NDArray[Any]:
    """The value of every observation, which must be the same in all its rows."""
    found = np.zeros(place.n_observations, values.dtype)
    found[place.rows] = values
    differs = found[place.rows] != values
    if differs.any():
        name = place.observation_names[int(place.rows[int(np.argmax(differs))])]
        raise LabelError(
            f"observation '{shortened(name)}' has different {what} in different folds.",
            hint=f"check the columns of {what} and observations.",
        )
    return found


def units_of_each(rows: WithUnits, place: Places) -> dict[str, Any]:
    """The weight and the group of every observation, as fields of observations."""
    if rows.groups is not None:
        one_each(rows.groups, place, "groups")
    if rows.weights is not None:
        one_each(rows.weights.values, place, ARGUMENTS[rows.weights.kind])
    first = np.zeros(place.n_observations, np.int64)
    first[place.rows] = np.arange(len(place.rows))
    return rows.units_among(first)


def _possible(place: Places) -> list[FoldDesign]:
    """The designs that the rows allow, the most special first."""
    folds, many = len(place.fold_names), place.n_observations
    if folds == 1:
        return []
    repeat_of_row = place.repeats[place.folds]
    repeats = len(np.unique(place.repeats))
    key = repeat_of_row * many + place.rows
    once = len(np.unique(key)) == len(key) == repeats * many
    sizes = np.bincount(place.repeats)
    if once:
        if np.min(sizes) < 2:
            return []
        five = repeats == 5 and bool((sizes == 2).all())
        return ["5x2", "left-out folds"] if five else ["left-out folds"]
    if len(place.rows) == folds * many and repeats == 1:
        return ["fixed test set"]
    return []


def _shape(design: FoldDesign) -> str:
    return {
        "left-out folds": "left-out folds: an observation is missing from a repeat, or is in two "
        "folds of it, or a repeat has one fold only",
        "fixed test set": "a fixed test set: not every fold has scored the same observations, two "
        "folds or more",
        "5x2": "5x2: that is five repeats of two folds, each observation once in every repeat",
        "random splits": "random splits",
    }[design]


def _shown(possible: list[FoldDesign]) -> str:
    return f"they look like {possible[0]}." if possible else "check folds, repeats, observations."


class Repeated(NamedTuple):
    """Rows repeated by their frequency weights: their places, and the names of observations."""

    rows: NDArray[np.int64]
    observations: NDArray[Any] | None

    def of(self, values: Any) -> Any:
        """The values of a column, or None where there is none."""
        return None if values is None else column(values)[self.rows]


def repeated_rows(counts: NDArray[np.int64], observations: Any) -> Repeated:
    """A row for every observation that a row stands for; each of them has a name of its own.

    An observation that has several rows stands for as many in each of them.
    """
    rows = np.repeat(np.arange(len(counts)), counts)
    if observations is None:
        return Repeated(rows, None)
    codes, names = coded_column(observations, "observations", len(counts))
    of_observation = np.zeros(len(names), np.int64)
    of_observation[codes] = counts
    differs = of_observation[codes] != counts
    if differs.any():
        name = names[int(codes[int(np.argmax(differs))])]
        raise LabelError(
            f"observation '{shortened(name)}' has different frequency weights in different folds.",
            hint="check the columns of weights and observations.",
        )
    copies = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    return Repeated(rows, codes[rows] * int(counts.max()) + copies)


def coded_column(values: Any, what: str, size: int) -> tuple[NDArray[np.int64], tuple[str, ...]]:
    """A column of names as integer codes, and the name of each code; none may be missing."""
    array = column(values)
    if len(array) != size:
        raise ScoreError(
            f"{what} has {count(len(array), 'value')} for {count(size, 'label')}.",
            hint="pass one value per row, in the same order.",
        )
    gone = missing_mask(array)
    if gone is not None:
        raise ScoreError(
            f"{what} must not be missing; row {int(np.argmax(gone))} has none "
            f"({count(int(gone.sum()), 'such row')} in all).",
            hint="correct the table.",
            row=int(np.argmax(gone)),
        )
    codes, found = coded(array)
    whole = array.dtype.kind == "f" and all(float(value).is_integer() for value in found)
    return codes, tuple(str(int(value)) if whole else str(value) for value in found)


def _refuse_doubled(place: Places) -> None:
    key = place.folds * place.n_observations + place.rows
    values, counts = np.unique(key, return_counts=True)
    if (counts > 1).any():
        fold, row = divmod(int(values[int(np.argmax(counts > 1))]), place.n_observations)
        raise ScoreError(
            f"observation '{shortened(place.observation_names[row])}' is in fold "
            f"'{shortened(place.fold_names[fold])}' twice.",
            hint=Hint(
                "keep one row per observation and fold; a repeated cross-validation needs "
                "{repeats}."
            ),
        )


def require_one_division(folds: Folds, *, hint: str) -> None:
    """Refuse to take folds for one test set where they score an observation more than once."""
    if not folds.is_left_out_once:
        raise OptionError(
            "only the folds of a cross-validation that was not repeated can be pooled: otherwise "
            "an observation has several scores from the same classifier.",
            hint=hint,
        )


def checked_sizes(sizes: Any, folds: int, what: str) -> tuple[float, ...] | None:
    """Training or test set sizes, one per fold."""
    if sizes is None:
        return None
    try:
        numbers = np.broadcast_to(floats(sizes), (folds,)).copy()
    except ValueError:
        raise InputError(
            f"{what} must be one number, or one for each of {count(folds, 'fold')}.",
        ) from None
    if not (np.isfinite(numbers) & (numbers >= 1)).all():
        raise InputError(f"{what} must be 1 or more in every fold.")
    return tuple(numbers.tolist())
