"""What a bank's files hold is read whole, and what cannot be read is named with its line."""

import re
from contextlib import suppress
from datetime import date
from decimal import Decimal
from pathlib import Path
from random import Random

import bankfile
import pytest

from db.errors import TieoutError
from db.formats.bank import ofx, qif
from db.formats.detect import head_of, module_of, read_source
from db.formats.snapshot import (
    SourceEntry,
    SourceError,
    SourceHasDoctype,
    SourceMalformed,
    SourceTruncated,
)
from db.words import AccountKind
from tests.integration.formats.bank_samples import (
    JANUARY,
    LEDGERS,
    camt_entry,
    camt_file,
    mt940_file,
    ofx_file,
    ofx_row,
    ofx_statement,
    qif_file,
    read_text,
    told,
)

SAMPLES = {
    "bank-v1.ofx": ("ofx", "55555555"),
    "bank-v2.ofx": ("ofx", "55555555"),
    "bank.camt053.xml": ("camt", "GB33BUKB20201555555555"),
    "bank.mt940": ("mt940", "55555555 202015"),
}


@pytest.mark.parametrize("name", SAMPLES)
def test_a_statement_is_read_with_both_of_its_balances(name: str) -> None:
    form, number = SAMPLES[name]

    found = read_source(LEDGERS / name)

    assert (found.format, found.remarks) == (form, ())
    (account,) = found.accounts
    assert (account.number, account.currency) == (number, "GBP")
    assert (account.opened_on, account.opening_minor) == (date(2025, 1, 1), 120000)
    assert account.balance == (date(2025, 1, 31), 190599)
    assert [told(each) for each in found.entries if not each.pending] == JANUARY
    assert not any(each.lasting or each.ours for each in found.entries)


def test_qif_has_neither_currency_nor_balance() -> None:
    found = read_source(LEDGERS / "bank.qif")

    (account,) = found.accounts
    assert (account.name, account.currency) == ("Current", qif.NO_CURRENCY)
    assert (account.kind, account.balance) == (AccountKind.CHECKING, None)
    assert [told(each) for each in found.entries] == JANUARY
    place = found.entries[1].place
    assert place
    assert (place.first, place.last, place.amount_line) == (11, 15, 12)


def test_a_row_that_is_not_booked_yet_is_pending() -> None:
    found = read_source(LEDGERS / "bank.camt053.xml")

    assert [(told(each)[2], each.source_id) for each in found.entries if each.pending] == [
        ("Costa pending", "ASRF6")
    ]


@pytest.mark.parametrize("name", ["bank-v1.ofx", "bank.mt940"])
def test_a_foreign_reader_sees_the_same(name: str) -> None:
    foreign = bankfile.parse(LEDGERS / name)
    found = read_source(LEDGERS / name)

    assert [(each.booking_date or each.date, each.amount) for each in foreign.transactions] == [
        (each.booked_on, Decimal(each.amount_minor) / 100) for each in found.entries
    ]


OK = ofx_row(day="20250109", amount="-58.00")

