"""What scikit-learn's ``cross_validate`` and its searches return, as scores and values over folds.

:meth:`aucurate.FoldScores.from_cross_validate` and :meth:`aucurate.data.FoldValues.from_search`
are made of these.
"""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from aucurate.crossval.algorithms import ScoreMethod, ScoresFrom, require_sklearn
from aucurate.crossval.fitting import Fit, Outcome
from aucurate.crossval.jobs import assembled, fold_scores_of
from aucurate.crossval.rows import Rows, beside_labels
from aucurate.crossval.splits import Division, recognised
from aucurate.data.arrays import column, is_estimator
from aucurate.data.division import FoldDesign, Folds
from aucurate.data.fold_values import FoldValues
from aucurate.data.folds import FoldScores
from aucurate.data.observations import refuse_length
from aucurate.errors import FitError, InputError, OptionError, UnsupportedError
from aucurate.formatting import count, join_words, shortened
from aucurate.hints import Argument, Hint
from aucurate.io.estimators import DECISIONS_FIRST, checked_features, score_methods
from aucurate.io.feature_tables import take

_CALL = "cross_validate(..., return_estimator=True, return_indices=True)"
_NEEDED = {"estimator": "return_estimator", "indices": "return_indices"}


def fold_scores_of_results(
    results: Any,
    features: Any,
    labels: Any,
    *,
    design: FoldDesign | None = None,
    positive: object = None,
    groups: Any = None,
    sampling_weights: Any = None,
    scores_from: ScoresFrom = None,
    first: Sequence[ScoreMethod] = DECISIONS_FIRST,
) -> FoldScores:
    """The scores that the models of every fold give its test rows."""
    named = _named_results(results)
    table = checked_features(features, labels)
    groups, sampling_weights = beside_labels(
        features, labels, groups=groups, sampling_weights=sampling_weights
    )
    rows = Rows.read(table, labels, groups, positive)
    pairs = _shared_splits(named)
    _require_obvious(pairs, design)
    division = Division.of(pairs, rows, design)
    models = {name: _models(name, result, len(pairs)) for name, result in named.items()}
    firsts = {name: fitted[0] for name, fitted in models.items()}
    methods = score_methods(firsts, scores_from, first)
    fits = [
        Fit(name=name, estimator=model, method=methods[name], split=split)
        for name, fitted in models.items()
        for model, split in zip(fitted, division.splits, strict=True)
    ]
    outcomes = [
        Outcome(scores=fit.scores(fit.estimator, take(table, fit.split.test), rows.scored))
        for fit in fits
    ]
    found = assembled(division, fits, outcomes, ())
    if sampling_weights is None:
        return fold_scores_of(found, rows)
    weights = column(sampling_weights)
    refuse_length("sampling_weights", weights, len(rows))
    return fold_scores_of(found, rows, weights[found.rows])


def _named_results(results: Any) -> dict[str, Mapping[str, Any]]:
    """The results by the names of the classifiers; one alone is called after its estimator."""
    if not isinstance(results, Mapping) or not results:
        raise InputError(
            f"the results of {_CALL} are needed; this is a {type(results).__name__}.",
            hint='name them: {"forest": results, "logistic": other_results}.',
        )
    if any(key in results for key in (*_NEEDED, "fit_time", "test_score")):
        _require_keys("the results", results)
        return {type(results["estimator"][0]).__name__: results}
    named = {str(name): result for name, result in results.items()}
    for name, result in named.items():
        what = f"'{shortened(name)}'"
        if not isinstance(result, Mapping):
            raise InputError(
                f"{what} is not a result of cross_validate; it is a {type(result).__name__}.",
                hint=Hint(
                    "values per fold, such as {}, make FoldValues: {}.",
                    'results["test_score"]',
                    'FoldValues.from_arrays({"forest": values}, quantity="AUC", '
                    'design="left-out folds")',
                ),
            )
        _require_keys(what, result)
    return named


