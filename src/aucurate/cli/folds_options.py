"""What aucurate folds and aucurate crossval share: options, thresholds, the figure of a pair."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from aucurate.errors import OptionError
from aucurate.formatting import listing, shortened

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.figure import Figure as Drawing

    from aucurate.data.folds import FoldScores

TESTS = (
    "corrected-delong, delong, averaged-delong, averaged-error, nadeau-bengio, ledell, t, "
    "wilcoxon, sign, sign-flip, 5x2-t, pooled-delong; or all, side by side"
)
_SETTINGS = (
    "threshold", "test", "reference", "alternative", "confidence", "level", "correction", "rope",
)  # fmt: skip

Threshold: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help="Compare error rates too, at this threshold: 0.5 for probabilities, 0 for decision "
        "scores; or one for each, forest=0.5,svm=0.",
        metavar="NUMBER",
        rich_help_panel="Question",
    ),
]
Test: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help=f"{TESTS}. When left out, the one recommended for the design.",
        metavar="NAME",
        rich_help_panel="Question",
    ),
]
Level: TypeAlias = Annotated[
    float, typer.Option(help="When a test rejects.", rich_help_panel="Question")
]
Rope: TypeAlias = Annotated[
    float | None,
    typer.Option(
        help="Add the Bayesian correlated t test; differences up to this are equivalent.",
        rich_help_panel="Question",
    ),
]
DropFolds: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--drop-folds",
        help="Leave out folds that lack a class, and say so.",
        rich_help_panel="Data",
    ),
]
Figure: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        help="Draw the folds of a pair here (svg, pdf, png): errors, AUCs, curves.",
        metavar="FILE",
        readable=False,
        rich_help_panel="Output",
    ),
]
Pair: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help="The pair of the figure; the first two when left out.",
        metavar="NAME,NAME",
        rich_help_panel="Output",
    ),
]


def settings(given: dict[str, Any]) -> dict[str, Any]:
    """The options of the question, out of all that a command was given."""
    return {name: given[name] for name in _SETTINGS} | {"alternative": given["alternative"].value}


def thresholds(said: str | None, names: tuple[str, ...]) -> float | dict[str, float] | None:
    """One threshold, or one for each algorithm, from the text of the option.

    >>> thresholds("0.5", ("a", "b")), thresholds("a=0.5, b=0", ("a", "b"))
    (0.5, {'a': 0.5, 'b': 0.0})
    """
    if said is None:
        return None
    if "=" not in said:
        return _number(said)
    found = {}
    for part in said.split(","):
        name, _, value = part.rpartition("=")
        if name.strip() not in names:
            raise OptionError(
                f"--threshold names '{shortened(name.strip())}', which is no algorithm here.",
                hint=f"they are {listing([shortened(n) for n in names])}.",
            )
        found[name.strip()] = _number(value)
    return found


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise OptionError(
            f"--threshold takes a number; this is '{shortened(text)}'.",
            hint="0.5 for probabilities, 0 for decision scores, or name=number for each.",
        ) from None


def pair_figure(
    data: FoldScores, pair: str | None, threshold: float | dict[str, float] | None
) -> Callable[[], Drawing]:
    """What draws one pair, as in Figs. 2 to 5 of Aslan, Yildiz and Alpaydin (2009)."""
    names = data.names[:2] if pair is None else tuple(part.strip() for part in pair.split(","))
    if len(names) != 2:
        raise OptionError("--pair takes two names.", hint="e.g. --pair forest,tree.")
    if threshold is None:
        raise OptionError(
            "the figure shows errors too, and there is no threshold.",
            hint="add --threshold 0.5 for probabilities or --threshold 0 for decision scores.",
        )
    from aucurate.data.paired import position

    for name in names:
        position(data.names, name)
    cuts = threshold if isinstance(threshold, dict) else dict.fromkeys(data.names, threshold)

    def draw() -> Drawing:
        from aucurate.plots.fold_figure import fold_panels, folds_figure

        return folds_figure(fold_panels(data, names=names, thresholds=cuts))

    return draw
