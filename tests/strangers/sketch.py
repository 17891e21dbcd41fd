"""What a layout is given to draw, and the truth that follows from it."""

import random
from calendar import monthrange
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from tests.strangers.figures import Figures, Sign, dated
from tests.strangers.model import Account, LedgerEntry, Row, StrangerPage
from tests.strangers.places import PLACES, Place
from tests.strangers.sheet import Sheet

Hook = Callable[[Sheet, float], float]
"""Draws something more at a height, and returns the height below it."""


@dataclass(frozen=True)
class Entry:
    """A transaction to be drawn."""

    day: date
    amount: Decimal
    text: tuple[str, ...]
    value_day: date | None = None
    code: str = ""


@dataclass(frozen=True)
class Sketch:
    """The content and the wording of one account's statement.

    Texts may hold {opening}, {closing}, {in}, {out}, {count}, {first}, {last}, {before} and
    {after}: the balances, the sums, the number of rows, the days of the period and the days
    around it. `printed` and `printed_closing` are for pages that misprint.
    """

    place: Place
    bank: str
    title: str
    opening: Decimal
    entries: tuple[Entry, ...]
    first: date
    last: date
    number: str | None = None
    kind: str = "checking"
    currency: str = ""
    period_printed: bool = True
    facts: tuple[tuple[str, str], ...] = ()
    holder: tuple[str, ...] = ()
    columns: tuple[str, ...] = ("date", "text", "out", "in", "balance")
    heads: tuple[str, ...] = ()
    opening_label: str | None = None
    closing_label: str | None = None
    totals_label: str | None = None
    summary: tuple[tuple[str, str], ...] = ()
    carried: tuple[str, str] = ("", "")
    page_label: str = ""
    notes: tuple[str, ...] = ()
    footer: tuple[str, ...] = ()
    figures: Figures = field(default_factory=Figures)
    sign: Sign = "lead"
    balance_sign: Sign = "lead"
    days: str = "DD.MM.YYYY"
    long_days: str = ""
    family: str = "helvetica"
    balances: str = "each"
    newest_first: bool = False
    above: Hook | None = None
    below: Hook | None = None
    watermark: str = ""
    printed: tuple[tuple[Entry, Decimal | None], ...] | None = None
    printed_closing: Decimal | None = None

    @property
    def closing(self) -> Decimal:
        """The opening balance and all entries, unless the page prints something else."""
        if self.printed_closing is not None:
            return self.printed_closing
        return self.opening + sum((entry.amount for entry in self.entries), Decimal(0))

    @property
    def money_in(self) -> Decimal:
        """What came in."""
        return sum((entry.amount for entry in self.entries if entry.amount > 0), Decimal(0))

    @property
    def money_out(self) -> Decimal:
        """What went out, as a negative sum."""
        return sum((entry.amount for entry in self.entries if entry.amount < 0), Decimal(0))

    def day(self, day: date, *, long: bool = False) -> str:
        """A date as this statement writes it."""
        pattern = self.long_days or self.days if long else self.days
        return dated(day, pattern, self.place.language)

    def amount(self, amount: Decimal) -> str:
        """A row's amount as this statement writes it."""
        return self.figures.signed(amount, self.sign)

    def balance(self, amount: Decimal) -> str:
        """A balance as this statement writes it."""
        return self.figures.signed(amount, self.balance_sign)

    def fill(self, words: str) -> str:
        """A text with balances, sums and days put in."""
        one = timedelta(days=1)
        for key, value in {
            "{opening}": self.balance(self.opening),
            "{closing}": self.balance(self.closing),
            "{in}": self.figures.plain(self.money_in),
            "{out}": self.figures.plain(self.money_out),
            "{-out}": self.figures.signed(self.money_out, "lead"),
            "{count}": f"{len(self.entries)}",
            "{first}": self.day(self.first, long=True),
            "{last}": self.day(self.last, long=True),
            "{before}": self.day(self.first - one, long=True),
            "{after}": self.day(self.last + one, long=True),
        }.items():
            words = words.replace(key, value)
        return words

    def in_print_order(self) -> tuple[tuple[Entry, Decimal | None], ...]:
        """The entries as printed, with the balances that are printed beside them."""
        if self.printed is not None:
            return self.printed
        running = self.opening
        pairs: list[tuple[Entry, Decimal | None]] = []
        for at, entry in enumerate(self.entries):
            running += entry.amount
            last_of_day = at + 1 == len(self.entries) or self.entries[at + 1].day != entry.day
            shown = self.balances == "each" or (self.balances == "day" and last_of_day)
            pairs.append((entry, running if shown else None))
        return tuple(reversed(pairs)) if self.newest_first else tuple(pairs)

    def _says(self, key: str) -> bool:
        said = [text for pair in self.summary for text in pair]
        said += [text for pair in self.facts for text in pair]
        return any(key in text for text in (*said, *self.notes, self.title))

    def account(self) -> Account:
        """The truth about this account."""
        places = Decimal(1).scaleb(-self.figures.places)

        def exact(amount: Decimal) -> str:
            return str(amount.quantize(places))

        return Account(
            kind=self.kind,
            currency=self.currency or self.place.currency,
            last4=last_four(self.number),
            opening=exact(self.opening),
            closing=exact(self.closing),
            rows=tuple(
                Row(
                    entry.day.isoformat(),
                    exact(entry.amount),
                    " ".join(entry.text),
                    None if running is None else exact(running),
                    entry.value_day.isoformat() if entry.value_day else None,
                )
                for entry, running in self.in_print_order()
            ),
            opening_printed=self.opening_label is not None or self._says("{opening}"),
            closing_printed=self.closing_label is not None or self._says("{closing}"),
            period_start=self.first.isoformat() if self.period_printed else None,
            period_end=self.last.isoformat() if self.period_printed else None,
        )


