"""The words of a page that depend on the kind of its study: what was asked, about whom."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from aucurate.formatting import listing, shortened
from aucurate.study.base import Study

_MOST = 6  # names in a title
_NAME = 30  # characters of each of them


@dataclass(frozen=True, slots=True)
class KindWords:
    """What a study of this kind is, the question it answers, and what its subjects are called."""

    what: str
    question: str
    noun: str = "classifier"
    names: Callable[[Any], Iterable[str]] = lambda study: study.names


_KINDS = {
    "compare": KindWords(
        "Comparison of AUCs",
        "Which classifier has the higher AUC, by how much, and how sure are we?",
    ),
    "folds": KindWords(
        "Comparison over cross-validation folds",
        "Which algorithm is better over folds, by tests that hold there?",
        "algorithm",
    ),
    "operate": KindWords(
        "Operating points", "What do the classifiers do at one operating point, and do they differ?"
    ),
    "operate-folds": KindWords(
        "Operating points over folds",
        "What do the classifiers do at one operating point, and which others are like it?",
    ),
    "multiclass": KindWords(
        "Several classes",
        "How well are several classes told apart, and with which weights are they decided?",
    ),
    "fit": KindWords(
        "Models of the curve",
        "Which model describes the curve, and what area does it give?",
        names=lambda study: (one.name for one in study.empirical),
    ),
    "plan": KindWords(
        "Plan of a study", "How large must the next study be?", "", names=lambda study: ()
    ),
    "rank": KindWords(
        "Comparison over data sets",
        "Which algorithm is best over many data sets, and which differences are more than chance?",
        "algorithm",
        names=lambda study: (one.name for one in study.algorithms),
    ),
    "outcomes": KindWords(
        "Tests of error and of AUC",
        "Do the tests on error and on AUC agree about the same pairs?",
        "algorithm",
        names=lambda study: (name for one in study.outcomes for name in (one.first, one.second)),
    ),
    "intervals": KindWords(
        "Intervals of the AUC",
        "Which interval of the AUC should be reported?",
        names=lambda study: (one.name for one in study.recommended),
    ),
}


def words_of(study: Study) -> KindWords:
    """The words of a kind; those of floors above are called by their name."""
    other = KindWords(study.kind.capitalize(), "", "", names=lambda study: ())
    return _KINDS.get(study.kind, other)


def names_of(study: Study) -> tuple[str, ...]:
    """Whom the study is about, each once, in the order of the study."""
    return tuple(dict.fromkeys(words_of(study).names(study)))


def title_of(study: Study) -> str:
    """Whom the study is about, in a line; the first few where there are many."""
    names = [shortened(name, _NAME) for name in names_of(study)]
    if not names:
        return words_of(study).what
    more = len(names) - _MOST
    return listing([*names[:_MOST], f"{more} more"] if more > 1 else names)
