"""Gajowniczek et al. 2014: exact where the paper gives all it takes, and right on known scores."""

import math
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import OptionError
from aucurate.estimates.auc import auc_of
from aucurate.estimates.fits.binormal import binormal_curve, binormal_fit
from aucurate.estimates.fits.box_cox import box_cox_curve
from aucurate.estimates.fits.kernel import kernel_curve
from aucurate.inference.auc.delong import delong_interval, delong_test
from aucurate.inference.auc.hanley_mcneil import (
    hanley_mcneil_standard_error,
    hanley_mcneil_test,
)
from aucurate.inference.core.multiplicity import holm
from aucurate.study import Study
from aucurate_papers.gajowniczek_2014.areas import areas_of, printed_p
from aucurate_papers.gajowniczek_2014.claims import printed_directions, verdict_of
from aucurate_papers.gajowniczek_2014.normality import shapiro_wilk_of_all
from aucurate_papers.gajowniczek_2014.printed import (
    PRINTED_MODELS,
    PRINTED_TABLE_3,
    PRINTED_TABLE_4,
    PRINTED_TABLE_5,
)
from aucurate_papers.gajowniczek_2014.recomputing import (
    Recomputed,
    best_reading,
    readings,
    recomputed,
)
from aucurate_papers.gajowniczek_2014.study import Areas, Gajowniczek2014, reproduce
from aucurate_papers.gajowniczek_2014.worked_example import table_2, worked_curve

MODELS = tuple(PRINTED_MODELS)


def _beta_scores(n_positive: int = 609, n_negative: int = 8000) -> PairedScores:
    """Skewed to opposite sides, as probabilities of two classes are; C&RT's are rounded."""
    rng = np.random.default_rng(0)
    labels = np.repeat([1, 0], [n_positive, n_negative])[rng.permutation(n_positive + n_negative)]
    scores = {}
    for name in MODELS:
        up, down = rng.beta(5, 4, len(labels)), rng.beta(4, 5, len(labels))
        scores[name] = np.where(labels == 1, up, down)
    scores["C&RT"] = np.round(scores["C&RT"], 1).clip(0.05, 0.95)
    return PairedScores.from_arrays(labels, scores)


DATA = _beta_scores()


@pytest.fixture(scope="module")
def study() -> Gajowniczek2014:
    return reproduce(DATA, source="simulated", settings={"rng": 0})


def test_table_2_comes_out_exactly() -> None:
    table = table_2()
    assert table.columns["as_printed"] == (True,) * 10
    assert worked_curve().auc == (5 + 5 + 4 + 4 + 1) / 25  # negatives below each positive


@pytest.mark.parametrize("row", recomputed(), ids=lambda row: f"{row.first}-{row.second}")
def test_table_5_comes_out_of_table_4(row: Recomputed) -> None:
    assert row.from_trapezoid == pytest.approx(row.printed, abs=1e-5)
    assert row.within_rounding == pytest.approx(row.printed, abs=0.5e-8)
    assert row.comes_out
    with_the_tree = "C&RT" in (row.first, row.second)
    assert (abs(row.from_mann_whitney - row.printed) > 1e-3) == with_the_tree


def test_areas_within_rounding_give_table_5_with_one_class_size_alone() -> None:
    whole = [reading for reading in readings() if all(reading.comes_out)]
    assert whole == [best_reading()]
    assert (whole[0].left, whole[0].n_first) == (609, 609)
    for reading in readings():
        for name, area in reading.areas.items():
            assert area == pytest.approx(PRINTED_TABLE_4[name][1], abs=0.5001e-7)


def test_the_literal_reading_exchanges_the_classes() -> None:
    areas = [PRINTED_TABLE_4[name][1] for name in ("SANN", "Boosting")]
    errors = [hanley_mcneil_standard_error(area, 30438, 609) for area in areas]
    z = abs(areas[0] - areas[1]) / math.hypot(*errors)
    assert recomputed()[0].literal == pytest.approx(math.erfc(z / math.sqrt(2)), rel=1e-9)


