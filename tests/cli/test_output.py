"""What every command can make of its study: formats, tables, files, and the report beside them."""

import csv
import io
import json
import os
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from aucurate.cli.app import run
from aucurate.cli.output import Output, _size, as_text
from aucurate.datasets import path_of
from aucurate.errors import AucurateError, MissingExtraError, OptionError
from aucurate.planning import plan_one
from aucurate.study import Study, plan_study

RANKS = "data,a,b,c\n" + "".join(f"d{i},0.{80 + i},0.{81 + i},0.{70 + i}\n" for i in range(9))
CROSSVAL = ["crossval", "--models", "nb,tree", "--folds", "3", "--no-cache"]
COMMANDS = {
    "compare": ["compare"],
    "folds": ["folds"],
    "operate": ["operate", "--at", "threshold=0.5"],
    "operate folds": ["operate", "--at", "sensitivity=0.9", "--fold", "fold"],
    "multiclass": ["multiclass", "--search", "none"],
    "fit": ["fit", "--model", "binormal", "--scores", "tree"],
    "plan": ["plan", "--first", "0.8", "--power", "0.9"],
    "rank": ["rank", "ranks.csv", "--algorithms", "a,b,c"],
}


@pytest.fixture
def ranks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ranks.csv").write_text(RANKS)


class Report(types.ModuleType):
    """In place of the real one: what is written, and what is refused."""

    def __init__(self) -> None:
        super().__init__("aucurate.report")
        self.checked: list[Path] = []
        self.studies: list[Study] = []
        self.refuses: AucurateError | None = None
        self.fails: BaseException | None = None

    def check_report_path(self, path: Path) -> None:
        self.checked.append(path)
        if self.refuses is not None:
            raise self.refuses

    def write_report(self, study: Study, path: Path, *, title: str | None = None) -> Path:
        if self.fails is not None:
            raise self.fails
        self.studies.append(study)
        path.write_text("x" * 412_345)
        return path


@pytest.fixture
def report(monkeypatch: pytest.MonkeyPatch) -> Report:
    fake = Report()
    monkeypatch.setitem(sys.modules, "aucurate.report", fake)
    return fake


