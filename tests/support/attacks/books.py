"""Honest statements of a bank: rows that add up, and the paper that shows them."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import accumulate
from random import Random

from pipeline.words import DocumentPages
from tests.support.attacks.banks import Amounts, Balances, Bank
from tests.support.attacks.case import Case, Row, Truth
from tests.support.attacks.paper import Column, Fact, Line, Paper

BESIDE = ("nl_rekening", "saver", "uk_card")
"""Banks that print their box beside the head, so that a row of the page holds both."""

STARTS = (date(2023, 5, 1), date(2024, 3, 1), date(2025, 1, 1), date(2025, 7, 1), date(2026, 3, 1))


@dataclass(frozen=True, slots=True)
class Entry:
    """One row: its minor units are in the holder's sign."""

    date: datetime.date
    text: str
    amount: int
    value: datetime.date | None = None


@dataclass(frozen=True, slots=True)
class Book:
    """A statement: what is true, and how it is printed. Entries are in printed order."""

    bank: Bank
    start: date
    end: date
    opening: int
    entries: tuple[Entry, ...]
    truth: Truth
    paper: Paper

    @property
    def balances(self) -> list[int]:
        """The balance after each entry."""
        return _running(self.bank, self.opening, self.entries)

    @property
    def closing(self) -> int:
        """The balance after all entries."""
        return self.opening + sum(each.amount for each in self.entries)

    def printed(self, paper: Paper) -> "Book":
        """The same truth on other paper."""
        return replace(self, paper=paper)

    def with_truth(self, **facts: object) -> "Book":
        """The same paper, of which a person sees something else."""
        return replace(self, truth=replace(self.truth, **facts))  # type: ignore[arg-type]

    def dated(self, place: int, when: date | None) -> "Book":
        """A person sees this date in this entry, or can see none."""
        rows = [replace(r, date=when) if n == place else r for n, r in enumerate(self.truth.rows)]
        return self.with_truth(rows=tuple(rows))

    def case(
        self,
        family: str,
        name: str,
        provable: bool | None = None,
        pages: DocumentPages | None = None,
        others: Sequence[Truth] = (),
    ) -> Case:
        """The case that this book is, on its paper or on these pages."""
        name = f"{self.bank.key}: {name}"
        return Case(family, name, pages or self.paper.pages, self.truth, provable, tuple(others))

    def never(self, family: str, name: str, why: str, pages: DocumentPages | None = None) -> Case:
        """The case that nothing of this may be proven, and why."""
        return self.with_truth(never=why).case(family, name, False, pages)


def honest(
    bank: Bank,
    random: Random,
    *,
    rows: int = 12,
    start: date | None = None,
    days: int = 0,
    per_page: int = 0,
    entries: Sequence[Entry] = (),
    opening: int | None = None,
) -> Book:
    """A statement of this bank that adds up, on enough pages of at most ``per_page`` rows."""
    start = start or random.choice(STARTS)
    end = start + timedelta(days=days) if days else _month_end(start)
    if opening is None:
        opening = (
            random.randint(-150_000, -20_000) if bank.card else random.randint(90_000, 900_000)
        )
    made = tuple(entries) or _entries(bank, random, start, end, rows)
    if any(bank.sections):
        made = tuple(sorted(made, key=lambda each: each.amount < 0))
    if bank.newest_first and not entries:
        made = made[::-1]
    truth = Truth(rows=tuple(Row(each.date, each.amount, each.value) for each in made))
    paper = _paper(bank, opening, made, start, end, per_page)
    return Book(bank, start, end, opening, made, truth, paper)


def _month_end(start: date) -> date:
    return (start.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)


