"""Figures and words beside the rows that deny them, or only seem to: sums, scales, others' days."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from tests.support.attacks.case import Family
from tests.support.mechanisms.figures import us
from tests.support.mechanisms.stories import Entry, Layout, Page, Story, family, sides

_UK: Final = ("-DD Thames Water", "+BGC Salary Orbit Ltd", "-POS Sainsbury", "-ATM Leeds")
_DE: Final = ("-Miete Lindenhof", "+Gehalt Orbit GmbH", "-Einkauf Kaufhaus", "-Strom Stadtwerke")
_IE: Final = ("-DD Eir", "+Salary Orbit Ltd", "-POS Dunnes", "-ATM Cork")
_US: Final = ("-ACH Con Edison", "+Payroll Orbit Inc", "-POS Target", "-ATM Main St")
_ES: Final = ("-Recibo Endesa", "+Nómina Orbit SL", "-Compra Mercadona", "-Cajero")


def _british(story: Story, off: int) -> Sequence[Page]:
    """Totals of the month that do not begin with their word."""
    return [[
        "Pennine Bank plc               Current account statement",
        "Account number 20771954        Currency: GBP",
        f"Statement period {story.start:%d %b %Y} to {story.end:%d %b %Y}",
        "",
        f"{'Date':<13}{'Details':<30}{'Paid out':>14}{'Paid in':>14}{'Balance':>14}",
        f"{'':13}{'Opening balance':<30}{'':28}{us(story.opening):>14}",
        [f"{each.date:%d %b %Y}  {each.text:<30}{sides(each, us)}{us(after):>14}"
         for each, after in story.booked],
        f"{f'{story.start:%B} totals':<43}{us(story.went):>14}{us(story.came + off):>14}",
        f"{'':13}{'Closing balance':<30}{'':28}{us(story.closing):>14}",
    ]]  # fmt: skip


def _american(story: Story, off: int) -> Sequence[Page]:
    """Balances of days, one of which has no entry."""
    first, last = story.entries[0], story.entries[-1]
    quiet = last.date + timedelta(days=1)
    days = [(first.date, story.after[0]), (last.date, story.closing), (quiet, story.closing + off)]
    return [[
        "Harbor Trust Bank              Checking account statement",
        "Account number 000123447716",
        f"Statement period {story.start:%m/%d/%Y} - {story.end:%m/%d/%Y}",
        f"Beginning balance              ${us(story.opening)}",
        f"Ending balance                 ${us(story.closing)}",
        "Member FDIC",
        "",
        f"{'Date':<13}{'Description':<30}{'Withdrawals':>14}{'Deposits':>14}",
        [f"{each.date:%m/%d/%Y}   {each.text:<30}{sides(each, us)}" for each in story.entries],
        "",
        "Daily ending balances",
        [f"{day:%m/%d/%Y}   {us(value):>14}" for day, value in days],
    ]]  # fmt: skip


def _irish(story: Story, off: int) -> Sequence[Page]:
    """Totals without their cents."""
    return [[
        "Shannon Bank plc               Current account statement",
        "Account number 40417715        Currency: EUR",
        f"Statement period {story.start:%d %b %Y} to {story.end:%d %b %Y}",
        "",
        f"{'Date':<13}{'Details':<30}{'Debit':>14}{'Credit':>14}{'Balance':>14}",
        f"{'':13}{'Balance brought forward':<30}{'':28}{us(story.opening):>14}",
        [f"{each.date:%d %b %Y}  {each.text:<30}{sides(each, us)}{us(after):>14}"
         for each, after in story.booked],
        f"{'':13}{'Closing balance':<30}{'':28}{us(story.closing):>14}",
        "",
        f"Total credits                  {(story.came + off) // 100:,}",
    ]]  # fmt: skip


def _plain(
    story: Story, title: str, words: Sequence[str], note: str, above: Sequence[str] = ()
) -> Sequence[Page]:
    """A table with amounts and balances, and a note beside it."""
    date, text, amount, balance, opening, closing = words

    def row(entry: Entry, after: int) -> str:
        return f"{entry.date:%d/%m/%Y}   {entry.text:<28}{us(entry.amount):>14}{us(after):>14}"

    return [[
        title,
        f"{story.start:%d/%m/%Y} - {story.end:%d/%m/%Y}",
        *above,
        note,
        "",
        f"{date:<13}{text:<28}{amount:>14}{balance:>14}",
        f"{'':13}{opening:<28}{'':14}{us(story.opening):>14}",
        [row(entry, after) for entry, after in story.booked],
        f"{'':13}{closing:<28}{'':14}{us(story.closing):>14}",
    ]]  # fmt: skip


_EN: Final = ("Date", "Details", "Amount", "Balance", "Opening balance", "Closing balance")
_GER: Final = ("Datum", "Verwendungszweck", "Betrag", "Saldo", "Alter Saldo", "Neuer Saldo")
_SPA: Final = ("Fecha", "Concepto", "Importe", "Saldo", "Saldo inicial", "Saldo final")


def _thousands(story: Story, off: int) -> Sequence[Page]:
    note = "All amounts in thousands of USD" if off else "Used by thousands of shops"
    return _plain(story, "Atlas Bank   Current account statement", _EN, note)


def _tausend(story: Story, off: int) -> Sequence[Page]:
    note = "Beträge in TEUR" if off else "Beträge in EUR"
    return _plain(story, "Atlas Bank   Kontoauszug Girokonto", _GER, note)


def _miles(story: Story, off: int) -> Sequence[Page]:
    note = "Importes en miles de euros" if off else "Importes en euros"
    return _plain(story, "Banco Atlas   Extracto de cuenta corriente", _SPA, note)


def _among_others(story: Story, off: int) -> Sequence[Page]:
    """The account's number among those of other accounts, cards and telephones."""
    above = (
        "Account number 20771954          Debit card number 4929 1234 5678 9012",
        "Old account 55667788",
        "Your card ending in 1234 will expire soon",
        "Autopay account ending in 4455",
        "FX currency USD                  Account currency GBP",
    )
    note = "All amounts in £000" if off else "Account 0800 123 4567"
    return _plain(story, "Pennine Bank plc   Current account statement", _EN, note, above)


