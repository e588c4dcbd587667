"""The sentences of what was asked beside the differences: whole curves, margins, a fixed AUC."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aucurate.formatting import count, listing, p_value, shortened
from aucurate.inference.auc.equivalence import MarginKind, MarginTest
from aucurate.inference.core.multiplicity import CORRECTION_TITLES
from aucurate.results import Comparison

if TYPE_CHECKING:
    from aucurate.study.compare import CompareStudy

MOST_NAMES = 6
_FEW_PAIRS = 3

_KINDS: dict[MarginKind, str] = {
    "noninferiority": "Non-inferiority with margin",
    "superiority": "Superiority by more than",
    "equivalence": "Equivalence within",
}


MOST_PAIRS = 45
"""With more pairs than these only those with the best classifier have rows to read."""


def short_listing(words: list[str], last: str = "and") -> str:
    """Words as a list in a sentence, the first few of them."""
    return listing(words, last, most=MOST_NAMES)


def adjustment(study: CompareStudy) -> str:
    """How the p-values that stand in a sentence were adjusted."""
    titles: dict[str, str] = {str(name): title for name, title in CORRECTION_TITLES.items()}
    none = study.correction == "none"
    return "p not adjusted" if none else f"p adjusted: {titles[study.correction]}"


def null_words(null: float) -> str:
    """What a fixed AUC is called.

    >>> null_words(0.5), null_words(0.7)
    ('chance', '0.7')
    """
    return "chance" if null == 0.5 else f"{null:g}"


def null_sentences(study: CompareStudy) -> tuple[str, ...]:
    """Which classifiers have an AUC above or below the fixed one."""
    if not study.null_tests:
        return ()
    first = study.null_tests[0]
    against, level = null_words(first.second_value), 1 - first.interval.confidence
    higher: list[str] = []
    lower: list[str] = []
    open_: list[str] = []
    for test, adjusted in zip(study.null_tests, study.adjusted_null_p_values, strict=True):
        if adjusted > level:
            open_.append(shortened(test.first))
        else:
            side = higher if test.difference > 0 else lower
            side.append(f"{shortened(test.first)} ({p_value(adjusted)})")
    if first.alternative != "two-sided":
        start = f"shown to be {'higher' if first.alternative == 'greater' else 'lower'} than"
        told = [(f"AUC {start}", higher + lower), (f"AUC not {start}", open_)]
    else:
        told = [("AUC higher than", higher), ("AUC lower than", lower)]
    sentences = [
        f"{start} {against} ({adjustment(study)}): {short_listing(names)}."
        for start, names in told
        if names
    ]
    if open_ and first.alternative == "two-sided":
        sentences.append(f"The data cannot tell {short_listing(open_, 'or')} from {against}.")
    return tuple(sentences)


def decisive_p_values(study: CompareStudy) -> tuple[float, ...]:
    """Adjusted p-values, the larger one where there are two tests of a pair: both must reject."""
    second = {
        (test.first, test.second): p
        for test, p in zip(study.second_tests, study.adjusted_second_p_values, strict=True)
    }
    return tuple(
        max(p, second.get((comparison.first, comparison.second), 0.0))
        for comparison, p in zip(study.comparisons, study.adjusted_p_values, strict=True)
    )


def second_sentences(study: CompareStudy) -> tuple[str, ...]:
    """Whether MOVER's test agrees with DeLong's where errors are few."""
    if not study.second_tests:
        return ()
    level = 1 - study.comparisons[0].interval.confidence
    p_of = {
        (c.first, c.second): p
        for c, p in zip(study.comparisons, study.adjusted_p_values, strict=True)
    }
    first_alone: list[str] = []
    second_alone: list[str] = []
    for test, adjusted in zip(study.second_tests, study.adjusted_second_p_values, strict=True):
        rejects = p_of[test.first, test.second] <= level
        if rejects != (adjusted <= level):
            pair = f"{shortened(test.first)} - {shortened(test.second)}"
            (first_alone if rejects else second_alone).append(
                f"{pair} (MOVER's {p_value(adjusted)})"
            )
    if len(study.comparisons) == 1:
        return (_second_of_one(study.second_tests[0], bool(first_alone), bool(second_alone)),)
    of = (
        "every pair"
        if len(study.second_tests) == len(study.comparisons)
        else (count(len(study.second_tests), "pair"))
    )
    start = f"Misordered observations are few, so MOVER's test was made for {of} too"
    if not first_alone and not second_alone:
        return (f"{start}; it agrees with DeLong's.",)
    sentences = [f"{start} ({adjustment(study)})."]
    if first_alone:
        open_ = "that difference is" if len(first_alone) == 1 else "those differences are"
        sentences.append(
            f"DeLong's test alone finds a difference in {short_listing(first_alone)}, which "
            f"MOVER's does not confirm: {open_} open."
        )
    if second_alone:
        sentences.append(f"It alone finds a difference in {short_listing(second_alone)}.")
    return tuple(sentences)


def _second_of_one(test: Comparison, first_alone: bool, second_alone: bool) -> str:
    """What MOVER's test adds to the verdict about one pair."""
    few = (
        f"Misordered observations are few; MOVER's test, made for that, has {p_value(test.p_value)}"
    )
    if first_alone:
        return f"{few} and does not confirm the difference, which is open (see the caveats)."
    if second_alone:
        return f"{few} and tells them apart where DeLong's does not."
    return f"{few} and agrees."


