"""What is printed hangs together: Table 2's actual variances are Table 1's."""

from aucurate_papers.rosset_2004.printed import (
    PRINTED_ESTIMATORS,
    PRINTED_FIRST_PROBABILITY,
    PRINTED_LOOKUP,
    PRINTED_MOMENTS,
)


def test_the_tables_have_the_same_six_settings() -> None:
    settings = [(row.n, row.second_probability) for row in PRINTED_MOMENTS]
    assert settings == [(n, q) for q in (0.2, 0.3) for n in (50, 200, 400)]
    assert [(row.n, row.second_probability) for row in PRINTED_ESTIMATORS] == settings
    assert {row.first_probability for row in PRINTED_MOMENTS} == {PRINTED_FIRST_PROBABILITY}


def test_the_actual_variances_of_table_2_are_those_of_table_1() -> None:
    for moments, estimators in zip(PRINTED_MOMENTS, PRINTED_ESTIMATORS, strict=True):
        assert moments.auc_variance == estimators.actual


def test_the_lookup_is_the_one_of_section_2_2() -> None:
    assert PRINTED_LOOKUP["positive"] + PRINTED_LOOKUP["negative"] == 1.7
