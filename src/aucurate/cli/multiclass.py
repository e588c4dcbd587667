"""aucurate multiclass: several classes, their AUCs and the weights to decide with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aucurate.cli import options as option
from aucurate.cli.driver import file_options, require_column, run_study, shipped
from aucurate.cli.options import MissingName
from aucurate.cli.output import Output
from aucurate.errors import OptionError
from aucurate.formatting import join_words, shortened

if TYPE_CHECKING:
    from aucurate.cli.progress import Watcher
    from aucurate.study.multiclass import ClassData

_SHOWN = 12

EPILOG = """[bold]Examples[/bold]

aucurate multiclass   [dim](on the study that ships with the package)[/dim]

aucurate multiclass scores.csv --label species   [dim](score columns named after the classes)[/dim]

aucurate multiclass scores.csv --label y --prefixes forest_,logistic_

aucurate multiclass folds.csv --label y --fold fold --search minimax --limits poor=0.02

aucurate multiclass scores.csv --label y --ignore age   [dim](a column that is not a score)[/dim]

aucurate multiclass scores.csv --label y --groups patient   [dim](several rows of a patient)[/dim]

aucurate multiclass scores.csv --label y --html report.html

[bold]--search[/bold]: minimax (smallest largest class error), balanced (smallest mean class \
error), errors (fewest errors), best=macro_f1 (largest), cost=FILE (a table: true class, then a \
column per decided class), greedy (Paclik et al.), none
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassTable(option.Options):
    """What a table of labels and a score per class holds."""

    label: option.Label = None
    prefixes: option.Prefixes = None
    frequency_weights: option.FrequencyWeights = None
    sampling_weights: option.SamplingWeights = None
    groups: option.Groups = None
    fold: option.Fold = None
    ignore: option.Ignore = None
    missing: option.Missing = MissingName.refuse
    separator: option.Separator = None
    decimal: option.Decimal = None
    sheet: option.Sheet = None
    format: option.Format = None

    def prefix_list(self) -> list[str]:
        """The prefixes of all classifiers; that of one may be empty."""
        return [prefix for text in self.prefixes or [""] for prefix in text.split(",")]


@dataclass(frozen=True, slots=True, kw_only=True)
class MulticlassQuestion(option.Options):
    """Which weights are searched, and what is asked of the classes."""

    search: option.Search = None
    limits: option.Limits = None
    order: option.Order = None
    confidence: option.Confidence = 0.95
    correction: option.Correction = "holm"
    level: option.PointLevel = 0.05
    rng: option.SearchRng = 0

    def arguments(self, classes: tuple[str, ...]) -> dict[str, Any]:
        """The question as ``aucurate.multiclass`` takes it, for these classes."""
        search, costs = _costs(self.search, classes)
        return {
            "search": search,
            "costs": costs,
            "limits": _limits(self.limits, classes),
            "order": None if self.order is None else _names(self.order, classes),
            "confidence": self.confidence,
            "correction": self.correction,
            "level": self.level,
            "rng": self.rng,
        }


@option.command
def multiclass_command(
    table: option.ClassTableFile = None,
    *,
    columns: ClassTable,
    question: MulticlassQuestion,
    output: Output,
) -> None:
    """How well are several classes separated, and which class weights should be used?"""
    from aucurate.study.multiclass import multiclass

    word, file = _rule(question.search)
    if word == "cost" and file:
        output.protect(Path(file))
    run_study(
        output,
        read=lambda watch: _read(table, columns, watch, quiet=output.quiet),
        ask=lambda data, watch: multiclass(
            data, progress=watch, **question.arguments(_classes_of(data))
        ),
        doing="comparing",
    )


def _read(table: Path | None, columns: ClassTable, watch: Watcher, *, quiet: bool) -> ClassData:
    if table is None:
        from aucurate.datasets import load_wine_class_folds

        data: ClassData = shipped(
            load_wine_class_folds,
            columns,
            what="two models of three wines over ten folds, a study that ships with aucurate",
            usage="multiclass TABLE --label COLUMN",
            quiet=quiet,
        )
        return data
    require_column(columns, "label", tables=[table])
    from aucurate.cli.reading import reading
    from aucurate.data.class_folds import ClassFoldScores
    from aucurate.data.classes import PairedClassScores
    from aucurate.io.files import read_table

    with reading(watch, table):
        frame = read_table(table, **file_options(columns))
        named: dict[str, Any] = {
            "label": columns.label,
            "prefixes": columns.prefix_list(),
            "ignore": columns.ignore or [],
            "frequency_weights": columns.frequency_weights,
            "sampling_weights": columns.sampling_weights,
            "groups": columns.groups,
            "missing": columns.missing.value,
        }
        if columns.fold is None:
            return PairedClassScores.from_frame(frame, **named)
        return ClassFoldScores.paired_from_frame(frame, fold=columns.fold, **named)


def _classes_of(data: ClassData) -> tuple[str, ...]:
    one = next(iter(data.values())) if isinstance(data, dict) else data
    found: tuple[str, ...] = one.observations.classes  # type: ignore[union-attr]
    return found


def _rule(search: str | None) -> tuple[str, str]:
    word, _, value = (search or "").partition("=")
    return word.strip(), value.strip()


def _costs(search: str | None, classes: tuple[str, ...]) -> tuple[str | None, Any]:
    """The costs of cost=FILE, and the search without the file."""
    word, file = _rule(search)
    by_cost = word == "cost"
    if not by_cost and (word, file) != ("best", "expected_cost"):
        return search, None
    if not by_cost or not file:
        raise OptionError(
            "a search by cost needs a table of costs.", hint="e.g. --search cost=costs.csv."
        )
    from aucurate.cli.provenance import note_file
    from aucurate.io.class_tables import read_costs
    from aucurate.io.files import unchanged

    path = Path(file)
    with unchanged(path):
        costs = read_costs(path, classes)
        note_file(path)
    return "cost", costs


def _limits(said: list[str] | None, classes: tuple[str, ...]) -> dict[str, float]:
    found: dict[str, float] = {}
    for text in said or []:
        name, equals, value = (part.strip() for part in text.rpartition("="))
        try:
            found[name] = float(value)
        except ValueError:
            equals = ""
        if not equals:
            raise OptionError(
                f"--limits takes a class and its largest error; this is '{shortened(text)}'.",
                hint=f"e.g. --limits {shortened(classes[0])}=0.02.",
            )
        if name not in classes:
            names = [shortened(one) for one in classes[:_SHOWN]]
            more = f", ... {len(classes)} in all" if len(classes) > _SHOWN else ""
            raise OptionError(
                f"there is no class '{shortened(name)}' to limit the error of.",
                hint=f"the classes are {', '.join(names) + more if more else join_words(names)}.",
            )
    return found


def _names(text: str, classes: tuple[str, ...]) -> list[str]:
    """Classes between commas; a class whose name has a comma is found all the same."""
    names, rest = [], text
    while rest:
        known = [c for c in classes if rest == c or rest.startswith(f"{c},")]
        name = max(known, key=len) if known else rest.partition(",")[0]
        names.append(name.strip())
        rest = rest[len(name) :].removeprefix(",").strip()
    return names
