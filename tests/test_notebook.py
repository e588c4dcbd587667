"""What a notebook shows: the same numbers, every name as text."""

import numpy as np

import aucurate as au


def test_a_study_shows_its_tables_sentences_and_caveats() -> None:
    study = au.compare(
        [0, 0, 1, 1, 0, 1], {"<script>": [1, 2, 3, 4, 2, 1], "b": [2, 1, 4, 3, 1, 2]}
    )
    shown = study._repr_html_()
    assert "<script>" not in shown
    assert shown.count("<table>") == len(study.tables())
    for table in study.tables():
        for row in table.rows:
            for cell in row[1:]:
                assert cell.replace("<", "&lt;").replace(">", "&gt;") in shown
    assert study.sentences()[0].replace("<", "&lt;").replace(">", "&gt;") in shown
    assert shown.count("<li>") == len(study.caveats)


def test_estimates_and_comparisons_show_a_row() -> None:
    rng = np.random.default_rng(0)
    labels = np.repeat([0, 1], 40)
    first = au.Scores.from_arrays(labels, rng.normal(size=80) + labels, name="a & b")
    second = au.Scores.from_arrays(labels, rng.normal(size=80) + labels, name="other")
    estimate = au.inference.auc.delong_logit_t_interval(first)
    shown = estimate._repr_html_()
    assert "a &amp; b" in shown
    assert str(estimate.interval) in shown
    comparison = au.inference.auc.delong_test(first, second, paired=True)
    shown = comparison._repr_html_()
    assert "a &amp; b - other" in shown
    assert comparison.design in shown
