"""How amounts and dates are written in different places."""

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache

from babel.dates import get_day_names, get_month_names

Sign = str | tuple[str, str]
"""A way to mark the direction: a name known to `signed`, or the marks for in and for out."""


@dataclass(frozen=True)
class Figures:
    """Separators, decimal places and currency signs of printed amounts."""

    group: str = ","
    point: str = "."
    places: int = 2
    before: str = ""
    after: str = ""
    indian: bool = False

    def plain(self, amount: Decimal) -> str:
        """The amount without its sign."""
        return f"{self.before}{self.digits(amount)}{self.after}"

    def digits(self, amount: Decimal) -> str:
        """The bare number without sign and currency."""
        whole, _, cents = f"{abs(amount):.{self.places}f}".partition(".")
        grouped = _indian(whole) if self.indian else f"{int(whole):,}"
        grouped = grouped.replace(",", self.group)
        return f"{grouped}{self.point}{cents}" if cents else grouped

    def signed(self, amount: Decimal, sign: Sign) -> str:
        """The amount with its direction marked in the given way."""
        plain = self.plain(amount)
        if isinstance(sign, tuple):
            mark = sign[amount < 0]
            return f"{plain} {mark}" if mark else plain
        if sign == "none":
            return plain
        if sign in ("turned", "turned_trail"):
            return self.signed(-amount, "trail" if sign == "turned_trail" else "lead")
        if sign == "lead_both":
            return f"{'-' if amount < 0 else '+'}{plain}"
        if sign == "spaced_both":
            return f"{'-' if amount < 0 else '+'} {plain}"
        if sign == "trail_both":
            return f"{plain}{'-' if amount < 0 else '+'}"
        if sign == "plus_in":
            return plain if amount < 0 else f"+{plain}"
        if sign == "trail_plus_in":
            return plain if amount < 0 else f"{plain}+"
        if amount >= 0:
            return plain
        return {
            "lead": f"-{plain}",
            "long": f"\u2212{plain}",
            "spaced": f"- {plain}",
            "trail": f"{plain}-",
            "trail_spaced": f"{plain} -",
            "brackets": f"({plain})",
            "inside": f"{self.before}-{self.digits(amount)}{self.after}",
        }[sign]


def _indian(whole: str) -> str:
    head, tail = whole[:-3], whole[-3:]
    groups: list[str] = []
    while head:
        groups.insert(0, head[-2:])
        head = head[:-2]
    return ",".join([*groups, tail])


@cache
def _month(language: str, number: int, *, short: bool) -> str:
    names = get_month_names("abbreviated" if short else "wide", "format", language)
    return str(names[number]).rstrip(".")


@cache
def _weekday(language: str, number: int) -> str:
    return str(get_day_names("abbreviated", "format", language)[number]).rstrip(".")


_TOKEN = re.compile(r"YYYY|YY|MMMM|MMM|NNN|MM|M|DD|D|EEE")


def dated(day: date, pattern: str, language: str) -> str:
    """The date in a pattern of D, DD, M, MM, MMM, NNN (capitals), MMMM, YY, YYYY and EEE."""

    def part(token: re.Match[str]) -> str:
        return {
            "YYYY": f"{day.year}",
            "YY": f"{day.year % 100:02}",
            "MMMM": _month(language, day.month, short=False),
            "MMM": _month(language, day.month, short=True),
            "NNN": _month(language, day.month, short=True).upper(),
            "MM": f"{day.month:02}",
            "M": f"{day.month}",
            "DD": f"{day.day:02}",
            "D": f"{day.day}",
            "EEE": _weekday(language, day.weekday()),
        }[token.group()]

    return _TOKEN.sub(part, pattern)


def iban(country: str, rest: str) -> str:
    """An IBAN with right check digits, in groups of four."""
    digits = "".join(str(int(letter, 36)) for letter in f"{rest}{country}00")
    whole = f"{country}{98 - int(digits) % 97:02}{rest}"
    return " ".join(whole[at : at + 4] for at in range(0, len(whole), 4))
