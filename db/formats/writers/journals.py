"""Writes journals of beancount and hledger, with assertions that their own checkers hold true."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from typing import Final

from db.formats.snapshot import MARK
from db.formats.writers.statement import NO_NAME, WrittenRow, WrittenStatement, by_day, plain
from db.words import AccountKind

_DAY: Final = timedelta(days=1)
_OPENING: Final = "Equity:Opening-Balances"
_SPENT, _EARNED = "Expenses:Uncategorized", "Income:Uncategorized"
_DEBTS: Final = frozenset({AccountKind.CARD, AccountKind.LOAN})


def beancount(statements: Sequence[WrittenStatement]) -> str:
    """A beancount file with all of them, whole in itself.

    An assertion is of the morning, so that of a closing balance is dated the day after; ``~ 0``
    because beancount lets a cent pass otherwise.
    """
    first = min(each.first for each in statements) - _DAY
    others = (_OPENING, _SPENT, _EARNED)
    lines = [f"{first.isoformat()} open {each}" for each in (*_accounts(statements), *others)]
    for each, carried in _carried(statements):
        account, money = _account(each), _money(each)
        lines.append("")
        if carried != each.opening_minor:
            lines.append(f"{(each.first - _DAY).isoformat()} pad {account} {_OPENING}")
        lines.append(_asserted(each.first.isoformat(), account, money(each.opening_minor)))
        for row in by_day(each.rows):
            lines += [
                "",
                f'{row.booked_on.isoformat()} * "{_quoted(row.description)}"',
                f'  {MARK}: "{row.reference}"',
                f"  {account}  {money(row.amount_minor)}",
                f"  {_other(row)}",
            ]
        after = (each.last + _DAY).isoformat()
        lines += ["", _asserted(after, account, money(each.closing_minor))]
    return "".join(f"{line}\n" for line in lines)


def _asserted(day: str, account: str, amount: str) -> str:
    number, _, currency = amount.partition(" ")
    return f"{day} balance {account}  {number} ~ 0 {currency}"


def _quoted(text: str) -> str:
    return plain(text).replace("\\", "\\\\").replace('"', '\\"')


def hledger(statements: Sequence[WrittenStatement]) -> str:
    """A journal of hledger, which ledger reads too, with all of them; each row says that it is
    ours, and the last of a statement asserts its closing balance."""
    lines: list[str] = []
    for each, carried in _carried(statements):
        account, money = _account(each).lower(), _money(each)
        day, opening = each.first.isoformat(), money(each.opening_minor)
        if carried != each.opening_minor or not each.rows:
            brought = money(each.opening_minor - carried)
            lines += [
                f"{day} * Balance brought forward  ; {MARK}: {each.reference}",
                f"    {account}  {brought} = {opening}",
                f"    {_OPENING.lower()}",
                "",
            ]
        rows = by_day(each.rows)
        for row in rows:
            proven = f" = {money(each.closing_minor)}" if row is rows[-1] else ""
            lines += [
                f"{row.booked_on.isoformat()} * {_described(row)}  ; {MARK}: {row.reference}",
                f"    {account}  {money(row.amount_minor)}{proven}",
                f"    {_other(row).lower()}",
                "",
            ]
    return "".join(f"{line}\n" for line in lines)


def _described(row: WrittenRow) -> str:
    """A text in which no comment begins, behind an empty code if it looks like one."""
    text = plain(row.description).replace(";", ",")
    return f"() {text}" if text.startswith(("(", "*", "!")) else text


def _carried(
    statements: Sequence[WrittenStatement],
) -> Iterator[tuple[WrittenStatement, int]]:
    """The statements, the oldest first, each with what its account holds before it in this file."""
    held: dict[str, int] = {}
    for each in sorted(statements, key=lambda each: (each.first, each.last)):
        yield each, held.get(_account(each), 0)
        held[_account(each)] = each.closing_minor


def _accounts(statements: Sequence[WrittenStatement]) -> list[str]:
    return list(dict.fromkeys(map(_account, statements)))


def _account(statement: WrittenStatement) -> str:
    root = "Liabilities" if statement.kind in _DEBTS else "Assets"
    own = " ".join(filter(None, (statement.account, statement.digits)))
    parts = [_component(each) for each in (statement.bank, own) if each]
    return ":".join([root, *(parts or [NO_NAME.capitalize()])])


def _component(text: str) -> str:
    """A part of an account's name, of letters that every program takes in one."""
    latin = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    name = re.sub(r"[^A-Za-z0-9]+", "-", latin).strip("-")
    return f"{name[0].upper()}{name[1:]}" if name else NO_NAME.capitalize()


def _money(statement: WrittenStatement) -> Callable[[int], str]:
    return lambda minor: f"{statement.decimal(minor)} {statement.currency}"


def _other(row: WrittenRow) -> str:
    return _SPENT if row.amount_minor < 0 else _EARNED
