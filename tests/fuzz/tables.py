"""Random tables through the command line: csv to Excel, odd columns and cells, damaged bytes.

Beside tracebacks, warnings and noise, an oracle looks at the studies of tables that hold plain
numbers, words and gaps: every row is an observation or was dropped, the positive class is the one
that was named, and each AUC is the one of the digits in the table.
"""

import random
import shutil
import tempfile
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.fuzz.command import Ran, ran
from tests.fuzz.running import Case, Finding
from tests.fuzz.table_cells import LABELS, Column, Table, disturb, table
from tests.fuzz.table_files import as_text, damaged, written

COMMANDS = ("compare",) * 5 + ("operate", "fit", "folds", "folds", "rank", "multiclass")
CLOSE = 1e-9


def case(seed: int) -> Case:
    """The table and the command that a seed stands for."""
    rng = random.Random(seed)
    command = "crossval" if rng.random() < 0.01 else rng.choice(COMMANDS)
    found = table(rng, command)
    plain = rng.random() < 0.5
    if not plain:
        disturb(rng, found)
    words = _words(rng, command, found)
    is_damaged = not plain and rng.random() < 0.3
    return Case(
        what=f"{command} {' '.join(words)} on a table: {'; '.join(found.notes) or 'as usual'}"
        f"{', damaged' if is_damaged else ''}",
        about=command,
        run=_runner(rng, command, found, words, is_damaged=is_damaged),
    )


def _words(rng: random.Random, command: str, found: Table) -> list[str]:
    """Options that name columns, mostly as they should."""
    words = ["--quiet", "--json"]
    if command != "rank":
        words += ["--label", _named(rng, found, "label")]
    label = found.of("label")
    if label and command not in ("multiclass",):
        positive = _positive(label[0])
        if positive is not None:
            words += ["--positive", positive]
    if rng.random() < 0.5:
        words += ["--missing", "drop"] if command != "crossval" else []
    if rng.random() < 0.3 and command in ("compare", "operate", "fit", "folds"):
        words += ["--scores", ",".join(c.name for c in found.of("score"))]
    words += _OWN[command](rng, found)
    return words


def _named(rng: random.Random, found: Table, role: str) -> str:
    columns = found.of(role) if rng.random() < 0.97 else found.columns
    return (columns or found.columns)[0].name


def _positive(label: Column) -> str | None:
    for negative, positive in LABELS:
        if all(cell is None or cell in (negative, positive) for cell in label.cells):
            return str(positive)
    return None


def _compare(rng: random.Random, found: Table) -> list[str]:
    extra = [["--fold", "f"], ["--groups", "g"], ["--test-set", "f"]]
    extra += [[f"--{kind}-weights", "f"] for kind in ("frequency", "sampling")]
    return rng.choice(extra) if rng.random() < 0.25 else []


def _operate(rng: random.Random, found: Table) -> list[str]:
    rule = rng.choice(("youden", "threshold=0.5", "sensitivity=0.9", "corner", "cost=5:1"))
    return ["--at", rule, *rng.choice([["--fold", "f"], ["--replicates", "50"]])]


def _fit(rng: random.Random, found: Table) -> list[str]:
    model = rng.choice(("all", "binormal", "box-cox", "biexponential", "kernel", "ml-binormal"))
    return ["--model", model, "--replicates", "20"]


def _folds(rng: random.Random, found: Table) -> list[str]:
    return ["--fold", "f", *rng.choice([["--observation", "g"], ["--groups", "g"], [], []])]


def _rank(rng: random.Random, found: Table) -> list[str]:
    rope, folds = (
        ["--rope", "0.01", "--replicates", "100"],
        ["--fold", "f"] * bool(found.of("fold")),
    )
    return [*folds, *rng.choice([["--dataset", "d"], [], rope, [*rope, "--hierarchical"]])]


