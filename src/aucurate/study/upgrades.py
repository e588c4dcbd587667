"""Studies in older formats, brought into the present one.

``Study.from_json`` reads every format that was ever written. Version 4 gave each study its typed
settings, put what is known of the data into ``provenance.source``, each adjusted p-value beside its
result, named bootstrap draws replicates and wrote non-inferiority with a hyphen; before it there
were settings in the provenance and parallel lists of p-values. What versions 2 and 3 added has
defaults.
"""

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

from aucurate.errors import InputError

Plain = dict[str, Any]

_MARGIN_TESTS = {"noninferiority": "non-inferiority"}


def upgraded(kind: str, version: int, data: Plain) -> Plain:
    """The plain form of a study of this kind as the present version writes it."""
    if version >= 4:
        return data
    try:
        study = dict(data)
        settings = _take_settings(study)
        _KINDS.get(kind, _in_provenance)(study, settings)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise InputError(
            f"this is not a study of kind {kind} in format version {version} ({error!r})."
        ) from None
    return study


def _take_settings(study: Plain) -> Plain:
    """Take the settings out of the provenance, and put what is about the data in its source."""
    where = dict(study["provenance"])
    settings = dict(where.pop("settings"))
    where["source"] = {
        "name": where.pop("source"),
        "files": settings.pop("files", []),
        "columns_taken": where.pop("columns_taken", []),
        "columns_not_used": where.pop("columns_not_used", []),
        "n_dropped": where.pop("n_dropped"),
        "unmatched": settings.pop("unmatched", 0),
        "aligned": settings.pop("aligned", []),
    }
    if "margin_test" in settings:
        kind = settings["margin_test"]
        settings["margin_test"] = _MARGIN_TESTS.get(kind, kind)
    where["lower"] = settings.pop("lower", [])
    where["command"] = settings.pop("command", "")
    study["provenance"] = where
    return settings


def _tested(study: Plain, results: str, adjusted: str) -> None:
    """Results and their adjusted p-values, which stood beside them in a list of their own."""
    pairs = zip(study.get(results, []), study.pop(adjusted, []), strict=True)
    study[results] = [{"result": result, "adjusted_p_value": p} for result, p in pairs]


def _resampling(drawn: Mapping[str, Any]) -> Plain:
    """A generator that drew could not be written down, and stood there in words."""
    rng = drawn["rng"]
    return {
        "replicates": drawn["repeats"],
        "stratified": drawn.get("stratified", True),
        "rng": None if isinstance(rng, str) else rng,
    }


def _in_provenance(study: Plain, settings: Plain) -> None:
    """A kind of another distribution, whose settings stay where they are."""
    study["provenance"]["settings"] = settings


def _compare(study: Plain, settings: Plain) -> None:
    study.pop("correction")
    study["paired"] = settings.pop("design", "paired") == "paired"
    settings["resampling"] = _resampling(settings["resampling"])
    study["settings"] = settings
    for test in study.get("margin_tests", []):
        test["kind"] = _MARGIN_TESTS.get(test["kind"], test["kind"])
    study["tests"] = study.pop("comparisons")
    _tested(study, "tests", "adjusted_p_values")
    _tested(study, "second_tests", "adjusted_second_p_values")
    _tested(study, "curve_tests", "adjusted_curve_p_values")
    _tested(study, "margin_tests", "adjusted_margin_p_values")
    _tested(study, "null_tests", "adjusted_null_p_values")


def _intervals(study: Plain, settings: Plain) -> None:
    settings.pop("design", None)
    settings["resampling"] = _resampling(settings["resampling"])
    study["settings"] = settings


def _place(settings: Plain, thresholds: Plain) -> Any:
    """Where a study operates, which stood there in words, beside the rule if it was one.

    The words of thresholds for each classifier are in the plural.
    """
    words, rule = settings.pop("at"), settings.pop("rule", None)
    if rule is not None:
        return rule
    return thresholds if words.startswith("thresholds ") else next(iter(thresholds.values()))


def _operate(study: Plain, settings: Plain) -> None:
    if "rng" not in settings:
        _complete_operate(study, settings)
    points = [summary["point"] for summary in study["points"]]
    place = _place(settings, {point["name"]: point["threshold"] for point in points})
    drawn = {name: settings.pop(name) for name in ("repeats", "stratified", "rng")}
    study["settings"] = settings | {
        "at": place,
        "interval": settings.pop("kind"),
        "resampling": None if drawn["repeats"] is None else _resampling(drawn),
    }
    for chosen in study.get("chosen", []):
        chosen["replicates"] = chosen.pop("repeats")
    for name in ("rule", "criterion", "correction"):
        study.pop(name)
    study["tests"] = study.pop("comparisons")
    _tested(study, "tests", "adjusted_p_values")


