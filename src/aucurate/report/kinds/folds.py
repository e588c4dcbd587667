"""Comparisons over cross-validation folds."""

from collections.abc import Iterator, Mapping

from aucurate.formatting import capital, count, digits_for, join_words, number, percent, shortened
from aucurate.inference.folds.registry import FOLD_TESTS
from aucurate.inference.methods import methods_for
from aucurate.plots.folds.outcomes import OutcomesDisplay
from aucurate.plots.folds.values import MOST as MOST_IN_DOTS
from aucurate.plots.folds.values import FoldValuesDisplay
from aucurate.plots.of_study import StudyFigure, difference_figures, results_of, slug
from aucurate.report.facts import observations
from aucurate.report.kinds import Facts, StudyKind
from aucurate.report.phrases import (
    BOUND_WORDS,
    Paragraph,
    cite,
    correction_words,
    dropped_words,
    intervals_at,
    is_bound,
    lower_words,
    names_of,
    phrase_of,
    sentence,
    thresholds_words,
    unit_words,
    with_marks,
)
from aucurate.study.folds import FoldsStudy, folds
from aucurate.study.folds.numbers import FoldsPart
from aucurate.study.folds.outcomes import TestOutcome
from aucurate.study.table import Table


def _figures(study: FoldsStudy) -> Iterator[StudyFigure]:
    for at, part in enumerate(study.parts):
        prefix = f"{slug(part.quantity)}-" if at else ""
        key = _table_ending(part)
        if part.values and len(part.values) <= MOST_IN_DOTS:
            yield _fold_values(part, f"{prefix}values", f"algorithms{key}")
        yield from difference_figures(
            *results_of(part.tests), prefix=prefix, table=f"comparisons{key}"
        )
    if study.outcomes:
        yield outcomes_figure(study.outcomes, study.settings.level)


def _table_ending(part: FoldsPart) -> str:
    """What the names of the tables of a quantity other than the AUC end in."""
    return "" if part.quantity == "AUC" else "_" + part.quantity.replace(" ", "_")


def _fold_values(part: FoldsPart, name: str, table: str) -> StudyFigure:
    means = sorted(part.summaries, key=lambda one: -one.value)
    words = [f"{shortened(one.name)} {number(one.value)}" for one in means[:4]]
    more = f" and {len(means) - 4} more" if len(means) > 4 else ""
    what = "rates over all observations" if part.is_pooled else "means"
    return StudyFigure(
        name=name,
        title=f"{capital(shortened(part.quantity))} of every fold",
        words=f"Dots: {shortened(part.quantity)} of {count(len(part.summaries), 'algorithm')} in "
        f"each of {count(len(part.fold_names), 'fold')}, with {what} and their intervals. "
        f"{capital(what)}: {', '.join(words)}{more}.",
        display=FoldValuesDisplay(part),
        tables=(table,),
    )


def outcomes_figure(outcomes: tuple[TestOutcome, ...], level: float) -> StudyFigure:
    """The decisions of the two tests on every pair."""
    agree = sum(not one.disagrees for one in outcomes)
    return StudyFigure(
        name="outcomes",
        title="Decisions of the tests of error rate and of AUC",
        words="2x2 table of counts: decisions of the test of error rate by those of the test of "
        "AUC. They agree on "
        f"{agree} of {count(len(outcomes), 'pair')} ({percent(agree / len(outcomes))}).",
        display=OutcomesDisplay(outcomes, level=level),
        tables=("outcomes",),
    )


def _tables(study: FoldsStudy) -> tuple[Table, ...]:
    """The values of every fold, for each quantity: the study prints their summaries only."""
    return tuple(_values(part) for part in study.parts if part.values)


def _values(part: FoldsPart) -> Table:
    names = [summary.name for summary in part.summaries]
    smallest, largest = (pick(map(pick, part.values)) for pick in (min, max))
    digits = digits_for(largest - smallest)
    return Table(
        name=f"values{_table_ending(part)}",
        title=f"{capital(shortened(part.quantity))} of every algorithm in every fold",
        header=("fold", *(shortened(name) for name in names)),
        rows=tuple(
            (shortened(fold), *(number(values[at], digits) for values in part.values))
            for at, fold in enumerate(part.fold_names)
        ),
        columns={
            "fold": tuple(fold for fold in part.fold_names for _ in names),
            "algorithm": tuple(name for _ in part.fold_names for name in names),
            "value": tuple(
                values[at] for at in range(len(part.fold_names)) for values in part.values
            ),
        },
    )


