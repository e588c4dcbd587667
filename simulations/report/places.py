"""Where a cell is, in few words, whatever its world is made of."""

from collections.abc import Mapping
from typing import Any

from simulations.report import group_methods, subgroups
from simulations.report.cells import Cell

_SCENARIO = {"auc", "n_positive", "n_negative", "scores", "correlation"}
# What a world of folds is, in this order; the rest goes without saying.
_FOLDS = {
    "learner": "{}",
    "observations": "{} observations",
    "folds": "{} folds",
    "repeats": "{} times",
    "splits": "{} splits",
    "test_set": "test set of {}",
    "features": "{} features",
    "positive": "share of positives {:g}",
    "missed": "missed positives {:.0%}",
}
_USUAL = {"repeats": 1, "features": 5, "positive": 0.4}
_COUNTED = {
    "n_observations": "observations",
    "per_class": "of each class",
    "datasets": "data sets",
    "folds": "folds",
}
_OMITTED = ("stated", "drawn", "spread", "centre", "degrees", "deviation", "both")


def where(cell: Cell) -> str:
    """Where a cell is."""
    world = cell.world
    if "subgroups" in world:
        return subgroups.place(cell)
    if "n_groups" in world or "variation" in world:
        return group_methods.place(world)
    if world.keys() >= _SCENARIO:
        return cell.place
    if "observations" in world and "folds" in world:
        return _of_folds(world)
    if "first_only" in world:
        return (
            f"{world['n_observations']} observations; {world['first_only']:.0%} only the first "
            f"right, {world['second_only']:.0%} only the second"
        )
    return in_words(world)


def _of_folds(world: Mapping[str, Any]) -> str:
    said = {k: v for k, v in world.items() if k in _FOLDS and v and v != _USUAL.get(k)}
    return ", ".join(_FOLDS[key].format(said[key]) for key in _FOLDS if key in said)


def in_words(world: Mapping[str, Any]) -> str:
    """What a world says, without what goes without saying."""
    said = {k: v for k, v in world.items() if v not in (None, 0, 0.0, False) and k not in _OMITTED}
    if "n_positive" in said:
        said["sizes"] = f"{said.pop('n_positive')}/{said.pop('n_negative')}"
    return "; ".join(_part(key, value) for key, value in said.items())


def _part(key: str, value: object) -> str:
    match key, value:
        case "scores", str():
            return value
        case "shape", "alike":
            return "classes alike"
        case "shape", str():
            return f"first class {value}" if "wide" in value else "two classes confused"
        case "missed", list():
            return f"missed {'/'.join(f'{share:.0%}' for share in value)}"
        case "sizes", list():
            return f"sizes {'/'.join(map(str, value))}"
        case ("auc", float()):
            return f"AUC {value:g}"
        case ("n_observations" | "per_class" | "datasets" | "folds", int()):
            return f"{value} {_COUNTED[key]}"
        case (_, float()):
            return f"{key.replace('_', ' ')} {value:g}"
    return f"{key.replace('_', ' ')} {value}"
