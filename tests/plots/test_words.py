"""Names on figures: short enough, different, and nothing but text."""

from hypothesis import given, settings
from hypothesis import strategies as st

from aucurate.plots.looks import MOST, looks
from aucurate.plots.words import short_names, told_dropped


@settings(deadline=None)
@given(st.lists(st.text(max_size=40), min_size=1, max_size=8, unique=True), st.integers(12, 40))
def test_short_names_are_short_printable_and_as_many_as_names(names: list[str], width: int) -> None:
    short = short_names(names, width)
    assert list(short) == names
    assert all(len(name) <= width and name.isprintable() for name in short.values())


def test_names_that_differ_in_the_middle_or_nowhere_visible_stay_apart() -> None:
    long = [f"{'x' * 60}{at}{'y' * 60}" for at in range(3)]
    assert len(set(short_names(long, 20).values())) == 3
    invisible = ["a\tb", "a\nb"]
    assert len(set(short_names(invisible, 20).values())) == 2


def test_many_folds_that_were_left_out_are_counted() -> None:
    assert told_dropped([]) == ""
    told = told_dropped([str(at) for at in range(9)])
    assert told == "\nwithout 9 folds that lack a class: 0, 1, 2, 3 and 5 more"


def test_no_two_looks_are_alike() -> None:
    found = looks([str(at) for at in range(MOST)])
    assert len({(look.colour, look.dashes) for look in found.values()}) == MOST
    first = list(found.values())[:5]
    assert len({look.dashes for look in first}) == len({look.hatch for look in first}) == 5
    assert len({look.mark for look in list(found.values())[:7]}) == 7
    assert len({(look.colour, look.mark) for look in found.values()}) == MOST
