"""Markdown and LaTeX of a study: the numbers of the text, and names that stay text."""

import re

import numpy as np
import pytest

from aucurate.study import CompareStudy, compare
from aucurate.tables.latex import to_latex
from aucurate.tables.markdown import to_markdown


@pytest.fixture
def study() -> CompareStudy:
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 2, 80)
    names = ("plain", "pipe|and_under*score", "50% & $x$ {y} #1 ~ ^ \\cmd")
    return compare(labels, {name: rng.normal(size=80) + labels for name in names})


def test_markdown_rows_have_as_many_cells_as_the_header(study: CompareStudy) -> None:
    lines = [line for line in to_markdown(study).splitlines() if line.startswith("|")]
    for line in lines:
        cells = re.split(r"(?<!\\)\|", line)[1:-1]
        assert len(cells) in (4, 5)
    assert r"pipe\|and\_under\*score" in to_markdown(study)


def test_both_show_the_numbers_of_the_text(study: CompareStudy) -> None:
    for table in study.tables():
        for row in table.rows:
            for cell in row[1:3]:
                assert cell in to_markdown(study)
            assert row[1].lstrip("-") in to_latex(study)


def test_latex_is_balanced_booktabs_with_escaped_names(study: CompareStudy) -> None:
    text = to_latex(study)
    for rule in ("toprule", "midrule", "bottomrule"):
        assert text.count(rf"\{rule}") == len(study.tables())
    assert text.count(r"\begin{table}") == text.count(r"\end{table}") == len(study.tables())
    assert (
        r"50\% \& \$x\$ \{y\} \#1 \textasciitilde{} \textasciicircum{} \textbackslash{}cmd" in text
    )


def test_latex_minus_signs_are_mathematical(study: CompareStudy) -> None:
    body = "\n".join(line for line in to_latex(study).splitlines() if "&" in line)
    assert not re.search(r"(?<![$\w] )(?<!\$)-\d", body)
