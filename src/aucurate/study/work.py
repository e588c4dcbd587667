"""The work of a study: done in parts, its progress reported, stopped when asked.

Tasks
-----
The work of a study as tasks: told while it is under way, and stopped when the listener says so.

Tasks that resample share one account of replicates. When the callback returns False the task under
way uses the replicates it has finished (a caveat of its own says so; with too few of them it counts
as not done), and tasks that draw and were not begun are left out. Tasks that do not draw are always
done.

Pieces
------
Work in pieces of about the same size: told as one, and stopped when the listener says so.

The piece under way may tell how far it is. When the listener answers False, that piece stops if it
can (with what it has, or as not done), and those not begun are left out.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from numbers import Integral
from typing import Any, Generic, TypeAlias, TypeVar

from aucurate.caveats import Kind, caveat
from aucurate.errors import AucurateError
from aucurate.formatting import join_words
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Cancelled, Progress
from aucurate.results import Caveat

Watch: TypeAlias = Callable[[int, int, str], bool | None]
"""``watch(done, total, what)``: as ``Progress``, and by name what is being done."""

INTERVALS_OF_AUCS = "intervals of AUCs"
"""The one kind of task whose missing answers are replaced, by the recommended interval."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Task(Generic[T]):
    """One question, or several that are answered at once by the same draws.

    ``draws`` says how many times its method draws all replicates, 0 if never, and ``questions`` how
    many are answered. ``ask`` is called without arguments, or with ``resampling``, ``threads`` and
    ``progress`` if it draws.
    """

    what: str
    ask: Callable[..., T]
    draws: int = 0
    questions: int = 1

    @property
    def share(self) -> int:
        """Its share of the account, in runs of all replicates."""
        return self.draws * self.questions


@dataclass(slots=True)
class Work:
    """What runs the tasks of a study, and keeps account of what was not done."""

    resampling: Resampling
    threads: int | None = None
    watch: Watch | None = None
    total: int = 0
    done: int = 0
    stopped: bool = False
    unfinished: dict[str, tuple[int, int]] = field(default_factory=dict)

    def expect(self, tasks: Iterable[Task[Any]]) -> None:
        """Add tasks to the account, before any of them is run."""
        replicates = self.resampling.replicates
        self.total += sum(task.share for task in tasks) * replicates
        if self.total and not isinstance(self.resampling.rng, Integral):
            # One key for the whole study, so that all its numbers come from the same replicates.
            self.resampling = replace(self.resampling, rng=self.resampling.key())

    def run(self, noun: str, tasks: Sequence[Task[T]]) -> list[T | None]:
        """The answers in order; None where a task was not done. ``noun`` is their name, plural."""
        answers = [self._answer(task) for task in tasks]
        drawn = [(a, task) for a, task in zip(answers, tasks, strict=True) if task.draws]
        asked = sum(task.questions for _, task in drawn)
        done = sum(task.questions for answer, task in drawn if answer is not None)
        if done < asked:
            self.unfinished[noun] = (done, asked)
        return answers

    def run_blocks(self, noun: str, tasks: Sequence[Task[tuple[T, ...]]]) -> list[T | None]:
        """:meth:`run` of tasks that answer several questions each; the answers one by one."""
        found: list[T | None] = []
        answered: list[tuple[T, ...] | None] = self.run(noun, tasks)
        for answers, task in zip(answered, tasks, strict=True):
            found += [None] * task.questions if answers is None else answers
        return found

    def _answer(self, task: Task[T]) -> T | None:
        if not task.draws:
            return task.ask()
        if not self._begins(task):
            return None
        try:
            return task.ask(
                resampling=self.resampling, threads=self.threads, progress=self._progress(task)
            )
        except AucurateError:
            if not self.stopped:
                raise
            return None
        finally:
            self.done += task.share * self.resampling.replicates

    def _begins(self, task: Task[Any]) -> bool:
        return not self.stopped and self._tell(self.done, task.what) is not False

    def _progress(self, task: Task[Any]) -> Progress | None:
        """The callback of one task: its share of the account, however often it draws."""
        if self.watch is None:
            return None
        begun, last = 0, 0

        def tell(done: int, total: int) -> bool | None:
            nonlocal begun, last
            begun += done < last and begun < task.draws - 1
            last = done
            share = (begun + done / total) * task.questions * self.resampling.replicates
            return self._tell(self.done + round(share), task.what)

        return tell

    def _tell(self, done: int, what: str) -> bool | None:
        if self.watch is not None and self.watch(done, self.total, what) is False:
            self.stopped = True
        return False if self.stopped else None


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
    return [caveat(Kind.INTERRUPTED, "left_out", done=f"{done} of {asked} {noun}")]


def of_interruption(unfinished: Mapping[str, tuple[int, int]]) -> list[Caveat]:
    """What was not done of what was asked for, and what that means for the rest."""
    found = []
    counts = [
        f"{done} of {asked} {noun}"
        for noun, (done, asked) in unfinished.items()
        if noun != INTERVALS_OF_AUCS
    ]
    if counts:
        found.append(caveat(Kind.INTERRUPTED, "adjusted", done=join_words(counts)))
    if INTERVALS_OF_AUCS in unfinished:
        done, asked = unfinished[INTERVALS_OF_AUCS]
        found.append(caveat(Kind.INTERRUPTED, "intervals", done=done, asked=asked))
    return found


# One progress for work in several parts of the same size.


def stretched(progress: Progress | None, part: int, parts: int) -> Progress | None:
    """What to give to one of the parts, so that the whole is told of all of them."""
    if progress is None or parts == 1:
        return progress
    return lambda done, total: progress(part * total + done, parts * total)
