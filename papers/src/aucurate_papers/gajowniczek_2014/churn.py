"""Customers who left, the five models that foresee it, and their scores.

The data
--------
cell2cell, the customers of a telephone company: who left is to be foreseen.

The file cannot be passed on with the package. Its column ``calibrat`` parts a calibration half, in
which every second customer left, from a validation half, in which one of fifty did.

The models
----------
The five model families of the paper with scikit-learn, which is loaded when they are asked for.

The paper names the families and not their settings. What was chosen here, and that the choice was
not blind, stands in :data:`LEARNERS` and in a caveat, and goes into every exhibit made with them.

The scores
----------
The scores of the five models on the validation half, made once and kept.

``gajowniczek-2014.parquet`` in the cache has the labels (``churn``) and a column for each model,
and the file beside it says what they were made from: data, learners and versions. Training takes
minutes; a model that is finished when the run is stopped is not trained again.

What was run
------------
The data and the learners, theirs beside ours, and what a reader must know of it.

Our scores are not those of the paper, so every exhibit that is made of them says why.
"""

import csv
import gzip
import hashlib
import json
import platform
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from aucurate.data.scores import PairedScores
from aucurate.errors import MissingDataError, MissingExtraError, OptionError, TableError
from aucurate.formatting import count, number
from aucurate.results import Caveat
from aucurate.study.table import Table
from aucurate_papers.caveats import Kind, caveat
from aucurate_papers.gajowniczek_2014.printed import PRINTED_LEFT, PRINTED_MODELS, PRINTED_SIZES
from aucurate_papers.running import Run

FOLDER = "cell2cell"
FILE = "cell2cell.csv.gz"
NOT_EXPLANATORY = ("customer", "calibrat", "churn")


@dataclass(frozen=True, slots=True, kw_only=True)
class Halves:
    """The two halves of cell2cell; missing values are NaN."""

    variables: tuple[str, ...]
    calibration: NDArray[np.float64]
    calibration_churn: NDArray[np.int64]
    validation: NDArray[np.float64]
    validation_churn: NDArray[np.int64]


def variables_of(folder: Path) -> tuple[str, ...]:
    """The names of the explanatory variables, from the first line of the file."""
    with gzip.open(_file(folder), "rt", encoding="utf-8", newline="") as opened:
        names = next(csv.reader(opened), [])
    missing = [name for name in NOT_EXPLANATORY if name not in names]
    if missing:
        raise TableError(
            f"'{folder / FILE}' is not cell2cell: it has no column '{missing[0]}'.",
            hint="see the README of the data folder.",
        )
    return tuple(name for name in names if name not in NOT_EXPLANATORY)


def load(folder: Path) -> Halves:
    """Read cell2cell and part it by its column ``calibrat``."""
    variables = variables_of(folder)
    table = pl.read_csv(_file(folder), infer_schema_length=None)
    parts = {half: table.filter(pl.col("calibrat") == half) for half in (1, 0)}
    numbers = {
        half: part.select(pl.col(variables).cast(pl.Float64)).to_numpy()
        for half, part in parts.items()
    }
    return Halves(
        variables=variables,
        calibration=numbers[1],
        calibration_churn=parts[1]["churn"].to_numpy(),
        validation=numbers[0],
        validation_churn=parts[0]["churn"].to_numpy(),
    )


def part_of(halves: Halves, size: int, rng: int) -> Halves:
    """The same with so many observations of the calibration half, drawn without replacement."""
    if size >= len(halves.calibration):
        return halves
    drawn = np.random.default_rng(rng).choice(len(halves.calibration), size, replace=False)
    kept = np.sort(drawn)
    return Halves(
        variables=halves.variables,
        calibration=halves.calibration[kept],
        calibration_churn=halves.calibration_churn[kept],
        validation=halves.validation,
        validation_churn=halves.validation_churn,
    )


def digest(folder: Path) -> str:
    """The SHA-256 digest of the file."""
    return hashlib.sha256(_file(folder).read_bytes()).hexdigest()


def _file(folder: Path) -> Path:
    path = folder / FILE
    if not path.is_file():
        raise MissingDataError(
            f"there is no '{FILE}' in the folder '{folder}'.",
            hint="name the folder above it with --data, or in AUCURATE_DATA.",
        )
    return path


PROGRAMS = ("scikit-learn", "numpy", "scipy", "polars")
TREES = 200
TREES_QUICK = 40

