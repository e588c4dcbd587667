"""Write the words of other packages into docs/vocabulary.md: ``python tools/write_vocabulary.py``.

The table is that of :mod:`aucurate.foreign_words`; what stands above its heading is written by
hand.
"""

from pathlib import Path

from aucurate.foreign_words import table

PAGE = Path(__file__).parents[1] / "docs" / "vocabulary.md"
HEADING = "## Words from elsewhere"
INTRODUCTION = """
What parameters of scikit-learn, SciPy, pROC (dots as underscores) and mlxtend are here. A call with
one of them is refused with this answer, for example "compare() has no pos_label; here it is
positive='benign'." The first parameter that the function has is named.
"""


def main() -> None:
    """Write the page."""
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


def with_table(page: str) -> str:
    """The page with its table as it should be."""
    return f"{page.partition(HEADING)[0].rstrip()}\n\n{HEADING}\n{INTRODUCTION}\n{table()}"


if __name__ == "__main__":
    main()
