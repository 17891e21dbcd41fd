"""Whatever a model says of a statement, the verdict is what arithmetic says."""

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from sqlalchemy import Engine

from db.session import read_only
from db.words import Verdict
from pipeline.account.choosing import Selected, select_account
from pipeline.account.comparison import ScopedLedger
from pipeline.claims import Refusal
from pipeline.drafts import Line, StatementDraft
from pipeline.model_choice import Escalate, ModelChoice
from pipeline.proof import CheckState
from tests.support.books import LINES as THREE
from tests.support.books import account
from tests.support.statements import draft
from tools.loop.errors import ProviderUnreachableError
from tools.loop.loop import ToolLoop
from tools.loop.outcome import Limits
from tools.providers.base import ModelRequest, ModelResponse
from tools.providers.replay import ScriptedProvider, Step, calls, says

LINES = THREE[:2]
"""Too few for an account to be known by its rows."""

JUNE = draft(LINES)

ACCOUNTS = calls(("get_accounts", {}))


def claim(account_id: int | None, verdict: str = "matched") -> ModelResponse:
    answer = {
        "document_type": "statement",
        "account_id": account_id,
        "verdict": verdict,
        "reason": "because I say so",
    }
    return says(json.dumps(answer))


def scoped(engine: Engine, *scope: int) -> ScopedLedger:
    return ScopedLedger(partial(read_only, engine), frozenset(scope))


def unnamed(lines: Sequence[Line], closing: int | None = None) -> StatementDraft:
    """A statement that names neither its account nor its bank."""
    return replace(draft(lines, mask=None, closing=closing), institution=None, account_name=None)


NAMELESS = unnamed(LINES)


def asked(scoped: ScopedLedger, *steps: Step, statement: StatementDraft = NAMELESS) -> Selected:
    """What comes of asking a model that says this. The rules know nothing: no hint fits."""
    model = ToolLoop(ScriptedProvider(steps), limits=Limits(seconds=20))
    return select_account("1", statement, scoped, ModelChoice(model))


def test_the_rules_find_the_account_and_arithmetic_the_verdict(engine: Engine) -> None:
    everyday = account(engine, LINES)
    found = select_account("1", JUNE, scoped(engine, everyday), ModelChoice())
    assert found.findings.verdict is Verdict.MATCHED
    assert [use.model for use in found.uses] == ["offline"]
    assert found.comparison is not None
    assert found.comparison.side.account_id == everyday


def test_an_account_that_a_model_names_is_compared_and_not_settled_by_that(engine: Engine) -> None:
    everyday = account(engine, LINES)
    found = asked(scoped(engine, everyday), ACCOUNTS, claim(everyday))
    assert [use.model for use in found.uses] == ["offline", "scripted"]
    assert found.findings.state("paired") is found.findings.state("balances") is CheckState.PASSED
    assert [each.name for each in found.findings.hypotheses if each.is_assumed] == ["account"]
    assert found.findings.verdict is Verdict.UNPROVEN


def test_a_model_that_says_matched_of_a_doubtful_reading_cannot_make_it_so(engine: Engine) -> None:
    everyday = account(engine, LINES)
    doubtful = unnamed(LINES, closing=1)
    found = asked(scoped(engine, everyday), ACCOUNTS, claim(everyday), statement=doubtful)
    assert found.findings.verdict is Verdict.UNPROVEN


def test_a_model_that_denies_a_match_cannot_prevent_it(engine: Engine) -> None:
    everyday = account(engine, LINES)
    model = ToolLoop(ScriptedProvider((ACCOUNTS, claim(everyday, "differences"))))
    found = select_account("1", JUNE, scoped(engine, everyday), ModelChoice(model, Escalate.ALWAYS))
    assert [use.model for use in found.uses] == ["scripted"]
    assert found.findings.verdict is Verdict.MATCHED


def test_nonsense_ends_in_a_status_and_no_verdict_but_unproven(engine: Engine) -> None:
    found = asked(scoped(engine, account(engine, LINES)), ACCOUNTS, says("matched!!!"), says("{]"))
    assert found.uses[-1].status == "invalid_answer"
    assert found.refusal is Refusal.NO_ANSWER
    assert found.findings.verdict is Verdict.UNPROVEN


