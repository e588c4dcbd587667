"""The page of Paclik et al. 2010 and its figures."""

from pathlib import Path

import pytest

from papers import paclik_2010 as paper


def test_the_page_has_its_figures_beside_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "paclik-2010.md"
    assert paper.main(["--draws", "3", "--without-digits", "--out", str(out)]) == 0
    text = out.read_text(encoding="utf-8")
    assert "As in Fig. 2" in capsys.readouterr().out
    for name in paper.WORDS:
        assert f"(paclik-2010/{name}.svg)" in text
        picture = (tmp_path / "paclik-2010" / f"{name}.svg").read_text(encoding="utf-8")
        assert "1 - specificity" in picture
    assert text.startswith("# Paclík, Lai, Novovičová and Duin (2010): Figs. 1 and 2\n")
    assert "was drawn 3 times" in text
    assert "**Figure 2b: 200 observations per class, ours**" in text


def test_it_prints_without_a_file_and_refuses_with_a_remedy(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert paper.main(["--draws", "2", "--without-digits"]) == 0
    assert "Caveats" in capsys.readouterr().out
    assert paper.main(["--draws", "1", "--without-digits"]) == 2
    assert "draws must be a whole number from 2" in capsys.readouterr().err
