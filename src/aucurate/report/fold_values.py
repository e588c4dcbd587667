"""The values of every fold as a table: the study keeps them, but prints their summaries only."""

from aucurate.formatting import digits_for, number, shortened
from aucurate.study.base import Study
from aucurate.study.folds import FoldsStudy
from aucurate.study.folds_numbers import FoldsPart
from aucurate.study.table import Table


def fold_tables(study: Study) -> tuple[Table, ...]:
    """One table for each quantity of a study over folds; none of other studies."""
    if not isinstance(study, FoldsStudy):
        return ()
    return tuple(_values(part) for part in study.parts if part.values)


def _values(part: FoldsPart) -> Table:
    names = [summary.name for summary in part.summaries]
    smallest, largest = (pick(map(pick, part.values)) for pick in (min, max))
    digits = digits_for(largest - smallest)
    key = "" if part.quantity == "AUC" else "_" + part.quantity.replace(" ", "_")
    return Table(
        name=f"values{key}",
        title=f"{shortened(part.quantity)} of every algorithm in every fold",
        header=("fold", *(shortened(name) for name in names)),
        rows=tuple(
            (shortened(fold), *(number(values[at], digits) for values in part.values))
            for at, fold in enumerate(part.fold_names)
        ),
        columns={
            "fold": tuple(fold for fold in part.fold_names for _ in names),
            "algorithm": tuple(name for _ in part.fold_names for name in names),
            "value": tuple(
                values[at] for at in range(len(part.fold_names)) for values in part.values
            ),
        },
    )
