"""Certificates as the database keeps them, and sealing what ties out."""

import json
import threading
import zlib
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import bindparam, delete, select
from sqlalchemy.orm import Session

from db.ledger.amending import put_states_back, set_state
from db.ledger.locks import (
    WouldBreakLock,
    lock,
    locked_by,
    locks_of,
    states_before,
    unlock,
    unlocked_by,
)
from db.log import log
from db.models import BalanceAssertion, Lock, Match, Reconciliation, Statement, Transaction
from db.session import ask
from db.words import EntryState
from pipeline.drafts import StatementDraft
from pipeline.pages.rows import rows_of
from pipeline.proof import (
    Answer,
    CertificateError,
    CertifiedPage,
    Check,
    CheckState,
    Document,
    Objection,
    Witness,
    misfit,
)
from pipeline.record.rows import CHECKS
from pipeline.words import Page

_PAGES: Final = TypeAdapter(tuple[CertifiedPage, ...])
#: Documents that are kept, and the compressed words that they are of: one of them takes a hundred
#: times as much.
MOST_DOCUMENTS, _MOST_BYTES = 16, 256 * 1024
_LARGEST: Final = 256 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Offered:
    """What was offered of a statement: the reader's witnesses and which of them was ``chosen``, the
    first ones of the document's other statements before and after it, the reader's objections, and
    who read it."""

    witnesses: tuple[Witness, ...]
    chosen: int
    beside: tuple[tuple[Witness, ...], tuple[Witness, ...]]
    objections: tuple[Objection, ...]
    method: str


_OFFERED: Final = TypeAdapter(Offered)


class _Documents:
    """The last documents that were opened in this process, by their words."""

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, Document] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, words: bytes) -> Document | None:
        with self._lock:
            found = self._known.get(words)
            if found is not None:
                self._known.move_to_end(words)
            return found

    def keep(self, words: bytes, document: Document) -> None:
        """Have it at hand, and let go of the oldest where there are too many or too long ones."""
        with self._lock:
            self._known[words] = document
            while len(self._known) > 1 and self._is_full():
                self._known.popitem(last=False)

    def _is_full(self) -> bool:
        return len(self._known) > MOST_DOCUMENTS or sum(map(len, self._known)) > _MOST_BYTES


_DOCUMENTS: Final = _Documents()


def stored_pages(pages: Sequence[Page]) -> bytes:
    return zlib.compress(_PAGES.dump_json(tuple(map(CertifiedPage.of, pages))))


def stored_offer(draft: StatementDraft) -> dict[str, Any] | None:
    """What was offered of a statement; None if nothing was."""
    if not draft.witnesses or draft.witness is None:
        return None
    chosen = draft.witnesses.index(draft.witness)
    offered = Offered(draft.witnesses, chosen, draft.beside, draft.objections, draft.method)
    plain: dict[str, Any] = _OFFERED.dump_python(offered, mode="json")
    return plain


def offered_in(stored: dict[str, Any], document: Document) -> Offered:
    """What was offered. Raises CertificateError for what does not fit the document."""
    try:
        offered = _OFFERED.validate_json(json.dumps(stored), strict=True)
    except ValidationError:
        raise CertificateError("its witness is damaged") from None
    sizes = [len(page.words) for page in document.pages]
    every = (*offered.witnesses, *offered.beside[0], *offered.beside[1])
    if not 0 <= offered.chosen < len(offered.witnesses):
        raise CertificateError("its witness is damaged")
    if why := next(filter(None, (misfit(each, sizes, len(document.rows)) for each in every)), ""):
        raise CertificateError(why)
    return offered


def document_in(words: bytes) -> Document:
    """The document that was stored. Raises CertificateError for what is damaged.

    The last few are kept, for one page asks for the same one several times.
    """
    if (known := _DOCUMENTS.get(words)) is None:
        known = Document(pages_in(words))
        _DOCUMENTS.keep(words, known)
    return known


def keep_document(words: bytes, document: Document) -> None:
    """Spare this process opening again what it has just stored."""
    _DOCUMENTS.keep(words, document)


