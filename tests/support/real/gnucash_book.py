"""Does in a book, with GnuCash's own code, what the JSON on standard input says; run by the Python
that GnuCash's bindings are installed for."""

import json
import sys
from typing import Any

from gnucash import Account, GncNumeric, Session, SessionOpenMode, Split, Transaction
from gnucash.gnucash_core_c import ACCT_TYPE_BANK, ACCT_TYPE_EQUITY, ACCT_TYPE_EXPENSE

KINDS = {"Current": ACCT_TYPE_BANK, "Stock": ACCT_TYPE_EXPENSE, "Opening": ACCT_TYPE_EQUITY}

CURRENCY = "EUR"


def make(book: Any) -> None:
    for name, kind in KINDS.items():
        account = Account(book)
        account.BeginEdit()
        book.get_root_account().append_child(account)
        account.SetName(name)
        account.SetType(kind)
        account.SetCommodity(book.get_table().lookup("CURRENCY", CURRENCY))
        account.CommitEdit()


def add(book: Any, day: str, minor: int, text: str, other: str = "Stock") -> None:
    root = book.get_root_account()
    booked = Transaction(book)
    booked.BeginEdit()
    booked.SetCurrency(root.lookup_by_name("Current").GetCommodity())
    booked.SetDate(*map(int, reversed(day.split("-"))))
    booked.SetDescription(text)
    for name, amount in (("Current", minor), (other, -minor)):
        split = Split(book)
        split.SetParent(booked)
        split.SetAccount(root.lookup_by_name(name))
        _worth(split, amount)
    booked.CommitEdit()


def amend(book: Any, day: str, was: int, now: int) -> None:
    booked = _found(book, day, was)
    booked.BeginEdit()
    for split in booked.GetSplitList():
        _worth(split, now if split.GetAccount().GetName() == "Current" else -now)
    booked.CommitEdit()


def remove(book: Any, day: str, was: int) -> None:
    booked = _found(book, day, was)
    booked.BeginEdit()
    booked.Destroy()
    booked.CommitEdit()


def _worth(split: Any, minor: int) -> None:
    split.SetValue(GncNumeric(minor, 100))
    split.SetAmount(GncNumeric(minor, 100))


def _found(book: Any, day: str, minor: int) -> Any:
    for split in book.get_root_account().lookup_by_name("Current").GetSplitList():
        booked, amount = split.GetParent(), split.GetAmount()
        if (str(booked.GetDate().date()), amount.num() * 100 // amount.denom()) == (day, minor):
            return booked
    raise LookupError(day, minor)


NEW, THERE = SessionOpenMode.SESSION_NEW_STORE, SessionOpenMode.SESSION_NORMAL_OPEN
session = Session(sys.argv[1], NEW if "make" in sys.argv else THERE)
for what, *given in json.load(sys.stdin):
    globals()[what](session.book, *given)
if sys.argv[1].startswith("xml"):  # in SQLite all is saved as it is done
    session.save()
session.end()
