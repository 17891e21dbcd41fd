"""A plug-in of ofxstatement for statements as PDF or picture, which the program `tieout` reads."""

# SPDX-License-Identifier: GPL-3.0-only

from __future__ import annotations

import json
import subprocess
from collections.abc import MutableMapping
from datetime import datetime
from decimal import Decimal
from hashlib import sha256
from itertools import pairwise
from typing import Any

from ofxstatement.exceptions import ParseError
from ofxstatement.parser import AbstractStatementParser
from ofxstatement.plugin import Plugin
from ofxstatement.statement import Statement, StatementLine

#: All is proven, or something is not; of any other nothing was read.
READ = (0, 3)
TYPES = {"savings": "SAVINGS", "card": "CREDITLINE", "loan": "CREDITLINE"}


class TieoutPlugin(Plugin):
    """Bank statements as PDF or picture, proven by their balances"""

    def get_parser(self, filename: str) -> TieoutParser:
        return TieoutParser(filename, self.settings)


class TieoutParser(AbstractStatementParser):
    """The statements of one account in one file; those that follow each other come as one.

    ``settings``: ``digits``, the last ones of the account's number; ``bank``, its code; and
    ``program``, where tieout is.
    """

    def __init__(self, filename: str, settings: MutableMapping[str, Any]) -> None:
        self._filename, self._settings = filename, settings

    def parse(self) -> Statement:
        """Raises ``ParseError``: only what is proven becomes OFX, which has no word for doubt."""
        document, found = self._read()
        facts = {(each["account_mask"], each["currency"], each["kind"]) for each in found}
        if len(facts) != 1:
            raise ParseError(0, f"{self._filename}: {len(facts)} accounts; set `digits` to one")
        if any(each["status"] != "proven" for each in found):
            raise ParseError(0, f"{self._filename} is not proven; see: tieout read FILE")
        found.sort(key=lambda each: each["period_start"] or "")
        for before, after in pairwise(found):
            if before["closing_balance"] != after["opening_balance"]:
                raise ParseError(0, f"{self._filename}: a statement between two others is missing")
        ((mask, currency, kind),) = facts
        first, last = found[0], found[-1]
        bank = self._settings.get("bank") or first["institution"]
        made = Statement(bank, mask, currency, TYPES.get(kind, "CHECKING"))
        made.start_date, made.end_date = _day(first["period_start"]), _day(last["period_end"])
        made.start_balance = _money(first["opening_balance"])
        made.end_balance = _money(last["closing_balance"])
        made.lines = [
            _line(f"{document}/{each['period_start']}/{line['ordinal']}", line)
            for each in found
            for line in each["lines"]
        ]
        return made

    def _read(self) -> tuple[str, list[dict[str, Any]]]:
        """The document's hash, and its statements of the account."""
        words = [self._settings.get("program", "tieout"), "read", self._filename, "--json"]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode not in READ:
            raise ParseError(0, done.stderr.strip())
        read = json.loads(done.stdout)
        digits = self._settings.get("digits", "")
        found = read["statements"]
        mine = [each for each in found if (each["account_mask"] or "").endswith(digits)]
        return read["document"]["sha256"], mine


def _line(key: str, line: dict[str, Any]) -> StatementLine:
    mark, number = sha256(key.encode()).hexdigest()[:24], _money(line["amount"])
    made = StatementLine(mark, _day(line["date"]), line["description"], number)
    made.trntype = "DEBIT" if number is not None and number < 0 else "CREDIT"
    return made


def _day(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _money(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)