def test_the_printed_tables_are_of_the_same_models() -> None:
    assert tuple(PRINTED_TABLE_3) == tuple(PRINTED_TABLE_4) == MODELS
    assert tuple(PRINTED_TABLE_5) == tuple(combinations(MODELS, 2))
    assert printed_p("GDA", "SANN") == printed_p("SANN", "GDA") == 0.76237611


def test_the_printed_areas_go_where_the_printed_powers_pull() -> None:
    assert printed_directions() == MODELS


def test_areas_are_those_of_direct_calls(study: Gajowniczek2014) -> None:
    for row in study.areas:
        scores = DATA[row.name]
        assert row.mann_whitney == auc_of(scores)
        assert row.standard_error == delong_interval(scores).standard_error
        assert row.trapezoid == pytest.approx(row.mann_whitney, abs=1e-12)
        assert row.kernel == kernel_curve(scores, scale="logit").auc
        assert row.binormal == binormal_curve(scores).auc
        assert row.common_power == box_cox_curve(scores).auc
        assert row.class_powers == box_cox_curve(scores, per_class=True).auc
        assert row.ml_binormal == binormal_fit(scores).curve.auc


def test_the_powers_are_those_of_direct_calls_and_the_subset_is_told(
    study: Gajowniczek2014,
) -> None:
    for row in study.normality:
        apart = box_cox_curve(DATA[row.name], per_class=True)
        assert (row.negative_power, row.positive_power) == (
            apart.negative_power,
            apart.positive_power,
        )
        assert row.common_power == box_cox_curve(DATA[row.name]).positive_power
        assert (row.negative_test.n_used, row.negative_test.n) == (8000, 8000)
        assert (row.negative_subset.n_used, row.negative_subset.n) == (5000, 8000)
        assert (row.negative_beside.n_used, row.negative_beside.n) == (8000, 8000)
        assert row.positive_test == row.positive_subset
        assert (row.positive_test.n_used, row.positive_test.n) == (609, 609)
        assert [caveat.kind for caveat in row.negative_test.caveats] == ["extrapolated"]
        assert 0 < row.negative_test.statistic < 1
    told = {caveat.kind: str(caveat) for caveat in study.caveats}
    assert "5,000 of the 8,000 negatives" in told["extrapolated"]
    assert "extrapolation" in told["extrapolated"]
    assert "wrong test" in told["shared_observations"]


def test_all_observations_are_tested_by_the_statistic_itself() -> None:
    from scipy.stats import shapiro

    values = np.random.default_rng(0).gamma(50, size=6000)
    found = shapiro_wilk_of_all(values, "negatives")
    with pytest.warns(UserWarning, match="N > 5000"):
        statistic, p_value = map(float, shapiro(values))
    assert found.statistic == pytest.approx(statistic, rel=1e-9)
    assert found.p_value == pytest.approx(p_value, rel=1e-6)
    assert (found.n_used, found.n) == (6000, 6000)


def test_a_small_class_is_tested_whole_and_nothing_is_told() -> None:
    found = reproduce(_beta_scores(60, 300))
    assert "extrapolated" not in {caveat.kind for caveat in found.caveats}


def test_the_tests_are_those_of_direct_calls(study: Gajowniczek2014) -> None:
    assert len(study.differences) == 10
    for found, (one, two) in zip(study.differences, combinations(MODELS, 2), strict=True):
        assert found.paired == delong_test(DATA[one], DATA[two])
        assert found.unpaired == hanley_mcneil_test(DATA[one], DATA[two], paired=False)
        assert found.unpaired.design == "unpaired"
    adjusted = holm([found.paired.p_value for found in study.differences])
    assert tuple(found.holm for found in study.differences) == adjusted


def test_the_tables_have_the_layout_of_the_paper(study: Gajowniczek2014) -> None:
    sizes = {table.name: len(table.rows) for table in study.tables()}
    assert sizes == {
        "table_4_non_parametric": 5,
        "table_4_parametric": 5,
        "table_3": 5,
        "table_3_beside": 5,
        "table_5": 10,
        "table_5_recomputed": 10,
        "table_2": 10,
    }
    for table in study.tables():
        assert all(len(row) == len(table.header) for row in table.rows)
        assert {len(values) for values in table.columns.values()} == {len(table.rows)}
    parametric = study.to_frame("table_4_parametric", backend="pandas")
    assert list(parametric["normal_printed"]) == [v[2] for v in PRINTED_TABLE_4.values()]
    assert study.table("table_3").rows[0][3] == "2.88E-18"


