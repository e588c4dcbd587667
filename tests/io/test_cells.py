"""The cells of a text table: numbers with a decimal comma, and commas that part thousands."""

import polars as pl
from tests.loops import for_each

from aucurate.io.cells import read_words


@for_each(
    ("words", "read"),
    [
        (["0,25", "1,5", None], [0.25, 1.5, None]),
        (["1,250", "0,5"], [1.25, 0.5]),
        (["3", "0,125"], [3.0, 0.125]),
        (["1,250", "2,500"], ["1,250", "2,500"]),  # thousands as well as decimals: as they stand
        (["1,2,3", "0,5"], ["1,2,3", "0,5"]),
    ],
)
def test_decimal_commas_are_read_unless_they_may_part_thousands(
    words: list[str | None], read: list[object]
) -> None:
    assert read_words(pl.Series(words), decimal_comma=True).to_list() == read
    assert read_words(pl.Series(words)).to_list() == words
