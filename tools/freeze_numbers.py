"""Records the numbers and words that tests/frozen holds: ``python -m tools.freeze_numbers [NAME]``.

With a name only the cases that begin with it. The diff of the recorded files is what moved.
"""

import sys

from tests.frozen.recording import NUMBERS, record

if __name__ == "__main__":
    record(*sys.argv[1:2])
    print(f"recorded in {NUMBERS}")
