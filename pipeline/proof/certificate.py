"""Certificates: all that a verdict rests on, as JSON that anybody can check again.

docs/certificate.md is the format. Only the words, the witnesses and what others say (objections,
answers, layouts, the ledger) are taken from a certificate; what follows from them is found again,
and must be what it says.
"""

import json
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, Final, Literal

from pydantic import Field, TypeAdapter, ValidationError

from db.money import UnknownCurrency, to_decimal_string
from pipeline.proof.agreement import Agreement, Verdict
from pipeline.proof.checks import Check
from pipeline.proof.document import Document
from pipeline.proof.hypotheses import Answer, Hypothesis, KnownAccount, Layout
from pipeline.proof.ledger import LedgerSide, Pairing
from pipeline.proof.page import KERNEL_VERSION, Objection, PageProof
from pipeline.proof.witness import Witness, misfit
from pipeline.words import Box, Page, Seen, Word

_FORMAT: Final = "tieout certificate"
MAX_BYTES: Final = 64 * 1024 * 1024
_MOST_WITNESSES: Final = 400
_BAD: Final = (ArithmeticError, AssertionError, LookupError, TypeError, ValueError, UnknownCurrency)

_Points = Annotated[float, Field(ge=-1e6, le=1e6)]
_Text = Annotated[str, Field(min_length=1, max_length=10_000)]
_Word = tuple[_Text, _Points, _Points, _Points, _Points, Seen | None]
_Decimal = Annotated[str, Field(pattern=r"^-?[0-9]{1,20}(\.[0-9]{1,4})?$")]


class CertificateError(ValueError):
    """A certificate that does not have the shape of one, or says what does not follow."""


@dataclass(frozen=True, slots=True)
class CertifiedPage:
    """One page: its size in points, its words with their boxes and looks, its rows, and ink."""

    number: int
    width: _Points
    height: _Points
    words: tuple[_Word, ...]
    rows: tuple[tuple[int, ...], ...]
    ink: tuple[tuple[_Points, _Points, _Points, _Points], ...]

    @classmethod
    def of(cls, page: Page) -> "CertifiedPage":
        """The page as a certificate carries it. Points are exact: no digit is cut."""
        looks: tuple[Seen | None, ...] = page.seen or (None,) * len(page.words)
        words = tuple((*word, look) for word, look in zip(page.words, looks, strict=True))
        ink = tuple((*box,) for box in page.ink)
        return cls(page.number, page.width, page.height, words, page.rows, ink)

    def page(self) -> Page:
        """The page that this carries; where a word was not looked at, none is."""
        looks = tuple(word[5] for word in self.words if word[5] is not None)
        words, ink = tuple(Word(*word[:5]) for word in self.words), tuple(map(Box._make, self.ink))
        seen = looks if len(looks) == len(self.words) else ()
        return Page(self.number, self.width, self.height, words, seen=seen, ink=ink, rows=self.rows)


@dataclass(frozen=True, slots=True)
class Found:
    """What was found of the page. Lines are day, second day, amount, balance."""

    proven: bool
    obligations: tuple[Check, ...]
    hypotheses: tuple[Hypothesis, ...]
    lines: tuple[tuple[date, date | None, _Decimal, _Decimal | None], ...]
    opening: _Decimal | None
    closing: _Decimal | None

    @classmethod
    def of(cls, proof: PageProof) -> "Found":
        """The same of a proof, money as decimal strings."""

        def shown(value: int | None) -> str | None:
            digits = proof.witness.convention.digits
            return None if value is None else to_decimal_string(value, digits)

        rows = ((e.day, e.second, shown(e.amount) or "", shown(e.balance)) for e in proof.lines)
        found = (proof.proven, proof.obligations, proof.hypotheses, tuple(rows))
        return cls(*found, shown(proof.opening), shown(proof.closing))


@dataclass(frozen=True, slots=True)
class Agreed:
    """The ledger's side and the pairing, and what was found of them."""

    side: LedgerSide
    pairing: Pairing
    rivals: int
    alternatives: int
    verdict: Verdict
    obligations: tuple[Check, ...]
    hypotheses: tuple[Hypothesis, ...]

    @classmethod
    def of(cls, each: Agreement) -> "Agreed":
        """The same of an agreement."""
        given = (each.side, each.pairing, each.rivals, each.alternatives)
        return cls(*given, each.verdict, each.obligations, each.hypotheses)


