"""Venkatraman's tests of whole curves: pROC's statistics, contracts, level and power."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each
from tests.transforms import keeping_ties

from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import AucurateError, OptionError, UnsupportedError
from aucurate.inference.auc.delong import delong_test
from aucurate.inference.resampling.options import Resampling
from aucurate.inference.resampling.venkatraman import venkatraman_test
from aucurate.kernels import chunks
from aucurate.results import JointTest

GOLD = Path(__file__).parents[2] / "gold"
DATA: dict[str, Any] = json.loads((GOLD / "datasets.json").read_text())["binary"]
PROC: dict[str, Any] = json.loads((GOLD / "proc" / "venkatraman.json").read_text())["binary"]
BOTH = pytest.mark.parametrize("paired", [True, False])


def _pair(
    rng: int = 0, size: int = 60, shifts: tuple[float, float] = (1.0, 0.5), decimals: int = 1
) -> PairedScores:
    made = np.random.default_rng(rng)
    labels, common = np.arange(size) % 3 == 0, made.normal(size=size)
    columns = {
        name: (common + made.normal(size=size) + shift * labels).round(decimals)
        for name, shift in zip("ab", shifts, strict=True)
    }
    return PairedScores.from_arrays(labels, columns)


def _near(first: JointTest, second: JointTest) -> None:
    assert second.statistic == pytest.approx(first.statistic, rel=1e-9)
    assert second.p_value == first.p_value


@for_each("name", PROC)
def test_the_statistics_are_those_of_proc(name: str) -> None:
    data = DATA[name]
    pair = PairedScores.from_arrays(data["y"], {"a": data["a"], "b": data["b"]})
    assert venkatraman_test(*pair).statistic == pytest.approx(PROC[name]["paired"], rel=1e-12)
    unpaired = venkatraman_test(*pair, paired=False).statistic
    if name == "n25_reversed_perfect":  # pROC leaves out the first step, where these curves differ
        assert unpaired == pytest.approx(0.48, rel=1e-12)
        assert unpaired > PROC[name]["unpaired"]
    else:
        assert unpaired == pytest.approx(PROC[name]["unpaired"], rel=1e-12)


def test_the_unpaired_statistic_is_the_area_between_the_curves() -> None:
    first = Scores.from_arrays([0, 1, 0, 1], [1, 2, 3, 4])  # AUC 0.75, a step of 1/4 missing
    second = Scores.from_arrays([0, 0, 1, 1], [1, 2, 3, 4])  # perfect
    found = venkatraman_test(first, second, paired=False)
    assert found.statistic == pytest.approx(2 * 0.5 * 0.5 * 0.25)


@BOTH
def test_curves_that_cross_differ_although_their_aucs_do_not(paired: bool) -> None:
    rng, labels = np.random.default_rng(1), np.arange(600) < 300
    wide = np.where(labels, 3 * rng.normal(size=600) + 2.0, rng.normal(size=600))
    narrow = rng.normal(size=600) + 0.9 * labels
    pair = PairedScores.from_arrays(labels, {"wide": wide, "narrow": narrow})
    found = venkatraman_test(*pair, paired=paired)
    assert delong_test(*pair, paired=paired).p_value > 0.3
    assert found.p_value < 0.005
    assert "whole_curve" in {c.kind for c in found.caveats}


@BOTH
@pytest.mark.parametrize("decimals", [0, 6])
def test_nothing_but_the_ranks_matters(paired: bool, decimals: int) -> None:
    data = _pair(3, decimals=decimals)
    first, second = data
    found = venkatraman_test(first, second, paired=paired)
    swapped = venkatraman_test(second, first, paired=paired)
    _near(found, swapped)
    assert swapped.names == found.names[::-1]
    lifted = keeping_ties(np.exp)(5 * second.values)
    scaled = Scores(second.name, second.observations, lifted)
    assert venkatraman_test(first, scaled, paired=paired) == found
    turned = [Scores(s.name, s.observations, -s.values) for s in data]
    _near(found, venkatraman_test(*turned, paired=paired))
    order = np.random.default_rng(1).permutation(60)
    shuffled = PairedScores.from_arrays(
        data.observations.is_positive[order], {s.name: s.values[order] for s in data}
    )
    assert venkatraman_test(*shuffled, paired=paired) == found


@BOTH
def test_a_curve_does_not_differ_from_itself(paired: bool) -> None:
    first, _ = _pair()
    found = venkatraman_test(first, first, paired=paired)
    assert (found.statistic, found.p_value) == (0.0, 1.0)


@for_each(
    ("labels", "values"),
    [([0, 1], [1, 2]), ([0, 1], [1, 1]), ([0, 0, 1], [1, 2, 3]), ([0, 1, 1], [3, 2, 1])],
)
@BOTH
def test_tiny_data_have_an_answer(labels: list[int], values: list[float], paired: bool) -> None:
    pair = PairedScores.from_arrays(labels, {"a": values, "b": values[::-1]})
    found = venkatraman_test(*pair, paired=paired)
    assert 0 < found.p_value <= 1
    assert found.statistic >= 0
    assert JointTest.from_dict(json.loads(json.dumps(found.to_dict()))) == found


def test_different_test_sets_of_different_sizes() -> None:
    first = _pair(4, 90, (3.0, 0.0))["a"]
    second = _pair(5, 50, (0.0, 0.0))["b"]
    found = venkatraman_test(first, second)
    assert found.p_value < 0.02
    assert "unpaired" in found.method
    assert "shared_observations" not in {c.kind for c in found.caveats}
    shared = venkatraman_test(*_pair(4), paired=False)
    assert "shared_observations" in {c.kind for c in shared.caveats}


@BOTH
def test_p_values_are_counts_and_never_zero(paired: bool) -> None:
    data = _pair(0, 300, (4.0, 0.0))
    found = venkatraman_test(*data, paired=paired, resampling=Resampling(replicates=199))
    assert found.p_value == 1 / 200


@BOTH
def test_threads_and_chunks_change_nothing(paired: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    data = _pair(2)
    before = venkatraman_test(*data, paired=paired, threads=1)
    monkeypatch.setattr(chunks, "CHUNK_WORK", 1000)
    for threads in (1, 2, 7):
        assert venkatraman_test(*data, paired=paired, threads=threads) == before


def test_an_interrupted_run_uses_what_was_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "CHUNK_WORK", 1)
    data = _pair(2)
    stopped = venkatraman_test(*data, threads=1, progress=lambda done, _, what: done < 150)
    assert stopped.p_value == venkatraman_test(*data, resampling=Resampling(replicates=150)).p_value
    assert "stopped_early" in {c.kind for c in stopped.caveats}
    with pytest.raises(AucurateError, match="at least 100"):
        venkatraman_test(*data, threads=1, progress=lambda done, _, what: done < 50)


def test_what_cannot_be_guessed_or_used_is_refused() -> None:
    first = Scores.from_arrays([0, 1, 0, 1], [1, 2, 3, 4])
    second = Scores.from_arrays([0, 1, 0, 1], [1, 3, 2, 4])
    with pytest.raises(OptionError, match="is not clear whether"):
        venkatraman_test(first, second)
    weighted = Scores.from_arrays([0, 1, 0, 1], [1, 2, 3, 4], sampling_weights=[1, 1, 2, 2])
    with pytest.raises(UnsupportedError):
        venkatraman_test(weighted, weighted)


@BOTH
@pytest.mark.parametrize("share", [0.5, 0.2])
def test_level_of_a_plain_case(paired: bool, share: float) -> None:
    """400 draws at level 0.05: outside 6 and 40 has a chance below 0.0002."""
    rng, labels = np.random.default_rng(5), np.arange(60) < share * 60
    rejected = 0
    for draw in range(400):
        common = rng.normal(size=60) if paired else 0.0
        columns: dict[str, Any] = {n: common + rng.normal(size=60) + labels for n in "ab"}
        pair = PairedScores.from_arrays(labels, columns)
        options = Resampling(replicates=199, rng=draw)
        rejected += venkatraman_test(*pair, paired=paired, resampling=options).p_value <= 0.05
    assert 6 <= rejected <= 40


@BOTH
def test_the_statistic_is_no_chi_square(paired: bool) -> None:
    labels = np.arange(40) % 2
    rng = np.random.default_rng(2)
    data = PairedScores.from_arrays(labels, {n: rng.normal(size=40) + labels for n in "ab"})
    found = venkatraman_test(*data, paired=paired, resampling=Resampling(replicates=100))
    assert found.to_dict()["statistic_name"] == "E"
    assert "chi-square" not in str(found)
