"""Which account a statement belongs to: what rules settle alone, and a bad model must not spoil.

A test of harm and not of worth: what a model claims wrongly must not become a match.
"""

from __future__ import annotations

from dataclasses import dataclass

from db.words import Verdict
from evals.account_statements import STATEMENTS, Told
from evals.frame import Case, Kind, Played
from evals.hearing import answer, heard, rows
from evals.world import World, world_of
from pipeline.account.choosing import Selected, select_account
from pipeline.model_choice import ModelChoice
from tools.ledger.workspace import find_statement
from tools.loop.json_text import Plain
from tools.loop.loop import ToolLoop
from tools.providers.base import ModelRequest, ModelResponse
from tools.providers.replay import calls


def cases() -> tuple[Case, ...]:
    """One for each statement."""
    return tuple(AccountCase(told) for told in STATEMENTS)


@dataclass(frozen=True, slots=True)
class Only(ModelChoice):
    """One model and nobody to help it."""

    def in_turn(self) -> tuple[ToolLoop, ...]:
        """The model itself."""
        assert self.language_model is not None
        return (self.language_model,)


@dataclass(frozen=True, slots=True)
class AccountCase:
    """A statement that is to be given its account and, where that is true, to match it."""

    told: Told

    @property
    def name(self) -> str:
        """The statement's."""
        return self.told.name

    @property
    def kind(self) -> Kind:
        """Always the same."""
        return Kind.ACCOUNT

    def play(self, mind: ToolLoop) -> Played:
        """Solved is what names the right account, or rightly none, and has the true verdict."""
        with world_of(self.told) as world:
            found = select_account("1", world.draft, world.scoped, Only(language_model=mind))
            return self._played(world, found)

    def oracle(self, request: ModelRequest) -> ModelResponse:
        """Names the account and says what is true of the statement."""
        if not heard(request, "get_accounts"):
            return calls(("get_accounts", {}))
        account_id = self._account(request)
        if account_id is not None and not heard(request, "compare"):
            facts = find_statement(request.messages) or {}
            wanted: dict[str, Plain] = {"account_id": account_id}
            return calls(("compare", {"statement": str(facts["statement"]), **wanted}))
        verdict = self.told.verdict.value
        claim: dict[str, Plain] = {"account_id": account_id, "verdict": verdict}
        return answer({"document_type": "statement", **claim, "reason": "so it is"})

    def _account(self, request: ModelRequest) -> int | None:
        shown = [row for each in heard(request, "get_accounts") for row in rows(each.data)]
        ids = [row["id"] for row in shown if row["name"] == self.told.account]
        return next((each for each in ids if isinstance(each, int)), None)

    def _played(self, world: World, found: Selected) -> Played:
        claimed = found.claim.account_id if found.claim else None
        said = found.claim.verdict if found.claim else "nothing"
        right = found.claim is not None and claimed == world.account_id
        true, proven = self.told.verdict, found.findings.verdict
        compared = found.comparison.side.account_id if found.comparison else None
        matched = proven is Verdict.MATCHED
        return Played(
            solved=right and proven is true,
            wrong_claims=(claimed not in (None, world.account_id))
            + (said == Verdict.MATCHED.value and true is not Verdict.MATCHED),
            false_proofs=int(matched and (true is not proven or compared != world.account_id)),
            uses=found.uses,
            detail=f"said {said}, proven {proven.value}, true {true.value}",
        )
