"""The ledger tools over a real database: exact figures, pages, and nothing out of scope."""

import json
from datetime import date
from decimal import Decimal
from functools import partial
from typing import Any, Final

import pytest
from sqlalchemy import Engine

from benchmarks.support import crowd
from db.session import read_only
from db.words import ReadingStatus, Verdict
from evals.bank_page import truth
from evals.kinds.unknown_layout import LAYOUTS
from evals.page_case import copied
from evals.typewriter import typed
from jobs.options import ImportOptions
from pipeline.account.choosing import select_account
from pipeline.account.comparison import ScopedLedger
from pipeline.extraction.extract import extract
from pipeline.model_choice import Escalate, ModelChoice
from pipeline.reading import read_statements
from tests.support.books import account, imported, pages_of
from tests.support.ledgers import add, fill, sessions
from tests.support.statements import draft, line
from tools.ledger.offline import OfflineProvider
from tools.ledger.recorded_statements import build_ledger_tools
from tools.ledger.workspace import CompareResult, ShownDifference, StatementFacts, Workspace
from tools.loop.dispatch import ToolDispatcher
from tools.loop.json_text import Plain, dumps
from tools.loop.loop import ToolLoop
from tools.loop.messages import ToolCall, assistant
from tools.loop.tokens import estimate, message_bytes, tool_bytes
from tools.providers.base import ModelRequest, ModelResponse, Provider
from tools.providers.replay import ScriptedProvider, calls, says

MARCH: Final[dict[str, Plain]] = {"start_date": "2026-03-01", "end_date": "2026-03-31"}


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
        **MARCH,
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
    period: dict[str, Plain] = {"account_id": account, **MARCH, "start_date": "2026-03-02"}
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
    asked: dict[str, Plain] = {"account_id": account, **MARCH, "max_amount": "-1.995"}
    data = ask(engine, scoped(account), "get_transactions", **asked).data
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
    asked: dict[str, Plain] = {"account_id": 1, **MARCH, **change}
    envelope = ask(engine, scoped(1), "get_transactions", **asked)
    assert envelope.code == "invalid_arguments"
    assert envelope.errors[0].field == field


def test_an_invented_cursor_is_refused(engine: Engine) -> None:
    account = add(engine, "Everyday")
    asked: dict[str, Plain] = {"account_id": account, **MARCH, "cursor": "page 2"}
    envelope = ask(engine, scoped(account), "get_transactions", **asked)
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


