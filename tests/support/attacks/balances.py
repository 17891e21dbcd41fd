"""Figures that contradict each other, rows that cannot be read, and rows that sums cannot miss."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Final

from tests.support.attacks.banks import BANKS, EACH_ROW, Amounts, Balances, Bank
from tests.support.attacks.books import Book, Entry, end_cells, honest, total_text
from tests.support.attacks.case import Case
from tests.support.attacks.paper import Free, Line, Paper

NO_ENDS: Final = (
    "Available balance",
    "Balance last year",
    "Average balance",
    "Closing balance of your savings account",
    "Closing balance last month",
)
"""Labels of balances that are neither the opening nor the closing one."""
OFF: Final = "a printed total contradicts its rows"


def balances(random: Random) -> Iterator[Case]:
    """Every way in which a page's figures do not add up, or seem to."""
    makers = (
        _totals, _unreadable, _ends, _others, _daily, _equations, _doubled, _removed, _odd_pairs,
        _harmless, _inside, _huge,
    )  # fmt: skip
    for maker in makers:
        yield from (replace(case, family="balances") for case in maker(random))


def _sides(book: Book) -> tuple[int, int]:
    amounts = [each.amount for each in book.entries]
    return sum(a for a in amounts if a > 0), -sum(a for a in amounts if a < 0)


def _stated(book: Book, came: int, went: int) -> Paper:
    mark = "-" if book.bank.card else ""
    paper = book.paper.fact("total_in", total_text(book.bank, came, mark))
    return paper.fact("total_out", total_text(book.bank, went))


def _totals(random: Random) -> Iterator[Case]:
    for each in BANKS:
        yield honest(each, random).case("", "honest", True)
        for by in (50, 1_000, random.randint(1, 99_999), 10_000):
            book = honest(each, random)
            came, went = _sides(book)
            for name, a, b in (
                ("both totals more", came + by, went + by),
                ("both totals less", max(0, came - by), max(0, went - by)),
                ("total in off", came + by, went),
                ("total out off", came, went + by),
            ):
                if (came, went) != (a, b):
                    yield book.printed(_stated(book, a, b)).never("", f"{name} by {by}", OFF)
        book = honest(each, random)
        came, went = _sides(book)
        for name in ("total_in", "total_out"):
            text = next(fact.value for fact in book.paper.box if fact.name == name)
            at = random.choice([n for n, sign in enumerate(text) if sign.isdigit()])
            digit = str((int(text[at]) + random.randint(1, 9)) % 10)
            paper = book.paper.fact(name, text[:at] + digit + text[at + 1 :])
            yield book.printed(paper).never("", f"a digit of {name} changed", OFF)
        yield book.printed(_stated(book, went, came)).never("", "totals exchanged", OFF)
        yield book.printed(_stated(book, 0, went)).never("", "total in zero", OFF)


def _unopened(book: Book) -> Paper:
    """Without any printed opening balance."""
    paper = book.paper.fact("opening")
    return replace(paper, lines=tuple(line for line in paper.lines if line.role != "opening"))


def _untotalled(paper: Paper) -> Paper:
    return paper.fact("total_in").fact("total_out")


def _name(book: Book, place: int) -> str:
    return next(name for name in ("amount", "out", "in") if book.paper.cell(place, name))


def _unreadable(random: Random) -> Iterator[Case]:
    """An amount that cannot be read, its running balance kept."""
    for each in BANKS:
        first, last = (11, 0) if each.newest_first else (0, 11)
        for place in (first, 5, last):
            for change in ("O", "??", "", "#"):
                for opened in (True, False):
                    for totalled in (True, False):
                        yield from _one_unreadable(each, random, place, change, opened, totalled)


def _one_unreadable(
    each: Bank, random: Random, place: int, change: str, opened: bool, totalled: bool
) -> Iterator[Case]:
    book = honest(each, random)
    name = _name(book, place)
    text = book.paper.cell(place, name)
    damaged = {
        "O": text.replace("0", "O"), "??": "??" + text[2:], "": "", "#": "#" * len(text),
    }[change]  # fmt: skip
    if damaged == text:
        return
    kept = book if opened else book.printed(_unopened(book))
    paper = kept.paper if totalled else _untotalled(kept.paper)
    paper = paper.put(place, **{name: damaged})
    book = book.printed(paper)
    said = f"amount {place} as {damaged!r}, {'with' if opened else 'no'} opening"
    said += ", totals" if totalled else ""
    unsaid = not opened and not totalled and change != "O"
    first = 11 if each.newest_first else 0
    if unsaid and (place == first or each.balances is Balances.NONE):
        yield book.never("", said, "an amount cannot be read, and nothing else says it")
        return
    yield book.case("", said)


