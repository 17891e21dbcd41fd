"""Knows the same entry from another: N equal rows stay N, and the same file twice adds nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from hashlib import sha256

from db.text import storable
from db.views import NewEntry

#: A fingerprint and which of the equal ones it is, counted from 1.
Identity = tuple[str, int]


def fingerprint(booked_on: date, amount_minor: int, description: str) -> str:
    """A digest of what an entry says; runs of white space count as one blank."""
    words = " ".join(storable(description).split())
    return sha256(f"{booked_on.isoformat()}\n{amount_minor}\n{words}".encode()).hexdigest()


def identities(entries: Iterable[NewEntry]) -> list[Identity]:
    """What each entry is called if these are all there are."""
    return continued(map(fingerprint_of, entries), {})


def continued(fingerprints: Iterable[str], known: Mapping[str, int]) -> list[Identity]:
    """What each is called if ``known`` counts the equal ones that are there already."""
    seen = Counter(known)
    result = []
    for digest in fingerprints:
        seen[digest] += 1
        result.append((digest, seen[digest]))
    return result


def fingerprint_of(entry: NewEntry) -> str:
    """The fingerprint of an entry that is to be added."""
    return fingerprint(entry.booked_on, entry.amount_minor, entry.description)
