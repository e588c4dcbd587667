"""What else can be asked of a comparison: curves, unpaired, simultaneous, margins, a fixed AUC."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from aucurate.caveats import Kind
from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores, UnpairedScores
from aucurate.datasets import load_breast_cancer
from aucurate.errors import OptionError, UnsupportedError
from aucurate.inference.auc.delong import delong_null_test
from aucurate.inference.auc.simultaneous import (
    simultaneous_comparisons,
    unpaired_simultaneous_comparisons,
)
from aucurate.inference.core.multiplicity import holm
from aucurate.inference.methods import COMPARISONS, INTERVALS, MARGIN_TESTS
from aucurate.inference.resampling.options import Resampling
from aucurate.inference.resampling.venkatraman import venkatraman_test
from aucurate.study import Study, compare
from aucurate.study.compare.settings import CompareSettings

Columns = dict[str, NDArray[np.float64]]
FEW = Resampling(replicates=199, rng=1)


def adjusted(tests: Sequence[Any]) -> tuple[float, ...]:
    return tuple(test.adjusted_p_value for test in tests)


def test_bootstrap_is_short_for_the_percentile_kind(
    labels: NDArray[np.int64], scores: Columns
) -> None:
    two = {name: scores[name] for name in ("forest", "tree")}
    short = compare(labels, two, method="bootstrap", interval="bootstrap", resampling=FEW)
    full = compare(
        labels,
        two,
        method="bootstrap-percentile",
        interval="bootstrap-percentile",
        resampling=FEW,
    )
    assert short == full
    assert short.provenance.method == "bootstrap-percentile"
    assert short.settings.interval == "bootstrap-percentile"


def test_unknown_names_are_refused_with_all_names() -> None:
    with pytest.raises(OptionError) as refused:
        CompareSettings.checked(method="guess")
    for name in (*COMPARISONS, "venkatraman", "bootstrap"):
        assert name in refused.value.hint
    with pytest.raises(OptionError) as refused:
        CompareSettings.checked(interval="guess")
    for name in (*INTERVALS, "bootstrap"):
        assert name in refused.value.hint
    for wrong in (
        {"margin": 0.1, "margin_test": "superority"},
        {"margin_test": "equivalence"},
        {"margin": 0.1, "method": "permutation"},
        {"margin": 2.0},
        {"null": 1.0},
        {"null": "0.7"},
        {"paired": "no"},
    ):
        with pytest.raises(OptionError):
            CompareSettings.checked(**wrong)
    spelled = CompareSettings.checked(margin=0.1, margin_test="noninferiority")
    assert spelled.margin_test == "non-inferiority"
    study = compare(
        [0, 0, 1, 1],
        {"a": [1, 2, 3, 4], "b": [2, 1, 4, 3]},
        margin=0.1,
        margin_test="non-inferiority",
    )
    assert study.margin_tests[0].result.kind == "non-inferiority"


@pytest.mark.parametrize("paired", [None, False])
def test_whole_curves_stand_beside_delongs_comparisons(
    labels: NDArray[np.int64], scores: Columns, paired: bool | None
) -> None:
    study = compare(labels, scores, method="venkatraman", resampling=FEW, paired=paired)
    assert study.comparisons == compare(labels, scores, paired=paired).comparisons
    data = PairedScores.from_arrays(labels, scores)
    assert study.curve_tests[0].result == venkatraman_test(
        data["forest"], data["logistic"], paired=paired is None, resampling=FEW
    )
    assert adjusted(study.curve_tests) == holm([t.result.p_value for t in study.curve_tests])
    frame = study.to_frame("curves")
    assert frame["p_value"].to_list() == [t.result.p_value for t in study.curve_tests]
    assert frame["first"].to_list() == [c.first for c in study.comparisons]
    words = " ".join(study.sentences())
    assert "The curves of forest and bayes (p = 0.030), forest and tree (p = 0.030)" in words
    assert "No difference was detected between the curves of forest and logistic (p = " in words
    assert "not a statement about their AUCs" in words
    assert study.provenance.method == "venkatraman"
    assert Study.from_json(study.to_json()) == study


def test_curves_that_cannot_be_told_apart_are_not_said_to_differ(
    labels: NDArray[np.int64],
) -> None:
    rng = np.random.default_rng(2)
    two = {"a": rng.normal(size=300), "b": rng.normal(size=300)}
    study = compare(labels, two, method="venkatraman", resampling=FEW)
    assert study.sentences()[1].startswith(
        "No difference was detected between the curves of a and b (p = "
    )
    assert study.table("curves").header == ("comparison", "statistic", "p")
    assert compare(labels, two["a"], method="venkatraman").curve_tests == ()


@pytest.mark.parametrize("method", [name for name, m in COMPARISONS.items() if not m.paired_only])
def test_paired_data_can_be_compared_as_if_they_were_not_with_a_caveat(
    labels: NDArray[np.int64], scores: Columns, method: str
) -> None:
    study = compare(
        labels,
        scores,
        paired=False,
        method=method,
        resampling=FEW,
        simultaneous=True,
        margin=0.05,
    )
    for comparison in (
        *study.comparisons,
        *study.simultaneous,
        *(t.result.comparison for t in study.margin_tests),
    ):
        assert comparison.design == "unpaired"
        assert [c.kind for c in comparison.caveats].count("shared_observations") == 1
    assert [c.kind for c in study.caveats].count("shared_observations") == 1
    assert study.provenance.n_observations == 300
    assert not study.paired
    assert study.estimates == compare(labels, scores).estimates


def test_unpaired_is_wider_than_paired_and_unpaired_data_are_unpaired_anyway(
    labels: NDArray[np.int64], scores: Columns
) -> None:
    near = {"a": scores["forest"], "b": scores["forest"] + 0.1 * scores["tree"]}
    paired, unpaired = (
        compare(labels, near, paired=said).comparisons[0].interval for said in (True, False)
    )
    assert unpaired.high - unpaired.low > paired.high - paired.low
    sets = UnpairedScores.from_arrays({name: (labels, s) for name, s in near.items()})
    for method in ("delong", "bootstrap", "venkatraman"):
        study = compare(sets, method=method, resampling=FEW)
        assert (
            study.to_dict()["tests"]
            == (compare(sets, method=method, resampling=FEW, paired=False).to_dict()["tests"])
        )
        assert "shared_observations" not in {c.kind for c in study.caveats}
    with pytest.raises(OptionError, match="different test sets"):
        compare(sets, paired=True)
    assert compare(labels, near["a"], paired=False).comparisons[0].design == "one test set"


def test_a_paired_method_refuses_unpaired_questions_before_it_starts(
    labels: NDArray[np.int64], scores: Columns
) -> None:
    with pytest.raises(UnsupportedError, match="same observations"):
        compare(labels, scores, method="permutation", paired=False)


def test_simultaneous_intervals_of_delong_are_those_of_the_largest_z(
    labels: NDArray[np.int64], scores: Columns
) -> None:
    data = PairedScores.from_arrays(labels, scores)
    study = compare(data, simultaneous=True)
    assert study.simultaneous == simultaneous_comparisons(data)
    assert compare(data, simultaneous=True, reference="tree").simultaneous == (
        simultaneous_comparisons(data, reference="tree")
    )
    apart = UnpairedScores.from_arrays({name: (labels, s) for name, s in scores.items()})
    unpaired = compare(apart, simultaneous=True, method="delong")
    assert unpaired.simultaneous == unpaired_simultaneous_comparisons(
        [AucMoments.from_scores(scored) for scored in apart]
    )
    table = study.table("comparisons")
    assert table.header[3] == "simultaneous 95% CI"
    assert table.columns["simultaneous_low"] == tuple(c.interval.low for c in study.simultaneous)
    assert "max-|z|" in table.title
    assert Study.from_json(study.to_json()) == study
    assert compare(labels, scores["tree"], simultaneous=True).simultaneous == ()


@pytest.mark.parametrize("method", ["hanley-mcneil", "bootstrap-basic", "permutation"])
def test_simultaneous_intervals_of_other_methods_share_the_level(
    labels: NDArray[np.int64], scores: Columns, method: str
) -> None:
    resampling = Resampling(replicates=999, rng=2)
    study = compare(labels, scores, method=method, simultaneous=True, resampling=resampling)
    each = compare(labels, scores, method=method, confidence=1 - 0.05 / 6, resampling=resampling)
    for together, alone, plain in zip(
        study.simultaneous, each.comparisons, study.comparisons, strict=True
    ):
        assert together.interval.low == pytest.approx(alone.interval.low, abs=1e-12)
        assert together.interval.high == pytest.approx(alone.interval.high, abs=1e-12)
        assert together.interval.confidence == 0.95
        assert together.interval.low <= plain.interval.low
        assert together.p_value == min(1, 6 * plain.p_value)
    assert "Bonferroni" in study.table("comparisons").title


@pytest.mark.parametrize("kind", MARGIN_TESTS)
def test_margins_of_every_kind_are_adjusted_and_told_by_it(
    labels: NDArray[np.int64], scores: Columns, kind: Any
) -> None:
    study = compare(labels, scores, margin=0.1, margin_test=kind)
    data = PairedScores.from_arrays(labels, scores)
    level = (1 - 0.95) if kind == "equivalence" else (1 - 0.95) / 2
    for test, comparison in zip(study.margin_tests, study.comparisons, strict=True):
        first, second = data[comparison.first], data[comparison.second]
        assert test.result == MARGIN_TESTS[kind](first, second, margin=0.1, level=level)
    assert adjusted(study.margin_tests) == holm([t.result.p_value for t in study.margin_tests])
    frame = study.to_frame("margins")
    assert set(frame["kind"]) == {kind}
    assert frame["shown"].to_list() == [
        t.result.shown and t.adjusted_p_value <= t.result.level for t in study.margin_tests
    ]
    for row, shown in zip(study.table("margins").rows, frame["shown"], strict=True):
        assert row[-1] == ("shown" if shown else "not shown")
    assert any("was shown (one-sided level 0.0" in sentence for sentence in study.sentences())
    assert Study.from_json(study.to_json()) == study


def test_the_method_of_a_margin_is_mover_unless_said(
    labels: NDArray[np.int64], scores: Columns
) -> None:
    def method(**asked: Any) -> str:
        study = compare(labels, scores, margin=0.05, **asked)
        return study.margin_tests[0].result.comparison.method

    assert method() == method(margin_method="mover") == "MOVER beta"
    assert method(margin_method="delong") == "DeLong"
    assert method(method="hanley-mcneil") == method(margin_method="hanley-mcneil")
    with pytest.raises(OptionError, match="no margin method named 'none'"):
        compare(labels, scores, margin=0.05, margin_method="none")
    with pytest.raises(OptionError, match="can only test a difference of 0"):
        compare(labels, scores, margin=0.05, margin_method="permutation")


def test_a_margin_shown_alone_but_not_together_is_not_shown(
    labels: NDArray[np.int64], scores: Columns
) -> None:
    study = compare(labels, scores, margin=0.0176, correction="bonferroni")
    alone = [t.result.shown for t in study.margin_tests]
    together = study.to_frame("margins")["shown"].to_list()
    assert sum(alone) > sum(together)
    two = {name: scores[name] for name in ("forest", "logistic")}
    pair = compare(labels, two, margin=0.02)
    assert str(pair.margin_tests[0].result) in pair.sentences()
    with pytest.raises(OptionError, match="no table named"):
        pair.table("margins")
    far = compare(labels, scores, margin=0.5, margin_test="superiority")
    assert any(each.endswith("for none of 6 pairs.") for each in far.sentences())
    assert far.sentences()[-1].startswith("The data contradict it for ")


def test_margins_say_what_was_shown_what_is_open_and_what_the_data_contradict() -> None:
    data = load_breast_cancer().select(("forest", "logistic", "neighbours", "tree"))
    study = compare(data, reference="forest", margin=0.02)
    assert study.sentences()[-3:] == (
        "Non-inferiority with margin 0.02 was shown (one-sided level 0.025, p adjusted: Holm) "
        "for logistic to forest (p = 0.006).",
        "It was not shown for neighbours to forest (p = 0.079), which does not refute it.",
        "The data contradict it for tree to forest (difference -0.041, 95% CI -0.071 to -0.021).",
    )


def test_one_classifier_is_tested_against_the_null(
    labels: NDArray[np.int64], scores: Columns
) -> None:
    study = compare(labels, {"tree": scores["tree"]}, null=0.6)
    data = PairedScores.from_arrays(labels, scores)
    assert study.comparisons == (delong_null_test(data["tree"], null=0.6),)
    assert study.null_tests == ()
    assert "it is higher than 0.6, p" in study.sentences()[0]
    assert "Difference from AUC 0.6, DeLong beta test" in str(study)
    assert "chance" not in str(study)
    lower = compare(labels, {"tree": scores["tree"]}, null=0.9, alternative="less")
    assert "it is shown to be lower than 0.9" in lower.sentences()[0]
    close = compare(labels, {"tree": scores["tree"]}, null=study.estimates[0].value)
    assert "no difference from 0.73" in close.sentences()[0]


def test_several_classifiers_are_tested_against_the_null_besides(
    labels: NDArray[np.int64], scores: Columns
) -> None:
    study = compare(labels, scores, null=0.75)
    data = PairedScores.from_arrays(labels, scores)
    assert study.comparisons == compare(labels, scores).comparisons
    tests = [t.result for t in study.null_tests]
    assert tests == [delong_null_test(s, null=0.75) for s in data]
    assert adjusted(study.null_tests) == holm([t.p_value for t in tests])
    assert study.to_frame("null")["first"].to_list() == list(scores)
    assert "Against a fixed AUC of 0.75" in str(study)
    words = " ".join(study.sentences())
    assert (
        "AUC higher than 0.75 (p adjusted: Holm): forest (p < 0.001), logistic (p < 0.001) and"
        in words
    )
    assert "No difference from" in words
    greater = compare(labels, scores, null=0.75, alternative="greater", correction="none")
    words = " ".join(greater.sentences())
    assert "AUC shown to be higher than 0.75 (p not adjusted): forest (p < 0.001)" in words
    assert "AUC not shown to be higher than 0.75" in words
    assert "Against chance (AUC 0.5)" in str(compare(labels, scores, null=0.5))
    assert Study.from_json(study.to_json()) == study


def test_caveats_of_several_test_sets_name_the_one_they_mean() -> None:
    rng = np.random.default_rng(0)
    sets = {}
    for name, positives in (("old", 12), ("new", 40)):
        labels = np.repeat([0, 1], [60, positives])
        values = rng.normal(size=len(labels)) + labels
        values[0] = math.nan if name == "new" else values[0]
        sets[name] = (labels, values)
    study = compare(UnpairedScores.from_arrays(sets, missing="drop"))
    told = {caveat.kind: caveat.message for caveat in study.caveats}
    assert told["few_observations"].startswith("old: only 12 positive observations")
    assert told["dropped_rows"] == "new: 1 row with missing values was dropped."
    assert len(study.caveats) == 2
    small = np.repeat([0, 1], [12, 40])
    paired = compare(small, {"a": rng.normal(size=52), "b": rng.normal(size=52)})
    assert str(paired.caveats[0]).startswith("Only 12 negative observations")


def test_a_caveat_that_is_not_for_all_pairs_names_those_it_is_for(
    labels: NDArray[np.int64],
) -> None:
    rng = np.random.default_rng(1)
    sets = {
        "first": (labels, 1.0 * labels),
        "second": (labels, 1.0 * labels),
        "third": (labels, rng.normal(size=300) + labels),
    }
    study = compare(UnpairedScores.from_arrays(sets), method="delong")
    (missing,) = [c for c in study.caveats if c.kind == "no_variance"]
    assert missing.message.startswith("The variance of the difference between first and second is")
    assert missing.about == ("first", "second")
    near = {name: labels + rng.normal(scale=0.2, size=300) for name in ("good", "better")}
    study = compare(labels, {**near, "poor": rng.normal(size=300)}, method="delong")
    (few_errors,) = [c for c in study.caveats if c.kind == "few_errors" and c.about]
    assert few_errors.message.startswith("good - better: with 1")
    assert few_errors.about == ("good", "better")
    unstratified = Resampling(replicates=19, rng=0)
    few = compare(labels, {"a": rng.normal(size=300), "b": rng.normal(size=300),
                           "c": rng.normal(size=300)}, method="bootstrap",
                  resampling=unstratified)  # fmt: skip
    (message,) = [str(c) for c in few.caveats if c.kind == "too_few_replicates"]
    assert message.startswith("19 replicates cannot bound")


def test_many_pairs_are_read_for_the_best_classifier_and_kept_for_all() -> None:
    rng = np.random.default_rng(6)
    labels = rng.integers(0, 2, 200)
    columns = {f"m{i}": rng.normal(size=200) + i / 20 * labels for i in range(30)}
    study = compare(labels, columns, margin=0.02)
    best = max(study.estimates, key=lambda e: e.value).name
    for name in ("comparisons", "margins"):
        table = study.table(name)
        assert len(table.rows) == 29
        assert all(best in row[0].split(" - ") for row in table.rows)
        assert f"29 of 435 pairs with {best}" in table.title
        assert len(study.to_frame(name)) == 435
    assert len(study.comparisons) == 435
    assert any("all 435 are in the JSON" in sentence for sentence in study.sentences())
    assert len(str(study).splitlines()) < 130
    reference = compare(labels, columns, reference="m3")
    assert len(reference.table("comparisons").rows) == 29
    assert "pairs:" not in reference.table("comparisons").title
    ten = compare(labels, {f"m{i}": columns[f"m{i}"] for i in range(10)})
    assert len(ten.table("comparisons").rows) == 45


def test_margins_of_other_estimands_have_a_caveat() -> None:
    data = load_breast_cancer().select(("forest", "tree"))

    def kinds(**asked: Any) -> list[str]:
        return [caveat.kind for caveat in compare(data, **asked).caveats]

    of = "average-precision"
    assert Kind.MARGIN_OF_ESTIMAND in kinds(of=of, margin=0.02)
    assert Kind.MARGIN_OF_ESTIMAND in kinds(of=of, require="forest - tree > -0.02")
    assert Kind.MARGIN_OF_ESTIMAND not in kinds(of=of, require="average-precision(forest) > 0.5")
    assert Kind.MARGIN_OF_ESTIMAND not in kinds(of=of, require="forest - tree > 0")
    assert Kind.MARGIN_OF_ESTIMAND not in kinds(of=of)
    assert Kind.MARGIN_OF_ESTIMAND not in kinds(margin=0.02)
