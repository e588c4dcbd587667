"""Sections IV and VI: data sets and algorithms, how often the tests agree, and rank tests."""

from collections.abc import Sequence

from aucurate.formatting import count, join_words, number, percent, shortened
from aucurate.results import Caveat
from aucurate.study.folds.outcomes import (
    OUTCOMES,
    Outcome,
    TestOutcome,
    counts_of,
    disagreeing_table,
)
from aucurate.study.table import Table
from aucurate_papers.aslan_2009 import words
from aucurate_papers.aslan_2009.numbers import (
    CHANCE,
    NORMALITY_LEVEL,
    FoldNormality,
    SetSummary,
    normality_table,
    summaries_table,
)
from aucurate_papers.aslan_2009.pairs import shown_pairs
from aucurate_papers.aslan_2009.printed import (
    CHESS,
    PRINTED_ALGORITHMS,
    PRINTED_COUNTS,
    PRINTED_NAMES,
    PRINTED_SMALLEST,
)
from aucurate_papers.aslan_2009.scores import Facts, KeptScores, SetFacts, kept_provenance
from aucurate_papers.aslan_2009.study import Aslan2009, counts_table, pairs_table, studied
from aucurate_papers.caveats import Kind, caveat
from aucurate_papers.exhibit import Exhibit, State
from aucurate_papers.running import Made, Run

# Section IV-A: the data sets and the algorithms, as the paper names them and as they were run.


SETUP_TITLE = "Data sets, algorithms and divisions"
DESIGN = caveat(Kind.DESIGN)


def setup(run: Run) -> Made:
    """The data sets and algorithms of section IV-A.

    **State.** "exact" where every data set that the paper names was run, has about 3000
    observations or more (at least 2700) as it was read, and every algorithm finished on it;
    "data not obtainable" where a data set is missing; otherwise "not reproduced".
    """
    facts = KeptScores.opened(run.cache).facts
    exhibit = Exhibit(
        paper=words.PAPER,
        name="section 4, data sets",
        title=SETUP_TITLE,
        state=_setup_state(facts),
        shown=(_sets_table(facts), _algorithms_table(facts)),
        verdict=_setup_verdict(facts),
        differs=f"{words.missing_words(facts)} {words.CHESS_IS_TWO} {words.SETTINGS}".strip(),
        caveats=(DESIGN,),
        provenance=kept_provenance(
            run,
            facts,
            source="kept scores",
            method="aucurate_papers.aslan_2009.training",
            n_observations=sum(one.n_observations for one in facts.sets),
            seconds=facts.seconds,
        ),
    )
    return Made(exhibit=exhibit)


def _setup_state(facts: Facts) -> State:
    if words.not_found(facts):
        return "data not obtainable"
    large = all(one.n_read >= 0.9 * PRINTED_SMALLEST for one in facts.sets)
    return "exact" if large and not facts.unfinished else "not reproduced"


def _setup_verdict(facts: Facts) -> tuple[str, ...]:
    gone, all_names = words.not_found(facts), len(PRINTED_NAMES)
    runs = count(len(facts.sets), "data set")
    fits = sum(ran.fits for one in facts.sets for ran in one.algorithms)
    hours = number(facts.seconds / 3600, 1)
    programs = join_words([f"{name} {version}" for name, version in facts.programs.items()])
    return (
        f"{all_names - len(gone)} of the {all_names} data sets were found and are run as {runs}.",
        f"The smallest has {min(one.n_read for one in facts.sets):,} observations; the paper took "
        f"sets of about {PRINTED_SMALLEST:,} and more.",
        f"{fits:,} models were trained in {hours} hours of one core, with {programs}.",
    )


def _sets_table(facts: Facts) -> Table:
    fields = (
        *("name", "words", "n_read", "n_classes", "n_observations", "n_numeric", "n_nominal"),
        *("positive", "negative", "n_positive", "n_test", "n_test_positive"),
        *("n_confused", "n_compared"),
    )
    found = [(name, one) for name in PRINTED_NAMES for one in _runs(facts, name)]
    return Table(
        name="data sets",
        title="The data sets of the paper, as they were run",
        header=(
            *("theirs", "from", "ours", "read", "classes", "kept", "variables (nominal)"),
            *("positive", "negative", "test set (positive)", "confused by 1-NN", "note"),
        ),
        rows=tuple(_row(name, one) for name, one in found),
        columns={
            "printed_name": tuple(name for name, _ in found),
            **{
                field: tuple(None if one is None else getattr(one, field) for _, one in found)
                for field in fields
            },
        },
    )


