"""How figures are written on the pages of the layouts: marks, signs, and noughts left out."""

from collections.abc import Callable
from typing import Final


def us(minor: int) -> str:
    """As in `12,345.67`, with a minus before it where it is negative."""
    return f"{'-' * (minor < 0)}{abs(minor) // 100:,}.{abs(minor) % 100:02d}"


def eu(minor: int) -> str:
    """As in `12.345,67`."""
    return us(minor).translate(str.maketrans(",.", ".,"))


def fr(minor: int) -> str:
    """As in `12 345,67`."""
    return us(minor).translate(str.maketrans(",.", " ,"))


def ch(minor: int) -> str:
    """As in `12'345.67`."""
    return us(minor).replace(",", "'")


def indian(minor: int) -> str:
    """As in `12,34,567.89`."""
    whole, part = us(minor).replace(",", "").split(".")
    head, tail = whole[:-3], whole[-3:]
    groups = [head[max(0, at - 2) : at] for at in range(len(head), 0, -2)][::-1]
    return ",".join([*groups, tail]) + f".{part}"


def short(money: Callable[[int], str], point: str = ".") -> Callable[[int], str]:
    """Without noughts at the end: 12.5 and 100."""
    return lambda minor: money(minor).rstrip("0").removesuffix(point)


def floating(money: Callable[[int], str]) -> Callable[[int], str]:
    """One digit at least, as programs print their numbers: 12.5 and 100.0."""
    return lambda minor: money(minor).removesuffix("0")


def whole(money: Callable[[int], str], point: str = ".") -> Callable[[int], str]:
    """Without minor units where these are nought: 12.50 and 100."""
    return lambda minor: money(minor).removesuffix(f"{point}00")


def behind(minor: int) -> str:
    """With a minus behind it where it is negative."""
    return us(abs(minor)) + ("-" if minor < 0 else " ")


def pounds(minor: int) -> str:
    """With its sign before the currency's: +£12.50."""
    return ("-£" if minor < 0 else "+£") + whole(us)(abs(minor))


def plain(minor: int) -> str:
    """Without marks of thousands."""
    return us(minor).replace(",", "")


STYLES: Final[dict[str, Callable[[int], str]]] = {
    "us": us,
    "eu": eu,
    "fr": fr,
    "ch": ch,
    "indian": indian,
    "us_short": short(us),
    "eu_short": short(eu, ","),
    "fr_short": short(fr, ","),
    "indian_short": short(indian),
    "floating": floating(plain),
    "us_whole": whole(us),
    "us_behind": behind,
    "pounds": pounds,
}
