import gzip
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest
from gnewcash import GnuCashFile, GZipXMLFileFormat

from db.formats.books import actual, gnucash
from db.formats.detect import identify, read_source
from db.formats.snapshot import (
    Snapshot,
    SourceError,
    SourceHasDoctype,
    SourceMalformed,
    SourceNeedsCurrency,
    SourceTooNew,
    SourceTruncated,
    SourceUnreadable,
)
from db.words import AccountKind

_DATA = Path(__file__).parents[2] / "data" / "ledgers"
_XML = _DATA / "book.gnucash"


@pytest.fixture
def unpacked(tmp_path: Path) -> Callable[[str], Path]:
    def unpack(name: str) -> Path:
        file = tmp_path / name
        file.write_bytes(gzip.decompress((_DATA / f"{name}.gz").read_bytes()))
        return file

    return unpack


def _openings(snapshot: Snapshot) -> dict[str, tuple[AccountKind | None, int]]:
    return {each.name: (each.kind, each.opening_minor) for each in snapshot.accounts}


def _rows(snapshot: Snapshot) -> list[tuple[str, str, int, str]]:
    names = {each.key: each.name for each in snapshot.accounts}
    return [
        (names[each.account], each.booked_on.isoformat(), each.amount_minor, each.description)
        for each in snapshot.entries
    ]


def test_a_gnucash_book_comes_in_with_what_its_accounts_held_before() -> None:
    snapshot = read_source(_XML)

    assert _openings(snapshot) == {
        "Current": (AccountKind.CHECKING, 1200_00),
        "Visa": (AccountKind.CARD, -150_00),
        "Dollar": (AccountKind.CHECKING, 0),
    }
    assert _rows(snapshot) == [
        ("Current", "2025-01-03", -42_00, "Hollis Bakery"),
        ("Current", "2025-01-03", -42_00, "Hollis Bakery"),
        ("Visa", "2025-01-08", 150_00, "Visa payment"),
        ("Current", "2025-01-08", -150_00, "Visa payment"),
        ("Dollar", "2025-01-09", 100_00, "dollars bought"),
        ("Current", "2025-01-09", -80_00, "dollars bought"),
        ("Current", "2025-02-03", -1019_99, "Müller & Söhne"),
    ]


def test_another_reader_finds_the_same_splits_in_the_book() -> None:
    snapshot = gnucash.read(_XML)
    theirs = {
        (split.guid, str(transaction.date_posted)[:10], split.account.guid)
        for book in GnuCashFile.read_file(str(_XML), GZipXMLFileFormat).books
        for transaction in book.transactions
        for split in transaction.splits
        if split.account
    }

    assert {(e.source_id, str(e.booked_on), e.account) for e in snapshot.entries} <= theirs
    assert all(each.lasting for each in snapshot.entries)


def test_a_plain_book_reads_like_a_packed_one(tmp_path: Path) -> None:
    plain = tmp_path / "plain.gnucash"
    plain.write_bytes(gzip.decompress(_XML.read_bytes()))

    assert _rows(read_source(plain)) == _rows(read_source(_XML))


def test_a_book_in_sqlite_that_is_open_elsewhere_is_read_with_a_remark(
    unpacked: Callable[[str], Path],
) -> None:
    file = unpacked("book.sqlite.gnucash")
    with closing(sqlite3.connect(file)) as book:
        book.execute("INSERT INTO gnclock VALUES ('desk', 1)")
        book.commit()

    snapshot = read_source(file)

    assert _openings(snapshot) == {
        "Current": (AccountKind.CHECKING, 1200_00),
        "Visa": (AccountKind.CARD, 0),
    }
    assert [row[:3] for row in _rows(snapshot)] == [
        ("Current", "2025-01-03", -42_00),
        ("Current", "2025-01-03", -42_00),
        ("Visa", "2025-01-08", 150_00),
        ("Current", "2025-01-08", -150_00),
    ]
    assert "open in GnuCash" in snapshot.remarks[0].reason


_TEMPLATE = """
INSERT INTO accounts SELECT 'template', name, account_type, commodity_guid, 100, 0,
  (SELECT root_template_guid FROM books), '', '', 0, 0 FROM accounts WHERE name = 'Current';
UPDATE splits SET account_guid = 'template' WHERE value_num = -15000"""
_SHARE = "UPDATE commodities SET namespace = 'NASDAQ', mnemonic = 'ACME'"
#: Where GnuCash books what comes in from a file without the account of its other leg.
_IMBALANCE = "UPDATE accounts SET name = 'Imbalance-GBP' WHERE name = 'Current'"
_OLD_DAY = "UPDATE transactions SET post_date = '20250102230000' WHERE description LIKE 'H%'"
_FINE = "UPDATE splits SET quantity_denom = 1000, quantity_num = -42001 WHERE value_num = -4200"


