"""Running sums a block at a time, against sums of everything at once."""

import numpy as np
import pytest

from aucurate.data import running


@pytest.mark.parametrize("block", [1, 3, 7, 1 << 16])
def test_blocks_change_nothing(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "BLOCK", block)
    rng = np.random.default_rng(0)
    for _ in range(30):
        counts = rng.integers(0, 3, (rng.integers(1, 4), rng.integers(1, 20)))
        sums = np.cumsum(counts, axis=-1)
        places = np.flatnonzero(rng.random(counts.shape[1]) < 0.5)
        assert running.running_at(counts, places).tolist() == sums[:, places].tolist()
        limits = rng.integers(-1, sums.max() + 2, len(counts))
        within = [int(np.sum(row <= limit)) for row, limit in zip(sums, limits, strict=True)]
        assert running.count_within(counts, limits).tolist() == within


def test_weights_are_summed_as_they_are() -> None:
    found = running.running_at(np.array([[0.5, 0.25, 1.0]]), np.array([1, 2]))
    assert found.tolist() == [[0.75, 1.75]]
