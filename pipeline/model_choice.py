"""The models that an import may ask, when it asks which, what they may see, and what it came to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum
from typing import Final

from db.errors import TieoutError
from pipeline.words import Page, Seen
from tools.ledger.offline import OfflineProvider
from tools.loop.loop import ToolLoop
from tools.loop.messages import Image
from tools.loop.outcome import Answer, LoopResult


class Escalate(StrEnum):
    """When the configured language model is asked."""

    UNPROVEN = "unproven"
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """The rules that always answer, and the language model that may be asked after or before."""

    language_model: ToolLoop | None = None
    escalate: Escalate = Escalate.UNPROVEN

    def in_turn(self) -> tuple[ToolLoop, ...]:
        """Whom to ask, until one names an account that the ledger supports."""
        rules = ToolLoop(OfflineProvider(), price=lambda _usage: Decimal(0))
        if self.language_model is None or self.escalate is Escalate.NEVER:
            return (rules,)
        if self.escalate is Escalate.ALWAYS:
            return (self.language_model, rules)
        return (rules, self.language_model)

    @property
    def reader(self) -> ToolLoop | None:
        """Whom to ask for what the reader could not prove, if anyone."""
        return None if self.escalate is Escalate.NEVER else self.language_model


@dataclass(frozen=True, slots=True)
class ModelUse:
    """What one run of one model came to.

    ``turns`` counts calls of the model; ``cost`` is US dollars, None where no price is known;
    ``estimated``: a server did not say how many tokens it took, which were guessed. ``away`` is
    what stood between the model and an answer.
    """

    model: str
    format: str
    status: str
    turns: int
    tokens_in: int
    tokens_out: int
    cost: Decimal | None
    trace: tuple[Mapping[str, object], ...] = ()
    estimated: bool = False
    away: TieoutError | None = None


#: Where a person said what a model would have been asked.
NOBODY_ASKED: Final = ModelUse(
    model="", format="", status="not_asked", turns=0, tokens_in=0, tokens_out=0, cost=Decimal(0)
)


def use_of(result: LoopResult[Answer]) -> ModelUse:
    """What this run came to; its trace tells which model and format it was."""
    run = next((line for line in result.trace.entries if line["kind"] == "run"), {})
    return ModelUse(
        model=str(run.get("model", "")),
        format=str(run.get("format", "")),
        status=result.status.value,
        turns=result.turns,
        tokens_in=result.usage.input_tokens,
        tokens_out=result.usage.output_tokens,
        cost=result.cost,
        trace=result.trace.entries,
        estimated=result.usage.estimated,
        away=result.away,
    )


def together(uses: Sequence[ModelUse]) -> ModelUse:
    """All runs in one, under the name of the last; `NOBODY_ASKED` if there were none."""
    if not uses:
        return NOBODY_ASKED
    *_, last = uses
    costs = [use.cost for use in uses if use.cost is not None]
    return replace(
        last,
        turns=sum(use.turns for use in uses),
        tokens_in=sum(use.tokens_in for use in uses),
        tokens_out=sum(use.tokens_out for use in uses),
        cost=sum(costs, Decimal(0)) if len(costs) == len(uses) else None,
        trace=tuple(line for use in uses for line in use.trace),
        estimated=any(use.estimated for use in uses),
        away=next((use.away for use in uses if use.away), None),
    )


@dataclass(slots=True)
class PagePictures:
    """The pages of one document as pictures, for a model that sees what no word of a page says:
    each is drawn once, and only when it is to be seen."""

    data: bytes = field(repr=False)
    _drawn: dict[int, Image | None] = field(default_factory=dict)

    def of(self, page: Page) -> Image | None:
        """The page, if its words are not all what is seen; None where it cannot be drawn."""
        if not page.confidence and Seen.DOUBTED not in page.seen:
            return None
        if page.number not in self._drawn:
            self._drawn[page.number] = self._draw(page.number)
        return self._drawn[page.number]

    def _draw(self, number: int) -> Image | None:
        # Drawing takes a library that nothing else of a run needs.
        from pipeline.pages.picture import page_picture
        from pipeline.pages.sandbox.fork import run_limited

        try:
            return Image(run_limited(page_picture, self.data, number))
        except TieoutError:
            # Locked or damaged: the model reads the words, as it would without pictures.
            return None
