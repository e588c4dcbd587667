"""Write src/aucurate/__init__.pyi from the public names: ``python tools/write_stub.py``."""

import subprocess
import sys
from pathlib import Path

import aucurate

STUB = Path(__file__).parents[1] / "src" / "aucurate" / "__init__.pyi"
HEAD = "# The public names as a type checker sees them; __init__.py loads each on first use.\n\n"
FOOT = "\n__all__: list[str]\n__version__: str\n"


def main() -> None:
    """Write and format the stub."""
    homes = sorted((home, name) for name, home in aucurate._HOMES.items())  # type: ignore[attr-defined]
    lines = [f"from aucurate.{home} import {name} as {name}\n" for home, name in homes]
    STUB.write_text(HEAD + "".join(lines) + FOOT, encoding="utf-8")
    for command in (["check", "--fix", "--quiet"], ["format", "--quiet"]):
        subprocess.run([sys.executable, "-m", "ruff", *command, str(STUB)], check=True)


if __name__ == "__main__":
    main()
