"""The Methods text of a report: how the numbers of a study were computed, ready for a paper.

The text is generated from the study (counts, settings, results) and does not mention what was
not done. Every name on the lists of methods has its words (tests/report/test_methods.py), and every
work that a sentence cites is in the references, which are in the order of their first mention.
"""

from dataclasses import dataclass

from aucurate.report.kinds import kind_of
from aucurate.report.phrases import resolved, software_words
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
    written = kind_of(study).paragraphs(study)
    filled = [sentences for sentences in written if sentences] or [[]]
    filled[-1] = [*filled[-1], software_words(version)]
    paragraphs = tuple(resolved(" ".join(words), version, works) for words in filled)
    return Methods(paragraphs=paragraphs, references=tuple(works.values()))
