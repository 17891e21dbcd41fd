"""What is written of a proven statement is read again as it was, by our readers and by others."""

import csv
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from io import StringIO
from pathlib import Path
from typing import Any

import bankfile
import pytest

from db.formats.bank import qif as qif_reader
from db.formats.detect import read_source
from db.formats.snapshot import Snapshot
from db.formats.writers.camt import camt053
from db.formats.writers.journals import beancount, hledger
from db.formats.writers.mt940 import mt940
from db.formats.writers.ofx import ofx, qbo, qif
from db.formats.writers.statement import (
    AmountTooLong,
    WrittenStatement,
    plain,
    reference_of,
)
from db.words import AccountKind
from tests.integration.formats.bank_samples import told
from tests.integration.formats.written_samples import (
    DOCUMENT,
    FIRST,
    HOSTILE,
    LAST,
    by_chance,
    decimals,
    hostile,
    rows_of,
    statement,
)

Writer = Callable[[Sequence[WrittenStatement]], str]
BANK_FORMS: dict[str, Writer] = {
    "ofx": ofx, "qbo": qbo, "qif": qif, "camt053": camt053, "mt940": mt940,
}  # fmt: skip


def again(form: str, statements: Sequence[WrittenStatement], folder: Path) -> Snapshot:
    file = folder / "written"
    file.write_text(BANK_FORMS[form](statements), encoding="utf-8")
    if form == "qif":
        return qif_reader.read(file, day_first=False, currency=statements[0].currency)
    return read_source(file)


def shown(form: str, rows: Iterable[tuple[date, int, str]]) -> list[tuple[date, int, str]]:
    """Where a line of MT940 ends in a long word, that gets a blank."""
    blanks = " " if form == "mt940" else ""
    return [(day, minor, text.replace(blanks, "")) for day, minor, text in rows]


@pytest.mark.parametrize("form", BANK_FORMS)
def test_two_hundred_files_by_chance_are_read_as_they_were(form: str, tmp_path: Path) -> None:
    for seed in range(200):
        statements = by_chance(seed)
        if form == "qif":  # which names no currency
            statements = [each for each in statements if decimals(each) == decimals(statements[0])]
        found = again(form, statements, tmp_path)

        assert found.remarks == (), seed
        assert len(found.accounts) == len(statements)
        for each in statements:
            named = (one for one in found.accounts if str(each.digits) in one.name)
            account = next(named, found.accounts[0])
            entries = [entry for entry in found.entries if entry.account == account.key]
            assert shown(form, map(told, entries)) == shown(form, rows_of(each)), seed
            assert all(entry.ours for entry in entries)
            if form != "qif":
                assert account.currency == each.currency
            if form != "qif" or len(statements) > 1:
                assert account.opening_minor == each.opening_minor, seed
                assert account.balance == (LAST, each.closing_minor)


@pytest.mark.parametrize("form", BANK_FORMS)
def test_no_text_of_a_page_acts_in_the_form(form: str, tmp_path: Path) -> None:
    written = hostile()

    found = again(form, [written], tmp_path)

    assert shown(form, map(told, found.entries)) == shown(form, rows_of(written))
    assert not found.remarks
    text = (tmp_path / "written").read_text("utf-8")
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e\uffff]", text)


@pytest.mark.parametrize("form", ["ofx", "qbo", "camt053", "mt940"])
def test_the_day_of_value_is_kept(form: str, tmp_path: Path) -> None:
    written = statement([(FIRST, date(2025, 2, 27), -100, "Hollis")])

    assert again(form, [written], tmp_path).entries[0].value_on == date(2025, 2, 27)


def test_a_row_keeps_its_reference_and_another_document_has_others() -> None:
    assert ofx([hostile()]) == ofx([hostile()])
    rows = {reference_of(DOCUMENT, 1, at, length=9) for at in range(10_000)}
    assert len(rows) == 10_000
    assert reference_of("0" * 64, 1, 1) not in {reference_of(DOCUMENT, 1, at) for at in range(9)}


#: What other programs, and people with an editor, make of the mark of a row.
REDRESSED: dict[str, tuple[Writer, str, str]] = {
    "capitals": (ofx, "tieout-", "TIEOUT-"),
    "behind the account's number": (ofx, "tieout-", "4471:tieout-"),
    "in the memo of OFX": (ofx, "<FITID>(.*?)</FITID>", r"<FITID>7</FITID><MEMO>\1</MEMO>"),
    "in the memo of QIF": (qif, "\nN", "\nM"),
    "on the statement of CAMT alone": (camt053, "<(NtryRef|AcctSvcrRef)>.*?</.*?>", ""),
    "as the customer's reference": (mt940, "NONREF//", ""),
    "on the statement of MT940 alone": (mt940, "//.*", ""),
    "under another name": (beancount, "tieout-reading:", "ofxid:"),
    "as a link": (beancount, '"\n  tieout-reading: "(.*)"', r'" ^\1'),
    "in another tag": (hledger, "tieout-reading:", "id:"),
    "as the code": (hledger, r"\* (.*)  ; tieout-reading: (.*)", r"* (\2) \1"),
    "in a comment": (hledger, "tieout-reading: ", "from "),
}


