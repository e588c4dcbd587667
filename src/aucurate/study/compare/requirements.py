r"""What a comparison has to show: ``new - old > -0.01``, for a pipeline or a test that must fail.

A requirement is a difference of two classifiers or the estimate of one, ``>`` or ``<``, and a
number::

    new - old > 0               new is better
    new - old > -0.01           new is not worse by 0.01 or more (non-inferiority)
    new - old > 0.02            new is better by more than 0.02
    auc(new) > 0.8              new has an AUC above 0.8
    'new-2' - 'new-1' > -1%     names in quotes, a number in percent

It is met if the data *show* it, not if the estimate satisfies it: a one-sided test at level
(1 - confidence) / 2 rejects the opposite, and the limit of the two-sided interval (by default 95%)
lies beyond the number. Both come from the same method, and where they disagree nothing is claimed.

- A difference is tested by the margin test of the study (:mod:`aucurate.inference.auc.equivalence`;
  ``margin_method``, by default MOVER for AUCs), with every number, 0 too, so that what is shown for
  one number is shown for all lower ones. docs/validation.md has the levels of these tests at their
  margins ("Tests with a margin").
- An estimate is tested against the number by the test that agrees with its interval
  (``null``; by default the beta interval of an AUC).

``>=`` means the same as ``>``: a test of either rejects the number itself. A requirement must hold
for the classifiers that it names, before the data are seen. **Several requirements need no
adjustment**: all must be shown, so the probability that all are shown by chance is at most that of
any one of them which does not hold (an intersection-union test, Berger 1982).
"""

import math
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Literal, Self, TypeAlias

from aucurate.errors import OptionError
from aucurate.estimates.counted import CountedEstimate
from aucurate.estimates.estimands import text_of
from aucurate.formatting import digits_for, join_words, number, p_value, percent, shortened
from aucurate.inference.auc.equivalence import MarginTest, decided
from aucurate.results import Caveat, Comparison, Interval, MethodRecord

Side: TypeAlias = Literal["greater", "less"]

_MINUS = "-−–"
_SIGNS: dict[str, Side] = {">": "greater", "<": "less", "≥": "greater", "≤": "less"}
_COMPARED = re.compile(r"^(?P<left>.*[^<>=])(?P<sign>[<>≤≥])=?(?P<right>[^<>=≤≥]*)$", re.DOTALL)
_NUMBER = re.compile(r"^(?P<digits>[-−–+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?)\s*(?P<percent>%?)$", re.I)
_CALLED = re.compile(r"^(?P<word>[\w-]+)\s*\((?P<name>.*)\)$", re.DOTALL)
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_HOW = (
    "write a difference or an estimate, > or <, and a number: 'new - old > -0.01' or "
    "'auc(new) > 0.8'."
)


