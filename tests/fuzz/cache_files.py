"""Damaged files in the cache of a cross-validation: each is fitted again, with the same scores."""

import random
import shutil
import tempfile
import zipfile
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from tests.fuzz.running import Case, Finding, watched
from tests.fuzz.table_files import damaged

import aucurate as au

FOLDS = 2
WARNED = ("[]", "[[]]", "3", "[" * 9999, '[["os", "x", 1]]')


@cache
def _data() -> tuple[Any, Any]:
    rng = np.random.default_rng(4)
    labels = np.tile([0, 1], 20)
    return rng.normal(size=(40, 2)) + labels[:, None], labels


def _run(folder: Path | None) -> Any:
    from sklearn.naive_bayes import GaussianNB

    features, labels = _data()
    found = au.cross_validate(
        {"a": GaussianNB()}, features, labels, design=au.crossval.LeftOut(folds=FOLDS), cache=folder
    )
    return found.values


@cache
def _kept() -> tuple[Any, dict[str, bytes]]:
    """The right scores, and the files that hold them."""
    folder = Path(tempfile.mkdtemp(prefix="aucurate_fuzz_"))
    try:
        values = _run(folder)
        return values, {path.name: path.read_bytes() for path in folder.iterdir()}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def case(seed: int) -> Case:
    """The damage that a seed stands for."""
    rng = random.Random(seed)
    name, content = rng.choice(sorted(_kept()[1].items()))
    how = rng.choice(("bytes", "bytes", "header", "archive"))
    if how == "bytes":
        content = damaged(rng, content)
    elif how == "header":
        content = content.replace(b"(20,)", _shape(rng), 1)
    else:
        content = _archive(rng)
    return Case(what=f"cache, {how}", about=how, run=_runner(name, content))


def _shape(rng: random.Random) -> bytes:
    """Another shape in the place of five characters of the header."""
    return rng.choice((b"(-1,)", b"(99,)", b"9**99", b"(2e9)", b"((,))", b"(0,) ", b"None,"))


def _archive(rng: random.Random) -> bytes:
    file = BytesIO()
    claimed = rng.choice((10**13, 10**25, 10**9, -5, 19))
    head = f"{{'descr': '{rng.choice(('<f8', '|O', '<f4', '>f8'))}', 'fortran_order': False, "
    head += f"'shape': ({claimed},), }}".ljust(80) + "\n"
    scores = b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head.encode()
    how = rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA))
    with zipfile.ZipFile(file, "w", how) as archive:
        archive.writestr(rng.choice(("scores.npy", "other.npy")), scores + rng.randbytes(160))
        archive.writestr(
            "warned.json", rng.choice(("[]", "[[]]", "3", "[" * 9999, '[["os","x",1]]'))
        )
    return file.getvalue()


def _runner(name: str, content: bytes) -> Callable[[], Finding | None]:
    def run() -> None:
        values, files = _kept()
        folder = Path(tempfile.mkdtemp(prefix="aucurate_fuzz_"))
        try:
            for file, kept in files.items():
                (folder / file).write_bytes(content if file == name else kept)
            if not np.array_equal(_run(folder), values):
                raise AssertionError("scores of a damaged file were taken")
            if not np.array_equal(_run(folder), values):
                raise AssertionError("the file was not replaced")
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    return lambda: watched(run, lambda error: False)
