"""Output of a study: as text on stdout or in a file, and as figure and report files."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from aucurate.cli.progress import InterruptionError, watching
from aucurate.cli.provenance import Files, recorded
from aucurate.cli.streams import note
from aucurate.errors import AucurateError, OptionError
from aucurate.formatting import join_words, number

if TYPE_CHECKING:
    from aucurate.plots.figure import Display
    from aucurate.study.base import Study

S = TypeVar("S", bound="Study")


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """The requested output of a study; ``aucurate.cli.options`` has the options.

    ``command`` and ``files``, those read until the study is given, go into its provenance.
    ``paths`` has every file that the command is to write, by its option.
    """

    render: Callable[[Study], str]
    out: Path | None
    html: Path | None
    quiet: bool
    title: str | None = None
    figure: Path | None = None
    figure_name: str | None = None
    command: str = ""
    files: Files = field(default_factory=list)
    paths: Mapping[str, Path] = field(default_factory=dict)

    def check(self) -> None:
        """Refuse, before any work, what could not be written after it."""
        if self.out is not None and self.out.suffix.lower() in (".html", ".htm"):
            raise OptionError(
                f"--out writes text, but '{self.out}' has the name of a web page.",
                hint=f"did you mean --html {shlex.quote(str(self.out))}?",
            )
        if self.figure_name is not None and self.figure is None:
            raise OptionError(
                "--figure-name chooses what --figure draws.", hint="add --figure FILE."
            )
        if self.title is not None and self.html is None:
            raise OptionError("--title is the heading of the report.", hint="add --html FILE.")
        from aucurate.io.writing import Target

        _check_figure(self.figure)
        for option, path in self.paths.items():
            if option != "--html":
                Target(path, option=option).check()
        if self.html is None:
            return
        with watching(quiet=self.quiet):  # what writes reports takes a while to load
            from aucurate.report import check_report_path

            check_report_path(self.html)

    @property
    def prints_text(self) -> bool:
        """Whether standard output has the study as it is read."""
        return self.out is None and self.render is as_text

    def protect(self, *inputs: Path) -> None:
        """Refuse outputs that would overwrite these files, or each other."""
        from aucurate.io.writing import refuse_overwriting

        refuse_overwriting(self.paths, inputs)

    def give(
        self,
        study: S,
        *,
        show: Callable[[S], None] | None = None,
        draw: Callable[[S], Display] | None = None,
        interrupted: bool = False,
    ) -> None:
        """Write the study as text, then the figure and the report.

        ``show`` prints it on a terminal, where that is more than fitting it to the width, and
        ``draw`` makes the figure, where it is none of the study's own. What fails does not keep the
        rest from being written; the first failure is raised at the end. ``interrupted`` says that
        Ctrl-C made the study shorter than it was asked for.
        """
        failed: Exception | None = None
        study = recorded(study, self.command, self.files)
        steps: list[Callable[[], None]] = [
            partial(self._print, study, show),
            partial(self._draw, study, draw),
            partial(self._report, study),
        ]
        for step in steps:
            try:
                step()
            except (AucurateError, OSError) as error:
                failed = failed or error
        if failed is not None:
            raise failed
        if interrupted:
            raise InterruptionError

    def _print(self, study: S, show: Callable[[S], None] | None) -> None:
        from aucurate.cli.terminal import Screen, on_terminal
        from aucurate.cli.terminal import show as show_fitted

        if getattr(self.render, "func", self.render) is _as_csv:
            for notice in study.notices():
                note(notice)  # CSV has no place for them, and --quiet must not hide them
        if not (self.prints_text and on_terminal()):
            deliver(self.render(study), self.out)
        elif show is None:
            show_fitted(study, Screen.of_stdout())
        else:
            show(study)

    def _draw(self, study: S, draw: Callable[[S], Display] | None) -> None:
        if self.figure is None:
            return
        with watching(what="drawing the figure", quiet=self.quiet):
            display = study.plot(self.figure_name) if draw is None else draw(study)
            display.save(self.figure)

    def _report(self, study: Study) -> None:
        if self.html is None:
            return
        from aucurate.report import write_report

        sys.stdout.flush()  # a reader sees the text before the bar, and also if this is interrupted
        try:
            with watching(what="writing the report", quiet=self.quiet):
                written = write_report(study, self.html, title=self.title)
        except KeyboardInterrupt:
            note(f"Interrupted; the report '{self.html}' was not finished.")
            raise InterruptionError from None
        if not self.quiet:
            size = f" ({_size(written.stat().st_size)})" if written.is_file() else ""
            note(f"Report written to {self.html}{size}.")


def renderer(
    asked: Mapping[str, bool], *, table: str | None = None, latex_label: str | None = None
) -> Callable[[Study], str]:
    """The function that turns a study into text, by the formats of which one at most is asked for.

    ``table`` is the name of the one table that is asked for, which some formats can have alone, and
    ``latex_label`` what the labels of LaTeX tables begin with.
    """
    chosen = [name for name, wanted in asked.items() if wanted]
    if len(chosen) > 1:
        options = [f"--{name}" for name in asked]
        raise OptionError(f"{join_words(options)} cannot be combined.", hint="choose one of them.")
    if latex_label is not None:
        if chosen != ["latex"]:
            raise OptionError(
                "--latex-label is the beginning of the labels of LaTeX tables.", hint="add --latex."
            )
        from aucurate.tables.latex import check_label

        check_label(latex_label)
        return partial(_as_latex, table=table, label=latex_label)
    if table is not None:
        if not chosen or chosen[0] not in _OF_ONE_TABLE:
            raise OptionError(
                "--table chooses one table in CSV, LaTeX or Markdown.",
                hint="add --csv, --latex or --markdown, or leave out --table.",
            )
        return partial(_OF_ONE_TABLE[chosen[0]], table=table)
    return _RENDERERS[chosen[0]] if chosen else as_text


def as_text(study: Study) -> str:
    """The study as it is read in a pipe."""
    return f"{study}\n"


def _as_json(study: Study) -> str:
    return study.to_json() + "\n"


def _as_markdown(study: Study, table: str | None = None) -> str:
    return study.to_markdown(table)


def _as_latex(study: Study, table: str | None = None, label: str = "") -> str:
    return study.to_latex(table, label=label)


def _as_csv(study: Study, table: str | None = None) -> str:
    return study.to_csv(table)


def _as_methods(study: Study) -> str:
    return study.methods() + "\n"


_OF_ONE_TABLE: dict[str, Callable[..., str]] = {
    "markdown": _as_markdown,
    "latex": _as_latex,
    "csv": _as_csv,
}

_RENDERERS: dict[str, Callable[[Study], str]] = {
    "json": _as_json,
    **_OF_ONE_TABLE,
    "methods": _as_methods,
}


def deliver(text: str, out: Path | None) -> None:
    """Write to the file, or to standard output without one."""
    if out is not None:
        from aucurate.io.writing import Target

        Target(out, option="--out").write(text.encode("utf-8", "backslashreplace"))
        return
    from aucurate.cli.terminal import on_terminal

    sys.stdout.write(_escaped(text) if on_terminal() else text)


def _escaped(text: str) -> str:
    r"""Text for programs, shown on a terminal: control characters as the escapes of JSON.

    >>> print(_escaped("{'name': '\x9b31m'}"))
    {'name': '\u009b31m'}
    """
    return "".join(c if c.isprintable() or c in "\n\t" else json.dumps(c)[1:-1] for c in text)


def _size(n_bytes: int) -> str:
    """The size of a file.

    >>> _size(412_345), _size(2_849_000), _size(87)
    ('412 kB', '2.8 MB', '87 bytes')
    """
    if n_bytes < 1000:
        return f"{n_bytes} bytes"
    kilobytes = n_bytes / 1000
    return f"{number(kilobytes, 0)} kB" if kilobytes < 1000 else f"{number(kilobytes / 1000, 1)} MB"


def _check_figure(path: Path | None) -> None:
    """Refuse, before any work, a figure of a kind that is not drawn."""
    if path is None:
        return
    from aucurate.plots.figure import FILE_KINDS
    from aucurate.plots.style import house_style

    if path.suffix.lower().lstrip(".") not in FILE_KINDS:
        raise OptionError(
            f"'{path}' is not a supported figure format.",
            hint=f"end its name in {join_words([f'.{kind}' for kind in FILE_KINDS], 'or')}.",
        )
    with house_style():  # which says so if the extra is missing
        pass
