"""Scores over folds, in long form: fold, observation, classifier, score."""

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate import kernels
from aucurate.checks import checked
from aucurate.data.alignment import aligned_columns
from aucurate.data.arrays import coded, column, frozen, missing_mask
from aucurate.data.fold_values import FoldDesign, FoldValues, check_range, checked_sizes
from aucurate.data.labels import Labels, read_labels
from aucurate.data.observations import Observations
from aucurate.data.scores import PairedScores, Scores, named_scores, position
from aucurate.data.thresholds import reaching
from aucurate.errors import LabelError, OptionError, ScoreError, TableError
from aucurate.formatting import count, join_words, shortened
from aucurate.hints import Hint

WithoutClass: TypeAlias = Literal["refuse", "drop"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class FoldScores:
    """Classifiers fitted and scored over folds, the same folds for all of them.

    A row is one observation in one fold: ``folds`` and ``rows`` are its fold and its place in
    ``observations``, ``values`` has a row per classifier and a column per such row. So one form
    holds *left-out folds* (each observation once per repeat), a *fixed test set* (each observation
    in every fold), *5x2* and *random splits*. ``n_train`` is None where the sizes of the training
    sets are not known. ``dropped`` names folds that were left out.

    >>> data = FoldScores.from_arrays(
    ...     [0, 1, 0, 1], {"a": [1, 2, 1, 2], "b": [2, 1, 1, 2]}, folds=[1, 1, 2, 2]
    ... )
    >>> data.design, data.aucs().values.tolist()
    ('left-out folds', [[1.0, 0.0], [1.0, 1.0]])
    """

    names: tuple[str, ...]
    observations: Observations
    design: FoldDesign
    fold_names: tuple[str, ...]
    repeats: NDArray[np.int64]
    folds: NDArray[np.int64]
    rows: NDArray[np.int64]
    values: NDArray[Any]
    n_train: NDArray[np.float64] | None
    lower: frozenset[str] = frozenset()
    dropped: tuple[str, ...] = ()

    @classmethod
    @checked(but=("scores",))
    def from_arrays(
        cls,
        labels: Any,
        scores: Mapping[str, Any],
        *,
        folds: Any,
        observations: Any = None,
        repeats: Any = None,
        groups: Any = None,
        design: FoldDesign | None = None,
        n_train: Any = None,
        positive: object = None,
        lower: Collection[str] = (),
    ) -> Self:
        """Check, copy and freeze: a label, a fold and a score per classifier for every row.

        ``observations`` says which rows are the same observation (its name or number); without it
        every row is one of its own. ``repeats`` says which repeat of the division a row belongs
        to. ``design`` is inferred where it is obvious: each observation once per repeat is
        left-out folds (5x2 with five repeats of two), each observation in every fold is a fixed
        test set. ``n_train`` (one number, or one per fold in the order of ``fold_names``) is known
        for left-out folds: all the others of the repeat. ``groups`` says which observations belong
        together; then only tests over folds apply. Series with an index are matched by it, see
        :mod:`aucurate.data.alignment`.
        """
        columns, extras, moved = aligned_columns(
            labels,
            named_scores(scores),
            folds=folds,
            observations=observations,
            repeats=repeats,
            groups=groups,
        )
        found = cls.from_labels(
            read_labels(labels, positive),
            columns,
            **extras,
            design=design,
            n_train=n_train,
            lower=lower,
        )
        return replace(found, observations=replace(found.observations, aligned=moved))

    @classmethod
    @checked
    def from_table(
        cls,
        table: Any,
        *,
        label: str,
        fold: str,
        observation: str | None = None,
        repeat: str | None = None,
        groups: str | None = None,
        scores: Collection[str] | None = None,
        design: FoldDesign | None = None,
        n_train: Any = None,
        positive: object = None,
        lower: Collection[str] = (),
    ) -> Self:
        """The same from named columns: a mapping of arrays, or a frame of pandas or polars.

        ``scores`` names the columns of the classifiers; without it that is every column without
        another role. ``folds_from_frame`` also takes lazy frames and the long form.

        >>> columns = {"y": [0, 1, 0, 1], "fold": [1, 1, 2, 2], "forest": [1, 2, 2, 1]}
        >>> FoldScores.from_table(columns, label="y", fold="fold").names
        ('forest',)
        """
        return cls.from_arrays(
            **columns_of(table, (label, fold, observation, repeat, groups), scores),
            design=design,
            n_train=n_train,
            positive=positive,
            lower=lower,
        )

    @classmethod
    @checked(but=("scores",))
    def from_labels(
        cls,
        labels: Labels,
        scores: Mapping[str, Any],
        *,
        folds: Any,
        observations: Any = None,
        repeats: Any = None,
        groups: Any = None,
        design: FoldDesign | None = None,
        n_train: Any = None,
        lower: Collection[str] = (),
    ) -> Self:
        """The same with labels already read."""
        paired = PairedScores.from_labels(labels, scores, lower=lower)
        size = len(paired.observations)
        place = places(folds, observations, repeats, size)
        known = found_design(place, design)
        order = np.lexsort((place.rows, place.folds))
        trained = checked_sizes(n_train, len(place.fold_names), "n_train")
        if trained is None and known in ("left-out folds", "5x2"):
            tested = np.bincount(place.folds, minlength=len(place.fold_names))
            trained = frozen((place.n_observations - tested).astype(np.float64))
        return cls(
            names=paired.names,
            observations=distinct(paired.observations, place, groups),
            design=known,
            fold_names=place.fold_names,
            repeats=frozen(place.repeats),
            folds=frozen(place.folds[order]),
            rows=frozen(place.rows[order]),
            values=frozen(paired.values[:, order]),
            n_train=trained,
            lower=paired.lower,
        )

    @property
    def n_folds(self) -> int:
        """How many folds there are, over all repeats."""
        return len(self.fold_names)

    @property
    def n_test(self) -> NDArray[np.float64]:
        """How many observations each fold was scored on."""
        return np.bincount(self.folds, minlength=self.n_folds).astype(np.float64)

    @checked
    def fold(self, at: int) -> PairedScores:
        """One fold as a test set of its own; refused where a class is missing from it."""
        here = self.folds == at
        is_positive = self.observations.is_positive[self.rows[here]]
        positives = int(np.count_nonzero(is_positive))
        if positives in (0, len(is_positive)):
            raise one_class(self.fold_names, [at])
        observations = Observations(
            is_positive=frozen(is_positive),
            positive=self.observations.positive,
            negative=self.observations.negative,
            n_positive=positives,
        )
        return PairedScores(self.names, observations, frozen(self.values[:, here]), self.lower)

    def matrix(self) -> NDArray[Any]:
        """Scores of a fixed test set: classifiers x folds x observations."""
        if self.design != "fixed test set":
            raise OptionError(
                f"these are {self.design}: not every fold scored every observation.",
                hint="only a fixed test set is scored by the models of all folds.",
            )
        return self.values.reshape(len(self.names), self.n_folds, len(self.observations))

    def pooled(self) -> PairedScores:
        """All left-out folds of one division as if they were one test set, the folds remembered.

        Scores of different folds come from different fits and need not be comparable; what is made
        of them carries that caveat.
        """
        require_one_division(
            self.design, self.repeats, hint="use the values per fold, e.g. aucs()."
        )
        order = np.argsort(self.rows)
        observations = replace(
            self.observations, folds=frozen(self.folds[order]), fold_names=self.fold_names
        )
        return PairedScores(self.names, observations, frozen(self.values[:, order]), self.lower)

    @checked
    def aucs(self, *, without_class: WithoutClass = "refuse") -> FoldValues:
        """The AUC of every classifier in every fold.

        A fold without one of the classes has none: refused, or left out and told.
        """
        return self.values_of(_auc, quantity="AUC", without_class=without_class)

    @checked
    def values_of(
        self,
        function: Callable[[Scores], float],
        *,
        quantity: str,
        lowest: float = 0.0,
        highest: float = 1.0,
        without_class: WithoutClass = "refuse",
    ) -> FoldValues:
        """Any estimate: ``function`` gets the scores of one classifier in one fold."""
        kept = self.folds_with_both_classes(without_class)
        matrix = np.array([[function(scores) for scores in self.fold(at)] for at in kept], float)
        return self._fold_values(matrix, kept, quantity, lowest, highest)

    @checked
    def errors(self, *, threshold: float | Mapping[str, float]) -> FoldValues:
        """The error rate of every classifier in every fold, see :meth:`wrong`."""
        sums = [
            np.bincount(self.folds, row, minlength=self.n_folds)
            for row in self.wrong(threshold=threshold)
        ]
        matrix = np.column_stack(sums) / self.n_test[:, None]
        return self._fold_values(matrix, list(range(self.n_folds)), "error rate", 0.0, 1.0)

    @checked
    def wrong(self, *, threshold: float | Mapping[str, float]) -> NDArray[np.bool_]:
        """Per classifier and row, whether the decision is wrong; positive when score >= threshold.

        The threshold must be said: 0.5 for probabilities, 0 for decision scores; a mapping gives
        each classifier its own.
        """
        cuts = checked_thresholds(threshold, self.names, self.lower)
        called = [reaching(row, cut) for row, cut in zip(self.values, cuts.tolist(), strict=True)]
        return np.asarray(np.array(called) != self.observations.is_positive[self.rows])

    @checked
    def folds_with_both_classes(self, without_class: WithoutClass) -> list[int]:
        """Which folds have an AUC; one that has none is refused, or left out."""
        positives = np.bincount(
            self.folds, self.observations.is_positive[self.rows], minlength=self.n_folds
        )
        both = (positives > 0) & (positives < self.n_test)
        lacking = [int(k) for k in np.flatnonzero(~both)]
        if lacking and (without_class == "refuse" or not both.any()):
            raise one_class(self.fold_names, lacking)
        return [int(k) for k in np.flatnonzero(both)]

    def _fold_values(
        self,
        matrix: NDArray[np.float64],
        kept: list[int],
        quantity: str,
        lowest: float,
        highest: float,
    ) -> FoldValues:
        fold_names = tuple(self.fold_names[k] for k in kept)
        check_range(self.names, fold_names, matrix, lowest, highest)
        return FoldValues(
            names=self.names,
            values=frozen(matrix),
            quantity=quantity,
            design=self.design,
            fold_names=fold_names,
            repeats=frozen(self.repeats[kept]),
            n_train=None if self.n_train is None else frozen(self.n_train[kept]),
            n_test=frozen(self.n_test[kept]),
            lowest=lowest,
            highest=highest,
            dropped=self.dropped
            + tuple(name for k, name in enumerate(self.fold_names) if k not in kept),
        )


def _auc(scores: Scores) -> float:
    wins, _ = kernels.auc_counts(scores.values, scores.is_positive)
    return wins / (2 * scores.n_positive * scores.n_negative)


# Fold scores without the folds that lack a class.


def with_both_classes(data: FoldScores) -> FoldScores:
    """Only the folds that hold both classes; ``dropped`` names the others.

    Observations that are in no other fold go with them. Where no fold has both classes it is
    refused.

    >>> data = FoldScores.from_arrays(
    ...     [0, 1, 0, 0, 0, 1], {"a": [1, 2, 1, 2, 1, 2]}, folds=[1, 1, 2, 2, 3, 3]
    ... )
    >>> kept = with_both_classes(data)
    >>> kept.fold_names, kept.dropped, len(kept.observations)
    (('1', '3'), ('2',), 4)
    """
    kept = data.folds_with_both_classes("drop")
    if len(kept) == data.n_folds:
        return data
    stays = np.isin(data.folds, kept)
    seen, rows = np.unique(data.rows[stays], return_inverse=True)
    is_positive = data.observations.is_positive[seen]
    observations = Observations(
        is_positive=frozen(is_positive),
        positive=data.observations.positive,
        negative=data.observations.negative,
        n_positive=int(np.count_nonzero(is_positive)),
        dropped=data.observations.dropped,
        aligned=data.observations.aligned,
        groups=None if data.observations.groups is None else frozen(data.observations.groups[seen]),
    )
    gone = tuple(name for k, name in enumerate(data.fold_names) if k not in kept)
    return replace(
        data,
        observations=observations,
        fold_names=tuple(data.fold_names[k] for k in kept),
        repeats=frozen(data.repeats[kept]),
        folds=frozen(np.searchsorted(kept, data.folds[stays])),
        rows=frozen(rows.astype(np.int64)),
        values=frozen(np.ascontiguousarray(data.values[:, stays])),
        n_train=None if data.n_train is None else frozen(data.n_train[kept]),
        dropped=data.dropped + gone,
    )


# Where every row of fold scores belongs: its fold, its repeat, its observation, the design.


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
            hint=Hint("give {observations}, a name or number for every row."),
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
            hint=f"the columns are {join_words([shortened(name) for name in names[:12]])}.",
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
            hint=Hint(
                "say {design} if the test sets were drawn at random, or say which rows belong to "
                "which repeat.",
                design="random splits",
            ),
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
    names = join_words([f"'{shortened(fold_names[k])}'" for k in lacking[:5]])
    more = f" ({len(lacking)} such folds in all)" if len(lacking) > 5 else ""
    return LabelError(
        f"a class is missing from fold {names}{more}, and an AUC needs both.",
        hint=Hint(
            "stratify the folds, or leave such folds out with {without_class} (the result will "
            "tell).",
            without_class="drop",
        ),
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
            hint=Hint(
                "keep one row per observation and fold; a repeated division needs {repeats}."
            ),
        )


def require_one_division(design: FoldDesign, repeats: NDArray[np.int64], *, hint: str) -> None:
    """Refuse to take folds for one test set where they score an observation more than once."""
    if design != "left-out folds" or repeats.any():
        raise OptionError(
            "only left-out folds that were not repeated can be pooled: elsewhere an "
            "observation has several scores of one classifier.",
            hint=hint,
        )
