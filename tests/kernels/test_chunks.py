"""Work in chunks: all of it, in order, and no more once the caller says stop."""

import pytest

from aucurate.errors import UnsupportedError
from aucurate.kernels.chunks import CHUNK_WORK, in_chunks, refuse_beyond


def test_chunks_follow_each_other_and_a_stop_is_heeded() -> None:
    ran: list[tuple[int, int]] = []
    told: list[tuple[int, int]] = []

    def run(begin: int, end: int) -> None:
        ran.append((begin, end))

    def tell(done: int, total: int, what: str) -> bool:
        told.append((done, total))
        return True

    assert in_chunks(7, CHUNK_WORK // 3, run, tell, 1) == 7
    assert ran == [(0, 3), (3, 6), (6, 7)]
    assert told == [(3, 7), (6, 7), (7, 7)]
    ran.clear()
    assert in_chunks(7, CHUNK_WORK // 3, run, lambda done, total, what: done < 6, 1) == 6
    assert ran == [(0, 3), (3, 6)]


def test_more_rows_than_a_kernel_can_number_are_refused() -> None:
    refuse_beyond(10, 10)
    with pytest.raises(UnsupportedError, match="at most 10 observations; there are 11"):
        refuse_beyond(11, 10)
