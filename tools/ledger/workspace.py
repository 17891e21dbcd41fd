"""The shapes in which the pipeline hands a model its statements, and takes a comparison back.

A model works on three things that are kept apart: the ledger (facts, read only), the statement
draft (mendable), and locks. The pipeline owns all three; here is only what a model may see.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, TypeAlias

from tools.account_numbers import without_numbers
from tools.jsontext import compact, loads, plain
from tools.ledger.changes import DraftPatch, FactsPropose, Patched, Proposed, Shape
from tools.messages import Message, Role

if TYPE_CHECKING:
    from tools.ledger.recorded_statements import Recorded

_BLOCK = re.compile(r"^```json\n(\{.*\})\n```$", re.MULTILINE)


class StatementFacts(Shape):
    """What the draft of one statement says, in short. Amounts are exact, in the holder's sign;
    ``statement`` is the name by which a call of a tool names it; ``etag`` names the
    draft's present state where it can be mended."""

    statement: str
    institution: str | None = None
    account_name: str | None = None
    mask: str | None = None
    kind: str | None = None
    currency: str | None = None
    period_start: date | None = None
    period_end: date | None = None
    opening: Decimal | None = None
    closing: Decimal | None = None
    lines: int = 0
    sum_in: Decimal | None = None
    sum_out: Decimal | None = None
    status: str | None = None
    failed_checks: tuple[str, ...] = ()
    etag: str | None = None


class Difference(Shape):
    """One thing on which statement and ledger do not agree.

    ``kind`` is the design's word, such as `missing_in_ledger`; ``line`` counts the statement's
    rows from 1; ``entry`` is the ledger's transaction id.
    """

    kind: str
    line: int | None = None
    entry: int | None = None
    date: date | None
    amount: Decimal
    ledger_amount: Decimal | None = None
    description: str = ""
    reason: str = ""


class CompareResult(Shape):
    """What matching a statement's lines with one account's entries finds."""

    account_id: int
    lines: int
    entries: int
    matched: int
    ledger_opening: Decimal | None = None
    ledger_closing: Decimal | None = None
    differences: tuple[Difference, ...] = ()


class LineView(Shape):
    """One row of a statement as a model sees it; ``matched`` None while nothing was compared."""

    line: int
    page: int
    date: date | None
    amount: Decimal
    balance: Decimal | None = None
    description: str = ""
    matched: bool | None = None


class PageText(Shape):
    """One page's text, line by line; ``doc`` is the document's short id, ``page`` counts from 1."""

    doc: str
    page: int
    lines: tuple[str, ...]


Compare: TypeAlias = Callable[[str, int], CompareResult]


@dataclass(frozen=True, slots=True)
class Workspace:
    """What one run may see and do: the accounts in ``scope`` (their ids), the statements by name,
    and what the pipeline offers for them. What is None is not offered to the model at all.

    Descriptions and names go out without whole account numbers, unless ``whole_numbers``.
    ``alike`` says how many entries like a statement's each of these accounts has; ``told`` are the
    accounts that the run has been shown. ``patch`` mends the draft and ``propose`` suggests a
    ledger change; both raise leaves of ToolError, and neither touches the ledger. ``recorded``
    shows the statements on record, where a person asks and no document is at hand.
    """

    scope: frozenset[int]
    statements: Mapping[str, StatementFacts] = field(default_factory=dict)
    compare: Compare | None = None
    alike: Callable[[str, Collection[int]], Mapping[int, int]] | None = None
    lines: Callable[[str], Sequence[LineView]] | None = None
    pages: Callable[[str], Sequence[PageText]] | None = None
    patch: Callable[[DraftPatch], Patched] | None = None
    propose: Callable[[FactsPropose], Proposed] | None = None
    recorded: Recorded | None = None
    told: set[int] = field(default_factory=set)
    whole_numbers: bool = False

    def shown(self, text: str) -> str:
        """Text of the ledger or of a page as this run's model may see it."""
        return text if self.whole_numbers else without_numbers(text)


def statement_block(facts: StatementFacts) -> str:
    """The facts as the fenced JSON block in which a model is given a statement."""
    return f"```json\n{compact(plain(facts))}\n```"


def find_statement(messages: tuple[Message, ...]) -> dict[str, object] | None:
    """The facts in the last such block that a person or the pipeline wrote, or None."""
    for message in reversed(messages):
        if message.role is not Role.USER:
            continue
        for text in reversed(_BLOCK.findall(message.content)):
            found = _facts(text)
            if found is not None:
                return found
    return None


def _facts(text: str) -> dict[str, object] | None:
    try:
        value = loads(text)
    except ValueError:
        return None
    return dict(value) if isinstance(value, dict) and "statement" in value else None
