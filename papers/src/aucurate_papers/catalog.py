"""The papers, what of each can be run, and the state each exhibit was last found in."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

from aucurate.errors import OptionError
from aucurate.formatting import join_words
from aucurate.study.table import Table
from aucurate_papers.exhibit import Exhibit
from aucurate_papers.running import Entry, Run, kept


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A paper by its key, and where it appeared."""

    key: str
    authors: str
    title: str
    appeared: str

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What of the paper can be run, in its order; loaded when it is asked for."""
        module = import_module(f"aucurate_papers.{self.key.replace('-', '_')}.exhibits")
        entries: tuple[Entry, ...] = module.ENTRIES
        return entries


PAPERS = (
    Paper(
        key="aslan-2009",
        authors="Aslan, Yıldız and Alpaydın (2009)",
        title="Statistical comparison of classifiers using area under the ROC curve",
        appeared="Boğaziçi University, FBE-CMPE-06/2009-03",
    ),
    Paper(
        key="betinec-2008",
        authors="Betinec (2008)",
        title="Testing the difference of the ROC curves in biexponential model",
        appeared="Tatra Mountains Mathematical Publications 39",
    ),
    Paper(
        key="gajowniczek-2014",
        authors="Gajowniczek, Ząbkowski and Szupiluk (2014)",
        title="Estimating the ROC curve and its significance for classification models' assessment",
        appeared="Quantitative Methods in Economics 15",
    ),
    Paper(
        key="paclik-2010",
        authors="Paclík, Lai, Novovičová and Duin (2010)",
        title="Variance estimation for two-class and multi-class ROC analysis using operating "
        "point averaging",
        appeared="International Conference on Pattern Recognition",
    ),
    Paper(
        key="rosset-2004",
        authors="Rosset (2004)",
        title="Model selection via the AUC",
        appeared="International Conference on Machine Learning",
    ),
)


def paper(key: str) -> Paper:
    """The paper with this key.

    >>> paper("rosset-2004").authors
    'Rosset (2004)'
    """
    known = {paper.key: paper for paper in PAPERS}
    if key not in known:
        raise OptionError(
            f"there is no paper {key!r} to reproduce.", hint=f"there are {join_words(list(known))}."
        )
    return known[key]


def chosen(key: str, names: tuple[str, ...] = ()) -> tuple[Entry, ...]:
    """The entries of a paper with these names ("table 4" also finds "table 4, parametric"); all
    of them when none is named.
    """
    entries = paper(key).entries
    if not names:
        return entries
    found: list[Entry] = []
    for name in names:
        fitting = [entry for entry in entries if _fits(entry.name, name)]
        if not fitting:
            raise OptionError(
                f"{key} has no {name!r} to run.",
                hint=f"it has {join_words([repr(entry.name) for entry in entries])}.",
            )
        found += [entry for entry in fitting if entry not in found]
    return tuple(found)


def _fits(name: str, asked: str) -> bool:
    own, wanted = _plain(name), _plain(asked)
    return own == wanted or own.startswith(f"{wanted},")


def _plain(name: str) -> str:
    return " ".join(name.lower().replace("-", " ").split())


# Every exhibit in one row: what it is, its state, and whether it can be run on this machine.


RECORDED = "recorded.json"


def recorded() -> dict[str, dict[str, Any]]:
    """By paper and name, the state and the verdict of the run that docs/papers.md was made from."""
    text = files("aucurate_papers").joinpath(RECORDED).read_text(encoding="utf-8")
    found: dict[str, dict[str, Any]] = json.loads(text)
    return found


def record_of(exhibits: Iterable[Exhibit]) -> dict[str, dict[str, Any]]:
    """What :func:`recorded` gives for these exhibits."""
    return {
        f"{one.paper}/{one.name}": {
            "state": one.state,
            "verdict": list(one.sentences()),
            "version": one.provenance.version,
        }
        for one in exhibits
    }


def listed(run: Run) -> Table:
    """All that can be run: the state it was last found in here, or else when it was recorded."""
    known = recorded()
    rows = [
        (entry.paper, entry.name, entry.title, *_state(entry, run, known), _needs(entry, run))
        for paper in PAPERS
        for entry in paper.entries
    ]
    header = ("paper", "name", "what it shows", "state", "found", "needs")
    names = ("paper", "name", "title", "state", "found", "needs")
    return Table(
        name="exhibits",
        title="The papers, ours beside theirs",
        header=header,
        rows=tuple(rows),
        columns=dict(zip(names, zip(*rows, strict=True), strict=True)),
    )


def _state(entry: Entry, run: Run, known: Mapping[str, Mapping[str, Any]]) -> tuple[str, str]:
    """The state, and where it was found: here in full, recorded, or here in few draws."""
    here = kept(entry, run)
    if here is not None:
        return here.state, "here"
    found = known.get(f"{entry.paper}/{entry.name}")
    if found:
        return found["state"], "recorded"
    quick = kept(entry, replace(run, quick=True))
    return ("not run yet", "") if quick is None else (quick.state, "quick")


def _needs(entry: Entry, run: Run) -> str:
    """What is missing on this machine."""
    missing = [name for name in entry.data if not (run.data / name).is_dir()]
    needs = [f"data: {', '.join(missing)} (--data, AUCURATE_DATA)"] if missing else []
    if entry.kept and not (run.cache / entry.kept).is_dir():
        needs.append(entry.obtain)
    if entry.learners and find_spec("sklearn") is None:
        needs.append("pip install 'aucurate[papers]'")
    return "; ".join(needs)
