"""The model made of rules: the right account or an honest "I don't know"."""

import json
from typing import Any

import pytest

from tools.ledger.account_fit import best_accounts
from tools.ledger.drafts import CompareArguments
from tools.ledger.get_accounts import GetAccounts
from tools.ledger.offline import OfflineProvider
from tools.ledger.workspace import Arguments
from tools.loop.loop import ToolLoop
from tools.loop.messages import user
from tools.loop.registry import Tool, ToolRegistry
from tools.loop.run_state import Task

ACCOUNTS: list[dict[str, Any]] = [
    {"id": 1, "name": "Everyday", "institution": "Nordbank", "currency": "EUR", "mask": "4711"},
    {"id": 2, "name": "Savings", "institution": "Nordbank", "currency": "EUR", "mask": "0815"},
    {"id": 3, "name": "Dollars", "institution": "Nordbank", "currency": "USD", "mask": None},
]


@pytest.mark.parametrize(
    ("facts", "ids"),
    [
        ({"mask": "4711", "currency": "EUR"}, [1]),
        ({"mask": "DE89 ... 4711"}, [1]),
        ({"mask": "11"}, [1]),
        ({"institution": "NORDBANK AG", "account_name": "Savings account"}, [2]),
        ({"institution": "Nordbank", "currency": "USD"}, [3]),
        ({"institution": "Nordbank", "currency": "EUR"}, [1, 2]),
        ({"mask": "9999", "institution": "Nordbank", "currency": "EUR"}, []),
        ({"currency": "GBP", "mask": "4711"}, []),
        ({"institution": "Bank of the South"}, []),
        ({}, []),
    ],
)
def test_the_best_account_or_all_that_fit_equally(facts: dict[str, Any], ids: list[int]) -> None:
    assert best_accounts(facts, ACCOUNTS) == ids


def claim_of(facts: dict[str, Any], compared: dict[int, dict[str, int]]) -> dict[str, Any]:
    """The whole run of the offline model over tools that say what the test wants."""
    columns = ["id", "name", "institution", "currency", "mask"]
    rows = [[account[column] for column in columns] for account in ACCOUNTS]
    registry = ToolRegistry(
        [
            Tool(
                "get_accounts",
                "",
                GetAccounts,
                lambda _: {"columns": columns, "rows": rows},
            ),
            Tool("compare", "", CompareArguments, lambda a: compared[a.account_id]),
        ]
    )
    text = json.dumps({"statement": "1", "period_end": "2026-03-31", **facts})
    task: Task[Arguments] = Task((user(f"```json\n{text}\n```"),), registry)
    answered: dict[str, Any] = json.loads(ToolLoop(OfflineProvider()).run(task).text)
    return answered


AGREES = {"matched": 10, "total_differences": 0}
DIFFERS = {"matched": 9, "total_differences": 1}
NOTHING = {"matched": 0, "total_differences": 20}


def test_it_says_what_the_comparison_says() -> None:
    assert claim_of({"mask": "4711"}, {1: AGREES})["verdict"] == "matched"
    assert claim_of({"mask": "4711"}, {1: DIFFERS})["verdict"] == "differences"


def test_two_that_fit_equally_are_distinguished_by_their_entries() -> None:
    both = {"institution": "Nordbank", "currency": "EUR"}
    assert claim_of(both, {1: NOTHING, 2: DIFFERS})["account_id"] == 2


def test_no_account_is_refused_without_any_comparison() -> None:
    claim = claim_of({"mask": "9999"}, {})
    assert (claim["account_id"], claim["verdict"]) == (None, "unproven")


def test_a_card_is_a_card_statement() -> None:
    assert claim_of({"mask": "4711", "kind": "card"}, {1: AGREES})["document_type"] == (
        "card_statement"
    )
