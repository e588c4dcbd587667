"""aucurate multiclass: several classes, their AUCs and the weights to decide with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from aucurate.cli import options as option
from aucurate.cli.options import with_output
from aucurate.cli.output import MissingName, Output, check_figure, drawn
from aucurate.cli.progress import Watcher, interruptible, watching
from aucurate.cli.streams import note
from aucurate.errors import OptionError, TableError
from aucurate.formatting import join_words, shortened

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from aucurate.study.multiclass import ClassData, MulticlassStudy

_SHOWN = 12

EPILOG = """[bold]Examples[/bold]

aucurate multiclass   [dim](on the study that ships with the package)[/dim]

aucurate multiclass scores.csv --label species   [dim](score columns named after the classes)[/dim]

aucurate multiclass scores.csv --label y --first forest_ --second logistic_

aucurate multiclass folds.csv --label y --fold fold --search minimax --limit poor=0.02

aucurate multiclass scores.csv --label y --ignore age   [dim](numbers that are no scores)[/dim]

aucurate multiclass scores.csv --label y --html report.html

[bold]--search[/bold]: minimax (smallest largest class error), balanced (smallest mean class error),
errors, best=macro_f1, cost=FILE (a table: true class, then a column per decided class), greedy
(Paclik et al.), none
"""


@with_output
def multiclass_command(
    table: Annotated[
        Path | None,
        option.table(
            "Table of labels and a score per class: csv, tsv, jsonl (also .gz), parquet, "
            "arrow, xlsx. Without it, the shipped study."
        ),
    ] = None,
    label: option.Label = None,
    first: Annotated[
        str, option.data("What stands before the class in the columns.", "PREFIX")
    ] = "",
    second: Annotated[
        list[str] | None, option.data("The same of another classifier; may be repeated.", "PREFIX")
    ] = None,
    fold: option.Fold = None,
    ignore: Annotated[
        list[str] | None,
        option.data("Columns of numbers that are no scores; may be repeated."),
    ] = None,
    missing: option.Missing = MissingName.refuse,
    separator: option.Separator = None,
    search: Annotated[
        str | None,
        option.question("How weights are searched, see below; minimax where scores allow.", "RULE"),
    ] = None,
    limit: Annotated[
        list[str] | None, option.question("An error that must not be exceeded.", "CLASS=ERROR")
    ] = None,
    order: Annotated[
        str | None,
        option.question("Three classes from low to high: adds the volume.", "CLASS,CLASS,CLASS"),
    ] = None,
    confidence: option.Confidence = 0.95,
    correction: option.Correction = "holm",
    level: Annotated[float, option.question("At which folds tell operating points apart.")] = 0.05,
    rng: Annotated[int, option.question("Randomness of the search.")] = 0,
    *,
    output: Output,
    figure: Annotated[
        Path | None,
        option.output(
            "Draw errors, pairs of classes and decisions here (svg, pdf, png).", metavar="FILE"
        ),
    ] = None,
) -> None:
    """How well are several classes told apart, and with which weights is a classifier used?"""
    check_figure(figure)
    word, file = _rule(search)
    if word == "cost" and file:
        output.protect(Path(file))
    columns: dict[str, Any] = {
        "label": label,
        "first": first,
        "second": second,
        "fold": fold,
        "ignore": ignore,
        "missing": missing.value,
        "separator": separator,
    }
    from aucurate.data.source import source_of

    quiet = output.quiet
    settings: dict[str, Any] = {
        "confidence": confidence,
        "correction": correction,
        "level": level,
        "rng": rng,
    }
    with interruptible() as interruption, watching(interruption, quiet=quiet) as watch:
        data = _read(table, columns, watch, quiet=quiet)
        classes = _classes_of(data)
        source = source_of(data)
        settings |= {"source": source.name, "columns_not_used": source.columns_not_used}
        settings["search"], settings["costs"] = _costs(search, classes)
        settings["limits"] = _limits(limit, classes)
        settings["order"] = None if order is None else _names(order, classes)
        study = _study(data, settings, watch)
    output.give(
        study,
        beside=drawn(figure, lambda: _figure(study), quiet=quiet),
        interrupted=interruption.asked,
    )


def _study(data: ClassData, settings: dict[str, Any], watch: Watcher) -> MulticlassStudy:
    from aucurate.kernels import Cancelled
    from aucurate.study.multiclass import multiclass

    watch.begins("comparing")
    try:
        return multiclass(data, progress=watch, **settings)
    except Cancelled:
        raise KeyboardInterrupt from None


def _figure(study: MulticlassStudy) -> Figure:
    from aucurate.plots.classes.overview import multiclass_figure

    return multiclass_figure(study)


def _read(table: Path | None, columns: dict[str, Any], watch: Watcher, *, quiet: bool) -> ClassData:
    if table is None:
        return _shipped(columns, quiet=quiet)
    if columns["label"] is None:
        raise OptionError("which column holds the labels is not said.", hint="add --label COLUMN.")
    from aucurate.cli.reading import reading
    from aucurate.data.class_folds import ClassFoldScores
    from aucurate.data.classes import PairedClassScores
    from aucurate.io.files import read_table

    prefixes = [columns["first"], *(columns["second"] or [])]
    ignore = columns["ignore"] or []
    with reading(watch, table):
        frame = read_table(table, separator=columns["separator"])
        said = {"label": columns["label"], "prefixes": prefixes, "ignore": ignore}
        said["missing"] = columns["missing"]
        if columns["fold"] is None:
            return PairedClassScores.from_frame(frame, **said)
        return ClassFoldScores.paired_from_frame(frame, fold=columns["fold"], **said)


def _shipped(columns: dict[str, Any], *, quiet: bool) -> ClassData:
    from aucurate.datasets import load_wine_class_folds

    said = [name for name, value in columns.items() if value and value != "refuse"]
    if said:
        raise TableError(
            f"--{said[0]} speaks of a table, but none was given.",
            hint="aucurate multiclass TABLE --label COLUMN.",
        )
    if not quiet:
        note(
            "No table given: these are two models of three wines over ten folds, a study that "
            "ships with aucurate.\n"
        )
    return load_wine_class_folds()


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
                f"--limit takes a class and its largest error; this is '{shortened(text)}'.",
                hint=f"e.g. --limit {shortened(classes[0])}=0.02.",
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
