"""An account of a ledger beside a page, written entry by entry, as the kernel takes it.

march = printed(MARCH)
hold(march, account(*ENTRIES, opening=10_000)).verdict == "matched"
"""

from collections.abc import Iterable
from datetime import date
from typing import Any

from db.ledger.views import Entry
from db.words import EntryState
from db.words import Origin as StoredOrigin
from pipeline.drafts import StatementDraft, prove_draft
from pipeline.matching.match import match, period_of
from pipeline.matching.shapes import MatchSettings
from pipeline.proof import Agreement, Answer, KnownAccount, LedgerEntry, LedgerSide, Origin, Pairing
from pipeline.record.reproof import locked_days
from tests.support.kernel_pages import Printed, printed
from tests.support.typewritten import in_short

MARCH = """
         |dddddddddd  ttttttttttttttt  1111111  bbbbbbbb
head     |Date        Text              Amount   Balance
opening  |            Opening balance             100.00
line     |03.03.2025  Wages             330.00    430.00
line     |10.03.2025  Tea house         -20.00    410.00
line     |19.03.2025  Baker              -7.50    402.50
closing  |            Closing balance             402.50
"""
#: Nothing on it says that the figures at both ends are balances.
UNLABELLED = """
         |dddddddddd  ttttttttttttttt  1111111  bbbbbbbb
head     |Date        Text              Amount   Balance
opening  |            Stand                      100.00
line     |03.03.2025  Wages             330.00
line     |10.03.2025  Tea house         -20.00
line     |19.03.2025  Baker              -7.50
closing  |            Now                        402.50
"""
ENTRIES = ("2025-03-03 33000", "2025-03-10 -2000", "2025-03-19 -750")
Group = tuple[tuple[int, ...], tuple[int, ...], str]


def entry(id: int, text: str, origin: Origin = Origin.SOURCE, **more: Any) -> LedgerEntry:
    """An entry from its day and amount in minor units: ``2025-03-03 -350``."""
    day, amount = text.split()
    return LedgerEntry(id, date.fromisoformat(day), int(amount), origin, **more)


def account(
    *entries: str | LedgerEntry,
    opening: int | None,
    since: str = "2025-03-01",
    known: KnownAccount | None = None,
    **more: Any,
) -> LedgerSide:
    """An account in euros that a person says holds money, with entries numbered from 1, and its
    balance before the day ``since``."""
    numbered = enumerate(entries, start=1)
    rows = tuple(entry(at, each) if isinstance(each, str) else each for at, each in numbered)
    given: dict[str, Any] = {
        "id": 7, "currency": "EUR", "known": known or KnownAccount("EUR", "money"),
        "since": date.fromisoformat(since), "opening": opening, "balance_origin": Origin.SOURCE,
        "entries": rows,
    }  # fmt: skip
    return LedgerSide(**(given | more))


def of_amounts(*amounts: str) -> tuple[Printed, LedgerSide]:
    """A page of such amounts, a day each from 3 March on, and the ledger that has them.

    Both open with 100.00, and nothing on the page says that the figures at its ends are balances.
    """
    lines = "\n".join(
        f"line     |{day:02}.03.2025  Payment         {amount:>8}"
        for day, amount in enumerate(amounts, start=3)
    )
    head, _ = UNLABELLED.split("line", 1)
    total = 10_000 + sum(int(amount.replace(".", "")) for amount in amounts)
    closing = f"{total // 100}.{total % 100:02}"
    page = printed(f"{head}{lines}\nclosing  |            Now                      {closing:>8}")
    entries = [
        f"2025-03-{day:02} {amount.replace('.', '')}" for day, amount in enumerate(amounts, start=3)
    ]
    return page, account(*entries, opening=10_000)


def mirror(draft: StatementDraft, *, turned: bool = False, **more: Any) -> LedgerSide:
    """An account that says just what is read of the page; ``turned`` with every sign the other way
    round, as an account would say it that keeps the opposite convention."""
    sign = -1 if turned else 1
    rows = [in_short(line).split() for line in draft.lines]
    entries = [f"{day} {sign * int(amount)}" for day, amount in rows]
    given: dict[str, Any] = {
        "opening": sign * (draft.opening_balance or 0),
        "since": min(day for day, _ in rows),
    }
    return account(*entries, **(given | more))


def beside(
    draft: StatementDraft,
    side: LedgerSide,
    answers: Iterable[Answer] = (),
    rivals: int = 0,
) -> Agreement:
    """The page, proven again with what the account knows, and held to it as matching pairs it."""
    assert draft.proof is not None
    known = prove_draft(draft, draft.proof.document, answers=tuple(answers), account=side.known)
    period = period_of(known)
    assert known.proof is not None
    assert period is not None
    found = match(known.lines, [_shown(each) for each in side.entries], period)
    at = {line.ordinal: place for place, line in enumerate(known.lines)}
    groups = tuple(((at[pair.line],), (pair.entry,), "") for pair in found.pairs)
    return Agreement(known.proof, side, Pairing(groups, MatchSettings().window), rivals)


def settled(agreement: Agreement, name: str) -> tuple[str, str, str]:
    """The value of a hypothesis, what settles it, and why nothing does."""
    (found,) = (each for each in agreement.hypotheses if each.name == name)
    return found.value, found.source.value, found.detail


def locked(agreement: Agreement) -> str | None:
    """The days that this alone locks: from the first to the last."""
    days = locked_days(agreement)
    return f"{days[0]} to {days[1]}" if days else None


def _shown(entry: LedgerEntry) -> Entry:
    origin = StoredOrigin(entry.origin.value)
    return Entry(entry.id, 7, entry.day, entry.amount, "", EntryState.UNCLEARED, origin, None)


def hold(
    page: Printed,
    side: LedgerSide,
    groups: Iterable[Group] | None = None,
    *,
    window: int = 3,
    rivals: int = 0,
    **given: Any,
) -> Agreement:
    """The page held to an account; by default each line (from 0) is the entry of its number (from
    1). ``given`` are objections, answers and layouts."""
    proof = page.proof(account=side.known, **given)
    known = {each.id for each in side.entries if not each.counted}
    own = [((at,), (at + 1,), "") for at in range(len(proof.lines)) if at + 1 in known]
    pairing = Pairing(tuple(own if groups is None else groups), window)
    return Agreement(proof, side, pairing, rivals)


def sources(agreement: Agreement) -> dict[str, str]:
    """What settles each hypothesis."""
    return {each.name: each.source.value for each in agreement.hypotheses}


def march(**more: Any) -> LedgerSide:
    """An account with the entries of March."""
    given: dict[str, Any] = {"opening": 10_000}
    return account(*ENTRIES, **(given | more))


def both_ends() -> Printed:
    """A page that does not say which figures are balances."""
    return printed(UNLABELLED)


def opening_alone() -> Printed:
    """One balance is printed: nothing on the page says which way the column goes."""
    return printed(UNLABELLED).citing(closing=None)
