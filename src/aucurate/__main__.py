"""``python -m aucurate`` is the command line."""

from aucurate.cli import main

if __name__ == "__main__":
    main()
