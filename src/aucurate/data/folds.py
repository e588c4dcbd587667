"""Scores over folds, in long form: fold, observation, classifier, score."""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.data.alignment import aligned_columns, library_of
from aucurate.data.arrays import column, frozen
from aucurate.data.classes import ClassScoreMethod
from aucurate.data.division import (
    FoldDesign,
    Folds,
    OverFolds,
    Places,
    divided,
    one_each,
    repeated_rows,
    require_one_division,
    units_of_each,
)
from aucurate.data.fold_values import FoldValues, check_range
from aucurate.data.labels import Labels, read_labels
from aucurate.data.moments import auc_of
from aucurate.data.observations import Missing, Observations, refuse_long, repeated_observations
from aucurate.data.scores import (
    Classifiers,
    PairedScores,
    Scores,
    named_scores,
    position,
    with_rows,
)
from aucurate.data.source import (
    FromFile,
    Source,
    Summarised,
    noting_reading,
    short_names,
    with_source,
)
from aucurate.data.thresholds import reaching
from aucurate.errors import LabelError, OptionError
from aucurate.formatting import join_words, shortened
from aucurate.hints import Hint

WithoutClass: TypeAlias = Literal["refuse", "drop"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class FoldScores(Summarised, FromFile, OverFolds, Classifiers):
    """Scores of several classifiers over the same cross-validation folds.

    A row is one observation in one fold: ``folds`` and ``rows`` are its fold and its place in
    ``observations``, ``values`` has a row per classifier and a column per such row. So one form
    holds *left-out folds* (each observation once per repeat), a *fixed test set* (each observation
    in every fold), *5x2* and *random splits*. ``division`` is what is known of the folds.

    >>> data = FoldScores.from_arrays(
    ...     [0, 1, 0, 1], {"a": [1, 2, 1, 2], "b": [2, 1, 1, 2]}, folds=[1, 1, 2, 2]
    ... )
    >>> data.design, data.aucs().values.tolist()
    ('left-out folds', [[1.0, 0.0], [1.0, 1.0]])
    """

    names: tuple[str, ...]
    observations: Observations
    division: Folds
    folds: NDArray[np.int64]
    rows: NDArray[np.int64]
    values: NDArray[Any]
    lower: frozenset[str] = frozenset()

    def _summary(self) -> str:
        return f"{short_names(self.names)}; {self.division.words}; {self.observations._summary()}"

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
        frequency_weights: Any = None,
        sampling_weights: Any = None,
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
        for left-out folds: all the others of the repeat. Weights and groups are the same in all
        rows of an observation. A row with a frequency weight is repeated: it stands for so many
        observations of the same fold. Series with an index are matched by it, see
        :mod:`aucurate.data.alignment`.
        """
        columns, extras, moved = aligned_columns(
            labels,
            named_scores(scores),
            folds=folds,
            observations=observations,
            repeats=repeats,
            frequency_weights=frequency_weights,
            sampling_weights=sampling_weights,
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
        return with_source(found, aligned=moved, library=library_of(labels, scores))

    @classmethod
    @noting_reading
    @checked
    def from_frame(
        cls,
        frame: Any,
        *,
        label: str,
        fold: str,
        observation: str | None = None,
        repeat: str | None = None,
        frequency_weights: str | None = None,
        sampling_weights: str | None = None,
        groups: str | None = None,
        classifier: str | None = None,
        scores: str | Sequence[str] | None = None,
        design: FoldDesign | None = None,
        n_train: Any = None,
        positive: object = None,
        lower: Collection[str] = (),
        missing: Missing = "refuse",
    ) -> "FoldScores":
        """The same from the columns of a frame of pandas, polars, pyarrow or the like.

        Without ``classifier`` every column of scores is a classifier (``scores`` names them, or
        else every other numeric column is one), and a row is an observation in a fold. With it the
        table is in long form: ``classifier`` names the column that says whose score it is,
        ``scores`` the one column of scores, and ``observation`` must be there too. With
        ``missing="drop"`` rows without a label or a score are left out and counted.

        >>> import polars as pl
        >>> table = pl.DataFrame(
        ...     {"y": [0, 1, 0, 1], "fold": [1, 1, 2, 2], "a": [1, 2, 1, 2], "b": [2, 1, 1, 2]}
        ... )
        >>> FoldScores.from_frame(table, label="y", fold="fold").aucs().of("b").tolist()
        [0.0, 1.0]
        """
        from aucurate.io.folds import fold_scores

        roles = {
            "label": label,
            "fold": fold,
            "observation": observation,
            "repeat": repeat,
            "frequency_weights": frequency_weights,
            "sampling_weights": sampling_weights,
            "groups": groups,
            "classifier": classifier,
        }
        return fold_scores(
            frame,
            roles,
            scores=scores,
            missing=missing,
            design=design,
            n_train=n_train,
            positive=positive,
            lower=lower,
        )

    @classmethod
    @checked(but=("results",))
    def from_cross_validate(
        cls,
        results: Mapping[str, Any],
        X: Any,  # noqa: N803
        y: Any,
        *,
        positive: object = None,
        design: FoldDesign | None = None,
        groups: Any = None,
        sampling_weights: Any = None,
        scores_from: ClassScoreMethod | Mapping[str, ClassScoreMethod] | None = None,
    ) -> "FoldScores":
        """The same from results of scikit-learn's ``cross_validate``.

        Parameters
        ----------
        results : mapping from str to dict, or dict
            What ``cross_validate(..., return_estimator=True, return_indices=True)`` returned, for
            each classifier by its name, or for one alone.
        scores_from : {'decision_function', 'predict_proba'} or mapping from str, optional
            Method of the estimators that gives the scores, for all or by name. By default
            ``decision_function`` where there is one, as scikit-learn's ``scoring="roc_auc"``, else
            ``predict_proba``.

        ``X`` and ``y`` are those that were cross-validated. The model of each fold scores the rows
        that it was not trained on. All classifiers must have the same splits: pass the same
        splitter with a ``random_state`` to every call. Repeats of the division are recognised.

        >>> from sklearn.datasets import load_breast_cancer
        >>> from sklearn.model_selection import cross_validate
        >>> from sklearn.naive_bayes import GaussianNB
        >>> X, y = load_breast_cancer(return_X_y=True)
        >>> options = {"return_estimator": True, "return_indices": True, "scoring": "roc_auc"}
        >>> results = cross_validate(GaussianNB(), X, y, cv=5, **options)
        >>> scores = FoldScores.from_cross_validate({"bayes": results}, X, y)
        >>> scores
        <FoldScores: bayes; 5 folds (left-out folds); 569 observations, 357 positive ('1')>
        >>> bool(np.allclose(scores.aucs().of("bayes"), results["test_score"]))
        True
        """
        from aucurate.crossval.scikit_learn import fold_scores_of_results

        return fold_scores_of_results(
            results,
            X,
            y,
            design=design,
            positive=positive,
            groups=groups,
            sampling_weights=sampling_weights,
            scores_from=scores_from,
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
        frequency_weights: Any = None,
        sampling_weights: Any = None,
        groups: Any = None,
        design: FoldDesign | None = None,
        n_train: Any = None,
        lower: Collection[str] = (),
    ) -> Self:
        """The same with labels already read."""
        paired = PairedScores.from_labels(
            labels,
            scores,
            lower=lower,
            frequency_weights=frequency_weights,
            sampling_weights=sampling_weights,
            groups=groups,
        )
        given, weighed = [folds, observations, repeats], frequency_weights
        if paired.observations.source.n_weightless:
            weighed = sampling_weights if weighed is None else weighed
            kept = column(weighed).astype(np.float64) != 0
            given = [None if each is None else column(each)[kept] for each in given]
        counts = paired.observations.frequencies
        if counts is not None:
            refuse_long(paired.observations, "a cross-validation")
            repeated = repeated_rows(counts, given[1])
            given = [repeated.of(given[0]), repeated.observations, repeated.of(given[2])]
            paired = with_rows(paired, repeated_observations(paired.observations))
        place, division = divided(
            len(paired.observations),
            folds=given[0],
            observations=given[1],
            repeats=given[2],
            design=design,
            n_train=n_train,
        )
        order = place.order
        return cls(
            names=paired.names,
            observations=distinct(paired.observations, place),
            division=division,
            folds=frozen(place.folds[order]),
            rows=frozen(place.rows[order]),
            values=frozen(paired.values[:, order]),
            lower=paired.lower,
        )

    @property
    def n_test(self) -> NDArray[np.float64]:
        """How many observations each fold was scored on."""
        return np.array(self.division.n_test, np.float64)

    @property
    def row_weights(self) -> NDArray[np.float64]:
        """How much each row counts in rates: 1, or its sampling weight, relative to their mean."""
        return np.asarray(self.observations.amounts[self.rows], np.float64)

    @checked
    def fold(self, at: int) -> PairedScores:
        """One fold as a test set of its own; refused where a class is missing from it."""
        here = self.folds == at
        rows = self.rows[here]
        is_positive = self.observations.is_positive[rows]
        positives = int(np.count_nonzero(is_positive))
        if positives in (0, len(is_positive)):
            raise one_class(self.fold_names, [at])
        observations = Observations(
            is_positive=frozen(is_positive),
            positive=self.observations.positive,
            negative=self.observations.negative,
            n_positive=positives,
            **self.observations.units_among(rows),
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
        require_one_division(self.division, hint="use the values per fold, e.g. aucs().")
        order = np.argsort(self.rows)
        observations = replace(
            self.observations, folds=frozen(self.folds[order]), fold_names=self.fold_names
        )
        return PairedScores(self.names, observations, frozen(self.values[:, order]), self.lower)

    @checked
    def aucs(self, *, without_class: WithoutClass = "refuse") -> FoldValues:
        """The AUC of every classifier in every fold.

        A fold without one of the classes has none: it is refused, or left out with a caveat.
        """
        return self.values_of(auc_of, quantity="AUC", without_class=without_class)

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
        weights = self.row_weights
        sums = [
            np.bincount(self.folds, row * weights, minlength=self.n_folds)
            for row in self.wrong(threshold=threshold)
        ]
        whole = np.bincount(self.folds, weights, minlength=self.n_folds)
        matrix = np.column_stack(sums) / whole[:, None]
        return self._fold_values(matrix, list(range(self.n_folds)), "error rate", 0.0, 1.0)

    @checked
    def wrong(self, *, threshold: float | Mapping[str, float]) -> NDArray[np.bool_]:
        """Per classifier and row, whether the decision is wrong; positive when score >= threshold.

        The threshold must be stated: 0.5 for probabilities, 0 for decision scores; a mapping gives
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
        division = self.division.select(kept, drop_others=True)
        check_range(self.names, division.names, matrix, lowest, highest)
        return FoldValues(
            names=self.names,
            values=frozen(matrix),
            quantity=quantity,
            division=division,
            lowest=lowest,
            highest=highest,
            source=replace(self.observations.source, reading=None),
        )


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
        identifiers=data.observations.identifiers,
        source=data.observations.source,
        **data.observations.units_among(seen),
    )
    return replace(
        data,
        observations=observations,
        division=data.division.select(kept, drop_others=True),
        folds=frozen(np.searchsorted(kept, data.folds[stays])),
        rows=frozen(rows.astype(np.int64)),
        values=frozen(np.ascontiguousarray(data.values[:, stays])),
    )


