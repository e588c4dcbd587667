"""Figures as files: the same bytes, text as text, and nothing of matplotlib's settings changed."""

import hashlib
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import matplotlib as mpl
import matplotlib.image as mpl_image
import pytest
from matplotlib.figure import Figure
from tests.plots.drawn import ODD_NAMES, fixed_test_set

import aucurate
from aucurate.data.folds import FoldScores
from aucurate.errors import MissingExtraError, OptionError
from aucurate.plots import FoldsDisplay, RocDisplay, fold_panels, save
from aucurate.plots.figure import rendered

KINDS = ("svg", "pdf", "png")
SMALL = aucurate.roc_curve([0, 1, 0, 1, 1], [0.1, 0.4, 0.3, 0.8, 0.2])


def _roc() -> Figure:
    return (
        RocDisplay({"forest": SMALL, "<script>alert('x')</script>": SMALL}, title="$a_b$")
        .plot()
        .figure_
    )


def _folds() -> Figure:
    return FoldsDisplay(fold_panels(fixed_test_set(ODD_NAMES[:2], n_folds=3))).plot().figure_


@pytest.mark.parametrize(
    ("make", "kind"), [(_roc, "svg"), (_roc, "pdf"), (_roc, "png"), (_folds, "svg")]
)
def test_the_same_figure_gives_the_same_bytes(make: Callable[[], Figure], kind: str) -> None:
    figure = make()
    first = rendered(figure, kind)
    assert rendered(figure, kind) == first
    with mpl.rc_context({"font.size": 20, "lines.linewidth": 9, "xtick.labelsize": 3}):
        assert rendered(make(), kind) == first


def test_another_process_gives_the_same_bytes() -> None:
    code = (
        "import hashlib, aucurate\n"
        "from aucurate.plots import RocDisplay\n"
        "from aucurate.plots.figure import rendered\n"
        "curve = aucurate.roc_curve([0, 1, 0, 1, 1], [0.1, 0.4, 0.3, 0.8, 0.2])\n"
        "figure = RocDisplay({'forest': curve}).plot().figure_\n"
        "for kind in ('svg', 'pdf', 'png'):\n"
        "    print(hashlib.sha256(rendered(figure, kind)).hexdigest())\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    figure = RocDisplay({"forest": SMALL}).plot().figure_
    ours = [hashlib.sha256(rendered(figure, kind)).hexdigest() for kind in KINDS]
    assert result.stdout.split() == ours


def test_svg_keeps_text_as_text_and_names_no_day() -> None:
    content = rendered(_roc(), "svg").decode()
    root = ElementTree.fromstring(content)
    words = ["".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "sensitivity" in words
    assert "$a_b$" in words
    assert any(word.startswith("<script>alert('x')</script>") for word in words)
    assert "<script" not in content
    assert "Matplotlib" not in content
    assert "dc:date" not in content


def test_characters_that_the_font_lacks_are_text_in_svg_and_told_elsewhere() -> None:
    figure = RocDisplay({"模型": SMALL}).plot().figure_
    assert "模型" in rendered(figure, "svg").decode()
    with pytest.warns(UserWarning, match="missing from font"):
        rendered(figure, "png")


@pytest.mark.parametrize(
    ("name", "start"), [("a.svg", b"<?xml"), ("a.pdf", b"%PDF"), ("A.PNG", b"\x89PNG")]
)
def test_the_end_of_the_name_says_the_kind(tmp_path: Path, name: str, start: bytes) -> None:
    save(_roc(), tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(start)


@pytest.mark.parametrize("name", ["a.jpeg", "a", "svg"])
def test_other_kinds_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(OptionError, match="cannot write figures as") as caught:
        save(_roc(), tmp_path / name)
    assert ".svg, .pdf or .png" in str(caught.value)
    assert not list(tmp_path.iterdir())


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="cannot write to"):
        save(_roc(), tmp_path / "nowhere" / "a.svg")


def test_no_setting_of_matplotlib_is_left_behind(tmp_path: Path, folds: FoldScores) -> None:
    before = dict(mpl.rcParams)
    save(FoldsDisplay(fold_panels(folds)).plot().figure_, tmp_path / "a.svg")
    assert dict(mpl.rcParams) == before


def test_matplotlib_is_loaded_by_the_first_figure_and_pyplot_never() -> None:
    code = (
        "import sys, aucurate, aucurate.plots as plots\n"
        "curve = aucurate.roc_curve([0, 1, 0, 1], [0.1, 0.4, 0.3, 0.8])\n"
        "plots.RocDisplay({'a': curve}).to_frame()\n"
        "print('matplotlib' in sys.modules)\n"
        "plots.RocDisplay({'a': curve})._repr_png_()\n"
        "print('matplotlib' in sys.modules, 'matplotlib.pyplot' in sys.modules)\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.split() == ["False", "True", "False"]


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtraError, match="drawing needs the extra 'plots'") as caught:
        RocDisplay({"a": SMALL}).plot()
    assert "pip install 'aucurate[plots]'" in str(caught.value)
    assert len(RocDisplay({"a": SMALL}).to_frame()) == len(SMALL)


def test_a_figure_of_somebody_else_keeps_its_look() -> None:
    with mpl.rc_context({"savefig.facecolor": "auto", "text.color": "white"}):
        figure = Figure(figsize=(1, 1), facecolor="black")
        content = rendered(figure, "png", dpi=20)
    assert mpl_image.imread(BytesIO(content))[0, 0, :3].tolist() == [0, 0, 0]
    content = rendered(RocDisplay({"a": SMALL}).plot().figure_, "png", dpi=20)
    assert mpl_image.imread(BytesIO(content))[0, 0, :3].tolist() == [1, 1, 1]