def last_four(number: str | None) -> str | None:
    """The last four digits of an account's number."""
    digits = "".join(filter(str.isdigit, number or ""))
    return digits[-4:] or None


def money(text: str) -> Decimal:
    """An amount as written in these modules: with a point, perhaps with underscores."""
    return Decimal(text.replace("_", ""))


def invent(
    place: Place,
    seed: str,
    count: int,
    first: date,
    last: date,
    *,
    outgoing_only: bool = False,
) -> tuple[Entry, ...]:
    """Some days of a life at a place; the same for the same seed."""
    chance = random.Random(seed)
    stories = [line.split(maxsplit=3) for line in place.story.strip().splitlines()]
    if outgoing_only:
        stories = [story for story in stories if story[0] == "out"]
    order: list[list[str]] = []
    while len(order) < count:
        order += chance.sample(stories, len(stories))
    order = order[:count]
    if not outgoing_only and not any(story[0] == "in" for story in order):
        order[0] = next(story for story in stories if story[0] == "in")
    span = (last - first).days
    days = sorted(first + timedelta(days=chance.randint(0, span)) for _ in range(count))
    cent = Decimal(1).scaleb(-place.figures.places)
    entries: list[Entry] = []
    used: set[Decimal] = set()
    for day, (direction, low, high, text) in zip(days, order, strict=True):
        size = Decimal(0)
        for _attempt in range(20):
            if size and size not in used:
                break
            raw = Decimal(chance.randint(int(low) * 100, int(high) * 100)) / 100 * place.scale
            step = 100 if place.scale > 50 or place.currency == "HUF" else 0
            size = (raw / step).quantize(Decimal(1)) * step if step else raw.quantize(cent)
            size = size or step * Decimal(1)
        used.add(size)
        amount = size if direction == "in" else -size
        entries.append(Entry(day, amount, tuple(text.split(" / "))))
    return tuple(entries)


def with_value_days(entries: Sequence[Entry], seed: str) -> tuple[Entry, ...]:
    """The entries with a value date at or near the booking date."""
    chance = random.Random(seed)
    return tuple(
        replace(entry, value_day=entry.day + timedelta(days=chance.choice((0, 0, 0, -1, 1))))
        for entry in entries
    )