def _runs(facts: Facts, name: str) -> list[SetFacts | None]:
    """What stands for a set of the paper: one run, two for chess, None where it was not found."""
    wanted = CHESS if name == "chess" else (name,)
    known = {one.name: one for one in facts.sets}
    return [known[one] for one in wanted if one in known] or [None]


def _row(name: str, one: SetFacts | None) -> tuple[str, ...]:
    start = (name, PRINTED_NAMES[name])
    if one is None:
        return (*start, "not found", *[""] * 9)
    confused = "" if one.n_confused is None else f"{one.n_confused} of {one.n_compared}"
    return (
        *start,
        one.name,
        f"{one.n_read}",
        f"{one.n_classes}",
        f"{one.n_observations}",
        f"{one.n_numeric + one.n_nominal} ({one.n_nominal})",
        f"{shortened(one.positive)} ({one.n_positive})",
        shortened(one.negative),
        f"{one.n_test} ({one.n_test_positive})",
        confused,
        one.words,
    )


def _algorithms_table(facts: Facts) -> Table:
    ran = [algorithm for one in facts.sets for algorithm in one.algorithms]
    ours = {one.name: one.words for one in ran}
    names = [name for name in PRINTED_ALGORITHMS if name in ours]
    hours = [sum(one.seconds for one in ran if one.name == name) / 3600 for name in names]
    sets = [sum(one.finished for one in ran if one.name == name) for name in names]
    return Table(
        name="algorithms",
        title="The algorithms",
        header=("algorithm", "theirs", "ours", "sets finished", "hours"),
        rows=tuple(
            (name, PRINTED_ALGORITHMS[name], ours[name], f"{done}", number(took, 2))
            for name, done, took in zip(names, sets, hours, strict=True)
        ),
        columns={
            "algorithm": tuple(names),
            "theirs": tuple(PRINTED_ALGORITHMS[name] for name in names),
            "ours": tuple(ours[name] for name in names),
            "sets_finished": tuple(sets),
            "hours": tuple(hours),
        },
    )


# Section IV-B: how often the error test and the AUC test agree, over all pairs and data sets.


COUNTING_TITLE = "How often the error test and the AUC test agree"
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
        title=COUNTING_TITLE,
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
            source=study.provenance.source.name,
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
    return f"{len(same)} ({join_words(same)})" if same else "none"


def _unusual(summaries: Sequence[SetSummary]) -> list[Caveat]:
    """Algorithms that do worse than always giving the same answer."""
    wrong = [one for one in summaries if one.error > 0.5]
    blind = [one for one in summaries if abs(one.auc - 0.5) < CHANCE]
    told = [f"{one.algorithm} on {one.dataset} errs in {percent(one.error)}" for one in wrong]
    if blind:
        which = join_words([f"{one.algorithm} on {one.dataset}" for one in blind])
        told.append(f"{which} {'has' if len(blind) == 1 else 'have'} an AUC near 1/2")
    if not told:
        return []
    return [caveat(Kind.UNUSUAL, results="; ".join(told))]


# Section VI: that the values over folds are sometimes not normal, and what rank tests say.


DISCUSSION_TITLE = "Values over folds are sometimes not normal; what a rank test says"
_DEPENDENT = caveat(Kind.DEPENDENT_SERIES)


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
        title=DISCUSSION_TITLE,
        state=normality_state(study.normality),
        shown=(normality_table(study.normality), _ranks_table(study)),
        verdict=_discussion_verdict(study),
        differs="The paper prints no number for its remark, and leaves nonparametric tests to "
        f"future work. {words.missing_words(kept.facts)}".strip(),
        caveats=(_DEPENDENT, *study.caveats, *words.quick_caveats(run)),
        provenance=kept_provenance(
            run,
            kept.facts,
            source=study.provenance.source.name,
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


def _discussion_verdict(study: Aslan2009) -> tuple[str, ...]:
    told = [f"{percent(share(one))} of the series of {one.quantity}" for one in study.normality]
    changed = [
        one
        for one, other in zip(study.outcomes, study.ranked, strict=True)
        if one.outcome != other.outcome
    ]
    pairs = count(len(study.outcomes), "comparison")
    return (
        f"The paper says that the values are sometimes not normal; here Shapiro and Wilk's test "
        f"says so, at level {NORMALITY_LEVEL:g}, of {join_words(told)}.",
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
