"""Whether a certificate's words are those of the document."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pipeline.proof.certificate_errors import CertificateDiffers
from pipeline.proof.certified_pages import CertifiedPage, CertifiedWord, Edges
from pipeline.words import Seen

_NEAR = 0.01  # points: as far as one machine's fractions may be from another's


@dataclass(frozen=True, slots=True)
class Changed:
    """A word of a picture (page, counted from 1, and place) that a certificate reads otherwise;
    ``by_a_digit``: with one other digit, and else alike."""

    page: int
    place: int
    by_a_digit: bool


def changed_words(
    certified: Sequence[CertifiedPage],
    found: Sequence[CertifiedPage],
    recognised: Collection[int],
    *,
    looked_at: bool = False,
) -> list[Changed]:
    """The words recognised from a picture that the certificate reads otherwise, as read once.

    ``recognised`` are the pages read from pictures; what was seen of each word counts if somebody
    ``looked_at`` the pages that were found. Raises CertificateDiffers for other words than those.
    """
    if len(certified) != len(found):
        raise CertificateDiffers(why=f"the document has {len(found)} pages")
    changed: list[Changed] = []
    for one, two in zip(certified, found, strict=True):
        others = _others(one, two, looked_at)
        if others and not (one.number in recognised and all(_may_change(*o[1:]) for o in others)):
            raise CertificateDiffers(why=f"page {one.number} has another word than it tells")
        changed += [Changed(one.number, place, _by_a_digit(a, b)) for place, a, b in others]
    return changed


def _others(
    one: CertifiedPage, two: CertifiedPage, looked_at: bool
) -> list[tuple[int, CertifiedWord, CertifiedWord]]:
    """The words of two pages that are not the same, each by its place. Raises
    CertificateDiffers."""
    size = (one.width, one.height, 0.0, 0.0), (two.width, two.height, 0.0, 0.0)
    if one.number != two.number or not _near(*size) or len(one.words) != len(two.words):
        raise CertificateDiffers(why=f"page {two.number} is another one")
    if len(one.ink) != len(two.ink) or not all(map(_near, one.ink, two.ink)):
        raise CertificateDiffers(why=f"page {two.number} has other print without text")
    pairs = enumerate(zip(one.words, two.words, strict=True))
    return [(place, a, b) for place, (a, b) in pairs if not _same(a, b, looked_at)]


def _same(one: CertifiedWord, two: CertifiedWord, looked_at: bool) -> bool:
    seen_alike = not looked_at or one[5] is two[5]
    return one[0] == two[0] and seen_alike and _near(one[1:5], two[1:5])


def _near(one: Edges, two: Edges) -> bool:
    return all(abs(a - b) <= _NEAR for a, b in zip(one, two, strict=True))


def _may_change(certified: CertifiedWord, found: CertifiedWord) -> bool:
    """Whether a word read once stands where another was recognised, by no second reading."""
    once = certified[5] is Seen.ONCE and found[5] is not Seen.TWICE
    return once and _near(certified[1:5], found[1:5])


def _by_a_digit(certified: CertifiedWord, found: CertifiedWord) -> bool:
    if len(certified[0]) != len(found[0]):
        return False
    changed = [(a, b) for a, b in zip(certified[0], found[0], strict=True) if a != b]
    return len(changed) <= 1 and all(a.isdigit() and b.isdigit() for a, b in changed)
