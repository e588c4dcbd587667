"""Studies planned from a pilot: the power that they really have, planned for power or assurance."""

import math

import numpy as np
from scipy import special

from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores
from aucurate.errors import AucurateError
from aucurate.planning import Plan, plan_two
from simulations.counting import Counts, Question, Tally
from simulations.scenarios import Scenario

WANTED = 0.8
PLAIN, ASSURED = "power", "assurance"
MEAN, TENTH, WEAK = "mean true power", "10% quantile", "share below 0.5"
PLANNED = "share of pilots with a plan"
SIZE = "median positives, size"
COLUMNS = tuple(
    f"{plan}: {what}" for plan in (PLAIN, ASSURED) for what in (PLANNED, MEAN, TENTH, WEAK)
)
_POPULATION = 20_000  # of each class, for the true variances


def planned_from_pilots(world: Scenario, draws: int, rng: np.random.Generator) -> Counts:
    """The true power of studies that are planned from so many pilots, summed.

    The true power is the normal approximation at the true difference, with variances from a large
    sample of the same world.
    """
    positive, negative = _true_variances(world, rng)
    difference = world.true_auc - world.second.true_auc

    def true_power(n_positive: int, n_negative: int) -> float:
        error = math.sqrt(positive / n_positive + negative / n_negative)
        return float(special.ndtr(difference / error - special.ndtri(0.975)))

    found: dict[str, list[tuple[int, float]]] = {PLAIN: [], ASSURED: []}
    for _ in range(draws):
        plan = _plan(world, rng)
        if plan is None:
            continue
        sizes = {PLAIN: (plan.n_positive, plan.n_negative)}
        if plan.assurance is not None and plan.assurance.n_positive is not None:
            sizes[ASSURED] = (plan.assurance.n_positive, plan.assurance.n_negative or 0)
        for name, (m, n) in sizes.items():
            found[name].append((m, true_power(m, n)))
    tally = Tally()
    for name, plans in found.items():
        positives, powers = (np.array(each, np.float64) for each in zip(*plans, strict=True))
        summary: dict[str, float] = {
            PLANNED: len(powers) / draws,
            SIZE: float(np.median(positives)),
            MEAN: float(np.mean(powers)),
            TENTH: float(np.quantile(powers, 0.1)),
            WEAK: float(np.mean(powers < 0.5)),
        }
        for what, value in summary.items():
            tally.add(f"{name}: {what}", value * draws)
    return tally.result()


def _plan(world: Scenario, rng: np.random.Generator) -> Plan | None:
    """The plan of a pilot; None where it shows no difference, or no variance, at all."""
    labels, values = world.draw(rng, classifiers=2)
    pilot = PairedScores.from_arrays(labels, dict(zip("ab", values, strict=True)))
    try:
        return plan_two(pilot=AucMoments.from_scores(pilot, threads=1), power=WANTED)
    except AucurateError:
        return None


def _true_variances(world: Scenario, rng: np.random.Generator) -> tuple[float, float]:
    """Of the placements of positives and of negatives, differences of the two classifiers."""
    many = Scenario(**{**world.to_dict(), "n_positive": _POPULATION, "n_negative": _POPULATION})
    labels, values = many.draw(rng, classifiers=2)
    data = PairedScores.from_arrays(labels, dict(zip("ab", values, strict=True)))
    moments = AucMoments.from_scores(data, threads=1)
    return float(moments.positives.difference[0, 1]), float(moments.negatives.difference[0, 1])


def _pilots(
    aucs: tuple[tuple[float, float, float], ...],
    sizes: tuple[tuple[int, int], ...],
    *scores: str,
) -> tuple[Scenario, ...]:
    return tuple(
        Scenario(
            auc=first, second_auc=second, correlation=rho, n_positive=m, n_negative=n, scores=kind
        )
        for kind in scores
        for first, second, rho in aucs
        for m, n in sizes
    )


QUESTIONS = (
    Question(
        name="planned from pilots",
        ask=planned_from_pilots,
        columns=COLUMNS,
        scenarios=_pilots(
            ((0.85, 0.75, 0.5), (0.92, 0.88, 0.7)), ((50, 50), (20, 80), (100, 100)), "normal"
        ),
        draws=1000,
    ),
    Question(
        name="held-out planned from pilots",
        ask=planned_from_pilots,
        columns=COLUMNS,
        scenarios=_pilots(
            ((0.8, 0.72, 0.6), (0.9, 0.85, 0.3)),
            ((40, 120), (150, 150)),
            "normal, positives 3",
            "exponential",
        ),
        draws=1000,
    ),
)
