"""A ledger that is wrong, or a copy of the page, is never called matched; one that is right is."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest

from app.acts.accounts import Wishes
from app.acts.sources import connect
from app.environment.opening import make_ledger
from db.errors import TieoutError
from db.formats.writers.camt import camt053
from db.formats.writers.journals import beancount, hledger
from db.formats.writers.mt940 import mt940
from db.formats.writers.ofx import ofx
from db.formats.writers.statement import WrittenRow, WrittenStatement, reference_of
from db.words import AccountKind, ImportStatus
from jobs.imports.inline import import_all
from jobs.options import ImportOptions
from pipeline.drafts import StatementDraft
from tests.support.books import JUNE, documents, source
from tests.support.statements import day, draft, line

Book = WrittenStatement
Change = Callable[[Book], Book]
FORMS: Final[dict[str, Callable[[Sequence[Book]], str]]] = {
    "ofx": ofx, "camt": camt053, "mt940": mt940, "beancount": beancount, "hledger": hledger,
}  # fmt: skip
#: What comes in goes out again, so that no sum tells which way a sign goes.
OPEN: Final = draft(
    [line(at, 2 + at, (-1) ** at * (1_000 + (at - 1) // 2)) for at in range(1, 7)], opening=50_000
)


def as_printed(page: StatementDraft) -> Book:
    """The ledger that agrees with the page."""
    assert page.opening_balance is not None
    assert page.closing_balance is not None
    rows = tuple(
        WrittenRow(each.date, None, each.amount, each.description, reference_of("page", 1, at))
        for at, each in enumerate(page.lines)
        if each.date and each.amount is not None
    )
    return WrittenStatement(
        bank="Northgate Bank", account=None, digits="1234", kind=AccountKind.CHECKING,
        currency="EUR", first=day(1), last=day(30), opening_minor=page.opening_balance,
        closing_minor=page.closing_balance, rows=rows, reference=reference_of("page", 1),
    )  # fmt: skip


def totalled(book: Book, *rows: WrittenRow, opening: int | None = None) -> Book:
    """The book with these rows, and balances that follow."""
    opened = book.opening_minor if opening is None else opening
    closed = opened + sum(row.amount_minor for row in rows)
    return replace(book, rows=rows, opening_minor=opened, closing_minor=closed)


def amounts(*minor: int) -> Change:
    """With other amounts, and as many rows as there are."""
    return lambda book: totalled(
        book, *(replace(row, amount_minor=m) for row, m in zip(book.rows, minor, strict=False))
    )


def moved(*days: int) -> Change:
    """With each row so many days later."""
    return lambda book: replace(
        book,
        rows=tuple(
            replace(row, booked_on=row.booked_on + timedelta(by))
            for row, by in zip(book.rows, days, strict=True)
        ),
    )


def more(minor: int, on: int) -> Change:
    """With one more row, of its own reference."""
    extra = WrittenRow(day(on), None, minor, "Taxi", reference_of("page", 1, 99))
    return lambda book: totalled(book, *book.rows, extra)


def turned(book: Book) -> Book:
    """With every sign the other way round."""
    rows = (replace(row, amount_minor=-row.amount_minor) for row in book.rows)
    return totalled(book, *rows, opening=-book.opening_minor)


def verdict(folder: Path, page: StatementDraft, text: str, kind: AccountKind | None) -> str:
    """What is said of the page beside the ledger of this text, or the error that refuses it."""
    folder.mkdir(exist_ok=True)
    (folder / "kept").write_text(text, encoding="utf-8")
    engine, _ = make_ledger(f"sqlite:///{folder}/ledger.db")
    try:
        connect(engine, "kept", folder / "kept", Wishes(kind=kind))
    except TieoutError as error:
        return error.code
    read = documents({"june.pdf": [page]})
    (outcome,) = import_all(engine, [source()], ImportOptions(), read=read)
    engine.dispose()
    return "matched" if outcome.status is ImportStatus.MATCHED else "not matched"


def own(text: str) -> str:
    """The text as somebody else wrote it: without our mark."""
    return text.replace("tieout-", "bank-")


WRONG: Final[dict[str, tuple[str, Change]]] = {
    "digits swapped": ("ofx", amounts(-350, 250_000, -80_009)),
    "signs of all turned": ("beancount", turned),
    "signs of the rows turned": ("camt", amounts(350, -250_000, 80_000)),
    "a row missing": ("mt940", amounts(-350, 250_000)),
    "a row too many": ("hledger", more(-1_200, 20)),
    "a row twice": ("ofx", more(-80_000, 28)),
    "two errors that cancel": ("mt940", amounts(-450, 250_100, -80_000)),
    "two amounts exchanged": ("camt", amounts(-80_000, 250_000, -350)),
    "a cent in the opening": ("hledger", lambda book: totalled(book, *book.rows, opening=100_001)),
    "all rows three days late": ("beancount", moved(3, 3, 3)),
    "a row of another month": ("ofx", moved(0, 0, 30)),
    "the year before": ("hledger", moved(-365, -365, -365)),
    "another currency": ("ofx", lambda book: replace(book, currency="USD")),
    "another number": ("camt", lambda book: replace(book, digits="9999")),
    "a card": ("ofx", lambda book: replace(book, kind=AccountKind.CARD)),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_ledger_is_not_matched(case: str, tmp_path: Path) -> None:
    form, change = WRONG[case]
    text = own(FORMS[form]([change(as_printed(JUNE))]))

    assert verdict(tmp_path, JUNE, text, AccountKind.CHECKING) != "matched"


@pytest.mark.parametrize(
    ("form", "was", "now"),
    [
        ("beancount", "-3.50", "-3.504"),
        ("ofx", "-3.50", "-3.504"),
        ("camt", "BOOK", "PDNG"),
        ("mt940", "D3,50", "RD3,50"),
    ],
)
def test_an_edited_file_is_not_matched(form: str, was: str, now: str, tmp_path: Path) -> None:
    text = own(FORMS[form]([as_printed(JUNE)])).replace(was, now, 1)

    assert verdict(tmp_path, JUNE, text, AccountKind.CHECKING) != "matched"


@pytest.mark.parametrize("form", FORMS)
def test_a_copy_of_the_page_does_not_settle_what_it_leaves_open(form: str, tmp_path: Path) -> None:
    text = FORMS[form]([as_printed(OPEN)])

    assert verdict(tmp_path / "copy", OPEN, text, AccountKind.CHECKING) == "not matched"
    assert verdict(tmp_path / "own", OPEN, own(text), AccountKind.CHECKING) == "matched"


def test_a_copy_of_the_page_does_not_say_whose_the_balance_is(tmp_path: Path) -> None:
    text = ofx([as_printed(JUNE)])

    assert verdict(tmp_path / "copy", JUNE, text, None) == "not matched"
    assert verdict(tmp_path / "own", JUNE, own(text), None) == "matched"


@pytest.mark.parametrize("form", FORMS)
def test_a_right_ledger_is_matched(form: str, tmp_path: Path) -> None:
    text = own(FORMS[form]([moved(1, -1, 2)(as_printed(JUNE))]))

    assert verdict(tmp_path, JUNE, text, AccountKind.CHECKING) == "matched"
