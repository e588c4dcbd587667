"""LaTeX tables: every character that LaTeX reads as a command is printed."""

import numpy as np
import pytest

from aucurate.datasets import load_breast_cancer
from aucurate.errors import OptionError
from aucurate.study.compare import compare
from aucurate.study.rank import rank
from aucurate.tables.latex import to_latex
from aucurate.tables.markdown import to_markdown


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


def test_every_table_has_a_label_and_a_caption_that_is_a_sentence() -> None:
    study = compare(load_breast_cancer(), margin=0.02)
    text = to_latex(study)
    for table in study.tables():
        assert text.count(rf"\label{{tab:{table.name}}}") == 1
        alone = to_latex(study, table.name)
        comments, start, rows = alone.partition(r"\begin{table}")
        assert start + rows in text
        assert text.startswith(comments)
    captions = [line for line in text.splitlines() if line.startswith(r"\caption")]
    assert len(captions) == len(study.tables())
    assert all(caption.endswith(".}") for caption in captions)


def test_verdict_and_caveats_stand_above_one_table_too() -> None:
    study = compare([0, 0, 0, 1, 1, 1], {"a": [1, 2, 3, 4, 5, 6], "b": [1, 4, 2, 3, 5, 6]})
    lines = to_latex(study, "comparisons").splitlines()
    assert study.caveats
    for text in (*study.sentences(), *study.caveats):
        assert f"% {text}" in lines


def test_the_labels_of_a_study_can_begin_with_its_name() -> None:
    study = compare(load_breast_cancer(), margin=0.02)
    plain, named = to_latex(study), to_latex(study, label="forest-2")
    assert named == plain.replace(r"\label{tab:", r"\label{tab:forest-2-")
    for wrong in ("a b", "50%", "a_b", "ä", "{"):
        with pytest.raises(OptionError, match="letters, digits"):
            to_latex(study, label=wrong)


def test_minus_signs_are_not_hyphens() -> None:
    labels = np.arange(40) % 2
    scores = {name: np.random.default_rng(4).normal(size=40) * labels for name in ("gpt-4", "b")}
    scores["b"] = scores["b"][::-1]
    rows = [line for line in to_latex(compare(labels, scores)).splitlines() if "&" in line]
    assert any("gpt-4 $-$ b" in row for row in rows)
    assert not any(" -0" in row or "& -" in row for row in rows)


def test_results_over_data_sets_have_the_best_in_bold_and_average_ranks() -> None:
    study = rank(
        {"a": [0.9, 0.8, 0.7], "b": [0.9, 0.7, 0.6], "c": [0.5, 0.85, 0.65]}, quantity="accuracy"
    )
    rows = to_latex(study, "results").partition("\\midrule\n")[2].splitlines()[:-3]
    assert rows == [
        r"1 & \textbf{0.900} & 0.500 & \textbf{0.900} \\",
        r"2 & 0.800 & \textbf{0.850} & 0.700 \\",
        r"3 & \textbf{0.700} & 0.650 & 0.600 \\",
        r"average rank & \textbf{1.500} & 2.000 & 2.500 \\",
    ]
    lower = rank({"a": [0.9, 0.8, 0.7], "b": [0.8, 0.7, 0.6]}, quantity="error")
    assert r"1 & \textbf{0.800} & 0.900 \\" in to_latex(lower, "results")
    markdown = to_markdown(study, "results")
    assert markdown.count("**") == 2 * (len(study.table("results").best) + 1)
    assert "*" not in "".join(to_latex(study, "results"))
    text = str(study)
    assert text.count("0.900*") == 2