def curve_sentences(study: CompareStudy) -> tuple[str, ...]:
    """Which whole curves differ, and that this is not about their AUCs."""
    if not study.curve_tests:
        return ()
    level = 1 - study.comparisons[0].interval.confidence
    differ: list[str] = []
    open_: list[str] = []
    for test, adjusted in zip(study.curve_tests, study.adjusted_curve_p_values, strict=True):
        pair = listing([shortened(name) for name in test.names])
        (differ if adjusted <= level else open_).append(f"{pair} ({p_value(adjusted)})")
    method = study.curve_tests[0].method
    method += f", {adjustment(study)}" if len(study.estimates) > 2 else ""
    sentences = []
    if differ:
        sentences.append(
            f"The curves of {_pairs(differ)} differ at some operating point ({method}); this is "
            "not a statement about their AUCs."
        )
    if open_:
        end = "" if differ else f" ({method})"
        sentences.append(f"The data cannot tell the curves of {_pairs(open_)} apart{end}.")
    return tuple(sentences)


def margin_title(test: MarginTest) -> str:
    """What a margin test is about, without the names.

    >>> from aucurate.datasets import load_breast_cancer
    >>> from aucurate.inference.auc.equivalence import equivalence_test
    >>> data = load_breast_cancer()
    >>> margin_title(equivalence_test(data["forest"], data["tree"], margin=0.05))
    'Equivalence within 0.05'
    """
    return f"{_KINDS[test.kind]} {test.margin:g}"


def margin_shown(study: CompareStudy) -> tuple[bool, ...]:
    """What each margin test showed when all of them count together."""
    return tuple(
        test.shown and adjusted <= test.level
        for test, adjusted in zip(study.margin_tests, study.adjusted_margin_p_values, strict=True)
    )


def margin_sentences(study: CompareStudy) -> tuple[str, ...]:
    """One margin test in its own words; several by what their adjusted p-values show."""
    if len(study.estimates) <= 2 or not study.margin_tests:
        return tuple(str(test) for test in study.margin_tests)
    first = study.margin_tests[0]
    joiner = "and" if first.kind == "equivalence" else "to"
    shown: list[str] = []
    not_shown: list[str] = []
    for test, adjusted, is_shown in zip(
        study.margin_tests, study.adjusted_margin_p_values, margin_shown(study), strict=True
    ):
        names = (shortened(test.comparison.first), shortened(test.comparison.second))
        (shown if is_shown else not_shown).append(
            f"{f' {joiner} '.join(names)} ({p_value(adjusted)})"
        )
    what = margin_title(first)
    how = f"one-sided level {first.level:g}, {adjustment(study)}"
    if not shown:
        every = count(len(not_shown), "pair")
        return (f"{what} was shown ({how}) for none of {every}, which does not refute it.",)
    sentences = [f"{what} was shown ({how}) for {_pairs(shown)}."]
    if not_shown:
        few = len(not_shown) <= _FEW_PAIRS
        others = _pairs(not_shown) if few else f"the other {len(not_shown)} pairs"
        sentences.append(f"It was not shown for {others}, which does not refute it.")
    return tuple(sentences)


def _pairs(pairs: list[str]) -> str:
    more = len(pairs) - MOST_NAMES
    return ", ".join([*pairs[:MOST_NAMES], f"{more} more"] if more > 0 else pairs)


def best_of_many(study: CompareStudy) -> str | None:
    """The classifier whose pairs are shown where there are too many, None where all are.

    Pairs with a reference are all the reference's, and all are shown.
    """
    if len(study.comparisons) <= MOST_PAIRS or study.provenance.settings["reference"] is not None:
        return None
    compared = {name for c in study.comparisons for name in (c.first, c.second)}
    ranked = [estimate for estimate in study.estimates if estimate.name in compared]
    return max(ranked, key=lambda estimate: estimate.value).name