def test_it_survives_json_and_the_order_of_the_columns(study: Gajowniczek2014) -> None:
    assert Study.from_json(study.to_json()) == study
    turned = reproduce(DATA.select(MODELS[::-1]), source="simulated", settings={"rng": 0})
    assert turned == study


def test_other_models_are_refused() -> None:
    with pytest.raises(OptionError, match="the models of the paper are SANN, Boosting"):
        reproduce(DATA.select(MODELS[:4]))


def test_beta_scores_are_inflated_by_one_power_per_class_alone(study: Gajowniczek2014) -> None:
    verdict = study.verdict
    assert verdict.nonparametric_agree
    assert verdict.class_powers_inflate
    assert verdict.moved_by_class_powers == verdict.raised == MODELS
    assert verdict.moved_by_common_power == verdict.lowered == ()
    text = " ".join(study.sentences())
    assert "The non-parametric areas agree" in text
    assert "what inflates an area is one lambda per class" in text
    for row in study.areas:  # the paper's pairs do to them what the paper's Table 4 shows
        above = PRINTED_TABLE_4[row.name][2] > PRINTED_TABLE_4[row.name][0]
        assert (row.printed_powers > row.mann_whitney) == above


def _areas(**changed: float) -> Areas:
    same = dict.fromkeys(
        ("trapezoid", "one_by_one", "kernel", "binormal", "common_power", "class_powers"), 0.62
    )
    more = {"printed_powers": 0.62, "ml_binormal": 0.62, "mann_whitney": 0.62}
    return Areas(name="SANN", standard_error=0.01, **(same | more | changed))


@pytest.mark.parametrize(
    ("changed", "agree", "inflate"),
    [
        ({}, True, False),
        ({"class_powers": 0.7}, True, True),
        ({"class_powers": 0.5}, True, True),
        ({"class_powers": 0.7, "common_power": 0.68}, True, False),
        ({"common_power": 0.68}, True, False),
        ({"class_powers": 0.629}, True, False),
        ({"class_powers": 0.7, "kernel": 0.64}, False, True),
        ({"trapezoid": 0.6201}, False, False),
    ],
)
def test_the_verdict_follows_the_numbers(
    changed: dict[str, float], agree: bool, inflate: bool
) -> None:
    rows = [_areas(**changed), replace(_areas(), name="GDA")]
    verdict = verdict_of(rows)
    assert (verdict.nonparametric_agree, verdict.class_powers_inflate) == (agree, inflate)
    assert ("SANN" in verdict.raised) == (changed.get("class_powers", 0) == 0.7)
    assert ("SANN" in verdict.lowered) == (changed.get("class_powers", 1) == 0.5)
    assert "GDA" not in verdict.moved_by_class_powers + verdict.moved_by_common_power


def test_the_words_follow_the_verdict(study: Gajowniczek2014) -> None:
    def told(**changed: float) -> str:
        rows = tuple(replace(_areas(**changed), name=name) for name in MODELS)
        return " ".join(replace(study, areas=rows, verdict=verdict_of(rows)).sentences())

    assert "do not show the inflation" in told()
    assert "does not explain all" in told(class_powers=0.7, common_power=0.7)
    assert "what inflates an area" in told(class_powers=0.7)
    assert "areas do not agree" in told(kernel=0.7)
    assert "order of the file" not in told()
    assert "0.6100 for SANN instead of 0.6200" in told(one_by_one=0.61)


def test_equation_9_over_observations_depends_on_the_order_of_ties() -> None:
    tied = DATA["C&RT"]
    labels, values = tied.is_positive.astype(int), tied.values
    there = areas_of(tied).one_by_one
    back = areas_of(Scores.from_arrays(labels[::-1], values[::-1], name="C&RT")).one_by_one
    assert there != pytest.approx(auc_of(tied), abs=1e-6)
    assert (there + back) / 2 == pytest.approx(auc_of(tied), abs=1e-12)
    plain = areas_of(DATA["GDA"])
    assert plain.one_by_one == pytest.approx(plain.mann_whitney, abs=1e-12)
