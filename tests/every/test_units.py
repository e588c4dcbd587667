"""Groups and sampling weights in every registered method: they count, or are refused by name.

A method that says that it allows for them (``Method.allows``) gives another result than without,
and its records carry the number of groups. All others raise an ``UnsupportedError`` that names a
remedy. Frequency weights are repeated rows, whatever the method.
"""

import math
from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from tests.every.asking import CASES, Asked, records
from tests.frozen import data as frozen

import aucurate as au
from aucurate.data.classes import ClassObservations
from aucurate.data.folds import FoldScores
from aucurate.data.observations import Observations
from aucurate.errors import UnsupportedError
from aucurate.inference.methods import METHODS, Method
from aucurate.results import ClassEstimate, Comparison, Estimate

WITHOUT_ROWS = (
    "FoldValues",
    "FoldValues of each data set",
    "counts",
    "operating points over folds",
    "the scores of one class",
)
"""What a method takes that has no observations, so that it can have no groups and weights."""
OF_ROWS = [m for m in METHODS if m.takes not in WITHOUT_ROWS and m.family != "data sets"]
EVERY = pytest.mark.parametrize(
    "method", OF_ROWS, ids=[f"{m.family}, {m.question}: {m.key}" for m in OF_ROWS]
)
RNG = np.random.default_rng(8)


def _extra(kind: str, size: int) -> dict[str, Any]:
    rng = np.random.default_rng(size)
    if kind == "groups":
        return {"groups": rng.integers(0, max(2, size // 4), size)}
    if kind == "sampling":
        return {"sampling_weights": rng.gamma(2.0, 1.0, size)}
    return {"frequency_weights": rng.integers(1, 4, size)}


class WithUnits(Asked):
    """A method asked of the data of a case whose observations have groups or weights."""

    kind: str = ""

    def _data(self) -> Any:
        return _changed(super()._data(), self.kind)

    def _shared(self) -> tuple[Any, ...]:
        return tuple(_changed(given, self.kind) for given in super()._shared())


def _changed(data: Any, kind: str) -> Any:
    """The same data with groups or weights of the kind; as they are without a kind."""
    if not kind:
        return data
    if isinstance(data, FoldScores):
        return _folds(data, kind)
    labels = getattr(data.observations, "codes", None)
    labels = data.observations.is_positive.astype(int) if labels is None else labels
    extra = _extra(kind, len(labels))
    columns = {one.name: one.values.T for one in data}
    if isinstance(data, au.data.PairedOrderedScores):
        return type(data).from_arrays(labels, columns, order=(0, 1, 2), **extra)
    return type(data).from_arrays(labels, columns, **extra)


def _folds(data: FoldScores, kind: str) -> FoldScores:
    rows = data.observations
    extra = _extra(kind, len(rows))
    of_rows = {name: values[data.rows] for name, values in extra.items()}
    return FoldScores.from_arrays(
        rows.is_positive[data.rows].astype(int),
        dict(zip(data.names, data.values, strict=True)),
        folds=data.folds,
        observations=data.rows,
        repeats=data.repeats[data.folds],
        design=data.design,
        n_train=data.n_train,
        **of_rows,
    )


def _answer(method: Method, kind: str) -> Any:
    asked = WithUnits(method)
    object.__setattr__(asked, "kind", kind)
    return asked.answer()


def _numbers(answer: Any) -> list[float]:
    """The numbers of uncertainty in an answer."""
    found: list[float] = []
    for record in records(answer):
        named = [getattr(record, name, None) for name in ("standard_error", "p_value", "statistic")]
        found += [value for value in named if isinstance(value, float)]
        interval = getattr(record, "interval", None)
        found += [] if interval is None else [interval.low, interval.high]
    return found


@EVERY
@pytest.mark.parametrize("kind", ["groups", "sampling"])
def test_groups_and_sampling_weights_count_or_are_refused(method: Method, kind: str) -> None:
    if not method.allows(grouped=kind == "groups", sampled=kind == "sampling"):
        with pytest.raises(UnsupportedError) as refused:
            _answer(method, kind)
        assert refused.value.hint
        return
    plain, found = _answer(method, ""), _answer(method, kind)
    if _numbers(plain):
        assert _numbers(found) != _numbers(plain)
    else:
        named = [field.name for field in fields(found)]
        assert not all(np.array_equal(getattr(found, n), getattr(plain, n)) for n in named)
    for record in records(found):
        if isinstance(record, Estimate | ClassEstimate | Comparison) and kind == "groups":
            assert record.n_groups > 0
            assert math.isfinite(record.design_effect)


@pytest.mark.parametrize("made", [Observations, ClassObservations])
def test_observations_of_both_kinds_say_what_they_have(made: type) -> None:
    for name in ("units", "is_grouped", "is_sampled", "require", "plain", "effective_sizes"):
        assert hasattr(made, name)


def test_the_cases_have_rows_for_groups() -> None:
    assert len(CASES["plain"][0]) == 70
    assert len(frozen.folds().observations) > 100
