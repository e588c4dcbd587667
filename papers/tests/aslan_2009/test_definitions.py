"""Tables I and II and Fig. 1, which need no data."""

from fractions import Fraction

import pytest

from aucurate.plots.figure import rendered
from aucurate.study.base import Study
from aucurate_papers.aslan_2009.example import (
    Threshold,
    confusion,
    count_cells,
    example,
    example_curve,
    losses,
)
from aucurate_papers.running import Run

RUN = Run(rng=1)


@pytest.mark.parametrize("make", [confusion, example_curve, losses])
def test_each_survives_json(make: object) -> None:
    exhibit = make(RUN).exhibit  # type: ignore[operator]
    assert Study.from_json(exhibit.to_json()) == exhibit
    for table in exhibit.tables():
        assert len(exhibit.to_frame(table.name))


def test_the_rates_of_table_1_are_ours() -> None:
    exhibit = confusion(RUN).exhibit
    assert exhibit.state == "exact"
    counts = exhibit.table("confusion").columns
    assert counts["one_by_one"] == counts["ours"]
    assert sum(counts["ours"]) == len(example(1).observations)  # type: ignore[arg-type]
    rates = exhibit.table("rates")
    assert rates.columns["by_their_formula"] == pytest.approx(rates.columns["ours"])
    assert "theirs" not in rates.header


def test_table_1_is_not_exact_where_the_package_counts_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("aucurate_papers.aslan_2009.example.THRESHOLD", 0.6)
    exhibit = confusion(RUN).exhibit
    assert exhibit.state == "not reproduced"
    assert "not those" in exhibit.verdict[0]


def test_an_observation_at_the_threshold_is_called_negative() -> None:
    assert count_cells([True, False, True], [0.5, 0.5, 0.51]) == (1, 1, 0, 1)


def test_the_thresholds_of_table_2_are_printed_as_fractions() -> None:
    exhibit = losses(RUN).exhibit
    assert exhibit.state == "exact"
    assert exhibit.table("thresholds").columns["ours"] == pytest.approx(
        [1 / 3, 1 / 2, 2 / 3, 10 / 11]
    )
    assert not Threshold(2.0, Fraction(3, 5), 0.6).holds
    assert not Threshold(2.0, Fraction(2, 3), 0.6).holds
    assert Threshold(2.0, Fraction(2, 3), 2 / 3).holds


def test_the_curve_of_fig_1_is_the_posterior_of_the_example() -> None:
    made = example_curve(RUN)
    assert made.exhibit.state == "same finding, other numbers"
    assert made.exhibit.differs
    marks = made.exhibit.table("marks").columns
    assert list(marks["threshold"]) == sorted(marks["threshold"])  # type: ignore[type-var]
    pytest.importorskip("matplotlib")
    (draw,) = made.figures.values()
    assert "λ = 10" in rendered(draw(), "svg").decode()
