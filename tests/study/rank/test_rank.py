"""The ranking of algorithms over data sets: tables, sentences, caveats, JSON."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import aucurate
from aucurate.data.results_table import ResultsTable
from aucurate.data.source import Source
from aucurate.errors import InputError, OptionError, TableError
from aucurate.inference.many_datasets.bayesian_signed_rank import bayesian_signed_rank_test
from aucurate.inference.many_datasets.hierarchical import hierarchical_test
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Cancelled
from aucurate.study import RankStudy, Study
from aucurate.study.rank import rank

GOLD = Path(__file__).parents[2] / "gold" / "scipy" / "many_data_sets.json"
TABLES: dict[str, Any] = json.loads(GOLD.read_text())["tables"]
NAMES = ("a", "b", "c", "d")
FEW = Resampling(replicates=100)


def _values(name: str = "n12_k4_noties") -> dict[str, list[float]]:
    return {n: [row[at] for row in TABLES[name]["X"]] for at, n in enumerate(NAMES)}


def _kinds(study: RankStudy) -> list[str]:
    return [caveat.kind for caveat in study.caveats]


def test_the_best_average_rank_comes_first() -> None:
    study = rank(_values())
    assert [one.name for one in study.algorithms] == ["d", "a", "c", "b"]
    assert study.algorithms[0].average_rank == 1.5
    assert study.algorithms[0].n_best == 9
    assert study.diagram.names == ("d", "a", "c", "b")
    assert study.to_frame("ranks")["group"].to_list() == ["a", "ab", "ab", "b"]
    assert len(study.pairs) == 6
    assert study.pair("b", "d").by_ranks.adjusted_p_value == pytest.approx(0.02295648, rel=1e-6)
    assert study.sentences() == (
        "On 12 data sets, d has the best average rank (1.50 of 4).",
        "Overall, the algorithms differ (Friedman, exact, p = 0.015).",
        "By Nemenyi's test at the 0.05 level, b ranks below d.",
    )
    assert study.caveats == ()


def test_a_control_is_compared_with_all_others() -> None:
    study = rank(_values(), control="b", correction="bonferroni")
    assert [(p.first, p.second) for p in study.pairs] == [("d", "b"), ("a", "b"), ("c", "b")]
    assert study.pairs[0].by_ranks.adjusted_p_value == 3 * study.pairs[0].by_ranks.p_value
    assert study.pairs[0].adjusted_p_value == 3 * study.pairs[0].wilcoxon.p_value
    assert "average ranks (Bonferroni) at the 0.05 level, b ranks below d." in str(study)
    with pytest.raises(OptionError, match="no algorithm named 'z'"):
        rank(_values(), control="z")
    with pytest.raises(OptionError, match="no pair of 'a' and 'c'"):
        study.pair("a", "c")


def test_equal_algorithms_do_not_differ_and_license_nothing() -> None:
    study = rank({"a": [0.5] * 12, "b": [0.5] * 12, "c": [0.5] * 12})
    assert study.iman_davenport.p_value == 1.0
    assert all(pair.adjusted_p_value == 1.0 for pair in study.pairs)
    assert study.sentences()[0] == (
        "On 12 data sets, a, b and c share the best average rank (2.00 of 3)."
    )
    assert "no difference between the algorithms was detected" in study.sentences()[1]
    assert len(study.sentences()) == 2
    assert _kinds(study) == ["heavy_ties", "post_hoc_not_licensed"]


def test_two_algorithms_are_told_by_wilcoxon() -> None:
    values = _values()
    study = rank({"d": values["d"], "b": values["b"]})
    found = study.pairs[0].wilcoxon
    assert study.pairs[0].adjusted_p_value == found.p_value
    assert study.sentences()[1].startswith("d and b differ: AUC difference 0.0")
    assert "Wilcoxon signed rank (exact)" in study.sentences()[1]


def test_few_data_sets_are_told_and_one_is_refused() -> None:
    study = rank({"a": [0.9, 0.8, 0.7, 0.6], "b": [0.8, 0.7, 0.6, 0.5], "c": [0.1, 0.2, 0.3, 0.4]})
    assert _kinds(study) == ["few_data_sets", "no_variance"]
    assert "signed rank test is 0.125" in study.caveats[0].message
    with pytest.raises(OptionError, match="needs two or more"):
        rank({"a": [0.9], "b": [0.8]})


def test_an_infinite_f_is_not_shown_beside_an_exact_p_value() -> None:
    study = rank({"a": [0.9, 0.8], "b": [0.7, 0.6], "c": [0.5, 0.4]})
    shown = {row[0]: row[1:] for row in study.tables()[1].rows}
    assert shown["Friedman, Iman-Davenport F"] == ("not available", "2, 2", "not available")
    assert shown["Friedman, exact"][0] == "4.000"
    assert "no_variance" in _kinds(study)
    many = rank({name: [0.9 - at / 20] * 12 for at, name in enumerate("abcdefgh")})
    assert many.joint == many.iman_davenport
    assert many.tables()[1].rows[0][1:] == ("inf", "7, 77", "< 0.001")


def test_few_data_sets_are_told_of_the_bayesian_test() -> None:
    values = {"a": [0.9, 0.8, 0.9], "b": [0.7, 0.6, 0.7], "c": [0.5, 0.4, 0.6]}
    told = [c.message for c in rank(values, rope=0.01).caveats if "Bayesian" in c.message]
    assert len(told) == 1
    assert told[0].startswith("Only 3 data sets: if all of them favour one algorithm")


def test_a_lower_error_ranks_first() -> None:
    error = {name: [1 - v for v in values] for name, values in _values().items()}
    study, mirror = rank(error, quantity="error"), rank(_values())
    assert [one.name for one in study.algorithms] == [one.name for one in mirror.algorithms]
    assert study.iman_davenport.p_value == pytest.approx(mirror.iman_davenport.p_value)
    for ours, theirs in zip(study.pairs, mirror.pairs, strict=True):
        assert ours.wilcoxon.n_first_better == theirs.wilcoxon.n_first_better
        assert ours.wilcoxon.difference == pytest.approx(-theirs.wilcoxon.difference)


def test_data_sets_left_out_are_counted_and_told() -> None:
    values = _values()
    values["a"][3] = float("nan")
    with pytest.raises(TableError, match="a on 4"):
        rank(values)
    study = rank(values, missing="drop")
    assert (study.provenance.n_observations, study.provenance.source.n_dropped) == (11, 1)
    assert _kinds(study) == ["data_sets_dropped"]
    assert study.caveats[0].message.startswith("1 data set left out because a run is missing: 4.")


def test_the_bayesian_test_is_there_when_a_region_is_given() -> None:
    study = rank(_values(), rope=0.005, control="b", resampling=Resampling(replicates=4000))
    table = study.table("posteriors")
    assert len(table.rows) == 3
    found = study.pairs[0].posterior
    assert found is not None
    assert found.probability_first > 0.95
    assert "With at least 95% probability, d is better than b" in study.sentences()[-1]
    assert [t.name for t in rank(_values()).tables()] == ["ranks", "joint", "pairs", "results"]


@pytest.mark.parametrize("rope", [None, 0.01])
def test_the_study_survives_json(rope: float | None) -> None:
    study = rank(
        _values("demsar2006_table6_as_printed"), rope=rope, resampling=Resampling(replicates=500)
    )
    again = Study.from_json(study.to_json())
    assert isinstance(again, RankStudy)
    assert again == study
    assert str(again) == str(study)


def test_too_few_data_sets_for_intervals_survive_json() -> None:
    study = rank({"a": [0.9, 0.8], "b": [0.8, 0.7]})
    assert Study.from_json(study.to_json()) == study
    assert "-inf" not in str(study)
    assert "95% CI not available" in str(study)
    assert study.table("pairs").rows[0][3] == "not available"


def test_frames_mappings_and_tables_give_the_same() -> None:
    values = _values()
    where = [f"set {at}" for at in range(12)]
    named = {"where": where, **values}
    of_frame = rank(pl.DataFrame(named))
    of_pandas = rank(pd.DataFrame(named))
    assert replace(of_pandas, provenance=of_frame.provenance).to_json() == of_frame.to_json()
    assert of_frame.provenance.source.columns_taken == NAMES
    of_arrays = replace(of_frame, provenance=replace(of_frame.provenance, source=Source()))
    assert rank(named, dataset="where") == of_arrays
    table = ResultsTable.from_arrays(values, datasets=where)
    assert aucurate.rank(table) == of_arrays
    with pytest.raises(OptionError, match="already built; better cannot"):
        rank(table, better="lower")
    with pytest.raises(OptionError, match="no column 'there'"):
        rank(values, dataset="there")
    with pytest.raises(TableError, match="this is a ndarray"):
        rank(np.ones((3, 2)))


def test_the_order_of_columns_and_rows_changes_nothing() -> None:
    values = _values()
    turned = {name: values[name][::-1] for name in ("c", "a", "d", "b")}
    one, other = rank(values), rank(turned)
    assert [a.name for a in one.algorithms] == [a.name for a in other.algorithms]
    assert other.iman_davenport.p_value == pytest.approx(one.iman_davenport.p_value, rel=1e-12)
    for ours, theirs in zip(one.pairs, other.pairs, strict=True):
        assert ours.adjusted_p_value == pytest.approx(theirs.adjusted_p_value, rel=1e-12)


def test_many_pairs_are_not_all_listed_in_a_sentence() -> None:
    values = {f"a{at}": 0.6 + np.arange(30) / 100 - at / 10 for at in range(6)}
    study = rank(values)
    assert "a4 ranks below a0, a1 and a2; a5 ranks below a0, a1, a2 and a3." in study.sentences()[2]
    assert len(study.pairs) == 15


def test_a_stopped_study_has_fewer_draws_or_no_bayesian_tests() -> None:
    told: list[int] = []
    asked: dict[str, Any] = {"rope": 0.01, "resampling": Resampling(replicates=40_000)}
    whole = rank(_values(), progress=lambda done, total, what: told.append(total), **asked)
    assert set(told) == {606}

    def stop(bound: int) -> Any:
        return lambda done, total, what: done < 6 + 6 * bound

    study = rank(_values(), progress=stop(50), **asked)
    posteriors = [pair.posterior for pair in study.pairs]
    (replicates,) = {found.replicates for found in posteriors if found is not None}
    assert 100 <= replicates < 40_000
    assert study.pair("a", "b").wilcoxon == whole.pair("a", "b").wilcoxon
    assert _kinds(study) == ["stopped_early"]
    study = rank(_values(), progress=stop(0), **asked)
    assert study.pairs == tuple(replace(pair, posterior=None) for pair in whole.pairs)
    assert study.caveats[0].message == (
        "Interrupted after 0 of 6 Bayesian signed rank tests; the others are left out."
    )
    with pytest.raises(Cancelled):
        rank(_values(), progress=lambda done, _, what: done < 3, **asked)


def test_pairs_share_their_draws_and_a_generator_is_written_down_as_a_number() -> None:
    study = rank(_values(), rope=0.01, resampling=Resampling(replicates=500, rng=3))
    table = ResultsTable.from_arrays(_values())
    options: dict[str, Any] = {"rope": 0.01, "replicates": 500}
    for pair in study.pairs:
        names = (pair.first, pair.second)
        assert pair.posterior == bayesian_signed_rank_test(table, *names, rng=3, **options)
    drawn = Resampling(replicates=500, rng=np.random.default_rng(3))
    other = rank(_values(), rope=0.01, resampling=drawn)
    assert isinstance(other.settings.resampling.rng, int)
    assert other == rank(_values(), rope=0.01, resampling=other.settings.resampling)


def _over_folds(n_folds: int = 5, **shifts: float) -> pl.DataFrame:
    """A row for every fold of six data sets, on which each algorithm has its own advantage."""
    rng = np.random.default_rng(8)
    shifts = shifts or {"a": 0.08, "b": 0.0, "c": 0.01}
    rows = []
    for name in ("iris", "wine", "glass", "sonar", "vote", "zoo"):
        base = rng.uniform(0.6, 0.8)
        for fold in range(n_folds):
            row: dict[str, object] = {"data": name, "fold": fold}
            rows.append(row | {n: base + s + rng.normal(0, 0.02) for n, s in shifts.items()})
    return pl.DataFrame(rows)


def test_with_folds_the_means_are_ranked() -> None:
    frame = _over_folds()
    study = rank(frame, fold="fold")
    means = frame.group_by("data", maintain_order=True).mean()
    plain = rank({name: means[name].to_list() for name in "abc"}, dataset=None)
    assert study.algorithms[0].name == "a"
    assert [one.average_rank for one in study.algorithms] == [
        one.average_rank for one in plain.algorithms
    ]
    assert study.n_folds == (5,) * 6
    assert "is better), means over 5 folds; critical" in study.table("ranks").title
    assert all(pair.hierarchical is None for pair in study.pairs)
    assert plain.n_folds == ()


def test_the_hierarchical_test_of_every_pair() -> None:
    frame = _over_folds()
    study = rank(frame, fold="fold", rope=0.01, hierarchical=True, resampling=FEW)
    folds = ResultsTable.from_frame(frame, fold="fold").folds
    assert folds is not None
    for pair in study.pairs:
        assert pair.hierarchical == hierarchical_test(folds, pair.first, pair.second, rope=0.01)
    assert [table.name for table in study.tables()][-3:-1] == ["hierarchical", "data_sets"]
    new, each = study.to_frame("hierarchical"), study.to_frame("data_sets")
    assert new["above"].to_list() == [p.hierarchical.above for p in study.pairs if p.hierarchical]
    assert len(each) == 3 * 6
    assert set(each["correlation"]) == {0.2}
    assert len(study.table("data_sets").rows) == 6
    assert study.sentences()[-1] == (
        "On a new data set, with at least 95% probability, a is better than c and a is better than "
        "b (hierarchical test)."
    )
    assert Study.from_json(study.to_json()) == study
    assert "few_folds" in _kinds(study)


def test_one_pair_has_its_probabilities_in_a_sentence_and_every_number_of_its_data_sets() -> None:
    frame = _over_folds(a=0.08, b=0.0)
    study = rank(frame, fold="fold", rope=0.01, hierarchical=True, resampling=FEW)
    said = study.sentences()[-1]
    assert said.startswith(
        "On a new data set, a is better than b by more than 0.01 with probability"
    )
    assert study.table("data_sets").header[:4] == ("data set", "folds", "mean", "difference")
    errors = frame.with_columns(a=1 - pl.col("a"), b=1 - pl.col("b"))
    asked: dict[str, Any] = {"fold": "fold", "rope": 0.01, "hierarchical": True, "resampling": FEW}
    lower = rank(errors, quantity="error", **asked)
    assert lower.sentences()[-1] == said
    assert lower.table("hierarchical").rows[0][-3:] == study.table("hierarchical").rows[0][-3:]


def test_fold_values_and_fold_scores_of_each_data_set_are_ranked() -> None:
    folds = aucurate.datasets.load_breast_cancer_folds()
    data = {"one": folds, "two": folds, "three": folds}
    asked: dict[str, Any] = {"control": folds.names[0], "rope": 0.01, "resampling": FEW}
    study = rank(data, hierarchical=True, **asked)
    values = {name: scores.aucs() for name, scores in data.items()}
    assert rank(values, hierarchical=True, **asked) == study
    assert study.n_folds == (10,) * 3
    with pytest.raises(OptionError, match="already built; fold cannot be given now"):
        rank(values, fold="fold")


def test_a_mapping_may_name_its_data_sets_and_folds() -> None:
    frame = _over_folds()
    columns = {name: frame[name].to_list() for name in frame.columns}
    asked: dict[str, Any] = {"rope": 0.01, "hierarchical": True, "resampling": FEW}
    of_mapping = rank(columns, dataset="data", fold="fold", **asked)
    of_frame = rank(frame, fold="fold", **asked)
    assert replace(of_mapping, provenance=of_frame.provenance) == of_frame
    with pytest.raises(OptionError, match="no column 'part' for fold"):
        rank(columns, dataset="data", fold="part")


def test_the_hierarchical_test_is_refused_where_it_cannot_be() -> None:
    frame = _over_folds()
    with pytest.raises(OptionError, match="needs a region of practical equivalence"):
        rank(frame, fold="fold", hierarchical=True)
    with pytest.raises(OptionError, match="there is one value for each") as caught:
        rank(_values(), hierarchical=True, rope=0.01)
    assert "fold='fold'" in caught.value.hint
    once = frame.filter(pl.col("fold") == 0)
    with pytest.raises(OptionError, match="how much of 'iris' a fold tests on is not known"):
        rank(once, fold="fold", hierarchical=True, rope=0.01)
    with pytest.raises(
        InputError, match="data set 'iris': there are 2 folds, but the hierarchical"
    ):
        rank(frame.filter(pl.col("fold") < 2), fold="fold", hierarchical=True, rope=0.01)


def test_a_stopped_study_leaves_hierarchical_tests_out() -> None:
    frame, calls = _over_folds(), 0

    def listen(done: int, total: int, what: str) -> bool:
        nonlocal calls
        calls += 1
        return calls < stop

    stop = 10**9
    rank(frame, fold="fold", rope=0.01, hierarchical=True, resampling=FEW, progress=listen)
    stop, calls = calls - 5, 0
    asked: dict[str, Any] = {"fold": "fold", "rope": 0.01, "hierarchical": True, "resampling": FEW}
    study = rank(frame, progress=listen, **asked)
    assert [pair.hierarchical is None for pair in study.pairs] == [False, False, True]
    assert study.caveats[0].message == (
        "Interrupted after 2 of 3 Bayesian hierarchical tests; the others are left out."
    )


def test_missing_folds_and_many_folds_are_told() -> None:
    frame = _over_folds(25).with_columns(
        b=pl.when((pl.col("data") == "wine") & (pl.col("fold") == 3)).then(None).otherwise("b")
    )
    study = rank(frame, fold="fold", missing="drop", rope=0.01, hierarchical=True, resampling=FEW)
    told = {caveat.kind: caveat.message for caveat in study.caveats}
    assert told["folds_dropped"].startswith("1 fold left out because a run is missing: fold 3 of w")
    assert "are treated as those of one cross-validation" in told["many_folds"]
    assert study.n_folds == (25, 24, 25, 25, 25, 25)
    shared = rank(
        frame,
        fold="fold",
        missing="drop",
        test_share=0.2,
        rope=0.01,
        hierarchical=True,
        resampling=FEW,
    )
    assert "many_folds" not in _kinds(shared)


def test_a_file_from_before_folds_is_read() -> None:
    study = rank(_values(), rope=0.01, resampling=FEW)
    data = json.loads(study.to_json())
    del data["n_folds"], data["settings"]["hierarchical"]
    for pair in data["pairs"]:
        del pair["hierarchical"]
    old = Study.from_json(json.dumps(data))
    assert old.tables() == study.tables()
    assert old.to_html().count("<table") == study.to_html().count("<table")
