"""What all resampling kernels share: work in chunks, with a progress callback in between."""

from collections.abc import Callable

from aucurate.errors import UnsupportedError
from aucurate.kernels import Progress, thread_count

__all__ = ["CHUNK_WORK", "in_chunks", "refuse_beyond"]

CHUNK_WORK = 20_000_000  # observations x replicates between two looks at the progress callback


def in_chunks(
    replicates: int,
    work_each: int,
    run: Callable[[int, int], None],
    progress: Progress | None,
    threads: int | None,
) -> int:
    """Run replicates chunk by chunk, and return how many were finished."""
    size = max(thread_count(threads), CHUNK_WORK // max(1, work_each))
    done = 0
    while done < replicates:
        end = min(replicates, done + size)
        run(done, end)
        done = end
        if progress is not None and progress(done, replicates, "replicates") is False:
            break
    return done


def refuse_beyond(observations: int, limit: int) -> None:
    """Raise where the row numbers would not fit those of a kernel."""
    if observations > limit:
        raise UnsupportedError(
            f"resampling handles at most {limit:,} observations; there are {observations:,}.",
            hint="use an analytic method such as DeLong's at this size.",
        )
