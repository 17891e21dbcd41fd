"""What every case of the evaluation set is: a kind, a truth, and a way to be played by any model.

A case makes a world of its own, lets the real program ask the model there, and says what came of
it. It also knows what a perfect model would say next, so that it can be seen whether the program
lets a good model through. All that an oracle says goes the way of any model's words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeAlias

from db.words import FaultClass
from jobs.options import ImportOutcome
from pipeline.model_choice import ModelUse
from tools.loop.errors import ProviderTimedOutError
from tools.loop.loop import ToolLoop
from tools.providers.base import ModelRequest, ModelResponse


class Kind(StrEnum):
    """What a model is needed for. Rules alone settle accounts; of the others next to none."""

    ACCOUNT = "account"
    UNKNOWN_LAYOUT = "unknown layout"
    DOUBTFUL_ROWS = "doubtful rows"
    FACTS_ELSEWHERE = "facts elsewhere"
    CANDIDATES = "several candidates"
    ODD_ROWS = "odd rows"
    EXPLANATIONS = "explanations"
    SCANS = "scans"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class Played:
    """What came of one case.

    ``solved`` says that what is true was reached with the model's help. ``wrong_claims`` counts
    what the model said that is not so, ``false_proofs`` what tieout then called proven or matched
    that is not so, which must be none. ``uses`` are the model's runs, ``detail`` a few words for
    who reads the trial. ``away``: its server could not be asked, which says nothing of the model.
    """

    solved: bool
    wrong_claims: int
    false_proofs: int
    uses: tuple[ModelUse, ...]
    detail: str = ""
    away: bool = False


class Case(Protocol):
    """One thing that a model is tried on, with its truth."""

    @property
    def name(self) -> str:
        """As `--case` calls it; no other case of any kind has it."""

    @property
    def kind(self) -> Kind:
        """What the model is needed for."""

    def play(self, mind: ToolLoop) -> Played:
        """The case on a fresh world with this model."""

    def oracle(self, request: ModelRequest) -> ModelResponse:
        """What a perfect model that knows the truth of this case would say next."""


MindMaker: TypeAlias = Callable[[Case, int], ToolLoop]
"""The loop of a model for one trial of a case, with full capture; trials are counted from 1."""


def failed(outcome: ImportOutcome) -> Played:
    """What came of a case whose document could not be brought in."""
    late = outcome.error_code == ProviderTimedOutError.code
    away = outcome.fault in (FaultClass.TRANSIENT, FaultClass.CONFIGURATION) and not late
    return Played(False, 0, 0, (), outcome.error_code or "", away)
