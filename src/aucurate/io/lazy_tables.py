"""Tables that stay where they are: lazy frames and large files, opened and handed to an engine."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import narwhals as nw

from aucurate.data.observations import Missing
from aucurate.data.scores import directed_names
from aucurate.data.weights import ARGUMENTS
from aucurate.engines.columns import TableColumns
from aucurate.errors import OptionError
from aucurate.hints import Hint
from aucurate.io.frames import as_table, column_roles, score_columns

_LOOKED_AT = 1000


def table_columns(
    table: "nw.LazyFrame[Any]",
    roles: Mapping[str, str | None],
    *,
    scores: str | Sequence[str] | None = None,
    lower: str | Collection[str] = (),
    positive: object = None,
    missing: Missing = "refuse",
) -> TableColumns:
    """The columns that have these roles, and those of the scores.

    What a column holds is judged by its first rows.
    """
    head = as_table(table.head(_LOOKED_AT))
    used = column_roles(head, roles)
    found = score_columns(head, used=used.values(), scores=scores)
    given = [(kind, used[name]) for kind, name in ARGUMENTS.items() if name in used]
    if len(given) > 1:
        raise OptionError(
            "there are frequency weights and sampling weights.",
            hint=Hint(
                "use one of them: {frequency_weights} count equal rows, {sampling_weights} are all "
                "others."
            ),
        )
    kind, weights = given[0] if given else (None, None)
    unnamed = found.unnamed(scores)
    return TableColumns(
        label=used["label"],
        scores=found.scores,
        lower=directed_names(found.scores, lower),
        weights=weights,
        weight_kind=kind,
        groups=used.get("groups"),
        fold=used.get("fold"),
        positive=positive,
        missing=missing,
        taken=unnamed.get("columns_taken", ()),
        ignored=unnamed.get("columns_not_used", ()),
    )
