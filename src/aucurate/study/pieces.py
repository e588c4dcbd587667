"""Work in pieces of about the same size: told as one, and stopped when the listener says so.

The piece under way may tell how far it is. When the listener answers False, that piece stops if it
can (with what it has, or as not done), and those not begun are left out.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from aucurate.errors import AucurateError
from aucurate.formatting import listing
from aucurate.kernels import Cancelled, Progress
from aucurate.results import Caveat
from aucurate.study.compare_work import INTERVALS_OF_AUCS, Watch

T = TypeVar("T")
_STEPS = 100  # of a piece, as progress counts


@dataclass(slots=True)
class Pieces:
    """What runs so many pieces one after the other."""

    watch: Watch | None
    total: int
    begun: int = 0
    stopped: bool = False

    def run(self, what: str, ask: Callable[[Progress | None], T]) -> T | None:
        """The answer of the next piece, None where it was not done.

        ``ask`` is given what to tell while it is under way.
        """
        if self._tell(0, what) is False:
            return None
        self.begun += 1
        try:
            return ask(self._inside(what))
        except (AucurateError, Cancelled):  # an error where it was stopped too early for a result
            if not self.stopped:
                raise
            return None
        finally:
            if self.begun == self.total and not self.stopped:
                self._tell(0, what)

    def require(self, what: str, ask: Callable[[Progress | None], T]) -> T:
        """:meth:`run` of a piece without which there is nothing to report; else ``Cancelled``."""
        found = self.run(what, ask)
        if found is None:
            raise Cancelled(f"stopped in piece {self.begun} of {self.total}")
        return found

    def _inside(self, what: str) -> Progress | None:
        if self.watch is None:
            return None
        return lambda done, total: self._tell(_STEPS * done // total - _STEPS, what)

    def _tell(self, more: int, what: str) -> bool | None:
        """Tell how much is done: ``more`` steps than the pieces that were begun."""
        done, total = _STEPS * self.begun + more, _STEPS * self.total
        if self.watch is not None and not self.stopped:
            self.stopped = self.watch(done, total, what) is False
        return False if self.stopped else None


def unnamed(progress: Progress | None) -> Watch | None:
    """A listener that is not told what is being done."""
    if progress is None:
        return None
    return lambda done, total, what: progress(done, total)


def interrupted(done: int, asked: int, noun: str) -> list[Caveat]:
    """What was not done of what was asked for; ``noun`` is its name, plural."""
    if done == asked:
        return []
    message = f"Interrupted after {done} of {asked} {noun}; the others are left out."
    return [Caveat(kind="interrupted", message=message)]


def of_interruption(unfinished: Mapping[str, tuple[int, int]]) -> list[Caveat]:
    """What was not done of what was asked for, and what that means for the rest."""
    found = []
    counts = [
        f"{done} of {asked} {noun}"
        for noun, (done, asked) in unfinished.items()
        if noun != INTERVALS_OF_AUCS
    ]
    if counts:
        message = (
            f"Interrupted after {listing(counts)}. The others are left out; adjusted p-values "
            "count them as p = 1, and so hold for all that was asked."
        )
        found.append(Caveat(kind="interrupted", message=message))
    if INTERVALS_OF_AUCS in unfinished:
        done, asked = unfinished[INTERVALS_OF_AUCS]
        message = (
            f"Interrupted after {done} of {asked} intervals of AUCs by the method asked for; the "
            "others are beta intervals."
        )
        found.append(Caveat(kind="interrupted", message=message))
    return found
