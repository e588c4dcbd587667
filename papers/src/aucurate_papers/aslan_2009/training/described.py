"""What was run, as data, and the scores without training again."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from aucurate.data.folds import FoldScores
from aucurate.errors import OptionError, TableError
from aucurate_papers.aslan_2009.training import prepared
from aucurate_papers.aslan_2009.training.design import N_FOLDS
from aucurate_papers.aslan_2009.training.kept import Kept
from aucurate_papers.aslan_2009.training.running import Work, interrupted
from aucurate_papers.running import write_json

FILE = "described.json"


def describe(works: Sequence[Work], cache: Path, programs: dict[str, str]) -> None:
    """Write down how the works went; sets of earlier runs that are not among them stay."""
    path = cache / "aslan-2009" / FILE
    sets: dict[str, Any] = described(cache)["sets"] if path.is_file() else {}
    for work in works:
        facts = prepared.told(work.dataset)
        earlier = sets.get(work.set_name, {})
        if earlier.get("folder") != work.dataset.name:
            earlier = {}
        ran = earlier.get("algorithms", {}) | {work.algorithm.name: _ran(work)}
        sets[work.set_name] = facts | {"folder": work.dataset.name, "algorithms": ran}
    seconds = sum(ran["seconds"] for told in sets.values() for ran in told["algorithms"].values())
    content = {"programs": programs, "rng": prepared.RNG, "seconds": seconds, "sets": sets}
    write_json(path, content)


def described(cache: Path) -> dict[str, Any]:
    """What ``describe`` wrote.

    ``sets`` has, by name, the sizes, the classes kept, the positive class and, under
    ``algorithms``, whether each finished (``finished``), why not (``reason``), the seconds of its
    fits and its folder; ``seconds`` is the time of all fits together.
    """
    path = cache / "aslan-2009" / FILE
    if not path.is_file():
        raise TableError(f"there are no scores in '{cache}'.", hint="run `make scores` first.")
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def fold_scores(name: str, cache: Path) -> FoldScores:
    """The scores of the algorithms that finished on a data set, on its fixed test set."""
    facts = described(cache)["sets"].get(name)
    if facts is None:
        raise OptionError(
            f"data set '{name}' has not been run.",
            hint="`make scores` runs what is missing.",
        )
    dataset = cache / "aslan-2009" / facts["folder"]
    finished = {
        algorithm: Kept(dataset / ran["folder"]).scores().ravel()
        for algorithm, ran in facts["algorithms"].items()
        if ran["finished"]
    }
    if not finished:
        raise TableError(
            f"no algorithm has finished on data set '{name}'.",
            hint="run `python -m aucurate_papers.aslan_2009.training` with a higher --limit.",
        )
    data = prepared.load(dataset)
    is_positive = data.is_positive[data.division.test]
    return FoldScores.from_arrays(
        np.tile(np.where(is_positive, facts["positive"], facts["negative"]), N_FOLDS),
        finished,
        folds=np.repeat(np.arange(1, N_FOLDS + 1), len(is_positive)),
        observations=np.tile(data.division.test, N_FOLDS),
        design="fixed test set",
        n_train=data.division.n_train,
        positive=facts["positive"],
    )


def results(cache: Path) -> dict[str, FoldScores]:
    """``fold_scores`` of every data set on which two algorithms or more have finished."""
    sets = described(cache)["sets"]
    return {
        name: fold_scores(name, cache)
        for name, facts in sets.items()
        if sum(ran["finished"] for ran in facts["algorithms"].values()) > 1
    }


def _ran(work: Work) -> dict[str, Any]:
    cut_off = None if work.is_finished else interrupted(work.done)
    return {
        "words": work.algorithm.words,
        "folder": work.kept.folder.name,
        "finished": work.is_finished,
        "reason": cut_off if work.stop is None else work.stop.reason,
        "fits": len(work.done),
        "seconds": sum(work.done),
    }