def _ends(random: Random) -> Iterator[Case]:
    """Opening or closing printed wrong, unlabelled or absent."""
    for each in BANKS:
        for which in ("opening", "closing"):
            book = honest(each, random)
            true = book.opening if which == "opening" else book.closing
            for by in (1, 100, 9_000, -5_000):
                paper = _with_end(book, which, true + by)
                why = f"the printed {which} balance contradicts the rows"
                yield book.printed(paper).never("", f"{which} off by {by}", why)
        book = honest(each, random)
        yield book.printed(_unopened(book)).case("", "no opening")
        bare = book.paper.fact("opening", label=" ").role("opening", text="")
        yield book.printed(bare).case("", "opening without a label")


def _with_end(book: Book, which: str, minor: int) -> Paper:
    cells = end_cells(book.bank, minor)
    bare = {"balance": "", "in": "", "out": "", "amount": ""}
    known = {column.name for column in book.paper.columns}
    cells = {**{name: text for name, text in bare.items() if name in known}, **cells}
    return book.paper.fact(which, book.bank.in_box(minor)).role(which, **cells)


def _others(random: Random) -> Iterator[Case]:
    """Another opening or closing balance, printed elsewhere."""
    for each in BANKS:
        words = each.words
        for label, true in ((words.closing, "closing"), (words.opening, "opening")):
            for by in (-7_500, 12_300):
                book = honest(each, random)
                minor = (book.closing if true == "closing" else book.opening) + by
                figure = each.in_box(minor)
                why = f"two {true} balances are printed"
                line = f"{label} {figure}"
                yield book.printed(book.paper.more(foot=[line])).never("", f"below: {line}", why)
                paper = book.paper.boxed((label, figure))
                yield book.printed(paper).never("", f"in the box: {line}", why)
                cells = {"text": label, **end_cells(each, minor)}
                lines = Line(cells, role="other")
                above = (true == "opening") != each.newest_first
                paper = book.paper.before(0, lines) if above else book.paper.after(11, lines)
                yield book.printed(paper).never("", f"among the rows: {line}", why)
            book = honest(each, random)
            same = book.closing if true == "closing" else book.opening
            paper = book.paper.more(foot=[f"{label} {each.in_box(same)}"])
            yield book.printed(paper).case("", f"{true} twice, the same")
        if each.locale.startswith("en"):
            for label in NO_ENDS:
                book = honest(each, random)
                line = f"{label} {each.in_box(book.closing + 4_400)}"
                yield book.printed(book.paper.more(foot=[line])).case("", line)


def _daily(random: Random) -> Iterator[Case]:
    """A table of balances at the end of days, right or contradicting."""
    for each in BANKS:
        if each.card:
            continue
        for wrong in (0, 1, 2):
            for side in (1, 3):
                book = honest(each, random)
                by_day: dict[str, int] = {}
                balance = book.opening
                for entry in sorted(book.entries, key=lambda one: one.date):
                    balance += entry.amount
                    by_day[each.dated(entry.date)] = balance
                days = list(by_day.items())
                for place in random.sample(range(len(days) - 1), wrong):
                    days[place] = (days[place][0], days[place][1] + random.choice((-500, 20_000)))
                title = Line({"text": "Daily balances" if side == 1 else "Daily ending balance"})
                table = [title, *_side_by_side(each, days, side)]
                paper = replace(book.paper, lines=(*book.paper.lines, *table))
                name = f"daily balances, {wrong} wrong, {side} a row"
                if wrong:
                    yield book.printed(paper).never("", name, "daily balances contradict the rows")
                else:
                    yield book.printed(paper).case("", name)


def _side_by_side(each: Bank, days: list[tuple[str, int]], side: int) -> Iterator[Line]:
    width = 505 / side
    for at in range(0, len(days), side):
        free = []
        for k, (day, minor) in enumerate(days[at : at + side]):
            free.append(Free(45 + width * k, day))
            free.append(Free(45 + width * (k + 1) - 25, each.balance(minor), True))
        yield Line(free=tuple(free))