def _nobodys(story: Story, off: int) -> Sequence[Page]:
    """Numbers of others, and none of the account."""
    above = (
        "Neues Konto 55667788             Girocard **** 1234",
        "Konto 0800 1234567",
    )
    note = "(Tsd. EUR)" if off else "Kreditlinie bis 50 Tsd. EUR"
    return _plain(story, "Atlas Bank   Kontoauszug Girokonto", _GER, note, above)


def _of_a_list(story: Story, off: int) -> Sequence[Page]:
    """A list of all accounts, which names none as this one."""
    above = (
        "Número de cuenta      Tipo",
        "0049 1234 5678        Cuenta corriente",
        "0049 8765 4321        Cuenta de ahorro",
    )
    note = "(en miles de euros)" if off else "Gane miles de puntos"
    return _plain(story, "Banco Atlas   Extracto", _SPA, note, above)


MECHANISMS: Final[dict[str, Family]] = {
    "sums that deny": family(
        "sums that deny",
        Layout(name="March totals", printed=_british, texts=_UK, currency="GBP", mask="1954"),
        Layout(name="Summe", texts=_DE, currency="EUR", mask="0044"),
        Layout(name="a quiet day", printed=_american, texts=_US, currency="USD", mask="7716"),
        Layout(
            name="whole euros", printed=_irish, texts=_IE, currency="EUR", mask="7715", unit=100
        ),
    ),
    "amounts in thousands": family(
        "amounts in thousands",
        Layout(name="thousands", printed=_thousands, texts=_UK, currency=None, mask=None),
        Layout(name="TEUR", printed=_tausend, texts=_DE, currency="EUR", mask=None),
        Layout(name="miles", printed=_miles, texts=_ES, currency="EUR", mask=None),
    ),
    "others' numbers and currencies": family(
        "others' numbers and currencies",
        Layout(name="among others", printed=_among_others, texts=_UK, currency="GBP", mask="1954"),
        Layout(name="nobody's", printed=_nobodys, texts=_DE, currency=None, mask=None),
        Layout(name="of a list", printed=_of_a_list, texts=_ES, currency=None, mask=None),
    ),
}
