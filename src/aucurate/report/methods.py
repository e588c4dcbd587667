"""The method paragraph of a report: how the numbers of a study were made, ready for a paper.

The words are made from what the study holds (counts, settings, results) and say nothing of what was
not done. Every name on the lists of methods has its words (tests/report/test_methods.py), and every
work that a sentence cites is in the references, which are in the order of their first mention.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from aucurate.report.methods.compare import compare_paragraphs, intervals_paragraphs
from aucurate.report.methods.exhibit import exhibit_paragraphs
from aucurate.report.methods.fit import fit_paragraphs
from aucurate.report.methods.folds import folds_paragraphs, outcomes_paragraphs
from aucurate.report.methods.multiclass import multiclass_paragraphs
from aucurate.report.methods.operate import operate_folds_paragraphs, operate_paragraphs
from aucurate.report.methods.phrases import Paragraph, resolved, software_words
from aucurate.report.methods.plan import plan_paragraphs
from aucurate.report.methods.rank import rank_paragraphs
from aucurate.report.references import Reference
from aucurate.results import Record
from aucurate.study.base import Study


@dataclass(frozen=True, slots=True, kw_only=True)
class Methods(Record):
    """What the methods section of a paper needs: the paragraphs, and the works they cite."""

    paragraphs: tuple[str, ...]
    references: tuple[Reference, ...]

    def text(self) -> str:
        """Paragraphs and references as plain text."""
        works = "\n".join(str(reference) for reference in self.references)
        return "\n\n".join([*self.paragraphs, f"References\n\n{works}"]) + "\n"

    def bibtex(self) -> str:
        """The references as a BibTeX file."""
        return "\n\n".join(reference.bibtex() for reference in self.references) + "\n"


PARAGRAPHS: Mapping[str, Callable[[Any], list[Paragraph]]] = {
    "compare": compare_paragraphs,
    "exhibit": exhibit_paragraphs,
    "fit": fit_paragraphs,
    "folds": folds_paragraphs,
    "intervals": intervals_paragraphs,
    "multiclass": multiclass_paragraphs,
    "operate": operate_paragraphs,
    "operate-folds": operate_folds_paragraphs,
    "outcomes": outcomes_paragraphs,
    "plan": plan_paragraphs,
    "rank": rank_paragraphs,
}
"""By the kind of study."""


def methods_of(study: Study) -> Methods:
    """The method paragraphs of a study, with references.

    >>> from aucurate.datasets import load_breast_cancer
    >>> from aucurate.study import compare
    >>> found = methods_of(compare(load_breast_cancer().select(["forest", "tree"])))
    >>> print(found.paragraphs[0].partition(". ")[0])
    The areas under the receiver operating characteristic curves (AUCs) of 2 classifiers (forest \
and tree) were compared on the same 285 observations, 106 positive (label malignant) and 179 \
negative (label benign)
    >>> print(found.references[1].short)
    DeLong, DeLong and Clarke-Pearson 1988
    """
    version, works = study.provenance.version, dict[str, Reference]()
    written = PARAGRAPHS.get(study.kind, lambda study: [])(study)
    filled = [sentences for sentences in written if sentences] or [[]]
    filled[-1] = [*filled[-1], software_words(version)]
    paragraphs = tuple(resolved(" ".join(words), version, works) for words in filled)
    return Methods(paragraphs=paragraphs, references=tuple(works.values()))
