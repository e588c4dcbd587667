"""What parameters of other packages (scikit-learn, SciPy, pROC, mlxtend) are called here.

A call with such a word is refused, but by its name and with the value that was given:

>>> print(answer("compare", {"pos_label": "benign"}, ["labels", "scores", "positive"]))
compare() has no pos_label; here it is positive='benign'.

Each word has the parameters that may stand for it, in order of preference: the first that the
function has is named, with the value in our terms (``alpha=0.1`` is ``confidence=0.9``). Where it
has none of them, the error says where such a thing is, or what is done instead. The table of
docs/vocabulary.md is written from :data:`WORDS` (``python tools/write_vocabulary.py``).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from numbers import Integral, Real
from typing import Any

from aucurate.errors import ArgumentError

_LONGEST = 40

Written = Callable[[Any], str]
"""From the value that was given to the text of an argument of ours."""


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """What a parameter is here: arguments by the parameter that they set, else an explanation."""

    here: Mapping[str, Written]
    otherwise: str = ""


def answer(function: str, unknown: Mapping[str, object], known: Collection[str]) -> ArgumentError:
    """The error for keywords that a function does not have, with their values.

    ``known`` are the keywords that it has. The first is answered in the message, and others that
    have a word here in the hint.
    """
    (word, value), *others = unknown.items()
    message, hint = f"{function}() has no {word}", ""
    written = _written(word, value, known)
    foreign = WORDS.get(word.lower())
    near = get_close_matches(word, list(known), n=1)
    if written:
        message += f"; here it is {written}"
    elif foreign is not None and foreign.otherwise:
        hint = foreign.otherwise
    elif near:
        message += f"; did you mean {near[0]}?"
    else:
        shown = [name for name in known if not name.startswith("_")]
        hint = f"its parameters are {', '.join(shown)}." if shown else "it has no parameters."
    likewise = [(w, text) for w, given in others if (text := _written(w, given, known))]
    if likewise and not hint:
        hint = f"likewise {', '.join(f'{text} for {word}' for word, text in likewise)}."
    return ArgumentError(message if message.endswith("?") else f"{message}.", hint=hint)


def _written(word: str, value: object, known: Collection[str]) -> str:
    """What to write for a word from elsewhere; empty where there is nothing."""
    names = parameters_for(word, known)
    if not names:
        return ""
    here = WORDS[word.lower()].here
    if {"sampling_weights", "frequency_weights"} <= set(names):
        return (
            f"{here['sampling_weights'](value)} for survey or importance weights, or "
            f"{here['frequency_weights'](value)} for counts of equal rows"
        )
    return here[names[0]](value)


def parameters_for(word: str, known: Collection[str]) -> list[str]:
    """Those of these parameters that a word from elsewhere means, in order of preference.

    >>> parameters_for("alpha", ["confidence", "level"]), parameters_for("beta", ["level"])
    (['level', 'confidence'], [])
    """
    foreign = WORDS.get(word.lower())
    return [] if foreign is None else [name for name in foreign.here if name in known]


def table() -> str:
    """The words and what they are here, as a Markdown table."""
    lines = ["| elsewhere | here |", "|---|---|"]
    for foreign in dict.fromkeys(WORDS.values()):
        words = ", ".join(f"`{word}`" for word, each in WORDS.items() if each is foreign)
        here = ", or ".join(
            f"`{write(_EXAMPLES.get(first_of(foreign), ...))}`" for write in foreign.here.values()
        )
        lines.append(f"| {words} | {'; else '.join(t for t in (here, foreign.otherwise) if t)} |")
    return "\n".join(lines) + "\n"


def first_of(foreign: Word) -> str:
    """The first spelling of a word."""
    return next(word for word, each in WORDS.items() if each is foreign)


# How a value is written in our terms


def _shown(value: object) -> str:
    """A short value as Python writes it, another as dots."""
    if getattr(value, "ndim", None) == 0 and hasattr(value, "item"):
        value = value.item()
    if isinstance(value, str | int | float | bool | tuple | list | None):
        text = repr(value)
        if len(text) <= _LONGEST:
            return text
    return "..."


def _same(name: str) -> Written:
    return lambda value: name if (shown := _shown(value)) == "..." else f"{name}={shown}"


def _number(value: Any) -> float | None:
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    return float(value) if is_number else None


def _plain(number: float) -> str:
    return f"{number:.12g}"


def _confidence(value: object) -> str:
    """A confidence level, also where it is given in percent."""
    number = _number(value)
    if number is None:
        return "confidence=0.95"
    return f"confidence={_plain(number / 100 if number > 1 else number)}"


def _of_alpha(value: object) -> str:
    number = _number(value)
    return "confidence=0.95" if number is None else f"confidence={_plain(1 - number)}"


def _resampling(field: str) -> Written:
    return lambda value: f"resampling=Resampling({field}={_shown(value)})"


def _range(value: object) -> str:
    """The specificities of a false positive rate up to a value, or of pROC's ``c(1, 0.9)``."""
    number = _number(value)
    if number is not None:
        return f"({_plain(1 - number)}, 1)"
    if isinstance(value, Sequence) and len(value) == 2 and None not in map(_number, value):
        low, high = sorted(float(each) for each in value)
        return f"({_plain(low)}, {_plain(high)})"
    return "(0.9, 1)"


