"""Every engine gives what memory gives: moments, curves, decisions and studies."""

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.engines.backends import BACKENDS, EXPRESSIONS, Case, cases, opened

import aucurate as au
from aucurate.data.moments import AucMoments, ThresholdCounts
from aucurate.data.table_scores import Stretch, TableScores
from aucurate.errors import AucurateError, LabelError, ScoreError, UnsupportedError
from aucurate.kernels import Cancelled
from aucurate.study.curves import CurveCounts

ALL = [
    *(pytest.param(name, marks=pytest.mark.spark if name == "spark" else ()) for name in BACKENDS),
    *EXPRESSIONS,
]
every_backend = pytest.mark.parametrize("backend", ALL)
RELATIVE = 1e-12


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Many blocks and partitions, however small the table; warnings of libraries are theirs."""
    monkeypatch.setattr("aucurate.engines.local.rows_within", lambda *_, **__: 170)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _close(found: Any, wanted: Any, relative: float = RELATIVE) -> bool:
    return bool(np.allclose(found, wanted, rtol=relative, atol=1e-18, equal_nan=True))


@every_backend
@pytest.mark.parametrize("name", list(cases()))
def test_moments_are_those_of_memory(backend: str, name: str) -> None:
    case = cases()[name]
    found, wanted = opened(backend, case).statistics().moments, _moments(case)
    assert found.names == wanted.names
    assert found.aucs == wanted.aucs  # a quotient of whole numbers
    assert (found.n_positive, found.n_negative) == (wanted.n_positive, wanted.n_negative)
    assert (found.pairs, found.n_groups) == (wanted.pairs, wanted.n_groups)
    assert _close(found.tied_shares, wanted.tied_shares)
    assert _close(found.covariance, wanted.covariance)
    assert _close(found.difference_variance, wanted.difference_variance)
    assert (found.worth is None) == (wanted.worth is None)
    if found.worth is not None:
        assert _close(found.worth, wanted.worth)
    for ours, theirs in zip(found.parts, wanted.parts, strict=True):
        assert _close(ours.size, theirs.size)
        assert _close(ours.kurtosis, theirs.kurtosis, 1e-6)
    for ours, theirs in zip(found.independent, wanted.independent, strict=True):
        assert _close(ours.covariance, theirs.covariance)


def _moments(case: Case) -> AucMoments:
    return AucMoments.from_scores(case.in_memory())


@every_backend
@pytest.mark.parametrize("name", ["five classifiers, nasty", "sampling weights"])
def test_distinct_scores_pass_by_in_order(backend: str, name: str) -> None:
    case = cases()[name]
    table, memory = opened(backend, case), case.in_memory()
    seen: dict[int, list[Stretch]] = {}
    table.walk(lambda place, stretch: seen.setdefault(place, []).append(stretch))
    for place, classifier in enumerate(memory.names):
        wanted = ThresholdCounts.from_scores(memory[classifier])
        above = [0, 0]
        for stretch in seen[place]:
            assert [stretch.positives_above, stretch.negatives_above] == above
            above[0] += int(stretch.positives.sum())
            above[1] += int(stretch.negatives.sum())
        assert above == [seen[place][0].n_positive, seen[place][0].n_negative]
        levels = np.concatenate([stretch.thresholds for stretch in seen[place]])
        assert np.array_equal(levels, wanted.thresholds)
        positives = np.concatenate([stretch.positives for stretch in seen[place]])
        assert _close(positives / above[0], wanted.positives / wanted.n_positive)


@every_backend
def test_studies_say_what_they_say_in_memory(backend: str) -> None:
    """Word for word, but for the engine that computed them."""
    for name in ("two classifiers", "few positives", "frequency weights", "groups", "folds"):
        case = cases()[name]
        table, memory = opened(backend, case), case.in_memory()
        ours, theirs = au.compare(table, null=0.6), au.compare(memory, null=0.6)
        assert _words(ours) == _words(theirs), name
        assert _same_curves(ours.curves, theirs.curves), name


def _words(study: au.Study) -> str:
    return "\n".join(line for line in str(study).splitlines() if "Computed by" not in line).strip()


def _same_curves(found: tuple[CurveCounts, ...], wanted: tuple[CurveCounts, ...]) -> bool:
    return all(
        (ours.name, ours.lower, ours.n_points) == (theirs.name, theirs.lower, theirs.n_points)
        and ours.thresholds == theirs.thresholds
        and _close(ours.true_positives, theirs.true_positives)
        and _close(ours.false_positives, theirs.false_positives)
        for ours, theirs in zip(found, wanted, strict=True)
    )


@every_backend
def test_operating_points_are_those_of_memory(backend: str) -> None:
    case = cases()["lower scores"]
    table, memory = opened(backend, case), case.in_memory()
    table, memory = table.select(memory.names[:3]), memory.select(memory.names[:3])
    at = {"s_ties": 3, "s_infinite": 0.5, "s_skew": 1.0}
    assert _words(au.operate(table, at=at)) == _words(au.operate(memory, at=at))
    few = au.Resampling(replicates=20)
    for rule in ("youden", "sensitivity=0.8", "cost=5:1,prevalence=0.1", "best=f1"):
        ours = au.operate(table, at=rule)
        theirs = au.operate(memory, at=rule, resampling=few)
        points, wanted = ([repr(each.point) for each in s.points] for s in (ours, theirs))
        assert points == wanted, rule  # as texts, where nan is nan
        assert any(c.kind == "rows_not_in_memory" for c in ours.caveats)


@every_backend
def test_bad_tables_are_refused_with_their_counts(backend: str) -> None:
    case = cases()["missing values"]
    missing = int(case.frame["s9"].is_nan().sum())
    with pytest.raises(ScoreError, match=f"{missing} (such )?rows") as refused:
        opened(backend, Case(case.frame, {}))
    assert "drop" in refused.value.hint
    one_class = case.frame.with_columns(y=1)
    with pytest.raises(LabelError):
        opened(backend, Case(one_class, {"missing": "drop"}))
    with pytest.raises(LabelError, match="ill"):
        opened(backend, Case(cases()["labels by name"].frame, {}))
    with pytest.raises(AucurateError):
        opened(backend, Case(case.frame.with_columns(w=-1.0), {"sampling_weights": "w"}))


@every_backend
def test_what_needs_the_rows_is_refused_by_name(backend: str) -> None:
    table = opened(backend, cases()["two classifiers"])
    for asked in (
        {"method": "bootstrap"},
        {"method": "venkatraman"},
        {"interval": "bootstrap"},
        {"of": "average-precision"},
        {"margin": 0.05, "margin_method": "bootstrap"},
    ):
        with pytest.raises(UnsupportedError, match="needs the rows in memory"):
            au.compare(table, **asked)
    with pytest.raises(UnsupportedError, match="this study"):
        au.fit(table)
    grouped = opened(backend, cases()["groups"])
    with pytest.raises(UnsupportedError, match="group"):
        au.operate(grouped, at=0.5)


@every_backend
def test_work_stops_when_it_is_asked_to(backend: str) -> None:
    table = opened(backend, cases()["two classifiers"])
    with pytest.raises(Cancelled):
        table.statistics(progress=lambda *_: False)
    assert table.statistics().moments.aucs == _moments(cases()["two classifiers"]).aucs


@every_backend
@pytest.mark.parametrize(
    "name", ["two classifiers", "frequency weights", "five classifiers, nasty"]
)
def test_bounds_hold_the_exact_answer(backend: str, name: str) -> None:
    case = cases()[name]
    found = opened(backend, case, tolerance=0.4).statistics()
    wanted, most = _moments(case), found.approximation
    assert most is not None
    for k, (ours, exact) in enumerate(zip(found.moments.aucs, wanted.aucs, strict=True)):
        assert abs(ours - exact) <= most.auc[k] + 1e-12
        error, known = (np.sqrt(m.covariance[k, k]) for m in (found.moments, wanted))
        assert abs(error - known) <= most.error[k] + 1e-12
    apart = [np.sqrt(m.difference_variance) for m in (found.moments, wanted)]
    assert np.all(np.abs(apart[0] - apart[1]) <= np.array(most.difference_error) + 1e-12)


def test_a_selection_has_the_same_rows() -> None:
    table = opened("polars", cases()["five classifiers, nasty"])
    some = table.select(["s_skew", "s_ties"])
    assert isinstance(some, TableScores)
    assert some.observations is table.observations
    whole = _moments(cases()["five classifiers, nasty"])
    assert some.statistics().moments.aucs == whole.select(("s_skew", "s_ties")).aucs
