"""Two years of three accounts with 22 slips in the ledger: how many commands till all ties out?

    python -m benchmarks.months_end [--check]

Makes real PDFs and a CSV ledger, and types what a person would: import, accept what makes a
statement tie out, look at what needs a person next, settle it, and so on. What is typed follows
from what the screens said and from the person's memory of two purchases; nothing looks into the
ledger.
Prints each command. With ``--check``, exits 1 if there are more than 12.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Final

from app.cli.main import run
from app.cli.output import ExitCode
from app.texts import deciding as texts_deciding
from app.texts import terminal as texts
from benchmarks.support.figures import exit_code, say
from tests.support.two_years import TwoYears, two_years

AIM: Final = 12
#: What a person does who reads this of a difference. That was paid in cash, and noted down wrongly.
_PAID_IN_CASH: Final = re.compile(r"(\d+)\. .* paid in cash: only in the ledger")
_FIT: Final = re.compile(r"(\d+)\. .* fit equally well: line (\d+), \d+; entry (\d+)")
_NEXT: Final = re.compile(r"What needs you (?:next|last): tieout review (\d+)")


@dataclass(slots=True)
class Person:
    """Types commands, counts them, and reads what is printed."""

    typed: list[str] = field(default_factory=list)

    def types(self, *words: str) -> str:
        """What `tieout` prints on both of its streams, as one line."""
        self.typed.append(" ".join(words))
        seen = StringIO()
        with redirect_stdout(seen), redirect_stderr(seen):
            code = run(words)
        assert code in (ExitCode.DONE, ExitCode.NEEDS_REVIEW, ExitCode.NOTHING_NEW), seen.getvalue()
        return " ".join(seen.getvalue().split())

    def closes_the_books(self, made: TwoYears) -> str:
        """From nothing to where nothing is left to be done; what was shown last of it."""
        self.types("init", "--ledger", str(made.books))
        shown = self.types("import", str(made.statements))
        assert texts_deciding.SAFE_NEXT in shown
        shown = self._accepts_what_is_safe()
        while texts.REVIEW_NOTHING not in shown:
            self._settles(_first(_NEXT, shown)[0])
            shown = self._accepts_what_is_safe()
        return shown

    def _accepts_what_is_safe(self) -> str:
        """At a terminal the changes are shown and asked about first; here --yes is the answer."""
        return self.types("accept", "--all-safe", "--yes")

    def _settles(self, waiting: str) -> None:
        """Look at it, and do what the screen offers for what it shows."""
        review = self.types("review", waiting)
        if _PAID_IN_CASH.search(review):
            self.types("resolve", waiting, *_first(_PAID_IN_CASH, review), "remove")
            return
        number, line, entry = _first(_FIT, review)
        self.types("resolve", waiting, number, "pair", "--line", line, "--entry", entry)


def _first(pattern: re.Pattern[str], shown: str) -> tuple[str, ...]:
    found = pattern.search(shown)
    assert found is not None, f"the screen does not tell what to do: {shown}"
    return found.groups()


@contextmanager
def at_desk(folder: Path) -> Iterator[Person]:
    """A person in that folder, with no settings of their own and a wide terminal."""
    before, kept = Path.cwd(), dict(os.environ)
    os.environ.update(COLUMNS="200", TIEOUT_DATABASE_URL=str(folder / "tieout.db"))
    os.chdir(folder)
    try:
        yield Person()
    finally:
        os.chdir(before)
        os.environ.clear()
        os.environ.update(kept)


def main(arguments: Sequence[str]) -> int:
    """Close the books, and print what was typed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--check", action="store_true", help=f"exit 1 if there are more than {AIM}")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = two_years(folder)
        with at_desk(folder) as person:
            ended = person.closes_the_books(made)
    for number, words in enumerate(person.typed, start=1):
        say(f"{number:>3}. tieout {words.replace(str(folder), '~')}")
    say(f"{ended} {len(person.typed)} commands, aim {AIM}.")
    missed = [f"{len(person.typed)} commands"] if len(person.typed) > AIM else []
    return exit_code(missed, check=asked.check)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
