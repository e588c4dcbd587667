"""How classifiers are told apart: by colour, and without colour by line, mark and hatching.

The colours are those of Okabe and Ito (2008), which people with any of the common colour vision
deficiencies can tell apart; yellow is left out, being too faint for a line on white. The first two
also differ most in lightness, for print without colour.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from aucurate.errors import OptionError

Dashes: TypeAlias = tuple[float, ...]
LineStyle: TypeAlias = tuple[float, Dashes] | Literal["solid"]

_COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#000000")
_DASHES: tuple[Dashes, ...] = ((), (5, 1.6), (5, 1.5, 1, 1.5), (1.4, 1.3), (8, 1.5, 1, 1.5, 1, 1.5))
_MARKS = ("o", "^", "s", "D", "v", "P", "X", "p")  # not as many as colours: pairs differ
_HATCHES = ("////", "", "....", "xxxx", "||||", "----", "oooo")
MOST = len(_COLOURS) * len(_DASHES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What one classifier looks like; ``hatch`` is empty for plain filling."""

    colour: str
    dashes: Dashes
    mark: str
    hatch: str

    @property
    def line(self) -> LineStyle:
        """The line style as matplotlib takes it."""
        return (0.0, self.dashes) if self.dashes else "solid"


def looks(names: Sequence[str]) -> dict[str, Look]:
    """A look for each name, by its place; no two are alike."""
    if len(names) > MOST:
        raise OptionError(
            f"{len(names)} lines cannot be told apart in one figure; {MOST} can.",
            hint="draw a selection of the classifiers.",
        )
    return {
        name: Look(
            colour=_COLOURS[at % len(_COLOURS)],
            dashes=_DASHES[at % len(_DASHES)],
            mark=_MARKS[at % len(_MARKS)],
            hatch=_HATCHES[at % len(_HATCHES)],
        )
        for at, name in enumerate(names)
    }
