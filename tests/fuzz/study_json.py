"""Studies as JSON with values replaced, moved, removed or damaged, read by ``Study.from_json``.

A text is refused by an ``InputError``, or it is a study of the right types that survives JSON.
"""

import json
import random
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import numpy as np
from tests.fuzz.running import Case, Finding, watched
from tests.fuzz.table_files import damaged

import aucurate as au
from aucurate.errors import InputError
from aucurate.study import Study

_DEEP = 100_000
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 3, 0.5, 1e308, 10**20, 10**400, "", "x", "NaN", "Infinity",
    "\ud800",
    "\0", "<script>", [], [[]], [0], ["x"], {}, {"a": 1}, {"": {}}, [None], [1.5, "NaN"],
    "x" * 3000,
)  # fmt: skip


@cache
def texts() -> tuple[str, ...]:
    """One study of every kind that is made quickly."""
    rng = np.random.default_rng(9)
    labels = np.tile([0, 1], 30)
    columns = {name: rng.normal(size=60) + labels for name in "ab"}
    folds = au.FoldScores.from_arrays(labels, columns, folds=np.arange(60) // 6 % 5)
    classes = np.tile(["a", "b", "c"], 20)
    wine = au.ClassScores.from_arrays(classes, rng.random((60, 3)))
    results = {name: rng.random(6) for name in "abc"}
    studies: list[Study] = [
        au.compare(labels, columns, margin=0.1, all_intervals=True, null=0.5),
        au.operate(labels, columns, at="youden", resampling=au.Resampling(replicates=20)),
        au.folds(folds, threshold=0.5, rope=0.01),
        au.operate(folds, at=0.5),
        au.multiclass(wine),
        au.rank(results),
        au.study.plan_study(au.planning.plan_one(auc=0.7, power=0.8)),
        au.fit(labels, columns, model="binormal"),
    ]
    return tuple(study.to_json() for study in studies)


def case(seed: int) -> Case:
    """The text that a seed stands for."""
    rng = random.Random(seed)
    text = rng.choice(texts())
    how = rng.choice(("values", "values", "values", "bytes", "structure", "deep"))
    if how == "values":
        changed = json.loads(text)
        for _ in range(rng.choice((1, 1, 2, 4))):
            _replace(rng, changed)
        text = json.dumps(changed)
    elif how == "bytes":
        text = damaged(rng, text.encode()).decode("utf-8", rng.choice(("replace", "ignore")))
    elif how == "structure":
        changed = json.loads(text)
        _restructure(rng, changed)
        text = json.dumps(changed)
    else:
        mark = rng.choice(("[", '{"a":', '[{"kind":'))
        text = rng.choice((mark * _DEEP, text[: rng.randrange(len(text))] + mark * _DEEP))
    return Case(what=f"from_json, {how}: {len(text):,} characters", about=how, run=_runner(text))


def _containers(data: Any) -> list[Any]:
    found = [data]
    for item in data.values() if isinstance(data, dict) else data:
        if isinstance(item, dict | list):
            found += _containers(item)
    return [container for container in found if container]


def _replace(rng: random.Random, data: Any) -> None:
    container = rng.choice(_containers(data))
    key = rng.choice(list(container) if isinstance(container, dict) else range(len(container)))
    container[key] = deepcopy(rng.choice(VALUES))


def _restructure(rng: random.Random, data: Any) -> None:
    """Remove, add, repeat or swap parts."""
    container = rng.choice(_containers(data))
    other = rng.choice(_containers(data))
    if isinstance(container, dict):
        key = rng.choice(list(container))
        if rng.random() < 0.5:
            del container[key]
        else:
            container[rng.choice((key, "more", ""))] = json.loads(json.dumps(other))
    elif rng.random() < 0.5:
        container.append(json.loads(json.dumps(other)))
    else:
        container.pop(rng.randrange(len(container)))


def _runner(text: str) -> Callable[[], Finding | None]:
    def read() -> None:
        study = Study.from_json(text)
        again = Study.from_json(study.to_json())
        if again.to_json() != study.to_json():
            raise AssertionError("the study does not survive JSON")

    return lambda: watched(read, lambda error: isinstance(error, InputError))
