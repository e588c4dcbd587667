"""A local cluster of dask: the same numbers, and the cache stays with the caller."""

import socket
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.crossval.learners import Centroid, Random

from aucurate.crossval.cross_validate import cross_validate
from aucurate.crossval.designs import LeftOut

pytestmark = pytest.mark.dask


def _has_loopback() -> bool:
    """Whether this machine can talk to itself, as the processes of a local cluster do."""
    try:
        with socket.create_server(("127.0.0.1", 0)) as server:
            socket.create_connection(server.getsockname()[:2], timeout=5).close()
    except OSError:
        return False
    return True


# What dask and its event loop leave behind is theirs.
@pytest.mark.skipif(not _has_loopback(), reason="no loopback interface, dask needs one")
@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_gives_the_same(
    table: NDArray[np.float64], labels: NDArray[np.int64], tmp_path: Path
) -> None:
    distributed = pytest.importorskip("distributed")
    import joblib

    models = {"a": Centroid(), "r": Random()}
    design = LeftOut(folds=4)
    told: list[int] = []
    with (
        distributed.LocalCluster(
            n_workers=1,
            threads_per_worker=2,
            processes=True,
            dashboard_address=None,
            local_directory=str(tmp_path / "dask"),
        ) as cluster,
        distributed.Client(cluster),
        joblib.parallel_config("dask"),
    ):
        found = cross_validate(
            models,
            table,
            labels,
            design=design,
            cache=tmp_path / "cache",
            progress=lambda done, *_: told.append(done),
        )
    assert told == list(range(9))
    assert len(list((tmp_path / "cache").glob("*.npz"))) == 8
    assert np.array_equal(found.values, cross_validate(models, table, labels, design=design).values)
