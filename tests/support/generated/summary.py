"""What a made-up bank prints about the whole statement: balances, totals, the period."""

from collections.abc import Iterator
from decimal import Decimal

from fixtures.truth import TrueStatement
from tests.support.generated.figures import charged, day, plain, signed
from tests.support.generated.look import Amounts, Look


def worded(look: Look, truth: TrueStatement, choices: tuple[str, ...]) -> str:
    """This bank's wording, with the period's dates where it has a place for them."""
    start, end = (day(look, when, look.full_day) for when in (truth.start, truth.end))
    return look.word(choices).format(start=start, end=end)


def heading(look: Look) -> str:
    """What sort of statement it is: a card's says so, for its signs are the other way round."""
    card = look.amounts is Amounts.CARD
    return look.word(look.language.card_title if card else look.language.title)


def held(look: Look, balance: Decimal) -> str:
    """A balance as this bank marks it; on a card, what is owed is plain."""
    return charged(look, balance) if look.amounts is Amounts.CARD else signed(look, balance)


def box(
    look: Look, truth: TrueStatement, opening: Decimal, closing: Decimal
) -> Iterator[tuple[str, str]]:
    """Labels and figures of the summary box, with the balances that it is to print."""
    yield worded(look, truth, look.language.opening), held(look, opening)
    yield from totals(look, truth)
    yield worded(look, truth, look.language.closing), held(look, closing)


def totals(look: Look, truth: TrueStatement) -> Iterator[tuple[str, str]]:
    """Totals of either direction, if this bank prints them, with their counts if it counts."""
    if look.totals:
        ins = sum(each.amount > 0 for each in truth.rows)
        yield _total(look, look.language.total_in, truth.money_in, ins)
        outs = sum(each.amount < 0 for each in truth.rows)
        yield _total(look, look.language.total_out, truth.money_out, outs)


def _total(look: Look, label: tuple[str, ...], total: Decimal, count: int) -> tuple[str, str]:
    counted = f" ({count})" if look.counts else ""
    return look.word(label) + counted, plain(look, total)
