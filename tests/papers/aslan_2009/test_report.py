"""The page of the reproduction: its figures are drawn, its links lead to them."""

import re
from pathlib import Path

import numpy as np
import pytest

from aucurate.data.folds import FoldScores
from aucurate.reproductions.aslan_2009 import reproduce
from aucurate.reproductions.aslan_2009.printed import ALGORITHMS
from papers.aslan_2009 import report

pytest.importorskip("matplotlib")
PAGE = Path(__file__).parents[3] / "docs" / "papers" / "aslan-2009.md"


def _scores() -> FoldScores:
    rng, size, models = np.random.default_rng(0), 60, 5
    labels = np.arange(size) % 2
    worth = {name: 1.0 + at for at, name in enumerate(ALGORITHMS)}
    drawn = {n: w * labels + rng.normal(size=(models, size)) for n, w in worth.items()}
    return FoldScores.from_arrays(
        np.tile(labels, models),
        {name: 1 / (1 + np.exp(-values.ravel())) for name, values in drawn.items()},
        folds=np.repeat(np.arange(models), size),
        observations=np.tile(np.arange(size), models),
    )


def test_the_figures_of_the_pairs_that_are_there(tmp_path: Path) -> None:
    data = {"ada": _scores()}
    study = reproduce(data)
    made = report.draw(study, data, tmp_path / "")
    shown = {name for name, _ in made}
    assert {Path(name).name for name in shown} >= {"figure-6-ada.svg", "figure-7-ada.svg"}
    text = (tmp_path / "figure-6-ada.svg").read_text(encoding="utf-8")
    assert "Cortes-Mohri" in text
    told = {
        "programs": {"Python": "3"},
        "rng": 0,
        "seconds": 7200.0,
        "sets": {},
    }
    page = report.page(study, told, made)
    assert "![Fig. 6](" in page
    assert "2.0 hours of one core" in page


def test_the_committed_page_has_its_figures() -> None:
    text = PAGE.read_text(encoding="utf-8")
    links = re.findall(r"\]\((aslan-2009/[^)]+\.svg)\)", text)
    assert len(links) >= 6
    for link in links:
        assert (PAGE.parent / link).is_file()
    assert "| printed | 15 | 150 | 1 | 10 | 9 | 130 |" in text
