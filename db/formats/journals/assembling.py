"""Makes a snapshot of bookings: which accounts are the person's own, and of which kind."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

from db.formats.journals.assertions import Asserted, broken, last_balance
from db.formats.journals.bookings import Balance, Booking, Leg
from db.formats.journals.text_files import TextFiles
from db.formats.snapshot import Snapshot, SourceAccount, SourceEntry, SourcePlace
from db.money import AmountOutOfRange, TooManyDecimals, exponent_of, to_decimal_string, to_minor
from db.words import AccountKind


class AccountRole(StrEnum):
    """The part an account plays in double entry; only the first two hold what a bank may state."""

    ASSET = "asset"
    LIABILITY = "liability"
    EQUITY = "equity"
    OTHER = "other"


#: The first part of an account's name in the languages of the shared statements, casefolded.
_ROOTS: Final = {
    **dict.fromkeys(
        ("asset", "assets", "aktiva", "vermögen", "actif", "actifs"), AccountRole.ASSET
    ),
    **dict.fromkeys(("liability", "liabilities", "debt", "debts"), AccountRole.LIABILITY),
    **dict.fromkeys(("passiva", "verbindlichkeiten", "schulden"), AccountRole.LIABILITY),
    **dict.fromkeys(("passif", "passifs", "dettes"), AccountRole.LIABILITY),
    **dict.fromkeys(("equity", "eigenkapital", "capitaux propres"), AccountRole.EQUITY),
}
#: Where own capital is kept among the liabilities, as it is on a balance sheet.
_CAPITAL: Final = frozenset(("eigenkapital", "kapital", "capitaux propres", "capital"))
_OPENING: Final = re.compile(r"opening|eröffnung|anfangsbest|ouverture|à nouveau", re.IGNORECASE)

_CARD: Final = frozenset(
    ("card", "cards", "creditcard", "visa", "mastercard", "amex", "kreditkarte", "carte")
)
_SAVINGS: Final = frozenset(
    ("saving", "savings", "sparkonto", "tagesgeld", "tagesgeldkonto", "épargne", "livret")
)
_NO_BANK: Final = frozenset(
    ("bargeld", "brokerage", "caisse", "cash", "depot", "espèces", "inventory", "investment")
) | frozenset(("investments", "kasse", "petty", "receivable", "receivables", "stock"))


@cache
def role_of(account: str) -> AccountRole:
    """The role that the account's name gives it, as hledger finds it, in three languages."""
    parts = account.casefold().split(":")
    role = _ROOTS.get(parts[0], AccountRole.OTHER)
    if role is AccountRole.LIABILITY and not _CAPITAL.isdisjoint(parts[1:]):
        return AccountRole.EQUITY
    return role


@cache
def is_opening(account: str) -> bool:
    """Whether the account's name says that opening balances come from it."""
    return _OPENING.search(account) is not None


def kind_of(account: str, role: AccountRole) -> AccountKind:
    words = frozenset(re.split(r"[^\w]+|_|(?<=[a-zß-ÿ])(?=[A-ZÀ-Þ])", account))
    words = frozenset(each.casefold() for each in words)
    if role is AccountRole.LIABILITY:
        if words & _CARD:
            return AccountKind.CARD
        return AccountKind.LOAN
    if words & _SAVINGS:
        return AccountKind.SAVINGS
    return AccountKind.OTHER if words & _NO_BANK else AccountKind.CHECKING


_OWN: Final = (AccountRole.ASSET, AccountRole.LIABILITY)
#: Tags that name a row for good, the better one first.
_IDS: Final = ("id", "ref")

#: An account in one currency.
_Where = tuple[str, str]


@dataclass(frozen=True, slots=True)
class _BookedRow:
    booking: Booking
    leg: Leg
    minor: int
    on: date

    @property
    def moves(self) -> bool:
        """Whether it is an entry; a zero that only carries an assertion is none."""
        return self.minor != 0 or self.leg.asserted is None


