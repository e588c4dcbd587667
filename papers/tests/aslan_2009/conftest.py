"""A cache with kept scores of small sets; nothing writes to it but pieces of work."""

from pathlib import Path

import pytest
from papers.tests.aslan_2009.made import SETS, facts_of, keep, scores_of


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = {name: scores_of(at) for at, name in enumerate(SETS)}
    return keep(tmp_path_factory.mktemp("cache"), data, facts_of(SETS))
