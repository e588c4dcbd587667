"""Several classes: which intervals cover, which tests hold?"""

from typing import Any

from simulations import class_points, multiclass, volume
from simulations.counting import LEVEL, Question
from simulations.report.operating import tables_of, worst_of

TITLES = {
    "class operating point coverage": "Error of a class averaged over folds, equal weights, about "
    "the fitted models",
    "class operating point level": "Two weight vectors with equal expected rates, paired t over "
    "folds",
    "multi-class coverage": "Hand-Till and one-vs-rest AUCs; 'confused': two classes are hard to "
    "tell apart, 'wide': the first class has three times the spread",
    "held-out multi-class coverage": "The same at other sizes and AUCs, looked at as well when the "
    "beta interval was chosen",
    "multi-class coverage, drawn classes": "The same where classes are drawn too: prevalences as "
    "estimates, and taken for fixed",
    "multi-class bootstrap coverage": "Hand-Till AUC with bootstrap intervals",
    "multi-class paired level": "Two classifiers, paired, and four together",
    "multi-class different mistakes level": "The same, equally good with different mistakes",
    "multi-class resampled level": "Two classifiers by bootstrap, paired",
    "multi-class unpaired level": "Two classifiers, unpaired",
    "volume coverage": "Volume under the surface of three ordered classes",
    "volume held-out coverage": "The same in worlds that played no part in choosing logit-t; beta "
    "was looked at here too",
    "volume bootstrap coverage": "The same with bootstrap intervals",
    "volume chance level": "The volume against chance",
    "volume paired level": "Volumes of two classifiers, paired, and of four together",
    "volume different surfaces level": "The same, equal volumes of different surfaces",
    "volume resampled paired level": "The same by bootstrap",
    "volume unpaired level": "Volumes of two classifiers, unpaired",
}
QUESTIONS: tuple[Question, ...] = (
    *class_points.QUESTIONS,
    *multiclass.QUESTIONS,
    *volume.QUESTIONS,
)


def summary(results: dict[str, Any]) -> str:
    """The worst figure of every question."""
    return "\n### Several classes\n\n" + worst_of(QUESTIONS, TITLES, results)


def section(results: dict[str, Any]) -> str:
    """A table for every question."""
    text = (
        "\n## Several classes\n\nHow often intervals hold the truth (nominal "
        f"{1 - LEVEL}), and how often tests reject a true null hypothesis (nominal {LEVEL}). The "
        "forms of the intervals were chosen with draws from worlds like these in view. Sizes are "
        "observations of each class.\n"
    )
    return text + tables_of(QUESTIONS, TITLES, results)
