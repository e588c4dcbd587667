"""The cache: nothing is fitted twice, nothing stale is taken, nothing damaged is trusted."""

import os
import tracemalloc
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from numpy.typing import NDArray
from scipy import sparse
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, KFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from tests.crossval.learners import Centroid, Counting, FailsWithout, Random, fits_in

import aucurate
from aucurate.crossval.cache import origins
from aucurate.crossval.cross_validate import cross_validate
from aucurate.crossval.designs import GivenSplits, LeftOut
from aucurate.data.folds import FoldScores
from aucurate.errors import CacheWarning, FitError, OptionError
from aucurate.kernels import Cancelled

Table = NDArray[np.float64]
Labels = NDArray[np.int64]
THREE = LeftOut(folds=3)


@pytest.fixture
def fits(tmp_path: Path) -> Path:
    folder = tmp_path / "fits"
    folder.mkdir()
    return folder


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "kept" / "here"


def test_a_second_run_fits_nothing(table: Table, labels: Labels, fits: Path, cache: Path) -> None:
    models = {"a": Counting(str(fits)), "b": Counting(str(fits), power=2.0), "c": Random()}
    one = cross_validate(models, table, labels, design=THREE, cache=cache)
    assert fits_in(fits) == 6
    assert sorted(p.suffix for p in cache.iterdir()) == [".npz"] * 9
    told: list[tuple[int, int, str]] = []
    two = cross_validate(
        models,
        table,
        labels,
        design=THREE,
        cache=str(cache),
        progress=lambda *what: told.append(what),
    )
    assert fits_in(fits) == 6
    assert told == [(9, 9, "cross-validation")]
    assert np.array_equal(one.values, two.values)
    without = cross_validate(models, table, labels, design=THREE)
    assert np.array_equal(one.values, without.values)


def test_other_training_rows_are_fitted_anew(
    table: Table, labels: Labels, fits: Path, cache: Path
) -> None:
    rows = np.arange(len(labels))
    test, rest = rows[:20], rows[20:]
    models = {"a": Counting(str(fits))}
    for train, fitted in ((rest, 1), (rest[:-5], 2), (rest, 2)):
        splits = GivenSplits([(train, test)])
        cross_validate(models, table, labels, design=splits, cache=cache)
        assert fits_in(fits) == fitted


def test_a_new_algorithm_and_more_repeats_only_add(
    table: Table, labels: Labels, fits: Path, cache: Path
) -> None:
    models: dict[str, Any] = {"a": Counting(str(fits)), "r": Random()}
    cross_validate(models, table, labels, design=THREE, cache=cache)
    models["b"] = Counting(str(fits), power=3.0)
    cross_validate(models, table, labels, design=THREE, cache=cache)
    assert fits_in(fits) == 6
    more = LeftOut(folds=3, repeats=2)
    cross_validate(models, table, labels, design=more, cache=cache)
    assert fits_in(fits) == 12
    assert len(list(cache.iterdir())) == 18


def test_what_changes_the_answer_is_fitted_again(
    table: Table, labels: Labels, fits: Path, cache: Path
) -> None:
    def run(X: Any = table, y: Any = labels, power: float = 1.0, **options: Any) -> None:  # noqa: N803
        models = {"a": Counting(str(fits), power=power)}
        cross_validate(models, X, y, **{"design": THREE, "cache": cache, **options})

    run()
    changed = table.copy()
    changed[5, 2] += 1e-9
    flipped = labels.copy()
    flipped[np.flatnonzero(labels == 1)[0]] = 0
    flipped[np.flatnonzero(labels == 0)[0]] = 1
    for again in (
        {"X": changed},
        {"y": flipped},
        {"power": 2.0},
        {"rng": 7},
        {"positive": "0"},
        {"design": LeftOut(folds=4)},
    ):
        before = fits_in(fits)
        run(**again)
        assert fits_in(fits) > before, again
    before = fits_in(fits)
    run()
    assert fits_in(fits) == before


