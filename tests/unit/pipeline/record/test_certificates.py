"""What the database keeps of a statement: its document's words once, and what was offered of it."""

import json
import zlib
from dataclasses import fields, replace
from datetime import date

import pytest

from db.models import Line as LineRow
from db.models import Statement
from db.words import AccountKind
from evals.typeset import Entry, Sheet, draft_of
from pipeline.drafts import Line, StatementDraft, prove_draft
from pipeline.matching.shapes import Difference, DifferenceKind, Evidence, Reason
from pipeline.proof import CertificateError, Check, CheckState, Document, Objection
from pipeline.record.certificates import (
    MOST_DOCUMENTS,
    document_in,
    keep_document,
    offered_in,
    pages_in,
    stored_offer,
    stored_pages,
)
from pipeline.record.correcting import CannotCorrect, Correction, corrected
from pipeline.record.rows import (
    CHECKS,
    DIFFERENCES,
    as_recorded,
    line_columns,
    recorded_draft,
    statement_columns,
    stored,
)
from pipeline.words import Box
from tests.support.typewritten import document, in_short, only, printed, read

PRINTED = printed("certificates")


def drafted(description: str) -> tuple[StatementDraft, Document]:
    rows = (Entry(date(2025, 3, 3), description, -250), Entry(date(2025, 3, 9), "Salary", 900))
    draft = draft_of(Sheet(rows, 10_000, start=date(2025, 3, 1), end=date(2025, 3, 31)))
    assert draft.proof is not None
    return draft, draft.proof.document


def test_what_is_kept_proves_the_very_same() -> None:
    draft, document = drafted("Coffee shop")
    told = replace(draft, objections=(Objection("count", "3"),), method="model")
    again = document_in(stored_pages(document.pages))
    offered = offered_in(json.loads(json.dumps(stored_offer(told))), again)
    assert (offered.witnesses, offered.objections, offered.method) == (
        told.witnesses, told.objections, told.method,
    )  # fmt: skip
    proof = prove_draft(draft, again, offered.witnesses[offered.chosen]).proof
    assert proof is not None
    assert draft.proof is not None
    assert proof.obligations == draft.proof.obligations
    assert (proof.lines, proof.hypotheses) == (draft.proof.lines, draft.proof.hypotheses)


def test_nothing_is_kept_of_a_statement_of_which_nothing_is_offered() -> None:
    draft, _ = drafted("Book shop")
    assert stored_offer(replace(draft, witnesses=(), proof=None)) is None


@pytest.mark.parametrize("words", [b"", b"no words", zlib.compress(b"[{}]"), zlib.compress(b"7")])
def test_damaged_words_are_none(words: bytes) -> None:
    with pytest.raises(CertificateError):
        document_in(words)


def test_an_offer_that_is_damaged_or_of_another_document_is_none() -> None:
    draft, document = drafted("Shoe shop")
    offer = stored_offer(draft)
    assert offer is not None
    for damaged in ({}, {**offer, "chosen": 1}, {**offer, "witnesses": [{}]}):
        with pytest.raises(CertificateError):
            offered_in(damaged, document)
    with pytest.raises(CertificateError):
        offered_in(offer, Document([replace(document.pages[0], words=(), seen=(), rows=())]))


def test_pages_of_an_earlier_version_get_the_rows_that_it_did_not_keep() -> None:
    _, document = drafted("Flower shop")
    plain = json.loads(zlib.decompress(stored_pages(document.pages)))
    for page in plain:
        del page["rows"]
    (page,) = pages_in(zlib.compress(json.dumps(plain).encode()))
    assert page.rows == document.pages[0].rows


def test_only_the_last_documents_are_at_hand() -> None:
    _, document = drafted("Tea shop")
    words = stored_pages(document.pages)
    keep_document(words, document)
    assert document_in(words) is document
    for number in range(MOST_DOCUMENTS):
        keep_document(words + bytes([number]), document)
    assert document_in(words) is not document


BOX = Box(56.004, 231.4, 539.2, 241.9)
LINE = Line(1, 2, BOX, date(2025, 3, 3), None, "Rent", -80000, 5, "03 Mar Rent", "ocr")
DRAFT = StatementDraft(
    institution="Harrow & Vale", account_name="Current", account_mask="4471",
    kind=AccountKind.CHECKING, currency="GBP", exponent=2,
    period_start=date(2025, 3, 1), period_end=date(2025, 3, 31),
    opening_balance=80005, closing_balance=5, lines=(LINE,), says_no_lines=False,
)  # fmt: skip
DIFFERENCE = Difference(
    DifferenceKind.AMOUNT_DIFFERS, Reason.TIP_OR_FEE, (1,), (7, 8), -80000, None,
    date(2025, 3, 3), "Rent", (Evidence(2, BOX, "03 Mar Rent"),), 9,
)  # fmt: skip
CHECK = Check("sums", CheckState.FAILED, "5.00", None, "why")


