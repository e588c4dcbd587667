import numpy as np
import pytest

from aucurate_papers.rosset_2004.selection_drawing import Panel, trade_off_figure


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
