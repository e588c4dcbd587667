"""Of Spark an ordinary run takes a few cases: make test-engines runs all, in minutes."""

import pytest

IN_EVERY_RUN = (
    "test_moments_are_those_of_memory[five classifiers, nasty-spark]",
    "test_moments_are_those_of_memory[groups and sampling weights-spark]",
    "test_moments_are_those_of_memory[missing values-spark]",
    "test_bounds_hold_the_exact_answer[frequency weights-spark]",
    "test_bad_tables_are_refused_with_their_counts[spark]",
    "test_spark_never_sends_all_rows_to_one_task[five classifiers, nasty]",
)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Refuse a name that no test has any more, where all cases are collected."""
    if any("::" in argument for argument in config.args):
        return
    names = {item.name for item in items}
    functions = {name.partition("[")[0] for name in names}
    for name in IN_EVERY_RUN:
        if name.partition("[")[0] in functions and name not in names:
            raise pytest.UsageError(f"no test of tests/engines has the name {name}")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what takes Spark a while, unless it is asked for."""
    asked = "spark" in item.config.option.markexpr
    if item.get_closest_marker("spark") and not asked and item.name not in IN_EVERY_RUN:
        pytest.skip("every case on Spark takes minutes: make test-engines")