LEARNERS = {
    "SANN": "one hidden layer of 10 tanh units on standardised variables, stopped early on a tenth "
    "of the calibration half (MLPClassifier); which networks the paper kept is not said",
    "Boosting": "trees of depth 3, {trees} of them, learning rate 0.1, each on half of the "
    "observations (GradientBoostingClassifier)",
    "Logit": "all variables, no penalty (LogisticRegression)",
    "C&RT": "Gini splits, leaves of at least 50, the number of leaves among 8, 16, 32, 64 and 128 "
    "by five-fold cross-validated AUC (DecisionTreeClassifier)",
    "GDA": "linear, all variables (LinearDiscriminantAnalysis)",
}


def learner_words(*, quick: bool = False) -> dict[str, str]:
    """What each learner is, in words."""
    return {name: words.format(trees=_trees(quick)) for name, words in LEARNERS.items()}


def learners(rng: int, *, quick: bool = False) -> dict[str, Any]:
    """The five model families, missing values replaced by the median of the calibration half."""
    try:
        from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
        from sklearn.ensemble import GradientBoostingClassifier
        from sklearn.impute import SimpleImputer
        from sklearn.linear_model import LogisticRegression
        from sklearn.model_selection import GridSearchCV, StratifiedKFold
        from sklearn.neural_network import MLPClassifier
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler
        from sklearn.tree import DecisionTreeClassifier
    except ImportError:
        raise MissingExtraError("training the models of a paper", extra="papers") from None
    network = MLPClassifier(
        (10,), activation="tanh", alpha=1e-3, early_stopping=True, random_state=rng
    )
    boosting = GradientBoostingClassifier(
        n_estimators=_trees(quick), learning_rate=0.1, max_depth=3, subsample=0.5, random_state=rng
    )
    tree = GridSearchCV(
        DecisionTreeClassifier(min_samples_leaf=50, random_state=rng),
        {"max_leaf_nodes": [8, 16, 32, 64, 128]},
        scoring="roc_auc",
        cv=StratifiedKFold(5, shuffle=True, random_state=rng),
    )
    logistic = LogisticRegression(C=np.inf, max_iter=1000)
    steps: dict[str, tuple[Any, ...]] = {
        "SANN": (StandardScaler(), network),
        "Boosting": (boosting,),
        "Logit": (StandardScaler(), logistic),
        "C&RT": (tree,),
        "GDA": (StandardScaler(), LinearDiscriminantAnalysis()),
    }
    return {n: make_pipeline(SimpleImputer(strategy="median"), *s) for n, s in steps.items()}


def described(model: Any) -> str:
    """A learner with its settings, in one line."""
    return " ".join(repr(model).split())


def trained(model: Any, halves: Halves) -> NDArray[np.float64]:
    """The probability of churn for each observation of the validation half, after training."""
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1):  # sums in one order, whatever the machine
        model.fit(halves.calibration, halves.calibration_churn)
        return np.asarray(model.predict_proba(halves.validation)[:, 1], np.float64)


def versions() -> dict[str, str]:
    """What the scores depend on besides data and learners."""
    try:
        found = {name: version(name) for name in PROGRAMS}
    except ImportError:
        raise MissingExtraError("training the models of a paper", extra="papers") from None
    return {"Python": platform.python_version(), **found}


def _trees(quick: bool) -> int:
    return TREES_QUICK if quick else TREES


SIZE_QUICK = 4000
"""Observations of the calibration half that a quick run trains on."""

_made_here: set[tuple[Path, str]] = set()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """Scores of the five models, what they were made from, and of how many variables."""

    data: PairedScores
    made_from: dict[str, Any]
    n_variables: int


def scored(run: Run) -> Scored:
    """The scores, from the cache where they were made from the same with the same.

    A run that asks for all of it again trains once: several exhibits are made of the same scores.
    """
    folder, quick = run.folder(FOLDER), run.quick
    models = learners(run.rng, quick=quick)
    settings = {name: described(model) for name, model in models.items()}
    made_from = {**versions(), "rng": run.rng, "data": digest(folder), "learners": settings}
    if quick:
        made_from["calibration_observations"] = SIZE_QUICK
    stem = run.cache / f"gajowniczek-2014{'-quick' if quick else ''}"
    key = (stem, json.dumps(made_from))
    if not _is_kept(stem, made_from) or (run.fresh and key not in _made_here):
        _keep(stem, _columns(run, folder, models, made_from), made_from)
        _made_here.add(key)
    table = pl.read_parquet(stem.with_suffix(".parquet"))
    scores = {name: table[name].to_numpy() for name in PRINTED_MODELS}
    return Scored(
        data=PairedScores.from_arrays(table["churn"].to_numpy(), scores),
        made_from=made_from,
        n_variables=len(variables_of(folder)),
    )