def test_the_report_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("jinja2")
    page = tmp_path / "report.html"
    assert run([*COMMANDS["plan"], "--html", str(page)]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("Power by size")
    assert shown.err.startswith(f"Report written to {page} (")
    assert page.read_text(encoding="utf-8").lower().startswith("<!doctype html>")
    assert run([*COMMANDS["plan"], "--html", str(tmp_path)]) == 2
    assert "it is a folder" in capsys.readouterr().err


@pytest.mark.usefixtures("ranks")
@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS.keys())
def test_every_command_gives_csv_json_and_a_report_of_the_same_study(
    words: list[str], report: Report, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*words, "--json", "--html", "report.html"]) == 0
    shown = capsys.readouterr()
    assert shown.err.endswith("Report written to report.html (412 kB).\n")
    assert report.checked == [Path("report.html")]
    (study,) = report.studies
    assert study.to_json() == shown.out.removesuffix("\n")
    assert run([*words, "--csv", "--quiet", "--html", "report.html"]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    table = study.tables()[0]
    header, *rows = csv.reader(io.StringIO(shown.out))
    assert header == list(table.columns)
    assert len(rows) == len(next(iter(table.columns.values())))
    last = study.tables()[-1]
    assert run([*words, "--csv", "--table", last.name, "--out", "last.csv"]) == 0
    assert capsys.readouterr().out == ""
    assert Path("last.csv").read_text().startswith(",".join(last.columns))


def test_crossval_has_the_same_options(report: Report, tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    report.fails = OptionError("the disk is full.")
    out = tmp_path / "scores.csv"
    assert run([*CROSSVAL, "--csv", "--out", str(out), "--html", str(tmp_path / "r.html")]) == 2
    assert out.read_text().startswith("algorithm,value,")


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        (["--csv", "--json"], "cannot be combined", "choose one"),
        (
            ["--csv", "--latex"],
            "--json, --markdown, --latex, --csv and --methods cannot be combined",
            "choose one",
        ),
        (["--csv", "--table", "folds"], "no table named 'folds'", "estimates, comparisons and"),
        (["--table", "estimates"], "--table chooses", "add --csv"),
        (["--json", "--table", "estimates"], "--table chooses", "add --csv"),
        (["--latex-label", "forest"], "--latex-label is", "add --latex"),
        (["--csv", "--latex-label", "forest"], "--latex-label is", "add --latex"),
        (["--latex", "--latex-label", "a}b"], "this one is 'a}b'", "forest-2"),
        (["--out", "."], "it is a folder", "--out"),
        (["--out", "nowhere/x.txt"], "there is no folder 'nowhere'", "mkdir -p nowhere"),
        (["--out", "x" * 300], "its name is too long", "--out"),
        (["--out", "x", "--html", "./x"], "the same file", "each its own"),
    ],
)
def test_what_is_refused(
    words: list[str],
    message: str,
    hint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["compare", "--quiet", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    first, second = err.splitlines()
    assert message in first
    assert hint in second


@pytest.mark.parametrize(
    "refusal",
    [
        MissingExtraError("a report", extra="report"),
        OptionError("cannot write the report to 'r.html': it is a folder."),
    ],
)
def test_a_report_that_cannot_be_written_is_refused_before_any_work(
    refusal: AucurateError, report: Report, capsys: pytest.CaptureFixture[str]
) -> None:
    report.refuses = refusal
    assert run(["compare", "no such table.csv", "--label", "y", "--html", "r.html"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{type(refusal).__name__}: {refusal.message}")
    assert "no such table" not in err


def test_what_fails_keeps_nothing_else_from_being_written(
    report: Report, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "report.html"
    assert run(["compare", "--csv", "--table", "nothing", "--html", str(page)]) == 2
    assert len(report.studies) == 1
    assert "no table named" in capsys.readouterr().err
    report.fails = OptionError("the disk is full.", hint="make room.")
    figure = tmp_path / "points.svg"
    words = ["operate", "--at", "threshold=0.5", "--figure", str(figure), "--quiet"]
    assert run([*words, "--html", str(page)]) == 2
    out, err = capsys.readouterr()
    assert out.startswith("Operating points")
    assert figure.exists()
    assert err == "OptionError: the disk is full.\nHint: make room.\n"


def test_interrupted_while_the_report_is_written(
    report: Report, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report.fails = KeyboardInterrupt()
    assert run(["compare", "--quiet", "--html", str(tmp_path / "r.html")]) == 130
    out, err = capsys.readouterr()
    assert out.startswith("AUC of 5 classifiers")
    assert err == f"Interrupted; the report '{tmp_path / 'r.html'}' was not finished.\n"


def test_an_interrupted_study_has_its_report(
    report: Report,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    import signal

    from aucurate.study.work import Work

    def interrupting(self: Work, done: int, what: str) -> bool | None:
        if done >= 1 and not self.stopped:
            signal.raise_signal(signal.SIGINT)
        return before(self, done, what)

    before = Work._reported
    monkeypatch.setattr(Work, "_reported", interrupting)
    words = [
        "compare",
        "--method",
        "bootstrap",
        "--replicates",
        "400000",
        "--threads",
        "1",
        "--json",
    ]
    assert run([*words, "--quiet", "--html", str(tmp_path / "r.html")]) == 130
    (study,) = report.studies
    assert study.to_json() == capsys.readouterr().out.removesuffix("\n")
    assert "stopped_early" in {caveat.kind for caveat in study.caveats}


def test_a_reader_that_is_gone_does_not_cost_the_report(report: Report, tmp_path: Path) -> None:
    def gone(study: Study) -> str:
        raise BrokenPipeError

    output = Output(render=gone, out=None, html=tmp_path / "r.html", quiet=True)
    study = plan_study(plan_one(0.8, power=0.8))
    with pytest.raises(BrokenPipeError):
        output.give(study)
    assert report.studies == [study]


@pytest.mark.usefixtures("ranks")
@pytest.mark.parametrize("name", ["folds", "multiclass", "rank", "operate"])
def test_a_figure_is_refused_before_any_work(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for figure, message in (
        ("x.jpg", "is not a supported figure format"),
        ("no/x.svg", "there is no folder"),
    ):
        assert run([*COMMANDS[name], "--figure", figure]) == 2
        shown = capsys.readouterr()
        assert message in shown.err
        assert shown.out == ""


def test_help_has_the_options_in_one_panel(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("compare", "crossval", "fit", "folds", "multiclass", "operate", "plan", "rank"):
        assert run([name, "--help"]) == 0
        text = capsys.readouterr().out
        panel = text[text.index("─ Output ─") :]
        for option in ("--json", "--csv", "--table", "--out", "--html", "--quiet"):
            assert option in panel.partition("Examples")[0]
        assert "--html report.html" in panel.partition("Examples")[2]


CV = "u,v,y\n" + "".join(f"{i % 7}.5,{i % 5},{i % 2}\n" for i in range(40))


@pytest.mark.usefixtures("ranks")
@pytest.mark.parametrize(
    "words",
    [
        ["compare", "in.csv", "--json", "--out", "in.csv"],
        ["compare", "in.csv", "--html", "./in.csv"],
        ["compare", "in.csv", "--csv", "--out", "link.csv"],
        ["compare", "link.csv", "--csv", "--out", "in.csv"],
        ["compare", "in.csv", "--out", "hard.csv"],
        ["compare", "ranks.csv", "in.csv", "--out", "in.csv"],
        ["operate", "in.csv", "--figure", "in.csv"],
        ["crossval", "in.csv", "--models", "nb,lda", "--save", "in.csv"],
        ["multiclass", "--search", "cost=in.csv", "--json", "--out", "in.csv"],
    ],
)
def test_no_output_overwrites_an_input(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    table = Path("in.csv")
    table.write_text(CV)
    Path("link.csv").symlink_to("in.csv")
    os.link("in.csv", "hard.csv")
    label = [] if words[0] == "multiclass" else ["--label", "y"]
    assert run([*words, *label]) == 2
    shown = capsys.readouterr()
    assert "would overwrite" in shown.err
    assert shown.out == ""
    assert table.read_text() == CV


@pytest.mark.usefixtures("ranks")
@pytest.mark.parametrize("other", ["--out", "--html"])
def test_no_output_overwrites_another(other: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*COMMANDS["operate"], other, "x.svg", "--figure", "x.svg"]) == 2
    assert f"{other} and --figure name the same file" in capsys.readouterr().err
    assert not Path("x.svg").exists()


def test_text_is_not_written_as_a_web_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["compare", "--out", "my report.html"]) == 2
    assert "did you mean --html 'my report.html'?" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_table_of_scores_is_refused_before_any_fit(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("sklearn")
    assert run([*CROSSVAL, "--save", "scores.txt"]) == 2
    assert "cannot write tables as '.txt'" in capsys.readouterr().err


def test_on_a_full_disk_the_old_files_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import aucurate.io.writing as writing

    def full(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(writing, "replace_file", full)
    for words in (["--json", "--out"], ["--figure"], ["--html"]):
        path = tmp_path / "old.svg"
        path.write_text("old")
        assert run([*COMMANDS["operate"], "--quiet", *words, str(path)]) == 2
        assert "No space left on device" in capsys.readouterr().err
        assert path.read_text() == "old"


def test_text_is_what_a_study_prints() -> None:
    study: Any = "the text"
    assert as_text(study) == "the text\n"


def test_sizes_of_files() -> None:
    assert [_size(n) for n in (0, 999, 1200, 412_345, 1_000_000, 2_849_000)] == [
        "0 bytes",
        "999 bytes",
        "1.2 kB",
        "412 kB",
        "1.0 MB",
        "2.8 MB",
    ]


def test_json_is_still_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    table = str(path_of("breast_cancer"))
    words = ["--label", "diagnosis", "--positive", "malignant"]
    assert run(["compare", table, *words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["kind"] == "compare"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_is_told_in_a_line() -> None:
    with open("/dev/full", "w") as full:
        found = subprocess.run(
            [sys.executable, "-m", "aucurate", "compare", "--csv", "--quiet"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert found.returncode == 2
    assert "cannot be written: No space left on device" in found.stderr
    assert "Traceback" not in found.stderr


def test_a_methods_section_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compare", "--scores", "forest,tree", "--methods", "--quiet"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("The areas under the receiver operating characteristic curves")
    assert "\nReferences\n" in out


def test_tables_in_latex_have_labels_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["compare", "--scores", "forest,tree", "--quiet", "--latex"]
    assert run([*words, "--latex-label", "trees"]) == 0
    whole = capsys.readouterr().out
    assert r"\label{tab:trees-estimates}" in whole
    assert run([*words, "--latex-label", "trees", "--table", "comparisons"]) == 0
    alone = capsys.readouterr().out
    assert alone.partition("{table}")[2] in whole
    assert r"\label{tab:trees-comparisons}" in alone


def test_a_title_of_the_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("jinja2")
    page = tmp_path / "r.html"
    words = ["compare", "--scores", "forest,tree", "--quiet", "--title", "Ours & theirs"]
    assert run([*words, "--html", str(page)]) == 0
    assert "<h1>Ours &amp; theirs" in page.read_text(encoding="utf-8")
    assert run(words) == 2
    assert "add --html FILE" in capsys.readouterr().err
