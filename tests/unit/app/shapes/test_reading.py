"""The JSON of `tieout read` has exactly the agreed names, and loses no digit of any sum."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date

from app.shapes.reading import read_shape, statement_shape
from app.shapes.writing import json_text
from db.words import AccountKind
from evals.typeset import Entry, Sheet, draft_of
from pipeline.drafts import Line, ReadStatements
from pipeline.intake.contents import History
from pipeline.proof import Objection
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
SHEET = Sheet(
    rows=(Entry(date(2025, 3, 3), "Bäckerei", -764),),
    opening=5,
    start=date(2025, 3, 1),
    end=date(2025, 3, 31),
)
DRAFT = replace(
    draft_of(SHEET, looked_at=False),
    institution=None,
    account_name="Girokonto",
    account_mask="3906",
    kind=AccountKind.CHECKING,
    lines=(LINE,),
    objections=(Objection("pages", "1 … 3", incomplete=True),),
)


def test_the_names_of_the_interface_are_all_there() -> None:
    document = DocumentReading(
        sha256="9f", pages=2, encrypted=False, engine="pdfium", seconds=0.12345,
        reading=ReadStatements(statements=(DRAFT,), warnings=("careful",), readings_tried=7),
        history=History("Editor 3.1", None, 2, 0, 1, ("camt.xml",)),
    )  # fmt: skip

    shape = json.loads(json_text(read_shape(document)))
    (statement,) = shape["statements"]
    checks, hypotheses = statement.pop("checks"), statement.pop("hypotheses")

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
                "objections": [{"code": "pages", "detail": "1 … 3", "incomplete": True}],
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
    assert checks[1:3] == [
        {
            "name": "seen",
            "state": "unavailable",
            "expected": None,
            "found": None,
            "detail": "nobody looked at the pages",
        },
        {
            "name": "sums",
            "state": "passed",
            "expected": "-7.59",
            "found": "-7.59",
            "detail": "",
        },
    ]
    assert [each for each in hypotheses if each["name"] in ("side", "period")] == [
        {"name": "side", "value": "money", "source": "assumed", "printed": "", "detail": ""},
        {
            "name": "period",
            "value": "2025-03-01 to 2025-03-31",
            "source": "label",
            "printed": "Statement period",
            "detail": "",
        },
    ]


def test_a_currency_without_cents_has_no_point() -> None:
    yen = replace(DRAFT, currency="JPY", exponent=0, opening_balance=1200)

    assert json.loads(json_text(statement_shape(yen)))["opening_balance"] == "1200"
