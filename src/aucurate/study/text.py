"""Parts of sentences shared by several studies: lists, pairs, adjusted p-values."""

import math
from collections.abc import Iterable, Sequence
from typing import TypeVar

from aucurate.formatting import count, join_words, number, shortened
from aucurate.inference.core.multiplicity import CORRECTION_TITLES, Correction
from aucurate.results import ClassEstimate, Comparison, Estimate, Tested
from aucurate.study.base import Provenance

R = TypeVar("R")

MOST_NAMES = 6
"""The number of names, pairs or findings that a sentence lists; the others are counted."""


def short_list(words: Sequence[str], last: str = "and") -> str:
    """The first few words as a list in a sentence.

    >>> short_list(["a", "b", "c"]), short_list(list("abcdefgh"), "or")
    ('a, b and c', 'a, b, c, d, e, f or 2 more')
    """
    return join_words(list(words), last, most=MOST_NAMES)


def short_names(names: Iterable[str], last: str = "and") -> str:
    """The first few names, shortened, as a list in a sentence."""
    return short_list([shortened(name) for name in names], last)


def in_groups(provenance: Provenance) -> str:
    """What follows a number of observations where they are grouped or have sampling weights."""
    groups = f" in {count(provenance.n_groups, 'group')}" if provenance.n_groups else ""
    return f"{groups} with sampling weights" if provenance.weights == "sampling" else groups


def design_effect_sentences(
    provenance: Provenance, estimates: Sequence[Estimate | ClassEstimate | Comparison], plural: str
) -> tuple[str, ...]:
    """By how much groups and sampling weights changed the standard errors."""
    reasons = [count(provenance.n_groups, "group")] if provenance.n_groups else []
    if provenance.weights == "sampling":
        reasons.append("the sampling weights")
    factors = [
        math.sqrt(each.design_effect) for each in estimates if math.isfinite(each.design_effect)
    ]
    if not reasons or not factors:
        return ()
    low, high = (number(factor, 2) for factor in (min(factors), max(factors)))
    times = f"{low} times" if low == high else f"{low} to {high} times"
    return (
        f"The intervals and tests allow for {join_words(reasons)}: standard errors of the {plural} "
        f"are {times} those of as many independent observations.",
    )


def findings(words: Sequence[str], more: str = "more", separator: str = ", ") -> str:
    """The first few findings as a list; they may contain commas or "and" themselves.

    >>> findings(["a and b (p = 0.01)", "a and c (p = 0.02)"])
    'a and b (p = 0.01), a and c (p = 0.02)'
    """
    rest = len(words) - MOST_NAMES
    return separator.join([*words[:MOST_NAMES], *([f"{rest} {more}"] if rest > 0 else [])])


def by_level(tests: Iterable[Tested[R]], level: float) -> tuple[list[Tested[R]], list[Tested[R]]]:
    """The tests whose adjusted p-value is at most the level, and the others."""
    clear: list[Tested[R]] = []
    open_: list[Tested[R]] = []
    for tested in tests:
        (clear if tested.adjusted_p_value <= level else open_).append(tested)
    return clear, open_


def adjusted_word(correction: Correction, tests: int = 2) -> str:
    """The word before a p-value: "adjusted ", or nothing if it was not adjusted.

    >>> adjusted_word("holm"), adjusted_word("none"), adjusted_word("holm", 1)
    ('adjusted ', '', '')
    """
    return "" if correction == "none" or tests < 2 else "adjusted "


def adjustment(correction: Correction) -> str:
    """How the p-values of a sentence were adjusted.

    >>> adjustment("holm")
    'p adjusted: Holm'
    """
    if correction == "none":
        return "p not adjusted"
    return f"p adjusted: {CORRECTION_TITLES[correction]}"
