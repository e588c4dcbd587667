"""A table of what each wrong decision costs."""

import math
import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.errors import InputError
from aucurate.formatting import listing, shortened
from aucurate.io.files import read_table
from aucurate.io.frames import as_table


def read_costs(
    path: str | os.PathLike[str], classes: Sequence[str], *, separator: str | None = None
) -> NDArray[np.float64]:
    """Costs in the order of these classes: a row per true class, a column per decided one.

    The first column names the true class of each row, the other columns bear the names of the
    decided classes; their order does not matter. Any format of ``read_scores`` will do.
    """
    table = as_table(read_table(path, separator=separator))
    first, *decided = table.columns
    true = [str(name) for name in table[first].to_list()]
    for what, found in (("row", true), ("column", list(decided))):
        lacking = [name for name in classes if name not in found]
        strange = [name for name in found if name not in classes]
        doubled = [name for name in found if found.count(name) > 1]
        if lacking or strange or doubled:
            wrong = (
                f"has no {what} for class '{shortened(lacking[0])}'"
                if lacking
                else f"has a {what} '{shortened((strange or doubled)[0])}' "
                + ("that is no class" if strange else "twice")
            )
            raise InputError(
                f"the table of costs {wrong}.",
                hint="its first column names the true class, the others the decided ones: "
                f"{listing([shortened(name) for name in classes])}.",
            )
    order = [true.index(name) for name in classes]
    columns = {name: table[name].to_list() for name in classes}
    return np.array([[_cost(columns[d][at], true[at], d) for d in classes] for at in order])


def _cost(value: Any, true: str, decided: str) -> float:
    try:
        cost = float(value)
    except (TypeError, ValueError):
        cost = math.nan
    if not 0 <= cost < math.inf:
        found = "missing" if value is None else shortened(str(value))
        raise InputError(
            "costs must be finite numbers from 0; that of deciding for class "
            f"'{shortened(decided)}' where '{shortened(true)}' is true is {found}.",
            hint="write 0 where a decision costs nothing, and numbers with a decimal point.",
        )
    return cost
