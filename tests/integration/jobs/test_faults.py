"""What test_fault_matrix.py does not say: beside whom and how soon something is tried again."""

from collections.abc import Callable
from datetime import date, timedelta
from itertools import product
from pathlib import Path

import pytest
from sqlalchemy import Engine, func, select, update

from db.engine import LedgerUnreachable
from db.errors import TieoutError
from db.ledger.amending import Amendment, amend
from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.views import NewAccount, NewEntry
from db.models import Import, Transaction
from db.money import MAX_MINOR, AmountOutOfRange, SumOutOfRange
from db.session import database_now, read_only, unit_of_work
from db.words import AccountKind, FaultClass, ImportStatus
from jobs.imports.inline import import_all
from jobs.imports.queued import import_queued
from jobs.lease.tries import Company, Tries
from jobs.options import DocumentSource, ImportOptions, ImportOutcome
from pipeline.drafts import StatementDraft
from pipeline.intake.file import Intake
from pipeline.progress import Progress, Silent
from pipeline.reading.from_bytes import ReadDocument, Reader
from tests.support.books import (
    JUNE,
    LINES,
    account,
    all_imported,
    do_in,
    documents,
    execute_in,
    look_in,
    one_of,
    row_of,
    source,
)
from tests.support.fault_causes import hungry, killed_reader
from tests.support.faults import counted
from tests.support.loops import run as run_loop
from tests.support.model_server import ModelServer, Reply, model_server
from tests.support.pdfs import line as drawn
from tests.support.pdfs import pdf
from tests.support.pools import queued
from tests.support.statements import draft, line
from tests.support.typewritten import only, read
from tools.loop.loop import ToolLoop
from tools.loop.outcome import Status
from tools.providers.openai import OpenAIProvider

June = documents({"june.pdf": [JUNE]})


def away(_intake: Intake, _progress: Progress) -> ReadDocument:
    """A ledger that goes away in the middle."""
    raise LedgerUnreachable(place="the server")


def carried_out(
    engine: Engine, import_id: int, read: Reader = June, model: ToolLoop | None = None
) -> Import:
    """The row after one more worker had its turn, however long it should have waited."""
    execute_in(engine, update(Import).values(run_after=None))
    import_queued(engine, import_id, ImportOptions(model), Silent(), lambda: False, read)
    return row_of(engine)


def inline(engine: Engine, read: Reader, model: ToolLoop | None = None) -> ImportOutcome:
    options = ImportOptions(model, pauses=(0, 0))
    (outcome,) = import_all(engine, [source("june.pdf")], options, read=read)
    return outcome


def at(server: ModelServer) -> ToolLoop:
    return ToolLoop(OpenAIProvider("m", base_url=server.base_url, max_retries=0))


def nobody() -> ToolLoop:
    """A model whose server is not there."""
    return at(ModelServer((), port=9))


@pytest.mark.parametrize(
    ("read", "code"), [(killed_reader, "reader_killed"), (hungry, "reader_out_of_memory")]
)
def test_what_ends_by_force_is_tried_three_times_the_last_time_alone(
    engine: Engine, redis_url: str, tmp_path: Path, read: Reader, code: str
) -> None:
    import_id = queued(engine, redis_url, tmp_path)
    for company in (Company.FEW, Company.ALONE):
        row = carried_out(engine, import_id, read)
        assert (row.status, row.error_code, row.waiting_for) == (ImportStatus.QUEUED, None, code)
        assert Tries.read(row.tries).company(look_in(engine, database_now)) is company
    row = carried_out(engine, import_id, read)
    assert (row.status, row.error_code, row.waiting_for) == (ImportStatus.FAILED, code, None)
    assert counted(row) == {FaultClass.RESOURCE: 3}


def test_what_passes_is_tried_without_end_less_and_less_often(
    engine: Engine, redis_url: str, tmp_path: Path
) -> None:
    import_id = queued(engine, redis_url, tmp_path)
    for count in range(1, 40):
        row = carried_out(engine, import_id, away)
        assert (row.status, row.waiting_for) == (ImportStatus.QUEUED, "ledger_unreachable")
        assert counted(row) == {FaultClass.TRANSIENT: count}
    with unit_of_work(engine) as session:
        long_ago = database_now(session) - timedelta(minutes=2)
        session.execute(update(Import).values(waiting_since=long_ago))
    row = carried_out(engine, import_id, away)
    wait = (row.run_after or long_ago) - look_in(engine, database_now)
    assert timedelta(minutes=1) < wait <= timedelta(minutes=2)
    assert row.waiting_since == long_ago


def test_a_model_that_is_not_needed_may_be_away(engine: Engine) -> None:
    account(engine)
    assert inline(engine, June, nobody()).status is ImportStatus.MATCHED


def test_a_refused_key_is_said_once_and_the_rest_is_left(engine: Engine) -> None:
    account(engine, LINES[:2])
    both = documents({"june.pdf": [JUNE], "again.pdf": [JUNE]})
    with model_server(Reply(b"{}", 401)) as server:
        options = ImportOptions(at(server), pauses=(0, 0))
        files = [source("june.pdf"), source("again.pdf")]
        (outcome,) = import_all(engine, files, options, read=both)
    assert (outcome.status, outcome.error_code) == (ImportStatus.QUEUED, "provider_refused")
    assert (row_of(engine).error_code, len(server.requests)) == (None, 1)


def test_of_a_ledger_that_is_away_under_a_tool_a_model_makes_nothing() -> None:
    from tests.support.model_server import completion

    def gone(_arguments: object) -> object:
        raise LedgerUnreachable(place="the server")

    with model_server(completion(None, ("get_balance", '{"account_id":7}'))) as server:
        result = run_loop(server, gone)
    assert (result.status, type(result.away)) == (Status.UNAVAILABLE, LedgerUnreachable)
    assert len(server.requests) == 1


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
    do_in(engine, add_transactions, account_id, entries)


def _open(engine: Engine, money: int) -> None:
    new = NewAccount("Large", AccountKind.CHECKING, "EUR", opening_balance_minor=money)
    do_in(engine, add_account, new)


def _amend(engine: Engine, money: int) -> None:
    with unit_of_work(engine) as session:
        row = session.scalars(select(Transaction).filter_by(amount_minor=-350)).one()
        amend(session, row.id, Amendment(row.booked_on, money))
