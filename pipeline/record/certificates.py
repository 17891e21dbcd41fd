"""Certificates as the database keeps them: the pages once a document, the witness a statement.

What follows from them (checks, rows and facts) is not kept here, for the kernel says it anew.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
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
from pipeline.proof.stated import Before
from pipeline.proof.witness import Witness
from pipeline.words import Page

_PAGES: Final = TypeAdapter(tuple[CertifiedPage, ...])
_WITNESS: Final = TypeAdapter(Witness)
_SECOND: Final = TypeAdapter(tuple[SecondWitness, ...])
_LARGEST: Final = 256 * 1024 * 1024


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
    return _proven(words, json.dumps(stored["witness"]), json.dumps(stored["second_witnesses"]))


def certificate_from_stored(sha256: str, words: bytes, stored: dict[str, Any]) -> Certificate:
    """The whole certificate, made anew. Raises CertificateRefused."""
    proof = proven_from(words, stored)
    second = _SECOND.validate_json(json.dumps(stored["second_witnesses"]))
    return certificate_of(sha256, proof, second)


@lru_cache(maxsize=32)
def _proven(words: bytes, witness: str, second: str) -> PageProof:
    read = _read(words)
    try:
        offered = _WITNESS.validate_json(witness, strict=True)
        stated = stated_in(_SECOND.validate_json(second), offered.convention.exponent)
        return prove_words(read.pages, offered, read.lexed, stated)
    except ValidationError:
        raise CertificateRefused(why="its witness is damaged") from None


@lru_cache(maxsize=8)
def _read(words: bytes) -> _Read:
    unpacked = zlib.decompressobj()
    try:
        text = unpacked.decompress(words, _LARGEST)
        pages = _PAGES.validate_json(text)
    except (zlib.error, ValidationError):
        raise CertificateRefused(why="its words are damaged") from None
    return _Read(pages, LexedPages(tuple(map(page_of, pages))))