def _complete_operate(study: Plain, settings: Plain) -> None:
    """What the settings of the first format did not have; how a bootstrap drew is not known."""
    rule = study["chosen"][0]["choice"]["rule"] if study["chosen"] else None
    if rule is None and study["points"][0]["iso_cost"] is not None:
        rule = {"criterion": "loss", "loss": settings["use"]["false_positive_cost"]}
        rule["use"] = settings["use"]
    names = [summary["point"]["name"] for summary in study["points"]]
    pairs = list(dict.fromkeys((c["first"], c["second"]) for c in study["comparisons"]))
    settings["rule"] = rule
    settings["pairs"] = None if pairs == list(combinations(names, 2)) else pairs
    settings |= {"repeats": None, "stratified": None, "rng": None}


def _operate_folds(study: Plain, settings: Plain) -> None:
    thresholds = {part["name"]: part["threshold"] for part in study["parts"]}
    place = _place(settings, thresholds)
    settings.pop("dropped", None)
    points = "all" if settings["points"] is None else settings["points"]
    study["settings"] = settings | {"at": place, "points": points}
    layout = study["layout"]
    division = {name: layout.pop(name) for name in ("design", "repeats", "n_train", "n_test")}
    division |= {"names": layout.pop("fold_names"), "dropped": layout.pop("dropped")}
    study["layout"] = layout | {"division": division}
    for name in (
        "rule", "is_chosen", "rates", "use", "level", "correction", "confidence", "pair_correction",
    ):  # fmt: skip
        study.pop(name)
    study["tests"] = study.pop("comparisons")
    _tested(study, "tests", "adjusted_p_values")


def _folds(study: Plain, settings: Plain) -> None:
    study["dropped"] = settings.pop("dropped", [])
    study.pop("correction")
    study.pop("level")
    study["settings"] = settings
    for part in study["parts"]:
        _add_values(part)
        part["all_tests"] = part.pop("tests")
        part["tests"] = part.pop("comparisons")
        _tested(part, "tests", "adjusted_p_values")


def _add_values(part: Plain) -> None:
    """What the interval of each algorithm is about: known where it was compared, else the mean."""
    known = {pair["first"]: pair["first_value"] for pair in part["comparisons"]}
    known |= {pair["second"]: pair["second_value"] for pair in part["comparisons"]}
    for summary in part["summaries"]:
        summary["value"] = known.get(summary["name"], summary["mean"])


def _outcomes(study: Plain, settings: Plain) -> None:
    study.pop("level")
    study.pop("method")
    study["settings"] = settings | {"correction": "none"}


def _multiclass(study: Plain, settings: Plain) -> None:
    for name in ("confidence", "correction", "level"):
        study.pop(name)
    settings.pop("search")  # in words; a choice has the rule
    settings["rule"] = next((choice["rule"] for choice in study["choices"]), None)
    study["settings"] = settings
    study["tests"] = study.pop("comparisons")
    _tested(study, "tests", "adjusted_p_values")


def _fit(study: Plain, settings: Plain) -> None:
    drawn = {name: settings.pop(name, None) for name in ("repeats", "stratified", "rng")}
    settings["resampling"] = None if drawn["repeats"] is None else _resampling(drawn)
    study["settings"] = settings


def _rank(study: Plain, settings: Plain) -> None:
    for name in ("control", "correction", "level"):
        study.pop(name)
    for name in ("quantity", "better"):  # said by the study
        settings.pop(name)
    settings.setdefault("hierarchical", False)
    drawn = {name: settings.pop(name) for name in ("repeats", "rng")}
    study["settings"] = settings | {"resampling": _resampling(drawn)}
    for pair in study["pairs"]:
        if pair.get("posterior"):
            pair["posterior"]["replicates"] = pair["posterior"].pop("repeats")


def _plan(study: Plain, settings: Plain) -> None:
    """A plan says all of its settings itself."""


_KINDS: dict[str, Callable[[Plain, Plain], None]] = {
    "compare": _compare,
    "intervals": _intervals,
    "operate": _operate,
    "fit": _fit,
    "folds": _folds,
    "multiclass": _multiclass,
    "operate-folds": _operate_folds,
    "outcomes": _outcomes,
    "rank": _rank,
    "plan": _plan,
}
