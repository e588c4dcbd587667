import numpy as np
import pytest

from aucurate_papers.rosset_2004.selection.criteria import naive_bayes_world
from aucurate_papers.rosset_2004.selection.trade_off import (
    Curve,
    Panel,
    choice_by_size,
    judging,
    right_choices,
    state_of,
    trade_off_figure,
)

GAPS, ERRORS = np.linspace(0.001, 0.03, 30), np.full(30, 0.001)


def curve(name: str, error: tuple[float, ...], auc: tuple[float, ...]) -> Curve:
    """Thirty training sets around these shares of right choices, at three sizes."""
    rng = np.random.default_rng(0)
    means = np.stack([error, auc, auc], axis=1)
    right = means + 0.02 * rng.normal(size=(30, 3, 3))
    return Curve(
        name=name,
        title=name,
        sizes=(10, 100, 1000),
        right=right,
        of=30,
        gaps=GAPS,
        gap_errors=ERRORS,
    )


CONSISTENT = curve("table 3", (0.6, 0.8, 0.95), (0.7, 0.9, 0.99))
BIASED = curve("biased", (0.5, 0.6, 0.9), (0.5, 0.3, 0.1))


def test_the_trade_off_is_found() -> None:
    assert state_of([CONSISTENT, CONSISTENT, BIASED]) == "same finding, other numbers"


def test_every_part_of_it_is_needed() -> None:
    behind = curve("table 3", (0.6, 0.9, 0.95), (0.7, 0.8, 0.99))
    assert state_of([CONSISTENT, behind, BIASED]) == "not reproduced"
    for error, auc in (
        ((0.5, 0.6, 0.9), (0.5, 0.6, 0.7)),  # the AUC is right after all
        ((0.5, 0.5, 0.5), (0.5, 0.3, 0.1)),  # the error rate learns nothing
    ):
        biased = curve("biased", error, auc)
        assert state_of([CONSISTENT, CONSISTENT, biased]) == "not reproduced"


def test_caveat_tells_how_sure_the_judgement_is() -> None:
    words = str(judging(BIASED, 10000))
    assert "judged on 10,000 observations" in words
    assert "0.10 points" in words
    assert "chosen by this judgement" in words
    assert "chosen by" not in str(judging(CONSISTENT, 10000))


def test_larger_test_sets_choose_better() -> None:
    told: list[int] = []
    found = choice_by_size(
        naive_bayes_world(),
        (10, 200),
        (0, 1),
        training_sets=8,
        observations=1000,
        rng=np.random.default_rng(0),
        training=300,
        step=told.append,
    )
    assert told == list(range(1, 9))
    right = right_choices(found)
    assert right.shape == (8, 2, 3)
    small, large = right.mean(axis=0)
    assert np.all(large > small)
    assert all(0 < one < 0.1 for one in found["error_gap_standard_error"])


def test_right_is_what_is_truly_better() -> None:
    picked = [[[0.9, 0.8, 0.7]]] * 3
    found = right_choices({"picked": picked, "error_gap": [-0.01, 0.01, 0.0]})
    assert found[:, 0] == pytest.approx(np.array([[0.9, 0.8, 0.7], [0.1, 0.2, 0.3], [0.5] * 3]))


def test_panels_draw_what_they_are_given() -> None:
    pytest.importorskip("matplotlib")
    panel = Panel(
        title="a pair of models with a rather long name, on two lines",
        sizes=(10, 100, 1000),
        lines=(
            ("AUC", (0.6, 0.4, 0.2), (0.1, 0.1, 0.1)),
            ("error rate", (0.5, 0.6, 0.95), (0.1,) * 3),
        ),
    )
    figure = trade_off_figure([panel, panel])
    assert len(figure.axes) == 2
    for axes in figure.axes:
        drawn = {line.get_label(): line for line in axes.lines}
        assert np.asarray(drawn["AUC"].get_xdata()).tolist() == [10, 100, 1000]
        assert np.asarray(drawn["AUC"].get_ydata()).tolist() == [0.6, 0.4, 0.2]
        assert axes.get_xscale() == "log"
        assert len(axes.collections) == 2
    assert "100%" in [label.get_text() for label in figure.axes[0].get_yticklabels()]
