r"""A classifier that decides among several classes at a chosen operating point.

**Question.** Weights were chosen for a classifier (:mod:`aucurate.estimates.weights.search`); how
are they put to use?

:class:`WeightedDecision` wraps an estimator and decides for :math:`\arg\max_c w_c p_c` of its
probabilities instead of the class with the highest one; of equal products for the class that stands
first in ``classes_`` (:mod:`aucurate.curve.class_decisions`, of which these are the decisions).
It is for several classes what scikit-learn's ``FixedThresholdClassifier`` is for two.

**Not valid** for the observations on which the weights were chosen: there the errors are too low.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.class_decisions import checked_weights, decide
from aucurate.data.classes import refuse_unweighable
from aucurate.data.labels import class_name, class_names
from aucurate.errors import MissingExtraError, OptionError

try:
    from sklearn import get_config
    from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
    from sklearn.exceptions import NotFittedError
    from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing
    from sklearn.utils.metaestimators import available_if
    from sklearn.utils.validation import check_is_fitted, column_or_1d
except ImportError:
    raise MissingExtraError("WeightedDecision", extra="crossval") from None


_Method: TypeAlias = Callable[..., Any]


def _has(method: str) -> Callable[[_Method], _Method]:
    """Whether the wrapped estimator has a method; its own AttributeError where it has not."""

    def check(decision: "WeightedDecision") -> bool:
        getattr(getattr(decision, "estimator_", decision.estimator), method)
        return True

    guarded: Callable[[_Method], _Method] = available_if(check)
    return guarded


class WeightedDecision(ClassifierMixin, MetaEstimatorMixin, BaseEstimator):  # type: ignore[misc]
    """A scikit-learn estimator that decides by weighted probabilities.

    ``estimator`` is a classifier with ``predict_proba``. ``weights`` maps every class (as a label,
    or its text) to its weight, or is a ``WeightChoice``; None weighs all classes alike. They are
    checked against the classes when fitting: a class without a weight, or a weight without a
    class, is an ``OptionError``. Only the ratios of weights matter.

    Where scikit-learn fits to 0, 1, 2, ... in place of the labels (``StackingClassifier``,
    ``VotingClassifier``, ``cross_val_predict`` of probabilities), weights by labels fit and leave
    the probabilities as they are; a decision among such numbers needs weights by number.

    ``fit`` clones and fits the estimator. Around an estimator that is fitted already it need not be
    called; put into ``FrozenEstimator``, the estimator also stays as it is in cross-validation.
    Arguments of ``fit`` (``sample_weight``) go to the estimator, by scikit-learn's metadata routing
    where that is enabled. Probabilities and decision scores stay those of the estimator.

    After fitting: ``estimator_``, ``weights_`` in the order of ``classes_``, ``n_features_in_`` and
    ``feature_names_in_`` where the estimator has them.

    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = load_iris(return_X_y=True)
    >>> plain = GaussianNB().fit(X, y)
    >>> careful = WeightedDecision(plain, weights={0: 1, 1: 1, 2: 20})
    >>> np.bincount(plain.predict(X)).tolist(), np.bincount(careful.predict(X)).tolist()
    ([50, 50, 50], [50, 41, 59])
    """

    def __init__(self, estimator: Any, weights: Any = None) -> None:
        self.estimator = estimator
        self.weights = weights

    def fit(self, X: Any, y: Any, **params: Any) -> Self:  # noqa: N803
        """Fit a clone of the estimator, and check the weights against its classes."""
        if params and get_config()["enable_metadata_routing"]:
            params = process_routing(self, "fit", **params).estimator.fit
        labels = column_or_1d(y, warn=True)
        self.estimator_ = clone(self.estimator).fit(X, labels, **params)
        _refuse_without_probabilities(self.estimator_)
        _check(self.weights, self.estimator_)
        for name in ("n_features_in_", "feature_names_in_"):
            if hasattr(self.estimator_, name):
                setattr(self, name, getattr(self.estimator_, name))
        return self

    @property
    def classes_(self) -> NDArray[Any]:
        """The labels, in the order of the columns of ``predict_proba``."""
        classes: NDArray[Any] = self._there().classes_
        return classes

    @property
    def weights_(self) -> NDArray[np.float64]:
        """The weights in the order of ``classes_``; new ones need no new fit."""
        return _in_order(self.weights, self._there())

    def predict(self, X: Any) -> NDArray[Any]:  # noqa: N803
        """For every observation the class with the largest weighted probability."""
        estimator = self._fitted()
        _refuse_without_probabilities(estimator)
        weights = _in_order(self.weights, estimator)
        values = np.asarray(estimator.predict_proba(X)).T
        refuse_unweighable("predict_proba", _names(estimator), values)
        decided: NDArray[Any] = estimator.classes_[decide(values, weights)]
        return decided

    @_has("predict_proba")
    def predict_proba(self, X: Any) -> Any:  # noqa: N803
        """The probabilities of the estimator, without weights."""
        return self._fitted().predict_proba(X)

    @_has("predict_log_proba")
    def predict_log_proba(self, X: Any) -> Any:  # noqa: N803
        """The logarithms of the estimator's probabilities, without weights."""
        return self._fitted().predict_log_proba(X)

    @_has("decision_function")
    def decision_function(self, X: Any) -> Any:  # noqa: N803
        """The decision scores of the estimator, without weights."""
        return self._fitted().decision_function(X)

    def get_metadata_routing(self) -> Any:
        """Where scikit-learn's metadata go: to ``fit`` of the estimator."""
        ways = MethodMapping().add(caller="fit", callee="fit")
        return MetadataRouter(owner=self).add(estimator=self.estimator, method_mapping=ways)

    def __sklearn_is_fitted__(self) -> bool:
        try:
            self._fitted()
        except NotFittedError:
            return False
        return True

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import get_tags

        tags, inner = super().__sklearn_tags__(), get_tags(self.estimator)
        tags.input_tags = inner.input_tags
        if inner.classifier_tags is not None:
            tags.classifier_tags = replace(inner.classifier_tags, multi_label=False)
        return tags

    def _there(self) -> Any:
        """The same for attributes, which an estimator that is not fitted does not have."""
        try:
            return self._fitted()
        except NotFittedError as unfitted:
            raise AttributeError("the wrapped estimator is not fitted.") from unfitted

    def _fitted(self) -> Any:
        """The estimator that decides: the one fitted here, or the wrapped one if it is fitted."""
        if hasattr(self, "estimator_"):
            return self.estimator_
        check_is_fitted(self.estimator)
        return self.estimator


