"""What the tables of a study are called above them and in the list of contents."""

from aucurate.formatting import shortened

_HEADINGS = {
    "algorithms": "Means over folds",
    "areas": "Areas by model",
    "at_rate": "At the rate asked for",
    "aucs": "AUCs",
    "chosen": "Optimism",
    "comparisons": "Differences",
    "confusion": "Decisions",
    "curves": "Whole curves",
    "disagreeing": "Where the tests disagree",
    "errors": "Errors of the classes",
    "estimates": "AUCs",
    "indistinguishable": "Points that cannot be told apart",
    "intervals": "All intervals",
    "joint": "All together",
    "margins": "Margins",
    "null": "Against a fixed value",
    "outcomes": "Error and AUC",
    "parameters": "Parameters",
    "pairs": "Pairs",
    "points": "Operating points",
    "posteriors": "Posterior probabilities",
    "ranks": "Average ranks",
    "rates": "Rates",
    "search": "Search of the weights",
    "sizes": "By size of study",
    "tests": "All tests",
    "values": "Every fold",
}
_OF_KIND = {
    ("fit", "classes"): "Distributions of the classes",
    ("multiclass", "classes"): "Each class against the rest",
    ("multiclass", "pairs"): "Pairs of classes",
}


def heading_of(kind: str, name: str) -> str:
    """The heading of a table, by its name and, where that differs, by the kind of the study.

    >>> heading_of("multiclass", "pairs"), heading_of("rank", "pairs")
    ('Pairs of classes', 'Pairs')
    >>> heading_of("folds", "comparisons_error_rate"), heading_of("new", "other_ones")
    ('Differences: error rate', 'Other ones')
    """
    if (kind, name) in _OF_KIND:
        return _OF_KIND[kind, name]
    known = [key for key in _HEADINGS if name == key or name.startswith(f"{key}_")]
    if not known:
        return shortened(name.replace("_", " ").capitalize())
    key = max(known, key=len)
    rest = name[len(key) :].replace("_", " ").strip()
    return f"{_HEADINGS[key]}: {shortened(rest)}" if rest else _HEADINGS[key]
