"""The ledger tools over a real database: exact figures, pages, and nothing out of scope."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import Engine

from tests.support.ledgers import add, fill, sessions
from tools.ledger.recorded_statements import build_ledger_tools
from tools.ledger.workspace import CompareResult, ShownDifference, StatementFacts, Workspace
from tools.loop.dispatch import ToolDispatcher
from tools.loop.json_text import Plain, dumps
from tools.loop.messages import ToolCall


def ask(engine: Engine, workspace: Workspace, name: str, **arguments: Plain) -> Any:
    dispatcher = ToolDispatcher(build_ledger_tools(sessions(engine), workspace))
    [outcome] = dispatcher.dispatch([ToolCall("c", name, dumps(arguments))])
    return outcome.envelope


def scoped(*accounts: int) -> Workspace:
    return Workspace(frozenset(accounts))


def test_accounts_come_with_the_balance_of_the_day_and_without_empty_columns(
    engine: Engine,
) -> None:
    account = add(engine, "Everyday")
    fill(engine, account, [-1_250, 20_000, -1])
    data = ask(engine, scoped(account), "get_accounts", as_of="2026-03-02").data
    assert data["columns"] == [
        "id",
        "name",
        "institution",
        "kind",
        "currency",
        "first_entry",
        "last_entry",
        "balance",
    ]
    assert data["rows"] == [
        [account, "Everyday", "Nordbank", "checking", "EUR", "2026-03-01", "2026-03-03", "1187.50"]
    ]
    assert data["as_of"] == "2026-03-02"
    assert ask(engine, scoped(account), "get_accounts").data["as_of"] == "2026-03-03"


def test_accounts_out_of_scope_do_not_exist(engine: Engine) -> None:
    mine, other = add(engine, "Mine"), add(engine, "Other")
    envelope = ask(engine, scoped(mine), "get_accounts")
    assert [row[0] for row in envelope.data["rows"]] == [mine]
    refused = ask(
        engine,
        scoped(mine),
        "get_transactions",
        account_id=other,
        start_date="2026-03-01",
        end_date="2026-03-31",
    )
    assert refused.code == "account_not_visible"
    assert refused.errors[0].field == "account_id"


@pytest.mark.parametrize(
    ("whole_numbers", "shown"), [(False, "Rent …3000"), (True, "Rent DE89370400440532013000")]
)
def test_of_an_account_number_only_the_last_digits_go_out_unless_allowed(
    engine: Engine, whole_numbers: bool, shown: str
) -> None:
    number = "Rent DE89370400440532013000"
    account = add(engine, number)
    [difference] = [
        ShownDifference(kind="ambiguous", date=None, amount=Decimal(1), description=number)
    ]
    space = Workspace(
        frozenset([account]),
        {"s": StatementFacts(statement="s")},
        compare=lambda _statement, _account: CompareResult(
            account_id=account, lines=1, entries=1, matched=0, differences=(difference,)
        ),
        whole_numbers=whole_numbers,
    )
    accounts = ask(engine, space, "get_accounts").data
    compared = ask(engine, space, "compare", statement="s", account_id=account).data
    assert accounts["rows"][0][accounts["columns"].index("name")] == shown
    assert compared["rows"][0][compared["columns"].index("description")] == shown


def test_a_page_says_how_much_more_there_is_and_how_to_get_it(engine: Engine) -> None:
    account = add(engine, "Everyday")
    fill(engine, account, [100, -200, 300, -400, 500])
    period: dict[str, Plain] = {
        "account_id": account,
        "start_date": "2026-03-02",
        "end_date": "2026-03-31",
    }
    first = ask(engine, scoped(account), "get_transactions", **period, limit=3).data
    assert (first["opening"], first["closing"]) == ("1001.00", "1003.00")
    assert (first["sum_in"], first["sum_out"], first["total_rows"]) == ("8.00", "-6.00", 4)
    assert [row[2] for row in first["rows"]] == ["-2.00", "3.00", "-4.00"]
    cursor = first["next_cursor"]
    last = ask(engine, scoped(account), "get_transactions", **period, cursor=cursor).data
    assert [row[2] for row in last["rows"]] == ["5.00"]
    assert "next_cursor" not in last


def test_filters_narrow_rows_and_sums_but_not_balances(engine: Engine) -> None:
    account = add(engine, "Everyday")
    fill(engine, account, [-100, -200, -300])
    data = ask(
        engine,
        scoped(account),
        "get_transactions",
        account_id=account,
        start_date="2026-03-01",
        end_date="2026-03-31",
        max_amount="-1.995",
    ).data
    assert (data["count"], data["total_rows"], data["sum_out"]) == (3, 2, "-5.00")
    assert data["closing"] == "994.00"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"start_date": 20260301}, "start_date"),
        ({"end_date": "31.03.2026"}, "end_date"),
        ({"min_amount": "ten"}, "min_amount"),
        ({"limit": 1000}, "limit"),
        ({"account": 3}, "account"),
    ],
)
def test_a_wrong_argument_is_named(engine: Engine, change: dict[str, Plain], field: str) -> None:
    good: dict[str, Plain] = {
        "account_id": 1,
        "start_date": "2026-03-01",
        "end_date": "2026-03-31",
    }
    envelope = ask(engine, scoped(1), "get_transactions", **(good | change))
    assert envelope.code == "invalid_arguments"
    assert envelope.errors[0].field == field


def test_an_invented_cursor_is_refused(engine: Engine) -> None:
    account = add(engine, "Everyday")
    envelope = ask(
        engine,
        scoped(account),
        "get_transactions",
        account_id=account,
        start_date="2026-03-01",
        end_date="2026-03-31",
        cursor="page 2",
    )
    assert envelope.code == "cursor_invalid"


def test_compare_shows_differences_in_rows_and_counts_those_it_does_not_show(
    engine: Engine,
) -> None:
    lost = ShownDifference(
        kind="missing_in_ledger", line=3, date=date(2026, 3, 3), amount=Decimal("-7.85")
    )
    found = CompareResult(
        account_id=1, lines=30, entries=5, matched=5, differences=tuple([lost] * 25)
    )
    workspace = Workspace(
        frozenset([1]), {"s1": StatementFacts(statement="s1")}, lambda _name, _account: found
    )
    data = ask(engine, workspace, "compare", statement="s1", account_id=1).data
    assert data["total_differences"] == 25
    assert len(data["rows"]) == 20
    assert data["columns"] == ["kind", "line", "date", "amount"]
    assert data["rows"][0] == ["missing_in_ledger", 3, "2026-03-03", "-7.85"]
    assert ask(engine, workspace, "compare", statement="s2", account_id=1).code == (
        "statement_not_visible"
    )