@pytest.mark.parametrize(
    ("change", "days", "remark"),
    [
        (_TEMPLATE, ["2025-01-03", "2025-01-03"], None),
        (_SHARE, [], "holds ACME, which is no currency"),
        (_IMBALANCE, ["2025-01-08"], "no bank keeps it"),
        (_OLD_DAY, ["2025-01-03", "2025-01-03", "2025-01-08", "2025-01-08"], None),
        (_FINE, ["2025-01-08", "2025-01-08"], "its currency has no such amount"),
    ],
    ids=[
        "a scheduled transaction",
        "shares",
        "a makeshift account",
        "midnight moved to UTC",
        "a tenth of a penny",
    ],
)
def test_only_what_a_bank_would_know_comes_in(
    unpacked: Callable[[str], Path], change: str, days: list[str], remark: str | None
) -> None:
    file = unpacked("book.sqlite.gnucash")
    with closing(sqlite3.connect(file)) as book:
        book.executescript(change)

    snapshot = gnucash.read(file)

    assert [row[1] for row in _rows(snapshot)] == days
    assert all(remark and remark in each.reason for each in snapshot.remarks)
    assert len(snapshot.remarks) == {None: 0, "no bank keeps it": 1}.get(remark, 2)


_FILE_ID = "INSERT INTO slots (obj_guid, name, slot_type, string_val) SELECT guid, 'online_id', 4,"


@pytest.mark.parametrize(
    ("code", "online", "number"),
    [
        ("1010", "", None),
        ("60-16-13 31926819", "", "60-16-13 31926819"),
        ("1010", "601613  31926819", "601613  31926819"),
    ],
)
def test_an_account_of_a_book_has_the_number_that_is_none_of_its_chart(
    unpacked: Callable[[str], Path], tmp_path: Path, code: str, online: str, number: str | None
) -> None:
    file, plain = unpacked("book.sqlite.gnucash"), tmp_path / "plain.gnucash"
    slot = f"<slot><slot:key>online_id</slot:key><slot:value>{online}</slot:value></slot>"
    more = f"</act:commodity-scu><act:code>{code}</act:code><act:slots>{slot}</act:slots>"
    text = gzip.decompress(_XML.read_bytes()).decode().replace("</act:commodity-scu>", more)
    plain.write_text(text, "utf-8")
    with closing(sqlite3.connect(file)) as book, book:
        book.execute("UPDATE accounts SET code = ?", (code,))
        book.execute(f"{_FILE_ID} ? FROM accounts", (online,))
    for each in (file, plain):
        assert {account.number for account in gnucash.read(each).accounts} == {number}


def test_templates_in_xml_are_no_entries(tmp_path: Path) -> None:
    book = gzip.decompress(_XML.read_bytes()).decode()
    at = book.index("<gnc:account ")
    inner = book[at : book.index("</gnc:book>")]
    file = tmp_path / "book.gnucash"
    wrapped = f"<gnc:template-transactions>{inner}</gnc:template-transactions>"
    file.write_text(book[:at] + wrapped + book[at:], "utf-8")

    assert _rows(gnucash.read(file)) == _rows(gnucash.read(_XML))


def test_a_row_that_was_imported_from_a_file_of_ours_is_known(
    unpacked: Callable[[str], Path], tmp_path: Path
) -> None:
    """A book keeps the reference of an imported row, out of the user's sight."""
    mark = "tieout-ca0e0bf7a2cdeb08635e422c"
    plain = tmp_path / "plain.gnucash"
    slot = f"<split:slots><slot><slot:value>{mark}</slot:value></slot></split:slots></trn:split>"
    plain.write_bytes(gzip.decompress(_XML.read_bytes()).replace(b"</trn:split>", slot.encode()))
    sqlite, budget = unpacked("book.sqlite.gnucash"), unpacked("actual-db.sqlite")
    sql = "INSERT INTO slots (obj_guid, name, slot_type, string_val) SELECT guid, 'online_id', 4, ?"
    for file, change in (
        (sqlite, f"{sql} FROM splits"),
        (budget, "UPDATE transactions SET financial_id = ?"),
    ):
        with closing(sqlite3.connect(file)) as book:
            book.execute(change, (mark,))
            book.commit()

    for snapshot in (gnucash.read(plain), gnucash.read(sqlite), actual.read(budget, "GBP")):
        assert {each.ours for each in snapshot.entries} == {True}
    assert {each.ours for each in gnucash.read(_XML).entries} == {False}


