"""Signs, scale, order of day and month: sums cannot see them, so printed words must tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pipeline.proof.checks import Check, holds
from pipeline.proof.currency import digits_of
from pipeline.proof.entries import Entry, Offered, Read
from pipeline.proof.headers import stands_alone
from pipeline.proof.kind import PrintedKind
from pipeline.proof.parse.figures import Figure, Style
from pipeline.proof.short_figures import short_scale
from pipeline.proof.signs import heading_above
from pipeline.proof.sums import Sums
from pipeline.proof.witness import Side, Signs

_SPOKEN = 3  # entries whose own words say which way they go


def signs_check(offered: Offered, sums: Sums, kind: PrintedKind) -> Check:
    """The page says which way the money goes; turned round, every sum would hold as well."""
    evidence = next(_evidence(offered, sums, kind), "")
    against = next(_denials(offered, sums, kind), "")
    if against:
        return holds("signs", False, against)
    return holds("signs", True if evidence else None, evidence or "no word says which way is out")


def _evidence(offered: Offered, sums: Sums, kind: PrintedKind) -> Iterator[str]:
    """What says which way the money goes; of balances that the entries leave as they were, it
    takes words of their own, for turned round they would hold as well."""
    amounts = next(_of_amounts(offered, sums, kind), "")
    balances = next(_of_balances(offered, sums, kind), "")
    if _tied(sums):
        yield from filter(None, (amounts, balances))
    elif amounts and balances:
        yield amounts
    elif balances and not any(sums.amounts):
        yield balances


def _tied(sums: Sums) -> bool:
    """Whether the balances cannot be turned round without the amounts: some balance differs."""
    printed = {value for value in (*sums.balances, sums.opening, sums.closing) if value is not None}
    return len(printed) > 1


def _of_balances(offered: Offered, sums: Sums, kind: PrintedKind) -> Iterator[str]:
    yield from _of_one_base(offered, sums, kind)
    if not any((sums.opening, sums.closing, *sums.balances)):
        yield "the balances are nought"


def _of_one_base(offered: Offered, sums: Sums, kind: PrintedKind) -> Iterator[str]:
    """What says it of the balances, and of amounts that carry their sign as balances do."""
    ends = [end.figure for end in (offered.opening, offered.closing) if end]
    beside = [entry.balance.figure for entry in offered.entries if entry.balance]
    if any(_marked(figure) for figure in (*ends, *beside)):
        yield "marks say debit or credit"
    if kind.debt is (offered.witness.convention.balance_base < 0):
        yield kind.words
    silent = kind.silent and offered.witness.convention.balance_base > 0
    agree, deny = _votes(offered, sums)
    if silent and _minus_is_out(offered) and (agree or not deny):
        yield "a minus marks money out, and no word speaks of a debt"


def _of_amounts(offered: Offered, sums: Sums, kind: PrintedKind) -> Iterator[str]:
    convention = offered.witness.convention
    moved = [e for e, amount in zip(offered.entries, sums.amounts, strict=True) if amount]
    if any(_marked(entry.amount) for entry in moved):
        yield "marks say debit or credit"
    if offered.columns_named:
        yield "debit and credit have columns"
    yield from _of_rows(offered, moved)
    if _totalled(offered, sums, convention.balance_base):
        yield "printed totals say in and out"
    if convention.signs is Signs.PRINTED and convention.base > 0 and _outs_negative(offered):
        yield "the total of money out carries the minus that money out carries"
    if convention.base == convention.balance_base and convention.signs is Signs.PRINTED:
        yield from _of_one_base(offered, sums, kind)
    agree, deny = _votes(offered, sums)
    if agree >= _SPOKEN and not deny:
        yield "the entries' own words say in or out"


def _of_rows(offered: Offered, moved: Sequence[Entry]) -> Iterator[str]:
    """What words, pluses and headings say of the entries that move money, as the witness says that
    these tell the way."""
    signs = offered.witness.convention.signs
    if signs is Signs.PLUS and any(e.amount.sign > 0 for e in moved):
        yield "a plus marks money in"
    if moved and signs is Signs.DIRECTION and _directed(offered, moved):
        yield "a word of each row says debit or credit"
    if moved and signs is Signs.SECTION and all(heading_above(offered, e.row)[1] for e in moved):
        yield "headings say which way the money goes"


def _directed(offered: Offered, moved: Sequence[Entry]) -> bool:
    """Whether each entry has a word for its direction; where all go one way, some of these stand
    alone, for a text may end in "DR" that is no debit."""
    if not all(entry.direction for entry in moved):
        return False
    places = [row.direction for row in offered.witness.rows if row.direction]
    return len({entry.direction for entry in moved}) > 1 or any(
        stands_alone(row, row.ids.index(place.words[0]))
        for place in places
        for row in [offered.lexed.rows[offered.lexed.row_of(place)]]
    )


def _denials(offered: Offered, sums: Sums, kind: PrintedKind) -> Iterator[str]:
    """What the page says against this way round."""
    if _against_kind(offered, sums, kind):
        yield f"{kind.words}, but balances are read the other way"
    if _against_headings(offered, sums):
        yield "a heading says the other way"
    if any(
        _on_the_other_side(offered, Read(entry.row, entry.amount), amount)
        for entry, amount in zip(offered.entries, sums.amounts, strict=True)
        if entry.side is Side.AMOUNT and not entry.direction
    ):
        yield "an amount stands in the column of the other side"
    yield from _against_marks(offered, sums)
    yield from _against_places(offered)
    if any(_misnamed(offered, entry) for entry in offered.entries if entry.amount.value):
        yield "a column is headed otherwise than it is read"
    if any(_on_the_other_side(offered, end, value) for end, value in _ends(offered, sums)):
        yield "a balance stands in the column of the other side"
    agree, deny = _votes(offered, sums)
    evidence = _side_shown(offered) or _minus_is_out(offered)
    if deny >= _SPOKEN and not agree and not evidence:
        yield "the entries' own words deny the signs"


def _against_kind(offered: Offered, sums: Sums, kind: PrintedKind) -> bool:
    """Whether plain balances are read as a debt and words say that they are none, or reversely."""
    owed = offered.witness.convention.balance_base < 0
    marked = any(end and _marked(end.figure) for end in (offered.opening, offered.closing))
    some = bool(sums.opening or sums.closing)
    return kind.debt is not None and kind.debt is not owed and some and not marked


def _against_marks(offered: Offered, sums: Sums) -> Iterator[str]:
    """What marks, words and minuses of the amounts say against the way that each is read."""
    moved = [(e, a) for e, a in zip(offered.entries, sums.amounts, strict=True) if a]
    convention = offered.witness.convention
    if any((entry.amount.mark or entry.direction) * amount < 0 for entry, amount in moved):
        yield "a mark says the other way"
    if not any(entry.amount.sign < 0 and not entry.amount.mark for entry, _ in moved):
        return
    if convention.signs is Signs.PLUS:
        yield "a minus stands where plain amounts are out"
    if convention.signs is Signs.PRINTED and convention.base < 0 < convention.balance_base:
        yield "a minus is read as money in"
    ways = {(entry.amount.sign < 0, amount < 0) for entry, amount in moved}
    if convention.signs is Signs.BALANCE and len(ways) > len({minus for minus, _ in ways}):
        yield "amounts with a minus, or without, go either way"


def _against_places(offered: Offered) -> Iterator[str]:
    """What the places of the amounts say against the side that each is given."""
    signs = offered.witness.convention.signs
    if signs is Signs.COLUMNS and not offered.columns_named and not _columns_apart(offered):
        yield "money out and money in stand in one column"
    if signs is Signs.BALANCE and any(e.amount.value and not e.balance for e in offered.entries):
        yield "no balance beside an amount says which way it goes"


def _columns_apart(offered: Offered) -> bool:
    """Whether no amount for money out stands above or below one for money in, but for those with
    a mark that says their side."""
    plain = [entry for entry in offered.entries if not entry.amount.mark]
    sides = {side: [e.amount for e in plain if e.side is side] for side in Side}
    return not any(
        out.x0 < come.x1 and come.x0 < out.x1
        for out in sides[Side.DEBIT]
        for come in sides[Side.CREDIT]
    )


def _against_headings(offered: Offered, sums: Sums) -> bool:
    """Whether a plain amount right under a heading of one direction is read to go the other."""
    return any(
        not entry.amount.sign and heading_above(offered, entry.row)[1] * amount < 0
        for entry, amount in zip(offered.entries, sums.amounts, strict=True)
        if entry.side is Side.AMOUNT and not entry.direction and not entry.amount.mark
    )


def _side_shown(offered: Offered) -> bool:
    """Whether columns, marks, directions or headings tell the side of each amount."""
    signs = offered.witness.convention.signs
    if signs is Signs.COLUMNS:
        return offered.columns_named
    return signs in (Signs.DIRECTION, Signs.PLUS) or any(map(_marked, offered.figures))


def _marked(figure: Figure) -> bool:
    return figure.mark != 0 and figure.value != 0


def _misnamed(offered: Offered, entry: Entry) -> bool:
    """Whether the header right above a figure names another column of money than it is read as."""
    cells = offered.lexed.money_cells_above(entry.row)
    read = [(entry.amount, entry.side.value)]
    if entry.balance:
        read.append((entry.balance.figure, "balance"))
    for figure, role in read:
        over = [cell for cell in cells if cell.is_over(figure)]
        over = [c for c in over if "repaid" not in c.meanings]
        named = over[0].meanings & {"debit", "credit", "balance"} if len(over) == 1 else set()
        if len(named) == 1 and role not in named and (role != "amount" or "balance" in named):
            return True
    return False


def _ends(offered: Offered, sums: Sums) -> Iterator[tuple[Read, int]]:
    for end, value in ((offered.opening, sums.opening), (offered.closing, sums.closing)):
        if end and value:
            yield end, value


def _on_the_other_side(offered: Offered, end: Read, value: int) -> bool:
    """Whether a figure without a mark or a minus stands right below one header, for debit or for
    credit, and is read to be the other."""
    cells = offered.lexed.money_cells_above(end.row)
    over = [c for c in cells if c.x0 < end.figure.x1 and end.figure.x0 < c.x1]
    named = over[0].meanings & {"debit", "credit", "balance", "repaid"} if len(over) == 1 else set()
    wanted = {"debit": -1, "credit": 1}.get(min(named, default=""), 0) if len(named) == 1 else 0
    return not _marked(end.figure) and end.figure.sign >= 0 and wanted * value < 0


def _totalled(offered: Offered, sums: Sums, base: int) -> bool:
    """Whether totals in and out that the page prints are those of this way round alone."""
    if sums.came == sums.went or base < 0:
        return False
    sides = {"total_in": sums.came, "total_out": sums.went}
    printed = [
        (sides[fact.meaning], offered.minor(fact.figure))
        for row in range(offered.start, offered.stop)
        for fact in offered.lexed.facts_on(row)
        if fact.meaning in sides
    ]
    return bool(printed) and all(one == other for one, other in printed)


def _minus_is_out(offered: Offered) -> bool:
    """Whether some amounts carry a minus, and amounts are read as they are signed; or plain ones
    lead from the opening balance to the closing one as an asset's do."""
    convention = offered.witness.convention
    signed = any(e.amount.sign < 0 or e.direction < 0 for e in offered.entries if e.amount.value)
    if convention.signs is Signs.PRINTED and convention.base > 0 and signed:
        return True
    ends = any(end and end.figure.value for end in (offered.opening, offered.closing))
    return convention.signs in (Signs.BALANCE, Signs.COLUMNS) and ends


