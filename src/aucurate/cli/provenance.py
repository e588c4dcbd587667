"""How to reproduce a study: the command, and the files it read."""

import hashlib
import os
import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

import typer

if TYPE_CHECKING:
    from aucurate.data.source import SourceFile
    from aucurate.study.base import Study

S = TypeVar("S", bound="Study")
Files: TypeAlias = "list[SourceFile]"

_WHERE_TO = "Output"  # the panel of options that change no number
_HOW_TO_RUN = ("n_jobs", "cache", "no_cache")
_HASHED = 2**30  # bytes
_FILES: "ContextVar[Files | None]" = ContextVar("_FILES", default=None)


def command_of(context: typer.Context) -> str:
    """The shell command that reproduces the study.

    It has the given options in the order of the help, by their long names. Options about the
    output or the execution are left out, as they do not change the study.
    """
    arguments: list[str] = []
    options: list[str] = []
    for parameter in context.command.params:
        if not _is_said(context, parameter):
            continue
        value = context.params[parameter.name or ""]
        values = _as_list(value)
        if parameter.param_type_name == "argument":
            arguments += [str(one) for one in values]
        else:
            options += [word for one in values for word in _option(parameter, one)]
    words = [*arguments, *options]
    if any(word.startswith("-") for word in arguments):
        words = [*options, "--", *arguments]
    return shlex.join(["aucurate", context.info_name or "", *words])


class FilesOf(NamedTuple):
    """The files that a command reads, and those that it writes by their options."""

    read: tuple[Path, ...]
    written: dict[str, Path]


def files_of(context: typer.Context, given: Mapping[str, object]) -> FilesOf:
    """The files that the arguments and the options of a command name.

    ``given`` is what the command is called with: the context of some versions of typer has paths
    as text.
    """
    read: list[Path] = []
    written: dict[str, Path] = {}
    for parameter in context.command.params:
        value = given.get(parameter.name or "")
        paths = [one for one in _as_list(value) if isinstance(one, Path)]
        if getattr(parameter, "rich_help_panel", None) != _WHERE_TO:
            read += paths
        elif paths:
            written[_long(parameter.opts)] = paths[0]
    return FilesOf(tuple(read), written)


def _as_list(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else [value]


def _is_said(context: typer.Context, parameter: Any) -> bool:
    if parameter.name in _HOW_TO_RUN:
        return False
    if getattr(parameter, "rich_help_panel", None) == _WHERE_TO:
        return False
    source = context.get_parameter_source(parameter.name)
    return source is not None and source.name == "COMMANDLINE"


def _option(parameter: Any, value: object) -> list[str]:
    """An option and its value; one that begins with a dash is held to it by =."""
    if parameter.is_flag:
        return [_long(parameter.opts if value else parameter.secondary_opts)]
    name, text = _long(parameter.opts), _text(value)
    return [f"{name}={text}"] if text.startswith("-") else [name, text]


def _text(value: object) -> str:
    """A value as people type it: 3, where the number is 3.0."""
    return repr(value).removesuffix(".0") if isinstance(value, float) else str(value)


def _long(names: list[str]) -> str:
    return max(names, key=len)


@contextmanager
def noting_files() -> Iterator[Files]:
    """A context in which files passed to :func:`note_file` are recorded."""
    files: Files = []
    token = _FILES.set(files)
    try:
        yield files
    finally:
        _FILES.reset(token)


def note_file(path: Path) -> None:
    """Keep the name, the size and the SHA-256 of a file that was read, unless it is gone by now.

    Files that are too large to be read once more have no SHA-256.
    """
    files = _FILES.get()
    if files is None:
        return
    from aucurate.data.source import SourceFile

    with suppress(OSError), path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        found = hashlib.file_digest(file, "sha256").hexdigest() if size <= _HASHED else ""
        files.append(SourceFile(name=path.name, bytes=size, sha256=found))


def recorded(study: S, command: str, files: Files) -> S:
    """The study with the command and the files in its provenance."""
    where = study.provenance
    source = replace(where.source, files=tuple(files))
    return replace(study, provenance=replace(where, source=source, command=command))