def _equations(random: Random) -> Iterator[Case]:
    for each in BANKS:
        for by in (0, 1_000, -370):
            book = honest(each, random)
            came, went = _sides(book)
            less, more = (came, went) if each.card else (went, came)
            text = (
                f"{each.words.opening} {each.in_box(book.opening)} + {each.figure(more + by)}"
                f" - {each.figure(less)} = {each.words.closing} {each.in_box(book.closing)}"
            )
            paper = _untotalled(book.paper).more(foot=[text])
            if by:
                why = "the summary's equation does not hold"
                yield book.printed(paper).never("", f"equation off by {by}", why)
            else:
                yield book.printed(paper).case("", "an equation")


def _doubled(random: Random) -> Iterator[Case]:
    for each in BANKS:
        for place in (0, 6, 11):
            book = honest(each, random)
            line = next(one for one in book.paper.lines if one.entry == place)
            paper = book.paper.after(place, replace(line, entry=None))
            yield book.printed(paper).never("", f"entry {place} twice", "a row is doubled")


def with_pair(each: Bank, random: Random) -> Book:
    """A statement in which two rows cancel each other."""
    book = honest(each, random)
    entries = list(book.entries)
    outs = [n for n, one in enumerate(entries) if one.amount < 0]
    ins = [n for n, one in enumerate(entries) if one.amount > 0]
    gone, back = random.choice(outs), random.choice(ins)
    entries[back] = replace(entries[back], amount=-entries[gone].amount)
    return honest(each, random, start=book.start, entries=entries, opening=book.opening)


def pair_of(book: Book) -> tuple[int, int]:
    """The places of two rows that cancel."""
    amounts = [each.amount for each in book.entries]
    back = next(n for n, a in enumerate(amounts) if a > 0 and -a in amounts)
    return amounts.index(-amounts[back]), back


def _removed(random: Random) -> Iterator[Case]:
    """Two rows that cancel are taken away; totals or counts still tell of them."""
    for each in BANKS:
        for left in ("totals", "counts", "number", "sides", "nothing"):
            book = with_pair(each, random)
            pair = pair_of(book)
            paper = book.paper.without(*pair)
            if each.once_a_day:
                paper = _redated(book, paper, pair)
            count = len(book.entries)
            ins = sum(entry.amount > 0 for entry in book.entries)
            if left != "totals":
                paper = _untotalled(paper)
            if left == "counts":
                paper = paper.boxed(("Number of transactions", str(count)))
            if left == "number":
                paper = paper.more(foot=[f"{count} transactions in this period"])
            if left == "sides":
                paper = paper.boxed(
                    ("Number of credits", str(ins)), ("Number of debits", str(count - ins))
                )
            rows = tuple(r for n, r in enumerate(book.truth.rows) if n not in pair)
            book = book.with_truth(rows=rows).printed(paper)
            broken = each.balances is not Balances.NONE and abs(pair[0] - pair[1]) != 1
            if left != "nothing" or broken:
                yield book.never("", f"a pair removed, {left} tell", "rows are missing")
            else:
                yield book.case("", "a pair removed, and nothing tells")


def _redated(book: Book, paper: Paper, gone: tuple[int, ...]) -> Paper:
    """The first row left of each day prints its date."""
    shown = None
    for place, entry in enumerate(book.entries):
        if place in gone:
            continue
        if entry.date != shown:
            paper = paper.put(place, date=book.bank.dated(entry.date))
        shown = entry.date
    return paper


def _odd_pairs(random: Random) -> Iterator[Case]:
    """Two rows that cancel are printed oddly: sums hold without them, yet a person sees them."""
    for each in BANKS:
        if each.balances is not Balances.NONE:
            continue
        for totalled in (True, False):
            for name in ("letters", "left", "right", "wrapped", "indented", "no date", "mark",
                         "in the text", "spaced", "strange dates", "a digit before"):  # fmt: skip
                book = with_pair(each, random)
                paper = book.paper if totalled else _untotalled(book.paper)
                for place in pair_of(book):
                    paper = _oddly(book, paper, place, name)
                book = book.printed(paper)
                said = f"a pair printed with {name}{', totals' if totalled else ''}"
                if name == "no date" and not each.once_a_day:
                    yield book.never("", said, "dates are absent")
                elif name == "no date":
                    continue
                else:
                    yield book.case("", said)