LINES = [line(n, (n - 1) // 5 + 1, -1_234 - n, f"Card payment {n}") for n in range(1, 121)]


class Counted:
    """A model, with the bytes counted that a wire would have carried."""

    name = "counted"
    model = "counted"

    def __init__(self, mind: Provider) -> None:
        self._mind = mind
        self.sizes: list[int] = []

    def complete(self, request: ModelRequest) -> ModelResponse:
        response = self._mind.complete(request)
        said = assistant(response.text, response.tool_calls)
        sent = sum(message_bytes(message) for message in request.messages)
        self.sizes.append(sent + tool_bytes(request.tools) + message_bytes(said))
        return response


def scripted(account_id: int) -> Provider:
    """A model that looks, compares and answers, for a statement that names no account."""
    answer = {"document_type": "statement", "account_id": account_id, "verdict": "matched"}
    compare = calls(("compare", {"statement": "1", "account_id": account_id}))
    final = says(json.dumps({**answer, "reason": "every line has its entry"}))
    return ScriptedProvider((calls(("get_accounts", {})), compare, final))


def cost(model: Counted) -> int:
    """Tokens of the whole run, in and out."""
    return estimate(sum(model.sizes))


def test_among_more_accounts_than_a_page_it_costs_that_page_and_filters(
    own_ledger: Engine,
) -> None:
    crowd.fill(own_ledger, 200, 120, 120)
    statement = crowd.statement(123, 120, numbered=False)
    scoped = ScopedLedger(partial(read_only, own_ledger), frozenset(range(1, 201)))
    model = Counted(scripted(123))
    models = ModelChoice(ToolLoop(model), Escalate.ALWAYS)
    found = select_account("1", statement, scoped, models, pages_of([statement]))
    assert found.findings.verdict is Verdict.MATCHED
    assert len(model.sizes) == 3
    assert cost(model) <= 5_000


@pytest.mark.parametrize("mask", ["1234", None], ids=["numbered", "of no account"])
def test_a_matching_statement_of_120_lines_stays_within_its_budget(
    engine: Engine, capsys: pytest.CaptureFixture[str], mask: str | None
) -> None:
    everyday = account(engine, LINES)
    others = [account(engine, [], name=n, mask=m) for n, m in (("Savings", "0815"), ("Bills", "9"))]
    scoped = ScopedLedger(partial(read_only, engine), frozenset([everyday, *others]))
    statement = draft(LINES, mask=mask)
    model = Counted(OfflineProvider() if mask else scripted(everyday))
    models = ModelChoice(ToolLoop(model), Escalate.ALWAYS)
    found = select_account("1", statement, scoped, models, pages_of([statement]))
    tokens = cost(model)
    with capsys.disabled():
        print(f"\n  120 lines: {len(model.sizes)} calls, {model.sizes} bytes, {tokens} tokens")  # noqa: T201
    assert found.findings.verdict is Verdict.MATCHED
    assert found.claim is not None
    assert (found.claim.account_id, found.claim.verdict) == (everyday, "matched")
    assert [use.model for use in found.uses] == ["counted"]
    assert len(model.sizes) <= 3
    assert tokens <= 3_000


def test_the_differences_of_120_lines_are_explained_within_their_budget(
    engine: Engine, capsys: pytest.CaptureFixture[str]
) -> None:
    booked = [each for n, each in enumerate(LINES) if n % 5]
    everyday = account(engine, booked)
    account(engine, LINES[:60], name="Savings", mask="0815")
    model = Counted(ScriptedProvider([_explains]))
    options = ImportOptions(ToolLoop(model), named_account=everyday)
    outcome = imported(engine, draft(LINES), options=options)

    assert outcome.document is not None
    (found,) = outcome.document.statements
    assert len(found.findings.differences) == 24
    assert found.asked is not None
    assert len(found.asked.opinions) == 24
    tokens = cost(model)
    with capsys.disabled():
        print(f"\n  24 differences of 120 lines: {model.sizes} bytes, {tokens} tokens")  # noqa: T201
    assert len(model.sizes) == 1
    assert tokens <= 4_000


def _explains(request: ModelRequest) -> ModelResponse:
    """Says something of every difference, as firmly held to the shape as servers do."""
    shown = json.loads(request.messages[-1].content)
    said = [
        {
            "n": n, "what": "not_booked", "pairs": [], "why": "No entry has this card payment yet.",
            "lines": lines, "entries": [], "act": "add",
        }
        for n, _, _, lines, _ in shown["differences"]
    ]  # fmt: skip
    return says(json.dumps({"opinions": said}, separators=(",", ":")))


@pytest.mark.parametrize("layout", ["ragged without balances", "ragged with balances"])
def test_a_doubtful_statement_of_120_lines_is_settled_within_its_budget(
    layout: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = list(dict(LAYOUTS)[layout](truth(seed=5, count=120)))
    document = typed([each.text for each in lines])
    (doubtful,) = read_statements(document).statements
    model = Counted(ScriptedProvider([lambda request: copied(lines, request)] * 9))
    found = extract(doubtful, document, ToolLoop(model))
    tokens = cost(model)
    with capsys.disabled():
        print(f"\n  120 doubtful lines: {len(model.sizes)} calls, {tokens} tokens")  # noqa: T201
    assert found.draft.status is ReadingStatus.PROVEN
    assert len(found.draft.lines) == 120
    assert tokens <= 8_000