def _outs_negative(offered: Offered) -> bool:
    """Whether the page prints its total of money out with a minus, and that of money in without."""
    signs = {"total_in": set[int](), "total_out": set[int]()}
    for row in range(offered.start, offered.stop):
        for fact in offered.lexed.facts_on(row):
            if fact.meaning in signs and fact.figure.value:
                signs[fact.meaning].add(fact.figure.sign)
    return signs["total_out"] == {-1} and -1 not in signs["total_in"]


def _votes(offered: Offered, sums: Sums) -> tuple[int, int]:
    """How many entries say of themselves that they go the way they are read, and how many not."""
    agree = deny = 0
    for entry, amount in zip(offered.entries, sums.amounts, strict=True):
        said = {hit.meaning for hit in offered.lexed.rows[entry.row].phrases("moved")}
        if amount and len(said) == 1:
            same = (amount > 0) == (said == {"in"})
            agree, deny = agree + same, deny + (not same)
    return agree, deny


#: Currencies with minor digits whose amounts are printed without them.
_WHOLE: Final = frozenset({"COP", "HUF", "IDR", "IRR", "RSD", "TWD", "TZS"})


def scale_check(offered: Offered, currency: str | None, leading: int = 0) -> Check:
    """The figures themselves show how many minor digits there are.

    Two digits behind a point or comma do; three only with a currency that has so many. None do
    only with a currency without minor digits, or one of which nobody prints them: of pounds and
    dinars, "1.234" may be whole ones or not. No amount is what it says where the section, or one of
    the ``leading`` rows of the document, says that amounts are thousands.
    """
    if _in_multiples(offered, leading):
        return holds("scale", False, "the page prints amounts in thousands or millions")
    currency_exponent = digits_of(currency)
    exponent, style = offered.witness.convention.exponent, offered.witness.convention.style
    if style.is_short:
        return short_scale(offered, currency_exponent)
    decimals = {figure.decimals for figure in offered.figures if not figure.weak}
    most = max(decimals, default=0)
    if currency_exponent is not None and decimals and most != currency_exponent:
        return holds("scale", False, f"the currency has {currency_exponent} minor digits")
    if most != exponent and decimals:
        return holds("scale", False, f"the figures print {most} minor digits")
    if style is Style.MILLS or not most:
        known = currency_exponent == exponent and bool(most or not exponent or currency in _WHOLE)
        return holds("scale", True if known else None, "no currency says how many minor digits")
    return holds("scale", True, f"{most} minor digits are printed")


def _in_multiples(offered: Offered, leading: int) -> bool:
    """Whether a row that speaks for the statement, and is no entry's, says so."""
    entries = [entry.row for entry in offered.entries]
    inside = range(min(entries), max(entries) + 1) if entries else range(0)
    section = range(offered.start, offered.stop)
    return any(
        index not in inside and (index < leading or index in section)
        for index in offered.lexed.multiples
    )