#: A file with one bad row, or more, in front of a good one; and why it was not taken, in its line.
BAD_ROWS = {
    "30 February": (ofx_file(ofx_statement(ofx_row(day="20250230"), OK)), 9, "day is missing"),
    "no day": (ofx_file(ofx_statement(ofx_row(day=""), OK)), 9, "day is missing"),
    "not a number": (ofx_file(ofx_statement(ofx_row(amount="NaN"), OK)), 9, "'NaN' is no amount"),
    "a power": (ofx_file(ofx_statement(ofx_row(amount="1e10000000"), OK)), 9, "is no amount"),
    "large": (ofx_file(ofx_statement(ofx_row(amount="9" * 30), OK)), 9, "larger than any"),
    "foreign": (
        ofx_file(ofx_statement(ofx_row(more="<CURRENCY><CURRATE>1<CURSYM>USD</CURRENCY>"), OK)),
        9,
        "in 'USD'",
    ),
    "a mended row": (
        ofx_file(ofx_statement(ofx_row(more="<CORRECTFITID>F0<CORRECTACTION>DELETE"), OK)),
        9,
        "takes the row 'F0' away, which the file does not have",
    ),
    "thousands or decimals": (
        "!Type:Bank\nD2025-01-03\nT-1,234\n^\nD2025-01-09\nT-58\nPHollis\n^\n",
        2,
        "thousands or decimals",
    ),
    "mt940, 30 February": (
        mt940_file(":61:2502300230D42,00NMSC", ":61:250109D58,00NMSC", ":86:Hollis"),
        4,
        "day is missing",
    ),
    "mt940, a point": (
        mt940_file(":61:250103D1.200,00NMSC", ":61:250109D58,00NMSC", ":86:Hollis"),
        4,
        "not as the form wants it",
    ),
    "mt940, too long": (
        mt940_file(f":61:250103D{'9' * 14},00NMSC", ":61:250109D58,00NMSC", ":86:Hollis"),
        4,
        "not as the form wants it",
    ),
    "mt940, a reference the library cannot read": (
        mt940_file(f":61:250103D42,00NMSC//{'X' * 30}\na\nb", ":61:250109D58,00", ":86:Hollis"),
        4,
        "not as the form wants it",
    ),
    "camt, 30 February": (
        camt_file(camt_entry(day="2025-02-30"), camt_entry("2025-01-09", "58.00")),
        1,
        "day is missing",
    ),
    "camt, not a number": (
        camt_file(camt_entry(amount="INF"), camt_entry("2025-01-09", "58.00")),
        1,
        "'INF' is no amount",
    ),
    "camt, for information": (
        camt_file(camt_entry(more="<Sts>INFO</Sts>"), camt_entry("2025-01-09", "58.00")),
        1,
        "information only",
    ),
}


@pytest.mark.parametrize("case", BAD_ROWS)
def test_a_row_that_cannot_be_read_is_named_and_the_others_are_read(
    case: str, tmp_path: Path
) -> None:
    text, line, why = BAD_ROWS[case]

    found = read_text(tmp_path, text)

    assert [told(each) for each in found.entries] == [(date(2025, 1, 9), -5800, "Hollis")]
    remark = next(each for each in found.remarks if "row was not taken" in each.reason)
    assert (remark.line, why in remark.reason) == (line, True), remark


