"""Section VI: that the values over folds are sometimes not normal, and what rank tests say."""

from collections.abc import Sequence

from aucurate.formatting import count, listing, percent
from aucurate.results import Caveat
from aucurate.study.outcomes_numbers import OUTCOMES
from aucurate.study.table import Table
from aucurate_papers.aslan_2009 import Aslan2009, studied, words
from aucurate_papers.aslan_2009.scores import KeptScores, kept_provenance
from aucurate_papers.aslan_2009.summaries import (
    NORMALITY_LEVEL,
    FoldNormality,
    normality_table,
)
from aucurate_papers.exhibit import Exhibit, State
from aucurate_papers.running import Made, Run

TITLE = "Values over folds are sometimes not normal; what a rank test says"
_DEPENDENT = Caveat(
    kind="dependent_series",
    message="The 30 values of a series come from training sets that overlap and from one test set, "
    "and the series of a data set share their folds: the shares describe, they test nothing.",
)


def normality(run: Run) -> Made:
    """The remark that errors and AUCs over folds are sometimes not normal.

    **State.** "same finding, other numbers" where, of the errors as of the AUCs, more than twice
    the level of Shapiro and Wilk's test and fewer than all series are called not normal: so it is
    sometimes, and not only by chance. Otherwise "not reproduced". The paper prints no number.
    """
    kept = KeptScores.opened(run.cache)
    study = studied(run, kept)
    exhibit = Exhibit(
        paper=words.PAPER,
        name="section 6",
        title=TITLE,
        state=normality_state(study.normality),
        shown=(normality_table(study.normality), _ranks_table(study)),
        verdict=_verdict(study),
        differs="The paper prints no number for its remark, and leaves nonparametric tests to "
        f"future work. {words.missing_words(kept.facts)}".strip(),
        caveats=(_DEPENDENT, *study.caveats, *words.quick_caveats(run)),
        provenance=kept_provenance(
            run,
            kept.facts,
            source=study.provenance.source,
            method="Shapiro-Wilk; Wilcoxon's signed-rank test over folds",
            n_observations=study.provenance.n_observations,
            **study.provenance.settings,
            normality_level=NORMALITY_LEVEL,
        ),
    )
    return Made(exhibit=exhibit)


def normality_state(found: Sequence[FoldNormality]) -> State:
    """The state by the criteria of :func:`normality`."""
    values = [one for one in found if not one.quantity.startswith("difference")]
    sometimes = all(2 * NORMALITY_LEVEL < share(one) < 1 for one in values)
    return "same finding, other numbers" if sometimes else "not reproduced"


def share(one: FoldNormality) -> float:
    """How many of the series that vary are called not normal."""
    return one.rejected / max(1, one.series - one.constant)


def _verdict(study: Aslan2009) -> tuple[str, ...]:
    told = [f"{percent(share(one))} of the series of {one.quantity}" for one in study.normality]
    changed = [
        one
        for one, other in zip(study.outcomes, study.ranked, strict=True)
        if one.outcome != other.outcome
    ]
    pairs = count(len(study.outcomes), "comparison")
    return (
        f"The paper says that the values are sometimes not normal; here Shapiro and Wilk's test "
        f"says so, at level {NORMALITY_LEVEL:g}, of {listing(told)}.",
        "Wilcoxon's signed-rank test over folds, which the paper leaves to future work, decides "
        f"otherwise than the paired t test in {len(changed)} of {pairs}. It does not assume a "
        "normal, but neither does it correct for one fixed test set.",
    )


def _ranks_table(study: Aslan2009) -> Table:
    """The outcomes by the paired t test (rows) and by signed ranks (columns)."""
    pairs = list(zip(study.outcomes, study.ranked, strict=True))
    cells = {
        by_t: [sum(a.outcome == by_t and b.outcome == by for a, b in pairs) for by in OUTCOMES]
        for by_t in OUTCOMES
    }
    return Table(
        name="ranks",
        title="Ours: error test / AUC test by the paired t test (row) and by signed ranks (column)",
        header=("paired t", *OUTCOMES),
        rows=tuple((by_t, *map(str, amounts)) for by_t, amounts in cells.items()),
        columns={
            "by_t": OUTCOMES,
            **{by: tuple(cells[by_t][at] for by_t in OUTCOMES) for at, by in enumerate(OUTCOMES)},
        },
    )
