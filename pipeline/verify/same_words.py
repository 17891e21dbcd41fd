"""Whether a certificate's words are those of the document."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pipeline.proof.certificate_errors import CertificateDiffers
from pipeline.proof.certified_pages import CertifiedPage, CertifiedWord, Edges
from pipeline.words import Seen

_NEAR = 0.01  # points: as far as one machine's fractions may be from another's


def mended_words(
    certified: Sequence[CertifiedPage],
    found: Sequence[CertifiedPage],
    recognised: Collection[int],
    *,
    looked_at: bool = False,
) -> int:
    """How many words were mended: recognised from a picture with another digit.

    ``recognised`` are the pages read from pictures; what was seen of each word counts if somebody
    ``looked_at`` the pages that were found. Raises CertificateDiffers for other words than those.
    """
    if len(certified) != len(found):
        raise CertificateDiffers(why=f"the document has {len(found)} pages")
    mended = 0
    for one, two in zip(certified, found, strict=True):
        others = _others(one, two, looked_at)
        if others and one.number in recognised and all(_is_mended(*pair) for pair in others):
            mended += len(others)
        elif others:
            raise CertificateDiffers(why=f"page {one.number} has another word than it tells")
    if mended > 1:
        raise CertificateDiffers(why="more than one word of a picture reads otherwise")
    return mended


def _others(
    one: CertifiedPage, two: CertifiedPage, looked_at: bool
) -> list[tuple[CertifiedWord, CertifiedWord]]:
    """The words of two pages that are not the same. Raises CertificateDiffers."""
    size = (one.width, one.height, 0.0, 0.0), (two.width, two.height, 0.0, 0.0)
    if one.number != two.number or not _near(*size) or len(one.words) != len(two.words):
        raise CertificateDiffers(why=f"page {two.number} is another one")
    if len(one.ink) != len(two.ink) or not all(map(_near, one.ink, two.ink)):
        raise CertificateDiffers(why=f"page {two.number} has other print without text")
    pairs = zip(one.words, two.words, strict=True)
    return [(a, b) for a, b in pairs if not _same(a, b, looked_at)]


def _same(one: CertifiedWord, two: CertifiedWord, looked_at: bool) -> bool:
    seen_alike = not looked_at or one[5] is two[5]
    return one[0] == two[0] and seen_alike and _near(one[1:5], two[1:5])


def _near(one: Edges, two: Edges) -> bool:
    return all(abs(a - b) <= _NEAR for a, b in zip(one, two, strict=True))


def _is_mended(certified: CertifiedWord, found: CertifiedWord) -> bool:
    """Whether a word stands where another was recognised, and is that but for one digit."""
    if certified[5] is not Seen.ONCE or not _near(certified[1:5], found[1:5]):
        return False
    if len(certified[0]) != len(found[0]):
        return False
    changed = [(a, b) for a, b in zip(certified[0], found[0], strict=True) if a != b]
    return len(changed) <= 1 and all(a.isdigit() and b.isdigit() for a, b in changed)
