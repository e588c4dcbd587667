"""One table, figure or claim of a paper: ours beside theirs, and how far they agree."""

import re
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from aucurate.study.base import Provenance, Study
from aucurate.study.table import Table

State: TypeAlias = Literal[
    "exact",
    "within simulation error",
    "printed figure is wrong",
    "same finding, other numbers",
    "not reproduced",
    "beyond the paper",
    "data not obtainable",
    "not run here",
]
STATES: tuple[State, ...] = get_args(State)

MEANINGS: dict[State, str] = {
    "exact": "what is printed comes out to its last digit, or follows from a formula",
    "within simulation error": "ours and theirs differ by no more than draws do",
    "printed figure is wrong": "ours is held by several witnesses, and theirs is another number",
    "same finding, other numbers": "what the paper concludes comes out; its data, draws or "
    "settings are not known, and its numbers do not",
    "not reproduced": "what the paper concludes does not come out",
    "beyond the paper": "the paper claims nothing here; what its readers would ask next",
    "data not obtainable": "the data could not be found",
    "not run here": "data, an extra or another program are missing on this machine",
}
"""What each state says; a state is always computed from the numbers beside each other."""


def plain_name(name: str) -> str:
    """A name as it stands in the names of files.

    >>> plain_name("Table 4, non-parametric")
    'table-4-non-parametric'
    """
    return "-".join(re.findall(r"[a-z0-9]+", name.lower()))


@dataclass(frozen=True, slots=True, kw_only=True)
class RunProvenance(Provenance):
    """Where the numbers of a paper come from; ``settings`` are what the run was made with."""

    settings: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exhibit(Study):
    """The numbers of a paper's table or figure, ours and theirs, with the verdict in words.

    ``paper`` is the key of the paper ("rosset-2004") and ``name`` what the paper calls it ("table
    1"). ``shown`` are its tables, the main one first; what a figure draws is among their columns.
    ``differs`` says why ours and theirs are not the same, and is empty where they are.
    """

    kind = "exhibit"

    provenance: RunProvenance
    paper: str
    name: str
    title: str
    state: State
    shown: tuple[Table, ...]
    verdict: tuple[str, ...]
    differs: str

    @property
    def key(self) -> str:
        """Paper and name as they stand in the names of files: "rosset-2004-table-1"."""
        return f"{self.paper}-{plain_name(self.name)}"

    def tables(self) -> tuple[Table, ...]:
        """The tables, the main one first."""
        return self.shown

    def sentences(self) -> tuple[str, ...]:
        """The verdict, and the reason for any difference."""
        return (*self.verdict, *([self.differs] if self.differs else []))
