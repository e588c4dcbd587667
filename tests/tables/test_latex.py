"""LaTeX tables: every character that LaTeX reads as a command is printed."""

import numpy as np

from aucurate.study.compare import compare
from aucurate.tables.latex import to_latex


def test_the_special_characters_of_latex_are_printed() -> None:
    rng, labels = np.random.default_rng(0), np.arange(40) % 2
    name = r"5% & $x {y} #1 ~^_\ <>"
    text = to_latex(compare(labels, {name: rng.normal(size=40), "plain": rng.normal(size=40)}))
    shown = r"5\% \& \$x \{y\} \#1 \textasciitilde{}\textasciicircum{}\_\textbackslash{} $<$$>$"
    assert text.count(shown) == 2
    for row in text.splitlines():
        if row.startswith(shown):
            assert row.endswith(r" \\")
            assert row.count(" & ") in (3, 4)