def _partial(rest: str = "") -> dict[str, Written]:
    """A part of the curve, for functions of any estimand and for those of the partial AUC."""
    return {
        "of": lambda value: f"of=PartialAuc(specificity={_range(value)}{rest})",
        "corrected": lambda value: f"specificity={_range(value)}{rest}",
    }


def _design(value: Any) -> str:
    is_whole = isinstance(value, Integral) and not isinstance(value, bool)
    if is_whole:
        return f"design=crossval.LeftOut(folds={value})"
    return f"design={_shown(value)}"


def _drop_or_refuse(value: object) -> str:
    drops = value is True or (isinstance(value, str) and value in ("omit", "drop"))
    return "missing='drop'" if drops else "missing='refuse'"


def _levels(value: object) -> str:
    """The levels of pROC are those of the controls and of the cases."""
    if isinstance(value, Sequence) and not isinstance(value, str) and len(value) == 2:
        return f"positive={_shown(value[1])}"
    return "positive"


def _lower(value: object) -> str:
    """On which side of the cases the controls are, as pROC's direction says."""
    side = value if isinstance(value, str) else ""
    if side == ">":
        return "lower=True (lower=['name'] among several): a lower score means more positive"
    if side == "<":
        return "lower=False, the default: a higher score means more positive"
    return "lower, and nothing is guessed: lower=True if a lower score means more positive"


def _words(*entries: tuple[str, Word]) -> dict[str, Word]:
    return {word: foreign for words, foreign in entries for word in words.split()}


def _any_of(*names: str, otherwise: str = "") -> Word:
    return Word({name: _same(name) for name in names}, otherwise)


