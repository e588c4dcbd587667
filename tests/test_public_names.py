"""The public names: complete, lazy, light, and in the words of docs/vocabulary.md."""

import inspect
import re
import subprocess
import sys
import typing
from pathlib import Path

import pytest

import aucurate

HEAVY = ["scipy.stats", "pandas", "sklearn", "joblib", "matplotlib", "duckdb", "polars", "jinja2"]
ROOT = Path(__file__).parents[1]

# The right-hand column of the vocabulary: words that no public name or parameter may use.
NOT_OUR_WORDS = {
    "sample", "samples", "case", "cases", "instance", "truth", "target", "response", "event",
    "pos_label", "proba", "predictor", "marker", "cutoff", "cutpoint", "tpr", "fpr", "recall",
    "tnr", "coords", "metric", "metrics", "measure", "ci", "conf_int", "bounds", "alpha",
    "conf_level", "delta", "pvalue", "tail", "cluster", "subject", "seed", "random_state",
    "n_boot", "b", "y_true", "y_score",
}  # fmt: skip


def test_the_type_checker_and_the_interpreter_see_the_same_names() -> None:
    text = Path(inspect.getfile(aucurate)).with_suffix(".pyi").read_text(encoding="utf-8")
    declared = set(re.findall(r"\b(\w+) as \1\b", text))
    assert declared == {*aucurate.__all__, "WeightedDecision"}
    assert aucurate.__all__ == sorted(aucurate.__all__)


def test_every_public_name_loads_and_has_a_docstring() -> None:
    assert [name for name in aucurate.__all__ if not inspect.getdoc(getattr(aucurate, name))] == []


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'roc'"):
        _ = aucurate.roc  # type: ignore[attr-defined]


def _words(name: str) -> set[str]:
    parts = re.sub(r"([a-z])([A-Z])", r"\1_\2", name).lower()
    return {parts, *parts.split("_")}


def test_public_names_and_parameters_keep_to_the_vocabulary() -> None:
    used = {(name, word) for name in aucurate.__all__ for word in _names_in(name)}
    assert sorted(one for one in used if _words(one[1]) & NOT_OUR_WORDS) == []


def _names_in(name: str) -> set[str]:
    """A public name with those of its members and parameters."""
    thing = getattr(aucurate, name)
    names = {name}
    members = [thing]
    if inspect.isclass(thing):
        public = {k: v for k, v in vars(thing).items() if not k.startswith("_")}
        names |= set(public) | set(typing.get_type_hints(thing))
        members = [v.__func__ if isinstance(v, classmethod) else v for v in public.values()]
    for member in members:
        if inspect.isfunction(member):
            names |= set(inspect.signature(member).parameters)
    return names


def test_the_vocabulary_page_has_every_forbidden_word_of_the_test() -> None:
    page = (ROOT / "docs" / "vocabulary.md").read_text(encoding="utf-8")
    for word in ("observation", "label", "score", "threshold", "operating point", "interval"):
        assert word in page


def _loaded(code: str) -> set[str]:
    listing = f"{code}\nimport sys\nprint(chr(10).join(sys.modules))"
    result = subprocess.run(
        [sys.executable, "-c", listing], capture_output=True, text=True, check=True
    )
    return set(result.stdout.split())


def test_importing_aucurate_loads_nothing_heavy() -> None:
    loaded = _loaded("import aucurate")
    assert not loaded & {*HEAVY, "numpy", "scipy"}


def test_help_loads_nothing_heavy() -> None:
    loaded = _loaded(
        "import contextlib, io\nfrom aucurate.cli import main\n"
        "with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):\n"
        "    main(['compare', '--help'])"
    )
    assert not loaded & set(HEAVY)


def test_comparing_arrays_loads_no_frame_library_and_no_scipy_stats() -> None:
    loaded = _loaded("import aucurate\naucurate.compare([0, 1, 0, 1], {'a': [1, 2, 3, 4]})")
    assert not loaded & set(HEAVY)
