"""Valid arguments for every public function and public constructor, by name and by annotation.

``calls()`` lists what is called: every function of the public namespaces, the constructors of the
classes that users build (:data:`CONSTRUCTED`) and their alternative constructors. ``arguments()``
gives values for the parameters that have no default, and ``example()`` one for any parameter. An
example is looked up by function and parameter, then by parameter name, then by annotation.
"""

import atexit
import inspect
import shutil
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np
import polars as pl

import aucurate as au
from aucurate.data.labels import read_labels
from aucurate.inference.many_datasets.hierarchical_quadrature import DegreesPrior
from aucurate.namespaces import public_names

N = 60
FOLDS = 5

# The classes that users build themselves; all others are results of functions.
CONSTRUCTED = (
    "AveragePrecision",
    "FiveByTwo",
    "FixedTestSet",
    "GivenSplits",
    "HandTill",
    "IntendedUse",
    "LeftOut",
    "OneVsRest",
    "PartialAuc",
    "Resampling",
    "SensitivityAt",
    "SpecificityAt",
    "UnpairedScores",
)
FROM_JSON = ("from_dict", "from_json")
_NOT_FOR_USERS = ("Division.of", "Provenance.of")
_NOT_CALLED = ("aucurate.plots", "aucurate.theory")


@dataclass(frozen=True)
class Call:
    """A public callable, its dotted name and its parameters."""

    name: str
    function: Callable[..., Any]
    parameters: Mapping[str, inspect.Parameter]


@cache
def calls() -> tuple[Call, ...]:
    """Every public function, constructor and alternative constructor, in alphabetical order."""
    return tuple(Call(n, f, _parameters(f)) for n, f in sorted(_public()))


def _public() -> Iterator[tuple[str, Callable[..., Any]]]:
    for module, name in public_names():
        if module.__name__ in _NOT_CALLED:
            continue
        value = getattr(module, name)
        if not callable(value):
            continue
        if not inspect.isclass(value):
            yield name, value
            continue
        if name in CONSTRUCTED:
            yield name, value
        for method in dir(value):
            if (
                not method.startswith("_")
                and method not in FROM_JSON
                and f"{name}.{method}" not in _NOT_FOR_USERS
                and _is_made_by(value, method)
            ):
                yield f"{name}.{method}", getattr(value, method)


def _is_made_by(kind: type, method: str) -> bool:
    made = isinstance(inspect.getattr_static(kind, method), classmethod | staticmethod)
    return made and not issubclass(kind, BaseException)


