"""Equal AUCs and equal differences over subgroups: pROC, definitions, groups that straddle."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from tests.loops import for_each

from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import OptionError, UnsupportedError
from aucurate.inference.auc import mover
from aucurate.inference.auc.delong import AucComponents
from aucurate.inference.auc.subgroups import (
    Division,
    Part,
    equal_auc_test,
    equal_difference_test,
)
from aucurate.inference.core.contrasts import Question
from aucurate.inference.core.homogeneity import (
    correlations_of,
    least_chi_square,
    of_difference,
    of_estimate,
)

GOLD = Path(__file__).parents[2] / "gold"
DATA: dict[str, Any] = json.loads((GOLD / "datasets.json").read_text())["binary"]
PROC: dict[str, Any] = json.loads((GOLD / "proc" / "delong.json").read_text())
RNG = np.random.default_rng(3)
N = 300
LABELS = RNG.integers(0, 2, N)
SITES = np.arange(N) % 3
COMMON = RNG.normal(size=N)
A = COMMON + RNG.normal(size=N) + 1.5 * LABELS
B = COMMON + RNG.normal(size=N) + 0.8 * LABELS
PAIR = PairedScores.from_arrays(LABELS, {"a": A, "b": B}, by={"site": SITES})


def _whole(labels: Any, scores: Any) -> AucComponents:
    return AucComponents.of(AucMoments.from_scores(Scores.from_arrays(labels, scores)))


@for_each("pair", [each for each in PROC["unpaired"] if "perfect" not in each["first"]])
def test_of_two_subgroups_on_walds_scale_it_is_the_square_of_procs_unpaired_statistic(
    pair: dict[str, Any],
) -> None:
    both = [_whole(DATA[pair[name]]["y"], DATA[pair[name]]["a"]) for name in ("first", "second")]
    statistic, _ = least_chi_square([of_estimate(each, 0, "wald") for each in both])
    assert statistic == pytest.approx(pair["two.sided"]["statistic"] ** 2, rel=1e-6)


def test_the_deviates_are_those_of_the_interval_and_of_the_paired_tests() -> None:
    whole = AucComponents.of(AucMoments.from_scores(PAIR))
    interval = whole.interval(0, "beta", 0.95)
    own = of_estimate(whole, 0, "beta")
    assert own.deviate(interval.low) == pytest.approx(1.959964, rel=1e-5)
    assert own.deviate(interval.high) == pytest.approx(-1.959964, rel=1e-5)
    compared = whole.test(whole.paired(0, 1), Question("two-sided", 0.0, 0.95))
    assert of_difference(whole, 0, 1).deviate(compared.interval.low) == pytest.approx(
        1.959964, rel=1e-5
    )
    for null in (-0.1, 0.0, 0.2):
        asked = Question("greater", null, 0.95)
        above = mover.compared_places(whole, 0, 1, asked).p_value
        assert mover.own_test(whole, 0, 1).tails(null)[0] == pytest.approx(above, rel=1e-9)


def test_a_column_is_named_or_given() -> None:
    first, second = PAIR
    assert equal_auc_test(first, by="site") == equal_auc_test(first, by={"site": SITES})
    named = equal_difference_test(first, second, by="site")
    assert named == equal_difference_test(first, second, by={"site": SITES})
    assert named.degrees_of_freedom == 2
    assert named.names == ("a", "b")
    with pytest.raises(OptionError, match="'sex'"):
        equal_auc_test(first, by="sex")
    with pytest.raises(OptionError, match="one column"):
        equal_auc_test(first, by={"site": SITES, "other": SITES})
    with pytest.raises(UnsupportedError, match="fewer than two"):
        equal_auc_test(first, by=LABELS)
    with pytest.raises(UnsupportedError, match="same observations"):
        equal_difference_test(Scores.from_arrays(LABELS, A), second, by=SITES)


def test_a_column_in_another_order_is_matched_by_its_index() -> None:
    labels = pd.Series(LABELS, index=np.arange(len(LABELS)) + 1000)
    moved = pd.Series(SITES, index=labels.index, name="site").sample(frac=1, random_state=1)
    assert not np.array_equal(moved, SITES)
    first, _ = PAIR
    expected = equal_auc_test(first, by="site"), equal_difference_test(*PAIR, by="site")
    arrays: Any = equal_auc_test, equal_difference_test
    for by in (moved, moved.to_frame(), {"site": moved}):
        for test, columns, whole in zip(arrays, ([A], [A, B]), expected, strict=True):
            found = test(labels, *columns, by=by)
            assert found.p_value == pytest.approx(whole.p_value, rel=1e-12)
    with_gap = np.append(A, np.nan), np.append(LABELS, 1), np.append(SITES, SITES[0])
    dropped = arrays[0](with_gap[1], with_gap[0], by=with_gap[2], missing="drop")
    assert dropped.p_value == pytest.approx(expected[0].p_value, rel=1e-12)


def test_a_real_difference_is_found_and_equal_subgroups_are_not_told_apart() -> None:
    differs = np.where(SITES == 0, A + 2.5 * LABELS, A)
    assert equal_auc_test(Scores.from_arrays(LABELS, differs), by=SITES).p_value < 0.001
    data = PairedScores.from_arrays(LABELS, {"a": differs, "b": B})
    assert equal_difference_test(data["a"], data["b"], by=SITES).p_value < 0.001
    twice = Scores.from_arrays(np.tile(LABELS, 2), np.tile(A, 2))
    assert equal_auc_test(twice, by=np.repeat([0, 1], N)).p_value == 1


def test_perfect_separation_and_one_positive_take_part() -> None:
    labels = np.concatenate([LABELS, [0, 0, 0, 1]])
    perfect = np.where(SITES == 0, 10.0 * LABELS, A)
    scores = Scores.from_arrays(labels, np.concatenate([perfect, [1.0, 2.0, 3.0, 2.5]]))
    found = equal_auc_test(scores, by=np.concatenate([SITES, [3] * 4]))
    assert found.degrees_of_freedom == 3
    assert 0 < found.p_value < 0.01


def test_patients_in_several_subgroups_are_correlated() -> None:
    patients = np.arange(N) // 3  # one observation in every site
    labels = np.repeat(np.arange(N // 3) % 2, 3)
    own = np.repeat(np.random.default_rng(1).normal(size=N // 3), 3)
    scores = labels + own + 0.3 * RNG.normal(size=N)
    grouped = PairedScores.from_arrays(labels, {"a": scores, "b": -scores}, groups=patients)
    plain = PairedScores.from_arrays(labels, {"a": scores, "b": -scores})
    with_groups, without = (equal_auc_test(each["a"], by=SITES) for each in (grouped, plain))
    assert with_groups.p_value < without.p_value
    assert {caveat.kind for caveat in with_groups.caveats} == {"straddling_groups"}
    assert (
        equal_difference_test(grouped["a"], grouped["b"], by=SITES).p_value
        < equal_difference_test(plain["a"], plain["b"], by=SITES).p_value
    )
    within = PairedScores.from_arrays(labels, {"a": scores}, groups=SITES * N + patients // 2)
    assert not equal_auc_test(within["a"], by=SITES).caveats


def test_the_correlation_of_two_aucs_is_that_of_the_placements_of_patients() -> None:
    """The definition: what each patient adds to either AUC, by a double loop."""
    patients = np.arange(N) // 3
    labels = np.repeat(np.arange(N // 3) % 2, 3)
    scores = labels + np.repeat(RNG.normal(size=N // 3), 3) + 0.5 * RNG.normal(size=N)
    data = PairedScores.from_arrays(labels, {"a": scores}, groups=patients, by={"site": SITES})
    division = Division.of(data, data.observations.subgroups[0])
    parts, added = [], []
    for member in division.members:
        whole = AucComponents.of(AucMoments.from_scores(member.data))
        parts.append(Part(member, whole, (0,)))
        own = member.data.values[0]
        positive = member.data.observations.is_positive
        x, z = own[positive], own[~positive]
        wins = (x[:, None] > z[None]) + 0.5 * (x[:, None] == z[None])
        adds = np.zeros(N // 3)
        assert member.groups is not None
        adds[member.groups[positive]] += (wins.mean(axis=1) - wins.mean()) / len(x)
        adds[member.groups[~positive]] += (wins.mean(axis=0) - wins.mean()) / len(z)
        added.append(adds)
    found = correlations_of([part.totals(division.n_groups) for part in parts])
    count = N // 3
    covariance = count / (count - 1) * float(added[0] @ added[1])
    scale = np.sqrt(parts[0].whole.variance(0) * parts[1].whole.variance(0))
    assert found[0, 1] == pytest.approx(covariance / scale, rel=1e-9)
    assert 0.3 < found[0, 1] < 1
