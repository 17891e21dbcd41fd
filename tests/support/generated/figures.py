"""Figures and dates as one made-up bank prints them."""

from datetime import date
from decimal import Decimal

from fixtures.figures import lakh
from tests.support.generated.calendars import dated
from tests.support.generated.look import Look, Negative


def plain(look: Look, amount: Decimal) -> str:
    """The figure without its sign: groups, decimals and the currency's sign if rows carry it."""
    digits = _digits(look, abs(amount))
    match look.sign_on_figures:
        case "before":
            return f"{look.sign}{digits}"
        case "behind":
            return f"{digits} {look.sign}"
        case _:
            return digits


def signed(look: Look, amount: Decimal, *, is_amount: bool = False) -> str:
    """The figure with its sign as this bank marks it.

    With suffixes every figure has one. A plus may stand before amounts that come in.
    """
    figure = plain(look, amount)
    if look.negative is Negative.SUFFIX:
        return f"{figure} {look.language.suffixes[amount >= 0]}"
    if amount < 0:
        return _negative(look.negative, figure)
    return f"+{figure}" if is_amount and look.plus_on_money_in and amount > 0 else figure


def charged(look: Look, amount: Decimal) -> str:
    """A card's figure: what is charged or owed is plain, what is paid is marked."""
    if look.negative is not Negative.SUFFIX:
        return signed(look, -amount)
    return (
        f"{plain(look, amount)} {look.language.suffixes[1]}" if amount > 0 else plain(look, amount)
    )


def day(look: Look, when: date, pattern: str | None = None) -> str:
    """A date as the rows print it, or by another pattern."""
    return in_digits(look, dated(when, pattern or look.day, look.calendar, look.language.code))


def in_digits(look: Look, text: str) -> str:
    """The text in this bank's digits."""
    return text.translate(str.maketrans("0123456789", look.digits)) if look.digits else text


def _negative(style: Negative, figure: str) -> str:
    match style:
        case Negative.TRAILING:
            return f"{figure}-"
        case Negative.PARENTHESES:
            return f"({figure})"
        case Negative.TYPOGRAPHIC:
            return f"−{figure}"
        case _:
            return f"-{figure}"


def _digits(look: Look, amount: Decimal) -> str:
    return in_digits(look, _grouped(look, amount))


def _grouped(look: Look, amount: Decimal) -> str:
    if look.figures == "lakh":
        return lakh(amount)
    group, point = (mark.replace("_", "") for mark in look.figures)
    text = f"{amount:,.{look.exponent}f}".replace(",", "\0").replace(".", "\1")
    return text.replace("\0", group).replace("\1", point)