def _require_keys(what: str, result: Mapping[str, Any]) -> None:
    missing = [key for key in _NEEDED if key not in result]
    if not missing:
        return
    keys = join_words([f"'{key}'" for key in missing])
    raise InputError(
        f"{what} {'have' if what.startswith('the') else 'has'} no {keys}: the models and the test "
        "rows of every fold are needed.",
        hint=f"ask for {'both' if len(missing) > 1 else 'it'}: {_CALL}; or use the values per fold "
        'alone: FoldValues.from_arrays({"forest": results["test_score"]}, quantity="AUC", '
        'design="left-out folds").',
    )


def _shared_splits(named: Mapping[str, Mapping[str, Any]]) -> list[tuple[Any, Any]]:
    """The rows that are trained on and tested in every fold, the same for all classifiers."""
    splits = {}
    for name, result in named.items():
        try:
            indices = result["indices"]
            pairs = list(zip(indices["train"], indices["test"], strict=True))
        except (KeyError, TypeError, ValueError):
            raise InputError(
                f"the indices of '{shortened(name)}' are not the training and test rows of every "
                "fold.",
                hint=f"pass what {_CALL} returns, unchanged.",
            ) from None
        splits[name] = [tuple(np.asarray(rows) for rows in pair) for pair in pairs]
    first, *others = splits
    for name in others:
        if not _same(splits[first], splits[name]):
            raise InputError(
                f"'{shortened(first)}' and '{shortened(name)}' were cross-validated over "
                "different splits.",
                hint="pass the same splitter with a random_state to every cross_validate, e.g. "
                "cv=StratifiedKFold(10, shuffle=True, random_state=0).",
            )
    return [(train, test) for train, test in splits[first]]


def _same(one: Sequence[Any], other: Sequence[Any]) -> bool:
    return len(one) == len(other) and all(
        np.array_equal(a, b)
        for pair in zip(one, other, strict=True)
        for a, b in zip(*pair, strict=True)
    )


def _require_obvious(pairs: Sequence[tuple[Any, Any]], design: FoldDesign | None) -> None:
    """Refuse test sets that overlap without being a design, unless the design is stated."""
    tests = [test for _, test in pairs if test.ndim == 1 and len(test) and test.dtype.kind in "iu"]
    if design is None and len(tests) == len(pairs) and recognised(tests)[0] is None:
        raise OptionError(
            "the design is not obvious: some observations are in several test sets, but not in "
            "all, or in none.",
            hint=Hint("set {design} if they were drawn at random.", design="random splits"),
        )


def _models(name: str, result: Mapping[str, Any], folds: int) -> list[Any]:
    models = list(result["estimator"])
    if len(models) != folds:
        raise InputError(
            f"'{shortened(name)}' has {count(len(models), 'estimator')} for "
            f"{count(folds, 'fold')}.",
            hint=f"pass what {_CALL} returns, unchanged.",
        )
    for fold, model in enumerate(models, start=1):
        if not is_estimator(model) or not hasattr(model, "classes_"):
            raise FitError(
                f"the {type(model).__name__} of '{shortened(name)}' in fold {fold} is not a fitted "
                "classifier.",
                hint='cross_validate(..., error_score="raise") shows why a fit failed.',
            )
    return models


# Values per fold of the candidates of a search.


class _Scoring(NamedTuple):
    """A score of a search: its key in ``cv_results_``, what it is, and between which values."""

    key: str
    quantity: str | None
    lowest: float
    highest: float


def fold_values_of_search(
    search: Any,
    *,
    candidates: Mapping[str, int] | Sequence[int] | None,
    scoring: str | None,
    quantity: str | None,
    design: FoldDesign | None,
) -> FoldValues:
    """The score of every candidate of a fitted search in every split."""
    require_sklearn()
    found = _results_of(search)
    known = _scoring_of(search, found, scoring)
    name = quantity if quantity is not None else known.quantity
    if name is None:
        raise OptionError(
            "it is not known what the search has measured: its scoring is a function.",
            hint=Hint("name the quantity with {quantity}.", quantity="AUC"),
        )
    places = _places(found["params"], candidates)
    n_splits = len([key for key in found if re.fullmatch(rf"split\d+_test_{known.key}", key)])
    matrix = np.array([found[f"split{k}_test_{known.key}"] for k in range(n_splits)], float)
    values = {label: matrix[:, at] for label, at in places.items()}
    _refuse_failed(values)
    division = _division_of(search.cv, n_splits, design)
    made = FoldValues.from_arrays(
        values,
        quantity=name,
        design=division.design,
        lowest=known.lowest,
        highest=known.highest,
    )
    return replace(made, division=division)