def _multiclass(rng: random.Random, found: Table) -> list[str]:
    folds = ["--fold", "f"] if found.of("fold") else []
    return ["--search", rng.choice(("none", "minimax", "balanced")), *folds]


def _crossval(rng: random.Random, found: Table) -> list[str]:
    return ["--models", "nb,tree", "--folds", "2", "--no-cache", "--leave-out", "f,g"]


_OWN: dict[str, Callable[[random.Random, Table], list[str]]] = {
    "compare": _compare,
    "operate": _operate,
    "fit": _fit,
    "folds": _folds,
    "rank": _rank,
    "multiclass": _multiclass,
    "crossval": _crossval,
}


def _runner(
    rng: random.Random, command: str, found: Table, words: list[str], *, is_damaged: bool
) -> Callable[[], Finding | None]:
    def run() -> Finding | None:
        folder = Path(tempfile.mkdtemp(prefix="aucurate_fuzz_"))
        try:
            path = written(rng, found, folder, plain=found.is_exact)
            if is_damaged:
                path.write_bytes(damaged(rng, path.read_bytes()))
            outcome = ran([command, str(path), *words])
            if outcome.finding is not None or is_damaged or not found.is_exact:
                return outcome.finding
            return _judged(command, found, words, outcome)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    return run


def _judged(command: str, found: Table, words: list[str], outcome: Ran) -> Finding | None:
    """What the oracle says of a study of plain numbers."""
    study = outcome.study()
    if study is None:
        return None
    where = study["provenance"]
    if command in ("compare", "operate", "fit", "multiclass") and "--test-set" not in words:
        source = where["source"]
        rows = where["n_observations"] + source["n_dropped"] + source["n_weightless"]
        counts = "--frequency-weights" not in words  # a row stands for so many observations
        if counts and rows != found.rows:
            return Finding("rows lost", command, f"{rows} of {found.rows}: {where}")
    if command == "compare":
        return _wrong_positive(found, where) or _wrong_auc(found, words, study)
    return None


def _wrong_positive(found: Table, where: dict[str, Any]) -> Finding | None:
    expected = _positive(found.of("label")[0])
    if expected is not None and where["positive"] != expected:
        return Finding("wrong positive class", where["positive"], f"expected {expected}")
    return None


def _wrong_auc(found: Table, words: list[str], study: dict[str, Any]) -> Finding | None:
    label = found.of("label")[0]
    expected = _positive(label)
    if expected is None or any(word.endswith("-weights") for word in words):
        return None
    scores = {column.name: column for column in found.columns if column.role != "label"}
    names = [estimate["name"] for estimate in study["estimates"]]
    if "--test-set" in words or any(name not in scores for name in names):
        return None
    kept = [row for row in range(found.rows) if _is_whole(found, words, names, row)]
    for estimate in study["estimates"]:
        cells = scores[estimate["name"]].cells
        exact = _auc(
            [Fraction(as_text(cells[row])) for row in kept if str(label.cells[row]) == expected],
            [Fraction(as_text(cells[row])) for row in kept if str(label.cells[row]) != expected],
        )
        if exact is None or abs(estimate["value"] - exact) > CLOSE:
            text = f"{estimate['name']}: {estimate['value']}, and by the digits {exact}"
            return Finding("wrong AUC", "compare", text)
    return None


def _is_whole(found: Table, words: list[str], names: list[str], row: int) -> bool:
    """Whether a row has a label, a score for all, and what else the options name."""
    needed = {*names, *(column.name for column in found.of("label"))}
    for option in ("--fold", "--groups", "--frequency-weights", "--sampling-weights"):
        if option in words:
            needed.add(words[words.index(option) + 1])
    return all(c.cells[row] is not None for c in found.columns if c.name in needed)


def _auc(positives: list[Fraction], negatives: list[Fraction]) -> float | None:
    if not positives or not negatives:
        return None
    wins = sum((p > n) + Fraction(p == n, 2) for p in positives for n in negatives)
    return float(wins / (len(positives) * len(negatives)))
