"""The sentences and caveats of a comparison over folds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aucurate.caveats import Kind, caveat
from aucurate.data.fold_values import FoldValues
from aucurate.formatting import digits_for, join_words, number, p_value, shortened
from aucurate.inference.folds import caveats
from aucurate.results import Caveat, Comparison
from aucurate.study.folds.outcomes import outcome_sentence
from aucurate.study.text import design_effect_sentences

if TYPE_CHECKING:
    from aucurate.study.folds import FoldsStudy
    from aucurate.study.folds.numbers import FoldsPart, FoldSummary
    from aucurate.study.folds.settings import FoldsSettings

PROBABLE = 0.95
_SHOWN = 6


def folds_sentences(study: FoldsStudy) -> tuple[str, ...]:
    """The best by each quantity and which differ from it; then joint test and outcomes."""
    sentences = []
    for part in study.parts:
        sentences += _of_part(study, part)
        if study.joint is not None and part.quantity == "AUC":
            shown = study.joint.p_value <= study.settings.level
            p = p_value(study.joint.p_value)
            verdict = "the AUCs differ" if shown else "no difference between the AUCs was detected"
            sentences.append(f"Overall, {verdict} ({p}).")
    if study.outcomes:
        sentences.append(outcome_sentence(study.outcomes))
    by_observation = [
        comparison
        for part in study.parts
        for comparison in part.comparisons
        if comparison.n_groups or comparison.design_effect != 1
    ]
    sentences += design_effect_sentences(study.provenance, by_observation, "differences")
    return tuple(sentences)


def folds_caveats(
    values: FoldValues, parts: tuple[FoldsPart, ...], settings: FoldsSettings
) -> tuple[Caveat, ...]:
    """The caveats of all pairs, each once; and whether another test suits the design better."""
    found: dict[Caveat, None] = {}
    of_folds = caveats.of_folds(values)
    found.update(
        (c, None) for c in of_folds if c.kind in (Kind.FEW_FOLDS, Kind.FOLDS_WITHOUT_CLASS)
    )
    for part in parts:
        for comparison in part.comparisons:
            found.update((c, None) for c in comparison.caveats if c.kind != Kind.VALID_FOR)
        for posterior in part.posteriors:
            found.update((c, None) for c in posterior.caveats if c.kind == Kind.UNSTABLE_ALGORITHMS)
        if not part.recommended:
            found.setdefault(_better_test(part), None)
        if len(part.summaries) > 2:
            found.setdefault(_selected(part), None)
    if settings.rope is not None and values.design == "fixed test set":
        found.setdefault(caveats.fixed_test_set(), None)
    return tuple(found)


def _better_test(part: FoldsPart) -> Caveat:
    return caveat(Kind.OTHER_TEST, quantity=part.quantity)


def _selected(part: FoldsPart) -> Caveat:
    """The best of several was found on the data that its mean is computed from."""
    return caveat(
        Kind.CHOSEN_HIGHEST,
        "folds",
        about=[_best(part).name],
        superlative=_superlative(part),
        classifiers=len(part.summaries),
        title=part.title,
    )


def _best(part: FoldsPart) -> FoldSummary:
    select = min if part.quantity == "error rate" else max
    return select(part.summaries, key=lambda one: one.value)


def _superlative(part: FoldsPart) -> str:
    return "lowest" if part.quantity == "error rate" else "highest"


def _of_part(study: FoldsStudy, part: FoldsPart) -> list[str]:
    if len(study.names) == 2:
        return [_pair(part.comparisons[0], study.settings.level)]
    best = _best(part)
    digits = 3 if best.interval is None else digits_for(best.interval.high - best.interval.low)
    shown = f" ({best.interval})" if best.interval is not None else ""
    superlative = _superlative(part)
    comparative = "lower" if superlative == "lowest" else "higher"
    sentences = [
        f"{shortened(best.name)} has the {superlative} {part.title}, "
        f"{number(best.value, digits)}{shown}."
    ]
    clear, open_ = _split(part, best.name, study.settings.level)
    p = "p" if study.settings.correction == "none" else "adjusted p"
    method = part.comparisons[0].method
    if clear:
        sentences.append(
            f"Its {part.title} is {comparative} than "
            f"{'those' if len(clear) > 1 else 'that'} of {_names(clear)} "
            f"({p} at or below {study.settings.level:g}, {method})."
        )
    if open_:
        numbers = _numbers(part, best.name, open_)
        quantity = f" in {part.quantity}" if len(study.parts) > 1 else ""
        sentences.append(
            f"No difference{quantity} from {_names(open_, 'or')} was detected{numbers}."
        )
    return sentences


def _numbers(part: FoldsPart, best: str, others: list[str]) -> str:
    """The difference of the best from another with its interval, if there is only one other."""
    if len(others) > 1:
        return ""
    test = next(t for t in part.tests if {t.result.first, t.result.second} == {best, *others})
    comparison = test.result if test.result.first == best else test.result.reversed()
    digits = digits_for(comparison.interval.high - comparison.interval.low)
    p = p_value(test.adjusted_p_value)
    return f" (difference {number(comparison.difference, digits)}, {comparison.interval}, {p})"


def _pair(comparison: Comparison, level: float) -> str:
    """Which of two is better, or that no difference was detected."""
    lower_is_better = comparison.quantity == "error rate"
    if (comparison.difference > 0) == lower_is_better:
        comparison = comparison.reversed()
    pair = f"{shortened(comparison.first)} and {shortened(comparison.second)}"
    which = "lower" if lower_is_better else "higher"
    start = f"{shortened(comparison.first)} has the {which} {comparison.quantity}"
    if comparison.p_value > level:
        start = f"No difference in {comparison.quantity} between {pair} was detected"
    digits = digits_for(comparison.interval.high - comparison.interval.low)
    first, second = comparison.first_value, comparison.second_value
    return (
        f"{start}: {number(first, digits)} against {number(second, digits)}, "
        f"difference {number(comparison.difference, digits)} ({comparison.interval}), "
        f"{p_value(comparison.p_value)} ({comparison.method})."
    )


def _split(part: FoldsPart, best: str, level: float) -> tuple[list[str], list[str]]:
    """The algorithms that differ significantly from the best, and the others."""
    clear: list[str] = []
    open_: list[str] = []
    for test in part.tests:
        pair = [test.result.first, test.result.second]
        if best in pair:
            pair.remove(best)
            (clear if test.adjusted_p_value <= level else open_).extend(pair)
    return clear, open_


def _names(names: list[str], last: str = "and") -> str:
    return join_words([shortened(name) for name in names], last, most=_SHOWN)
