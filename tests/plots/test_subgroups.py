"""The forest plot of subgroups: a block for each classifier, and no subgroup left out."""

import math

import numpy as np
import pytest

import aucurate
from aucurate.errors import OptionError
from aucurate.plots import SubgroupsDisplay
from aucurate.study import compare

LABELS = np.arange(90) % 2
DRAWN = np.random.default_rng(3).normal(size=(3, 90))
SCORES = {"a": LABELS + DRAWN[0], "b": LABELS + DRAWN[1], "c": LABELS + DRAWN[2]}
SITE = np.array(["north", "south", "lone"])[np.where(np.arange(90) == 89, 2, np.arange(90) // 45)]
STUDY = compare(LABELS, SCORES, by={"site": SITE, "half": np.arange(90) % 4 // 2})


def test_there_is_a_row_for_all_observations_and_for_every_subgroup() -> None:
    frame = SubgroupsDisplay(STUDY).to_frame()
    assert frame["subgroup"].to_list() == ["all observations", "lone", "north", "south"] * 3
    assert frame["classifier"].unique(maintain_order=True).to_list() == ["a", "b", "c"]
    analysis = STUDY.subgroups_by("site")
    for row in frame.iter_rows(named=True):
        if row["subgroup"] == "all observations":
            assert row["value"] == STUDY.estimate(row["classifier"]).value
            tests = {t.result.names: t.adjusted_p_value for t in analysis.equal_estimates}
            assert row["equal_p_value"] == tests[row["classifier"],]
            continue
        subgroup = analysis.subgroup(row["subgroup"])
        assert (row["n_positive"], row["n_negative"]) == (subgroup.n_positive, subgroup.n_negative)
        assert math.isnan(row["value"]) == (row["subgroup"] == "lone")


def test_differences_have_a_block_for_each_pair() -> None:
    frame = SubgroupsDisplay(STUDY, by="half", show="differences").to_frame()
    assert len(frame) == 3 * 3
    assert frame["first"].unique(maintain_order=True).to_list() == ["a", "b"]
    drawn = frame.filter(frame["subgroup"] == "1")["value"].to_list()
    tests = STUDY.subgroups_by("half").subgroup("1").tests
    assert drawn == [tested.result.difference for tested in tests]


def test_the_marks_are_the_values_and_absent_ones_have_none() -> None:
    display = SubgroupsDisplay(STUDY).plot()
    (marks,) = [line for line in display.ax_.lines if line.get_marker() == "s"]  # type: ignore[union-attr]
    places = np.asarray(marks.get_xdata(), float)
    shown = display.to_frame()["value"].to_numpy()
    np.testing.assert_allclose(places[np.isfinite(places)], shown[np.isfinite(shown)])
    assert len(places) == len(shown) + 3  # and the names of the classifiers


def test_a_study_draws_them_for_every_column() -> None:
    from aucurate.report.kinds import figures_of

    names = [figure.name for figure in figures_of(STUDY)]
    for name in ("subgroups", "subgroup-differences", "subgroups-half"):
        assert name in names
    one = compare(LABELS, SCORES["a"], by=SITE)
    assert "subgroup-differences" not in [figure.name for figure in figures_of(one)]
    assert one.plot("subgroups").figure_ is not None


def test_what_cannot_be_drawn_is_refused() -> None:
    plain = compare(LABELS, SCORES)
    with pytest.raises(OptionError, match="no subgroups"):
        SubgroupsDisplay(plain)
    with pytest.raises(OptionError, match="'age'"):
        SubgroupsDisplay(STUDY, by="age")
    with pytest.raises(OptionError, match="differences"):
        SubgroupsDisplay(compare(LABELS, SCORES["a"], by=SITE), show="differences")
    with pytest.raises(OptionError, match="CompareStudy"):
        SubgroupsDisplay(aucurate.datasets.load_breast_cancer())  # type: ignore[arg-type]
    sites = {"row": np.arange(90) // 2}
    many = compare(LABELS, {f"{at}": DRAWN[at % 3] for at in range(5)}, by=sites)
    with pytest.raises(OptionError, match="rows"):
        SubgroupsDisplay(many)
