"""Runs the tasks of a study: reports progress, and stops when the callback returns False.

All tasks share one account: the callback is given how much of everything that was announced with
:meth:`Work.expect` is done. When it returns False, the task under way stops if it can, with what it
has finished (a caveat of its own says so) or as not done, and tasks that were not begun are left
out. Tasks without a weight are quick: they are always done and not reported.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from aucurate.caveats import Kind, caveat
from aucurate.errors import AucurateError
from aucurate.formatting import join_words
from aucurate.inference.core.multiplicity import Correction, adjust
from aucurate.kernels import Cancelled, Progress
from aucurate.results import Caveat, Tested

INTERVALS_OF_AUCS = "intervals of AUCs"
"""The one kind of task whose missing answers are replaced, by the recommended interval."""

T = TypeVar("T")
_STEPS = 100  # that a task is counted in, where nothing better is known


@dataclass(frozen=True, slots=True)
class Task(Generic[T]):
    """One question, or several that are answered at once.

    ``ask`` is called with a progress callback, or with None. ``weight`` is the task's share of the
    account, 0 for a quick one. ``passes`` says how often its own progress starts over, and
    ``questions`` how many are answered.
    """

    what: str
    ask: Callable[[Progress | None], T]
    weight: int = _STEPS
    passes: int = 1
    questions: int = 1


@dataclass(slots=True)
class Work:
    """Runs tasks, and keeps account of what was not done."""

    progress: Progress | None = None
    total: int = 0
    done: int = 0
    stopped: bool = False
    unfinished: dict[str, tuple[int, int]] = field(default_factory=dict)

    def expect(self, tasks: Iterable[Task[Any]]) -> None:
        """Add tasks to the account, before any of them is run."""
        self.total += sum(task.weight for task in tasks)

    def run(self, noun: str, tasks: Sequence[Task[T]]) -> list[T | None]:
        """The answers in order; None where a task was not done. ``noun`` is their name, plural."""
        answers = [self._answer(task) for task in tasks]
        weighty = [(a, task) for a, task in zip(answers, tasks, strict=True) if task.weight]
        asked = sum(task.questions for _, task in weighty)
        done = sum(task.questions for answer, task in weighty if answer is not None)
        if done < asked:
            before = self.unfinished.get(noun, (0, 0))
            self.unfinished[noun] = (before[0] + done, before[1] + asked)
        return answers

    def run_blocks(self, noun: str, tasks: Sequence[Task[tuple[T, ...]]]) -> list[T | None]:
        """:meth:`run` of tasks that answer several questions each; the answers one by one."""
        flat: list[T | None] = []
        answered: list[tuple[T, ...] | None] = self.run(noun, tasks)
        for answers, task in zip(answered, tasks, strict=True):
            flat += [None] * task.questions if answers is None else answers
        return flat

    def require(self, tasks: Sequence[Task[T]]) -> list[T]:
        """The results of tasks that are indispensable; raises ``Cancelled`` if one is missing."""
        answers: list[T] = []
        for task in tasks:
            answer = self._answer(task)
            if answer is None:
                raise Cancelled(f"stopped in '{task.what}', {len(answers)} of {len(tasks)} done")
            answers.append(answer)
        return answers

    def _answer(self, task: Task[T]) -> T | None:
        if not task.weight:
            return task.ask(None)
        if self._reported(self.done, task.what) is False:
            return None
        try:
            return task.ask(self._inside(task))
        except (AucurateError, Cancelled):  # an error where it was stopped too early for a result
            if not self.stopped:
                raise
            return None
        finally:
            self.done += task.weight
            if self.done == self.total and not self.stopped:
                self._reported(self.done, task.what)

    def _inside(self, task: Task[Any]) -> Progress | None:
        """The callback of one task: its share of the account, however often it starts over."""
        if self.progress is None:
            return None
        begun, last = 0, 0

        def report(done: int, total: int, what: str) -> bool | None:
            nonlocal begun, last
            begun += done < last and begun < task.passes - 1
            last = done
            share = (begun + done / total) / task.passes
            return self._reported(self.done + round(share * task.weight), task.what)

        return report

    def _reported(self, done: int, what: str) -> bool | None:
        if self.progress is not None and not self.stopped:
            self.stopped = self.progress(done, self.total, what) is False
        return False if self.stopped else None


def tested(answers: Sequence[T | None], correction: Correction) -> tuple[Tested[T], ...]:
    """The available results with adjusted p-values; a missing one counts as p = 1."""
    values: list[Any] = list(answers)
    adjusted = adjust([1.0 if a is None else a.p_value for a in values], correction)
    return tuple(
        Tested(result=answer, adjusted_p_value=p)
        for answer, p in zip(values, adjusted, strict=True)
        if answer is not None
    )


def interrupted(done: int, asked: int, noun: str) -> list[Caveat]:
    """The caveat on requested results that were not computed; ``noun`` is their plural name."""
    if done == asked:
        return []
    return [caveat(Kind.INTERRUPTED, "left_out", done=f"{done} of {asked} {noun}")]


def of_interruption(unfinished: Mapping[str, tuple[int, int]]) -> list[Caveat]:
    """The caveat on results that were not computed, and its consequences for the rest."""
    notes = []
    counts = [
        f"{done} of {asked} {noun}"
        for noun, (done, asked) in unfinished.items()
        if noun != INTERVALS_OF_AUCS
    ]
    if counts:
        notes.append(caveat(Kind.INTERRUPTED, "adjusted", done=join_words(counts)))
    if INTERVALS_OF_AUCS in unfinished:
        done, asked = unfinished[INTERVALS_OF_AUCS]
        notes.append(caveat(Kind.INTERRUPTED, "intervals", done=done, asked=asked))
    return notes
