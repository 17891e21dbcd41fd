"""A statement must be cheap: matched, 3 calls and 3,000 tokens; explained, 4,000; read, 8,000."""

import json
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Engine

from benchmarks.support import crowd
from db.engine import make_engine
from db.session import read_only
from db.upgrade import upgrade
from db.words import ReadingStatus, Verdict
from evals.bank_page import truth
from evals.kinds.unknown_layout import LAYOUTS
from evals.page_case import copied
from evals.typewriter import typed
from jobs.options import ImportOptions
from pipeline.account.comparison import ScopedLedger
from pipeline.account.new_account import select_account
from pipeline.extraction.extract import extract
from pipeline.model_choice import Escalate, ModelChoice
from pipeline.reading import read_statements
from tests.support.books import account, imported, pages_of
from tests.support.statements import draft, line
from tools.ledger.offline import OfflineProvider
from tools.loop.loop import ToolLoop
from tools.loop.messages import assistant
from tools.loop.tokens import estimate, message_bytes, tool_bytes
from tools.providers.base import ModelRequest, ModelResponse, Provider
from tools.providers.replay import ScriptedProvider, calls, says

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


def test_among_more_accounts_than_a_page_it_costs_that_page_and_filters(tmp_path: Path) -> None:
    engine = make_engine(str(tmp_path / "ledger.db"), create=True)
    upgrade(engine)
    crowd.fill(engine, 200, 120, 120)
    statement = crowd.statement(123, 120, numbered=False)
    scoped = ScopedLedger(partial(read_only, engine), frozenset(range(1, 201)))
    model = Counted(scripted(123))
    models = ModelChoice(ToolLoop(model), Escalate.ALWAYS)
    found = select_account("1", statement, scoped, models, pages_of([statement]))
    engine.dispose()
    assert found.proof.verdict is Verdict.MATCHED
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
    assert found.proof.verdict is Verdict.MATCHED
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
    assert len(found.proof.differences) == 24
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
