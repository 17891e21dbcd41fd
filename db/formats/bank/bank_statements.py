"""Makes a snapshot of the statements of a bank file, and adds up each of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from db.formats.snapshot import Remark, Snapshot, SourceAccount, SourceEntry, SourceMalformed
from db.money import to_decimal_string


@dataclass(frozen=True, slots=True)
class BankStatement:
    """One statement of a file. ``opening`` and ``closing`` are a day and the balance on it.

    ``starts`` is the first day it covers, where that is written. It is not ``whole`` if one of its
    rows was not taken.
    """

    account: SourceAccount
    exponent: int
    entries: Sequence[SourceEntry]
    line: int | None = None
    opening: tuple[date, int] | None = None
    closing: tuple[date, int] | None = None
    starts: date | None = None
    whole: bool = True

    @property
    def total(self) -> int:
        """What its rows come to, without those that no balance counts yet."""
        return sum(entry.amount_minor for entry in self.entries if not entry.pending)

    def amount(self, minor: int) -> str:
        """An amount as a person reads it."""
        return f"{to_decimal_string(minor, self.exponent)} {self.account.currency}"


def snapshot_of(
    form: str,
    path: Path,
    digest: str,
    statements: Sequence[BankStatement],
    remarks: Iterable[Remark] = (),
) -> Snapshot:
    """All statements of the file, those of one account joined. Raises ``SourceMalformed`` if there
    is none."""
    told = list(remarks)
    if not statements:
        first = told[0] if told else Remark(path.name, 1, "It holds no statement.")
        raise SourceMalformed(file=path.name, line=first.line or 1, reason=first.reason)
    accounts: dict[str, list[BankStatement]] = {}
    for each in statements:
        accounts.setdefault(each.account.key, []).append(each)
    joined = tuple(_joined(path.name, group, told) for group in accounts.values())
    entries = tuple(entry for each in statements for entry in each.entries)
    return Snapshot(form, joined, entries, tuple(told), {str(path): digest})


def _joined(file: str, group: list[BankStatement], told: list[Remark]) -> SourceAccount:
    """The account of these statements; what does not add up is a remark."""
    group = sorted(group, key=_when)
    before: BankStatement | None = None
    for each in group:
        told.extend(_disagreements(file, each, before))
        before = each if each.closing else before
    account = group[0].account
    opening = group[0].opening or _derived(group)
    if opening is not None:
        booked = [entry.booked_on for each in group for entry in each.entries]
        account = replace(account, opening_minor=opening[1], opened_on=min([opening[0], *booked]))
    closings = [each.closing for each in group if each.closing]
    return replace(account, balance=closings[-1]) if closings else account


def _when(statement: BankStatement) -> date:
    known = statement.closing or statement.opening
    if known:
        return known[0]
    return max((entry.booked_on for entry in statement.entries), default=date.min)


def _disagreements(
    file: str, each: BankStatement, before: BankStatement | None
) -> Iterable[Remark]:
    if each.opening and each.closing:
        missing = each.closing[1] - each.opening[1] - each.total
        if missing:
            yield Remark(
                file,
                each.line,
                f"The statement does not add up: it opens at {each.amount(each.opening[1])}, its"
                f" rows come to {each.amount(each.total)}, and it closes at"
                f" {each.amount(each.closing[1])}, so {each.amount(missing)} are missing.",
            )
    if before and before.closing and each.opening and before.closing[1] != each.opening[1]:
        yield Remark(
            file,
            each.line,
            f"The statement opens at {each.amount(each.opening[1])}, and the one before it closed"
            f" at {each.amount(before.closing[1])}.",
        )


def _derived(group: Sequence[BankStatement]) -> tuple[date, int] | None:
    """The opening that follows from the last balance, if that counts every row of the account."""
    last = group[-1]
    if last.closing is None or not all(each.whole for each in group):
        return None
    days = [entry.booked_on for each in group for entry in each.entries if not entry.pending]
    if days and last.closing[0] < max(days):
        return None
    starts = [each.starts for each in group if each.starts]
    opened = min([*starts, *days], default=last.closing[0])
    return opened, last.closing[1] - sum(each.total for each in group)
