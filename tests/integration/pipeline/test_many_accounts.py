"""Among two thousand accounts with entries, a statement still finds its own."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

from benchmarks.support.crowd import fill, mask, statement
from db.accounts.pages import account_names
from db.engine import make_engine
from db.session import read_only
from db.upgrade import upgrade
from db.words import Verdict
from pipeline.account.choosing import Selected, by_overlap, select_account
from pipeline.account.comparison import Comparison, ScopedLedger
from pipeline.account.ledger_query import accounts_in_scope, entries_alike
from pipeline.account.lookups import Lookups
from pipeline.drafts import StatementDraft
from pipeline.model_choice import Escalate, ModelChoice
from tools.ledger.recorded_statements import build_ledger_tools
from tools.loop.dispatch import ToolDispatcher
from tools.loop.events import Envelope
from tools.loop.loop import ToolLoop
from tools.loop.messages import ToolCall
from tools.providers.base import ModelResponse
from tools.providers.replay import ScriptedProvider, calls, says

MANY, ENTRIES, LINES = 2_000, 20, 12
ACCOUNT = 1_234
#: Its number ends as another account's does.
ALIKE = 234


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    yield from ledger_of(tmp_path_factory.mktemp("crowd"), MANY)


def ledger_of(folder: Path, accounts: int) -> Iterator[Engine]:
    engine = make_engine(str(folder / f"{accounts}.db"), create=True)
    upgrade(engine)
    fill(engine, accounts, ENTRIES, LINES)
    yield engine
    engine.dispose()


def scoped(engine: Engine) -> ScopedLedger:
    with read_only(engine) as session:
        return ScopedLedger(partial(read_only, engine), accounts_in_scope(session, None))


def listed(engine: Engine, draft: StatementDraft, **asked: Any) -> Envelope:
    """What `get_accounts` answers."""
    table = Lookups("1", draft, scoped(engine))
    tools = build_ledger_tools(table.scoped.sessions, table.workspace())
    call = ToolCall("1", "get_accounts", json.dumps(asked))
    return ToolDispatcher(tools).dispatch([call])[0].envelope


def rows(envelope: Envelope) -> list[dict[str, Any]]:
    data: Any = envelope.data
    assert envelope.ok
    return [dict(zip(data["columns"], row, strict=True)) for row in data["rows"]]


def is_chosen(found: Selected) -> None:
    assert found.comparison is not None
    assert found.comparison.side.account_id == ACCOUNT
    assert found.findings.verdict is Verdict.MATCHED


def test_on_both_databases_by_its_number_and_by_its_rows(engine: Engine) -> None:
    fill(engine, MANY, ENTRIES, LINES)
    for numbered in (True, False):
        draft = statement(ACCOUNT, LINES, numbered=numbered)
        is_chosen(select_account("1", draft, scoped(engine), ModelChoice()))
        assert rows(listed(engine, draft))[0]["id"] == ACCOUNT


def test_of_the_accounts_with_its_last_digits_the_one_with_its_entries_is_taken(
    crowd: Engine,
) -> None:
    assert mask(ACCOUNT) == mask(ALIKE)
    draft = statement(ACCOUNT, LINES)
    found = select_account("1", draft, scoped(crowd), ModelChoice())
    is_chosen(found)
    assert [(use.model, use.status) for use in found.uses] == [("offline", "ok")]
    best = rows(listed(crowd, replace(draft, institution=None)))[:2]
    assert [each["id"] for each in best] == [ACCOUNT, ALIKE]
    assert [each["alike"] for each in best] == [LINES, 4]


def test_a_model_is_shown_a_page_and_can_go_through_all_of_them(crowd: Engine) -> None:
    draft = statement(ACCOUNT, LINES, numbered=False)
    seen: list[int] = []
    cursor: dict[str, Any] = {}
    while True:
        envelope = listed(crowd, draft, limit=50, **cursor)
        data: Any = envelope.data
        seen += [each["id"] for each in rows(envelope)]
        if not data.get("next_cursor"):
            break
        assert data["total_rows"] == MANY
        cursor = {"cursor": data["next_cursor"]}
    assert seen[0] == ACCOUNT
    assert sorted(seen) == list(range(1, MANY + 1))
    first = listed(crowd, draft)
    assert len(rows(first)) == 20
    assert len(first.text()) < 3_000


def test_a_page_comes_with_the_balances_of_its_own_accounts_only(crowd: Engine) -> None:
    named: list[int] = []

    def count(_c: Any, _cursor: Any, sql: str, parameters: Any, *_: Any) -> None:
        if "monthly_totals" in sql:
            named.append(len(parameters))

    event.listen(crowd, "before_cursor_execute", count)
    try:
        listed(crowd, statement(ACCOUNT, LINES), as_of="2026-06-30", limit=7)
    finally:
        event.remove(crowd, "before_cursor_execute", count)
    [once] = named
    assert once < 7 + 10  # the accounts, and what is asked of them


@pytest.mark.parametrize(
    ("filters", "ids"),
    [
        ({"mask": "1234"}, []),
        ({"mask": mask(ACCOUNT)}, [ACCOUNT, ALIKE]),
        ({"mask": f"DE00 {mask(ACCOUNT)}", "institution": "NORTHGATE"}, [ALIKE]),
        ({"mask": mask(ACCOUNT), "institution": "south"}, [ACCOUNT]),
        ({"name": "tenant 01234"}, [ACCOUNT]),
        ({"name": "%"}, []),
        ({"name": "0123", "currency": "EUR"}, [1234, *range(1230, 1234), *range(1235, 1240), 123]),
        ({"currency": "USD"}, []),
    ],
)
def test_filters_leave_what_they_say_the_best_first(
    crowd: Engine, filters: dict[str, str], ids: list[int]
) -> None:
    found = [each["id"] for each in rows(listed(crowd, statement(ACCOUNT, LINES), **filters))]
    assert found[:1] == ids[:1]
    assert set(found) == set(ids)


def test_only_accounts_with_entries_like_the_statements_can_be_asked_for(crowd: Engine) -> None:
    draft = statement(ACCOUNT, LINES, numbered=False)
    own = replace(draft, lines=tuple(line for line in draft.lines if line.amount < -60_000))
    assert [each["id"] for each in rows(listed(crowd, own, alike=True))] == [ACCOUNT]


def test_a_cursor_that_was_never_given_is_refused(crowd: Engine) -> None:
    assert listed(crowd, statement(ACCOUNT, LINES), cursor="x").code == "cursor_invalid"


def claim(account_id: int) -> ModelResponse:
    answer = {"document_type": "statement", "account_id": account_id, "verdict": "matched"}
    return says(json.dumps({**answer, "reason": "a guess"}))


def test_one_that_it_was_shown_on_a_later_page_is_taken(crowd: Engine) -> None:
    draft = statement(ACCOUNT, LINES, numbered=False)
    shown = (
        calls(("get_accounts", {"name": "Tenant 00007"})),
        calls(("get_accounts", {"name": "Tenant 01234"})),
    )
    model = ToolLoop(ScriptedProvider((*shown, claim(ACCOUNT))))
    is_chosen(select_account("1", draft, scoped(crowd), ModelChoice(model, Escalate.ALWAYS)))


class Counting(ScopedLedger):
    """A ledger that knows which accounts a statement was compared with."""

    compared: list[int]

    def compare(self, draft: StatementDraft, account_id: int) -> Comparison | None:
        self.compared.append(account_id)
        return super().compare(draft, account_id)


def counting(engine: Engine) -> Counting:
    ledger = scoped(engine)
    found = Counting(ledger.sessions, ledger.scope)
    object.__setattr__(found, "compared", [])
    return found


def test_only_accounts_that_can_change_the_answer_are_compared(crowd: Engine) -> None:
    ledger = counting(crowd)
    found = by_overlap(statement(ACCOUNT, LINES, numbered=False), ledger)
    assert found is not None
    assert found.side.account_id == ACCOUNT
    assert ledger.compared == [ACCOUNT]


def test_a_tie_is_known_after_two_of_them(crowd: Engine) -> None:
    """Four lines that every account has an entry for."""
    draft = statement(ACCOUNT, LINES, numbered=False)
    common = replace(draft, lines=draft.lines[2::3])
    ledger = counting(crowd)
    assert by_overlap(common, ledger) is None
    assert len(ledger.compared) == 2


def test_rows_without_days_do_not_make_it_look_at_every_account(crowd: Engine) -> None:
    draft = statement(ACCOUNT, LINES, numbered=False)
    first, *others = draft.lines
    undated = replace(draft, lines=(replace(first, date=None), *others))
    ledger = counting(crowd)
    assert by_overlap(undated, ledger) is not None
    assert ledger.compared == [ACCOUNT]


def test_more_accounts_than_a_statement_of_sql_has_room_for_are_no_obstacle(crowd: Engine) -> None:
    scope = frozenset(range(1, 40_001))
    draft = statement(ACCOUNT, LINES)
    with read_only(crowd) as session:
        assert len(account_names(session, scope)) == MANY
        assert entries_alike(session, draft, scoped(crowd).settings, scope)[ACCOUNT] == LINES


def test_a_hundred_times_the_accounts_is_no_question_more(crowd: Engine, tmp_path: Path) -> None:
    draft = statement(17, LINES, numbered=False)
    (few,) = (questions(engine, draft) for engine in ledger_of(tmp_path, 20))
    assert questions(crowd, draft) <= few


def questions(engine: Engine, draft: StatementDraft) -> int:
    asked: list[str] = []

    def note(_c: Any, _cursor: Any, sql: str, *_: Any) -> None:
        asked.append(sql)

    ledger = scoped(engine)
    event.listen(engine, "before_cursor_execute", note)
    try:
        select_account("1", draft, ledger, ModelChoice())
    finally:
        event.remove(engine, "before_cursor_execute", note)
    return len(asked)
