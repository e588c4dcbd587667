"""What a reader of a result must be told."""

import math
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.caveats import Kind
from aucurate.curve.rates import Rate
from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores, Scores
from aucurate.datasets import load_parkinson_voices
from aucurate.inference.auc import delong_test
from aucurate.inference.core import caveats
from aucurate.inference.core.caveats import no_rate_spread, of_rate_values
from aucurate.results import Caveat, Interval


def _kinds(found: list[Caveat]) -> list[str]:
    return [c.kind for c in found]


def _moments(scores: Any, positives: int = 30, negatives: int = 30) -> AucMoments:
    labels = np.repeat([1, 0], [positives, negatives])
    return AucMoments.from_scores(Scores.from_arrays(labels, scores, name="model"))


def test_nothing_to_say_about_ordinary_data() -> None:
    moments = _moments(np.random.default_rng(0).normal(size=60))
    assert caveats.of_one_auc(moments, 0) == []


@pytest.mark.parametrize(("positives", "negatives", "told"), [(19, 20, 1), (20, 19, 1), (5, 5, 2)])
def test_few_observations_in_a_class_are_told(positives: int, negatives: int, told: int) -> None:
    moments = _moments(range(positives + negatives), positives, negatives)
    found = caveats.of_class_sizes(moments)
    assert _kinds(found) == ["few_observations"] * told
    fewest = min(positives, negatives)
    assert f"Only {fewest} " in found[0].message
    assert "fewer than 20" in str(found[0])


def test_one_observation_is_singular() -> None:
    found = caveats.of_class_sizes(_moments(range(31), 1, 30))
    assert found[0].message.startswith("Only 1 positive observation:")


def test_heavy_ties_are_told_with_their_share() -> None:
    scores = np.r_[np.repeat([1, 2, 3], 10), np.repeat([0, 1, 2], 10)]
    found = caveats.of_one_auc(_moments(scores), 0)
    assert _kinds(found) == ["heavy_ties"]
    assert "22.2% of the positive-negative pairs" in found[0].message
    light = np.r_[np.arange(30), np.arange(30)]
    assert caveats.of_one_auc(_moments(light), 0) == []


def test_intervals_without_delongs_variance_tell_heavy_ties_too() -> None:
    scores = np.r_[np.repeat([1, 2, 3], 10), np.repeat([0, 1, 2], 10)]
    found = caveats.of_ranking(_moments(scores), 0, when_perfect="")
    assert _kinds(found) == ["heavy_ties"]
    assert "22.2% of the positive-negative pairs" in found[0].message
    assert _kinds(caveats.of_ranking(_moments(np.ones(60)), 0, when_perfect="")) == [
        "constant_scores"
    ]


def test_perfect_separation_is_told_both_ways() -> None:
    perfect = caveats.of_one_auc(_moments(np.arange(60)[::-1]), 0)
    assert _kinds(perfect) == ["perfect_separation"]
    assert "model separates the classes perfectly:" in perfect[0].message
    reverse = caveats.of_one_auc(_moments(np.arange(60)), 0)
    assert "perfectly, the wrong way round" in reverse[0].message


def test_constant_scores_are_told_once() -> None:
    assert _kinds(caveats.of_one_auc(_moments(np.zeros(60)), 0)) == ["constant_scores"]


def test_a_class_of_one_without_separation_has_no_variance() -> None:
    found = caveats.of_one_auc(_moments([15.5, *range(30)], 1, 30), 0)
    assert _kinds(found) == ["few_observations", "no_variance"]
    assert "the AUC of model" in found[1].message


def test_absurd_names_are_shortened() -> None:
    found = caveats.identical("x" * 500, "line\nbreak")
    assert len(found.message) < 300
    assert "\n" not in found.message


def test_dropped_rows_and_pooled_folds_are_told() -> None:
    labels, scores = [0, 1, 0, 1, 1], [1.0, 2.0, np.nan, 4.0, 5.0]
    one = Scores.from_arrays(labels, scores, missing="drop").observations
    assert [c.message for c in caveats.of_observations(one)] == [
        "1 row with missing values was dropped."
    ]
    two = Scores.from_arrays([*labels, 1], [*scores, np.nan], missing="drop").observations
    assert caveats.of_observations(two)[0].message == "2 rows with missing values were dropped."
    gaps = {"a": scores, "b": [1.0, np.nan, np.nan, 4.0, 5.0], "c": range(5)}
    several = PairedScores.from_arrays(labels, gaps, missing="drop").observations
    assert [c.message for c in caveats.of_observations(several)] == [
        "2 rows with missing values were dropped (missing scores: a 1 and b 2)."
    ]
    plain = Scores.from_arrays(labels, range(5)).observations
    assert caveats.of_observations(plain) == []
    folds = Scores.from_arrays(labels, range(5), folds=[1, 1, 2, 2, 3]).observations
    found = caveats.of_observations(folds)
    assert _kinds(found) == ["pooled_folds"]
    assert "come from 3 folds" in found[0].message
    single = Scores.from_arrays(labels, range(5), folds=["a"] * 5).observations
    assert caveats.of_observations(single) == []