def _results_of(search: Any) -> Mapping[str, Any]:
    found = getattr(search, "cv_results_", None)
    if not isinstance(found, Mapping):
        is_search = hasattr(search, "fit") and hasattr(search, "cv")
        raise OptionError(
            f"this {type(search).__name__} has no cv_results_: it "
            + ("is not fitted." if is_search else "is not a search."),
            hint="pass a fitted GridSearchCV or RandomizedSearchCV: search.fit(X, y).",
        )
    if "n_resources" in found:
        raise UnsupportedError(
            "the candidates of a halving search were fitted to different amounts of data.",
            hint="use a GridSearchCV or a RandomizedSearchCV of the candidates that are left.",
        )
    return found


def _scoring_of(search: Any, found: Mapping[str, Any], said: str | None) -> _Scoring:
    """Which score to take: the one that is named, the only one, or that of ``refit``."""
    keys = [key.removeprefix("split0_test_") for key in found if key.startswith("split0_test_")]
    if said is None and len(keys) > 1:
        said = search.refit if isinstance(search.refit, str) else None
    if (said is None and len(keys) != 1) or (
        said is not None and said not in (*keys, search.scoring)
    ):
        raise OptionError(
            "the search has several scores."
            if said is None
            else f"the search has no score {said!r}.",
            hint=Hint("name one with {scoring}: {}.", join_words([repr(key) for key in keys], "or"))
            if keys != ["score"]
            else Hint("leave out {scoring}: the search has one only."),
        )
    key = keys[0] if len(keys) == 1 else str(said)
    given = search.scoring
    if isinstance(given, Mapping):
        given = given[key]
    elif given is not None and not isinstance(given, str) and not callable(given):
        given = key
    if given is None:
        given = "accuracy" if _is_classifier(search.estimator) else None
    if isinstance(given, str):
        return _Scoring(key, _quantity_of(given), *_range_of(given))
    own = getattr(given, "quantity", None)
    if own is not None:
        return _Scoring(key, own, given.lowest, given.highest)
    return _Scoring(key, None if key == "score" else key, -math.inf, math.inf)


def _is_classifier(estimator: Any) -> bool:
    from sklearn.base import is_classifier

    return bool(is_classifier(estimator))


_SHARES = (
    "accuracy",
    "average_precision",
    "balanced_accuracy",
    "f1",
    "jaccard",
    "precision",
    "recall",
    "roc_auc",
    "top_k_accuracy",
)


def _quantity_of(scoring: str) -> str:
    """The name of a scoring of scikit-learn in a sentence.

    >>> _quantity_of("roc_auc"), _quantity_of("neg_log_loss"), _quantity_of("average_precision")
    ('AUC', 'negative log loss', 'average precision')
    """
    if scoring == "roc_auc":
        return "AUC"
    return re.sub(r"^neg_", "negative ", scoring).replace("_", " ")


def _range_of(scoring: str) -> tuple[float, float]:
    """Between which values a scoring of scikit-learn lies.

    >>> _range_of("roc_auc_ovr"), _range_of("neg_log_loss"), _range_of("r2")
    ((0.0, 1.0), (-inf, 0.0), (-inf, inf))
    """
    if scoring.startswith(_SHARES):
        return 0.0, 1.0
    return -math.inf, 0.0 if scoring.startswith("neg_") else math.inf


def _refuse_failed(values: Mapping[str, NDArray[np.float64]]) -> None:
    for name, scores in values.items():
        if np.isnan(scores).any():
            raise FitError(
                f"'{shortened(name)}' has no score in split {int(np.argmax(np.isnan(scores)))}: "
                "its fit failed, or could not be scored.",
                hint=Hint(
                    "leave it out with {candidates}, or run the search with {} to see why.",
                    'error_score="raise"',
                ),
            )


# The folds of a search, from its splitter.