@dataclass(frozen=True)
class JournalAssembly:
    """Collects what the readers find, and makes one snapshot of it. ``by_day`` is whether the tool
    applies assertions in the order of days, not of the file."""

    files: TextFiles
    role: Callable[[str], AccountRole]
    currency: Callable[[str], str | None]
    by_day: bool = True
    numbers: dict[str, str] = field(default_factory=dict)
    _rows: dict[_Where, list[_BookedRow]] = field(default_factory=lambda: defaultdict(list))
    _order: list[tuple[_Where, _BookedRow]] = field(default_factory=list)
    _balances: dict[_Where, list[Asserted]] = field(default_factory=lambda: defaultdict(list))
    _others: dict[_Where, tuple[int, Path, int]] = field(default_factory=dict)
    _not_own: set[str] = field(default_factory=set)

    def is_own(self, account: str) -> bool:
        return self.role(account) in _OWN

    def add(self, booking: Booking, legs: Iterable[Leg]) -> None:
        """Takes the legs of own accounts, their amounts filled in. Raises ``SourceMalformed``."""
        for leg in legs:
            if self.role(leg.account) not in _OWN:
                self._not_own.add(leg.account)
                continue
            if leg.units is None:
                continue
            number, commodity = leg.units
            currency = self.currency(commodity)
            if currency is None:
                self._count_other(booking, leg, commodity)
            else:
                minor = self._minor(number, currency, booking.file, leg.line)
                where = (leg.account, currency)
                row = _BookedRow(booking, leg, minor, leg.on or booking.on)
                self._rows[where].append(row)
                self._order.append((where, row))
            if leg.asserted and leg.asserted[1] != commodity:
                other = self.currency(leg.asserted[1])
                if other is not None:
                    self._rows[leg.account, other].append(
                        _BookedRow(booking, leg, 0, leg.on or booking.on)
                    )

    def declare(self, account: str, currencies: Iterable[str]) -> None:
        """Takes an account that may have no entries, if it holds one currency."""
        known = [each for each in currencies if self.currency(each)]
        if not self.is_own(account):
            self._not_own.add(account)
        elif len(known) == 1:
            self._rows.setdefault((account, known[0]), [])

    def assert_balance(self, said: Balance) -> None:
        """Takes what the account and its subaccounts held when the day ended."""
        account, (number, commodity) = said.account, said.units
        currency = self.currency(commodity)
        if currency is None or not self.is_own(account):
            return
        where = (account, currency)
        minor = self._minor(number, currency, said.file, said.line)
        self._rows.setdefault(where, [])
        slack = int(said.tolerance().scaleb(exponent_of(currency)))
        self._balances[where].append(Asserted(said.on, minor, said.file, said.line, slack=slack))

    def snapshot(self, form: str) -> Snapshot:
        for (account, commodity), (count, file, line) in self._others.items():
            what = f"{commodity}, which is no currency" if commodity else "amounts without one"
            self.files.remark(file, line, f"{account} holds {what}; rows left out: {count}")
        held = Counter(account for account, _ in self._rows)
        keys = {w: w[0] if held[w[0]] == 1 else f"{w[0]} {w[1]}" for w in self._rows}
        openings = {where: self._opening(rows) for where, rows in self._rows.items()}
        skip = {id(row) for rows in openings.values() for row in rows}
        ids = Counter(
            (where, row.booking.tag(row.leg, "id")) for where, row in self._order if row.moves
        )
        entries = tuple(
            _entry(keys[where], row, ids[where, row.booking.tag(row.leg, "id")])
            for where, row in self._order
            if row.moves and id(row) not in skip
        )
        parents = {(name, where[1]) for where in self._rows for name in _above(where[0])}
        accounts = tuple(self._account(w, key, openings[w], parents) for w, key in keys.items())
        if not accounts:
            self.files.remark(self.files.main, None, "no account is an asset or a liability")
        others = tuple(sorted(self._not_own))
        remarks = tuple(self.files.remarks)
        return Snapshot(form, accounts, entries, remarks, self.files.hashes, others)

    def _count_other(self, booking: Booking, leg: Leg, commodity: str) -> None:
        where = (leg.account, commodity)
        count, file, line = self._others.get(where, (0, booking.file, leg.line))
        self._others[where] = (count + 1, file, line)

    def _minor(self, number: Decimal, currency: str, file: Path, line: int) -> int:
        try:
            return to_minor(number, exponent_of(currency))
        except TooManyDecimals:
            reason = f"{number:.8f} has more decimals than {currency} has, and is not rounded"
        except AmountOutOfRange:
            reason = f"{number:.2e} {currency} is more than tieout keeps"
        raise self.files.malformed(file, line, reason)

    def _opening(self, rows: list[_BookedRow]) -> list[_BookedRow]:
        """The rows of the first transaction, if it brings the account in from equity alone."""
        if not rows:
            return []
        earliest = min(rows, key=lambda row: row.on)
        first = earliest.booking
        others = [
            leg.account for leg in first.legs if leg.group != "(" and not self.is_own(leg.account)
        ]
        from_equity = (self.role(each) is AccountRole.EQUITY or is_opening(each) for each in others)
        if not others or not all(from_equity):
            return []
        return [row for row in rows if row.booking is first and row.on == earliest.on]

    def _account(
        self, where: _Where, key: str, opening: list[_BookedRow], parents: set[_Where]
    ) -> SourceAccount:
        account, currency = where
        return SourceAccount(
            key=key,
            name=key,
            currency=currency,
            kind=kind_of(account, self.role(account)),
            number=self.numbers.get(account),
            opening_minor=sum(row.minor for row in opening),
            opened_on=opening[0].on if opening else None,
            balance=self._balance(where, parents),
        )

    def _balance(self, where: _Where, parents: set[_Where]) -> tuple[date, int] | None:
        """The last balance that is asserted. Those that do not hold are remarked on."""
        rows, currency = self._rows[where], where[1]
        if self.by_day:
            rows = sorted(rows, key=lambda row: row.on)
        alone = where not in parents
        asserted = list(self._balances.get(where, ())) if alone else []
        for after, row in enumerate(rows, 1):
            said = row.leg.asserted
            if not self.by_day and row.leg.group:
                return None  # In ledger a balance leaves virtual postings out.
            if not said or self.currency(said[1]) != currency:
                continue
            if alone or "*" not in row.leg.assertion:
                file, line = row.booking.file, row.leg.line
                minor = self._minor(said[0], currency, file, line)
                asserted.append(Asserted(row.on, minor, file, line, after))
        if not asserted:
            return None
        days, amounts = [row.on for row in rows], [row.minor for row in rows]
        for each, held in broken(days, amounts, asserted):
            exponent = exponent_of(currency)
            said_, held_ = (to_decimal_string(m, exponent) for m in (each.minor, held))
            reason = (
                f"the balance of {where[0]} is {said_} {currency} here, its rows come to {held_}"
            )
            self.files.remark(each.file, each.line, reason)
        return last_balance(days, amounts, asserted)


def _above(account: str) -> list[str]:
    parts = account.split(":")
    return [":".join(parts[:count]) for count in range(1, len(parts))]


def _entry(key: str, row: _BookedRow, same_id: int) -> SourceEntry:
    booking, leg = row.booking, row.leg
    names = ((name, booking.tag(leg, name)) for name in _IDS)
    name, source_id = next(((n, value) for n, value in names if value), ("", None))
    return SourceEntry(
        account=key,
        booked_on=row.on,
        amount_minor=row.minor,
        description=booking.description,
        value_on=leg.value_on or booking.value_on,
        source_id=source_id,
        lasting=name == "id" and same_id == 1,
        ours=booking.is_ours(leg),
        place=SourcePlace(
            booking.file, booking.first, booking.last, leg.line if leg.written else None
        ),
    )
