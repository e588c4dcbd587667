"""Tables with a row for each model."""

from collections.abc import Callable, Sequence

from aucurate.study.table import Table


def model_table(
    name: str,
    title: str,
    header: tuple[str, ...],
    models: Sequence[str],
    columns: dict[str, tuple[float, ...]],
    cell: Callable[[str, float], str],
) -> Table:
    """Numbers by model; ``cell(column, value)`` is how one is shown."""
    names = tuple(models)
    shown = [[cell(column, value) for value in values] for column, values in columns.items()]
    return Table(
        name=name,
        title=title,
        header=("model", *header),
        rows=tuple(zip(names, *shown, strict=True)),
        columns={"model": names, **columns},
    )
