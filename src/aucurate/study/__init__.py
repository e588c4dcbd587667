"""The waist: all numbers of one question, as data, with sentences, caveats, provenance and JSON."""

from aucurate.study.base import FORMAT_VERSION, Provenance, Study
from aucurate.study.compare import CompareStudy, compare

__all__ = ["FORMAT_VERSION", "CompareStudy", "Provenance", "Study", "compare"]
