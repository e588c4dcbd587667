"""What other steps and other readings do to Fig. 3, as a table and in words."""

from collections.abc import Sequence

from aucurate.formatting import listing
from aucurate.study.table import Table
from aucurate_papers.exhibit import State
from aucurate_papers.paclik_2010.digits import state_of_sets
from aucurate_papers.paclik_2010.steps import ASSUMED, READINGS, Step, StepSet

_COMES_OUT: State = "same finding, other numbers"


def step_state(sets: Sequence[StepSet], step: Step, reading: str) -> State:
    """The state that Fig. 3 would have with this step and reading."""
    return state_of_sets(
        [
            (one.printed_not_told, one.others)
            for one in sets
            if (one.step, one.reading) == (step, reading)
        ]
    )


def step_table(sets: Sequence[StepSet]) -> Table:
    """A row per scaling and step, and a column per reading."""
    rows = []
    for scaling, step in dict.fromkeys((one.scaling, one.step) for one in sets):
        found = {o.reading: o for o in sets if (o.scaling, o.step) == (scaling, step)}
        cells = [
            f"{one.printed_not_told} ({one.not_told}) of {one.others}"
            for one in (found[reading] for reading in READINGS)
        ]
        rows.append((scaling, f"{step}{', ours' if step == ASSUMED else ''}", *cells))
    states = [step_state(sets, one.step, one.reading) for one in sets]
    fields = ("scaling", "reading", "others", "not_told", "printed_not_told")
    columns = {field: tuple(getattr(one, field) for one in sets) for field in fields}
    return Table(
        name="steps",
        title="Other steps and readings of the search: of the different points returned beside the "
        "chosen one, how many cannot be told from it, ours, with 2n - 2 degrees of freedom as "
        "theirs (in brackets: with n - 1)",
        header=("features", "sigma", *READINGS),
        rows=tuple(rows),
        columns={
            **columns,
            "spread": tuple(one.step.spread for one in sets),
            "ratio": tuple(one.step.ratio for one in sets),
            "state": tuple(states),
        },
    )


def reading_sentence(sets: Sequence[StepSet]) -> str:
    """The state of Fig. 3 with our step, by what is taken as returned."""
    told = []
    for reading in READINGS:
        found = [one for one in sets if (one.step, one.reading) == (ASSUMED, reading)]
        counts = [f"{one.printed_not_told} of {one.others} with {one.scaling}" for one in found]
        told.append(
            f'"{reading}" gives "{step_state(sets, ASSUMED, reading)}" ({listing(counts)} not told '
            "apart)"
        )
    return (
        "With the step that we assume, the points taken as returned give these states: "
        f"{'; '.join(told)}."
    )


def step_sentence(sets: Sequence[StepSet]) -> str:
    """With how many of the steps the finding comes out, by what is taken as returned."""
    steps = tuple(dict.fromkeys(one.step for one in sets))
    came_out = [
        sum(step_state(sets, step, reading) == _COMES_OUT for step in steps) for reading in READINGS
    ]
    told = [f'with {many} by "{name}"' for many, name in zip(came_out, READINGS, strict=True)]
    return (
        f"The step is ours, not the paper's: of {len(steps)} that we tried, the finding comes out "
        f"{listing(told)}."
    )
