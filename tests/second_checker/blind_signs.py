"""Whether the page says which way money goes (section 12, ``signs``)."""

from __future__ import annotations

from collections.abc import Iterator

from tests.second_checker.cells import cell_with
from tests.second_checker.entries import Entry, Money, value_of
from tests.second_checker.headers import Column
from tests.second_checker.model import Place
from tests.second_checker.moved import spoken
from tests.second_checker.row import Row
from tests.second_checker.tables import constant
from tests.second_checker.view import View

_SIDES = {"debit": -1, "credit": 1}


def signs(view: View) -> str:
    """The check ``signs``."""
    if any(_denials(view)):
        return "failed"
    amounts, balances = _amounts_said(view), _balances_said(view)
    if amounts == "both":
        return "passed"
    moved = any(entry.amount.value for entry in view.statement.entries)
    if _turnable(view):
        good = balances and (bool(amounts) or not moved)
    else:
        good = bool(amounts) or balances
    return "passed" if good else "unavailable"


def _ends(view: View) -> list[Money]:
    return [m for m in (view.statement.opening, view.statement.closing) if m]


def _printed_balances(view: View) -> list[Money]:
    return [*_ends(view), *(e.balance for e in view.statement.entries if e.balance)]


def _turnable(view: View) -> bool:
    """All printed balances are alike: amounts and balances could be turned apart."""
    return len({money.value * (money.text.sign or 1) for money in _printed_balances(view)}) <= 1


def _some_end(view: View) -> bool:
    return any(money.value for money in _ends(view))


def _balances_said(view: View) -> bool:
    """Whether the side of balances is said."""
    return _told_of_balances(view) or not any(m.value for m in _printed_balances(view))


def _told_of_balances(view: View) -> bool:
    """Whether a print says the side of balances."""
    if any(m.text.mark and m.value for m in _printed_balances(view)):
        return True
    if view.kind.debt is not None:
        return True
    convention = view.convention
    agree, deny = spoken(view)
    if convention.balance_base < 0 or view.kind.speaks_of_debt or (deny and not agree):
        return False
    if convention.signs == "printed":
        amounts = [entry.amount for entry in view.statement.entries]
        return convention.base > 0 and any(money.text.sign < 0 for money in amounts)
    return convention.signs in ("balance", "columns") and _some_end(view)


def _amounts_said(view: View) -> str:
    """Whether the side of amounts is said, alone or with the balances'."""
    convention, entries = view.convention, view.statement.entries
    moneys = [entry.amount for entry in entries] + _ends(view)
    if all(money.value == 0 for money in moneys):
        return "both"
    if any(_amount_reasons(view)):
        return "amounts"
    same = convention.signs == "printed" and convention.base == convention.balance_base
    return "balances" if same and _told_of_balances(view) else ""


def _directed(view: View) -> bool:
    """Whether words tell the way of each: both ways, or one of them not in a text."""
    entries = [entry for entry in view.statement.entries if entry.amount.value]
    if not all(entry.direction for entry in entries):
        return False
    own = [entry for entry in view.statement.entries if entry.direction]
    return len({entry.direction for entry in entries}) > 1 or any(
        _is_alone(view.rows[entry.at], entry.witness.direction) for entry in own
    )


def _is_alone(row: Row, place: Place | None) -> bool:
    at = [n for n, token in enumerate(row.tokens) if place and token.word in place.words]
    cell = cell_with(row, at[0])
    return not set(range(cell.first, cell.last + 1)) - set(at) - row.taken


def _amount_reasons(view: View) -> Iterator[bool]:
    signs_, entries = view.convention.signs, view.statement.entries
    yield any(entry.amount.text.mark for entry in entries)
    if entries:
        yield signs_ == "columns" and _columns_named(view)
        yield signs_ == "direction" and _directed(view)
        yield signs_ == "plus" and any(e.amount.text.sign > 0 for e in entries)
        headed = (view.regions.heading_above(e.at) is not None for e in entries)
        yield signs_ == "section" and all(headed)
    yield _totals_are_theirs(view)
    yield _totals_carry_minus(view)
    agree, deny = spoken(view)
    yield agree >= constant("blind_spots", "_SPOKEN") and deny == 0


def _columns_named(view: View) -> bool:
    """Whether the sides of all amounts that are not 0 are named."""
    moved = [entry for entry in view.statement.entries if entry.amount.value]
    return bool(moved) and all(_column_named(view, entry) for entry in moved)


def _column_named(view: View, entry: Entry) -> bool:
    """Whether the nearest column of money of the header above names just an amount's side."""
    header = view.layout.header_above(entry.at)
    if header is None:
        return False
    money = set(constant("headers", "MONEY"))
    columns = [column for column in header.columns if column.meanings & money]
    near = min(columns, key=lambda column: _distance(column, entry.amount), default=None)
    if near is None:
        return False
    unknown = [column for column in header.columns if not column.meanings]
    if not _is_above(near, entry.amount) and any(_is_above(c, entry.amount) for c in unknown):
        return False
    return near.meanings & {"debit", "credit", "repaid"} == {entry.side}


def _distance(column: Column, money: Money) -> float:
    """The gap between both, and a thousandth of what is between their nearer edges."""
    figure = money.figure
    gap = max(figure.x0 - column.x1, column.x0 - figure.x1, 0.0)
    return gap + min(abs(figure.x1 - column.x1), abs(figure.x0 - column.x0)) / 1000


def _is_above(column: Column, money: Money) -> bool:
    return column.x0 < money.figure.x1 and money.figure.x0 < column.x1


