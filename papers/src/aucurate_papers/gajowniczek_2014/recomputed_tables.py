"""Table 5 from Table 4, in rows: p-values, the areas behind them, and the ways to read n1."""

from aucurate.formatting import magnitude, number
from aucurate.study.table import Table
from aucurate_papers.gajowniczek_2014.printed import PRINTED_TABLE_4
from aucurate_papers.gajowniczek_2014.recomputing import (
    AREA_DIGITS,
    DIGITS,
    best_reading,
    readings,
    recomputed,
)


def table_5_recomputed() -> Table:
    """The printed p-values beside those of the printed areas."""
    rows = recomputed()
    columns = {
        "printed": tuple(row.printed for row in rows),
        "from_trapezoid": tuple(row.from_trapezoid for row in rows),
        "within_rounding": tuple(row.within_rounding for row in rows),
        "from_mann_whitney": tuple(row.from_mann_whitney for row in rows),
        "literal": tuple(row.literal for row in rows),
    }
    names = tuple(f"{row.first}, {row.second}" for row in rows)
    good = tuple("yes" if row.comes_out else "no" for row in rows)
    shown = [[number(p, DIGITS) for p in values] for values in columns.values()]
    return Table(
        name="table_5_recomputed",
        title="Table 5 from the paper's own Table 4: p-values by its formula (eqs. 11 to 13)",
        header=(
            *("models", "theirs", "from the printed trapezoid areas", "from areas within rounding"),
            *("from the printed Mann-Whitney areas", "n1 as those who stayed", "comes out"),
        ),
        rows=tuple(zip(names, *shown, good, strict=True)),
        columns={
            "first": tuple(row.first for row in rows),
            "second": tuple(row.second for row in rows),
            **columns,
            "comes_out": tuple(row.comes_out for row in rows),
        },
    )


def table_5_areas() -> Table:
    """The areas within rounding that give Table 5."""
    areas = best_reading().areas
    printed = {name: row[1] for name, row in PRINTED_TABLE_4.items()}
    return Table(
        name="table_5_areas",
        title="The trapezoid areas of Table 4, and areas that round to them and give Table 5",
        header=("model", "theirs", "within rounding", "rounded"),
        rows=tuple(
            (
                name,
                number(printed[name], AREA_DIGITS),
                number(area, AREA_DIGITS + 3),
                number(area, AREA_DIGITS),
            )
            for name, area in areas.items()
        ),
        columns={
            "model": tuple(areas),
            "printed": tuple(printed[name] for name in areas),
            "within_rounding": tuple(areas.values()),
        },
    )


def table_5_readings() -> Table:
    """How many p-values come out, by how many left and which of the two sizes n1 is."""
    rows = readings()
    meant = tuple("who left" if row.n_first == row.left else "who stayed" for row in rows)
    out = tuple(sum(row.comes_out) for row in rows)
    return Table(
        name="table_5_readings",
        title="How Table 5 can be read: p-values that come out, with the best areas within the "
        "rounding of Table 4",
        header=("left", "n1 is the number of those", "come out", "largest distance"),
        rows=tuple(
            (f"{row.left:,}", one, f"{good} of {len(row.p_values)}", magnitude(row.gap))
            for row, one, good in zip(rows, meant, out, strict=True)
        ),
        columns={
            "left": tuple(row.left for row in rows),
            "n1": tuple(row.n_first for row in rows),
            "n1_is_of_those": meant,
            "come_out": out,
            "largest_distance": tuple(row.gap for row in rows),
        },
    )
