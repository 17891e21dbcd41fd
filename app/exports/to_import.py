"""What was accepted as a file to import where a ledger is kept that is never written."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from sqlalchemy import Engine, select

from app.shapes.sources import LeftCorrectionShape, PatchShape
from app.shapes.writing import money
from db.formats.snapshot import CorrectionKind, Snapshot, SourceCorrection
from db.formats.writers.additions import Additions, importable
from db.formats.writers.journal_patch import ANY, Left, leg_of
from db.models import Account, AccountLink
from db.money import exponent_of
from db.session import read_only
from db.words import AccountKind

_BY_HAND: Final = {
    CorrectionKind.AMEND: "change it there by hand",
    CorrectionKind.REMOVE: "remove it there by hand",
}


def to_import(
    engine: Engine,
    source_id: int,
    name: str,
    snapshot: Snapshot,
    wanted: Sequence[SourceCorrection],
    legs: Mapping[str, str],
) -> PatchShape:
    """A file of what is to be added there; the rest is for a person. ``legs`` are accounts of the
    other side by payee."""
    adding = [each for each in wanted if each.what is CorrectionKind.ADD]
    others = [each for each in wanted if each.what is not CorrectionKind.ADD]
    with read_only(engine) as session:
        query = select(AccountLink.key, Account.kind).join(
            Account, Account.id == AccountLink.account_id
        )
        found = session.execute(query.where(AccountLink.source_id == source_id))
        kinds = {row[0]: row[1] for row in found}
    accounts = [
        made
        for key, kind in kinds.items()
        if (made := _additions(snapshot, key, kind, wanted, legs)) is not None
    ]
    return PatchShape(
        source=name,
        format=snapshot.format,
        patch=importable(snapshot, accounts) if accounts else "",
        corrections=len(adding),
        balances=0,
        writable=False,
        left=tuple(left_shape(Left(each, _BY_HAND[each.what]), snapshot) for each in others),
        unasserted=(),
        checker=None,
        backups=(),
        sync=None,
    )


def _additions(
    snapshot: Snapshot,
    key: str,
    kind: AccountKind,
    wanted: Iterable[SourceCorrection],
    legs: Mapping[str, str],
) -> Additions | None:
    """What is to be added to the account, if anything is."""
    mine = [each for each in wanted if each.key == key]
    rows = [each.now for each in mine if each.what is CorrectionKind.ADD and each.now]
    there = next((each for each in snapshot.accounts if each.key == key), None)
    if not rows or there is None:
        return None
    last = rows[-1].booked_on
    held = [row for row in snapshot.entries if row.account == key and not row.pending]
    balance = there.opening_minor
    balance += sum(row.amount_minor for row in held if row.booked_on <= last)
    for each in mine:
        balance += each.now.amount_minor if each.now and each.now.booked_on <= last else 0
        balance -= each.was.amount_minor if each.was and each.was.booked_on <= last else 0
    return Additions(
        id=key,
        name=there.name,
        number=there.number or there.mask,
        kind=kind,
        currency=there.currency,
        balance_minor=balance,
        rows=tuple(rows),
        legs=tuple(leg_of(legs, row.description) or legs.get(ANY, "") for row in rows),
    )


def left_shape(each: Left, snapshot: Snapshot) -> LeftCorrectionShape:
    correction = each.correction
    names = {account.key: account.name for account in snapshot.accounts}
    was, now, place = correction.was, correction.now, correction.place
    exponent = exponent_of(correction.currency)
    said = now or was
    assert said is not None
    return LeftCorrectionShape(
        what=correction.what,
        account=names.get(correction.key, correction.key),
        currency=correction.currency,
        date=now.booked_on if now else None,
        amount=money(now.amount_minor, exponent) if now else None,
        description=said.description,
        was_date=was.booked_on if was else None,
        was_amount=money(was.amount_minor, exponent) if was else None,
        file=str(place.file) if place else None,
        line=place.first if place else None,
        reason=each.reason,
        asks=each.asks,
    )