def test_versions_are_part_of_the_name(
    table: Table, labels: Labels, fits: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    models = {"a": LogisticRegression()}
    cross_validate(models, table, labels, design=THREE, cache=cache)
    monkeypatch.setattr("sklearn.__version__", "0.0")
    cross_validate(models, table, labels, design=THREE, cache=cache)
    assert len(list(cache.iterdir())) == 6


@pytest.mark.parametrize(
    "form",
    [
        pd.DataFrame,
        pl.DataFrame,
        sparse.csr_matrix,
        sparse.coo_array,
        lambda t: pd.DataFrame(t).astype(str),
        lambda t: pl.DataFrame(t).cast(pl.String),
        lambda t: t.tolist(),
    ],
)
def test_tables_of_any_kind_are_known_again(
    form: Any, table: Table, labels: Labels, cache: Path
) -> None:
    models = {"a": make_pipeline(FunctionTransformer(_numbers), Centroid())}
    cross_validate(models, form(table), labels, design=THREE, cache=cache)
    cross_validate(models, form(table.copy()), labels, design=THREE, cache=cache)
    assert len(list(cache.iterdir())) == 3
    other = table.copy()
    other[0, 1] = 99
    cross_validate(models, form(other), labels, design=THREE, cache=cache)
    assert len(list(cache.iterdir())) == 6


def _numbers(some: Any) -> NDArray[np.float64]:
    if sparse.issparse(some):
        matrix: Any = some
        return np.asarray(matrix.toarray(), np.float64)
    return np.asarray(some).astype(np.float64)


def test_damaged_files_are_made_anew(table: Table, labels: Labels, fits: Path, cache: Path) -> None:
    def run() -> FoldScores:
        model, folds = {"a": Counting(str(fits))}, LeftOut(folds=6)
        return cross_validate(model, table, labels, by_class=False, design=folds, cache=cache)

    one = run()
    files = sorted(cache.iterdir())
    files[0].write_bytes(b"")
    files[1].write_bytes(files[1].read_bytes()[:-40])
    whole = bytearray(files[2].read_bytes())
    whole[len(whole) // 2] ^= 0xFF
    files[2].write_bytes(bytes(whole))
    np.savez(files[3], scores=np.zeros(3))
    np.savez(files[4], scores=np.full(10, np.nan))
    np.savez(files[5], other=np.zeros(10))
    with pytest.warns(CacheWarning, match=r"6 files of the cache '.*' are damaged") as record:
        again = run()
    assert len(record) == 1
    assert record[0].filename == __file__
    assert np.array_equal(again.values, one.values)
    assert fits_in(fits) == 12
    assert np.array_equal(run().values, one.values)
    assert fits_in(fits) == 12


def _npy(shape: str, *, values: bytes = b"") -> bytes:
    """A file of NumPy's whose header claims this shape."""
    head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}"
    head += " " * (117 - len(head)) + "\n"
    return b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head.encode() + values


def _zip(content: bytes, how: int = zipfile.ZIP_STORED) -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", how) as archive:
        archive.writestr("scores.npy", content)
        archive.writestr("warned.json", "[]")
    return file.getvalue()


def _with_bytes(content: bytes, at: int, *new: int) -> bytes:
    """The archive with bytes of its first central record replaced, counted from its signature."""
    place = content.index(b"PK\x01\x02") + at
    return content[:place] + bytes(new) + content[place + len(new) :]


ROW = _npy("(20,)", values=np.arange(20.0).tobytes())
HOSTILE = {
    "a compression method there is not": _with_bytes(_zip(ROW), 10, 77),
    "a version of zip there is not": _with_bytes(_zip(ROW), 6, 250),
    "encrypted": _with_bytes(_zip(ROW), 8, 1),
    "a header of 1e13 values": _zip(_npy("(10000000000000,)")),
    "a header of 1e25 values": _zip(_npy("(10000000000000000000000000,)")),
    "a header of negative size": _zip(_npy("(-20,)")),
    "a header that is no literal": _zip(_npy("(" * 50)),
    "compressed": _zip(ROW, zipfile.ZIP_DEFLATED),
    "a bomb": _zip(_npy("(20,)", values=bytes(50_000_000)), zipfile.ZIP_DEFLATED),
    "compressed, then broken": _zip(ROW, zipfile.ZIP_DEFLATED)[:120] + bytes(400),
    "warnings that are none": _zip(ROW).replace(b"[]", b"3 "),
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_files_are_made_anew(
    table: Table, labels: Labels, cache: Path, content: bytes
) -> None:
    one = cross_validate({"a": Centroid()}, table, labels, design=THREE, cache=cache)
    sorted(cache.iterdir())[0].write_bytes(content)
    tracemalloc.start()
    with pytest.warns(CacheWarning, match="1 file of the cache '.*' is damaged"):
        again = cross_validate({"a": Centroid()}, table, labels, design=THREE, cache=cache)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert np.array_equal(one.values, again.values)
    assert most < 20_000_000


def test_a_file_that_is_whole_is_taken(table: Table, labels: Labels, cache: Path) -> None:
    cross_validate({"a": Centroid()}, table, labels, design=THREE, cache=cache)
    for file in cache.iterdir():
        file.write_bytes(_zip(ROW))
    found = cross_validate({"a": Centroid()}, table, labels, design=THREE, cache=cache)
    assert np.array_equal(np.sort(found.values[0]), np.repeat(np.arange(20.0), 3))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads all")
def test_a_file_that_may_not_be_read(table: Table, labels: Labels, cache: Path) -> None:
    cross_validate({"a": Centroid()}, table, labels, design=THREE, cache=cache)
    sorted(cache.iterdir())[0].chmod(0)
    with pytest.warns(CacheWarning, match="Permission denied"):
        cross_validate({"a": Centroid()}, table, labels, design=THREE, cache=cache)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_an_interrupted_run_goes_on_where_it_was(
    table: Table, labels: Labels, fits: Path, cache: Path, n_jobs: int
) -> None:
    models = {"a": Counting(str(fits)), "r": Random()}
    options: dict[str, Any] = {"design": LeftOut(folds=6), "cache": cache, "n_jobs": n_jobs}
    with pytest.raises(Cancelled, match="stopped after 5 of 12 fits; they are in"):
        cross_validate(models, table, labels, progress=lambda done, *_: done < 5, **options)
    assert len(list(cache.glob("*.npz"))) == 5
    begun = fits_in(fits)
    told: list[int] = []
    found = cross_validate(
        models, table, labels, progress=lambda done, *_: told.append(done), **options
    )
    assert told == list(range(5, 13))
    if n_jobs == 1:
        assert begun + 3 + (begun < 3) == fits_in(fits) == 6
    whole = cross_validate(models, table, labels, design=LeftOut(folds=6))
    assert np.array_equal(found.values, whole.values)


def test_what_succeeded_beside_a_failure_is_kept(
    table: Table, labels: Labels, fits: Path, cache: Path
) -> None:
    models = {"bad": FailsWithout((3,)), "a": Counting(str(fits))}
    for _ in range(2):
        with pytest.raises(FitError, match="complete and in the cache"):
            cross_validate(models, table, labels, design=THREE, cache=cache)
    assert fits_in(fits) == 3
    assert len(list(cache.iterdir())) == 5


def test_functions_without_a_name_cannot_be_cached(
    table: Table, labels: Labels, cache: Path
) -> None:
    models = {"a": make_pipeline(FunctionTransformer(lambda t: t), LogisticRegression())}
    with pytest.raises(OptionError, match="'a' cannot be cached"):
        cross_validate(models, table, labels, design=THREE, cache=cache)
    assert cross_validate(models, table, labels, design=THREE).n_folds == 3


def test_a_folder_that_cannot_be_used_is_refused(
    table: Table, labels: Labels, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(OptionError, match="cannot be used"):
        cross_validate({"a": Centroid()}, table, labels, cache=file)


def test_a_full_disk_does_not_lose_the_work(
    table: Table, labels: Labels, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.warns(CacheWarning, match="No space left"):
        found = cross_validate({"a": Centroid()}, table, labels, design=THREE, cache=cache)
    assert found.n_folds == 3
    assert not list(cache.iterdir())


# Origins: versions of packages, the text of one's own code, also where no source was kept.


def test_packages_have_versions_and_own_code_its_text() -> None:
    import sklearn

    found = dict(origins(Counting()))
    assert "tempfile.mkstemp" in found["tests.crossval.learners.Counting"]
    assert "self.middle_" in found["tests.crossval.learners.Centroid"]
    assert found["sklearn.base.BaseEstimator"] == sklearn.__version__


def test_every_part_is_looked_at() -> None:
    search = GridSearchCV(LogisticRegression(), {"C": [1]}, cv=KFold(3))
    pipeline = make_pipeline(FunctionTransformer(np.log1p), FunctionTransformer(_doubled), search)
    names = {name.rpartition(".")[2] for name, _ in origins(pipeline)}
    assert {"Pipeline", "_doubled", "GridSearchCV", "KFold", "LogisticRegression"} <= names
    assert aucurate.__version__


def _doubled(some: Any) -> Any:
    return 2 * some


def test_code_without_source_is_told_apart_by_what_it_does() -> None:
    def made(factor: int, line: int = 0) -> Any:
        space: dict[str, Any] = {"__name__": "__nowhere__", "Base": LogisticRegression}
        text = f"class Own(Base):\n    def fit(self, X, y):\n        return [{factor} for _ in X]\n"
        exec(compile("\n" * line + text, f"<cell {line}>", "exec"), space)
        return space["Own"]()

    assert origins(made(2)) == origins(made(2, line=5))
    assert origins(made(2)) != origins(made(3))