@dataclass(frozen=True, slots=True)
class Claim:
    """A requirement as it was written, before the classifiers are known: ``left > bound``."""

    text: str
    left: str
    side: Side
    bound: float

    @classmethod
    def read(cls, text: str) -> Self:
        """The parts of a requirement.

        >>> Claim.read("new - old >= -1%")
        Claim(text='new - old >= -1%', left='new - old', side='greater', bound=-0.01)
        >>> Claim.read("new is better")
        Traceback (most recent call last):
            ...
        aucurate.errors.OptionError: 'new is better' is not a requirement.
        Hint: write a difference or an estimate, > or <, and a number: 'new - old > -0.01' or ...
        """
        compared = _COMPARED.match(text)
        if compared is None or not compared["left"].strip():
            raise OptionError(f"'{shortened(text)}' is not a requirement.", hint=_HOW)
        right = compared["right"].strip()
        found = _NUMBER.match(right)
        if found is None:
            raise OptionError(
                f"the requirement '{shortened(text, 80)}' compares with '{shortened(right)}', "
                "which is not a number.",
                hint=_HOW,
            )
        bound = float(re.sub("[−–]", "-", found["digits"])) / (100 if found["percent"] else 1)
        return cls(text, compared["left"].strip(), _SIGNS[compared["sign"]], bound)

    def pair(
        self, names: Sequence[str], estimand: CountedEstimate | None
    ) -> tuple[str, str] | tuple[str]:
        """The two classifiers whose difference is meant, or the one whose estimate is.

        >>> Claim.read("new-2 - new > 0").pair(["new-2", "new"], None)
        ('new-2', 'new')
        >>> Claim.read("auc(new) > 80%").pair(["new", "old"], None)
        ('new',)
        """
        word = _word(estimand)
        whole = _named(self.left, names, word)
        if whole is not None:
            return self._checked_value(whole, estimand)
        splits = list(_splits(self.left))
        terms = ((_named(one, names, word), _named(two, names, word)) for one, two in splits)
        found = [(one, two) for one, two in terms if one is not None and two is not None]
        if len(found) == 1:
            return self._checked_pair(*found[0])
        if found:
            pairs = [f"'{one}' - '{two}'" for one, two in found]
            raise OptionError(
                f"the requirement '{shortened(self.text, 80)}' can mean {join_words(pairs, 'or')}.",
                hint="put the names in quotes.",
            )
        raise self._unknown(splits, names, word)

    def _checked_value(self, name: str, estimand: CountedEstimate | None) -> tuple[str]:
        low, high = (0.0, 1.0) if estimand is None else (estimand.lowest, estimand.highest)
        if low < self.bound < high:
            return (name,)
        raise OptionError(
            f"the requirement '{shortened(self.text, 80)}' compares with {self.bound:g}; the "
            f"{_quantity(estimand)} lies between {low:g} and {high:g}.",
            hint="give a value that the estimate can have, e.g. 0.8 or 80%.",
        )

    def _checked_pair(self, first: str, second: str) -> tuple[str, str]:
        if first == second:
            raise OptionError(
                f"the requirement '{shortened(self.text, 80)}' compares "
                f"'{shortened(first)}' with itself.",
                hint="name two classifiers.",
            )
        if not -1 < self.bound < 1:
            raise OptionError(
                f"the requirement '{shortened(self.text, 80)}' compares a difference with "
                f"{self.bound:g}; it must lie between -1 and 1.",
                hint="a loss of less than one hundredth is -0.01 or -1%.",
            )
        return first, second

    def _unknown(
        self, splits: Sequence[tuple[str, str]], names: Sequence[str], word: str
    ) -> OptionError:
        """The error about what could not be read as classifiers of the study."""
        parts = _likely(splits) if splits else (self.left,)
        for term in (self.left, *parts):
            called = _CALLED.match(term)
            if called is not None and _named(called["name"], names, word) is not None:
                return OptionError(
                    f"the requirement '{shortened(self.text, 80)}' is about "
                    f"'{called['word']}'; this study compares '{word}'.",
                    hint=f"write {word}({called['name']}), or choose the estimand of the study.",
                )
        unknown = next(term for term in parts if _named(term, names, word) is None)
        near = get_close_matches(unknown.strip(" '\""), names, n=1)
        guess = f"did you mean '{shortened(near[0])}'? " if near else ""
        known = join_words([shortened(name) for name in names], most=12)
        return OptionError(
            f"the requirement '{shortened(self.text, 80)}' names '{shortened(unknown)}', which is "
            "not a classifier of the study.",
            hint=f"{guess}The classifiers are {known}; names may stand in quotes.",
        )


def _word(estimand: CountedEstimate | None) -> str:
    """What stands before a classifier in parentheses: "auc", "average-precision"."""
    return text_of(estimand).partition(":")[0]


def _quantity(estimand: CountedEstimate | None) -> str:
    return "AUC" if estimand is None else estimand.quantity


def _named(term: str, names: Collection[str], word: str) -> str | None:
    """The classifier that a term names: as it is, in quotes, or in parentheses after the word."""
    term = term.strip()
    if term in names:
        return term
    if _QUOTED.fullmatch(term):
        return term[1:-1] if term[1:-1] in names else None
    called = _CALLED.match(term)
    if called is None or called["word"].lower() != word:
        return None
    return _named(called["name"], names, word)