def _parameters(function: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    skipped = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
    signature = inspect.signature(function, eval_str=False)
    return {n: p for n, p in signature.parameters.items() if p.kind not in skipped}


def arguments(call: Call) -> dict[str, Any]:
    """A value for each parameter without a default, and scores to labels: a call that succeeds."""
    needed = [n for n, p in call.parameters.items() if p.default is inspect.Parameter.empty]
    if "labels" in needed and "scores" in call.parameters:
        needed.append("scores")
    given = {name: example(call, name) for name in needed}
    return given | _by_function().get(call.name, {})


class NoExampleError(LookupError):
    """Neither the name nor the annotation of a parameter has an example."""


def example(call: Call, parameter: str) -> Any:
    """A valid value of one parameter."""
    specific = _by_function().get(call.name, {})
    if parameter in specific:
        return specific[parameter]
    annotation = call.parameters[parameter].annotation
    by_kind = _of_kind(annotation)
    if by_kind is not None:
        return by_kind
    if parameter in _by_name():
        return _by_name()[parameter]
    default = call.parameters[parameter].default
    if default is not inspect.Parameter.empty:
        return default
    raise NoExampleError(f"{call.name}({parameter}: {annotation})")


def _of_kind(annotation: Any) -> Any:
    """An example of a class of ours or of a Literal, also within a union."""
    if typing.get_origin(annotation) is typing.Literal:
        return typing.get_args(annotation)[0]
    if typing.get_origin(annotation) in (types.UnionType, typing.Union):
        found = (_of_kind(a) for a in typing.get_args(annotation))
        return next((value for value in found if value is not None), None)
    kind = typing.get_origin(annotation) or annotation
    return _by_kind().get(getattr(kind, "__name__", ""))


@cache
def _arrays() -> dict[str, Any]:
    rng = np.random.default_rng(5)
    labels = np.tile([0, 1], N // 2)
    classes = np.tile(["a", "b", "c"], N // 3)
    codes = np.tile([0, 1, 2], N // 3)
    columns = {}
    matrices = {}
    for name, shift in (("first", 1.6), ("second", 0.8)):
        columns[name] = np.round(1 / (1 + np.exp(0.5 - rng.normal(size=N) - shift * labels)), 6)
        raw = rng.gamma(1.0, size=(N, 3)) + shift * np.eye(3)[codes]
        matrices[name] = raw / raw.sum(axis=1, keepdims=True)
    return {
        "labels": labels,
        "classes": classes,
        "codes": codes,
        "columns": columns,
        "matrices": matrices,
        "folds": np.arange(N) // 6 % FOLDS,
        "features": rng.normal(size=(N, 3)) + labels[:, None],
    }


@cache
def _by_kind() -> dict[str, Any]:
    """One instance of each class of ours that a function takes."""
    arrays = _arrays()
    labels, columns, matrices = arrays["labels"], arrays["columns"], arrays["matrices"]
    scores = au.Scores.from_arrays(labels, columns["first"], name="first")
    second = au.Scores.from_arrays(labels, columns["second"], name="second")
    paired = au.PairedScores.from_arrays(labels, columns)
    folds = au.FoldScores.from_arrays(labels, columns, folds=arrays["folds"])
    classes = au.ClassScores.from_arrays(arrays["classes"], matrices["first"], name="first")
    class_folds = au.data.ClassFoldScores.from_arrays(
        arrays["classes"], matrices["first"], folds=arrays["folds"], name="first"
    )
    ordered = au.data.OrderedScores.from_arrays(
        arrays["classes"], columns["first"], order=["a", "b", "c"], name="first"
    )
    results = au.ResultsTable.from_arrays(_results(), quantity="AUC")
    rule = au.ThresholdRule.youden()
    counts = au.data.ThresholdCounts.from_scores(scores)
    return {
        "Scores": scores,
        "PairedScores": paired,
        "UnpairedScores": au.UnpairedScores((scores, second)),
        "FoldScores": folds,
        "FoldValues": _fold_values("left-out folds", 10),
        "ClassScores": classes,
        "PairedClassScores": au.data.PairedClassScores.from_arrays(arrays["classes"], matrices),
        "ClassFoldScores": class_folds,
        "OrderedScores": ordered,
        "PairedOrderedScores": au.data.PairedOrderedScores.from_arrays(
            arrays["classes"], columns, order=["a", "b", "c"]
        ),
        "Labels": read_labels(labels),
        "ResultsTable": results,
        "AucMoments": au.data.AucMoments.from_scores(paired),
        "ThresholdCounts": counts,
        "RocCurve": au.roc_curve(labels, columns["first"]),
        "Curve": au.estimates.binormal_curve(scores),
        "ThresholdRule": rule,
        "WeightRule": au.curve.WeightRule.minimax(),
        "IntendedUse": au.IntendedUse(prevalence=0.3),
        "Resampling": au.Resampling(replicates=40),
        "CountedEstimate": au.estimates.PartialAuc(specificity=(0.5, 1)),
        "ClassAverage": au.estimates.HandTill(),
        "Comparison": au.inference.folds.averaged_delong_test(_fixed_folds(), "first", "second"),
        "NemenyiTest": au.inference.many_datasets.nemenyi_test(results),
        "DegreesPrior": DegreesPrior(),
        "OperatingPoint": au.estimates.operating_point(scores, 0.5),
        "OperatingPoints": au.inference.folds.operating_points(
            _fixed_folds(), "first", thresholds=[0.3, 0.5, 0.7]
        ),
        "AveragedPoints": au.inference.folds.operating_points(
            _fixed_folds(), "first", thresholds=[0.3, 0.5, 0.7]
        ),
        "ClassOperatingPoints": au.inference.folds.class_operating_points(class_folds, _weights()),
        "Plan": au.planning.plan_one(auc=0.7, null=0.5, power=0.8),
    }


def _fixed_folds() -> au.FoldScores:
    """Five models, each trained on its own data and tested on the same observations."""
    arrays = _arrays()
    rng = np.random.default_rng(8)
    columns = {
        name: np.concatenate([column * rng.uniform(0.5, 1.5, N) for _ in range(FOLDS)])
        for name, column in arrays["columns"].items()
    }
    return au.FoldScores.from_arrays(
        np.tile(arrays["labels"], FOLDS),
        columns,
        folds=np.repeat(np.arange(FOLDS), N),
        observations=np.tile(np.arange(N), FOLDS),
        design="fixed test set",
    )


def _weights() -> list[list[float]]:
    return [[1.0, 1.0, 1.0], [1.0, 2.0, 1.0]]


def _results() -> dict[str, Any]:
    rng = np.random.default_rng(6)
    return {name: rng.uniform(0.6 + shift, 0.8, 8) for name, shift in _ALGORITHMS.items()}


_ALGORITHMS = {"first": 0.0, "second": 0.05, "third": 0.1}


def _fold_values(design: Any, n: int, **options: Any) -> au.data.FoldValues:
    rng = np.random.default_rng(7)
    values = {"first": rng.uniform(0.7, 0.9, n), "second": rng.uniform(0.6, 0.9, n)}
    return au.data.FoldValues.from_arrays(
        values, quantity="AUC", design=design, n_train=90, n_test=10, **options
    )


@cache
def _by_name() -> dict[str, Any]:
    """Values for parameters whose annotation alone does not determine them."""
    arrays = _arrays()
    return {
        "labels": arrays["labels"],
        "scores": arrays["columns"]["first"],
        "folds": arrays["folds"],
        "groups": np.arange(N) // 2,
        "by": np.arange(N) // 20,
        "frequency_weights": np.arange(N) % 3 + 1,
        "sampling_weights": np.ones(N),
        "observations": np.arange(N),
        "name": "first",
        "first": "first",
        "second": "second",
        "control": "first",
        "reference": "first",
        "classifier": "first",
        "positive": 1,
        "confidence": 0.9,
        "level": 0.05,
        "threshold": 0.5,
        "errors": 12,
        "thresholds": (0.5, 0.5),
        "specificity": 0.8,
        "sensitivity": 0.8,
        "rates": [0.2, 0.5],
        "rope": 0.01,
        "margin": 0.05,
        "beta": 2.0,
        "power": 0.8,
        "parameters": 2,
        "at": 0,
        "chosen": 0,
        "rate": "sensitivity",
        "p_values": [0.01, 0.04, 0.2],
        "values": arrays["columns"]["first"],
        "rules": [au.ThresholdRule.youden()],
        "order": ["a", "b", "c"],
        "classes": ["a", "b", "c"],
        "label": "label",
        "fold": "fold",
        "X": arrays["features"],
        "y": arrays["labels"],
        "features": arrays["features"],
        "n_folds": FOLDS,
        "n_positive": 30,
        "n_negative": 30,
        "n_train": 40,
        "threads": 1,
        "rng": 1,
        "prevalence": 0.3,
        "of": au.estimates.PartialAuc(specificity=(0.5, 1)),
        "loss": 0.2,
        "progress": _goes_on,
        "lower": (),
        "quantity": "AUC",
        "replicates": 40,
        "points": 10,
        "limit": 50,
        "starts": 2,
        "null": 0.5,
        "shift": 0.5,
        "factor": 2.0,
        "costs": [[0.0, 1.0, 1.0], [1.0, 0.0, 1.0], [2.0, 1.0, 0.0]],
        "estimator": _learner(),
        "estimators": {"first": _learner(), "second": _learner()},
        "n_jobs": 1,
        "use": au.IntendedUse(prevalence=0.3),
        "source": "arrays in memory",
        "curve": au.roc_curve(arrays["labels"], arrays["columns"]["first"]),
    }


def _goes_on(*_: object) -> bool:
    return True


def _learner() -> Any:
    from sklearn.naive_bayes import GaussianNB

    arrays = _arrays()
    return GaussianNB().fit(arrays["features"], arrays["labels"])


@cache
def _by_function() -> dict[str, dict[str, Any]]:
    """Arguments that only this function takes in this form."""
    arrays = _arrays()
    kinds = _by_kind()
    labels, classes, columns = arrays["labels"], arrays["classes"], arrays["columns"]
    matrices = arrays["matrices"]
    two = _members(kinds["PairedScores"])
    pair = _members(kinds["PairedClassScores"])
    ordered_pair = _members(kinds["PairedOrderedScores"])
    frame = {"label": labels, **columns}
    class_frame = {"label": classes, "fold": arrays["folds"]}
    by_class = {c: matrices["first"][:, i] for i, c in enumerate("abc")}
    prefixed = {
        f"{name}_{c}": matrix[:, i]
        for name, matrix in matrices.items()
        for i, c in enumerate("abc")
    }
    two_classes = au.ClassScores.from_arrays(
        labels, np.column_stack([1 - columns["first"], columns["first"]])
    )
    five = _fold_values("5x2", 10, repeats=np.repeat(np.arange(5), 2))
    many = {f"set {i}": _fold_values("left-out folds", 10) for i in range(3)}
    margin = {**two, "margin": 0.05}
    polygons = {"labels": labels, "scores": columns["first"]}
    specific: dict[str, dict[str, Any]] = {name: dict(two) for name in _TWO_SCORES}
    specific |= {name: {"data": _fixed_folds()} for name in _FIXED_TEST_SET}
    return specific | {
        "bootstrap_net_benefit_test": {**two, "threshold": 0.5},
        "net_benefit_test": {**two, "threshold": 0.5},
        "net_benefit_intervals": {"thresholds": [0.3, 0.5]},
        "expected_cost_test": {**two, "thresholds": (0.5, 0.5)},
        "mcnemar_test": {**two, "thresholds": (0.5, 0.5)},
        "predictive_value_test": {**two, "thresholds": (0.5, 0.5)},
        "equivalence_test": margin,
        "noninferiority_test": margin,
        "superiority_test": margin,
        "sensitivity_at_test": {**two, "specificity": 0.8},
        "specificity_at_test": {**two, "sensitivity": 0.8},
        "partial_auc": {**polygons, "specificity": (0.5, 1.0)},
        "partial_auc_interval": {"specificity": (0.5, 1.0)},
        "partial_auc_test": {**two, "specificity": (0.5, 1.0)},
        "PartialAuc": {"specificity": (0.5, 1.0)},
        "class_distinguishing_size": {"counts": {"positive": 30, "negative": 30}},
        "class_operating_points": {"weights": _weights()},
        "biexponential_test": {**two, "paired": False},
        "fitted_biexponential_test": {**two, "paired": False},
        "cortes_mohri_interval": {"threshold": 0.5},
        "threshold_sweep": {"data": two_classes},
        "compare": {"labels": labels, "scores": columns},
        "fit": {"labels": labels, "scores": columns["first"]},
        "intervals": {"labels": labels, "scores": columns["first"]},
        "operate": {"labels": labels, "scores": columns, "at": "youden"},
        "five_by_two_f_test": {"values": five},
        "five_by_two_t_test": {"values": five},
        "hierarchical_test": {"data": many},
        "error_and_auc": {"data": {"one": kinds["FoldScores"]}, "threshold": 0.5},
        "errors_of": {"classes": ["a", "b", "c"]},
        "hand_till_auc": {"labels": classes, "scores": matrices["first"]},
        "one_vs_rest_auc": {"labels": classes, "scores": matrices["first"]},
        "volume": {"labels": classes, "scores": columns["first"], "order": ["a", "b", "c"]},
        "multiclass_auc_test": pair,
        "volume_test": ordered_pair,
        "operating_point_test": {"first": 0, "second": 1, "rate": "sensitivity"},
        "operating_points": {"thresholds": [0.3, 0.5, 0.7]},
        "plan": {"first": 0.8, "null": 0.7, "power": 0.8},
        "plan_one": {"auc": 0.7, "power": 0.8},
        "plan_two": {"first": 0.8, "second": 0.7, "power": 0.8, "correlation": 0.4},
        "plan_interval": {"first": 0.8, "width": 0.1},
        "proportion_interval": {"successes": 8, "trials": 20},
        "rank": {"results": _results()},
        "Scores.from_frame": {"frame": pl.DataFrame(frame), "score": "first"},
        "PairedScores.from_frame": {"frame": pl.DataFrame(frame)},
        "UnpairedScores.from_frame": {
            "frame": pl.DataFrame({**frame, "where": np.arange(len(labels)) % 4 // 2}),
            "score": "first",
            "test_set": "where",
        },
        "OrderedScores.from_frame": {
            "frame": pl.DataFrame({**frame, "label": classes}),
            "score": "first",
            "order": ["a", "b", "c"],
        },
        "PairedOrderedScores.from_frame": {
            "frame": pl.DataFrame({**frame, "label": classes}),
            "order": ["a", "b", "c"],
        },
        "FoldValues.from_frame": {
            "frame": pl.DataFrame({"first": [0.7, 0.8], "second": [0.6, 0.7]})
        },
        "FoldScores.from_frame": {"frame": pl.DataFrame({**frame, "fold": arrays["folds"]})},
        "ClassScores.from_frame": {"frame": pl.DataFrame({"label": classes, **by_class})},
        "ClassFoldScores.from_frame": {"frame": pl.DataFrame(class_frame | by_class)},
        "PairedClassScores.from_frame": {
            "frame": pl.DataFrame({"label": classes, **prefixed}),
            "prefixes": ["first_", "second_"],
        },
        "ClassFoldScores.paired_from_frame": {
            "frame": pl.DataFrame(class_frame | prefixed),
            "prefixes": ["first_", "second_"],
        },
        "ResultsTable.from_frame": {
            "frame": pl.DataFrame({"dataset": list("abcdefgh"), **_results()})
        },
        "cross_validate": {"design": au.crossval.LeftOut(folds=3)},
        "draw_splits": {"design": au.crossval.LeftOut(folds=3)},
        "ClassScores.from_arrays": {"labels": classes, "scores": matrices["first"]},
        "ClassFoldScores.from_arrays": {"labels": classes, "scores": matrices["first"]},
        "ClassFoldScores.paired_from_arrays": {"labels": classes, "scores": matrices},
        "PairedClassScores.from_arrays": {"labels": classes, "scores": matrices},
        "OrderedScores.from_arrays": {"labels": classes},
        "PairedOrderedScores.from_arrays": {"labels": classes, "scores": columns},
        "OrderedScores.from_class_scores": {"data": _one_column_classes()},
        "PairedOrderedScores.from_class_scores": {},
        "PairedScores.from_arrays": {"scores": columns},
        "PairedScores.from_labels": {"scores": columns},
        "FoldScores.from_arrays": {"scores": columns},
        "FoldScores.from_labels": {"scores": columns},
        "FoldScores.from_cross_validate": {"results": {"first": _cross_validated()}},
        "FoldValues.from_search": {"search": _search(), "candidates": [0]},
        "ResultsTable.from_folds": {"data": {"a": _fold_values("left-out folds", 10)}},
        "FoldValues.from_arrays": {
            "values": {"first": [0.7, 0.8], "second": [0.6, 0.7]},
            "quantity": "AUC",
            "design": "left-out folds",
        },
        "ResultsTable.from_arrays": {"values": _results()},
        "UnpairedScores": {"members": tuple(two.values())},
        "UnpairedScores.from_arrays": {
            "test_sets": {
                "first": (labels, columns["first"]),
                "second": (labels, columns["second"]),
            }
        },
        "ConfusionMatrix.from_counts": {
            "classes": ("a", "b"),
            "weights": [1.0, 1.0],
            "counts": [[8, 2], [3, 7]],
        },
        "OperatingPoint.from_counts": {
            "true_positives": 20,
            "false_positives": 5,
            "n_positive": 30,
            "n_negative": 30,
        },
        "GivenSplits": {"splits": [(list(range(30)), list(range(30, 60)))]},
        **_files(),
    }


_FIXED_TEST_SET = (
    "averaged_delong_interval",
    "averaged_delong_test",
    "averaged_error_interval",
    "averaged_error_test",
)
_TWO_SCORES = (
    "average_precision_test",
    "biexponential_halved_test",
    "biexponential_paired_test",
    "biexponential_test",
    "bootstrap_test",
    "curve_difference",
    "delong_test",
    "fitted_biexponential_test",
    "hanley_mcneil_test",
    "metz_kronman_area_test",
    "metz_kronman_test",
    "mover_test",
    "permutation_test",
    "venkatraman_test",
)


def _cross_validated() -> Any:
    from sklearn.model_selection import cross_validate

    arrays = _arrays()
    return cross_validate(
        _learner(),
        arrays["features"],
        arrays["labels"],
        cv=3,
        return_estimator=True,
        return_indices=True,
    )


def _search() -> Any:
    from sklearn.model_selection import GridSearchCV

    arrays = _arrays()
    search = GridSearchCV(_learner(), {"var_smoothing": [1e-9, 0.1]}, scoring="roc_auc", cv=3)
    return search.fit(arrays["features"], arrays["labels"])


def _members(paired: Any) -> dict[str, Any]:
    return {name: paired[name] for name in ("first", "second")}


def _one_column_classes() -> Any:
    return _by_kind()["ClassScores"]


@cache
def _files() -> dict[str, dict[str, Any]]:
    """Tables on disk for the functions that read one."""
    arrays = _arrays()
    folder = Path(mkdtemp(prefix="aucurate_fuzz_"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    columns = {"label": arrays["labels"], **arrays["columns"]}
    classes = {"label": arrays["classes"], "fold": arrays["folds"]}
    classes |= {c: arrays["matrices"]["first"][:, i] for i, c in enumerate("abc")}
    results = {"dataset": list("abcdefgh"), **_results()}
    paths = {
        name: _written(folder / f"{name}.csv", table)
        for name, table in (
            ("scores", columns),
            (
                "second",
                {
                    name: 1 - values if name != "label" else values
                    for name, values in columns.items()
                },
            ),
            ("other", {name: list(reversed(values)) for name, values in columns.items()}),
            ("classes", classes),
            ("folds", {**columns, "fold": arrays["folds"]}),
            ("results", results),
        )
    }
    return {
        "read_scores": {"table": paths["scores"]},
        "Scores.read": {"path": paths["scores"], "label": "label", "score": "first"},
        "PairedScores.read": {"path": [paths["scores"], paths["second"]]},
        "PairedScores.from_frames": {
            "frames": {name: pl.read_csv(paths[name]) for name in ("scores", "second")}
        },
        "UnpairedScores.read": {
            "path": [paths["scores"], paths["other"]],
            "score": "first",
            "paired": False,
        },
        "ClassScores.read": {"path": paths["classes"], "label": "label", "ignore": ["fold"]},
        "PairedClassScores.read": {
            "path": paths["classes"],
            "label": "label",
            "prefixes": [""],
            "ignore": ["fold"],
        },
        "OrderedScores.read": {
            "path": paths["classes"],
            "label": "label",
            "score": "a",
            "order": ["a", "b", "c"],
        },
        "PairedOrderedScores.read": {
            "path": paths["classes"],
            "label": "label",
            "scores": ["a", "b"],
            "order": ["a", "b", "c"],
        },
        "FoldScores.read": {"path": paths["folds"], "label": "label", "fold": "fold"},
        "FoldValues.read": {
            "path": paths["results"],
            "quantity": "AUC",
            "design": "left-out folds",
            "fold": "dataset",
        },
        "ClassFoldScores.read": {"path": paths["classes"], "label": "label", "fold": "fold"},
        "ResultsTable.read": {"path": paths["results"]},
    }


def _written(path: Path, table: Mapping[str, Any]) -> str:
    rows = zip(*table.values(), strict=True)
    lines = [",".join(table), *(",".join(str(cell) for cell in row) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)
