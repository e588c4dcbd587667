from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import chi2, chi2_contingency

from aucurate_papers.rosset_2004 import learners
from aucurate_papers.rosset_2004.learners import (
    chi_merge,
    chi_square,
    fit_naive_bayes,
    neighbour_shares,
)

LABELS = np.array([True, True, True, False, False])
COLOUR = np.array([0, 0, 1, 1, 2])
SHAPE = np.array([0, 1, 0, 1, 1])


def test_naive_bayes_by_hand() -> None:
    """Colour 1, shape 1: positive 4/7 * 2/6 * 2/5, negative 3/7 * 2/5 * 3/4."""
    model = fit_naive_bayes([COLOUR, SHAPE], LABELS)
    positive = 4 / 7 * 2 / 6 * 2 / 5
    negative = 3 / 7 * 2 / 5 * 3 / 4
    found = model.scores([np.array([1]), np.array([1])])
    assert found[0] == pytest.approx(positive / (positive + negative), rel=1e-12)


def test_unseen_values_say_nothing() -> None:
    model = fit_naive_bayes([np.where(COLOUR == 1, 5, COLOUR), SHAPE], LABELS)
    assert model.scores([np.array([3, 9]), np.array([7, 7])]) == pytest.approx([4 / 7, 4 / 7])


def test_numbers_are_cut_into_intervals() -> None:
    rng = np.random.default_rng(0)
    values = rng.random(400)
    labels = rng.random(400) < values
    model = fit_naive_bayes([values], labels)
    cuts = chi_merge(values, labels)
    inside = np.searchsorted(cuts, values, side="right") == 1
    wanted = (inside & labels).sum() + 1, (inside & ~labels).sum() + 1
    at_prior = [labels.sum() + 1, (~labels).sum() + 1]
    each = [labels.sum() + len(cuts) + 1, (~labels).sum() + len(cuts) + 1]
    parts = [w / e * p for w, e, p in zip(wanted, each, at_prior, strict=True)]
    score = model.scores([values[inside]])
    assert score == pytest.approx(np.full(inside.sum(), parts[0] / sum(parts)), rel=1e-12)


def test_naive_bayes_same_as_scikit_learn() -> None:
    bayes = pytest.importorskip("sklearn.naive_bayes")
    rng = np.random.default_rng(0)
    codes = rng.integers(4, size=(300, 3))
    labels = rng.random(300) < codes.sum(axis=1) / 12
    odds = np.array([(~labels).sum() + 1, labels.sum() + 1]) / 302
    theirs = bayes.CategoricalNB(class_prior=odds).fit(codes, labels).predict_proba(codes)[:, 1]
    ours = fit_naive_bayes(list(codes.T), labels).scores(list(codes.T))
    assert ours == pytest.approx(theirs, rel=1e-10)


def test_first_variables_only() -> None:
    whole = fit_naive_bayes([COLOUR, SHAPE], LABELS)
    alone = whole.of_first(1)
    expected = fit_naive_bayes([COLOUR], LABELS).scores([COLOUR])
    assert alone.scores([COLOUR]).tolist() == expected.tolist()


def test_one_class_is_no_error() -> None:
    model = fit_naive_bayes([COLOUR], np.ones(5, bool))
    assert np.all(np.isfinite(model.scores([COLOUR])))


def test_statistic_is_that_of_scipy() -> None:
    for first, second in (((3, 5), (9, 2)), ((1, 4), (4, 1)), ((10, 20), (30, 5))):
        expected = chi2_contingency([first, second], correction=False).statistic
        assert chi_square(first, second) == pytest.approx(expected, rel=1e-12)


def test_chi_merge_by_hand() -> None:
    """Values 1 to 8 with labels - - - + + - + +.

    Equal neighbours merge first (statistic 0): (0, 3) (2, 0) (0, 1) (2, 0) as (positives,
    negatives). Their statistics are 5, 3, 3: the left 3 goes first and gives (0, 3) (2, 1) (2, 0),
    with 3 and 20/24 = 0.83 ... The latter goes: (0, 3) (4, 1), with 8 * 12^2 / (3 * 5 * 4 * 4) =
    4.8, which exceeds 3.84 but not 6.63.
    """
    values = np.arange(1.0, 9)
    labels = np.array([0, 0, 0, 1, 1, 0, 1, 1], bool)
    assert chi_square((0, 3), (4, 1)) == pytest.approx(4.8)
    assert chi_merge(values, labels, level=0.05).tolist() == [3.5]
    assert chi_merge(values, labels, level=0.01).tolist() == []


