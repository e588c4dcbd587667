import numpy as np
import pytest

from aucurate_papers.rosset_2004.chi_merge import chi_merge
from aucurate_papers.rosset_2004.naive_bayes import fit_naive_bayes

LABELS = np.array([True, True, True, False, False])
COLOUR = np.array([0, 0, 1, 1, 2])
SHAPE = np.array([0, 1, 0, 1, 1])


def test_by_hand() -> None:
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


def test_same_as_scikit_learn() -> None:
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
