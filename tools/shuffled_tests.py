"""A pytest plugin that runs the tests in another order: ``pytest -p tools.shuffled_tests``.

The files come in an order drawn with ``--shuffle-seed``, and so do the tests within each file:
fixtures of a module are still built once. Every process of pytest-xdist draws the same order.
"""

import random
from itertools import groupby

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """The seed of the order."""
    parser.getgroup("shuffled tests").addoption("--shuffle-seed", type=int, default=0)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Draws the order of the files, and of the tests within each."""
    rng = random.Random(config.getoption("--shuffle-seed"))
    files = [list(tests) for _, tests in groupby(items, key=lambda item: item.path)]
    rng.shuffle(files)
    for tests in files:
        rng.shuffle(tests)
    items[:] = [item for tests in files for item in tests]