def definition(
    values: NDArray[np.float64], labels: NDArray[np.bool_], level: float, most: int | None
) -> list[float]:
    """All pairs looked at again after every merge, in exact fractions."""
    intervals = [[value] for value in sorted(set(values.tolist()))]

    def counts(interval: list[float]) -> tuple[int, int]:
        inside = np.isin(values, interval)
        return int((inside & labels).sum()), int((inside & ~labels).sum())

    def statistic(left: list[float], right: list[float]) -> Fraction:
        table = [counts(left), counts(right)]
        total = sum(map(sum, table))
        found = Fraction(0)
        for row in table:
            for column in range(2):
                expected = Fraction(sum(row) * sum(one[column] for one in table), total)
                if expected:
                    found += (row[column] - expected) ** 2 / expected
        return found

    while len(intervals) > 1:
        found = [statistic(a, b) for a, b in pairwise(intervals)]
        smallest = min(found)
        if smallest > chi2.ppf(1 - level, 1) and (most is None or len(intervals) <= most):
            break
        at = found.index(smallest)
        intervals[at : at + 2] = [intervals[at] + intervals[at + 1]]
    return [(a[-1] + b[0]) / 2 for a, b in pairwise(intervals)]


@pytest.mark.parametrize("most", [None, 3])
@pytest.mark.parametrize("level", [0.1, 0.05, 0.01])
def test_definition(level: float, most: int | None) -> None:
    rng = np.random.default_rng(0)
    for distinct in (1, 2, 15, 40):
        values = rng.integers(distinct, size=60).astype(float)
        labels = rng.random(60) < 0.2 + 0.6 * values / distinct
        found = chi_merge(values, labels, level=level, most=most).tolist()
        assert found == definition(values, labels, level, most)


def test_one_class_has_one_interval() -> None:
    assert chi_merge(np.arange(10.0), np.ones(10, bool)).tolist() == []


def test_most_limits_the_intervals() -> None:
    rng = np.random.default_rng(1)
    values = rng.random(500)
    labels = rng.random(500) < values
    assert len(chi_merge(values, labels, most=None)) > 9
    assert len(chi_merge(values, labels)) <= 9


def test_neighbours_same_as_scikit_learn() -> None:
    theirs = pytest.importorskip("sklearn.neighbors").KNeighborsClassifier
    rng = np.random.default_rng(0)
    trained, new = rng.random((200, 3)), rng.random((250, 3))
    labels = rng.random(200) < trained[:, 0]
    ours = neighbour_shares(trained, labels, new, (10, 1, 50))
    for row, count in zip(ours, (10, 1, 50), strict=True):
        expected = theirs(n_neighbors=count, algorithm="brute").fit(trained, labels)
        assert row == pytest.approx(expected.predict_proba(new)[:, 1])


def test_definition_and_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learners, "BLOCK", 7)
    rng = np.random.default_rng(1)
    trained, new = rng.normal(size=(30, 2)), rng.normal(size=(20, 2))
    labels = rng.random(30) < 0.5
    found = neighbour_shares(trained, labels, new, (4,))[0]
    for at, one in enumerate(new):
        nearest = np.argsort(np.hypot(*(trained - one).T))[:4]
        assert found[at] == pytest.approx(labels[nearest].mean())


def test_equal_distances_share_the_last_places() -> None:
    trained = np.array([[0.0], [1.0], [-1.0], [5.0]])
    labels = np.array([True, True, False, False])
    assert neighbour_shares(trained, labels, np.array([[0.0]]), (2,)).tolist() == [[0.75]]


def test_all_neighbours_are_the_prevalence() -> None:
    trained, labels = np.arange(5.0)[:, None], np.array([1, 1, 0, 0, 0], bool)
    assert neighbour_shares(trained, labels, trained, (5,)) == pytest.approx(0.4)
