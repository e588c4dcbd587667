"""The loader, the folds and the part of the page of section 4.3, on made-up digits.

With AUCURATE_PAPERS=1 and the data also the real thing.
"""

import gzip
import importlib.util
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aucurate.errors import MissingExtraError, TableError
from aucurate.reproductions.paclik_2010 import Paclik2010Digits, reproduce_digits
from aucurate.reproductions.paclik_2010.digit_draws import DigitDraw
from papers import paclik_2010 as page
from papers import paclik_2010_digits as paper

HAS_LEARNERS = importlib.util.find_spec("sklearn") is not None
needs_learners = pytest.mark.skipif(
    not HAS_LEARNERS, reason="scikit-learn is not installed (extra 'papers')"
)
HEADER = ",".join([*(f"mor{at}" for at in range(1, 7)), "digit"])


def _table(each: int = 100, digits: tuple[int, ...] = (2, 3, 5, 7)) -> str:
    rng = np.random.default_rng(0)
    rows = [HEADER]
    for digit in digits:
        found = rng.normal(size=(each, 6)) * [1, 1, 1, 10, 1, 900] + digit * np.array(
            [0.3, 0.2, 0.4, 5, 0.2, 500]
        )
        rows += [",".join(f"{value:.6f}" for value in row) + f",{digit}" for row in found]
    return "\n".join(rows) + "\n"


def _folder(path: Path, text: str) -> Path:
    (path / paper.FILE).write_bytes(gzip.compress(text.encode()))
    return path


@pytest.fixture(scope="module")
def digits(tmp_path_factory: pytest.TempPathFactory) -> paper.Digits:
    return paper.load(_folder(tmp_path_factory.mktemp("mfeat"), _table()))


@pytest.fixture(scope="module")
def study(digits: paper.Digits) -> Paclik2010Digits:
    rng = np.random.default_rng(0)
    three = digits.only(("2", "3", "5"))
    folds = paper.figure_folds(digits, 0)
    repeat = paper.outer_folds(three, paper.RAW, rng, folds=2)
    draws = [DigitDraw(paper.RAW, 100, folds[paper.RAW])] * 2
    return reproduce_digits(folds, draws, {paper.RAW: [repeat, repeat]})


def test_the_digits_are_read_and_taken_in_their_order(digits: paper.Digits) -> None:
    assert digits.kinds == ("digit 2", "digit 3", "digit 5", "digit 7")
    three = digits.only(("2", "3", "5"))
    assert three.features.shape == (300, 6)
    assert three.first(2).tolist() == [0, 1, 100, 101, 200, 201]
    drawn = three.drawn(50, np.random.default_rng(1))
    assert len(set(drawn.tolist())) == 150
    assert np.unique(three.labels[drawn], return_counts=True)[1].tolist() == [50] * 3
    assert len(three.drawn(1000, np.random.default_rng(1))) == 300


def test_what_is_not_there_is_named_with_a_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(TableError, match=r"no 'mfeat-mor\.csv\.gz' in the folder .*\n.*--data"):
        paper.load(tmp_path)
    with pytest.raises(TableError, match="has no column 'digit'"):
        paper.load(_folder(tmp_path, "a,b\n1,2\n"))
    with pytest.raises(TableError, match="99, 99 and 99 observations of the digits 2, 3 and 5"):
        paper.load(_folder(tmp_path, _table(99)))
    monkeypatch.setenv("AUCURATE_DATA", str(tmp_path))
    assert paper.default_folder() == tmp_path / "mfeat"
    assert page.main(["--draws", "2", "--data", str(tmp_path / "nowhere")]) == 2
    assert "--without-digits" in capsys.readouterr().err


@pytest.mark.skipif(HAS_LEARNERS, reason="scikit-learn is installed")
def test_without_scikit_learn_the_extra_is_named() -> None:
    with pytest.raises(MissingExtraError, match=r"aucurate\[papers\]"):
        paper.learner(paper.RAW)


