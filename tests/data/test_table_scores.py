"""Scores that stay in a table: what is known of them, selections, refusals."""

import numpy as np
import polars as pl
import pytest

import aucurate as au
from aucurate.data.table_scores import TableClassifier, TableScores
from aucurate.errors import AucurateError, OptionError, UnsupportedError


def _table(**options: object) -> TableScores:
    rng = np.random.default_rng(6)
    positive = rng.random(400) < 0.4
    frame = pl.DataFrame(
        {
            "y": positive.astype(int),
            "old": rng.normal(size=400) + positive,
            "new": rng.normal(size=400) - positive,
            "doctor": rng.integers(0, 60, 400),
            "w": rng.integers(1, 4, 400),
        }
    )
    asked = {"label": "y", "scores": ["old", "new"], "lower": "new", **options}
    found = au.read_scores(frame.lazy(), **asked)  # type: ignore[arg-type]
    assert isinstance(found, TableScores)
    return found


def test_it_is_shown_in_one_line() -> None:
    shown = repr(_table(groups="doctor", frequency_weights="w"))
    assert "\n" not in shown
    for part in ("old and new", "60 groups", "frequency weights", "polars"):
        assert part in shown, shown
    assert repr(_table()["old"]).startswith("<TableClassifier: old; 400 observations")


def test_classifiers_are_found_by_their_names() -> None:
    table = _table()
    assert len(table) == 2
    assert [each.name for each in table] == list(table.names)
    assert isinstance(table["new"], TableClassifier)
    assert (table["old"].lower, table["new"].lower) == (False, True)
    assert table["new"].n_positive + table["new"].n_negative == 400
    with pytest.raises(AucurateError, match="newest"):
        table["newest"]


def test_a_selection_keeps_the_order_that_is_asked_for() -> None:
    table = _table()
    turned = table.select(["new", "old"])
    assert (turned.names, turned.lower) == (("new", "old"), frozenset({"new"}))
    assert turned.statistics().moments.aucs == table.statistics().moments.aucs[::-1]
    alone = table.select(["old"])
    assert (alone.names, alone.lower) == (("old",), frozenset())
    with pytest.raises(OptionError, match="twice"):
        table.select(["old", "old"])
    with pytest.raises(AucurateError, match="newest"):
        table.select(["newest"])


def test_a_tolerance_is_for_rows_that_are_drawn_one_by_one() -> None:
    assert _table(tolerance=0.01).allows_approximation
    assert _table(tolerance=0.01, frequency_weights="w").allows_approximation
    assert not _table().allows_approximation
    assert not _table(tolerance=0.01, groups="doctor").allows_approximation
    assert not _table(tolerance=0.01, sampling_weights="w").allows_approximation


def test_units_are_counted() -> None:
    rows = _table(groups="doctor", frequency_weights="w").observations
    assert (len(rows), rows.n_groups, rows.is_grouped, rows.is_sampled) == (400, 60, True, False)
    assert rows.size == rows.n_positive + rows.n_negative > 400
    assert _table(sampling_weights="w").observations.is_sampled
    with pytest.raises(UnsupportedError, match="the sign test"):
        rows.require("the sign test")