def test_a_budget_of_actual_comes_in_as_the_bank_sees_it(
    unpacked: Callable[[str], Path], tmp_path: Path
) -> None:
    """One row of a split, none that is deleted, and starting balances before all rows."""
    file = unpacked("actual-db.sqlite")
    packed = tmp_path / "budget.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(file, "db.sqlite")

    snapshot = actual.read(file, "GBP")

    assert _openings(snapshot) == {"Current": (None, 1200_00), "Visa": (None, -150_00)}
    assert _rows(snapshot) == [
        ("Current", "2025-01-03", -42_00, "Hollis Bakery Ltd"),
        ("Current", "2025-01-03", -42_00, "Hollis Bakery"),
        ("Current", "2025-01-04", -42_00, "Hollis Bakery Ltd"),
        ("Current", "2025-01-05", -50_00, "Market"),
        ("Visa", "2025-01-08", 150_00, "Current"),
        ("Current", "2025-01-08", -150_00, "Visa"),
        ("Current", "2025-01-20", -3_50, "Costa"),
        ("Current", "2025-01-20", -3_50, "Costa"),
    ]
    assert (identify(file), identify(packed)) == ("actual", "actual")
    assert actual.read(packed, "GBP").entries == snapshot.entries
    assert actual.read(packed, "JPY").entries[0].amount_minor == -42
    with pytest.raises(SourceNeedsCurrency, match="--currency"):
        read_source(file)


def test_a_later_actual_is_named_and_a_strange_one_refused(
    unpacked: Callable[[str], Path],
) -> None:
    file = unpacked("actual-db.sqlite")
    with closing(sqlite3.connect(file)) as budget:
        budget.execute("INSERT INTO __migrations__ VALUES (1999999999999)")
        budget.commit()
        assert "later Actual" in actual.read(file, "EUR").remarks[0].reason
        budget.execute("ALTER TABLE transactions RENAME COLUMN amount TO money")
        budget.commit()
    with pytest.raises(SourceTooNew):
        actual.read(file, "EUR")


@pytest.mark.parametrize(
    ("spoil", "error"),
    [
        (lambda xml: gzip.compress(xml)[:-400], SourceTruncated),
        (lambda xml: xml[:9000], SourceTruncated),
        (lambda xml: xml.replace(b"</trn:splits>", b"", 1), SourceMalformed),
        (lambda xml: xml.replace(b"120000/100", b"all of it"), SourceMalformed),
        (lambda xml: xml.replace(b"<gnc-v2", b'<!DOCTYPE a [<!ENTITY b "c">]><gnc-v2'),
         SourceHasDoctype),
        (lambda xml: xml.replace(b'book version="2.0.0"', b'book version="3.0.0"'), SourceTooNew),
    ],
    ids=["gzip cut", "XML cut", "tags", "amount", "DOCTYPE", "newer"],
)  # fmt: skip
def test_a_spoilt_book_is_refused_by_name(
    tmp_path: Path, spoil: Callable[[bytes], bytes], error: type[SourceError]
) -> None:
    file = tmp_path / "book.gnucash"
    file.write_bytes(spoil(gzip.decompress(_XML.read_bytes())))

    with pytest.raises(error):
        gnucash.read(file)


@pytest.fixture
def held(unpacked: Callable[[str], Path]) -> Iterator[Path]:
    """A book that another program is writing to."""
    file = unpacked("book.sqlite.gnucash")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield file


def test_a_book_that_is_being_written_is_read_later(held: Path) -> None:
    with pytest.raises(SourceUnreadable, match="locked"):
        gnucash.read(held)


def test_a_newer_table_a_cut_database_and_a_wrong_zip_are_refused(
    unpacked: Callable[[str], Path], tmp_path: Path
) -> None:
    book, budget = unpacked("book.sqlite.gnucash"), unpacked("actual-db.sqlite")
    with closing(sqlite3.connect(book)) as newer:
        newer.execute("UPDATE versions SET table_version = 6 WHERE table_name = 'splits'")
        newer.commit()
    budget.write_bytes(budget.read_bytes()[:100_000])
    wrong = tmp_path / "wrong.zip"
    with zipfile.ZipFile(wrong, "w") as archive:
        archive.writestr("db.sqlite", b"no database")

    with pytest.raises(SourceTooNew):
        gnucash.read(book)
    for file in (budget, wrong):
        with pytest.raises(SourceTruncated):
            actual.read(file, "EUR")


def test_reading_leaves_a_book_as_it_was(unpacked: Callable[[str], Path]) -> None:
    file = unpacked("book.sqlite.gnucash")
    before = (file.read_bytes(), sorted(file.parent.iterdir()))

    assert gnucash.read(file).entries[0].booked_on == date(2025, 1, 3)
    assert (file.read_bytes(), sorted(file.parent.iterdir())) == before
