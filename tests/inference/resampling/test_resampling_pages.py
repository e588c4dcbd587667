"""The examples on the pages of the resampling methods print what the pages show."""

import re
from pathlib import Path

import pytest

PAGES = Path(__file__).parents[3] / "docs" / "methods"


@pytest.mark.parametrize("page", ["bootstrap", "permutation", "venkatraman"])
def test_the_example_prints_what_the_page_shows(
    page: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (PAGES / f"{page}.md").read_text(encoding="utf-8")
    found = re.search(r"```python\n(.*?)```\n\n```\n(.*?)```", text, re.S)
    assert found is not None
    exec(compile(found[1], f"{page}.md", "exec"), {})
    assert capsys.readouterr().out == found[2]
