"""Compares a dry run with the run that follows it, but for numbers of rows that the run makes."""

import re

_NEW = re.compile(r"""(["']?(?:act|proposal_id|lock_id|rest)["']?[=:] ?)\d+""")
_ADDED = re.compile(r"""(["']?op["']?[=:] ?'add', ["']?entry["']?[=:] ?)(\d+)""")
_PAIRED = re.compile(r"""(?<=entries)["']?[=:] ?[(\[][\d, ]+[)\]]""")


def without_new_ids(answer: object) -> str:
    """PostgreSQL gives a number once, also to what is taken back: a new row's differs then."""
    said = _NEW.sub(r"\1", repr(answer))
    new = "|".join({each[1] for each in _ADDED.findall(said)}) or "-"
    paired = _PAIRED.sub(lambda found: re.sub(rf"\b(?:{new})\b", "new", found[0]), said)
    return _ADDED.sub(r"\1", paired)