def _division_of(cv: Any, n_splits: int, said: FoldDesign | None) -> Folds:
    design, repeats, share = _design_of(cv, n_splits)
    if said is not None and said != design:
        design, repeats, share = said, 1, share if design is not None else None
    if design is None:
        raise OptionError(
            f"the design of the splits is not known: cv is a {type(cv).__name__}.",
            hint=Hint(
                "set {} where every observation is tested once, or {} where test sets are drawn.",
                Argument("design", "left-out folds"),
                Argument("design", "random splits"),
            ),
        )
    of_repeat = n_splits // repeats
    return Folds(
        design=design,
        names=tuple(
            f"{k // of_repeat + 1}/{k % of_repeat + 1}" if repeats > 1 else str(k + 1)
            for k in range(n_splits)
        ),
        repeats=tuple(k // of_repeat for k in range(n_splits)),
        n_train=None if share is None else (1 - share,) * n_splits,
        n_test=None if share is None else (share,) * n_splits,
    )


def _design_of(cv: Any, n_splits: int) -> tuple[FoldDesign | None, int, float | None]:
    """The design, the number of repeats and the share that is tested, as far as a splitter says."""
    from sklearn import model_selection as selection

    if isinstance(cv, selection.BaseShuffleSplit):
        share = getattr(cv, "test_size", None)
        is_share = isinstance(share, float) and getattr(cv, "train_size", None) is None
        return "random splits", 1, share if is_share else None
    repeats = getattr(cv, "n_repeats", 1)
    left_out = (
        selection.KFold,
        selection.StratifiedKFold,
        selection.GroupKFold,
        selection.StratifiedGroupKFold,
        selection.LeaveOneGroupOut,
        selection.RepeatedKFold,
        selection.RepeatedStratifiedKFold,
    )
    if cv is None or isinstance(cv, (int, *left_out)):
        five = (repeats, n_splits) == (5, 10)
        return "5x2" if five else "left-out folds", repeats, repeats / n_splits
    return None, 1, None


# What the candidates are called.


def _places(
    params: Sequence[Mapping[str, Any]], said: Mapping[str, int] | Sequence[int] | None
) -> dict[str, int]:
    """The names of the candidates that are taken, and their places in ``cv_results_``."""
    if said is None:
        chosen = list(range(len(params)))
    else:
        chosen = list(said.values()) if isinstance(said, Mapping) else list(said)
    for at in chosen:
        if not 0 <= at < len(params):
            raise OptionError(
                f"there is no candidate {at}; the search has {count(len(params), 'candidate')}.",
                hint=f"they are counted from 0 to {len(params) - 1}, as in search.cv_results_.",
            )
    if not chosen or len(set(chosen)) < len(chosen):
        raise OptionError(
            "no candidate is named." if not chosen else "a candidate is named twice.",
            hint=Hint("name each of them once, e.g. {candidates}.", candidates=[0, 1]),
        )
    names = list(said) if isinstance(said, Mapping) else _names([params[at] for at in chosen])
    return dict(zip(names, chosen, strict=True))


def _names(params: Sequence[Mapping[str, Any]]) -> list[str]:
    """The parameters in which the candidates differ, with short keys where these are distinct.

    >>> _names([{"svc__C": 1.0, "svc__gamma": 2}, {"svc__C": 10.0, "svc__gamma": 2}])
    ['C=1', 'C=10']
    """
    keys = list(dict.fromkeys(key for each in params for key in each))
    texts = [{key: _text(value) for key, value in each.items()} for each in params]
    differing = [key for key in keys if len({each.get(key) for each in texts}) > 1] or keys
    ends = Counter(key.split("__")[-1] for key in differing)
    short = {key: key.split("__")[-1] if ends[key.split("__")[-1]] == 1 else key for key in keys}
    names = [
        ", ".join(f"{short[key]}={each[key]}" for key in differing if key in each) or "default"
        for each in texts
    ]
    if len(set(names)) == len(names):
        return names
    return [f"{at}: {name}" for at, name in enumerate(names)]


def _text(value: Any) -> str:
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | float | np.number):
        is_plain = isinstance(value, str | bool | np.bool_ | tuple | list | type(None))
        return str(value) if is_plain else type(value).__name__
    return f"{value:g}"
