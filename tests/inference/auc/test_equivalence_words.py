"""What a margin test says: what was shown, and what was not."""

from typing import Any

from tests.loops import for_each

from aucurate.inference.auc.equivalence import MARGIN_TESTS, MarginKind, MarginTest
from aucurate.inference.core.comparing import Contest, Question, wald_comparison
from aucurate.results import Comparison


def _normal(difference: float, error: float) -> Any:
    """A method whose answer is known: normal, with this difference and standard error."""

    def method(first: str, second: str, **options: Any) -> Comparison:
        question = Question.checked(**options)
        contest = Contest(first, second, 0.5 + difference, 0.5, error**2, "paired", ())
        return wald_comparison(contest, question, method="normal")

    return method


def _shown(kind: MarginKind, difference: float, error: float, **options: Any) -> MarginTest:
    return MARGIN_TESTS[kind](
        "forest", "tree", method=_normal(difference, error), **({"margin": 0.05} | options)
    )


@for_each(
    ("kind", "difference", "error", "words"),
    [
        ("noninferiority", 0.0, 0.01, "This does not show that forest is better."),
        ("noninferiority", 0.05, 0.01, "The interval lies above 0, in favour of forest."),
        (
            "noninferiority",
            -0.025,
            0.01,
            "The interval lies below 0, in favour of tree.",
        ),
        ("noninferiority", -0.01, 0.1, "This does not show that forest is inferior."),
        ("noninferiority", -0.05, 0.01, "The interval lies below 0, in favour of tree."),
        (
            "noninferiority",
            -0.2,
            0.01,
            "The interval lies below -0.05, in favour of tree by more than the margin.",
        ),
        ("superiority", 0.2, 0.01, "one-sided level 0.025."),
        (
            "superiority",
            0.05,
            0.01,
            "This does not show that forest is not better by more than 0.05.",
        ),
        (
            "superiority",
            0.0,
            0.01,
            "The interval lies below 0.05: forest is not better by that much.",
        ),
        ("equivalence", 0.0, 0.01, "This does not show that the AUCs are equal."),
        (
            "equivalence",
            0.03,
            0.01,
            "The interval lies above 0, in favour of forest.",
        ),
        ("equivalence", 0.0, 0.1, "This does not show that forest and tree differ."),
        ("equivalence", 0.05, 0.01, "The interval lies above 0, in favour of forest."),
        (
            "equivalence",
            0.2,
            0.01,
            "The interval lies above 0.05, in favour of forest by more than the margin.",
        ),
    ],
)
def test_the_sentence_says_what_was_shown_and_what_was_not(
    kind: MarginKind, difference: float, error: float, words: str
) -> None:
    found = _shown(kind, difference, error)
    claim = {
        "noninferiority": "Non-inferiority of forest to tree with margin 0.05",
        "superiority": "Superiority of forest to tree by more than 0.05",
        "equivalence": "Equivalence of forest and tree within 0.05",
    }[kind]
    text = str(found)
    assert text.startswith(f"{claim} was {'' if found.shown else 'not '}shown: AUC difference ")
    assert text.endswith(words)
    assert "CI " in text
