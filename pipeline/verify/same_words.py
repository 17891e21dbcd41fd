"""Whether a certificate's words are those of the document."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from pipeline.proof import CertifiedPage
from pipeline.verify.errors import CertificateDiffers
from pipeline.words import Seen

_NEAR = 0.01  # points: as far as one machine's fractions may be from another's
_Word: TypeAlias = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Changed:
    """A word (page, counted from 1, and place) that a certificate reads otherwise than the page.

    ``by_a_digit``: with one other digit, and else alike; ``typed`` by a person, as the picture
    shows it.
    """

    page: int
    place: int
    by_a_digit: bool
    typed: bool = False


def changed_words(
    certified: Sequence[CertifiedPage],
    found: Sequence[CertifiedPage],
    recognised: Collection[int],
    *,
    looked_at: bool = False,
) -> list[Changed]:
    """The words that the certificate reads otherwise: a person's, or of a picture, as read once.

    ``recognised`` are the pages read from pictures; what was seen of each word counts if somebody
    ``looked_at`` the pages that were found. Raises CertificateDiffers for other words than those.
    """
    if len(certified) != len(found):
        raise CertificateDiffers(why=f"the document has {len(found)} pages")
    changed: list[Changed] = []
    for one, two in zip(certified, found, strict=True):
        others = _others(one, two, looked_at)
        for place, a, b in others:
            typed = a[5] is Seen.PERSON
            if not typed and not (one.number in recognised and b and _may_change(a, b)):
                raise CertificateDiffers(why=f"page {one.number} has another word than it tells")
            by_a_digit = bool(b) and _by_a_digit(a, b or a)
            changed.append(Changed(one.number, place, by_a_digit, typed))
    return changed


def _others(
    one: CertifiedPage, two: CertifiedPage, looked_at: bool
) -> list[tuple[int, _Word, _Word | None]]:
    """The words of two pages that are not the same, each by its place; None for one that the page
    does not have. Raises CertificateDiffers."""
    size = (one.width, one.height, 0.0, 0.0), (two.width, two.height, 0.0, 0.0)
    if one.number != two.number or not _near(*size) or len(one.words) < len(two.words):
        raise CertificateDiffers(why=f"page {two.number} is another one")
    if len(one.ink) != len(two.ink) or not all(map(_near, one.ink, two.ink)):
        raise CertificateDiffers(why=f"page {two.number} has other print without text")
    known = len(two.words)
    rows = tuple(tuple(word for word in row if word < known) for row in one.rows)
    if tuple(row for row in rows if row) != two.rows:
        raise CertificateDiffers(why=f"page {two.number} has its words on other rows")
    found: list[tuple[int, _Word, _Word | None]] = []
    for place, word in enumerate(one.words):
        own = two.words[place] if place < known else None
        if own is None or not _same(word, own, looked_at):
            found.append((place, word, own))
    return found


def _same(one: _Word, two: _Word, looked_at: bool) -> bool:
    seen_alike = not looked_at or one[5] is two[5]
    return one[0] == two[0] and seen_alike and _near(one[1:5], two[1:5])


def _near(one: Sequence[float], two: Sequence[float]) -> bool:
    return all(abs(a - b) <= _NEAR for a, b in zip(one, two, strict=True))


def _may_change(certified: _Word, found: _Word) -> bool:
    """Whether a word read once stands where another was recognised, by no second reading."""
    once = certified[5] is Seen.ONCE and found[5] is not Seen.TWICE
    return once and _near(certified[1:5], found[1:5])


def _by_a_digit(certified: _Word, found: _Word) -> bool:
    if len(certified[0]) != len(found[0]):
        return False
    changed = [(a, b) for a, b in zip(certified[0], found[0], strict=True) if a != b]
    return len(changed) <= 1 and all(a.isdigit() and b.isdigit() for a, b in changed)