def _oddly(book: Book, paper: Paper, place: int, name: str) -> Paper:
    which = _name(book, place)
    column = next(c for c in paper.columns if c.name == which)
    text = paper.cell(place, which)
    day = paper.cell(place, "date")
    changes: dict[str, dict[str, str]] = {
        "letters": {which: text.replace("0", "O").replace("1", "l")},
        "no date": {"date": ""},
        "mark": {which: f"{text}*"},
        "in the text": {which: "", "text": f"{paper.cell(place, 'text')} {text}"},
        "spaced": {which: " ".join(text)},
        "strange dates": {"date": f"~{day}" if day else ""},
    }
    if name in changes:
        return paper.put(place, **changes[name])
    if name == "indented":
        moved = Free(70, day)
        return _free(paper.put(place, date=""), place, moved)
    if name == "a digit before":
        return _free(paper, place, Free(column.x - 6 * len(text) - 8, "2", True))
    if name == "wrapped":
        return paper.put(place, **{which: ""}).after(place, Line({which: text}, role="wrapped"))
    x = column.x - 55 if name == "left" else column.x + 38
    return _free(paper.put(place, **{which: ""}), place, Free(x, text, True))


def _free(paper: Paper, place: int, *free: Free) -> Paper:
    return paper.each(
        lambda line: replace(line, free=(*line.free, *free)) if line.entry == place else line
    )


def _harmless(random: Random) -> Iterator[Case]:
    """What looks like a contradiction and is none."""
    for each in BANKS:
        book = honest(each, random)
        came, _ = _sides(book)
        if not each.card:
            with_opening = book.paper.fact("total_in", total_text(each, came + book.opening))
            label = f"{each.words.opening} + {each.words.total_in}"
            yield book.printed(with_opening.fact("total_in", label=label)).case(
                "", "total with opening"
            )
        fees = book.paper.boxed(("Fees", each.in_box(0)), ("Interest", each.in_box(0)))
        yield book.printed(fees).case("", "zero fees")
        dots = book.paper.each(
            lambda line: (
                replace(line, cells={**line.cells, "text": f"{line.cells['text']} {'.' * 30}"})
                if line.entry is not None
                else line
            )
        )
        yield book.printed(dots).case("", "leaders of dots")
        boxed = replace(
            book.paper,
            box=tuple(replace(fact, value=f"{'.' * 12} {fact.value}") for fact in book.paper.box),
        )
        yield book.printed(boxed).case("", "leaders in the box")
        yield book.printed(_untotalled(book.paper)).case("", "no totals")


def _inside(random: Random) -> Iterator[Case]:
    """A balance brought forward among the rows, right or not."""
    oldest = tuple(one for one in EACH_ROW if not one.newest_first)
    for each in oldest + tuple(one for one in BANKS if one.balances is Balances.DAY):
        for by in (0, 1_000):
            for label in (each.words.brought, each.words.carried, "Subtotal", "B/F"):
                book = honest(each, random)
                place = random.randrange(3, 9)
                if book.entries[place].date == book.entries[place - 1].date and each.once_a_day:
                    continue
                minor = book.balances[place - 1] + by
                line = Line({"text": label, **end_cells(each, minor)}, role="inside")
                book = book.printed(book.paper.before(place, line))
                if by:
                    yield book.never("", f"{label} inside, off by {by}", "a balance contradicts")
                else:
                    yield book.case("", f"{label} inside")


def _huge(random: Random) -> Iterator[Case]:
    for each in BANKS:
        if each.amounts is Amounts.CHARGED:
            continue
        for power in (11, 15, 18, 19, 22):
            yield honest(each, random, opening=10**power + 12_345).case("", f"opening 10^{power}")
        start = honest(each, random).start
        entries = [Entry(start + timedelta(days=n), "Interest", 10**12 + n) for n in range(1, 9)]
        entries += [Entry(start + timedelta(days=9), "Fee", -(10**12))]
        yield honest(each, random, start=start, entries=entries).case("", "huge rows")