def _refuse_without_probabilities(estimator: Any) -> None:
    if not hasattr(estimator, "predict_proba"):
        raise OptionError(
            f"weights multiply probabilities; {type(estimator).__name__} has no predict_proba.",
            hint="wrap it in CalibratedClassifierCV first.",
        )


def _in_order(weights: Any, estimator: Any) -> NDArray[np.float64]:
    """The weights in the order of the estimator's classes."""
    names = _names(estimator)
    return np.ones(len(names)) if weights is None else checked_weights(_by_class(weights), names)


def _check(weights: Any, estimator: Any) -> None:
    """Refuse weights that do not fit; of labels that were replaced by numbers, by their number."""
    names = _names(estimator)
    if weights is None:
        return
    given = _by_class(weights)
    replaced = names == tuple(map(str, range(len(given)))) and not set(names) & set(given)
    checked_weights(list(given.values()) if replaced else given, names)


def _by_class(weights: Any) -> dict[str, Any]:
    """The weight of every class by its name."""
    if hasattr(weights, "classes") and hasattr(weights, "weights"):
        weights = dict(zip(weights.classes, weights.weights, strict=True))
    if not isinstance(weights, Mapping):
        raise OptionError(
            f"weights must be a mapping from classes to weights, not a {type(weights).__name__}.",
            hint="weights=dict(zip(estimator.classes_, numbers)), or a WeightChoice.",
        )
    return {class_name(label): weight for label, weight in weights.items()}


def _names(estimator: Any) -> tuple[str, ...]:
    classes = estimator.classes_
    if isinstance(classes, list) or np.ndim(classes) != 1:
        raise OptionError(
            "a weighted decision is between the classes of one label; this estimator has several "
            "outputs.",
            hint="wrap one estimator per output.",
        )
    return class_names(classes) if len(classes) > 1 else (class_name(classes[0]),)