DOCTYPE = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]>'
REFUSED: dict[str, tuple[str | bytes, type[SourceError]]] = {
    "ofx, cut": (ofx_file(ofx_statement(OK))[:-8], SourceTruncated),
    "ofx, bomb": (DOCTYPE + ofx_file(ofx_statement(OK)), SourceHasDoctype),
    "ofx, no currency": (ofx_file(ofx_statement(OK, currency="")), SourceMalformed),
    "ofx, nothing": (ofx_file(), SourceMalformed),
    "qif, cut": (qif_file("2025-01-03")[:-2], SourceTruncated),
    "mt940, cut": (mt940_file(":61:250103D42,00NMSC").partition(":62F")[0], SourceTruncated),
    "mt940, cut in its balance": (mt940_file(closing="C2501"), SourceTruncated),
    "camt, cut": (camt_file(camt_entry())[:-30], SourceTruncated),
    "camt, bomb": (camt_file(camt_entry(), head=DOCTYPE), SourceHasDoctype),
    "camt, bomb in another encoding": (
        camt_file(head=f'<?xml version="1.0" encoding="UTF-16"?>{DOCTYPE}').encode("utf-16"),
        SourceHasDoctype,
    ),
    "camt, bomb in letters that only the parser knows": (
        b'<?xml version="1.0" encoding="UTF-7"?>+ADwAIQ-DOCTYPE a []>' + camt_file().encode(),
        SourceHasDoctype,
    ),
    "camt, broken": (camt_file("<Ntry></Stmt>"), SourceMalformed),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_file_that_cannot_be_trusted_is_refused(case: str, tmp_path: Path) -> None:
    text, error = REFUSED[case]

    with pytest.raises(error):
        read_text(tmp_path, text)


def test_an_id_is_only_a_hint(tmp_path: Path) -> None:
    rows = (ofx_row(), ofx_row(amount="-1.00"), ofx_row(more=""))

    found = read_text(tmp_path, ofx_file(ofx_statement(*rows)))

    assert [(each.source_id, each.amount_minor) for each in found.entries] == [
        ("F1", -4200), ("F1", -100), (None, -4200),
    ]  # fmt: skip
    assert not found.remarks


def _corrects(of: str, action: str, own: str = "F9", amount: str = "-7.00") -> str:
    more = f"<FITID>{own}<CORRECTFITID>{of}<CORRECTACTION>{action}"
    return ofx_row(amount=amount, more=more)


@pytest.mark.parametrize(
    ("rows", "left"),
    [
        ((_corrects("F1", "REPLACE"),), {"F9": -700}),
        ((_corrects("F1", "replace", own="F1"),), {"F1": -700}),
        ((_corrects("F1", "DELETE"),), {}),
        ((_corrects("F1", "REPLACE"), _corrects("F9", "REPLACE", "F10", "-8.00")), {"F10": -800}),
        ((_corrects("F1", "REPLACE"), _corrects("F9", "DELETE", "F10")), {}),
        ((_corrects("F1", "REPLACE", "F1"), _corrects("F1", "REPLACE", "F1", "-8")), {"F1": -800}),
        ((_corrects("F0", "REPLACE"),), {"F1": -4200, "F9": -700}),
    ],
)
@pytest.mark.parametrize("apart", [False, True])
def test_a_row_that_the_bank_corrects_is_as_the_correction_says(
    tmp_path: Path, rows: tuple[str, ...], left: dict[str, int], apart: bool
) -> None:
    other = ofx_statement(ofx_row(), number="2")
    parts = [(ofx_row(),), rows] if apart else [(ofx_row(), *rows)]
    found = read_text(tmp_path, ofx_file(other, *(ofx_statement(*part) for part in parts)))

    kept = {each.source_id: each.amount_minor for each in found.entries if "/1/" in each.account}
    assert kept == left
    assert len(found.entries) == 1 + len(left)
    assert [each.opening_minor for each in found.accounts] == [142_00, 100_00 - sum(left.values())]
    assert not found.remarks


def test_a_row_that_two_statements_of_an_account_have_is_there_once(tmp_path: Path) -> None:
    twice, same_id = ofx_row(), ofx_row(amount="-1.00")
    other, late = ofx_row(more="<FITID>F2"), ofx_row(more="<FITID>F3")
    nameless = ofx_row(more="")
    both = ofx_file(
        ofx_statement(twice, twice, same_id, other, nameless),
        ofx_statement(twice, same_id.replace("Hollis", "Hollis & Co"), late, nameless),
        ofx_statement(twice, number="2"),
    )

    found = read_text(tmp_path, both)

    assert [each.source_id for each in found.entries] == [
        "F1", "F1", "F1", "F2", None, "F3", None, "F1",
    ]  # fmt: skip
    assert found.accounts[0].opening_minor == 100_00 + 6 * 42_00 + 1_00


def test_two_accounts_in_one_file_are_two(tmp_path: Path) -> None:
    both = ofx_file(ofx_statement(ofx_row()), ofx_statement(OK, number="2", currency="EUR"))

    found = read_text(tmp_path, both)

    assert [(each.key, each.opening_minor) for each in found.accounts] == [
        ("2/1/SAVINGS/GBP", 14200),
        ("2/2/SAVINGS/EUR", 15800),
    ]
    assert [each.account for each in found.entries] == ["2/1/SAVINGS/GBP", "2/2/SAVINGS/EUR"]


def test_no_opening_is_derived_from_a_balance_that_does_not_count_every_row(
    tmp_path: Path,
) -> None:
    late = read_text(tmp_path, ofx_file(ofx_statement(ofx_row(day="20250201"))))
    lost = read_text(tmp_path, ofx_file(ofx_statement(ofx_row(amount="?"), OK)))

    for found in (late, lost):
        assert (found.accounts[0].opening_minor, found.accounts[0].opened_on) == (0, None)
        assert found.accounts[0].balance == (date(2025, 1, 31), 10000)


def test_the_statements_of_an_account_are_joined_and_a_gap_is_named(tmp_path: Path) -> None:
    january = mt940_file(":61:250103D42,00NMSC")
    march = mt940_file(":61:250303D1,00NMSC", closing="C250331GBP99,00")

    found = read_text(tmp_path, march + january)

    (account,) = found.accounts
    assert (account.opening_minor, account.balance) == (10000, (date(2025, 3, 31), 9900))
    (remark,) = found.remarks
    assert "opens at 100.00 GBP, and the one before it closed at 58.00 GBP" in remark.reason


@pytest.mark.parametrize(
    "text", [mt940_file(":61:250103D41,00NMSC"), camt_file(camt_entry(amount="41.00"))]
)
def test_a_statement_that_does_not_add_up_says_by_how_much(text: str, tmp_path: Path) -> None:
    (remark,) = read_text(tmp_path, text).remarks

    assert "so -1.00 GBP are missing" in remark.reason


def only(text: str | bytes, folder: Path) -> SourceEntry:
    (entry,) = read_text(folder, text).entries
    return entry


@pytest.mark.parametrize(
    ("written", "minor"),
    [
        ("-1.234,56", -123456), ("1,234.56", 123456), ("12,5", 1250), ("+3", 300), (".5", 50),
        ("1'234.50", 123450), ("(12.00)", -1200), ("12.00-", -1200), ("1.234.567", 123456700),
        ("−7.00", -700),
    ],
)  # fmt: skip
def test_amounts_are_read_in_every_country_s_habit(
    written: str, minor: int, tmp_path: Path
) -> None:
    assert only(ofx_file(ofx_statement(ofx_row(amount=written))), tmp_path).amount_minor == minor


def test_one_amount_tells_how_another_is_meant(tmp_path: Path) -> None:
    text = "!Type:Bank\nD2025-01-03\nT-1,234\n^\nD2025-01-09\nT-58.00\n^\n"

    assert [each.amount_minor for each in read_text(tmp_path, text).entries] == [-123400, -5800]


@pytest.mark.parametrize(
    ("marks", "minor"), [(("C", "RD", "rd"), 4200), (("D", "RC", "d", "rc"), -4200)]
)
def test_a_reversed_debit_is_money_in_and_a_reversed_credit_money_out(
    marks: tuple[str, ...], minor: int, tmp_path: Path
) -> None:
    for mark in marks:
        assert only(mt940_file(f":61:250103{mark}42,00NMSC"), tmp_path).amount_minor == minor


def test_the_day_of_booking_is_the_one_nearest_to_that_of_value(tmp_path: Path) -> None:
    found = only(mt940_file(":61:2501020130D42,00NMSC"), tmp_path)
    turned = only(mt940_file(":61:2501021231D42,00NMSC"), tmp_path)

    assert (found.booked_on, found.value_on) == (date(2025, 1, 30), date(2025, 1, 2))
    assert turned.booked_on == date(2024, 12, 31)


def test_what_german_banks_set_apart_is_put_together(tmp_path: Path) -> None:
    text = mt940_file(
        ":61:250103D42,00NMSC", ":86:166?00GUTSCHRIFT?20RECHNUNG 4?21711?32HOLLIS GMBH"
    )

    assert only(text, tmp_path).description == "HOLLIS GMBH RECHNUNG 4711"


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_letters_are_read_in_whatever_code_they_are(codec: str, tmp_path: Path) -> None:
    row = ofx_row(more="<PAYEE><NAME>Müller &amp; Söhne & Co</PAYEE>").replace("<NAME>Hollis", "")

    text = ofx_file(ofx_statement(row)).encode(codec)

    assert only(text, tmp_path).description == "Müller & Söhne & Co"


def test_the_other_party_s_account_is_not_the_account(tmp_path: Path) -> None:
    row = ofx_row(more="<BANKACCTTO><BANKID>9<ACCTID>9<ACCTTYPE>CHECKING</BANKACCTTO>")

    (account,) = read_text(tmp_path, ofx_file(ofx_statement(row))).accounts

    assert account.number == "1"


def test_a_purchase_by_card_keeps_its_sign(tmp_path: Path) -> None:
    text = (
        ofx_file(ofx_statement(ofx_row(), balance="-58.00"))
        .replace("STMTRS", "CCSTMTRS")
        .replace("BANKACCTFROM", "CCACCTFROM")
    )

    found = read_text(tmp_path, text)

    assert (found.accounts[0].kind, found.entries[0].amount_minor) == (AccountKind.CARD, -4200)
    assert (found.accounts[0].opening_minor, found.accounts[0].balance) == (
        -1600, (date(2025, 1, 31), -5800),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("days", "found"),
    [
        (["03/04/2025", "13/04/2025"], date(2025, 4, 3)),
        (["03/04/2025", "04/13/2025"], date(2025, 3, 4)),
        (["3/ 4'25", "31/12'25"], date(2025, 4, 3)),
        (["03.04.25", "31.12.25"], date(2025, 4, 3)),
        (["2025-04-03"], date(2025, 4, 3)),
        (["04/04/2025"], date(2025, 4, 4)),
    ],
)
def test_the_order_of_days_is_the_one_that_fits_every_row(
    days: list[str], found: date, tmp_path: Path
) -> None:
    assert read_text(tmp_path, qif_file(*days)).entries[0].booked_on == found


def test_a_person_is_asked_where_two_orders_fit(tmp_path: Path) -> None:
    with pytest.raises(qif.QifDatesAmbiguous, match=r"line 6: 03/04/2025 .*--dates day-first"):
        read_text(tmp_path, qif_file("05/05/2025", "03/04/2025"))

    file = tmp_path / "bank.txt"
    file.write_text(qif_file("03/04/2025"))
    assert qif.read(file, day_first=True).entries[0].booked_on == date(2025, 4, 3)
    assert qif.read(file, day_first=False).entries[0].booked_on == date(2025, 3, 4)


def test_orders_that_contradict_each_other_are_refused(tmp_path: Path) -> None:
    with pytest.raises(qif.QifDatesMixed, match="line 6"):
        read_text(tmp_path, qif_file("13/04/2025", "04/13/2025"))


def test_quickens_opening_and_accounts_are_read(tmp_path: Path) -> None:
    text = (
        "!Option:AutoSwitch\n!Account\nNSavings\nTBank\n/2025-01-31\n$58.00\n^\n!Clear:AutoSwitch\n"
        "!Account\nNSavings\nTBank\n/2025-01-31\n$58.00\n^\n!Type:Bank\nD2025-01-01\nT100.00\n"
        "POpening Balance\nL[Savings]\n^\nD2025-01-03\nT-42.00\nPHollis\n^\n!Type:Cat\nNFood\n^\n"
    )

    found = read_text(tmp_path, text)

    assert [(each.name, each.opening_minor, each.balance) for each in found.accounts] == [
        ("Savings", 10000, (date(2025, 1, 31), 5800))
    ]
    assert [told(each) for each in found.entries] == [(date(2025, 1, 3), -4200, "Hollis")]


def test_a_currency_is_taken_where_the_file_names_none(tmp_path: Path) -> None:
    file = tmp_path / "bank.ofx"
    file.write_text(ofx_file(ofx_statement(ofx_row(amount="-4200"), currency="")))

    assert ofx.read(file, currency="JPY").entries[0].amount_minor == -4200


def test_an_entry_of_many_payments_is_one(tmp_path: Path) -> None:
    parts = "".join(
        f"<TxDtls><RltdPties><Cdtr><Nm>{name}</Nm></Cdtr></RltdPties></TxDtls>" for name in "AB"
    )

    entry = only(camt_file(camt_entry(more=f"<NtryDtls>{parts}</NtryDtls>")), tmp_path)

    assert (entry.amount_minor, entry.description) == (-4200, "A B")


@pytest.mark.parametrize("text", ["", "%PDF-1.7", "date,amount\n", "<html>", "2025-01-03 open A"])
def test_what_is_no_bank_file_is_none(text: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text(text)

    head = head_of(tmp_path / "file")
    forms = ("ofx", "qif", "camt", "mt940")
    assert not any(module_of(form).identify(tmp_path / "file", head) for form in forms)


@pytest.mark.parametrize("name", [*SAMPLES, "bank.qif"])
def test_damage_of_any_kind_is_read_or_refused(name: str, tmp_path: Path) -> None:
    whole, chance = (LEDGERS / name).read_bytes(), Random(3)
    form = SAMPLES.get(name, ("qif", ""))[0]
    values = [each.span(1) for each in re.finditer(rb">([^<>]+)<", whole)]
    for _ in range(300):
        start, end = (
            chance.choice(values)
            if form == "camt"
            else sorted(chance.choices(range(len(whole)), k=2))
        )
        junk = chance.choice(
            [b"", b"\xff", b"\0", b"9" * 40, b"NaN", b"\n:61:", b"^\n", b"<STMTTRN>", b"-"]
        )
        (tmp_path / "damaged").write_bytes(whole[:start] + junk + whole[min(end, start + 30) :])
        with suppress(TieoutError):
            module_of(form).read(tmp_path / "damaged")


def test_no_text_of_a_file_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    read_text(tmp_path, mt940_file(f":61:250103D42,00NMSC//{'X' * 30}\na\nb", ":61:250109D58,00"))

    assert not caplog.records