_LABELS = "labels and scores are the first arguments, or a record such as Scores holds both."
WORDS: dict[str, Word] = _words(
    (
        "y_true truth response true_labels target y_target",
        _any_of("labels", "y", otherwise=_LABELS),
    ),
    (
        "y_score y_scores y_prob y_proba probas_pred y_hat predictor prediction predictions",
        Word({"scores": _same("scores"), "first": lambda _: "first and second"}, _LABELS),
    ),
    (
        "y_pred",
        Word(
            {
                "scores": lambda _: (
                    "scores: probabilities or decision scores, not predicted classes"
                ),
                "first": lambda _: "first and second",
            },
            _LABELS,
        ),
    ),
    ("y_model1", _any_of("first", otherwise=_LABELS)),
    ("y_model2", _any_of("second", otherwise=_LABELS)),
    (
        "clf1 clf2 estimator1 estimator2",
        Word(
            {},
            'fitted estimators have names, as in compare({"forest": fitted}, X, y); '
            "aucurate.cross_validate fits them over folds.",
        ),
    ),
    (
        "exact",
        Word({}, "mcnemar_test has kind='exact'; others are 'mid-p', the default, and 'score'."),
    ),
    (
        "corrected",
        Word({}, "mcnemar_test has no continuity correction; without one it is kind='score'."),
    ),
    (
        "label label_column",
        Word({}, 'columns are named where a table is read: read_scores(table, label="outcome").'),
    ),
    ("pos_label positive_class positive_label event", _any_of("positive")),
    ("levels", Word({"positive": _levels}, "positive= states it where the data are read.")),
    (
        "direction",
        Word({"lower": _lower}, "lower= states it where the data are read; it is never guessed."),
    ),
    (
        "sample_weight sample_weights weights obs_weights case_weights",
        Word(
            {
                "sampling_weights": _same("sampling_weights"),
                "frequency_weights": _same("frequency_weights"),
            },
            "weights are given where data are read, as sampling_weights or frequency_weights.",
        ),
    ),
    ("cluster clusters subject subjects patient", _any_of("groups")),
    (
        "random_state seed random_seed",
        Word(
            {"rng": _same("rng"), "resampling": _resampling("rng")},
            "it draws no random numbers.",
        ),
    ),
    (
        "n_bootstraps n_bootstrap n_boot boot_n n_resamples n_iterations n_permutations "
        "n_replicates num_rounds",
        Word(
            {"resampling": _resampling("replicates"), "replicates": _same("replicates")},
            "it does not resample; see aucurate.inference.resampling.",
        ),
    ),
    (
        "stratified boot_stratified stratify",
        Word({"resampling": _resampling("stratified")}, "it does not resample."),
    ),
    (
        "alpha",
        Word(
            {"level": _same("level"), "confidence": _of_alpha},
            "it has no level and no interval.",
        ),
    ),
    (
        "conf_level confidence_level ci_level conf ci",
        Word({"confidence": _confidence}, "it has no interval."),
    ),
    (
        "cv n_splits",
        Word(
            {"design": _design},
            "aucurate.cross_validate scores estimators over folds, with "
            "design=crossval.LeftOut(folds=5).",
        ),
    ),
    (
        "max_fpr",
        Word(
            _partial(", corrected=True"),
            "a part of the curve has functions of its own, partial_auc and partial_auc_interval, "
            "with specificity=(1 - max_fpr, 1) and corrected=True.",
        ),
    ),
    (
        "partial_auc",
        Word(
            _partial(),
            "a part of the curve has functions of its own, partial_auc and partial_auc_interval.",
        ),
    ),
    (
        "partial_auc_focus",
        Word(
            {"sensitivity": lambda _: "the choice of specificity=(...) or sensitivity=(...)"},
            "partial_auc takes specificity=(...) or sensitivity=(...).",
        ),
    ),
    ("partial_auc_correct", _any_of("corrected", otherwise="PartialAuc has corrected=True.")),
    (
        "x features",
        Word(
            {},
            "fitted estimators and their features come without keywords, as in "
            'compare({"forest": fitted}, X, y).',
        ),
    ),
    (
        "multi_class",
        Word(
            {},
            "for several classes: aucurate.multiclass, estimates.one_vs_rest_auc and "
            "estimates.hand_till_auc.",
        ),
    ),
    (
        "average",
        Word({}, "averages over classes: estimates.one_vs_rest_auc and estimates.hand_till_auc."),
    ),
    ("n_jobs n_cores parallel", _any_of("threads", otherwise="it uses one processor.")),
    ("drop_intermediate", _any_of("drop_collinear")),
    ("cutoff cutpoint", _any_of("threshold", "thresholds", "at", "rule")),
    (
        "na_rm nan_policy dropna",
        Word({"missing": _drop_or_refuse}, "missing values are dropped where data are read."),
    ),
    ("estimator_name curve_name", _any_of("name", "names")),
    ("class_names target_names", _any_of("classes", "names")),
    ("delta", _any_of("margin", "null_difference")),
    ("popmean mu null_value", _any_of("null", "null_difference")),
    ("tail tails side", _any_of("alternative")),
    ("adjust p_adjust adjust_method", _any_of("correction")),
    ("verbose", _any_of("progress")),
    (
        "percent",
        Word({}, "rates and AUCs are shares from 0 to 1; multiply them by 100 for percent."),
    ),
    (
        "smooth",
        Word(
            {}, "smooth curves: aucurate.fit, estimates.binormal_curve and estimates.kernel_curve."
        ),
    ),
    (
        "method",
        Word(
            {},
            "this function is one method; inference.interval, inference.test and compare take a "
            "method by its name.",
        ),
    ),
    ("quiet plot print_auc", Word({}, "a study draws with study.plot() and prints with print().")),
)
"""By the words of other packages (dots as underscores), what they are here."""

_EXAMPLES: dict[str, object] = {
    "pos_label": "benign",
    "levels": ("Good", "Poor"),
    "direction": ">",
    "random_state": 1,
    "n_bootstraps": 2000,
    "stratified": True,
    "alpha": 0.05,
    "conf_level": 0.9,
    "cv": 5,
    "max_fpr": 0.1,
    "partial_auc": (1, 0.9),
    "na_rm": True,
    "n_jobs": 2,
    "drop_intermediate": True,
    "partial_auc_correct": True,
    "cutoff": 0.5,
    "estimator_name": "forest",
    "class_names": ["low", "high"],
    "delta": 0.05,
    "popmean": 0.5,
    "tail": "greater",
    "adjust": "holm",
}
"""A value for the table, by the first spelling of a word."""
