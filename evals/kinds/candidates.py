"""Which of several entries a line is, where amounts and days say nothing and the words tell."""

from __future__ import annotations

from random import Random
from typing import Final

from evals.differing import DifferingCase, Row, Truth
from evals.frame import Case, Kind

#: What the bank prints, what the ledger calls the same thing, and other things of the same amount.
_WORDS: Final = {
    "train": (("SNCF INTERNET PARIS",), ("Ticket to Lyon",), ("Dog food",)),
    "chemist": (("APOTHEKE AM MARKT",), ("Cough syrup",), ("Rope and nails",)),
    "online shop": (("AMZN MKTP DE 4T81",), ("Desk lamp, web order",), ("Haircut",)),
    "bakery": (("PIEKARNIA U JANA",), ("Rolls and bread",), ("Fuel",)),
    "dentist": (("ZAHNARZT DR KLEIN",), ("Tooth crown",), ("Violin class",)),
    "hardware": (("FERRETERIA LOPEZ",), ("Screws, hinges",), ("Gym",)),
    "cinema and chemist": (
        ("KINO LUX SAAL 2", "FARMACIA CENTRALE"),
        ("Film with Eva", "Pills"),
        ("Washing up",),
    ),
    "water and power": (
        ("STADTWERKE STROM", "WASSERVERBAND"),
        ("Electricity", "Tap bill"),
        ("Vet's help",),
    ),
    "florist": (("BLOEMEN VAN DIJK",), ("Tulips, Mum",), ("Ski pass",)),
    "bookshop": (("LIBRERIA ACQUA ALTA",), ("Two novels",), ("Keys cut",)),
}


def cases() -> tuple[Case, ...]:
    """One for each of the words, with amounts and days from a seed."""
    return tuple(_case(name, Random(name)) for name in _WORDS)


def _case(name: str, random: Random) -> DifferingCase:
    printed, booked, others = _WORDS[name]
    day, amount = random.randint(5, 25), -random.randint(1_000, 9_000)
    common = (Row(2, -80_000, "Rent Hafenstrasse"), Row(27, 250_000, "Salary"))
    entries = [Row(day, amount, text) for text in (*booked, *others)]
    random.shuffle(entries)
    truth = Truth(
        frozenset((*printed, *booked, *others)),
        pairs=dict(zip(printed, booked, strict=True)),
        why="The words name the same thing.",
    )
    lines = (*(Row(day, amount, text) for text in printed), *common)
    return DifferingCase(
        f"candidates: {name}", Kind.CANDIDATES, _by_day(lines), (*entries, *common), (truth,)
    )


def _by_day(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    return tuple(sorted(rows, key=lambda row: row.day))
