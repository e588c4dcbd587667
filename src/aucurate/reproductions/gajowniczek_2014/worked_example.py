"""Table 2: the ten observations on which the paper shows how a curve is drawn."""

from aucurate.curve.roc import RocCurve, roc_curve
from aucurate.formatting import number
from aucurate.reproductions.gajowniczek_2014.printed import PRINTED_TABLE_2
from aucurate.study.table import Table

_COLUMNS = ("TP", "TP+FN", "SE", "TN", "TN+FP", "SP", "1-SP")
_COUNTS = ("TP", "TP+FN", "TN", "TN+FP")


def worked_curve() -> RocCurve:
    """The curve of the ten observations, from their scores and labels alone.

    >>> worked_curve().auc
    0.76
    """
    labels = [row[1] for row in PRINTED_TABLE_2]
    return roc_curve(labels, [row[0] for row in PRINTED_TABLE_2])


def table_2() -> Table:
    """The columns of Table 2 computed, and whether each row is what the paper prints."""
    rows = tuple(zip(*_computed(worked_curve()).values(), strict=True))
    given = tuple(row[:2] for row in PRINTED_TABLE_2)
    same = tuple(ours == row[2:] for ours, row in zip(rows, PRINTED_TABLE_2, strict=True))
    columns = dict(zip(_COLUMNS, zip(*rows, strict=True), strict=True))
    return Table(
        name="table_2",
        title="Table 2. A curve of ten observations: ours, and whether the paper prints the same",
        header=("observation", "score", "label", *_COLUMNS, "as printed"),
        rows=tuple(
            (str(at), number(score, 2), str(label), *_cells(row), "yes" if good else "no")
            for at, (score, label), row, good in zip(
                range(1, len(given) + 1), given, rows, same, strict=True
            )
        ),
        columns={
            "observation": tuple(range(1, len(given) + 1)),
            "score": tuple(score for score, _ in given),
            "label": tuple(label for _, label in given),
            **columns,
            "as_printed": same,
        },
    )


def _computed(curve: RocCurve) -> dict[str, list[float]]:
    """The points of the curve after the first, which calls nobody positive."""
    m, n, size = curve.n_positive, curve.n_negative, len(curve) - 1
    false = [int(c) for c in curve.false_positives[1:]]
    return {
        "TP": [int(c) for c in curve.true_positives[1:]],
        "TP+FN": [m] * size,
        "SE": [float(s) for s in curve.sensitivity[1:]],
        "TN": [n - c for c in false],
        "TN+FP": [n] * size,
        "SP": [float(s) for s in curve.specificity[1:]],
        "1-SP": [c / n for c in false],
    }


def _cells(row: tuple[float, ...]) -> list[str]:
    return [
        str(value) if column in _COUNTS else number(value, 1)
        for column, value in zip(_COLUMNS, row, strict=True)
    ]