def checked_thresholds(
    threshold: float | Mapping[str, float], names: tuple[str, ...], lower: frozenset[str]
) -> NDArray[np.float64]:
    """A threshold for every classifier, negated where lower scores mean more positive."""
    if isinstance(threshold, Mapping):
        for name in threshold:
            position(names, name)
    cuts = []
    for name in names:
        cut = threshold.get(name) if isinstance(threshold, Mapping) else threshold
        if cut is None or math.isnan(cut):
            raise OptionError(
                f"there is no threshold for '{shortened(name)}'.",
                hint="set one for every classifier, or one number for all: 0.5 for probabilities, "
                "0 for decision scores.",
            )
        cuts.append(-float(cut) if name in lower else float(cut))
    return np.array(cuts)


def distinct(rows: Observations, place: Places) -> Observations:
    """The different observations; one label, one weight and one group each."""
    positive = one_each(rows.is_positive, place, "labels")
    return Observations(
        is_positive=frozen(positive),
        positive=rows.positive,
        negative=rows.negative,
        n_positive=int(np.count_nonzero(positive)),
        source=Source(n_weightless=rows.source.n_weightless),
        **units_of_each(rows, place),
    )


def one_class(fold_names: tuple[str, ...], lacking: list[int]) -> LabelError:
    """What is wrong with folds that lack a class."""
    names = join_words([f"'{shortened(fold_names[k])}'" for k in lacking[:5]])
    more = f" ({len(lacking)} such folds in all)" if len(lacking) > 5 else ""
    return LabelError(
        f"a class is missing from fold {names}{more}, and an AUC needs both.",
        hint=Hint(
            "stratify the folds, or leave such folds out with {without_class} (the result will say "
            "so).",
            without_class="drop",
        ),
    )
