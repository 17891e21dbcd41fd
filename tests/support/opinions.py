"""Models that say what a test wrote down of a statement's differences, and ledgers that differ."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Engine

from jobs.options import ImportOptions, ImportOutcome
from pipeline.drafts import StatementDraft
from tests.support.books import imported
from tools.loop.loop import ToolLoop
from tools.providers.base import ModelResponse
from tools.providers.replay import ScriptedProvider, says


def opinion(n: int, **said: Any) -> dict[str, Any]:
    """What a model says of difference ``n``."""
    return {"n": n, **said}


def answer(*opinions: Mapping[str, Any]) -> ModelResponse:
    """A reply with these opinions."""
    return says(json.dumps({"opinions": opinions}))


def mind(*replies: ModelResponse) -> ScriptedProvider:
    """A model that gives these replies."""
    return ScriptedProvider(replies)


def brought_in(
    engine: Engine, statement: StatementDraft | Sequence[StatementDraft], model: Any = None
) -> ImportOutcome:
    """Import it as june.pdf; what arithmetic leaves open the model is asked about."""
    drafts = [statement] if isinstance(statement, StatementDraft) else statement
    options = ImportOptions(language_model=ToolLoop(model) if model else None)
    return imported(engine, *drafts, options=options)
