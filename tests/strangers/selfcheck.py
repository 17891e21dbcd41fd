"""Checks that the pages hold what their truth says: `python -m tests.strangers.selfcheck`."""

import re
import sys
from collections import Counter
from datetime import date
from decimal import Decimal

import pypdfium2  # type: ignore[import-untyped]

from tests.strangers.pages import Account, StrangerPage, all_pages

_BETWEEN = "[\\s.,'’\u00a0\u202f]{0,2}"


def text_of(pdf: bytes) -> str:
    """The text of all pages."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return "\n".join(page.get_textpage().get_text_range() for page in document)
    finally:
        document.close()


def is_printed(amount: str, text: str) -> bool:
    """Whether the figure is in the text, with any separators and any sign."""
    digits = re.sub(r"\D", "", amount).lstrip("0") or "0"
    pattern = _BETWEEN.join(digits)
    if "." in amount and abs(Decimal(amount)) < 1:
        pattern = f"0?{_BETWEEN}0?{_BETWEEN}{pattern}"
    return re.search(rf"(?<!\d){pattern}(?!\d)", text) is not None


def complaints_about_account(page: StrangerPage, account: Account, text: str) -> list[str]:
    """What is wrong with one account of a page."""
    found = []
    if not account.adds_up():
        found.append(f"{account.opening} and the entries do not give {account.closing}")
    printed = [row.amount for row in account.rows]
    printed += [row.balance for row in account.rows if row.balance is not None]
    printed += [account.opening] if account.opening_printed else []
    printed += [account.closing] if account.closing_printed else []
    for amount in printed:
        if amount not in page.not_in_text and not is_printed(amount, text):
            found.append(f"{amount} is not in the text")
    days = [date.fromisoformat(row.date) for row in account.rows]
    if page.honest and account.period_start and account.period_end:
        first, last = map(date.fromisoformat, (account.period_start, account.period_end))
        found += [f"{day} is outside the period" for day in days if not first <= day <= last]
    if account.last4 and not re.search(r"\D{0,3}".join(account.last4), text):
        found.append(f"the number's end {account.last4} is not in the text")
    return found


def complaints_about(page: StrangerPage) -> list[str]:
    """What is wrong with a page."""
    text = text_of(page.pdf)
    found = [
        complaint
        for account in page.accounts
        for complaint in complaints_about_account(page, account, text)
    ]
    if page.honest == bool(page.tempts):
        found.append("tempting pages, and they alone, must say what they tempt to")
    return found


def main() -> int:
    """Check all pages and print how many there are of each sort."""
    pages = all_pages()
    faults = 0
    for name, count in Counter(page.name for page in pages).items():
        if count > 1:
            faults += 1
            sys.stdout.write(f"{name}: {count} pages have this name\n")
    for page in pages:
        for complaint in complaints_about(page):
            faults += 1
            sys.stdout.write(f"{page.name}: {complaint}\n")
    for title, keys in (
        ("language", [page.language for page in pages]),
        ("country", [page.country for page in pages]),
        ("topic", [f"{'honest' if page.honest else 'tempting'}: {page.topic}" for page in pages]),
        ("sort", ["honest" if page.honest else "tempting" for page in pages]),
    ):
        sys.stdout.write(f"\nby {title}\n")
        for key, count in sorted(Counter(keys).items(), key=lambda item: (-item[1], item[0])):
            sys.stdout.write(f"{count:5} {key}\n")
    sys.stdout.write(f"\n{len(pages)} pages, {faults} faults\n")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
