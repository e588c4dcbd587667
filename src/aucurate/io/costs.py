"""A table of what each wrong decision costs."""

import os
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from aucurate.errors import InputError
from aucurate.formatting import listing, shortened
from aucurate.io.files import read_table
from aucurate.io.frames import as_table
from aucurate.io.numbers import numbers


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
    columns = [np.asarray(numbers(table[name], name), np.float64)[order] for name in classes]
    return np.stack(columns, axis=1)
