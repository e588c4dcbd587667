"""Every public function that takes scores: sampling weights and groups count, or are refused.

The functions are found by their first parameter, so that new ones are asked too. Those that need
more than scores are asked through the registry of methods (tests/every/test_units.py).
"""

import inspect
import typing
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from tests.every.asking import FEW

import aucurate as au
from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.data.folds import FoldScores
from aucurate.data.ordered import OrderedScores, PairedOrderedScores
from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import AucurateError, UnsupportedError
from aucurate.namespaces import public_names
from aucurate.results import Record

SIZE = 90
RNG = np.random.default_rng(3)
LABELS = np.arange(SIZE) % 2
CODES = np.arange(SIZE) % 3
COLUMNS = {
    name: 1 / (1 + np.exp(-RNG.normal(shift * (LABELS - 0.5))))
    for name, shift in (("a", 2.0), ("b", 1.0))
}
MATRICES = {name: RNG.random((SIZE, 3)) + 0.5 * np.eye(3)[CODES] for name in ("a", "b")}
FOLDS = np.arange(SIZE) // 6 % 5
KINDS: dict[str, dict[str, Any]] = {
    "groups": {"groups": RNG.integers(0, 20, SIZE)},
    "sampling": {"sampling_weights": RNG.gamma(1.0, 1.0, SIZE) + 0.05},
}
OVER_FOLDS = {"nested_weights"}
"""Functions whose uncertainty is that over folds, which groups change nothing of."""
ASKED: dict[str, dict[str, Any]] = {
    "cortes_mohri_interval": {"threshold": 0.5},
    "partial_auc_interval": {"specificity": (0.5, 1)},
    "partial_auc_test": {"specificity": (0.5, 1)},
    "expected_cost_test": {"thresholds": (0.5, 0.5)},
    "mcnemar_test": {"thresholds": (0.5, 0.5)},
    "predictive_value_test": {"thresholds": (0.5, 0.5)},
    "biexponential_test": {"paired": False},
    "fitted_biexponential_test": {"paired": False},
}
"""What functions need that their parameters do not show."""
OTHER_DATA = {
    "averaged_delong_interval",  # one fixed test set: tests/inference/folds/test_units.py
    "averaged_delong_test",
    "error_and_auc",  # several data sets
    "threshold_sweep",  # two classes
}
BUILT_BY_TYPE: dict[type, Callable[..., Any]] = {
    PairedScores: lambda **e: PairedScores.from_arrays(LABELS, COLUMNS, **e),
    Scores: lambda **e: Scores.from_arrays(LABELS, COLUMNS["a"], name="a", **e),
    PairedClassScores: lambda **e: PairedClassScores.from_arrays(CODES, MATRICES, **e),
    ClassScores: lambda **e: ClassScores.from_arrays(CODES, MATRICES["a"], name="a", **e),
    PairedOrderedScores: lambda **e: PairedOrderedScores.from_arrays(
        CODES, COLUMNS, order=(0, 1, 2), **e
    ),
    OrderedScores: lambda **e: OrderedScores.from_arrays(
        CODES, COLUMNS["a"], order=(0, 1, 2), name="a", **e
    ),
    FoldScores: lambda **e: FoldScores.from_arrays(LABELS, COLUMNS, folds=FOLDS, **e),
    ClassFoldScores: lambda **e: ClassFoldScores.from_arrays(
        CODES, MATRICES["a"], folds=FOLDS, **e
    ),
}
NAMED = {"name": "a", "first": "a", "second": "b"}
OPTIONS: dict[str, Any] = {"resampling": FEW, "specificity": 0.8, "sensitivity": 0.8}
OPTIONS |= {"by": np.arange(SIZE) // 30}
OPTIONS |= {"threshold": 0.5, "thresholds": 0.5, "margin": 0.1, "rate": "sensitivity"}


def _types(annotation: Any) -> tuple[Any, ...]:
    return typing.get_args(annotation) or (annotation,)


def _functions() -> Iterator[tuple[str, Any, type, dict[str, Any]]]:
    """Public functions that take scores, what they take, and what else they need."""
    for module, name in public_names():
        function = getattr(module, name)
        if not inspect.isfunction(function) or ".plots" in module.__name__:
            continue
        parameters = list(inspect.signature(function).parameters.values())
        hints = typing.get_type_hints(inspect.unwrap(function))
        if not parameters or parameters[0].name not in hints:
            continue
        kinds = _types(hints[parameters[0].name])
        taken = next((kind for kind in BUILT_BY_TYPE if kind in kinds), None)
        if taken is None:
            continue
        needed: dict[str, Any] = {}
        for parameter in parameters[1:]:
            if parameter.name == "resampling":
                needed["resampling"] = FEW
            elif parameter.default is not inspect.Parameter.empty:
                continue
            elif taken in (FoldScores, ClassFoldScores) and parameter.name in NAMED:
                needed[parameter.name] = NAMED[parameter.name]
            elif parameter.name == "second":
                needed["second"] = None
            elif parameter.name in OPTIONS:
                needed[parameter.name] = OPTIONS[parameter.name]
            else:
                break
        else:
            yield f"{module.__name__}.{name}", function, taken, needed


EVERY = {each[0]: each for each in _functions()}
FUNCTIONS = [e for e in EVERY.values() if e[1].__name__ not in OTHER_DATA]


def _asked(function: Any, taken: type, needed: dict[str, Any], **extra: Any) -> Any:
    data, more = BUILT_BY_TYPE[taken](**extra), needed | ASKED.get(function.__name__, {})
    if "second" in more and more["second"] is None:
        paired = {Scores: PairedScores, ClassScores: PairedClassScores}
        data, more["second"] = BUILT_BY_TYPE[paired.get(taken, PairedOrderedScores)](**extra)
    return function(data, **more)


def _is_uncertain(answer: Any) -> bool:
    """Whether an answer has an interval, a standard error or a p-value."""
    if isinstance(answer, tuple | list):
        return any(map(_is_uncertain, answer))
    names = ("interval", "standard_error", "p_value", "low")
    return isinstance(answer, Record) and any(hasattr(answer, name) for name in names)


def _same(one: Any, two: Any) -> bool:
    if isinstance(one, Record) and isinstance(two, Record):
        first, second = one.to_dict(), two.to_dict()
        for each in (first, second):
            each.pop("n_groups", None)
            each.pop("caveats", None)
            each.pop("provenance", None)
        return repr(first) == repr(second)
    if isinstance(one, np.ndarray):
        return np.array_equal(one, two, equal_nan=one.dtype.kind == "f")
    if isinstance(one, tuple | list):
        return len(one) == len(two) and all(map(_same, one, two))
    if hasattr(one, "__dataclass_fields__"):
        kept = [n for n in one.__dataclass_fields__ if n not in ("observations", "data", "source")]
        return all(_same(getattr(one, name), getattr(two, name)) for name in kept)
    return repr(one) == repr(two)


@pytest.mark.parametrize(("function", "taken", "needed"), [e[1:] for e in FUNCTIONS],
                         ids=[e[0].removeprefix("aucurate.") for e in FUNCTIONS])  # fmt: skip
@pytest.mark.parametrize("kind", KINDS)
def test_groups_and_sampling_weights_are_never_ignored(
    function: Any, taken: type, needed: dict[str, Any], kind: str
) -> None:
    plain = _asked(function, taken, needed)
    refused, found = None, None
    try:
        found = _asked(function, taken, needed, **KINDS[kind])
    except UnsupportedError as error:
        refused = error.hint
    if refused is not None:
        assert refused
        return
    over_folds = function.__name__ in OVER_FOLDS
    if kind == "groups" and (over_folds or not _is_uncertain(plain)):
        return
    assert not _same(plain, found)


def test_only_functions_that_need_other_data_are_left_out() -> None:
    left_out = [each for each in EVERY.values() if each[1].__name__ in OTHER_DATA]
    assert {function.__name__ for _, function, *_ in left_out} == OTHER_DATA
    for _, function, taken, needed in left_out:
        with pytest.raises(AucurateError):
            _asked(function, taken, needed)


def test_functions_are_found() -> None:
    names = {name.rpartition(".")[2] for name, *_ in FUNCTIONS}
    assert {"delong_interval", "hand_till_interval", "ledell_interval", "search_weights"} <= names
    assert len(FUNCTIONS) > 60
    assert au.__version__
