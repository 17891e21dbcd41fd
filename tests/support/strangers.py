"""Reads the pages that strangers drew, and tells what becomes of them: `python -m
tests.support.strangers` prints it."""

import sys
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from typing import Final

from db.words import ReadingStatus
from fixtures.truth import TrueRow, TrueStatement
from pipeline.drafts import StatementDraft
from pipeline.pages.sandbox.limits import DEFAULT_LIMITS
from pipeline.reading.from_bytes import proven_here, read_document
from tests.strangers.pages import Account, LedgerEntry, StrangerPage, all_pages
from tests.support.beside import Books, beside, true_books
from tests.support.outcomes import Outcome, best_of, of_drafts

#: The hypotheses of which one at least must be assumed where a page cannot tell a fact.
_OF_FACT: Final = {
    "currency": {"currency"},
    "signs": {"side", "direction"},
    "period": {"period"},
    "dates": {"order", "year", "booking"},
}
_NO_CURRENCY: Final = {"XXX", "XAU"}


def outcome(page: StrangerPage) -> Outcome:
    """What becomes of a page; each fault is named with the page."""
    drafts = proven_here(read_document(page.pdf, (), DEFAULT_LIMITS)).reading.statements
    accounts = {truth_of(each): each for each in page.accounts}
    found = of_drafts(drafts, {truth: books_of(truth, each) for truth, each in accounts.items()})
    proven = [each for each in drafts if each.status is ReadingStatus.PROVEN]
    found.wrong += [f"{fact} is proven" for each in proven for fact in _told(each, page)]
    found.wrong = [f"{page.name}: {why}" for why in found.wrong]
    for truth, account in accounts.items():
        best = best_of(drafts, truth)
        if best and account.wrong_ledger is not None:
            wrong = beside(best, _with(truth, account.wrong_ledger))
            matched = wrong is not None and wrong.findings().verdict == "matched"
            found.counts["matched beside a wrong ledger"] += matched
    return found


def truth_of(account: Account) -> TrueStatement:
    """The account's truth in the shape of all others; without a period its own days are meant."""
    days = sorted(row.date for row in account.rows) or ["0001-01-01"]
    return TrueStatement(
        institution="",
        account="",
        mask=account.last4 or "",
        kind=_kind_of(account),
        currency=account.currency,
        start=date.fromisoformat(account.period_start or days[0]),
        end=date.fromisoformat(account.period_end or days[-1]),
        opening=Decimal(account.opening),
        rows=tuple(
            TrueRow(
                date=date.fromisoformat(row.date),
                lines=(row.description,),
                amount=Decimal(row.amount),
                balance=None if row.balance is None else Decimal(row.balance),
                alt_date=date.fromisoformat(row.other_date) if row.other_date else None,
            )
            for row in account.rows
        ),
    )


def _kind_of(account: Account) -> str:
    """As its holder would have it; of another kind is money or a debt by its balances."""
    if account.kind != "other":
        return account.kind
    ends = (Decimal(account.opening), Decimal(account.closing))
    return "loan" if max(ends) <= 0 and any(ends) else "checking"


def books_of(truth: TrueStatement, account: Account) -> Books | None:
    """The holder's true books; None in a currency that nobody keeps books in."""
    return None if account.currency in _NO_CURRENCY else _with(truth, account.true_ledger())


def _with(truth: TrueStatement, entries: Sequence[LedgerEntry]) -> Books:
    rows = [
        TrueRow(date.fromisoformat(e.date), (e.description,), Decimal(e.amount)) for e in entries
    ]
    return true_books(truth, rows)


def _told(draft: StatementDraft, page: StrangerPage) -> list[str]:
    """The facts that nobody can know from the page, and of which nothing is assumed."""
    sources = {each.name: each.source for each in draft.hypotheses}
    return [
        f"{fact}, which no page tells,"
        for fact in page.undecidable
        if (names := _OF_FACT.get(fact, set()) & sources.keys())
        and all(sources[name] not in ("assumed", "rows") for name in names)
    ]


def outcomes(pages: Iterable[StrangerPage]) -> tuple[Outcome, Outcome]:
    """What becomes of the honest pages, and of those that tempt."""
    honest, tempting = Outcome(), Outcome()
    for page in pages:
        (honest if page.honest else tempting).add(outcome(page))
    return honest, tempting


def main() -> None:
    """Print what becomes of all pages."""
    for name, found in zip(("honest", "tempting"), outcomes(all_pages()), strict=True):
        sys.stdout.write(f"{name}: {dict(found.counts)}\n")
        sys.stdout.writelines(f"    {count:4} {why}\n" for why, count in found.open.most_common())
        sys.stdout.writelines(f"    wrong: {why}\n" for why in found.wrong)


if __name__ == "__main__":
    main()