@needs_learners
def test_the_figure_has_stratified_folds_and_both_scalings(digits: paper.Digits) -> None:
    folds = paper.figure_folds(digits, 0)
    assert list(folds) == [paper.RAW, paper.STANDARDISED]
    raw, scaled = folds.values()
    assert raw.classes == ("digit 2", "digit 3", "digit 5")
    assert raw.counts_by_fold.tolist() == [[10, 10, 10]] * 10
    np.testing.assert_array_equal(raw.folds, scaled.folds)
    np.testing.assert_array_equal(raw.rows, scaled.rows)
    assert not np.allclose(raw.values, scaled.values)


@needs_learners
def test_an_outer_fold_was_not_seen(digits: paper.Digits) -> None:
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


@needs_learners
def test_the_page_has_part_two_with_its_figures(
    study: Paclik2010Digits,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    _folder(tmp_path, _table())
    asked: dict[str, object] = {}

    def made(_digits: paper.Digits, **said: object) -> Paclik2010Digits:
        asked.update(said)
        return study

    monkeypatch.setattr(paper, "study_of", made)
    out = tmp_path / "paclik-2010.md"
    words = ["--draws", "2", "--digit-draws", "3", "--repeats", "4", "--data", str(tmp_path)]
    assert page.main([*words, "--out", str(out)]) == 0
    assert asked == {"rng": 0, "draws": 3, "repeats": 4}
    assert "in Fig. 3, with raw features" in capsys.readouterr().out
    text = out.read_text(encoding="utf-8")
    assert text.startswith("# Paclík, Lai, Novovičová and Duin (2010): Figs. 1 to 3\n")
    assert "scikit-learn" in text.split("\n")[2]
    for name in paper.SCALINGS.values():
        assert f"(paclik-2010/{name}.svg)" in text
        picture = (tmp_path / "paclik-2010" / f"{name}.svg").read_text(encoding="utf-8")
        assert "error of digit 2" in picture
    assert "The conclusion to confirm: With 100 observations per class" in text
    assert "Assumed where the paper is silent" in text
    assert "**Figure 3: the chosen point" in text
    assert page.main(words) == 0
    assert "Figure 3: the chosen point" in capsys.readouterr().out


def test_too_few_repeats_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        page.main(["--repeats", "1"])
    assert "a whole number from 2 is wanted" in capsys.readouterr().err


@needs_learners
def test_everything_is_drawn_as_asked(
    digits: paper.Digits, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, Any] = {}

    def counted(folds: Any, draws: Any, repeats: Any, **said: Any) -> None:
        many = {name: len(list(some)) for name, some in repeats.items()}
        asked.update(folds=folds, draws=list(draws), repeats=many, **said)

    monkeypatch.setattr(paper, "reproduce_digits", counted)
    monkeypatch.setattr(paper, "outer_folds", lambda *_: [])
    paper.study_of(digits, rng=1, draws=2, repeats=8)
    folds, draws, repeats = asked["folds"], asked["draws"], asked["repeats"]
    assert list(folds) == list(paper.SCALINGS)
    assert [(one.scaling, one.per_class) for one in draws][::2] == [
        (scaling, size) for scaling in paper.SCALINGS for size in paper.SIZES
    ]
    assert repeats == {paper.RAW: 8, paper.STANDARDISED: 8, "raw features, 4 digits": 2}
    assert asked["rng"] == 1


@pytest.mark.skipif(
    os.environ.get("AUCURATE_PAPERS") != "1", reason="trains models; AUCURATE_PAPERS=1 runs it"
)
@needs_learners
@pytest.mark.skipif(not (paper.default_folder() / paper.FILE).is_file(), reason="no mfeat")
def test_the_digits_show_what_the_page_says() -> None:
    digits = paper.load(paper.default_folder())
    assert np.unique(digits.labels, return_counts=True)[1].tolist() == [200] * 10
    folds = paper.figure_folds(digits, 0)
    study = reproduce_digits(folds, [], {})
    for figure in study.figures:
        assert 0 < len(figure.neighbourhood.points) < len(figure.neighbourhood.weights) - 1
        assert figure.last_step < figure.different / 5
    assert max(one.mean for one in study.figures[0].errors) == pytest.approx(0.28)
