"""The scores of the five models on the validation half, made once and kept.

``gajowniczek-2014.parquet`` in the cache has the labels (``churn``) and a column for each model,
and the file beside it says what they were made from: data, learners and versions. Training takes
minutes; a model that is finished when the run is stopped is not trained again.
"""

import json
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl

from aucurate.data.paired import PairedScores
from aucurate.errors import OptionError
from aucurate_papers.gajowniczek_2014.churn import (
    FOLDER,
    Halves,
    digest,
    load,
    part_of,
    variables_of,
)
from aucurate_papers.gajowniczek_2014.learners import (
    described,
    learners,
    trained,
    versions,
)
from aucurate_papers.gajowniczek_2014.printed import PRINTED_MODELS
from aucurate_papers.running import Run

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