def test_a_difference_and_a_check_come_back_through_json() -> None:
    differences = json.loads(json.dumps(stored(DIFFERENCES, (DIFFERENCE,))))
    checks = json.loads(json.dumps(stored(CHECKS, (CHECK,))))

    assert DIFFERENCES.validate_python(differences) == (DIFFERENCE,)
    assert CHECKS.validate_python(checks) == (CHECK,)


def test_every_field_is_kept_under_its_own_name_and_money_in_minor_units() -> None:
    (kept,) = stored(DIFFERENCES, (DIFFERENCE,))

    assert list(kept) == [each.name for each in fields(Difference)]
    assert (kept["expected"], kept["found"], kept["date"]) == (-80000, None, "2025-03-03")
    assert kept["evidence"] == [{"page": 2, "bbox": list(BOX), "raw": "03 Mar Rent"}]


@pytest.mark.parametrize("lines", [(), (LINE,)])
def test_a_draft_comes_back_from_its_rows(lines: tuple[Line, ...]) -> None:
    draft = replace(DRAFT, lines=lines)
    row = Statement(**statement_columns(draft))
    row.lines = [LineRow(**line_columns(line)) for line in lines]

    assert recorded_draft(row) == draft


def test_a_line_that_was_just_read_is_as_its_row_will_give_it_back() -> None:
    unstorable = replace(LINE, description="Rent\0", raw="03 Mar Rent\ud800")
    expected = replace(LINE, description="Rent\ufffd", raw="03 Mar Rent\ufffd")
    assert as_recorded(unstorable) == expected
    assert as_recorded(LINE) is LINE


PAGE = PRINTED["page"]


def page(second: str = "410.00", below: str = "") -> StatementDraft:
    """The statement as it was read, proven from its words."""
    text = PAGE.format(second=second, below=below)
    draft = only(read(text))
    return prove_draft(draft, Document(document(text).pages), draft.witnesses[0])


def after(draft: StatementDraft, *corrections: Correction) -> StatementDraft:
    return corrected(draft, corrections, 1)


def test_a_misprinted_balance_is_none() -> None:
    wrong = page(second="416.00")
    assert wrong.status == "unproven"
    right = after(wrong, Correction("balance", line=2))
    assert right.status == "proven"
    assert [line.balance for line in right.lines] == [43_000, None, 40_250, 39_325, 38_150]


def test_what_the_picture_shows_is_typed_over_what_was_read() -> None:
    wrong = page(second="416.00")
    right = after(wrong, Correction("balance", line=2, text="410.00"))
    assert right.status == "proven"
    assert right.lines[1].balance == 41_000


def test_words_of_the_row_that_read_so_are_pointed_at() -> None:
    draft = page()
    same = after(draft, Correction("amount", line=2, text="-20.00"))
    assert same.witness == draft.witness


def test_an_advert_that_could_be_a_line_is_none() -> None:
    """Also where a line has an amount of the same text: what nothing cites is meant."""
    advert = page(below="Since 01/01/2025 members save 330.00 a month")
    assert advert.status == "unproven"
    right = after(advert, Correction("no_figure", text="330.00"))
    assert (right.status, len(right.lines)) == ("proven", 5)


def test_rows_of_the_same_words_are_left_out_together() -> None:
    """As the totals that a bank prints after each day; a line of the same words stays."""
    draft = only(read(PRINTED["totals after each day"]))
    right = after(draft, Correction("no_figure", text="68.23"))
    assert (draft.status, right.status) == ("unproven", "proven")
    assert right.witness is not None
    assert [each.by for each in right.witness.other] == ["person"] * 3


def test_a_line_that_is_none_goes_and_another_one_comes() -> None:
    short = after(page(), Correction("no_line", line=2))
    assert [in_short(line) for line in short.lines][:2] == ["2025-03-03 33000", "2025-03-19 -750"]
    assert short.status == "unproven"
    again = Correction("line", line=1, text="-20.00", day="10/03/2025", balance="410.00")
    whole = after(page(), Correction("no_line", line=2), again)
    assert [in_short(line) for line in whole.lines][1] == "2025-03-10 -2000"


def test_an_end_that_reads_so_already_stays_as_it_is() -> None:
    draft = page()
    assert after(draft, Correction("closing", text="381.50")).witness == draft.witness


@pytest.mark.parametrize(
    "wrong",
    [
        Correction("amount", line=9, text="1.00"),
        Correction("amount", line=1),
        Correction("no_figure", text="77.77"),
        Correction("line", line=7, text="1.00"),
    ],
    ids=["no such line", "a line without an amount", "no such figure", "beyond the lines"],
)
def test_what_cannot_be_is_refused_with_a_remedy(wrong: Correction) -> None:
    with pytest.raises(CannotCorrect, match="tieout review"):
        after(page(), wrong)