def pages_in(words: bytes) -> tuple[Page, ...]:
    """The pages that were stored; those of an earlier version get the rows that it did not keep.

    Raises CertificateError for what is damaged.
    """
    unpacked = zlib.decompressobj()
    try:
        plain = json.loads(unpacked.decompress(words, _LARGEST))
        bare = [page for page in plain if "rows" not in page]
        for page in bare:
            page["rows"] = []
        pages = tuple(each.page() for each in _PAGES.validate_json(json.dumps(plain)))
    except (zlib.error, ValueError, TypeError):
        raise CertificateError("its words are damaged") from None
    if not bare:
        return pages
    return tuple(replace(page, rows=rows_of(page.words)) for page in pages)


def answers_in(stated: Mapping[str, Any] | None) -> tuple[Answer, ...]:
    """The answers to what arithmetic cannot see, in the order in which they were given."""
    return tuple(Answer(**each) for each in (stated or {}).get("answers", ()))


def with_answer(
    stated: Mapping[str, Any] | None, hypothesis: str, value: str, by: str, at: str
) -> dict[str, Any]:
    """What is kept after one more answer, which goes before an earlier one about the same."""
    kept = dict(stated or {})
    every = list(kept.get("answers", ()))
    number = max((each["id"] for each in every), default=0) + 1
    said = {"id": number, "hypothesis": hypothesis, "value": value, "by": by, "at": at}
    return {**kept, "answers": [*every, said]}


def without_answer(stated: Mapping[str, Any] | None, number: int) -> dict[str, Any] | None:
    """What is kept after an answer was taken back; None if that leaves nothing."""
    kept = dict(stated or {})
    every = [each for each in kept.get("answers", ()) if each["id"] != number]
    rest = {**kept, "answers": every}
    if not every:
        del rest["answers"]
    return rest or None


def chosen_by(row: Statement) -> str:
    """Who said whose statement it is: in a review or when handed in; empty if no one did."""
    stated = row.stated or {}
    if stated.get("account") is not None and stated["account"] == row.account_id:
        return str(stated.get("by") or "person")
    asked = row.work.options or {}
    if asked.get("named_account") is not None and asked["named_account"] == row.account_id:
        return row.work.handed_in_by or "person"
    return ""


#: Who locks what ties out without a person's decision.
MACHINE: Final = "tieout"
#: What must have passed, and of what the ledger may give what the page does not print.
_PASSED: Final = (
    "parsed", "seen", "restated", "ordered", "paired", "balances", "settled", "one_reading",
)  # fmt: skip
_NOT_FAILED: Final = ("sums", "covered")
_TAKEN: Final = "it does not tie out any more"
_OTHER_DAYS: Final = "the days that agree are others now"
_ASSERTED: Final = (
    select(BalanceAssertion.id)
    .where(BalanceAssertion.statement_id == bindparam("statement_id"))
    .limit(1)
)
_PAIRED: Final = (
    select(Transaction.id, Transaction.state)
    .join(Match, Match.transaction_id == Transaction.id)
    .where(Match.reconciliation_id == bindparam("reconciliation_id"))
)


def ties_out(checks: Collection[Check]) -> bool:
    """Whether these checks of a statement, as they were recorded, say that it and the ledger agree.
    What another statement says of the balance between the two is a discrepancy for a person, and no
    reason to open days that agree with the ledger, nor to leave them open."""
    states = {check.name: check.state for check in checks}
    agrees = all(states.get(name) is CheckState.PASSED for name in _PASSED)
    return agrees and all(states.get(name) is not CheckState.FAILED for name in _NOT_FAILED)


def release_own(session: Session, row: Reconciliation, why: str = _TAKEN) -> list[int]:
    """Release the locks that came by themselves on a statement that ties out no more; their ids."""
    held = [each.id for each in locks_of(session, row.id) if each.released_at is None]
    own = [each for each in held if locked_by(session, each) == MACHINE]
    return _release(session, row, own, why, MACHINE)


def release_with(session: Session, row: Reconciliation, why: str, actor: str) -> list[int]:
    """Release every lock on a statement that does not tie out since a person took back what it
    rested on; the released locks' ids."""
    if ties_out(CHECKS.validate_python(row.proof)):
        return []
    held = [each.id for each in locks_of(session, row.id) if each.released_at is None]
    return _release(session, row, held, why, actor)


def _release(
    session: Session, row: Reconciliation, own: Sequence[int], why: str, actor: str
) -> list[int]:
    for each in own:
        unlock(session, each, why, actor)
    if own:
        before = states_before(session, own)
        gone = before.keys() - _locked_elsewhere(session, row, before)
        put_states_back(session, {n: before[n] for n in gone})
        session.execute(
            delete(BalanceAssertion).where(BalanceAssertion.statement_id == row.statement_id)
        )
    return list(own)


