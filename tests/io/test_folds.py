"""Fold scores from frames: a column per classifier, and the long form."""

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from tests.loops import for_each

from aucurate.data.folds import FoldScores
from aucurate.errors import AucurateError

WIDE = pl.DataFrame(
    {
        "y": ["Good", "Poor", "Good", "Poor", "Good", "Poor"],
        "fold": [1, 1, 2, 2, 3, 3],
        "id": ["u", "v", "w", "x", "y", "z"],
        "forest": [0.1, 0.9, 0.4, 0.3, 0.2, 0.2],
        "tree": [0, 1, 1, 0, 0, 1],
    }
)
LONG = WIDE.unpivot(
    ["forest", "tree"],
    index=["y", "fold", "id"],
    variable_name="model",
    value_name="score",
)
ROLES: dict[str, Any] = {"label": "y", "fold": "fold", "positive": "Poor", "observation": "id"}
LONG_ROLES = {**ROLES, "classifier": "model", "scores": "score"}


@pytest.mark.parametrize("kind", [lambda f: f, pl.DataFrame.to_pandas, pl.DataFrame.to_arrow])
def test_both_forms_give_the_same_folds(kind: Any) -> None:
    wide = FoldScores.from_frame(kind(WIDE), **ROLES)
    long = FoldScores.from_frame(kind(LONG.sample(fraction=1, shuffle=True, seed=1)), **LONG_ROLES)
    assert wide.aucs().of("forest").tolist() == [1.0, 0.0, 0.5]
    for name in ("forest", "tree"):
        assert wide.aucs().of(name).tolist() == long.aucs().of(name).tolist()
    assert wide.fold_names == long.fold_names == ("1", "2", "3")


def test_frames_of_other_libraries_have_their_types() -> None:
    assert isinstance(WIDE.to_pandas(), pd.DataFrame)
    assert isinstance(WIDE.to_arrow(), pa.Table)


def test_a_repeated_division() -> None:
    table = pl.concat([WIDE.with_columns(run=pl.lit(k), fold=(pl.col("fold") + k)) for k in (1, 2)])
    found = FoldScores.from_frame(table, **ROLES, repeat="run", scores=["forest", "tree"])
    assert (found.design, found.n_folds) == ("left-out folds", 6)
    assert np.array_equal(found.aucs().values[:3], found.aucs().values[3:])


@for_each(
    ("table", "options", "words"),
    [
        (LONG.head(11), LONG_ROLES, "not for the same observations"),
        (pl.concat([LONG, LONG.head(1)]), LONG_ROLES, "not for the same observations"),
        (pl.concat([LONG, LONG]), LONG_ROLES, "twice"),
        (LONG, {**LONG_ROLES, "observation": None}, "the long form needs"),
        (WIDE, {**ROLES, "fold": "y"}, "cannot be both label and fold"),
        (WIDE, {**ROLES, "fold": "folds"}, "no column 'folds'"),
        (LONG.with_columns(model=pl.lit("fold")), LONG_ROLES, "same name as a column"),
        (WIDE.with_columns(fold=pl.lit(None)), ROLES, "missing"),
    ],
)
def test_tables_that_do_not_fit_are_refused(table: Any, options: Any, words: str) -> None:
    with pytest.raises(AucurateError, match=words):
        FoldScores.from_frame(table, **options)
