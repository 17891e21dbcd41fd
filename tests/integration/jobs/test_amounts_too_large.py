"""Amounts beyond what the ledger keeps: typed wherever they enter, and their document's alone."""

from collections.abc import Callable
from datetime import date
from itertools import product

import pytest
from sqlalchemy import Engine, func, select

from db.errors import TieoutError
from db.ledger.amending import Amendment, amend
from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.views import NewAccount, NewEntry
from db.models import Transaction
from db.money import MAX_MINOR, AmountOutOfRange, SumOutOfRange
from db.session import read_only, unit_of_work
from db.words import AccountKind, ImportStatus
from jobs.imports.inline import import_all
from jobs.options import DocumentSource, ImportOptions
from pipeline.drafts import StatementDraft
from tests.support.books import JUNE, LINES, account, all_imported, one_of
from tests.support.pdfs import line as drawn
from tests.support.pdfs import pdf
from tests.support.statements import draft, line
from tests.support.typewritten import only, read

TOO_LARGE = (MAX_MINOR + 1, 10**19, -(10**19), 10**300)
Change = Callable[[int], StatementDraft]


def _amount(money: int) -> StatementDraft:
    return draft((line(1, 3, money), *LINES[1:]))


def _row_balance(money: int) -> StatementDraft:
    return draft((line(1, 3, -350, balance=money), *LINES[1:]))


def _opening(money: int) -> StatementDraft:
    return draft(LINES, opening=money)


def _closing(money: int) -> StatementDraft:
    return draft(LINES, closing=money)


@pytest.mark.parametrize("change", [_amount, _row_balance, _opening, _closing])
@pytest.mark.parametrize("known", [True, False])
def test_documents_with_one_fail_alone_and_say_why(
    engine: Engine, change: Change, known: bool
) -> None:
    if known:
        account(engine)
    drafts = {f"{money:.3e}.pdf": [change(money)] for money in TOO_LARGE} | {"june.pdf": [JUNE]}

    *large, june = all_imported(engine, drafts)

    assert [outcome.status for outcome in large] == [ImportStatus.FAILED] * len(TOO_LARGE)
    assert {outcome.error_code for outcome in large} == {"amount_out_of_range"}
    assert {outcome.message for outcome in large} == {AmountOutOfRange().message()}
    assert june.error_code is None
    assert june.status is (ImportStatus.MATCHED if known else ImportStatus.NEEDS_REVIEW)


def test_none_gets_into_the_ledger(engine: Engine) -> None:
    everyday = account(engine)
    ways: list[Callable[[int], object]] = [
        lambda money: _add(engine, everyday, [money]),
        lambda money: _open(engine, money),
        lambda money: _amend(engine, money),
    ]
    for money, way in product(TOO_LARGE, ways):
        with pytest.raises(TieoutError) as caught:
            way(money)
        assert caught.value.code == "amount_out_of_range"
    with read_only(engine) as session:
        assert session.scalar(select(func.count()).select_from(Transaction)) == len(LINES)
        assert session.scalars(select(Transaction).filter_by(amount_minor=-350)).one()


def test_amounts_that_cannot_be_added_up_any_more_are_refused_together(engine: Engine) -> None:
    everyday = account(engine, ())
    _add(engine, everyday, [MAX_MINOR] * 4_000)
    for more in ([MAX_MINOR] * 1_000, [-MAX_MINOR] * 6_000):
        with pytest.raises(SumOutOfRange):
            _add(engine, everyday, more, month=7)
    with pytest.raises(SumOutOfRange):
        _add(engine, everyday, [MAX_MINOR] * 10_000)  # overflows one month's total
    _add(engine, everyday, [MAX_MINOR] * 500)
    assert one_of(engine, select(func.count()).select_from(Transaction)) == 4_500


@pytest.mark.parametrize("digits", [16, 19, 65, 5_000])
def test_a_figure_of_many_digits_on_a_page_is_no_amount(digits: int) -> None:
    figure = "9" * digits
    page = f"""
        Date        Description     Amount      Balance
        Opening balance                         100.00
        01/03/2025  Tea              5.00       105.00
        02/03/2025  Rent             6.00       111.00
        Closing balance                         111.00

        Reference {figure}
    """
    assert [row.amount for row in only(read(page)).lines] == [500, 600]


def test_a_word_of_digits_alone_costs_no_document(engine: Engine) -> None:
    page = pdf(drawn("9" * 5_000, y=400), drawn("01/03/2025 Tea 5.00 " + "9" * 25 + ".00"))
    (outcome,) = import_all(engine, [DocumentSource("digits.pdf", data=page)], ImportOptions())
    assert outcome.error_code in (None, "no_statement", "amount_out_of_range")


def _add(engine: Engine, account_id: int, amounts: list[int], month: int = 6) -> None:
    entries = [NewEntry(date(2026, month, 1), amount, "Large") for amount in amounts]
    with unit_of_work(engine) as session:
        add_transactions(session, account_id, entries)


def _open(engine: Engine, money: int) -> None:
    new = NewAccount("Large", AccountKind.CHECKING, "EUR", opening_balance_minor=money)
    with unit_of_work(engine) as session:
        add_account(session, new)


def _amend(engine: Engine, money: int) -> None:
    with unit_of_work(engine) as session:
        row = session.scalars(select(Transaction).filter_by(amount_minor=-350)).one()
        amend(session, row.id, Amendment(row.booked_on, money))
