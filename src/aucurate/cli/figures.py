"""Figures that a command writes beside its study."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from aucurate.cli.progress import watching
from aucurate.errors import OptionError
from aucurate.formatting import listing

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def check_figure(path: Path | None) -> None:
    """Refuse, before any work, a figure of a kind that is not drawn."""
    if path is None:
        return
    from aucurate.plots.canvas import house_style
    from aucurate.plots.saving import KINDS

    if path.suffix.lower().lstrip(".") not in KINDS:
        raise OptionError(
            f"'{path}' does not say what kind of figure it is to be.",
            hint=f"end its name in {listing([f'.{kind}' for kind in KINDS], 'or')}.",
        )
    with house_style():  # which says so if the extra is missing
        pass


def drawn(
    path: Path | None, make: Callable[[], Figure], *, quiet: bool
) -> tuple[Callable[[], None], ...]:
    """What draws the figure and writes it, if one was asked for."""
    if path is None:
        return ()

    def draw() -> None:
        from aucurate.plots.saving import save

        with watching(what="drawing the figure", quiet=quiet):
            save(make(), path)

    return (draw,)
