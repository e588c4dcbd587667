"""The loader of the digits, on made-up tables.

The algorithm
-------------
The folds of the algorithm of section 4.3, on made-up digits.

With AUCURATE_PAPERS=1 and the data also the real thing.
"""

import importlib.util
import os
import sys
from pathlib import Path

import numpy as np
import pytest
from papers.tests.paclik_2010.made_up_digits import HEADER, table, written

from aucurate.errors import MissingExtraError, TableError
from aucurate_papers.paclik_2010 import mfeat
from aucurate_papers.paclik_2010 import mfeat as paper
from aucurate_papers.paclik_2010.mfeat import FILE, FOLDER, Digits, load
from aucurate_papers.paclik_2010.study import reproduce_digits
from aucurate_papers.running import default_data


def test_the_digits_are_read_and_taken_in_their_order(tmp_path: Path) -> None:
    digits = mfeat.load(written(tmp_path, table()))
    assert digits.kinds == ("digit 2", "digit 3", "digit 5", "digit 7")
    three = digits.only(("2", "3", "5"))
    assert three.features.shape == (300, 6)
    assert three.first(2).tolist() == [0, 1, 100, 101, 200, 201]
    drawn = three.drawn(50, np.random.default_rng(1))
    assert len(set(drawn.tolist())) == 150
    assert np.unique(three.labels[drawn], return_counts=True)[1].tolist() == [50] * 3
    assert len(three.drawn(1000, np.random.default_rng(1))) == 300
    assert three.digest == digits.digest
    assert mfeat.load(written(tmp_path, table())).digest == digits.digest
    assert mfeat.load(written(tmp_path, table(101))).digest != digits.digest


def test_the_file_of_uci_is_read_as_well(tmp_path: Path) -> None:
    features = np.random.default_rng(0).normal(size=(2000, 6))
    np.savetxt(tmp_path / mfeat.PLAIN_FILE, features)
    found = mfeat.load(tmp_path)
    assert len(found.kinds) == 10
    np.testing.assert_allclose(found.features, features)
    assert found.labels[[0, 199, 200, 1999]].tolist() == ["digit 0"] * 2 + ["digit 1", "digit 9"]
    np.savetxt(tmp_path / mfeat.PLAIN_FILE, features[:1999])
    with pytest.raises(TableError, match="it has 1999 lines of 6 numbers"):
        mfeat.load(tmp_path)
    (tmp_path / mfeat.PLAIN_FILE).write_text("1 2\n3 four\n", encoding="utf-8")
    with pytest.raises(TableError, match="cannot be read as numbers"):
        mfeat.load(tmp_path)


def test_what_is_not_there_is_named_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"neither 'mfeat-mor\.csv\.gz' nor .*\n.*--data"):
        mfeat.load(tmp_path)
    with pytest.raises(TableError, match="has no column 'digit'"):
        mfeat.load(written(tmp_path, "a,b\n1,2\n"))
    with pytest.raises(TableError, match="99, 99 and 99 observations of the digits 2, 3 and 5"):
        mfeat.load(written(tmp_path, table(99)))
    with pytest.raises(TableError, match="it has missing values"):
        mfeat.load(written(tmp_path, f"{HEADER}\n1,2,3,4,5,,2\n"))
    with pytest.raises(TableError, match="it has words in it"):
        mfeat.load(written(tmp_path, f"{HEADER}\n1,2,3,4,5,six,2\n"))


needs_learners = pytest.mark.skipif(
    importlib.util.find_spec("sklearn") is None,
    reason="scikit-learn is not installed (extra 'papers')",
)


@pytest.fixture(scope="module")
def digits(tmp_path_factory: pytest.TempPathFactory) -> Digits:
    return load(written(tmp_path_factory.mktemp("mfeat"), table()))


def test_without_scikit_learn_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.decomposition", None)
    with pytest.raises(MissingExtraError, match=r"aucurate\[papers\]"):
        paper.learner(paper.RAW)


@needs_learners
def test_the_figure_has_stratified_folds_and_both_scalings(digits: Digits) -> None:
    folds = paper.figure_folds(digits, 0)
    assert list(folds) == [paper.RAW, paper.STANDARDISED]
    raw, scaled = folds.values()
    assert raw.classes == ("digit 2", "digit 3", "digit 5")
    assert raw.counts_by_fold.tolist() == [[10, 10, 10]] * 10
    np.testing.assert_array_equal(raw.folds, scaled.folds)
    np.testing.assert_array_equal(raw.rows, scaled.rows)
    assert not np.allclose(raw.values, scaled.values)


@needs_learners
def test_a_draw_is_its_own_whatever_was_drawn_before(digits: Digits) -> None:
    one = paper.digit_draw(digits, paper.RAW, 50, 1, 7)
    assert (one.scaling, one.per_class, one.data.pooled().counts) == (paper.RAW, 50, (50,) * 4)
    again = paper.digit_draw(digits, paper.RAW, 50, 1, 7)
    np.testing.assert_array_equal(one.data.values, again.data.values)
    other = paper.digit_draw(digits, paper.RAW, 50, 2, 7)
    assert not np.allclose(one.data.values, other.data.values)


@needs_learners
def test_an_outer_fold_was_not_seen(digits: Digits) -> None:
    three = digits.only(("2", "3", "5"))
    first, second = paper.outer_folds(three, paper.RAW, np.random.default_rng(3), folds=2)
    for fold in (first, second):
        assert fold.inner.classes == fold.outer.classes == ("digit 2", "digit 3", "digit 5")
        assert fold.inner.counts == fold.outer.counts == (50, 50, 50)
    # What is outside of one fold is what the other was fitted to.
    rows = np.random.default_rng(3)
    drawn = rows.permutation(three.drawn(100, rows))
    labels = three.labels[drawn]
    fold_of = np.empty(len(drawn), int)
    for kind in three.kinds:
        fold_of[labels == kind] = np.arange(100) % 2
    seen, left = drawn[fold_of != 0], drawn[fold_of == 0]
    fitted = paper.learner(paper.RAW).fit(three.features[seen], three.labels[seen])
    expected = fitted.predict_proba(three.features[left])
    np.testing.assert_allclose(first.outer.values.T, expected)


@pytest.mark.skipif(
    os.environ.get("AUCURATE_PAPERS") != "1", reason="trains models; AUCURATE_PAPERS=1 runs it"
)
@needs_learners
@pytest.mark.skipif(not (default_data() / FOLDER / FILE).is_file(), reason="no mfeat")
def test_the_digits_show_what_the_page_says() -> None:
    digits = load(Path(default_data() / FOLDER))
    assert np.unique(digits.labels, return_counts=True)[1].tolist() == [200] * 10
    study = reproduce_digits(paper.figure_folds(digits, 0), [], {})
    for figure in study.point_sets:
        assert 0 < len(figure.printed.points) < len(figure.printed.weights) - 1
        assert figure.last_step < figure.different / 5
    assert max(one.mean for one in study.point_sets[0].errors) == pytest.approx(0.28)
