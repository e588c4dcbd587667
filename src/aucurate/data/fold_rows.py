"""Where every row of fold scores belongs: its fold, its repeat, its observation, the design."""

import math
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from aucurate.data.arrays import coded, column, frozen, missing_mask
from aucurate.data.fold_values import FoldDesign
from aucurate.data.observations import Observations
from aucurate.data.paired import position
from aucurate.errors import LabelError, OptionError, ScoreError, TableError
from aucurate.formatting import count, listing, shortened


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


def places(folds: Any, observations: Any, repeats: Any, size: int) -> Places:
    """The codes of all rows; a row that is there twice is refused."""
    fold_codes, fold_names = coded_column(folds, "folds", size)
    once = np.zeros(size, np.int64)
    repeat_codes, repeat_names = coded_column(once if repeats is None else repeats, "repeats", size)
    rows, names = np.arange(size), tuple(str(k) for k in range(size))
    if observations is not None:
        rows, names = coded_column(observations, "observations", size)
    elif len(repeat_names) > 1:
        raise OptionError(
            "with repeats, which rows are the same observation must be known.",
            hint="give observations=, a name or number for every row.",
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


def columns_of(
    table: Any,
    roles: tuple[str, str, str | None, str | None, str | None],
    scores: Collection[str] | None,
) -> dict[str, Any]:
    """Labels, scores, folds, observations, repeats and groups by the names of their columns."""
    if not hasattr(table, "keys") and not hasattr(table, "columns"):
        raise TableError(
            f"a table must be a mapping of columns or a data frame; it is {shortened(repr(table))}."
        )
    names = [str(name) for name in (table.keys() if hasattr(table, "keys") else table.columns)]
    taken = [name for name in roles if name is not None]
    chosen = [n for n in names if n not in taken] if scores is None else list(scores)
    gone = next((name for name in (*taken, *chosen) if name not in names), None)
    if gone is not None:
        raise TableError(
            f"there is no column '{shortened(gone)}'.",
            hint=f"the columns are {listing([shortened(name) for name in names[:12]])}.",
        )
    if len({*taken, *chosen}) < len(taken) + len(chosen):
        raise TableError("a column has two roles.", hint="name a column for each of them.")
    label, fold, observation, repeat, groups = roles
    return {
        "labels": table[label],
        "scores": {name: table[name] for name in chosen},
        "folds": table[fold],
        "observations": None if observation is None else table[observation],
        "repeats": None if repeat is None else table[repeat],
        "groups": None if groups is None else table[groups],
    }


def found_design(place: Places, said: FoldDesign | None) -> FoldDesign:
    """The design: as said, if the rows allow it, or the one that is obvious."""
    possible = _possible(place)
    if said is not None:
        if said not in (*possible, "random splits"):
            raise OptionError(f"these rows are not {_shape(said)}.", hint=_shown(possible))
        return said
    if not possible and len(place.fold_names) == 1:
        raise OptionError(
            "there is one fold only.", hint="one test set without folds is for compare."
        )
    if not possible:
        raise OptionError(
            "the design is not obvious: some observations are in several folds, but not in all.",
            hint="say design='random splits' if the test sets were drawn at random, or say which "
            "rows belong to which repeat.",
        )
    return possible[0]


def checked_thresholds(
    threshold: float | Mapping[str, float], names: tuple[str, ...], lower: frozenset[str]
) -> NDArray[np.float64]:
    """A threshold for every classifier, turned round where lower scores mean more positive."""
    if isinstance(threshold, Mapping):
        for name in threshold:
            position(names, name)
    cuts = []
    for name in names:
        cut = threshold.get(name) if isinstance(threshold, Mapping) else threshold
        if cut is None or math.isnan(cut):
            raise OptionError(
                f"there is no threshold for '{shortened(name)}'.",
                hint="0.5 for probabilities, 0 for decision scores.",
            )
        cuts.append(-float(cut) if name in lower else float(cut))
    return np.array(cuts)


def distinct(rows: Observations, place: Places, groups: Any = None) -> Observations:
    """The different observations; one label and one group each."""
    positive = one_each(rows.is_positive, place, "labels")
    codes = None
    if groups is not None:
        coded, _ = coded_column(groups, "groups", len(place.rows))
        codes = frozen(one_each(coded, place, "groups"))
    return Observations(
        is_positive=frozen(positive),
        positive=rows.positive,
        negative=rows.negative,
        n_positive=int(np.count_nonzero(positive)),
        groups=codes,
    )


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


def one_class(fold_names: tuple[str, ...], lacking: list[int]) -> LabelError:
    """What is wrong with folds that lack a class."""
    names = listing([f"'{shortened(fold_names[k])}'" for k in lacking[:5]])
    more = f" ({len(lacking)} such folds in all)" if len(lacking) > 5 else ""
    return LabelError(
        f"a class is missing from fold {names}{more}, and an AUC needs both.",
        hint="stratify the folds, or leave such folds out with without_class='drop' (the result "
        "will tell).",
    )


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


def coded_column(values: Any, what: str, size: int) -> tuple[NDArray[np.int64], tuple[str, ...]]:
    """A column of names as integer codes, and the name of each code; none may be missing."""
    array = column(values)
    if len(array) != size:
        raise ScoreError(
            f"{what} has {count(len(array), 'value')} for {count(size, 'label')}.",
            hint="give one value per row, in the same order.",
        )
    gone = missing_mask(array)
    if gone is not None:
        raise ScoreError(
            f"{what} must not be missing; row {int(np.argmax(gone))} has none "
            f"({count(int(gone.sum()), 'such row')} in all).",
            hint="mend the table.",
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
            hint="keep one row per observation and fold; a repeated division needs repeats=.",
        )


def require_one_division(design: FoldDesign, repeats: NDArray[np.int64], *, hint: str) -> None:
    """Refuse to take folds for one test set where they score an observation more than once."""
    if design != "left-out folds" or repeats.any():
        raise OptionError(
            "only left-out folds that were not repeated can be pooled: elsewhere an "
            "observation has several scores of one classifier.",
            hint=hint,
        )
