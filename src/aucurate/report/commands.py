"""What a recorded command says: it is in the order and by the names that the command line gives."""

import shlex
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Said:
    """The arguments of a command, and the values of its options; a flag has none."""

    arguments: tuple[str, ...]
    options: dict[str, tuple[str, ...]]

    def one(self, name: str) -> str | None:
        """The value of an option that is said once; None where it is not."""
        return next(iter(self.options.get(name, ())), None)


def said_in(command: str) -> Said:
    """Take a recorded command apart.

    A value that begins with a dash is held to its option by =, and arguments stand before all
    options, or after --: so a word that begins with a dash is an option.

    >>> said = said_in("aucurate compare 'my scores.csv' --lower=-low --unpaired")
    >>> said.arguments, said.options
    (('my scores.csv',), {'lower': ('-low',), 'unpaired': ()})
    """
    words = shlex.split(command)[2:]
    arguments: list[str] = []
    options: dict[str, tuple[str, ...]] = {}
    last = ""
    for at, word in enumerate(words):
        if word == "--":
            arguments += words[at + 1 :]
            break
        if word.startswith("--"):
            last, is_held, value = word.removeprefix("--").partition("=")
            options[last] = (*options.get(last, ()), *([value] if is_held else []))
        elif last:
            options[last] += (word,)
        else:
            arguments.append(word)
    return Said(tuple(arguments), options)
