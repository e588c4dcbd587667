"""C4.5 and RIPPER as Weka has them (J48, JRip), in a Java machine inside this process.

Weka comes with ``python-weka-wrapper3``. Both are GPL: only this reproduction uses them, and they
are no dependency of aucurate.
"""

import importlib.util
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.errors import AucurateError
from aucurate_papers.aslan_2009.training.learners import TwoClassAlgorithm

_OPTIONS = (
    "-Xrs",  # signals are left to Python
    "-Xmx3g",
    "-XX:+UseSerialGC",
    "-Djava.awt.headless=true",
    "-Dweka.packageManager.loadPackages=false",
)
_HELD: list[Any] = []


class MissingWekaError(AucurateError, ImportError):
    """Weka or Java is not there."""


def require() -> None:
    """Refuse where Weka or Java is missing, without starting anything."""
    _jars()
    _java()


@cache
def weka_classes() -> Any:
    """Start Java once in this process, with Weka; gives ``jpype``, where Java classes are."""
    jars = _jars()
    machine = _java()
    import jpype

    if not jpype.isJVMStarted():
        jpype.startJVM(machine, *_OPTIONS, classpath=jars, convertStrings=True)
    silent = jpype.JClass("java.util.logging.Level").OFF
    logger = jpype.JClass("java.util.logging.Logger").getLogger("com.github.fommil.netlib")
    logger.setLevel(silent)  # it complains of native libraries that nothing here needs
    _HELD.append(logger)  # Java forgets the level of a logger that nobody holds
    return jpype


def versions_apart() -> dict[str, str]:
    """The versions of Weka and Java, asked in a process of its own: this one stays without Java."""
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(versions)


def versions() -> dict[str, str]:
    """The versions of Weka and Java; starts Java."""
    jpype = weka_classes()
    java = jpype.JClass("java.lang.System").getProperty("java.version")
    return {"Weka": str(jpype.JClass("weka.core.Version").VERSION), "Java": str(java)}


class WekaAlgorithm(TwoClassAlgorithm):
    """A classifier of Weka with its options; nominal columns are handed over as nominal."""

    java_class = ""

    def __init__(self, n_values: tuple[int, ...] = (), options: tuple[str, ...] = ()) -> None:
        super().__init__(n_values)
        self.options = options

    def _train(self, inputs: NDArray[np.float64], is_positive: NDArray[np.bool_]) -> None:
        jpype = weka_classes()
        self.model_ = jpype.JClass(self.java_class)()
        self.model_.setOptions(jpype.JArray(jpype.JString)(list(self.options)))
        self.model_.buildClassifier(_observations(inputs, is_positive, self.n_values))

    def _positive(self, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
        unknown = np.full(len(inputs), np.nan)
        rows = _observations(inputs, unknown, self.n_values)
        return np.array(self.model_.distributionsForInstances(rows), np.float64)[:, 1]


class J48(WekaAlgorithm):
    """C4.5, release 8: pruned with confidence 0.25, at least 2 observations in a leaf."""

    java_class = "weka.classifiers.trees.J48"

    def __init__(
        self, n_values: tuple[int, ...] = (), options: tuple[str, ...] = ("-C", "0.25", "-M", "2")
    ) -> None:
        super().__init__(n_values, options)


class JRip(WekaAlgorithm):
    """RIPPER: a third held out for pruning, rules of weight 2 or more, 2 optimisations."""

    java_class = "weka.classifiers.rules.JRip"

    def __init__(
        self,
        n_values: tuple[int, ...] = (),
        options: tuple[str, ...] = ("-F", "3", "-N", "2.0", "-O", "2", "-S", "1"),
    ) -> None:
        super().__init__(n_values, options)


def _observations(
    inputs: NDArray[np.float64], classes: NDArray[Any], n_values: tuple[int, ...]
) -> Any:
    jpype = weka_classes()
    table = np.column_stack([inputs, classes.astype(np.float64)])
    header = jpype.JClass("java.util.ArrayList")()
    for at, size in enumerate((*n_values, 2)):
        header.add(_attribute(f"x{at}", size))
    rows = jpype.JClass("weka.core.Instances")("rows", header, len(table))
    rows.setClassIndex(len(n_values))
    dense = jpype.JClass("weka.core.DenseInstance")
    for row in jpype.JArray.of(np.ascontiguousarray(table)):
        rows.add(dense(1.0, row))
    return rows


def _attribute(name: str, n_values: int) -> Any:
    attribute = weka_classes().JClass("weka.core.Attribute")
    if not n_values:
        return attribute(name)
    values = weka_classes().JClass("java.util.ArrayList")()
    for place in range(n_values):
        values.add(str(place))
    return attribute(name, values)


def _jars() -> list[str]:
    found = importlib.util.find_spec("weka")
    if found is None or importlib.util.find_spec("jpype") is None:
        raise MissingWekaError(
            "C4.5 and RIPPER need Weka, which is not installed.",
            hint="pip install python-weka-wrapper3 (GPL; carries Weka, needs Java 11 or newer), "
            "or leave them out with --algorithms LP,k-NN,NB.",
        )
    folders = [Path(place) for place in found.submodule_search_locations or ()]
    return [str(jar) for folder in folders for jar in sorted((folder / "lib").glob("*.jar"))]


def _java() -> str:
    import jpype

    try:
        return str(jpype.getDefaultJVMPath())
    except (jpype.JVMNotFoundException, jpype.JVMNotSupportedException):
        raise MissingWekaError(
            "C4.5 and RIPPER need Java, which was not found.",
            hint="install Java 11 or newer (e.g. apt install default-jre-headless) or set "
            "JAVA_HOME, or leave them out with --algorithms LP,k-NN,NB.",
        ) from None
