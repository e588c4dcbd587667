"""No number moves: every study and every registered method, against what was recorded.

``python -m tools.freeze_numbers`` records. Numbers are compared to eight digits, texts to the
letter; both change only in a commit that says why.
"""

import pytest
from tests.frozen.cases import METHODS, REGISTERED, STUDIES
from tests.frozen.recording import (
    NUMBERS,
    PATHS,
    TEXTS,
    answered,
    committed,
    names_for,
    numbers_of,
    renamed,
    same,
)

RECORDED, WRITTEN, NAMES = committed(NUMBERS), committed(TEXTS), committed(PATHS)
FAMILIES = sorted({name.split(":")[0] for name in METHODS})


def moved(name: str, found: object) -> list[str]:
    """The recorded numbers of a case that are not those of today."""
    now = {} if isinstance(found, Exception) else numbers_of(found)
    wrong = []
    expected = set()
    names = names_for(name, NAMES)
    for path, number in RECORDED[name].items():
        place = renamed(path, names)
        if place is None:
            continue
        place = path if place not in now and path in now else place  # of a kind that has not moved
        expected.add(place)
        if place not in now:
            wrong.append(f"{name}: {place} is missing")
        elif not same(float(number), now[place], iterated=_is_rough(name, place)):
            wrong.append(f"{name}: {place} is {now[place]!r}, was {number!r}")
    wrong += [f"{name}: {place} is new" for place in now if place not in expected]
    return wrong


def _is_rough(name: str, place: str) -> bool:
    """Fitted step by step, or a noncentral t, which versions of SciPy compute differently."""
    return name.startswith("fit") or place.endswith("attained_power")


@pytest.mark.parametrize("name", STUDIES)
def test_a_study_has_its_numbers_and_its_words(name: str) -> None:
    found = answered(STUDIES[name])
    wrong = moved(name, found)
    assert not wrong, "\n".join(wrong[:10])
    text = f"{type(found).__name__}: {found}" if isinstance(found, Exception) else str(found)
    assert text == WRITTEN[name]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_method_has_its_numbers(family: str) -> None:
    wrong = []
    for name, case in METHODS.items():
        if name.split(":")[0] == family:
            found = answered(case)
            wrong += moved(name, found)
            if (
                isinstance(found, Exception)
                and WRITTEN.get(name) != f"{type(found).__name__}: {found}"
            ):
                wrong.append(f"{name}: {found}")
    assert not wrong, "\n".join(wrong[:10])


def test_everything_recorded_is_asked() -> None:
    assert set(RECORDED) == {*STUDIES, *METHODS}


def test_every_registered_method_is_there() -> None:
    asked = " | ".join(RECORDED) + " | ".join(WRITTEN.values())
    for kind in ("intervals", "comparisons", "joint tests", "curve tests"):
        for name in REGISTERED[kind]:
            assert f" {name}:" in asked, name
