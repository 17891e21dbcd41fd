"""The JSON of `tieout read` has exactly the agreed names, and loses no digit of any sum."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

from app.shapes.reading import read_shape, statement_shape
from app.shapes.writing import json_text
from db.words import AccountKind
from evals.typeset import Entry, Sheet, draft_of
from pipeline.drafts import Line, ReadStatements
from pipeline.intake.contents import History
from pipeline.proof import Objection
from pipeline.reading.from_bytes import DocumentReading
from pipeline.words import Box

#: Two of the checks and hypotheses stand for all.
EXPECTED = Path(__file__).parents[3] / "data" / "read.json"
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
    statement["checks"] = statement["checks"][1:3]
    asked = [each for each in statement["hypotheses"] if each["name"] in ("side", "period")]
    statement["hypotheses"] = asked

    assert shape == json.loads(EXPECTED.read_text("utf-8"))


def test_a_currency_without_cents_has_no_point() -> None:
    yen = replace(DRAFT, currency="JPY", exponent=0, opening_balance=1200)

    assert json.loads(json_text(statement_shape(yen)))["opening_balance"] == "1200"