@for_each(
    ("first", "second", "smaller", "told"),
    [
        (0.99, 0.98, 20, True),
        (0.01, 0.02, 20, True),
        (1.0, 1.0, 500, True),
        (0.99, 0.98, 200, False),
        (1.0, 0.8, 20, False),
        (0.5, 0.5, 3, False),
    ],
)
def test_aucs_too_near_one_for_a_test_are_told(
    first: float, second: float, smaller: int, told: bool
) -> None:
    found = caveats.of_nearly_perfect(first, second, smaller)
    assert _kinds(found) == ["nearly_perfect"] * told
    if told:
        assert f"{smaller} observations in the smaller class" in found[0].message


@pytest.mark.parametrize(
    ("sizes", "shift", "words"),
    [
        ((20, 500), 1.9, "default, did so in at most 5%"),
        ((20, 500), 0.5, None),
        ((20, 40), 1.9, "up to 43%"),
        ((20, 40), 4.0, "up to 43%"),
    ],
)
def test_small_test_sets_beside_large_ones_are_told(
    sizes: tuple[int, int], shift: float, words: str | None
) -> None:
    first, second = (
        _moments(np.r_[np.linspace(-2, 2, n) + shift, np.linspace(-2, 2, n)], n, n) for n in sizes
    )
    found = caveats.of_unequal_test_sets(first.aucs[0], second.aucs[0], min(sizes))
    assert _kinds(found) == ["few_errors"] * (words is not None)
    assert words is None or words in found[0].message


def test_observations_in_groups_count_as_those_they_are_worth() -> None:
    first, second = load_parkinson_voices().select(("PPE", "jitter"))
    (found,) = (c for c in delong_test(first, second).caveats if c.kind == Kind.FEW_ERRORS)
    assert found.message.startswith("With the equivalent of 10 independent observations in the ")


# What is told of replicates: what does not exist, what is infinite, what does not vary.


RATIO: Rate = "positive_likelihood_ratio"


def _interval(method: str) -> Interval:
    return Interval(low=0.0, high=1.0, confidence=0.95, method=method)


def test_missing_and_infinite_values_are_counted_apart() -> None:
    values = np.array([1.0, math.nan, math.inf, math.inf, 2.0])
    missing, infinite = of_rate_values(values, RATIO, "forest", "in bag")
    assert (missing.kind, infinite.kind) == ("replicates_without_rate", "infinite_replicates")
    what = "The positive likelihood ratio of forest"
    assert missing.message.startswith(f"{what} is undefined in 1 of 5 replicates (in bag)")
    assert infinite.message.startswith(f"{what} is infinite in 2 of 5 replicates (in bag)")
    assert of_rate_values(np.array([0.5, 1.0]), RATIO, "forest", "in bag") == []


def test_rates_with_the_same_stand_in_are_told_once() -> None:
    exact, other = _interval("Clopper-Pearson"), _interval("logit delta")
    told = no_rate_spread(
        [
            ("sensitivity", exact),
            ("sensitivity", exact),
            ("specificity", exact),
            ("f1", other),
        ],
        "forest",
    )
    assert len(told) == 2
    assert "no variance of the sensitivity and specificity of forest" in told[0].message
    assert "no variance of the F1 of forest" in told[1].message
    assert no_rate_spread([], "forest") == []


def test_a_difference_is_spoken_of_by_where_its_variance_comes_from() -> None:
    words, names = caveats.OF_AUCS, ("forest", "tree")

    def kinds(variances: tuple[float, float], variance: float, alike: bool) -> list[str]:
        found = words.of_difference(names, variances, variance, alike=alike)
        return [caveat.kind for caveat in found]

    assert kinds((0.1, 0.2), 0.1, False) == []
    assert kinds((0.0, 0.2), 0.2, False) == ["lone_variance"]
    assert kinds((float("nan"), 0.2), 0.2, False) == []
    assert kinds((0.1, 0.1), 0.0, True) == ["identical_ranking"]
    assert kinds((0.0, 0.0), 0.0, False) == ["no_variance"]
    assert kinds((0.0, 0.0), float("nan"), False) == ["no_variance"]
    (lone,) = words.of_difference(names, (0.1, 0.0), 0.1)
    assert lone.message.startswith("The AUC of tree shows no variance here")
    assert lone.about == ("tree",)
    (missing,) = words.of_difference(names, (0.0, 0.0), 0.0)
    assert missing.message.startswith("The variance of the difference between forest and tree is")
    assert missing.about == names