def _facts(study: FoldsStudy) -> Facts:
    yield from observations(study)
    repeats = f", {study.n_repeats} repeats" if study.n_repeats > 1 else ""
    yield "Folds", (f"{study.n_folds:,} ({study.design}{repeats})",)


# The Methods section.


_SIDES = {
    "two-sided": "two-sided",
    "greater": "one-sided, with the alternative that the first of a pair has the higher value",
    "less": "one-sided, with the alternative that the first of a pair has the lower value",
}


def _paragraphs(study: FoldsStudy) -> list[Paragraph]:
    """Data and design; the tests of every quantity; further results."""
    return [_data(study), _tests(study), _more(study)]


def _data(study: FoldsStudy) -> Paragraph:
    provenance, settings = study.provenance, study.settings
    who = f"{count(len(study.names), 'algorithm')} ({names_of(study.names)})"
    design = design_words(study.design, study.n_folds, study.n_repeats)
    said = [f"{_measured(study)} of {who} were compared {design}."]
    if provenance.n_observations:
        said.append(
            f"There were {count(provenance.n_observations, 'observation')}; the positive class "
            f"was {shortened(provenance.positive)}, the negative class "
            f"{shortened(provenance.negative)}."
        )
    if study.dropped:
        said.append(
            f"{count(len(study.dropped), 'fold')} in which a class was missing or a fit failed "
            f"{'was' if len(study.dropped) == 1 else 'were'} left out ({names_of(study.dropped)})."
        )
    said += [*unit_words(provenance), *dropped_words(provenance), *lower_words(provenance)]
    if settings.threshold is not None:
        said.append(f"Error rates are those at {thresholds_words(settings.threshold)}.")
    return [*said, *_intervals(study)]


def _measured(study: FoldsStudy) -> str:
    known = {
        "AUC": "the areas under the receiver operating characteristic curves (AUCs)",
        "error rate": "the error rates",
    }
    quantities = [part.quantity for part in study.parts]
    told = join_words([known.get(one, f"the values of {shortened(one)}") for one in quantities])
    return f"T{told[1:]}"


def _intervals(study: FoldsStudy) -> Paragraph:
    """How the intervals of means over folds were made."""
    said = []
    for part in study.parts:
        found = [one.interval for one in part.summaries if one.interval is not None]
        if found:
            known = methods_for("folds", "interval")
            usual = next((one for one in found if one.key in known), found[0])
            how = f"by {shortened(usual.method)}"
            if usual.key in known:
                how = with_marks(known[usual.key].phrase)
            if part.quantity == "error rate" and study.design == "fixed test set":
                how += ON_FIXED_TEST_SET
            over = "all observations" if part.is_pooled else "folds"
            of = f"{intervals_at(usual.confidence)} of the {shortened(part.title)} over {over}"
            said.append(sentence(f"{of} were computed {how}"))
    return said


def _tests(study: FoldsStudy) -> Paragraph:
    settings = study.settings
    reference = settings.reference
    pairs = "All pairs of algorithms were" if len(study.names) > 2 else "The algorithms were"
    if reference is not None:
        pairs = f"Every other algorithm was compared with {shortened(reference)}"
    else:
        pairs += " compared"
    said = [f"{pairs} in {'; and in '.join(_by(study, part) for part in study.parts)}."]
    confidence = study.parts[0].comparisons[0].interval.confidence
    said += [
        f"Tests were {_SIDES[study.parts[0].comparisons[0].alternative]}.",
        sentence(f"{intervals_at(confidence)} of differences were computed by the same method"),
    ]
    if study.joint is not None:
        same = "" if study.parts[0].method == "delong" else ", with the same allowance"
        test = phrase_of("AUC", "joint test", "delong-F")
        said.append(f"That all AUCs are equal was tested by {test}{same}.")
    families = [
        (len(part.comparisons), f"comparisons of {_plural(part.quantity)}") for part in study.parts
    ]
    bounds = [is_bound(c.interval) for part in study.parts for c in part.comparisons]
    said += [*correction_words(settings.correction, *families), *([BOUND_WORDS] * any(bounds))]
    return said


