"""The public names: complete, lazy, light, documented, and in the words of docs/vocabulary.md."""

import inspect
import re
import subprocess
import sys
import typing
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.loops import for_each
from tools import write_stub

import aucurate
from aucurate.namespaces import Namespace, namespaces, public_names

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

# What stands in the place of a figure of scikit-learn takes what that takes.
IN_THE_WORDS_OF_SCIKIT_LEARN = {
    ("RocDisplay", word)
    for word in ("pos_label", "y_true", "y_score", "sample_weight", "response_method")
}

NAMESPACES = list(namespaces())
LAZY = [module for module in NAMESPACES if isinstance(module, Namespace)]
BELOW = NAMESPACES[1:]


def _homes() -> dict[str, list[str]]:
    homes: dict[str, list[str]] = {}
    for module, name in public_names():
        homes.setdefault(name, []).append(module.__name__)
    return homes


def test_every_public_name_is_in_exactly_one_namespace() -> None:
    assert {name: homes for name, homes in _homes().items() if len(homes) > 1} == {}


def test_the_names_at_the_top_are_shortcuts_into_the_namespaces() -> None:
    homes, rooms = _homes(), {module.__name__.split(".")[1] for module in BELOW}
    for name in set(aucurate.__all__) - rooms:
        (home,) = homes[name]
        assert getattr(sys.modules[home], name) is getattr(aucurate, name)


@for_each("module", LAZY)
def test_the_type_checker_sees_the_names_that_the_interpreter_sees(module: Namespace) -> None:
    text = Path(inspect.getfile(module)).with_suffix(".pyi").read_text(encoding="utf-8")
    declared = set(re.findall(r"\b(\w+) as \1\b|^def (\w+)\(", text, re.M))
    declared = {name for names in declared for name in names if name}
    assert declared == {*module._homes, *module._rooms}, "run python tools/write_stub.py"


@for_each("module", LAZY)
def test_the_docstring_of_a_namespace_is_its_table_of_contents(module: Namespace) -> None:
    text = Path(inspect.getfile(module)).read_text(encoding="utf-8")
    assert text == write_stub.with_contents(module), "run python tools/write_stub.py"


def test_namespaces_work_right_after_the_import_of_the_package() -> None:
    own = {m: [n for n in m.__all__ if n not in getattr(m, "_rooms", ())] for m in reversed(BELOW)}
    code = ["import aucurate", *(f"{m.__name__}.{names[0]}" for m, names in own.items())]
    subprocess.run([sys.executable, "-c", "\n".join(code)], check=True)


def test_a_function_hides_the_module_of_its_name_whichever_comes_first() -> None:
    code = (
        "import aucurate.estimates.auc\n"
        "from aucurate.estimates.auc import auc_of\n"
        "import aucurate as au\n"
        "assert callable(au.estimates.auc), au.estimates.auc\n"
        "from aucurate.estimates import auc\n"
        "assert auc is au.auc"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_every_public_name_loads_and_has_a_docstring() -> None:
    undocumented = []
    for module, name in public_names():
        thing = getattr(module, name)
        if callable(thing) and not inspect.getdoc(thing):
            undocumented.append(f"{module.__name__}.{name}")
    assert undocumented == []


def test_what_public_functions_take_and_return_is_public_too() -> None:
    known = {name for _, name in public_names()}
    hidden = {
        (name, kind.__name__)
        for module, name in public_names()
        if module.__name__ != "aucurate.plots" and inspect.isfunction(getattr(module, name))
        for hint in typing.get_type_hints(inspect.unwrap(getattr(module, name))).values()
        for kind in _classes(hint)
        if kind.__module__.startswith("aucurate") and kind.__name__ not in known
    }
    assert sorted(hidden) == []


def _classes(hint: Any) -> Iterator[type]:
    """The classes that an annotation names."""
    for part in typing.get_args(hint):
        yield from _classes(part)
    if inspect.isclass(hint):
        yield hint


def test_every_name_is_listed_once_and_shown_to_the_interpreter() -> None:
    for module in NAMESPACES:
        assert [name for name, n in Counter(module.__all__).items() if n > 1] == []
        assert set(module.__all__) <= set(dir(module))


@pytest.mark.parametrize(
    ("module", "name", "words"),
    [
        ("aucurate", "roc", "has no attribute 'roc'$"),
        ("aucurate", "roc_auc_score", "here it is aucurate.auc$"),
        ("aucurate.estimates", "delong_test", "it is aucurate.inference.auc.delong_test$"),
        ("aucurate.study", "_missing", "has no attribute '_missing'$"),
    ],
)
def test_an_unknown_name_is_an_attribute_error_that_says_where_it_is(
    module: str, name: str, words: str
) -> None:
    with pytest.raises(AttributeError, match=words):
        getattr(sys.modules[module], name)


def _words(name: str) -> set[str]:
    parts = re.sub(r"([a-z])([A-Z])", r"\1_\2", name).lower()
    return {parts, *parts.split("_")}


def test_public_names_and_parameters_keep_to_the_vocabulary() -> None:
    used = {
        (f"{module.__name__}.{name}", word)
        for module, name in public_names()
        if name != "WeightedDecision"  # it keeps to the words of scikit-learn
        for word in {name, *_names_in(getattr(module, name))}
        if (name, word) not in IN_THE_WORDS_OF_SCIKIT_LEARN
    }
    assert sorted(pair for pair in used if _words(pair[1]) & NOT_OUR_WORDS) == []


def _names_in(thing: Any) -> Iterator[str]:
    """The names of its members and parameters."""
    members = [thing]
    if inspect.isclass(thing):
        public = {k: v for k, v in vars(thing).items() if not k.startswith("_")}
        yield from public
        yield from typing.get_type_hints(thing)
        members = [v.__func__ if isinstance(v, classmethod) else v for v in public.values()]
    for member in members:
        if inspect.isfunction(member):
            yield from inspect.signature(member).parameters


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
