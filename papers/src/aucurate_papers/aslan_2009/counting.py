"""Section IV-B: how often the error test and the AUC test agree, over all pairs and data sets."""

from collections.abc import Sequence

from aucurate.formatting import listing, percent
from aucurate.results import Caveat
from aucurate.study.outcomes import disagreeing_table
from aucurate.study.outcomes_numbers import Outcome, TestOutcome, counts_of
from aucurate.study.table import Table
from aucurate_papers.aslan_2009 import Aslan2009, studied, words
from aucurate_papers.aslan_2009.numbers import CHANCE
from aucurate_papers.aslan_2009.pairs import shown_pairs
from aucurate_papers.aslan_2009.printed import CHESS, PRINTED_COUNTS
from aucurate_papers.aslan_2009.scores import KeptScores, kept_provenance
from aucurate_papers.aslan_2009.summaries import SetSummary, summaries_table
from aucurate_papers.aslan_2009.tables import counts_table, pairs_table
from aucurate_papers.exhibit import Exhibit, State
from aucurate_papers.running import Made, Run

TITLE = "How often the error test and the AUC test agree"
NEAR = 0.1
"""By how much the share of agreeing tests may differ from the printed one."""


def counts(run: Run) -> Made:
    """The four outcomes over all pairs and data sets.

    **State.** "exact" where the four counts are the printed ones. "same finding, other numbers"
    where, with either of the sets that "chess" may mean, the two tests agree in a share of the
    comparisons that differs from the printed one by at most 10 percentage points, both reject in
    more than half of them, and disagreements of both kinds occur. Otherwise "not reproduced". The
    state is that of the paper's own tests; what tests say that hold in its design stands beside it.
    """
    kept = KeptScores.opened(run.cache)
    study = studied(run, kept)
    state = counts_state([counts_of(many) for many in _with_either_chess(study.outcomes)])
    exhibit = Exhibit(
        paper=words.PAPER,
        name="section 4, outcomes",
        title=TITLE,
        state=state,
        shown=_tables(study),
        verdict=(*study.sentences(), *_pairs_sentence(study)),
        differs=""
        if state == "exact"
        else f"{words.missing_words(kept.facts)} {words.CHESS_IS_TWO} {words.SETTINGS}".strip(),
        caveats=(*study.caveats, *_unusual(study.summaries), *words.quick_caveats(run)),
        provenance=kept_provenance(
            run,
            kept.facts,
            source=study.provenance.source,
            method=study.provenance.method,
            n_observations=study.provenance.n_observations,
            **study.provenance.settings,
        ),
    )
    return Made(exhibit=exhibit)


def counts_state(many: Sequence[dict[Outcome, int]]) -> State:
    """The state by the criteria of :func:`counts`; ``many`` has the counts with either chess."""
    if any(found == PRINTED_COUNTS for found in many):
        return "exact"
    near = all(abs(_agreeing(found) - _agreeing(PRINTED_COUNTS)) <= NEAR for found in many)
    rejecting = all(found["reject/reject"] > sum(found.values()) / 2 for found in many)
    both = all(found["accept/reject"] and found["reject/accept"] for found in many)
    return "same finding, other numbers" if near and rejecting and both else "not reproduced"


def _agreeing(found: dict[Outcome, int]) -> float:
    return (found["accept/accept"] + found["reject/reject"]) / sum(found.values())


def _with_either_chess(outcomes: Sequence[TestOutcome]) -> list[list[TestOutcome]]:
    """The outcomes without the one set of that name, and without the other."""
    return [
        left
        for name in CHESS
        if (left := [outcome for outcome in outcomes if outcome.dataset != name])
    ]


def _tables(study: Aslan2009) -> tuple[Table, ...]:
    disagreeing = tuple(one for one in study.outcomes if one.disagrees)
    pairs = [(said, ours) for said, ours in shown_pairs(study.outcomes) if ours is not None]
    return (
        counts_table(study),
        *((pairs_table(pairs),) if pairs else ()),
        *((disagreeing_table(disagreeing),) if disagreeing else ()),
        summaries_table(study.summaries),
    )


def _pairs_sentence(study: Aslan2009) -> list[str]:
    """In how many of the figures the printed outcome comes out, by which tests."""
    paper, holding = (_as_printed(outcomes) for outcomes in (study.outcomes, study.holding))
    if not paper:
        return []
    by_paper, by_holding = (_told(found) for found in (paper, holding))
    return [
        f"Of the {len(paper)} pairs that the paper shows in figures on these data sets, the "
        f"printed outcome comes out in {by_paper} by its own tests, and in {by_holding} by "
        f"{words.HOLDING}."
    ]


def _as_printed(outcomes: Sequence[TestOutcome]) -> dict[str, bool]:
    """By figure, whether the printed outcome comes out on one of the sets it may mean."""
    found: dict[str, bool] = {}
    for said, ours in shown_pairs(outcomes):
        if ours is not None:
            found[said.figure] = found.get(said.figure, False) or ours.outcome == said.outcome
    return found


def _told(found: dict[str, bool]) -> str:
    same = [f"Fig. {figure}" for figure, holds in found.items() if holds]
    return f"{len(same)} ({listing(same)})" if same else "none"


def _unusual(summaries: Sequence[SetSummary]) -> list[Caveat]:
    """Algorithms that do worse than always giving the same answer."""
    wrong = [one for one in summaries if one.error > 0.5]
    blind = [one for one in summaries if abs(one.auc - 0.5) < CHANCE]
    told = [f"{one.algorithm} on {one.dataset} errs in {percent(one.error)}" for one in wrong]
    if blind:
        which = listing([f"{one.algorithm} on {one.dataset}" for one in blind])
        told.append(f"{which} {'has' if len(blind) == 1 else 'have'} an AUC near 1/2")
    if not told:
        return []
    return [Caveat(kind="unusual", message=f"{'; '.join(told)}. Nothing was changed on seeing it.")]