@dataclass(frozen=True, slots=True)
class Certificate:
    """One statement's certificate; docs/certificate.md, section 1, explains each member."""

    format: Literal["tieout certificate"]
    version: Literal[2]
    kernel: int
    document: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    pages: tuple[CertifiedPage, ...]
    witnesses: tuple[Witness, ...]
    statement: int
    objections: tuple[Objection, ...]
    answers: tuple[Answer, ...]
    layouts: tuple[Layout, ...]
    account: KnownAccount | None
    page: Found
    agreement: Agreed | None

    @classmethod
    def of(cls, sha256: str, proof: PageProof, agreement: Agreement | None = None) -> "Certificate":
        """The certificate of a proof, and of the outcome of that beside the ledger. The document is
        known by its SHA-256 in hex."""
        pages = tuple(map(CertifiedPage.of, proof.document.pages))
        given = (proof.witnesses, proof.statement, proof.objections, proof.answers, proof.layouts)
        agreed = Agreed.of(agreement) if agreement else None
        head = (_FORMAT, 2, KERNEL_VERSION, sha256, pages)
        return cls(*head, *given, proof.account, Found.of(proof), agreed)  # type: ignore[arg-type]

    @classmethod
    def read(cls, text: str | bytes) -> "Certificate":
        """The certificate that a JSON text is, whose places fit its pages. Raises
        CertificateError."""
        if len(text) > MAX_BYTES:
            raise CertificateError(f"it is larger than {MAX_BYTES >> 20} MB")
        found: Certificate | None = None
        try:
            found = _ADAPTER.validate_json(text, strict=True)
        except ValidationError as error:
            plain, first = _plain(text), error.errors(include_url=False, include_input=False)[0]
            if plain.get("format") != _FORMAT:
                raise CertificateError("the file is no certificate of tieout") from None
            if (plain.get("version"), plain.get("kernel")) == (2, KERNEL_VERSION):
                where = ".".join(map(str, first["loc"]))
                raise CertificateError(f"{where}: {first['msg'].lower()}") from None
        if found is None or found.kernel != KERNEL_VERSION:
            raise CertificateError("it is of another version of the format or of the kernel")
        # What this would write, to the letter, has each member once and no other.
        letters = (text.encode() if isinstance(text, str) else text).replace(b"\n", b"")
        if letters != _ADAPTER.dump_json(found) and _ordered(text) != _ordered(found.text()):
            raise CertificateError("it has members that the format does not have, or lacks some")
        if why := found._misshapen():
            raise CertificateError(why)
        return found

    def text(self) -> str:
        """The JSON of this, a member a line."""
        whole = _ADAPTER.dump_python(self, mode="json").items()
        tight: Any = {"ensure_ascii": False, "separators": (",", ":")}
        return "{" + ",\n".join(f'"{name}":{json.dumps(e, **tight)}' for name, e in whole) + "}\n"

    def proof(self) -> tuple[PageProof, Agreement | None]:
        """What this proves, proven again from its words, its witnesses and what others say alone.

        Raises CertificateError where something else is found than it says, or where its words or
        its ledger cannot be so."""
        try:
            document = Document(tuple(page.page() for page in self.pages))
            given = (self.witnesses, self.statement, self.objections, self.answers, self.layouts)
            proof = PageProof(document, *given, self.account)
            said = self.agreement
            agreement = Agreement(proof, said.side, said.pairing, said.rivals) if said else None
            found = Found.of(proof), Agreed.of(agreement) if agreement else None
        except _BAD as error:
            raise CertificateError("its words or its ledger are none that could be") from error
        if found != (self.page, said):
            raise CertificateError("something else is found than what it says")
        return proof, agreement

    def _misshapen(self) -> str:
        """Why the parts of this do not fit each other; empty if they do."""
        if [page.number for page in self.pages] != list(range(1, len(self.pages) + 1)):
            return "its pages are not numbered from 1 without a gap"
        for page in self.pages:
            if sorted(w for row in page.rows for w in row) != list(range(len(page.words))):
                return f"not every word of page {page.number} is in one row"
            if len({word[5] is None for word in page.words}) > 1:
                return f"some words of page {page.number} were looked at, and others were not"
        if not 0 <= self.statement < len(self.witnesses) <= _MOST_WITNESSES:
            return "the statement is none of its witnesses"
        sizes, rows = [len(page.words) for page in self.pages], sum(len(p.rows) for p in self.pages)
        return next(filter(None, (misfit(each, sizes, rows) for each in self.witnesses)), "")


_ADAPTER: Final = TypeAdapter(Certificate)


def schema() -> dict[str, Any]:
    """The JSON Schema of a certificate."""
    return _ADAPTER.json_schema()


def _ordered(text: str | bytes) -> str:
    """The same JSON with its names in order, to be compared."""
    return json.dumps(_plain(text), sort_keys=True)


def _plain(text: str | bytes) -> dict[str, Any]:
    """A JSON object in which no name is there twice; whole numbers as floats, for 1 is 1.0 in JSON
    and yet not true."""
    try:
        found = json.loads(text, object_pairs_hook=_each_name_once, parse_int=float)
    except (ValueError, RecursionError):
        raise CertificateError("the file is no JSON") from None
    return found if isinstance(found, dict) else {}


def _each_name_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(found := dict(pairs)) != len(pairs):
        raise CertificateError("a name is twice in one object")
    return found
