"""Section IV-A: the data sets and the algorithms, as the paper names them and as they were run."""

from aucurate.formatting import count, listing, number, shortened
from aucurate.results import Caveat
from aucurate.study.table import Table
from aucurate_papers.aslan_2009 import words
from aucurate_papers.aslan_2009.printed import (
    CHESS,
    PRINTED_ALGORITHMS,
    PRINTED_NAMES,
    PRINTED_SMALLEST,
)
from aucurate_papers.aslan_2009.scores import (
    Facts,
    KeptScores,
    SetFacts,
    kept_provenance,
)
from aucurate_papers.exhibit import Exhibit, State
from aucurate_papers.running import Made, Run

TITLE = "Data sets, algorithms and divisions"
DESIGN = Caveat(
    kind="design",
    message="A third of each set, stratified, is the test set; the rest is cut into 30 stratified "
    "folds, each training set leaves one out, and all algorithms have the same training sets. Of "
    "more than two classes those two are kept that a 1-NN takes for each other most often, in "
    "either direction, each observation decided by its nearest other one (among at most 20,000 "
    "drawn at random). The rarer class is positive. A column that only holds 0 and 1 counts as "
    "nominal.",
)


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
        title=TITLE,
        state=_state(facts),
        shown=(_sets_table(facts), _algorithms_table(facts)),
        verdict=_verdict(facts),
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


def _state(facts: Facts) -> State:
    if words.not_found(facts):
        return "data not obtainable"
    large = all(one.n_read >= 0.9 * PRINTED_SMALLEST for one in facts.sets)
    return "exact" if large and not facts.unfinished else "not reproduced"


def _verdict(facts: Facts) -> tuple[str, ...]:
    gone, all_names = words.not_found(facts), len(PRINTED_NAMES)
    runs = count(len(facts.sets), "data set")
    fits = sum(ran.fits for one in facts.sets for ran in one.algorithms)
    hours = number(facts.seconds / 3600, 1)
    programs = listing([f"{name} {version}" for name, version in facts.programs.items()])
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