def _by(study: FoldsStudy, part: FoldsPart) -> str:
    words = fold_test(part.method)
    repeated = study.n_repeats > 1 and study.design != "random splits"
    if part.method == "nadeau-bengio" and repeated:
        words += f" in its form for repeated cross-validation {cite('bouckaert2004')}"
    if part.method == "averaged-error":
        words += ON_FIXED_TEST_SET if study.design == "fixed test set" else ALLOWING
    return f"{shortened(part.quantity)} by {words}"


def _plural(quantity: str) -> str:
    return {"AUC": "AUCs", "error rate": "error rates"}.get(quantity, shortened(quantity))


def _more(study: FoldsStudy) -> Paragraph:
    """All other tests, the Bayesian one, and outcomes of both tests."""
    said = []
    asked = {part.method for part in study.parts}
    others = [one.test for part in study.parts for one in part.all_tests if one.test not in asked]
    if others:
        words = "; ".join(fold_test(name) for name in dict.fromkeys(others))
        said.append(f"For comparison, pairs were also tested by other methods: {words}.")
    posteriors = [one for part in study.parts for one in part.posteriors]
    if posteriors:
        rope = f"{posteriors[0].rope:g}"
        said.append(
            "Posterior probabilities that one algorithm of a pair is better, and that both are "
            f"practically equivalent (a difference between -{rope} and {rope}), were computed by "
            f"{phrase_of('folds', 'posterior', 'correlated-t')}, with "
            f"{percent(posteriors[0].interval.confidence)} credible intervals."
        )
    if study.outcomes:
        said.append(
            "The decisions of the tests of error rate and of AUC on each pair at the level "
            f"{study.settings.level:g}, before any adjustment, were compared "
            f"{cite('aslan2009')}."
        )
    return said


def fold_test(key: str, title: str = "") -> str:
    """The phrase of a test over folds."""
    question = FOLD_TESTS[key].method.question if key in FOLD_TESTS else "comparison"
    return phrase_of("folds", question, key, title=title)


ALLOWING = f", its variance with an allowance for other training sets {cite('nadeau2003')}"
"""What is added for error rates where observations were left out of training sets."""

ON_FIXED_TEST_SET = (
    ", averaged over the models of all training sets and with a component of variance for them "
    f"{cite('gallas2006')}"
)
"""What is added for error rates on one test set that all models scored."""

DESIGN_WORDS: Mapping[str, str] = {
    "left-out folds": "by {folds}-fold cross-validation{repeated}, each observation scored by a "
    "model that was fitted without its fold",
    "fixed test set": "with models fitted to {all_folds} training sets, all of which scored the "
    "same test set",
    "5x2": f"by five repeats of two-fold cross-validation {cite('dietterich1998')}",
    "random splits": "over {all_folds} random splits into training and test sets",
}
"""By the names of ``fold_values.DESIGNS``."""


def design_words(design: str, n_folds: int, n_repeats: int) -> str:
    """The design of a study over folds, with its numbers."""
    per_repeat, rest = divmod(n_folds, max(1, n_repeats))
    if rest and design == "left-out folds":  # some were dropped, not as many of every repeat
        return f"over {n_folds:,} left-out folds of cross-validation in {n_repeats:,} repeats"
    repeated = f", repeated {n_repeats:,} times" if n_repeats > 1 else ""
    known = DESIGN_WORDS.get(design, "over {all_folds} folds")
    return known.format(folds=per_repeat, repeated=repeated, all_folds=f"{n_folds:,}")


KIND: StudyKind[FoldsStudy] = StudyKind(
    title="Comparison over cross-validation folds",
    headline="Comparison of {} over folds",
    question="Which algorithm is better, judged by tests that are valid under cross-validation?",
    facts=_facts,
    tables=_tables,
    figures=_figures,
    paragraphs=_paragraphs,
    function=folds,
    folds=("FoldScores", "FoldValues"),
)
