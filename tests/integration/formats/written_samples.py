"""Proven statements to write: one of every trap, and as many as wanted by chance."""

from datetime import date, timedelta
from random import Random
from typing import Final

from db.formats.writers.statement import WrittenRow, WrittenStatement, plain, reference_of
from db.money import exponent_of
from db.words import AccountKind

DOCUMENT: Final = "9f86d081" * 8
FIRST: Final = date(2025, 3, 1)
LAST: Final = date(2025, 3, 31)

#: Texts that would act in one of the forms if they were written as they are.
HOSTILE: Final = (
    '=HYPERLINK("http://a")', "+1", "-2", "@SUM(A1)", ":62F:C250331GBP0,00", "-}", "-",
    "{1:F01}", "</NAME><TRNAMT>9", "<!DOCTYPE a>", "]]>", "&amp;lt;", "^", "!Type:Bank", "T-9.00",
    '"quoted" \\', "a ; date:2020-01-01", "(code) b", "* starred", "! flag", "| note", "~ 0", "P",
    "a\nT-9.00\n^", "\x1b[31mred\x1b[0m", "\u202eevil", "a\0b", "\ud800", "\uffff",
    "Müller & Söhne", "片仮名カタカナ", "#tag ^link", "include secret", " padded  twice ",
    "a - b: c " * 12, "x" * 64 + "-y:z" * 20, "",
)  # fmt: skip
_LETTERS: Final = "abcXYZ 0123456789 :-{}<>&;\"'\\()=*!~|/?.,üß€ "


def statement(
    rows: list[tuple[date, date | None, int, str]],
    *,
    number: int = 1,
    opening: int = 231846,
    currency: str = "GBP",
    kind: AccountKind = AccountKind.CHECKING,
) -> WrittenStatement:
    """A statement of March with these rows: booked, of value, amount and text."""
    return WrittenStatement(
        bank="Harrow & Vale; Bank <1>",
        account="Everyday: Current",
        digits=f"00{70 + number}",
        kind=kind,
        currency=currency,
        first=FIRST,
        last=LAST,
        opening_minor=opening,
        closing_minor=opening + sum(amount for _, _, amount, _ in rows),
        rows=tuple(
            WrittenRow(*row, reference_of(DOCUMENT, number, at)) for at, row in enumerate(rows)
        ),
        reference=reference_of(DOCUMENT, number),
    )


def hostile() -> WrittenStatement:
    """One row with each text."""
    days = [FIRST + timedelta(at % 31) for at in range(len(HOSTILE))]
    return statement([(day, None, -at, text) for at, (day, text) in enumerate(zip(days, HOSTILE))])  # noqa: B905


def by_chance(seed: int) -> list[WrittenStatement]:
    """One to three statements of accounts of their own."""
    chance = Random(seed)
    found = []
    for number in range(1, chance.randint(1, 3) + 1):
        rows = []
        for _ in range(chance.randint(0, 9)):
            day = FIRST + timedelta(chance.randint(0, 30))
            value = chance.choice([None, day, day + timedelta(chance.randint(-5, 5))])
            text = "".join(chance.choices(_LETTERS, k=chance.randint(0, 150)))
            rows.append((day, value, chance.randint(-(10**7), 10**7), text))
        found.append(
            statement(
                rows,
                number=number,
                opening=chance.randint(-(10**8), 10**8),
                currency=chance.choice(["GBP", "JPY", "KWD"]),
                kind=chance.choice(list(AccountKind)),
            )
        )
    return found


def rows_of(each: WrittenStatement) -> list[tuple[date, int, str]]:
    """What a reader should find again."""
    return [(row.booked_on, row.amount_minor, plain(row.description)) for row in each.rows]


def decimals(each: WrittenStatement) -> int:
    return exponent_of(each.currency)
