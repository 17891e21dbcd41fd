"""An importer of beangulp for statements as PDF or picture, which the program `tieout` reads."""

# SPDX-License-Identifier: GPL-2.0-only

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from functools import lru_cache
from hashlib import sha256
from typing import Any

import beangulp
from beancount.core import amount, data, flags

ENDINGS = (".pdf", ".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".heic")
#: All is proven, or something is not; of any other there is nothing to import.
READ = (0, 3)


@lru_cache(maxsize=64)
def _read(program: str, path: str, _changed: int) -> dict[str, Any] | None:
    done = subprocess.run([program, "read", path, "--json"], capture_output=True, check=False)
    return json.loads(done.stdout) if done.returncode in READ else None


class Importer(beangulp.Importer):
    """The statements of one account, which is known by the last digits of its number.

    Rows and balances of a statement that is proven come as they are. Those of any other are flagged
    with `!`, and its balances are left out. ``other`` is the account of the second posting.
    """

    def __init__(
        self, account: str, digits: str = "", *, other: str = "", program: str = "tieout"
    ) -> None:
        self._account, self._digits = account, digits
        self._other, self._program = other, program

    @property
    def name(self) -> str:
        return f"tieout.{self._account}"

    def identify(self, filepath: str) -> bool:
        return bool(self._statements(filepath))

    def account(self, filepath: str) -> data.Account:
        return self._account

    def date(self, filepath: str) -> date | None:
        """The last day that is covered, which `archive` puts before the file's name."""
        ends = [each["period_end"] for _, each in self._statements(filepath)]
        return max((date.fromisoformat(each) for each in ends if each), default=None)

    def extract(self, filepath: str, existing: data.Entries) -> data.Entries:
        return [
            made
            for key, each in self._statements(filepath)
            for made in self._directives(filepath, key, each)
        ]

    def _statements(self, filepath: str) -> list[tuple[str, dict[str, Any]]]:
        """Those of the account, each with a key of its own."""
        if not filepath.lower().endswith(ENDINGS):
            return []
        found = _read(self._program, filepath, os.stat(filepath).st_mtime_ns)
        return [
            (f"{found['document']['sha256']}/{number}", each)
            for number, each in enumerate(found["statements"] if found else ())
            if (each["account_mask"] or "").endswith(self._digits)
        ]

    def _directives(self, filepath: str, key: str, each: dict[str, Any]) -> Iterator[Any]:
        proven, currency = each["status"] == "proven", each["currency"]
        if currency is None:
            return
        for end, days in (("opening", 0), ("closing", 1)):
            day, number = each[f"period_{'end' if days else 'start'}"], each[f"{end}_balance"]
            if proven and day and number is not None:
                meta = data.new_metadata(filepath, 0)
                morning = date.fromisoformat(day) + timedelta(days)
                there = amount.Amount(Decimal(number), currency)
                # Beancount lets a cent pass where no tolerance is said.
                yield data.Balance(meta, morning, self._account, there, Decimal(0), None)
        flag = flags.FLAG_OKAY if proven else flags.FLAG_WARNING
        name = os.path.basename(filepath)
        for line in each["lines"]:
            if line["date"] is None or line["amount"] is None:
                continue
            # By the mark `tieout check` knows that such an entry is no witness of the page.
            mark = sha256(f"{key}/{line['ordinal']}".encode()).hexdigest()[:24]
            said = {"tieout-reading": f"tieout-{mark}", "document": f"{self.date(filepath)}.{name}"}
            yield data.Transaction(
                data.new_metadata(filepath, line["ordinal"], said),
                date.fromisoformat(line["date"]),
                flag,
                None,
                line["description"],
                frozenset(),
                frozenset(),
                list(self._postings(Decimal(line["amount"]), currency)),
            )

    def _postings(self, number: Decimal, currency: str) -> Iterator[data.Posting]:
        units = amount.Amount(number, currency)
        yield data.Posting(self._account, units, None, None, None, None)
        if self._other:
            yield data.Posting(self._other, None, None, None, None, None)
