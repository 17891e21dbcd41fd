"""Entries that say of themselves that they are pending, and the lines they may have become."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from pipeline.drafts import Line
from pipeline.matching.likeness import days_apart, unlikeness
from pipeline.matching.shapes import DifferenceKind, MatchSettings, Reason
from pipeline.matching.twins import Twin
from pipeline.proof.ledger_side import LedgerEntry

#: A bank posts what was authorised within so many days, often with another amount: a tank was
#: filled, a hotel stayed at, a tip given.
_LONGEST_WAIT = 14

#: As exports and feeds write it, without accents; longer ones first.
_WORDS = (
    "authorisation", "authorization", "authorised", "authorized", "pending", "not yet posted",
    "vorgemerkt", "vormerkung", "vorgemerkter umsatz", "reserviert", "en attente", "a venir",
    "pendiente", "pendente", "in attesa", "in sospeso", "in behandeling", "gereserveerd",
    "oczekujaca", "oczekujace", "w toku", "bekleyen", "provizyon", "ожидает", "в обработке",
    "reserverad", "reservert", "varaus", "待入账", "未入账", "未確定",
)  # fmt: skip
_PENDING = re.compile(
    r"(?<!\w)(?:" + "|".join(sorted(_WORDS, key=len, reverse=True)) + r")(?!\w)", re.IGNORECASE
)


def is_pending(description: str) -> bool:
    """Whether the words say that the entry is only announced."""
    return _PENDING.search(_plain(description)) is not None


def posted(
    lines: Sequence[Line], entries: Sequence[LedgerEntry], settings: MatchSettings
) -> Iterator[Twin]:
    """Lines that a pending entry of a like name may have become, on a later day or with another
    amount of the same sign."""
    waiting = [(entry, _named(entry)) for entry in entries if is_pending(entry.description)]
    for line in lines:
        for entry, name in waiting:
            days = _waited(line, entry, settings)
            unlike = unlikeness(line.description, name)
            if days is not None and 100 - unlike >= settings.similar and name:
                yield _twin(line, entry, days, unlike)


def _twin(line: Line, entry: LedgerEntry, days: int, unlike: int) -> Twin:
    same = line.amount == entry.amount_minor
    kind = DifferenceKind.DATE_DIFFERS if same else DifferenceKind.AMOUNT_DIFFERS
    return Twin(line, entry, kind, Reason.PENDING, 0 if same else 1, days, unlike)


def _waited(line: Line, entry: LedgerEntry, settings: MatchSettings) -> int | None:
    """Days from the announcement to the line; None if the line cannot have come of it."""
    days = days_apart(line, entry.booked_on)
    if days is None or line.date is None or (line.amount < 0) != (entry.amount_minor < 0):
        return None
    longest = _LONGEST_WAIT if line.date >= entry.booked_on else settings.window
    return days if days <= longest else None


def _named(entry: LedgerEntry) -> str:
    """Its description without the words that say it is pending, nor what brackets they left."""
    return _PENDING.sub(" ", _plain(entry.description)).strip(" -–:;,.*()[]")


def _plain(text: str) -> str:
    """Without accents, so that `oczekująca` is found however it was typed."""
    parts = unicodedata.normalize("NFKD", text.replace("ı", "i").replace("ł", "l"))
    return "".join(c for c in parts if not unicodedata.combining(c))
