"""The figures draw the numbers of the tables, and nothing else."""

from pathlib import Path

import numpy as np
import pytest

from aucurate.plots.figure import rendered
from aucurate_papers.rosset_2004.right_choice import (
    dependence_figure,
    point_of,
    row_of,
    size_figure,
)
from aucurate_papers.running import Run

pytest.importorskip("matplotlib")


def test_the_lines_are_the_exact_probabilities(tmp_path: Path) -> None:
    run = Run(cache=tmp_path)
    rows = [row_of(run, n, q, share, 200) for q in (0.2, 0.3) for n in (20, 30) for share in (0, 1)]
    figure = dependence_figure(rows)
    left, right = figure.axes
    assert (left.get_title(loc="left"), right.get_title(loc="left")) == ("q2 = 0.2", "q2 = 0.3")
    drawn = [np.asarray(line.get_ydata()).tolist() for line in left.get_lines()]
    assert [row.auc_phi for row in rows if (row.n, row.second_probability) == (30, 0.2)] in drawn
    assert [
        row.simulated.auc.share for row in rows if (row.n, row.second_probability) == (20, 0.2)
    ] in drawn
    assert rendered(figure, "svg") == rendered(dependence_figure(rows), "svg")


def test_both_criteria_are_drawn_against_the_size(tmp_path: Path) -> None:
    run = Run(cache=tmp_path)
    points = [point_of(run, n, 0.3, 200) for n in (10, 12, 25)]
    figure = size_figure(points)
    (axes,) = figure.axes
    drawn = [np.asarray(line.get_ydata()).tolist() for line in axes.get_lines()]
    assert [point.auc_phi for point in points] in drawn
    assert [point.error_phi for point in points] in drawn
    assert [found.error.share for point in points if (found := point.simulated)] in drawn
    assert axes.get_xscale() == "log"