@pytest.mark.parametrize("dress", REDRESSED)
def test_a_row_of_ours_is_known_in_another_dress(dress: str, tmp_path: Path) -> None:
    write, was, now = REDRESSED[dress]
    text = write([statement([(FIRST, None, -100, "Rent"), (FIRST, None, 200, "Wage")])])
    (tmp_path / "back").write_text(re.sub(was, now, text), encoding="utf-8")
    said: dict[str, Any] = {"currency": "GBP", "day_first": False} if write is qif else {}

    assert [each.ours for each in read_source(tmp_path / "back", **said).entries] == [True] * 2


def test_a_bank_file_of_ours_says_nothing_of_the_kind_of_its_account(tmp_path: Path) -> None:
    written = ofx([statement([(FIRST, None, -100, "Rent")])])
    kinds = []
    for text in (written, written.replace("tieout-", "bank-")):
        (tmp_path / "back").write_text(text, encoding="utf-8")
        kinds += [(a.kind, a.opening_read) for a in read_source(tmp_path / "back").accounts]

    assert kinds == [(None, True), (AccountKind.CHECKING, False)]


def test_one_statement_of_qif_begins_with_its_rows() -> None:
    """Actual refuses a file that begins otherwise."""
    assert qif([hostile()]).startswith("!Type:Bank\nD")


def test_mt940_keeps_to_its_measures() -> None:
    for line in mt940([hostile()]).splitlines():
        assert len(line.removeprefix(":86:")) <= 65
        assert re.match(r":\d\d[FC]?:|-$|[^:{-]", line), line
    with pytest.raises(AmountTooLong, match="camt053"):
        mt940([statement([(FIRST, None, 10**15, "x")])])


@pytest.mark.parametrize("form", ["ofx", "qbo", "mt940"])
def test_a_foreign_reader_finds_every_row(form: str, tmp_path: Path) -> None:
    written = hostile()
    again(form, [written], tmp_path)

    foreign = bankfile.parse(tmp_path / "written")

    assert [(each.booking_date or each.date, each.amount) for each in foreign.transactions] == [
        (day, Decimal(minor) / 100) for day, minor, _ in rows_of(written)
    ]
    assert foreign.closing_balance == Decimal(written.closing_minor) / 100


def run(*command: str) -> str:
    """What a program of others says, if it is here; it has to end well."""
    if not shutil.which(command[0]):
        pytest.skip(f"{command[0]} is not installed")
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.mark.thorough
@pytest.mark.parametrize("form", ["ofx", "qbo"])
def test_libofx_reads_every_row(form: str, tmp_path: Path) -> None:
    again(form, [hostile(), statement([], number=2)], tmp_path)

    said = run("ofxdump", str(tmp_path / "written"))

    assert said.count("Financial institution's ID for this transaction: tieout-") == len(HOSTILE)
    assert "Müller & Söhne" in said


def journal(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


#: Every text; another account; and a month in which nothing happened, begun where March ended.
FOLLOWED = [
    hostile(),
    statement([(FIRST, None, -500, "Rent")], number=2, currency="JPY"),
    replace(
        statement([], opening=hostile().closing_minor),
        first=LAST + timedelta(1),
        last=LAST + timedelta(30),
    ),
]


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [None, *range(8)])
def test_beancount_holds_the_balances_true_to_the_cent(seed: int | None, tmp_path: Path) -> None:
    statements = by_chance(seed) if seed is not None else FOLLOWED
    text = beancount(statements)

    run("bean-check", journal(tmp_path, "right.beancount", text))
    last = text.rindex(" ~ 0")
    cent = text[: last - 1] + str((int(text[last - 1]) + 1) % 10) + text[last:]
    wrong = journal(tmp_path, "wrong.beancount", cent)
    assert subprocess.run(["bean-check", wrong], capture_output=True, check=False).returncode


@pytest.mark.thorough
@pytest.mark.parametrize("program", ["hledger", "ledger"])
@pytest.mark.parametrize("seed", [None, *range(8)])
def test_a_journal_holds_the_balances_true(program: str, seed: int | None, tmp_path: Path) -> None:
    statements = by_chance(seed) if seed is not None else FOLLOWED
    text = hledger(statements)

    run(program, "-f", journal(tmp_path, "right.journal", text), "balance")
    wrong = journal(tmp_path, "wrong.journal", re.sub(r" = -?\d", " = 7", text))
    ran = subprocess.run([program, "-f", wrong, "balance"], capture_output=True, check=False)
    assert ran.returncode


@pytest.mark.thorough
def test_hledger_finds_every_row_and_its_mark(tmp_path: Path) -> None:
    written = hostile()
    file = journal(tmp_path, "one.journal", hledger([written]))

    said = run("hledger", "-f", file, "register", "assets", "tag:tieout-reading", "-O", "csv")

    first, *rows = csv.DictReader(StringIO(said))
    assert first["amount"] == "2318.46 GBP"
    assert [(row["date"], row["amount"]) for row in rows] == [
        (day.isoformat(), f"{Decimal(minor) / 100:.2f} GBP" if minor else "0")
        for day, minor, _ in sorted(rows_of(written), key=lambda row: row[0])
    ]
    texts = {row["description"] for row in rows}
    assert texts == {plain(text).replace(";", ",") for text in HOSTILE}


def test_a_text_of_dashes_ends_no_message(tmp_path: Path) -> None:
    found = again("mt940", [statement([(FIRST, None, -100, "-" * 200)])], tmp_path)

    assert (found.entries[0].description.count("-"), found.remarks) == (200, ())
    assert "\n--" not in (tmp_path / "written").read_text()