def _splits(text: str) -> Iterator[tuple[str, str]]:
    """Every way to take the text as a difference, at a minus sign outside quotes."""
    quoted = [range(*match.span()) for match in _QUOTED.finditer(text)]
    for at, character in enumerate(text):
        inside = any(at in place for place in quoted)
        if character in _MINUS and not inside and text[:at].strip() and text[at + 1 :].strip():
            yield text[:at].strip(), text[at + 1 :].strip()


def _likely(splits: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """The split that was probably meant, for a message: the most even one."""
    return min(splits, key=lambda parts: abs(len(parts[0]) - len(parts[1])))


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirement(MethodRecord):
    """A requirement and what the data show of it: ``str`` is a sentence that says why.

    ``first - second`` is compared with ``bound``, or the estimate of ``first`` alone if ``second``
    is None; ``side`` is "greater" for ``>``. ``limit`` is the end of ``interval`` that has to lie
    beyond the bound; as a one-sided limit it has confidence 1 - ``level``.
    """

    text: str
    first: str
    second: str | None
    quantity: str
    side: Side
    bound: float
    shown: bool
    estimate: float
    limit: float
    interval: Interval
    level: float
    p_value: float
    method: str
    design: str
    caveats: tuple[Caveat, ...] = ()
    key: str = ""

    @classmethod
    def of_difference(cls, claim: Claim, test: MarginTest) -> Self:
        """What a margin test of the difference, or of the reversed one for "less", shows."""
        found = test.comparison
        found = found if claim.side == "greater" else found.reversed()
        return cls._of(claim, found, found.second, test.level, shown=test.shown, of=test.caveats)

    @classmethod
    def of_value(cls, claim: Claim, test: Comparison, interval: Interval, level: float) -> Self:
        """What the test of an estimate with this interval against the bound shows."""
        shown, caveats = decided([test], test.p_value, level)
        test = replace(test, interval=interval, caveats=(*test.caveats, *caveats))
        return cls._of(claim, test, None, level, shown=shown, of=test.caveats)

    @classmethod
    def _of(
        cls,
        claim: Claim,
        found: Comparison,
        second: str | None,
        level: float,
        *,
        shown: bool,
        of: tuple[Caveat, ...],
    ) -> Self:
        interval = found.interval
        return cls(
            text=claim.text,
            first=found.first,
            second=second,
            quantity=found.quantity,
            side=claim.side,
            bound=claim.bound,
            shown=shown,
            estimate=found.first_value if second is None else found.difference,
            limit=interval.low if claim.side == "greater" else interval.high,
            interval=interval,
            level=level,
            p_value=found.p_value,
            method=found.title,
            design=found.design,
            caveats=of,
        )

    @property
    def about(self) -> tuple[str, ...]:
        """The classifiers that it names."""
        return (self.first,) if self.second is None else (self.first, self.second)

    def __str__(self) -> str:
        digits = digits_for(self.interval.high - self.interval.low)
        what = f"the {self.quantity}{'' if self.second is None else ' difference'} is "
        what += number(self.estimate, digits)
        end = f"one-sided {p_value(self.p_value)}, {self.method} test"
        end += "" if self.second is None else f", {self.design}"
        start = f"Required {'and' if self.shown else 'but not'} shown: {shortened(self.text, 80)}."
        return f"{start} {what[0].upper()}{what[1:]}{self._reason(digits)} ({end})."

    def _reason(self, digits: int) -> str:
        """Where the estimate and its limit lie."""
        upward = self.side == "greater"
        beyond, ends = ("above", "lower") if upward else ("below", "upper")
        bound, limit = f"{self.bound:g}", number(self.limit, digits)
        confidence = percent(1 - self.level)
        if self.shown:
            return f", and its {ends} {confidence} limit, {limit}, is {beyond} {bound}"
        if not math.isfinite(self.limit):
            return f", and its {ends} {confidence} limit is not available"
        inside = self.limit <= self.bound if upward else self.limit >= self.bound
        if not inside:
            return f" and its {ends} {confidence} limit {limit}, but the test does not agree"
        satisfied = self.estimate > self.bound if upward else self.estimate < self.bound
        if satisfied:
            short = f", but its {ends} {confidence} limit, {limit}, is not {beyond} {bound}"
            return f"{short}: more observations are needed to show it"
        return f", which is itself not {beyond} {bound}"