def _totals_are_theirs(view: View) -> bool:
    """Printed totals that are all what came and what went."""
    sides = {"total_in": view.signed.came, "total_out": view.signed.went}
    facts = [fact for fact in view.sure_facts if fact.label in sides]
    if view.convention.balance_base < 0 or view.signed.came == view.signed.went or not facts:
        return False
    exponent = view.statement.exponent
    return all(value_of(fact.figure, exponent) == sides[fact.label] for fact in facts)


def _totals_carry_minus(view: View) -> bool:
    """Totals out with a minus, and in without."""
    convention = view.convention
    if convention.signs != "printed" or convention.base < 0:
        return False
    outs = [f.figure.text.sign for f in view.sure_facts if f.label == "total_out"]
    ins = [f.figure.text.sign for f in view.sure_facts if f.label == "total_in"]
    return bool(outs) and all(s < 0 for s in outs) and all(s >= 0 for s in ins)


# what denies


def _denials(view: View) -> Iterator[bool]:
    yield any(_against_heading(view, n, e) for n, e in enumerate(view.statement.entries))
    yield any(_against_mark(e, a) for e, a in _moved(view))
    yield _minus_denies(view)
    yield view.convention.signs == "balance" and any(not e.balance for e, _ in _moved(view))
    yield view.convention.signs == "columns" and _columns_overlap(view)
    yield any(_in_other_column(view, money) for money in _sided(view))
    marked = any(money.text.mark for money in _ends(view))
    owed = view.convention.balance_base < 0
    yield view.kind.debt is not None and view.kind.debt != owed and _some_end(view) and not marked
    yield any(_named_otherwise(view, money, role) for money, role in _roles(view))
    agree, deny = spoken(view)
    yield deny >= constant("blind_spots", "_SPOKEN") and agree == 0 and not _told(view)


def _against_heading(view: View, number: int, entry: Entry) -> bool:
    """A plain amount under a heading of one direction that goes the other way."""
    heading = view.regions.heading_above(entry.at)
    plain = not entry.amount.text.mark and not entry.amount.text.sign
    if heading is None or not plain or entry.side != "amount":
        return False
    return view.signed.amounts[number] * view.regions.headings[heading] < 0


def _moved(view: View) -> list[tuple[Entry, int]]:
    """The entries whose amounts are not 0, with these."""
    pairs = zip(view.statement.entries, view.signed.amounts, strict=True)
    return [(entry, amount) for entry, amount in pairs if amount]


def _against_mark(entry: Entry, amount: int) -> bool:
    """An amount that goes another way than its mark, else its direction."""
    return amount * (entry.amount.text.mark or entry.direction or amount) < 0


def _minus_denies(view: View) -> bool:
    """A minus that the convention leaves without a meaning."""
    moved = _moved(view)
    if not any(e.amount.text.sign < 0 and not e.amount.text.mark for e, _ in moved):
        return False
    convention = view.convention
    if convention.signs == "plus":
        return True
    if convention.signs == "printed":
        return convention.base < 0 < convention.balance_base
    if convention.signs != "balance":
        return False
    return any(
        len({a > 0 for e, a in moved if (e.amount.text.sign < 0) == minus}) > 1
        for minus in (False, True)
    )


def _columns_overlap(view: View) -> bool:
    """A debit above or below a credit, without a header that names just their sides."""
    plain = [e for e in view.statement.entries if not e.amount.text.mark]
    debits = [e for e in plain if e.side == "debit"]
    credits_ = [e for e in plain if e.side == "credit"]
    return not _columns_named(view) and any(
        d.amount.figure.x0 < c.amount.figure.x1 and c.amount.figure.x0 < d.amount.figure.x1
        for d in debits
        for c in credits_
    )


def _sided(view: View) -> Iterator[tuple[Money, int]]:
    """Plain ends, and plain amounts that are in no column of a side."""
    signed = view.signed
    ends = ((view.statement.opening, signed.opening), (view.statement.closing, signed.closing))
    for end, value in ends:
        if end and value is not None:
            yield end, value
    for entry, amount in zip(view.statement.entries, signed.amounts, strict=True):
        if entry.side == "amount" and entry.direction is None:
            yield entry.amount, amount


def _in_other_column(view: View, of: tuple[Money, int]) -> bool:
    money, value = of
    if money.text.mark or money.text.sign < 0:
        return False
    column = _cell_above(view, money)
    named = column.meanings & set(_SIDES) if column else set()
    if column is None or len(column.meanings) != 1 or not named:
        return False
    return value * _SIDES[min(named)] < 0


def _cell_above(view: View, money: Money) -> Column | None:
    """The one header cell right above a figure."""
    header = view.layout.header_above(money.at)
    over = [c for c in header.columns if _is_above(c, money)] if header else []
    return over[0] if len(over) == 1 else None


def _roles(view: View) -> Iterator[tuple[Money, str]]:
    for entry in view.statement.entries:
        if not entry.amount.value:
            continue
        yield entry.amount, entry.side
        if entry.balance:
            yield entry.balance, "balance"


def _named_otherwise(view: View, money: Money, role: str) -> bool:
    column = _cell_above(view, money)
    if column is None or "repaid" in column.meanings:
        return False
    named = column.meanings & {"debit", "credit", "balance"}
    if len(named) != 1 or role in named:
        return False
    return named == {"balance"} if role == "amount" else True


def _told(view: View) -> bool:
    """Whether something else tells the amounts' sides."""
    convention, entries = view.convention, view.statement.entries
    if convention.signs in ("columns", "direction", "plus"):
        return True
    if any(entry.amount.text.mark for entry in entries):
        return True
    minus = any(entry.amount.text.sign < 0 for entry in entries)
    return convention.base > 0 and minus