def test_a_server_that_fails_ends_in_a_status(engine: Engine) -> None:
    def down(_request: ModelRequest) -> ModelResponse:
        raise ProviderUnreachableError

    found = asked(scoped(engine, account(engine, LINES)), down)
    assert found.uses[-1].status == "unavailable"
    assert found.uses[-1].away is not None
    assert found.findings.verdict is Verdict.UNPROVEN


def test_an_account_that_was_never_listed_is_refused(engine: Engine) -> None:
    everyday = account(engine, LINES)
    hidden = account(engine, LINES, name="Someone else's", mask="9999")
    found = asked(scoped(engine, everyday), ACCOUNTS, claim(hidden), claim(hidden))
    assert found.comparison is None
    assert found.findings.verdict is Verdict.UNPROVEN


def test_an_account_that_a_model_guesses_right_without_looking_is_refused(engine: Engine) -> None:
    """Made to answer at a limit, it names the account although it never asked for any."""
    everyday = account(engine, LINES)
    idle = calls(("get_statement", {"statement": "1"}))
    found = asked(scoped(engine, everyday), *[idle] * 3, claim(everyday))
    assert found.uses[-1].status == "stalled"
    assert found.refusal is Refusal.ACCOUNT_NOT_TOLD
    assert found.findings.verdict is Verdict.UNPROVEN


def test_an_account_of_another_currency_is_refused(engine: Engine) -> None:
    dollars = account(engine, LINES, currency="USD")
    found = asked(scoped(engine, dollars), ACCOUNTS, claim(dollars))
    assert found.refusal is Refusal.OTHER_CURRENCY
    assert found.findings.verdict is Verdict.UNPROVEN


def test_two_accounts_that_fit_equally_well_are_not_chosen_between(engine: Engine) -> None:
    one = account(engine, LINES, name="One")
    two = account(engine, LINES, name="Two")
    found = select_account("1", JUNE, scoped(engine, one, two), ModelChoice())
    assert found.refusal is Refusal.NO_ACCOUNT
    assert found.findings.verdict is Verdict.UNPROVEN


def test_never_means_never(engine: Engine) -> None:
    model = ScriptedProvider(())
    models = ModelChoice(ToolLoop(model), Escalate.NEVER)
    found = select_account("1", NAMELESS, scoped(engine, account(engine, LINES)), models)
    assert found.findings.verdict is Verdict.UNPROVEN
    assert model.requests == []


def test_always_asks_the_model_first_and_the_rules_if_it_fails(engine: Engine) -> None:
    everyday = account(engine, LINES)
    model = ToolLoop(ScriptedProvider((says(""), says(""))))
    found = select_account("1", JUNE, scoped(engine, everyday), ModelChoice(model, Escalate.ALWAYS))
    assert [use.status for use in found.uses] == ["empty", "ok"]
    assert found.findings.verdict is Verdict.MATCHED


def test_no_account_number_reaches_a_model(engine: Engine) -> None:
    everyday = account(engine, LINES)
    model = ScriptedProvider((ACCOUNTS, claim(everyday)))
    whole = replace(JUNE, account_mask="DE89370400440532011234")
    select_account(
        "1", whole, scoped(engine, everyday), ModelChoice(ToolLoop(model), Escalate.ALWAYS)
    )
    sent = "".join(m.content for request in model.requests for m in request.messages)
    assert "3704004405320" not in sent
    assert "1234" in sent


def test_an_account_is_known_by_its_rows_before_a_model_is_asked(engine: Engine) -> None:
    everyday = account(engine, THREE)
    account(engine, [], name="Other")
    model = ScriptedProvider(())
    found = select_account(
        "1",
        unnamed(THREE),
        scoped(engine, everyday, everyday + 1),
        ModelChoice(ToolLoop(model)),
    )
    assert found.findings.verdict is Verdict.MATCHED
    assert model.requests == []
