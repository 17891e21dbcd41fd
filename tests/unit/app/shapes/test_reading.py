"""The JSON of `tieout read` has exactly the agreed names, and loses no digit of any sum."""

from __future__ import annotations

import json
from datetime import date

from app.shapes.reading import read_shape, statement_shape
from app.shapes.writing import json_text
from db.words import AccountKind
from pipeline.drafts import Line, Reading, StatementDraft
from pipeline.intake.history import History
from pipeline.proof.checks import Check, CheckState
from pipeline.reading.from_bytes import DocumentReading
from pipeline.words import Box

LINE = Line(
    ordinal=1,
    page=1,
    bbox=Box(56.004, 231.4, 539.2, 241.9),
    date=date(2025, 3, 3),
    value_date=None,
    description="Bäckerei",
    amount=-764,
    balance=None,
    raw="03.03. Bäckerei 7,64-",
)
DRAFT = StatementDraft(
    institution=None,
    account_name="Girokonto",
    account_mask="3906",
    kind=AccountKind.CHECKING,
    currency="EUR",
    exponent=2,
    period_start=date(2025, 3, 1),
    period_end=date(2025, 3, 31),
    opening_balance=5,
    closing_balance=-759,
    lines=(LINE,),
    doubts=(Check("arithmetic", CheckState.UNAVAILABLE, None, "-7.59", "no balance printed"),),
)


def test_the_names_of_the_interface_are_all_there() -> None:
    document = DocumentReading(
        sha256="9f", pages=2, encrypted=False, engine="pdfium", seconds=0.12345,
        reading=Reading(statements=(DRAFT,), warnings=("careful",), readings_tried=7),
        history=History("Editor 3.1", None, 2, 0, 1, ("camt.xml",)),
    )  # fmt: skip

    shape = json.loads(json_text(read_shape(document)))

    assert shape == {
        "schema_version": 1,
        "document": {
            "sha256": "9f",
            "pages": 2,
            "encrypted": False,
            "engine": "pdfium",
            "seconds": 0.123,
            "readings_tried": 7,
        },
        "history": {
            "producer": "Editor 3.1",
            "creator": None,
            "revisions": 2,
            "signatures": 0,
            "notes": 1,
            "embedded": ["camt.xml"],
            "compared": [],
        },
        "statements": [
            {
                "institution": None,
                "account_name": "Girokonto",
                "account_mask": "3906",
                "kind": "checking",
                "currency": "EUR",
                "period_start": "2025-03-01",
                "period_end": "2025-03-31",
                "opening_balance": "0.05",
                "closing_balance": "-7.59",
                "status": "unproven",
                "checks": [
                    {
                        "name": "arithmetic",
                        "state": "unavailable",
                        "expected": None,
                        "found": "-7.59",
                        "detail": "no balance printed",
                    }
                ],
                "lines": [
                    {
                        "ordinal": 1,
                        "page": 1,
                        "bbox": [56.0, 231.4, 539.2, 241.9],
                        "date": "2025-03-03",
                        "value_date": None,
                        "description": "Bäckerei",
                        "amount": "-7.64",
                        "balance": None,
                        "raw": "03.03. Bäckerei 7,64-",
                        "method": "layout",
                    }
                ],
            }
        ],
        "warnings": ["careful"],
    }


def test_a_currency_without_cents_has_no_point() -> None:
    import dataclasses

    yen = dataclasses.replace(DRAFT, currency="JPY", exponent=0, opening_balance=1200)

    assert json.loads(json_text(statement_shape(yen)))["opening_balance"] == "1200"
