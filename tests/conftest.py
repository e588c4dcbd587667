"""What all tests share."""

import gc
import os
import signal
from collections.abc import Generator
from typing import Any

import pytest


def pytest_configure() -> None:
    """Ctrl-C as on a terminal: a shell that starts the tests in the background ignores it.

    While tests are collected nothing becomes garbage, so nothing is searched for it. Reports have
    the same date on every day.
    """
    os.environ["SOURCE_DATE_EPOCH"] = "1790000000"
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    gc.disable()


def pytest_collection_finish() -> None:
    """What has been collected stays: it is not looked through again and again."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[Any], list[Any]]:
    """The examples in docstrings are those of the package: tests have none to be looked for."""
    found = yield
    return [one for one in found if type(one).__name__ != "DoctestModule"]
