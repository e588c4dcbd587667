"""A column of test sets: one classifier for each, with the direction that was said."""

import polars as pl

from aucurate.io.frames import from_frame


def test_lower_turns_the_scores_of_every_test_set() -> None:
    frame = pl.DataFrame(
        {
            "y": [0, 0, 1, 1, 0, 1, 0, 1],
            "hospital": ["a", "a", "a", "a", "b", "b", "b", "b"],
            "risk": [4, 3, 2, 1, 3, 4, 2, 1],
        }
    )
    given = from_frame(frame, label="y", test_set="hospital", scores=["risk"], lower=["risk"])
    assert [one.lower for one in given] == [True, True]
    assert [one.values.tolist() for one in given] == [[-4, -3, -2, -1], [-3, -4, -2, -1]]
