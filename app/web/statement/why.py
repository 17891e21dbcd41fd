"""Why a statement is proven, or is not: the obligations with their figures, in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.shapes.writing import by_name
from app.texts import accounts as texts_accounts
from app.texts import pages as texts_pages
from app.texts import proof as texts_proof
from app.texts.language import _, counted, marked, retold
from app.texts.sentences import (
    account_text,
    compared_text,
    fact_text,
    is_earlier,
    money_text,
    objection_text,
    reasons_of,
    unproven_texts,
)
from db.words import ReadingStatus, Verdict
from pipeline.proof import Check, CheckState

if TYPE_CHECKING:
    from app.one_statement.opened import OpenedStatement
    from app.shapes.differences import HintShape
    from app.shapes.reading import HypothesisShape, ReasonShape
    from app.shapes.review import CorrectionShape

_HINTS: Final = marked(texts_pages.HINTS)


@dataclass(frozen=True, slots=True)
class Obligation:
    """One check in plain words: ``state`` is its word, ``figures`` what was compared."""

    name: str
    state: str
    word: str
    figures: str


@dataclass(frozen=True, slots=True)
class Settled:
    """One hypothesis in plain words: what it is about, its value, and what settles it; ``key`` is
    its name, and ``answered`` says that a person did."""

    key: str
    name: str
    value: str
    source: str
    assumed: bool
    detail: str
    answered: bool


@dataclass(frozen=True, slots=True)
class Why:
    """``summary`` in one sentence; ``reasons`` are what keeps it from being matched, with what
    helps, and ``objections`` the reader's."""

    proven: bool
    earlier: bool
    summary: str
    of_page: tuple[Obligation, ...]
    of_ledger: tuple[Obligation, ...]
    settled: tuple[Settled, ...]
    reasons: tuple[ReasonShape, ...]
    objections: tuple[str, ...]
    troubles: tuple[str, ...]


def why_of(import_id: int, one: OpenedStatement) -> Why:
    checks = one.about.checks
    proven, of_ledger = one.about.reading is ReadingStatus.PROVEN, texts_proof.LEDGER_CHECKS
    return Why(
        proven=proven,
        earlier=is_earlier(one.about),
        summary="; ".join(_summary(one, proven=proven)),
        of_page=tuple(_obligation(each) for each in checks if each.name not in of_ledger),
        of_ledger=tuple(_obligation(each) for each in checks if each.name in of_ledger),
        settled=tuple(_settled(each, account_text(one.about)) for each in one.about.hypotheses),
        reasons=_reasons(import_id, one),
        objections=tuple(map(objection_text, one.about.objections)),
        troubles=tuple(unproven_texts(one.about.verdict, filter(_is_said_here, checks))),
    )


def _settled(each: HypothesisShape, account: str) -> Settled:
    said = f" “{each.printed}”" if each.printed else ""
    return Settled(
        each.name,
        _(texts_proof.HYPOTHESIS_NAMES[each.name]),
        account if each.name == "account" and each.value else _value(each),
        _(texts_proof.SOURCES[each.source]) + said,
        each.source == "assumed",
        retold(each.detail, texts_proof.DETAILS),
        each.source == "person" and each.name != "account",
    )


def _value(each: HypothesisShape) -> str:
    if each.name in ("side", "order"):
        return _({**texts_proof.SIDES, **texts_proof.ORDERS}.get(each.value, each.value))
    first, between, last = each.value.partition(" to ")
    if between:
        return f"{fact_text(first)} – {fact_text(last)}"
    return retold(each.value, texts_proof.VALUES)


def correction_text(each: CorrectionShape) -> str:
    what = _(texts_accounts.WHAT[each.what]).format(
        line=each.line, text=each.text or _(texts_accounts.NOTHING), day=each.day, about=each.about
    )
    return _(texts_accounts.CORRECTED).format(by=each.by, what=" ".join(what.split()))


def hint_text(hint: HintShape) -> str:
    """Which one mistake would explain all of the statement."""
    days = hint.days or 0
    text = _HINTS["days_earlier" if days < 0 else hint.kind]
    facts = {**by_name(hint), "days": abs(days), "amount": money_text(hint.amount)}
    return _(text).format(**facts)


def _is_said_here(check: Check) -> bool:
    """Whether it is not said at the foot of the page already."""
    return check.name != "balances"


def _summary(one: OpenedStatement, *, proven: bool) -> Iterator[str]:
    if not proven:
        failing = [each for each in one.about.checks if each.state is CheckState.FAILED]
        yield from (_("not met: {what}").format(what=_name(each.name)) for each in failing[:3])
        return
    figures = one.figures
    opening, closing = money_text(figures.opening), money_text(figures.closing)
    lines = counted("{count} line", "{count} lines", figures.lines)
    said = _("opening {opening} + {lines} = closing {closing}")
    yield said.format(opening=opening, lines=lines, closing=closing)
    if figures.balances:
        yield counted("{count} balance follows", "{count} balances follow", figures.balances)
    yield _("every figure seen")


def _reasons(import_id: int, one: OpenedStatement) -> tuple[ReasonShape, ...]:
    about = one.about
    if about.verdict is Verdict.MATCHED:
        return ()
    where = {"import_id": import_id, "number": one.number, "account_id": about.account_id}
    return tuple(reasons_of(about.checks, about.hypotheses, about.objections, **where))


def _obligation(check: Check) -> Obligation:
    return Obligation(
        _name(check.name),
        check.state.value,
        _(texts_proof.STATES[check.state]),
        compared_text(check),
    )


def _name(check: str) -> str:
    return _(texts_proof.name_of(check))
