"""The same oddities of rows as other banks print them: other words, places and languages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tests.support.attacks.case import Family
from tests.support.mechanisms.figures import us
from tests.support.mechanisms.stories import Entry, Layout, Page, Story, family, sides

_DE: Final = ("-Stadtwerke", "+Gehalt Weber GmbH", "-Apotheke", "-Tankstelle",
              "+Gutschrift Müller", "-Versicherung")  # fmt: skip
_FR: Final = ("-PRLV EDF", "+VIR SALAIRE DUPONT", "-CB CARREFOUR", "-CB BOULANGERIE",
              "+REMISE CHEQUE", "-RETRAIT DAB")  # fmt: skip
_TR: Final = ("-Migros", "+Maaş Yılmaz AŞ", "-Turkcell", "-ATM Kadıköy", "+Havale Demir")
_UK: Final = ("-Greenway Foods", "+Salary Acme Ltd", "-Northern Gas", "-City Council",
              "+J Smith", "-Rail Ticket", "-Pharmacy")  # fmt: skip


def _raw(story: Story, off: int) -> Sequence[Page]:
    """Nothing but rows between two balances; a minus behind what went out."""

    def row(entry: Entry) -> str:
        text = us(abs(entry.amount)) + ("-" if entry.amount < 0 else " ")
        return f"{entry.date:%d.%m.%Y}  {entry.text:<40}{text:>15}"

    return [[
        "Bankhaus Lindner               Girokonto",
        "Kontonummer 7712 0044          Währung: EUR",
        f"Kontoauszug vom {story.start:%d.%m.%Y} bis {story.end:%d.%m.%Y}",
        "",
        f"{'':12}{'Alter Saldo':<40}{us(story.opening) + ' ':>15}",
        map(row, story.entries),
        f"{'':12}{'Neuer Saldo':<40}{us(story.closing + off) + ' ':>15}",
    ]]  # fmt: skip


def _noted(story: Story, off: int) -> Sequence[Page]:
    """Footnote numbers in brackets, and hashes behind dates."""

    def row(entry: Entry, after: int) -> str:
        mark = "#" * (entry.date.day % 2)
        return f"{format(entry.date, '%d %b %Y') + mark:<14}{entry.text:<30}{sides(entry, us)}" + (
            f"{us(after):>14}" + "**" * (entry is story.entries[0])
        )

    return [[
        "Harbour & Vale Bank            Current account statement",
        "Account number 31926845        Currency: GBP",
        f"Statement period {story.start:%d %B %Y} to {story.end:%d %B %Y}",
        "",
        f"{'Date':<14}{'Details':<30}{'Paid out':>14}{'Paid in':>14}{'Balance':>14}",
        f"{'':14}{'Balance brought forward':<58}{us(story.opening):>14}",
        [row(entry, after) for entry, after in story.booked],
        f"{'':14}{'Balance carried forward':<58}{us(story.closing + off):>14}",
        "",
        "# Posted on the next working day.  ** After interest.",
    ]]  # fmt: skip


MECHANISMS: Final[dict[str, Family]] = {
    "rows elsewhere": family(
        "rows elsewhere",
        Layout(name="Saldovortrag", texts=_DE, currency="CHF", mask="4470",
               split=True),
        Layout(name="Kreditlinie", texts=_DE, currency="EUR", mask="7812"),
        Layout(name="solde", texts=_FR, currency="EUR", mask="8017"),
        Layout(name="valör", texts=_TR, currency="TRY", mask="0926",
               split=True),
        Layout(name="stacked dates", texts=_UK, currency="GBP",
               mask="1954", split=True),
        Layout(name="raw", printed=_raw, texts=_DE, currency="EUR", mask="0044"),
        Layout(name="placeholder", texts=_UK, currency="CAD", mask="2204"),
        Layout(name="noted", printed=_noted, texts=_UK, currency="GBP", mask="6845"),
    ),
}  # fmt: skip