def _entries(bank: Bank, random: Random, start: date, end: date, count: int) -> tuple[Entry, ...]:
    """Entries of distinct amounts, about a quarter of them on a day that has another: where a date
    is printed once a day, few rows without any may have lost it."""
    span = (end - start).days
    named = max(1, min(count - max(2, count // 4), span - 2))
    days = sorted(random.sample(range(1, span - 1), named))
    while len(days) < count:
        days.append(random.choice(days))
    days.sort()
    amounts = random.sample(range(1_100, 98_000), count)
    ins = set(random.sample(range(count), max(2, count // 4)))
    return tuple(
        Entry(
            start + timedelta(days=day),
            random.choice(_payees(bank, place in ins)),
            amount * 2 + 1 if place in ins else -amount,
        )
        for place, (day, amount) in enumerate(zip(days, amounts, strict=True))
    )


_PAY = ("Salary", "Payroll", "Check deposit", "Gehalt", "Salaire", "Nómina", "Salaris")
_RENT = ("Miete", "Loyer", "Alquiler", "Huur")


def _payees(bank: Bank, comes_in: bool) -> list[str]:
    """Those whose names do not say that the money goes the other way: pay comes in, rent does
    not."""
    return [p for p in bank.words.payees if not p.startswith(_RENT if comes_in else _PAY)]


def _running(bank: Bank, opening: int, entries: Sequence[Entry]) -> list[int]:
    in_time = entries[::-1] if bank.newest_first else entries
    found = list(accumulate((each.amount for each in in_time), initial=opening))[1:]
    return found[::-1] if bank.newest_first else found


def columns_of(bank: Bank) -> tuple[Column, ...]:
    """The columns that this bank prints, from left to right."""
    words = bank.words
    found = [Column("date", words.date, 45), Column("text", words.text, 125)]
    if bank.amounts is Amounts.SIDES:
        found += [
            Column("out", words.money_out, 390, True),
            Column("in", words.money_in, 470, True),
        ]
    else:
        found.append(Column("amount", words.amount, 450, True))
    if bank.balances is not Balances.NONE:
        found.append(Column("balance", words.balance, 550, True))
    return tuple(found)


def amount_cells(bank: Bank, amount: int) -> dict[str, str]:
    """The amount's text, by the column in which it stands."""
    if bank.amounts is Amounts.SIDES:
        return {"out" if amount < 0 else "in": bank.figure(amount)}
    if bank.amounts is Amounts.SECTIONS:
        return {"amount": bank.figure(amount)}
    return {"amount": bank.signed(-amount if bank.card else amount)}


def end_cells(bank: Bank, balance: int) -> dict[str, str]:
    """The cell of a balance that has a line of its own."""
    if bank.balances is not Balances.NONE:
        return {"balance": bank.balance(balance)}
    if bank.amounts is Amounts.SIDES:
        return {"out" if balance < 0 else "in": bank.figure(balance)}
    return {"amount": bank.balance(balance)}


def _paper(
    bank: Bank, opening: int, entries: Sequence[Entry], start: date, end: date, per_page: int
) -> Paper:
    words, closing = bank.words, opening + sum(each.amount for each in entries)
    came = sum(each.amount for each in entries if each.amount > 0)
    went = sum(each.amount for each in entries if each.amount < 0)
    period = words.period.format(bank.dated(start, bank.full), bank.dated(end, bank.full))
    head = (bank.title, period, f"{words.number} {bank.number}", f"Currency: {bank.currency}")
    totals = (
        Fact("total_in", words.total_in, total_text(bank, came, "-" if bank.card else "")),
        Fact("total_out", words.total_out, total_text(bank, went, "")),
    )
    ends = (
        Fact("opening", words.opening, bank.in_box(opening)),
        Fact("closing", words.closing, bank.in_box(closing)),
    )
    box = totals if bank.ends == "rows" else (ends[0], *totals, ends[1])
    lines = _lines(bank, entries, opening, per_page)
    if bank.ends == "rows":
        first = Line({"text": words.opening, **end_cells(bank, opening)}, role="opening")
        last = Line({"text": words.closing, **end_cells(bank, closing)}, role="closing")
        lines = [first, *lines, last]
    below = bank.key not in BESIDE
    return Paper(bank.name, head, box, columns_of(bank), tuple(lines), below=below)


def total_text(bank: Bank, minor: int, mark: str = "") -> str:
    """A total as the box prints it."""
    figure = bank.figure(minor)
    if bank.sign in ("£", "$"):
        return f"{mark}{bank.sign}{figure}"
    return f"{figure} {bank.sign}"


def _lines(bank: Bank, entries: Sequence[Entry], opening: int, per_page: int) -> list[Line]:
    lines: list[Line] = []
    balances = _running(bank, opening, entries)
    for place, each in enumerate(entries):
        before = entries[place - 1] if place else None
        turn = fresh = bool(per_page and place and place % per_page == 0)
        if turn and bank.balances is not Balances.NONE and not bank.newest_first:
            cells = end_cells(bank, balances[place - 1])
            lines.append(Line({"text": bank.words.carried, **cells}, role="carried"))
            lines.append(Line({"text": bank.words.brought, **cells}, role="brought", turn=True))
            turn = False
        if any(bank.sections) and (before is None or (before.amount < 0) != (each.amount < 0)):
            lines.append(Line({"text": bank.sections[each.amount < 0]}, role="section", turn=turn))
            turn = False
        after = entries[place + 1] if place + 1 < len(entries) else None
        lines.append(
            _line(bank, place, each, None if fresh else before, after, balances[place], turn)
        )
    return lines


def _line(
    bank: Bank,
    place: int,
    each: Entry,
    before: Entry | None,
    after: Entry | None,
    balance: int,
    turn: bool,
) -> Line:
    again = bank.once_a_day and before is not None and before.date == each.date
    cells = {"text": each.text, **amount_cells(bank, each.amount)}
    if not again:
        cells["date"] = bank.dated(each.date)
    if each.value:
        cells["value"] = bank.dated(each.value)
    last = after is None or after.date != each.date
    if bank.balances is Balances.EACH or (bank.balances is Balances.DAY and last):
        cells["balance"] = bank.balance(balance)
    return Line(cells, entry=place, turn=turn)
