"""Certificates as the database keeps them: the pages once a document, the witness a statement.

What follows from them (checks, rows and facts) is not kept here, for the kernel says it anew.
"""

from __future__ import annotations

import json
import zlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from pipeline.proof.certificate import (
    Certificate,
    SecondWitness,
    all_second_witnesses,
    certificate_of,
)
from pipeline.proof.certificate_errors import CertificateRefused
from pipeline.proof.certified_pages import CertifiedPage, certified_page, page_of
from pipeline.proof.lexed import LexedPages
from pipeline.proof.page import PageProof
from pipeline.proof.recheck import prove_words
from pipeline.proof.restated import stated_in
from pipeline.proof.stated import Before, Stated
from pipeline.proof.witness import Witness
from pipeline.words import Page

_PAGES: Final = TypeAdapter(tuple[CertifiedPage, ...])
_WITNESS: Final = TypeAdapter(Witness)
_SECOND: Final = TypeAdapter(tuple[SecondWitness, ...])
#: Proofs that are kept, and the compressed words that they are of: a proof holds a hundred times
#: as much.
MOST_PROOFS, _MOST_BYTES = 128, 256 * 1024
_LARGEST: Final = 256 * 1024 * 1024


class _Proven:
    """The last proofs that the kernel made in this process, by all that it was given."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[bytes, str, Stated | None], PageProof] = OrderedDict()
        self._lock = Lock()

    def get(self, words: bytes, witness: str, stated: Stated | None) -> PageProof | None:
        """The proof of these, if it is among them."""
        with self._lock:
            found = self._known.get((words, witness, stated))
            if found is not None:
                self._known.move_to_end((words, witness, stated))
            return found

    def keep(self, words: bytes, witness: str, proof: PageProof) -> None:
        """Have it at hand, and let go of the oldest where there are too many or too long ones."""
        with self._lock:
            self._known[words, witness, proof.stated] = proof
            while len(self._known) > 1 and self._is_full():
                self._known.popitem(last=False)

    def _is_full(self) -> bool:
        length = sum(len(words) for words, _, _ in self._known)
        return len(self._known) > MOST_PROOFS or length > _MOST_BYTES


_PROVEN: Final = _Proven()


@dataclass(frozen=True, slots=True)
class _Read:
    pages: tuple[CertifiedPage, ...]
    lexed: LexedPages


def stored_pages(pages: Sequence[Page]) -> bytes:
    """The pages, compressed."""
    return zlib.compress(_PAGES.dump_json(tuple(map(certified_page, pages))))


def stored_witness(proof: PageProof, second: Sequence[SecondWitness] = ()) -> dict[str, Any]:
    """The rest of what the proof is made from: what a person stated, and what the statement before
    says, are second witnesses."""
    return {
        "witness": _WITNESS.dump_python(proof.witness, mode="json"),
        "second_witnesses": _SECOND.dump_python(all_second_witnesses(proof, second), mode="json"),
    }


def before_in(stored: dict[str, Any], exponent: int) -> Before | None:
    """The statement before that the kernel was given with the pages."""
    try:
        said = _SECOND.validate_json(json.dumps(stored.get("second_witnesses", ())))
        stated = stated_in(said, exponent)
    except (ValidationError, CertificateRefused):
        return None
    return stated.before if stated else None


def proven_from(words: bytes, stored: dict[str, Any]) -> PageProof:
    """The proof that the kernel makes of them. Raises CertificateRefused for what no longer fits.

    The last few are kept, for one page asks for the same proof several times.
    """
    witness = json.dumps(stored["witness"])
    try:
        offered = _WITNESS.validate_json(witness, strict=True)
        second = _SECOND.validate_json(json.dumps(stored["second_witnesses"]))
        stated = stated_in(second, offered.convention.exponent)
    except ValidationError:
        raise CertificateRefused(why="its witness is damaged") from None
    if (known := _PROVEN.get(words, witness, stated)) is not None:
        return known
    read = _read(words)
    proof = prove_words(read.pages, offered, read.lexed, stated)
    _PROVEN.keep(words, witness, proof)
    return proof


def keep_proven(words: bytes, stored: dict[str, Any], proof: PageProof) -> None:
    """Spare this process proving anew what it has just proven from these words: the statement
    after it asks for it."""
    _PROVEN.keep(words, json.dumps(stored["witness"]), proof)


def certificate_from_stored(sha256: str, words: bytes, stored: dict[str, Any]) -> Certificate:
    """The whole certificate, made anew. Raises CertificateRefused."""
    proof = proven_from(words, stored)
    second = _SECOND.validate_json(json.dumps(stored["second_witnesses"]))
    return certificate_of(sha256, proof, second)


@lru_cache(maxsize=8)
def pages_in(words: bytes) -> tuple[CertifiedPage, ...]:
    """The pages that were stored. Raises CertificateRefused for what is damaged."""
    unpacked = zlib.decompressobj()
    try:
        return _PAGES.validate_json(unpacked.decompress(words, _LARGEST))
    except (zlib.error, ValidationError):
        raise CertificateRefused(why="its words are damaged") from None


@lru_cache(maxsize=8)
def _read(words: bytes) -> _Read:
    pages = pages_in(words)
    return _Read(pages, LexedPages(tuple(map(page_of, pages))))
