"""Work in pieces: one account of all of them, a stop between and within them."""

import pytest

from aucurate.errors import AucurateError, OptionError
from aucurate.kernels import Cancelled, Progress
from aucurate.study.work import Pieces, interrupted, unnamed


def _tells(progress: Progress | None) -> str:
    assert progress is not None
    return "stopped" if progress(1, 4) is False else "done"


def test_pieces_are_one_account() -> None:
    told: list[tuple[int, int, str]] = []
    work = Pieces(lambda *words: told.append(words), 2)
    assert [work.run(name, _tells) for name in "ab"] == ["done", "done"]
    assert told == [
        (0, 200, "a"),
        (25, 200, "a"),
        (100, 200, "b"),
        (125, 200, "b"),
        (200, 200, "b"),
    ]
    assert not work.stopped


def test_the_piece_under_way_may_use_what_it_has_and_the_others_are_left_out() -> None:
    work = Pieces(lambda done, total, what: done < 125, 4)
    assert [work.run("", _tells) for _ in range(4)] == ["done", "stopped", None, None]


@pytest.mark.parametrize("error", [Cancelled, AucurateError("too few replicates")])
def test_a_piece_without_a_result_was_not_done(error: Exception) -> None:
    def refuse(progress: Progress | None) -> int:
        assert progress is not None
        progress(1, 2)
        raise error

    assert Pieces(lambda done, total, what: done < 50, 1).run("", refuse) is None
    with pytest.raises((Cancelled, AucurateError)):
        Pieces(lambda done, total, what: True, 1).run("", refuse)


def test_errors_are_errors_where_nobody_listens() -> None:
    def refuse(progress: Progress | None) -> int:
        assert progress is None
        raise OptionError("no.")

    with pytest.raises(OptionError):
        Pieces(None, 1).run("", refuse)


def test_a_piece_that_must_be_there() -> None:
    work = Pieces(unnamed(lambda done, total: done < 100), 2)
    assert work.require("", lambda _: 7) == 7
    with pytest.raises(Cancelled):
        work.require("", lambda _: 7)
    assert unnamed(None) is None


def test_what_is_missing_is_counted() -> None:
    assert interrupted(3, 3, "models") == []
    (caveat,) = interrupted(1, 3, "models")
    assert caveat.kind == "interrupted"
    assert caveat.message == "Interrupted after 1 of 3 models; the others are left out."
