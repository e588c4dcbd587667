"""Names the case of a loop in the failure it brings."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def noted(*case: object) -> Iterator[None]:
    """Adds the case to whatever is raised inside: pytest prints it below the assertion."""
    try:
        yield
    except Exception as error:
        error.add_note(f"in the case {', '.join(map(str, case))}")
        raise