def _locked_elsewhere(session: Session, row: Reconciliation, entries: Collection[int]) -> set[int]:
    """Those of these entries that another locked statement has."""
    query = (
        select(Match.transaction_id)
        .join(Lock, Lock.reconciliation_id == Match.reconciliation_id)
        .where(
            Match.transaction_id.in_(entries),
            Match.reconciliation_id != row.id,
            Lock.released_at.is_(None),
        )
    )
    return set(session.scalars(query))


def seal(
    session: Session,
    row: Reconciliation,
    days: tuple[date, date] | None,
    actor: str,
    *,
    again: bool,
) -> list[int]:
    """Mark the entries, assert the closing balance and lock these days of a statement that ties
    out, None for no day; the new lock's id, or none if they are locked already.

    Days that a person unlocked stay open unless it ties out ``again``.
    """
    known = locks_of(session, row.id)
    held = [each for each in known if each.released_at is None]
    if days is None:
        release_own(session, row, _OTHER_DAYS)
        return []
    if held:
        _mark_again(session, row, [each.id for each in held], actor)
        return _with_other_days(session, row, held, days)
    if known and not again and unlocked_by(session, max(each.id for each in known)) != MACHINE:
        return []
    account_id = row.statement.account_id
    if account_id is None:
        raise ValueError("what ties out has an account")
    states = _states(session, row)
    set_state(session, states, EntryState.RECONCILED)
    _assert_balance(session, row.statement)
    said = {str(entry): state for entry, state in states.items()}
    return [lock(session, account_id, *days, actor, row.id, states=said)]


def _with_other_days(
    session: Session, row: Reconciliation, held: Sequence[Lock], days: tuple[date, date]
) -> list[int]:
    """A lock over the days that agree now in the place of one over others. A lock that a person's
    decision brought only grows: what they closed stays closed."""
    start = min(each.period_start for each in held)
    end = max(each.period_end for each in held)
    makers = {each.id: locked_by(session, each.id) or MACHINE for each in held}
    by_person = next((maker for maker in makers.values() if maker != MACHINE), None)
    if by_person:
        days = min(start, days[0]), max(end, days[1])
    if (start, end) == days and len(held) == 1:
        return []
    states = {str(n): state for n, state in states_before(session, list(makers)).items()}
    account_id = held[0].account_id
    for each in held:
        unlock(session, each.id, _OTHER_DAYS, MACHINE)
    return [lock(session, account_id, *days, by_person or MACHINE, row.id, states=states)]


def _mark_again(session: Session, row: Reconciliation, held: list[int], actor: str) -> None:
    """Of a locked statement whose pairs changed: mark the entries that it has now, and put those
    back that it has no more and no other one has."""
    states, before = _states(session, row), states_before(session, held)
    fresh = {str(n): state for n, state in states.items() if state != EntryState.RECONCILED}
    set_state(session, map(int, fresh), EntryState.RECONCILED)
    left = before.keys() - states.keys()
    gone = left - _locked_elsewhere(session, row, left)
    put_states_back(session, {n: before[n] for n in gone})
    if fresh:
        log(session, actor, "reconcile", f"locks:{held[0]}", after={"states": fresh})


def refuse_broken(session: Session, row: Reconciliation, since: date) -> None:
    """Raises ``WouldBreakLock`` if a day of the statement from ``since`` on is locked: what came
    after the locked days leaves them as they are."""
    for each in locks_of(session, row.id):
        if each.released_at is None and since <= each.period_end:
            raise WouldBreakLock(
                start=each.period_start,
                end=each.period_end,
                lock_id=each.id,
                account_id=each.account_id,
            )


def _assert_balance(session: Session, statement: Statement) -> None:
    """Keep the closing balance, if the page prints one."""
    if statement.closing_minor is None:
        return
    if ask(session, _ASSERTED, {"statement_id": statement.id}).first() is None:
        session.add(
            BalanceAssertion(
                account_id=statement.account_id,
                day=statement.period_end,
                balance_minor=statement.closing_minor,
                statement_id=statement.id,
            )
        )


def _states(session: Session, row: Reconciliation) -> dict[int, str]:
    found = ask(session, _PAIRED, {"reconciliation_id": row.id})
    return {entry: state.value for entry, state in found}
