"""compare(by=): each subgroup is the study of its observations alone; what is said of them."""

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from tests.loops import for_each

import aucurate as au
from aucurate.errors import AucurateError, OptionError, UnsupportedError
from aucurate.estimates import AveragePrecision, PartialAuc, SensitivityAt
from aucurate.inference.core.multiplicity import holm
from aucurate.study import CompareStudy, compare
from aucurate.study.compare import numbers
from aucurate.study.compare.subgroups import SMALL

RNG = np.random.default_rng(8)
N = 240
LABELS = RNG.integers(0, 2, N)
SCORES = {
    name: (RNG.normal(size=N) + shift * LABELS).round(2)
    for name, shift in (("a", 1.5), ("b", 1.0), ("c", 0.7))
}
SEX = np.array(["f", "m"])[RNG.integers(0, 2, N)]
BAND = np.array(["60+", "<40", "40-59"])[RNG.integers(0, 3, N)]
FEW = au.Resampling(replicates=40, rng=2)


def _among(values: Any, rows: Any) -> Any:
    if isinstance(values, dict):
        return {name: each[rows] for name, each in values.items()}
    return values[rows]


@for_each(
    "options",
    [
        {},
        {"method": "mover"},
        {"reference": "b", "alternative": "greater", "confidence": 0.9},
        {"method": "bootstrap", "interval": "bootstrap-percentile", "resampling": FEW},
        {"of": PartialAuc(specificity=(0.8, 1))},
        {"of": AveragePrecision()},
        {"of": SensitivityAt(specificity=0.8)},
        {"groups": np.arange(N) // 4},
        {"frequency_weights": np.arange(N) % 3 + 1},
        {"sampling_weights": np.linspace(1, 3, N)},
    ],
)
def test_each_subgroup_is_the_study_of_its_observations_alone(options: dict[str, Any]) -> None:
    study = compare(LABELS, SCORES, by={"sex": SEX}, **options)
    (analysis,) = study.subgroups
    assert [each.name for each in analysis.subgroups] == ["f", "m"]
    rows_of = ("groups", "frequency_weights", "sampling_weights")
    for subgroup in analysis.subgroups:
        here = subgroup.name == SEX
        own = {name: v[here] if name in rows_of else v for name, v in options.items()}
        alone = compare(LABELS[here], _among(SCORES, here), **own)
        for one, two in zip(subgroup.estimates, alone.estimates, strict=True):
            assert one.value == pytest.approx(two.value, rel=1e-12)
            assert one.interval.low == pytest.approx(two.interval.low, rel=1e-9)
            assert one.interval.high == pytest.approx(two.interval.high, rel=1e-9)
        for tested, comparison in zip(subgroup.tests, alone.comparisons, strict=True):
            assert tested.result.difference == pytest.approx(comparison.difference, abs=1e-12)
            assert tested.result.p_value == pytest.approx(comparison.p_value, rel=1e-9)


def test_mover_compares_where_few_observations_of_a_subgroup_are_misordered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    few = {name: np.where(SEX == "f", 1.5 * LABELS + each, each) for name, each in SCORES.items()}
    study = compare(LABELS, few, by={"sex": SEX})
    assert {test.result.key for test in study.tests} == {"delong"}
    by_sex = {each.name: each for each in study.subgroups[0].subgroups}
    assert {t.result.key for t in by_sex["f"].tests} == {"mover"}
    assert {t.result.key for t in by_sex["m"].tests} == {"delong"}
    alone = compare(LABELS[SEX == "f"], _among(few, SEX == "f"))
    assert [t.result.p_value for t in by_sex["f"].tests] == pytest.approx(
        [t.result.p_value for t in alone.second_tests], rel=1e-9
    )
    (caveat,) = [each for each in study.caveats if each.kind == "few_errors_in_subgroups"]
    assert "of sex: f." in caveat.message
    (table,) = [each for each in study.tables() if each.name == "subgroup_differences"]
    assert "test" in table.header
    monkeypatch.setattr(numbers, "MOST_SECOND_TESTS", 1)  # is for all observations
    assert compare(LABELS, few, by={"sex": SEX}).subgroups == study.subgroups


@for_each("shift, keys", [(0.0, {"delong"}), (1.0, {"mover"})])
def test_the_methods_say_where_mover_takes_delongs_place(shift: float, keys: set[str]) -> None:
    scores = {name: SCORES["a"] + shift * LABELS + 0.1 * SCORES[name] for name in ("a", "b")}
    study = compare(LABELS, scores, by={"sex": SEX})
    assert {test.result.key for test in study.tests} == {"delong"}
    subgroups = study.subgroups[0].subgroups
    assert {test.result.key for each in subgroups for test in each.tests} == keys
    assert ("took the place of DeLong's" in study.methods()) == ("mover" in keys)


def test_p_values_are_adjusted_over_all_subgroups_of_a_column() -> None:
    study = compare(LABELS, SCORES, by={"sex": SEX, "band": BAND})
    for analysis in study.subgroups:
        tests = [tested for subgroup in analysis.subgroups for tested in subgroup.tests]
        assert len(tests) == 3 * len(analysis.subgroups)
        adjusted = holm([tested.result.p_value for tested in tests])
        assert [tested.adjusted_p_value for tested in tests] == pytest.approx(adjusted)
        for family in (analysis.equal_estimates, analysis.equal_differences):
            adjusted = holm([tested.result.p_value for tested in family])
            assert [tested.adjusted_p_value for tested in family] == pytest.approx(adjusted)
    assert study.subgroups_by("band").subgroup("60+").n_positive > 0
    for asked in (lambda: study.subgroups_by("age"), lambda: study.subgroups[0].subgroup("x")):
        with pytest.raises(OptionError):
            asked()


def test_the_main_analysis_is_the_same_with_and_without_subgroups() -> None:
    plain, divided = compare(LABELS, SCORES), compare(LABELS, SCORES, by=SEX)
    assert divided.estimates == plain.estimates
    assert divided.tests == plain.tests
    assert divided.joint == plain.joint


@for_each("data", [SCORES, {"a": SCORES["a"]}])
def test_it_survives_json_and_prints(data: dict[str, Any]) -> None:
    study = compare(LABELS, data, by={"sex": SEX})
    again = CompareStudy.from_json(study.to_json())
    assert again == study
    assert str(again) == str(study)
    names = [table.name for table in study.tables()]
    assert "subgroups" in names
    assert ("subgroup_differences" in names) == (len(data) > 1)
    frame = study.to_frame("subgroups")
    assert frame["n_positive"].sum() == len(data) * int(LABELS.sum())
    numbers = study.numbers()
    female = study.subgroups[0].subgroup("f").estimates[0]
    assert numbers["subgroups/sex/f/a/auc"] == female.value


def test_subgroups_that_lack_a_class_are_small_or_missing_are_named_and_not_dropped() -> None:
    site: list[Any] = ["one"] * (N - 40) + ["two"] * 30 + [None] * 5 + ["lone"] * 5
    labels = LABELS.copy()
    labels[-5:] = 1
    study = compare(labels, SCORES, by={"site": site})
    (analysis,) = study.subgroups
    by_name = {each.name: each for each in analysis.subgroups}
    assert sum(each.n_positive + each.n_negative for each in by_name.values()) == N
    assert not by_name["lone"].is_available
    assert not by_name["lone"].estimates
    assert not by_name["lone"].tests
    kinds = {caveat.kind for caveat in study.caveats}
    assert {"subgroups", "incomplete_subgroup", "small_subgroups", "missing_subgroup"} <= kinds
    small = next(each for each in study.caveats if each.kind == "small_subgroups")
    assert min(by_name["two"].n_positive, by_name["two"].n_negative) < SMALL
    assert "two" in small.message
    frame = study.to_frame("subgroups")
    assert frame["subgroup"].to_list().count("lone") == 1
    assert all(t.result.degrees_of_freedom == 2 for t in analysis.equal_estimates)


def test_one_subgroup_alone_is_not_tested() -> None:
    study = compare(LABELS, SCORES, by={"all": ["here"] * N})
    (analysis,) = study.subgroups
    assert analysis.equal_estimates == analysis.equal_differences == ()
    assert analysis.subgroups[0].estimates == study.estimates
    assert "subgroup_tests" not in [table.name for table in study.tables()]


def test_a_difference_between_subgroups_is_in_the_verdict() -> None:
    more = {"a": SEX == "f", "b": SEX == "m"}
    scores = SCORES | {name: SCORES[name] + 1.2 * LABELS * own for name, own in more.items()}
    study = compare(LABELS, scores, by={"sex": SEX})
    verdict = " ".join(study.sentences())
    assert "differs between the subgroups of sex for a" in verdict
    assert "depends on the subgroup of sex for a - b" in verdict


@for_each("by", ["sex", ["sex", "band"]])
def test_columns_are_found_in_the_frame_of_scores_and_in_built_data(by: Any) -> None:
    table = {**SCORES, "sex": SEX, "band": BAND}
    names = [by] if isinstance(by, str) else by
    expected = compare(LABELS, SCORES, by={name: table[name] for name in names})
    for frame in (pd.DataFrame(table), pl.DataFrame(table)):
        scores = frame[[*SCORES, *names]]
        study = compare(LABELS, scores, by=by)
        assert study.names == ("a", "b", "c")
        assert study.subgroups == expected.subgroups
    data = au.PairedScores.from_frame(
        pl.DataFrame({"y": LABELS, **table}), label="y", by=["sex", "band"]
    )
    chosen = compare(data, by=by)
    assert chosen.subgroups == expected.subgroups
    assert chosen.settings.by == tuple(names)
    assert [each.name for each in compare(data).subgroups] == ["sex", "band"]


@for_each(
    "ask, words",
    [
        (lambda: compare(LABELS, SCORES, by={"sex": SEX}, paired=False), "same observations"),
        (lambda: compare(au.PairedScores.from_arrays(LABELS, SCORES), by="sex"), "no subgroups"),
        (lambda: compare(au.PairedScores.from_arrays(LABELS, SCORES), by=SEX), "already built"),
        (lambda: compare(LABELS, SCORES, by="sex"), "no table"),
        (
            lambda: compare(
                au.UnpairedScores.from_arrays(
                    {name: (LABELS, SCORES[name]) for name in ("a", "b")}
                ),
                by="sex",
            ),
            "same observations",
        ),
        (
            lambda: compare(
                au.read_scores(pl.LazyFrame({"y": LABELS, **SCORES}), label="y", scores=["a", "b"]),
                by="sex",
            ),
            "in memory",
        ),
        (lambda: compare(LABELS, pl.DataFrame(SCORES), by="sex"), "for by"),
        (
            lambda: compare(
                LABELS,
                {f"c{at}": SCORES["a"] for at in range(60)},
                by={"at": np.arange(N) % 4},
            ),
            "comparisons; the most",
        ),
    ],
)
def test_what_cannot_be_analysed_is_refused_by_name(ask: Any, words: str) -> None:
    with pytest.raises(AucurateError, match=words):
        ask()


def test_reading_refuses_several_test_sets_and_tables_that_stay_where_they_are() -> None:
    table = pl.DataFrame({"y": LABELS, "sex": SEX, **SCORES})
    with pytest.raises(UnsupportedError, match="test sets"):
        au.read_scores(table, label="y", scores="a", test_set="sex", by="sex")
    with pytest.raises(UnsupportedError, match="in memory"):
        au.read_scores(table.lazy(), label="y", scores=["a", "b"], by="sex")


def test_progress_counts_the_subgroups_and_stops_there() -> None:
    seen: list[tuple[int, int]] = []

    def watch(done: int, total: int, what: str) -> bool:
        seen.append((done, total))
        return True

    options: dict[str, Any] = {"method": "bootstrap", "resampling": FEW}
    compare(LABELS, SCORES, by={"sex": SEX}, progress=watch, **options)
    assert seen[-1][0] == seen[-1][1] >= 3 * 3 * FEW.replicates
    total = seen[-1][1]
    stopped = compare(
        LABELS,
        SCORES,
        by={"sex": SEX},
        progress=lambda done, of, what: of != total or done < total / 2,
        **options,
    )
    assert len(stopped.tests) == 3
    assert sum(len(each.tests) for each in stopped.subgroups[0].subgroups) < 6
    assert "interrupted" in {caveat.kind for caveat in stopped.caveats}
