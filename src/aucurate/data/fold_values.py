"""One number per fold and classifier: what tests over folds are made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.data.arrays import frozen, numeric_scores
from aucurate.data.division import FoldDesign, Folds, OverFolds, checked_sizes
from aucurate.data.scores import position
from aucurate.data.source import FromFile, Source, Summarised, noting_reading, short_names
from aucurate.errors import InputError, OptionError
from aucurate.formatting import count, shortened
from aucurate.hints import Argument, Hint

_LARGEST = 1e150
ROUNDING = 16 * float(np.finfo(np.float64).eps)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class FoldValues(Summarised, FromFile, OverFolds):
    """An estimate of every classifier in every fold: ``values`` has a row per fold.

    ``division`` is what is known of the folds. ``lowest`` and ``highest`` bound the quantity.
    """

    names: tuple[str, ...]
    values: NDArray[np.float64]
    quantity: str
    division: Folds
    lowest: float = 0.0
    highest: float = 1.0
    source: Source = field(default_factory=Source)

    def _summary(self) -> str:
        return f"{self.quantity} of {short_names(self.names)}; {self.division.words}"

    @classmethod
    @checked(but=("values",))
    def from_arrays(
        cls,
        values: Mapping[str, Any],
        *,
        quantity: str | None = None,
        design: FoldDesign | None = None,
        repeats: Any = None,
        n_train: Any = None,
        n_test: Any = None,
        lowest: float = 0.0,
        highest: float = 1.0,
    ) -> Self:
        """Check, copy and freeze values that were computed elsewhere: an array per classifier.

        Parameters
        ----------
        quantity : str
            What the values are, for example ``'AUC'``.
        design : {'left-out folds', 'fixed test set', '5x2', 'random splits'}
            Design of the folds: ``'left-out folds'`` where every observation was tested once in
            each repeat (KFold and the like), ``'random splits'`` where test sets were drawn
            (ShuffleSplit and the like).

        ``quantity`` and ``design`` must be stated: neither can be inferred from fold values alone.
        ``n_train`` and ``n_test`` are one number for all folds, or one for each. The values may be
        the ``"test_score"`` of scikit-learn's ``cross_validate``; with its models and indices
        :meth:`FoldScores.from_cross_validate` has more powerful tests.

        >>> FoldValues.from_arrays(
        ...     {"a": [0.9, 0.8], "b": [0.7, 0.8]}, quantity="AUC", design="left-out folds"
        ... ).differences("a", "b").round(3)
        array([0.2, 0. ])
        """
        given: object = values
        if not isinstance(given, Mapping):
            raise InputError(
                f"the values need the names of the classifiers; this is a {type(given).__name__}.",
                hint='name them: {"forest": values, "tree": other_values}.',
            )
        names = tuple(str(name) for name in values)
        _refuse_results(values)
        if quantity is None:
            raise OptionError(
                "it is not known what the values are.",
                hint=Hint("name the quantity, e.g. {quantity}.", quantity="AUC"),
            )
        if design is None:
            raise OptionError(
                "it is not known how the folds were made, on which the test depends.",
                hint=Hint(
                    "set {} where every observation was tested once in each repeat (KFold), or {} "
                    "where test sets were drawn (ShuffleSplit).",
                    Argument("design", "left-out folds"),
                    Argument("design", "random splits"),
                ),
            )
        columns = [numeric_scores(column, str(name)) for name, column in values.items()]
        folds = len(columns[0]) if columns else 0
        _check_shapes(names, columns, folds)
        matrix = np.column_stack(columns).astype(np.float64)
        fold_names = tuple(str(k + 1) for k in range(folds))
        lowest, highest = float(lowest), float(highest)
        check_range(names, fold_names, matrix, lowest, highest)
        codes = np.zeros(folds, np.int64)
        if repeats is not None:
            try:
                codes = np.unique(np.asarray(repeats), return_inverse=True)[1].astype(np.int64)
            except TypeError:
                raise InputError(
                    "repeats must be numbers or strings, one for each fold.",
                    hint="state which repeat each fold belongs to.",
                ) from None
            if codes.shape != (folds,):
                raise InputError(
                    f"repeats has {count(codes.size, 'value')} for {count(folds, 'fold')}.",
                    hint="state which repeat each fold belongs to.",
                )
        return cls(
            names=names,
            values=frozen(matrix),
            quantity=quantity,
            division=Folds(
                design=design,
                names=fold_names,
                repeats=tuple(codes.tolist()),
                n_train=checked_sizes(n_train, folds, "n_train"),
                n_test=checked_sizes(n_test, folds, "n_test"),
            ),
            lowest=lowest,
            highest=highest,
        )

    @classmethod
    @noting_reading
    @checked
    def from_frame(
        cls,
        frame: Any,
        *,
        quantity: str,
        design: FoldDesign,
        values: str | Sequence[str] | None = None,
        fold: str | None = None,
        repeat: str | None = None,
        n_train: Any = None,
        n_test: Any = None,
        lowest: float = 0.0,
        highest: float = 1.0,
    ) -> "FoldValues":
        """The same from a frame with a row per fold and a column per classifier.

        ``values`` names the classifiers' columns; without it every other numeric column is one.
        ``fold`` and ``repeat`` name the columns that say which fold of which repeat a row is.

        >>> import polars as pl
        >>> table = pl.DataFrame({"fold": ["a", "b"], "forest": [0.9, 0.8], "tree": [0.7, 0.8]})
        >>> FoldValues.from_frame(
        ...     table, fold="fold", quantity="AUC", design="left-out folds"
        ... ).fold_names
        ('a', 'b')
        """
        from aucurate.io.results import fold_columns

        columns = fold_columns(frame, values=values, fold=fold, repeat=repeat)
        found = cls.from_arrays(
            columns.values,
            quantity=quantity,
            design=design,
            repeats=columns.repeats,
            n_train=n_train,
            n_test=n_test,
            lowest=lowest,
            highest=highest,
        )
        if columns.folds is not None:
            division = replace(found.division, names=tuple(columns.folds))
            found = replace(found, division=division)
        return replace(found, source=columns.source)

    @classmethod
    @checked
    def from_search(
        cls,
        search: Any,
        *,
        candidates: Mapping[str, int] | Sequence[int] | None = None,
        scoring: str | None = None,
        quantity: str | None = None,
        design: FoldDesign | None = None,
    ) -> "FoldValues":
        """The same from a fitted search of scikit-learn, with a value for each of its candidates.

        Parameters
        ----------
        search : GridSearchCV or RandomizedSearchCV
            A fitted search, whose ``cv_results_`` has the score of each candidate in each split.
        candidates : mapping from str to int or sequence of int, optional
            Positions in ``cv_results_`` of the candidates to take, or positions by name. By
            default all of them, called after the parameters in which they differ.
        scoring : str, optional
            Which of several scores to take. By default that of ``refit``.
        quantity : str, optional
            What the score is. By default it follows from the name of the scoring; for a function
            it must be stated.
        design : {'left-out folds', 'fixed test set', '5x2', 'random splits'}, optional
            Design of the splits. By default it follows from the splitter.

        The search selected its best candidate by these very values, so that the best one's are
        optimistic: compare the searches themselves with others by an outer cross-validation.

        >>> from sklearn.datasets import load_breast_cancer
        >>> from sklearn.model_selection import GridSearchCV
        >>> from sklearn.tree import DecisionTreeClassifier
        >>> X, y = load_breast_cancer(return_X_y=True)
        >>> tree = DecisionTreeClassifier(random_state=0)
        >>> search = GridSearchCV(tree, {"max_depth": [1, 3]}, scoring="roc_auc").fit(X, y)
        >>> FoldValues.from_search(search)
        <FoldValues: AUC of max_depth=1 and max_depth=3; 5 folds (left-out folds)>
        """
        from aucurate.crossval.scikit_learn import fold_values_of_search

        return fold_values_of_search(
            search, candidates=candidates, scoring=scoring, quantity=quantity, design=design
        )

    @checked
    def of(self, name: str) -> NDArray[np.float64]:
        """The values of one classifier."""
        column: NDArray[np.float64] = self.values[:, position(self.names, name)]
        return column

    @checked
    def differences(self, first: str, second: str) -> NDArray[np.float64]:
        """First minus second in every fold; what is only rounding is 0."""
        one, two = self.of(first), self.of(second)
        gap = one - two
        return np.where(np.abs(gap) <= ROUNDING * np.maximum(np.abs(one), np.abs(two)), 0.0, gap)


def _refuse_results(values: Mapping[str, Any]) -> None:
    """Refuse whole results of a cross-validation in the place of its scores."""
    name = next((name for name, each in values.items() if isinstance(each, Mapping)), None)
    if name is None:
        return
    kinds = [str(key) for key in values[name] if str(key).startswith("test_")]
    raise InputError(
        f"'{shortened(str(name))}' is a mapping, not one value per fold.",
        hint=f'take the scores, results["{kinds[0]}"], or use FoldScores.from_cross_validate('
        "results, X, y)."
        if kinds
        else "pass an array with a value per fold for each classifier.",
    )


def _check_shapes(names: tuple[str, ...], columns: list[NDArray[Any]], folds: int) -> None:
    if not columns or not folds:
        raise InputError("there are no fold values.", hint="pass an array for each classifier.")
    if len(set(names)) < len(names):
        raise InputError(
            "two classifiers have the same name.", hint="give each of them its own name."
        )
    for name, column in zip(names, columns, strict=True):
        if len(column) != folds:
            raise InputError(
                f"'{shortened(name)}' has {count(len(column), 'value')}, "
                f"'{shortened(names[0])}' has {folds:,}.",
                hint="every classifier needs a value in each of the same folds, in the same order.",
            )


def check_range(
    names: tuple[str, ...],
    fold_names: tuple[str, ...],
    matrix: NDArray[np.float64],
    lowest: float,
    highest: float,
) -> None:
    """Refuse a value that is not a number, or outside the range of the quantity."""
    wrong = ~(np.isfinite(matrix) & (matrix >= lowest) & (matrix <= highest))
    if wrong.any():
        fold, at = (int(i) for i in np.argwhere(wrong)[0])
        raise InputError(
            f"fold values must lie between {lowest:g} and {highest:g}; '{shortened(names[at])}' "
            f"has {matrix[fold, at]} in fold {shortened(fold_names[fold])}.",
            hint="set lowest and highest for a quantity with another range.",
        )
    beyond = np.abs(matrix) > _LARGEST
    if beyond.any():
        fold, at = (int(i) for i in np.argwhere(beyond)[0])
        raise InputError(
            f"fold values must lie within {_LARGEST:g} of 0, or their squares overflow a 64-bit "
            f"float; '{shortened(names[at])}' has {matrix[fold, at]:g} in fold "
            f"{shortened(fold_names[fold])}.",
            hint="divide all values by the same number, which changes no test.",
        )