def with_codes(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries with the first word of each description moved to the column for codes."""
    moved = []
    for entry in entries:
        code, _, rest = entry.text[0].partition(" ")
        moved.append(replace(entry, code=code, text=(rest, *entry.text[1:])))
    return tuple(moved)


def sketch(
    code: str,
    seed: str,
    *,
    count: int = 9,
    month: tuple[int, int] = (2025, 3),
    opening: str = "",
    overdrawn: bool = False,
    entries: tuple[Entry, ...] | None = None,
    place: Place | None = None,
    **words: Any,
) -> Sketch:
    """A month at a place, with the wording given."""
    place = place or PLACES[code]
    first = date(*month, 1)
    last = date(*month, monthrange(*month)[1])
    if "first" in words:
        first, last = words.pop("first"), words.pop("last")
    if entries is None:
        entries = invent(place, seed, count, first, last)
    if "code" in str(words.get("columns", "")) and not any(e.code for e in entries):
        entries = with_codes(entries)
    if "value" in str(words.get("columns", "")) and all(e.value_day is None for e in entries):
        entries = with_value_days(entries, seed)
    chance = random.Random(f"{seed} opening")
    biggest = max((abs(entry.amount) for entry in entries), default=Decimal(1000))
    start = money(opening) if opening else biggest * chance.randint(40, 180) / 100
    start = start.quantize(Decimal(1).scaleb(-place.figures.places), ROUND_HALF_UP)
    if not overdrawn:
        running = lowest = start
        for entry in entries:
            running += entry.amount
            lowest = min(lowest, running)
        if lowest < 0:
            start += (abs(lowest) * Decimal("1.13")).quantize(Decimal(1).scaleb(0)) + 1
    whole: dict[str, Any] = {
        "holder": place.holder,
        "figures": place.figures,
        "days": place.days,
        "family": place.family,
    } | words
    return Sketch(
        place=place,
        opening=start,
        entries=entries,
        first=first,
        last=last,
        **whole,
    )


def belongs(entry: Entry, takes: str) -> bool:
    """Whether a section holds the entry.

    `takes` is "in", "out", nothing, or the first words of descriptions parted by "|".
    """
    if takes in ("in", "out"):
        return (entry.amount >= 0) == (takes == "in")
    return entry.text[0].startswith(tuple(takes.split("|")))


def _as_printed(drawn: Sketch, options: dict[str, Any]) -> Sketch:
    """The sketch with its entries in the order of the sections that a house prints."""
    sections = options.get("sections") or getattr(options.get("look"), "sections", None) or ()
    takes = [getattr(section, "takes", None) or section[1] for section in sections]
    if not takes:
        return drawn

    def place(entry: Entry) -> int:
        return next(at for at, words in enumerate(takes) if belongs(entry, words))

    return replace(drawn, entries=tuple(sorted(drawn.entries, key=place)))


_TOPICS_OF_SIGNS = ("A1 ", "A2 ", "A3 ")


def _against_turned_ledger(account: Account) -> Account:
    """The account with every sign of its ledger turned as the wrong ledger."""
    turned = tuple(
        replace(entry, amount=str(-Decimal(entry.amount))) for entry in account.true_ledger()
    )
    return account if account.wrong_ledger is not None else replace(account, wrong_ledger=turned)


def page(
    name: str,
    topic: str,
    drawn: Sketch | Sequence[Sketch],
    house: Callable[..., bytes],
    *,
    tempts: str = "",
    undecidable: tuple[str, ...] = (),
    accounts: tuple[Account, ...] = (),
    not_in_text: tuple[str, ...] = (),
    **options: Any,
) -> StrangerPage:
    """A page that a house draws from a sketch; honest where it tempts to nothing."""
    several = (drawn,) if isinstance(drawn, Sketch) else tuple(drawn)
    truth = accounts or tuple(_as_printed(one, options).account() for one in several)
    if topic.startswith(_TOPICS_OF_SIGNS):
        truth = tuple(map(_against_turned_ledger, truth))
    return StrangerPage(
        name=name,
        topic=topic,
        language=several[0].place.language,
        country=several[0].place.country,
        honest=not tempts,
        accounts=truth,
        draw=lambda: house(drawn, **options),
        tempts=tempts,
        undecidable=undecidable,
        not_in_text=not_in_text,
    )


def ledger_of(entries: Sequence[Entry]) -> tuple[LedgerEntry, ...]:
    """Entries as the holder's books would hold them."""
    return tuple(
        LedgerEntry(entry.day.isoformat(), str(entry.amount), " ".join(entry.text))
        for entry in entries
    )
