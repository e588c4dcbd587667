"""What the tests of several commands share."""

import signal
from collections.abc import Callable

import pytest

from aucurate.cli import main
from aucurate.cli.progress import _Silent

Interrupted = Callable[[float, list[str]], int | str | None]


@pytest.fixture
def interrupted(monkeypatch: pytest.MonkeyPatch) -> Interrupted:
    """The status of a command that gets a Ctrl-C when this share of its work is done."""
    before = _Silent.__call__

    def of(after: float, arguments: list[str]) -> int | str | None:
        def interrupting(self: _Silent, done: int, total: int, what: str) -> bool:
            if done >= after * total and not self._interruption.asked:
                signal.raise_signal(signal.SIGINT)
            return before(self, done, total, what)

        monkeypatch.setattr(_Silent, "__call__", interrupting)
        with pytest.raises(SystemExit) as ended:
            main([*arguments, "--quiet"])
        return ended.value.code

    return of
