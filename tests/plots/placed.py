"""What the tests of figures with many words share: where the words are, and that bytes repeat."""

import sys
from collections.abc import Callable

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from tests.plots.drawn import texts_of

import aucurate
from aucurate.plots.figure import rendered
from aucurate.plots.style import style_of
from aucurate.study.compare import CompareStudy


def assert_inside(figure: Figure, *, slack: float = 0.01, dpi: float = 100) -> None:
    """Nothing leaves the figure by more than so many inches, written with these dots per inch."""
    figure.set_dpi(dpi)
    with style_of(figure):
        figure.draw_without_rendering()
        box = figure.get_tightbbox()
    assert box.x0 >= -slack
    assert box.y0 >= -slack
    assert box.x1 <= figure.get_figwidth() + slack
    assert box.y1 <= figure.get_figheight() + slack


def assert_plain(figure: Figure, *, dollars: int) -> None:
    """So many visible texts or more have a dollar in them, and none of them is a formula."""
    odd = [text for text in texts_of(figure) if "$" in text.get_text() and text.get_visible()]
    ours = [text for text in odd if "mathdefault" not in text.get_text()]
    assert len(ours) >= dollars
    assert not any(text.get_parse_math() or text.get_usetex() for text in ours)


def assert_same_bytes(make: Callable[[], Figure]) -> None:
    """The same figure gives the same bytes whatever is set, and sets and registers nothing."""
    before = dict(mpl.rcParams)
    figure = make()
    first = rendered(figure, "svg")
    assert rendered(figure, "svg") == first
    assert dict(mpl.rcParams) == before
    with mpl.rc_context({"font.size": 20, "lines.linewidth": 9, "xtick.labelsize": 3}):
        assert rendered(make(), "svg") == first
    assert (
        "matplotlib.pyplot" not in sys.modules or not sys.modules["matplotlib.pyplot"].get_fignums()
    )


def compared(names: tuple[str, ...], **options: object) -> CompareStudy:
    """A study of classifiers that get better one after the other."""
    rng = np.random.default_rng(3)
    labels = np.arange(240) % 3 == 0
    shared = rng.normal(size=240)
    scores = {
        name: 0.8 * labels * (1 + 0.12 * at) + 0.6 * shared + 0.6 * rng.normal(size=240)
        for at, name in enumerate(names)
    }
    return aucurate.compare(labels, scores, **options)  # type: ignore[arg-type]
