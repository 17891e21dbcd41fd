"""What keeps an account from being corrected, each with what a person can do about it."""

from __future__ import annotations

from typing import ClassVar

from db.errors import TieoutError


class NameBlank(TieoutError):
    """An account needs a name. Give it one that no other account has."""

    code: ClassVar[str] = "name_blank"


class AccountLocked(TieoutError):
    """{name} has periods that are reconciled and locked, and this would change what they hold:
    {locks}. Release each one first, with a reason, such as: tieout unlock {first} --reason TEXT"""

    code: ClassVar[str] = "account_locked"


class AccountMoved(TieoutError):
    """The account was changed since this was shown, so nothing was done. Look at what would follow
    now, and do it again."""

    code: ClassVar[str] = "account_moved"


class CurrencyKept(TieoutError):
    """{name} has entries in {currency}, so its currency stays. Add another account for the other
    currency: tieout account add"""

    code: ClassVar[str] = "currency_kept"


class ClosedBeforeOpened(TieoutError):
    """{name} was opened on {opened}, so it cannot have been closed on {closed}. Give the day of its
    opening or a later one."""

    code: ClassVar[str] = "closed_before_opened"


class ClosedTooEarly(TieoutError):
    """{name} has an entry or a statement of {last}, so it cannot have been closed on {closed}. Give
    that day or a later one."""

    code: ClassVar[str] = "closed_too_early"


class CurrenciesDiffer(TieoutError):
    """{name} is kept in {currency} and {into} in {other}: accounts of two currencies stay two."""

    code: ClassVar[str] = "currencies_differ"


class SameAccount(TieoutError):
    """{name} cannot be merged into itself. Name another account as the second one; see them with:
    tieout ledger accounts"""

    code: ClassVar[str] = "same_account"


class OpeningUnclear(TieoutError):
    """{name} began with {opening} and {into} with {other}, and neither follows from the other, so
    nothing was merged. Say what both together held before the first entry, with --opening-balance
    AMOUNT"""

    code: ClassVar[str] = "opening_unclear"


class ChangedSince(TieoutError):
    """The last change of {name} ({action}) cannot be taken back, because of what was changed since:
    {what}. Put that back first, or correct the account with: tieout account edit"""

    code: ClassVar[str] = "account_changed_since"


class NoChangeToUndo(TieoutError):
    """Nothing was done to {name} that could be taken back. An import is taken back with: tieout
    undo IMPORT"""

    code: ClassVar[str] = "no_change_to_undo"