def _columns(
    run: Run, folder: Path, models: dict[str, Any], made_from: dict[str, Any]
) -> dict[str, Any]:
    halves = load(folder)
    if run.quick:
        halves = part_of(halves, SIZE_QUICK, run.rng)
    found: dict[str, Any] = {"churn": halves.validation_churn}
    for done, (name, model) in enumerate(models.items()):
        run.tell(done, len(models), f"training {name}")
        piece = f"gajowniczek-2014/scores/{name.replace('&', '')}"
        found[name] = run.kept(piece, made_from, partial(_piece, model, halves))["scores"]
    run.tell(len(models), len(models), "training")
    return found


def _piece(model: Any, halves: Halves) -> dict[str, Any]:
    return {"scores": trained(model, halves).tolist()}


def _is_kept(stem: Path, made_from: dict[str, Any]) -> bool:
    try:
        told = json.loads(stem.with_suffix(".json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return bool(told == made_from) and stem.with_suffix(".parquet").is_file()


def _keep(stem: Path, columns: dict[str, Any], made_from: dict[str, Any]) -> None:
    """Write the scores, and last what says that they are whole."""
    told = stem.with_suffix(".json")
    try:
        stem.parent.mkdir(parents=True, exist_ok=True)
        told.unlink(missing_ok=True)
        pl.DataFrame(columns).write_parquet(stem.with_suffix(".parquet"))
        told.write_text(json.dumps(made_from, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise OptionError(
            f"cannot write to '{stem.parent}': {error.strerror}.",
            hint="name another folder for kept work with --cache.",
        ) from None


_LEFT = "percent who left in the validation half"


def other_scores(n_variables: int) -> str:
    """Why areas cannot come out to the digit."""
    return (
        "Our scores are not the paper's: it names the learners but not their settings, and of its "
        f"{PRINTED_SIZES['explanatory variables']} explanatory variables our copy of cell2cell has "
        f"{n_variables}. So the areas of the models cannot come out to the digit; what the "
        "estimators do to the same scores can."
    )


def of_scores(run: Run) -> tuple[Caveat, ...]:
    """What must be known of the learners."""
    found = [caveat(Kind.LEARNERS)]
    if run.quick:
        found.append(caveat(Kind.QUICK, "trees", size=f"{SIZE_QUICK:,}"))
    return tuple(found)


def sizes(halves: Halves) -> Table:
    """The data, theirs beside ours."""
    n_calibration, n_validation = len(halves.calibration_churn), len(halves.validation_churn)
    ours = {
        "observations": n_calibration + n_validation,
        "calibration half": n_calibration,
        "who left in the calibration half": int(halves.calibration_churn.sum()),
        "validation half": n_validation,
        "explanatory variables": len(halves.variables),
    }
    share = 100 * float(halves.validation_churn.mean())
    counts = [(name, f"{PRINTED_SIZES[name]:,}", f"{ours[name]:,}") for name in PRINTED_SIZES]
    return Table(
        name="sizes",
        title="cell2cell, theirs and ours",
        header=("what", "theirs", "ours"),
        rows=(*counts, (_LEFT, number(PRINTED_LEFT, 2), number(share, 2))),
        columns={
            "what": (*PRINTED_SIZES, _LEFT),
            "printed": (*map(float, PRINTED_SIZES.values()), PRINTED_LEFT),
            "ours": (*(float(ours[name]) for name in PRINTED_SIZES), share),
        },
    )


def learners_table(*, quick: bool) -> Table:
    """The learners: what the paper says of them, and what ours are."""
    words = learner_words(quick=quick)
    return Table(
        name="learners",
        title="The learners: what the paper says, and ours",
        header=("model", "theirs", "ours"),
        rows=tuple((name, PRINTED_MODELS[name], words[name]) for name in PRINTED_MODELS),
        columns={
            "model": tuple(PRINTED_MODELS),
            "printed": tuple(PRINTED_MODELS.values()),
            "ours": tuple(words[name] for name in PRINTED_MODELS),
        },
    )


def sizes_words(halves: Halves) -> str:
    """Whether the data are the paper's."""
    table = sizes(halves)
    same = [row[1] == row[2] for row in table.rows]
    apart = [row[0] for row, good in zip(table.rows, same, strict=True) if not good]
    told = f"all but {', '.join(apart)}" if apart else "all of them"
    return f"Of {count(len(same), 'size')} of the data that the paper gives, {told} are ours too."
