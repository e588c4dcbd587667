"""The papers, and what of each can be run."""

from dataclasses import dataclass
from importlib import import_module

from aucurate.errors import OptionError
from aucurate.formatting import listing
from aucurate_papers.running import Entry


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
            f"there is no paper {key!r} to reproduce.", hint=f"there are {listing(list(known))}."
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
                hint=f"it has {listing([repr(entry.name) for entry in entries])}.",
            )
        found += [entry for entry in fitting if entry not in found]
    return tuple(found)


def _fits(name: str, asked: str) -> bool:
    own, wanted = _plain(name), _plain(asked)
    return own == wanted or own.startswith(f"{wanted},")


def _plain(name: str) -> str:
    return " ".join(name.lower().replace("-", " ").split())
