"""What a document that holds no statement calls itself, where its heading says so plainly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from db.words import OtherDocument
from pipeline.proof.tables.phrases import squeeze

#: So many lines from the top may be the heading.
_HEADING: Final = 12
_LONGEST: Final = 60

#: What such documents are headed with; each word or phrase is of one type alone.
_TITLES: Final[dict[OtherDocument, tuple[str, ...]]] = {
    OtherDocument.INVOICE: (
        "invoice", "tax invoice", "rechnung", "facture", "factura", "fattura", "factuur", "faktura",
        "fatura", "lasku", "számla", "请求書", "請求書", "发票",
    ),
    OtherDocument.RECEIPT: (
        "receipt", "payment receipt", "quittung", "kassenbon", "reçu", "recibo", "ricevuta",
        "kwitantie", "kvittering", "kvitto", "领収書", "領収書", "收据",
    ),
    OtherDocument.CONTRACT: (
        "contract", "agreement", "vertrag", "mietvertrag", "contrat", "contrato", "contratto",
        "overeenkomst", "umowa", "avtal",
    ),
    OtherDocument.PAYSLIP: (
        "payslip", "pay slip", "pay stub", "salary slip", "lohnabrechnung", "gehaltsabrechnung",
        "entgeltabrechnung", "bulletin de paie", "bulletin de salaire", "nómina", "busta paga",
        "loonstrook", "lönespecifikation", "lønnsslipp", "給与明細",
    ),
    OtherDocument.TAX: (
        "tax return", "tax assessment", "steuerbescheid", "einkommensteuerbescheid",
        "avis d'imposition", "declaración de la renta", "aanslag", "skattemelding",
    ),
    OtherDocument.LETTER: (
        "dear", "dear sir or madam", "dear customer", "sehr geehrte damen und herren",
        "madame, monsieur", "estimado cliente", "gentile cliente", "geachte heer",
    ),
}  # fmt: skip
_BY_LETTERS: Final = {squeeze(each): kind for kind, words in _TITLES.items() for each in words}


def titled(lines: Sequence[str]) -> OtherDocument | None:
    """The type that the document's heading names: a line that is such a title, or begins with one
    and a number. None where there is none, or more than one."""
    found = {kind for line in lines[:_HEADING] if (kind := _named(line)) is not None}
    return found.pop() if len(found) == 1 else None


def _named(line: str) -> OtherDocument | None:
    if len(line) > _LONGEST:
        return None
    words = [word for word in line.split() if not any(char.isdigit() for char in word)]
    letters = squeeze(" ".join(word for word in words if squeeze(word) not in _OF_A_NUMBER))
    return _BY_LETTERS.get(letters)


_OF_A_NUMBER: Final = frozenset({"no", "nr", "number", "nummer", "numero", "num", "date", "datum"})
