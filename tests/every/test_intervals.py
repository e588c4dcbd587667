"""The contract of every interval: what joins INTERVALS keeps these promises."""

import itertools
import json
import math
from dataclasses import FrozenInstanceError, fields
from typing import Any

import numpy as np
import pytest
from tests.every.noted import noted
from tests.transforms import keeping_ties

from aucurate.data.scores import Scores
from aucurate.inference.methods import INTERVALS
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Estimate

RNG = np.random.default_rng(0)


def _noise(size: int, share: float, shift: float, decimals: int) -> tuple[Any, Any]:
    labels = RNG.permutation(np.arange(size) < share * size)
    return labels, (RNG.normal(size=size) + shift * labels).round(decimals)


CASES: dict[str, tuple[Any, Any]] = {
    "plain": _noise(80, 0.5, 1.0, 6),
    "ties": _noise(80, 0.4, 1.0, 0),
    "worse than chance": _noise(60, 0.5, -1.0, 2),
    "few positives": _noise(60, 0.05, 0.5, 1),
    "nearly perfect": _noise(60, 0.5, 4.0, 3),
    "perfect": (np.arange(20) >= 12, np.arange(20)),
    "perfect the wrong way round": (np.arange(20) < 8, np.arange(20)),
    "constant": (np.arange(20) % 2, np.zeros(20)),
    "one positive": (np.arange(9) == 4, np.arange(9)),
    "one negative": (np.arange(9) != 4, np.arange(9)),
    "two rows": ([0, 1], [1, 2]),
    "two tied rows": ([0, 1], [1, 1]),
}
METHODS = pytest.mark.parametrize("method", INTERVALS)
FEW = Resampling(replicates=199, rng=3)
# Enough where the record is examined, not the numbers in it: ordinary, at the end and a bound.
SOME = ("plain", "perfect", "two tied rows")
TRANSFORMS: dict[str, Any] = {
    "exp": keeping_ties(np.exp),
    "affine": lambda s: 3 * s - 2,
    "rank": lambda s: np.unique(s, return_inverse=True)[1],
    "arctan": keeping_ties(np.arctan),
}


def _run(method: str, case: str, transform: Any = None, **options: Any) -> Estimate:
    labels, scores = CASES[case]
    values = scores if transform is None else transform(np.asarray(scores, float))
    lower = options.pop("lower", False)
    return _interval(method, Scores.from_arrays(labels, values, lower=lower), **options)


def _interval(method: str, scores: Scores, **options: Any) -> Estimate:
    if INTERVALS[method].resamples:
        options["resampling"] = FEW
    estimate: Estimate = INTERVALS[method](scores, **options)
    return estimate


def _same(first: Estimate, second: Estimate) -> None:
    assert first.to_dict() == second.to_dict()  # NaN travels as text, and equals itself


@METHODS
def test_the_interval_holds_the_estimate_and_stays_in_range(method: str) -> None:
    for case, confidence in itertools.product(CASES, (0.01, 0.5, 0.95, 0.9999)):
        with noted(case, confidence):
            found = _run(method, case, confidence=confidence)
            interval = found.interval
            assert 0 <= interval.low < interval.high <= 1
            assert found.value in interval or not INTERVALS[method].keeps("holds the estimate")
            assert interval.confidence == confidence
            assert math.isfinite(interval.low)
            assert math.isfinite(interval.high)


@METHODS
def test_higher_confidence_gives_a_wider_interval(method: str) -> None:
    for case in CASES:
        levels = (0.5, 0.8, 0.9, 0.95, 0.99, 0.999)
        found = [_run(method, case, confidence=c).interval for c in levels]
        for narrow, wide in itertools.pairwise(found):
            with noted(case, wide.confidence):
                assert wide.low <= narrow.low
                assert wide.high >= narrow.high
                if not INTERVALS[method].resamples:  # replicates come in steps
                    wider = wide.high - wide.low > narrow.high - narrow.low
                    assert wider or (wide.low, wide.high) == (0, 1)


@METHODS
def test_a_monotone_transformation_changes_nothing(method: str) -> None:
    for case in CASES:
        before = _run(method, case)
        for name, transform in TRANSFORMS.items():
            with noted(case, name):
                _same(before, _run(method, case, transform))


@METHODS
def test_negated_scores_that_run_the_other_way_change_nothing(method: str) -> None:
    for case in CASES:
        with noted(case):
            _same(_run(method, case), _run(method, case, np.negative, lower=True))


@pytest.mark.parametrize("method", [m for m, kind in INTERVALS.items() if kind.keeps("mirrors")])
def test_turning_the_scores_round_mirrors_the_interval(method: str) -> None:
    for case in CASES:
        with noted(case):
            found, mirror = _run(method, case), _run(method, case, lower=True)
            assert mirror.value == pytest.approx(1 - found.value, abs=1e-15)
            assert mirror.interval.low == pytest.approx(1 - found.interval.high, abs=1e-9)
            assert mirror.interval.high == pytest.approx(1 - found.interval.low, abs=1e-9)


@METHODS
def test_the_order_of_the_rows_changes_nothing(method: str) -> None:
    for case in CASES:
        with noted(case):
            labels, scores = (np.asarray(v) for v in CASES[case])
            order = np.random.default_rng(1).permutation(len(labels))
            shuffled = _interval(method, Scores.from_arrays(labels[order], scores[order]))
            _same(_run(method, case), shuffled)


@METHODS
def test_the_result_survives_json(method: str) -> None:
    for case in SOME:
        with noted(case):
            found = _run(method, case)
            text = json.dumps(found.to_dict(), allow_nan=False)
            again = Estimate.from_dict(json.loads(text))
            _same(found, again)
            assert again.interval == found.interval
            assert again.caveats == found.caveats
            if not math.isnan(found.standard_error):
                assert again == found


@METHODS
def test_the_result_is_frozen_and_plain(method: str) -> None:
    for case in SOME:
        with noted(case):
            found = _run(method, case, confidence=np.float64(0.9))
            with pytest.raises(FrozenInstanceError):
                found.value = 0.0  # type: ignore[misc]
            for record in (found, found.interval):
                for field in fields(record):
                    home = type(getattr(record, field.name)).__module__
                    assert home in ("builtins", "aucurate.results")
            for number in (found.value, found.standard_error, found.interval.low):
                assert type(number) is float
            assert type(found.n_positive) is type(found.n_negative) is int


@METHODS
def test_the_result_reads_as_a_sentence(method: str) -> None:
    for case in SOME:
        with noted(case):
            text = str(_run(method, case))
            assert "AUC" in text
            assert "95% CI" in text
            assert "nan" not in text
            assert "\n" not in text
