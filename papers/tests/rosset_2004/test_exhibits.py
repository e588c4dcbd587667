"""All that the paper shows can be run, in its order."""

from aucurate_papers.rosset_2004.exhibits import ENTRIES


def test_the_entries_are_in_the_order_of_the_paper() -> None:
    assert [entry.name for entry in ENTRIES] == [
        "section 2.1.1",
        "section 2.1.2",
        "table 1",
        "table 2",
        "table 3",
        "table 4",
        "section 3.1",
        "table 5",
        "section 3.2",
        "table 6",
        "table 6, by size",
    ]
    assert {entry.paper for entry in ENTRIES} == {"rosset-2004"}
    assert len({entry.key for entry in ENTRIES}) == len(ENTRIES)
