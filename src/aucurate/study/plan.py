"""How large must the next study be, and what would other sizes show?"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from aucurate.checks import checked
from aucurate.data.source import Source
from aucurate.formatting import count, number, percent
from aucurate.planning.plan import Plan, PlanPoint, assurance_sentence, level_words
from aucurate.study.base import Provenance, Study
from aucurate.study.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanStudy(Study):
    """A plan, and the power (or expected interval width) of studies smaller and larger than it."""

    kind = "plan"

    plan: Plan
    points: tuple[PlanPoint, ...]

    def tables(self) -> tuple[Table, ...]:
        """The power, or the width, by size of study."""
        return (_by_size(self),)

    def sentences(self) -> tuple[str, ...]:
        """The plan, what its whole-number sizes reach, and the assurance of a plan by a pilot."""
        said = (str(self.plan), _total(self.plan), assurance_sentence(self.plan))
        return tuple(one for one in said if one)


@checked
def plan_study(
    plan: Plan,
    *,
    n_positive: Sequence[int] | None = None,
    source: str = "a plan without data",
    n_observations: int = 0,
) -> PlanStudy:
    """A plan as a study: with its power table, sentences, caveats and JSON.

    ``n_positive`` are the sizes of the table; ``source`` and ``n_observations`` are the pilot's.

    >>> from aucurate.planning import plan_one
    >>> print(plan_study(plan_one(0.8, null=0.7, power=0.8), n_positive=[50, 98, 150]))
    Power by size of study, two-sided level 0.05
    <BLANKLINE>
    positives  negatives  total  power
    50                50    100  47.9%
    98                98    196  80.3%
    150              150    300  94.6%
    <BLANKLINE>
    To show with 80% power at two-sided level 0.05 that an AUC of 0.80 differs from 0.70, 98 \
positives and 98 negatives are needed (Hanley-McNeil variance).
    That is 196 observations in all, with 80.3% power.
    """
    return PlanStudy(
        plan=plan,
        points=plan.curve(n_positive),
        caveats=plan.caveats,
        provenance=_provenance(source, n_observations),
    )


def _by_size(study: PlanStudy) -> Table:
    plan, points = study.plan, study.points
    interval = plan.question == "interval"
    each = " (positives and negatives per test set)" if plan.design == "unpaired" else ""
    reached = "width" if interval else "power"
    title = "Expected interval width" if interval else "Power"
    assured = plan.assurance is not None
    return Table(
        name="sizes",
        title=f"{title}{' and assurance' if assured else ''} by size of study, "
        f"{_setting(plan)}{each}",
        header=("positives", "negatives", "total", reached, *(["assurance"] if assured else [])),
        rows=tuple(
            (
                f"{point.n_positive:,}",
                f"{point.n_negative:,}",
                f"{point.total:,}",
                number(point.attained) if interval else percent(point.attained),
                *([] if point.assurance is None else [percent(point.assurance)]),
            )
            for point in points
        ),
        columns={
            "n_positive": tuple(point.n_positive for point in points),
            "n_negative": tuple(point.n_negative for point in points),
            "total": tuple(point.total for point in points),
            reached: tuple(point.attained for point in points),
            **({"assurance": tuple(point.assurance for point in points)} if assured else {}),
        },
    )


def _setting(plan: Plan) -> str:
    if plan.confidence is not None:
        return f"confidence {percent(plan.confidence)}"
    return level_words(plan)


def _total(plan: Plan) -> str:
    reached = f"{percent(plan.attained)} power"
    if plan.question == "interval":
        reached = f"an expected width of {number(plan.attained)}"
    return f"That is {count(plan.total, 'observation')} in all, with {reached}."


def _provenance(source: str, n_observations: int) -> Provenance:
    try:
        ours = version("aucurate")
    except PackageNotFoundError:
        ours = "unknown"
    return Provenance(
        version=ours,
        source=Source(name=source),
        method="normal approximation",
        n_observations=n_observations,
    )
