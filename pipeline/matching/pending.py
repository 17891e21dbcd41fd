"""Entries that say of themselves that they are pending, and the lines they may have become."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from db.views import Entry
from pipeline.drafts import Line
from pipeline.matching.kinds import Entries, Lines, kinds_of_entries, kinds_of_lines
from pipeline.matching.likeness import plain, unlikeness
from pipeline.matching.shapes import DifferenceKind, MatchSettings, Reason
from pipeline.matching.shelf import Shelf
from pipeline.matching.slips import slips
from pipeline.matching.twins import Twin

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
    lines: Sequence[Line], entries: Sequence[Entry], settings: MatchSettings
) -> Iterator[Twin]:
    """Lines that a pending entry of a like name may have become, on a later day or with another
    amount of the same sign."""
    waiting = kinds_of_entries(entry for entry in entries if is_pending(entry.description))
    names = {kind[0].id: _named(kind[0]) for kind in waiting}
    shelf = Shelf(waiting, lambda kind: plain(names[kind[0].id]))
    longest = max(_LONGEST_WAIT, settings.window)
    for kind in kinds_of_lines(lines) if waiting else ():
        for days, facts in shelf.near(kind[0], longest, slips):
            name = names[facts[0].id]
            if name and _may_become(kind[0], facts[0], days, settings):
                unlike = unlikeness(kind[0].description, name)
                if 100 - unlike >= settings.similar:
                    yield _twin(kind, facts, days, unlike)


def _twin(lines: Lines, entries: Entries, days: int, unlike: int) -> Twin:
    same = lines[0].amount == entries[0].amount_minor
    kind = DifferenceKind.DATE_DIFFERS if same else DifferenceKind.AMOUNT_DIFFERS
    rank = 0 if same else 1
    return Twin.of(lines, entries, kind, Reason.PENDING, rank=rank, days=days, unlike=unlike)


def _may_become(line: Line, entry: Entry, days: int, settings: MatchSettings) -> bool:
    """Whether a line of the entry's sign was waited for no longer than banks let one wait."""
    if line.date is None or (line.amount < 0) != (entry.amount_minor < 0):
        return False
    return days <= (_LONGEST_WAIT if line.date >= entry.booked_on else settings.window)


def _named(entry: Entry) -> str:
    """Its description without the words that say it is pending, nor what brackets they left."""
    return _PENDING.sub(" ", _plain(entry.description)).strip(" -–:;,.*()[]")


def _plain(text: str) -> str:
    """Without accents, so that `oczekująca` is found however it was typed."""
    parts = unicodedata.normalize("NFKD", text.replace("ı", "i").replace("ł", "l"))
    return "".join(c for c in parts if not unicodedata.combining(c))
