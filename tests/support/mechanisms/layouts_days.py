"""Tables of daily balances, and balances that stand once a day or a page alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tests.support.attacks.case import Family
from tests.support.mechanisms.figures import eu, fr, us
from tests.support.mechanisms.stories import Entry, Layout, Page, Story, family, sides

_US: Final = ("+Payroll Acme Inc", "-Grocery Outlet", "-Electric Co", "+Mobile deposit",
              "-Hardware Store", "-Toll Road", "-Bakery")  # fmt: skip
_UK: Final = ("-Greenway Foods", "+Salary Acme Ltd", "-Northern Gas", "-City Council",
              "+J Smith", "-Rail Ticket", "-Water Board", "-Pharmacy")  # fmt: skip
_FR: Final = ("-PRLV EDF", "+VIR SALAIRE DUPONT", "-CB CARREFOUR", "-CB BOULANGERIE",
              "+REMISE CHEQUE", "-RETRAIT DAB")  # fmt: skip
_NL: Final = ("-Bakkerij", "+Salaris Jansen BV", "-Energie", "-Boekhandel", "-Apotheek",
              "+Tikkie", "-Bloemist")  # fmt: skip


def _sectioned(story: Story) -> list[Page]:
    def row(entry: Entry) -> str:
        return f"{entry.date:%m/%d}     {entry.text:<46}{us(abs(entry.amount)):>12}"

    return [
        "Cedar County Credit Union          Checking account statement",
        "Account number 000 4418 2207",
        f"Statement period {story.start:%m/%d/%Y} through {story.end:%m/%d/%Y}",
        "",
        f"Beginning balance               ${us(story.opening)}",
        f"Ending balance                  ${us(story.closing)}",
        "",
        "Deposits and other credits",
        f"{'Date':<10}{'Description':<46}{'Amount':>12}",
        map(row, story.credits),
        "",
        "Withdrawals and other debits",
        f"{'Date':<10}{'Description':<46}{'Amount':>12}",
        map(row, story.debits),
        "",
    ]


def _grid(story: Story, off: int, across: int, width: int = 14) -> list[str]:
    cells = [
        f"{day:%m/%d}  {us(balance + (off if place == 2 else 0)):>{width}}      "
        for place, (day, balance) in enumerate(story.days.items())
    ]
    return ["".join(cells[at : at + across]) for at in range(0, len(cells), across)]


def _three_pairs(story: Story, off: int) -> Sequence[Page]:
    head = f"{'Date':<7}{'Amount':>14}      "
    return [[*_sectioned(story), "Daily ending balance", head * 3, _grid(story, off, 3)]]


def _two_pairs(story: Story, off: int) -> Sequence[Page]:
    head = f"{'Date':<7}{'Balance':>14}      "
    return [[*_sectioned(story), "DAILY BALANCE SUMMARY", head * 2, _grid(story, off, 2)]]


def _one_column(story: Story, off: int) -> Sequence[Page]:
    return [[*_sectioned(story), "Balances by date", _grid(story, off, 1, 26)]]


def _headless(story: Story, off: int) -> Sequence[Page]:
    return [[
        *_sectioned(story), "End of day balance information", "",
        f"{'Date':<11}{'Ending balance ($)':>16}" + f"      {'Date':<11}{'Ending balance ($)':>16}",
        [line.replace("      ", "          ") for line in _grid(story, off, 2, 20)],
    ]]  # fmt: skip


def _per_page(story: Story, off: int) -> Sequence[Page]:
    """No balance but at the pages' edges."""

    def row(entry: Entry) -> str:
        return f"{entry.date:%d %b %y}  {entry.text:<30}{sides(entry, us)}"

    def page(number: int, entries: Sequence[Entry], before: int, after: int) -> Page:
        named = ("Balance brought forward" if number > 1 else "Opening balance",
                 "Balance carried forward" if number < 2 else "Closing balance")  # fmt: skip
        return [
            "Moorland Bank                  Current account",
            "Account number 31926845        Currency: GBP",
            f"Statement period {story.start:%d %B %Y} to {story.end:%d %B %Y}",
            f"Page {number} of 2",
            "",
            f"{'Date':<11}{'Details':<30}{'Money out':>14}{'Money in':>14}",
            f"{'':11}{named[0]:<30}{'':14}{us(before):>14}",
            map(row, entries),
            f"{'':11}{named[1]:<30}{'':14}{us(after):>14}",
        ]

    middle = story.after[3]
    return [
        page(1, story.entries[:4], story.opening, middle + off),
        page(2, story.entries[4:], middle, story.closing),
    ]


def _report(story: Story, off: int) -> Sequence[Page]:
    """Pages that carry a sum forward, in French."""

    def row(entry: Entry) -> str:
        return f"{entry.date:%d/%m/%Y}  {entry.text:<30}{sides(entry, fr, 16)}"

    def page(number: int, label: str, before: int, entries: Sequence[Entry]) -> list[Page]:
        return [
            "BANQUE DES ALPES               Compte courant",
            "Numéro de compte 30412 88017",
            f"Relevé du {story.start:%d/%m/%Y} au {story.end:%d/%m/%Y}",
            f"Page {number}/2",
            "Montants en EUR",
            f"{'Date':<12}{'Libellé':<30}{'Débit':>16}{'Crédit':>16}",
            f"{'':12}{label:<30}{'':16}{fr(before):>16}",
            map(row, entries),
        ]

    middle = story.after[2]
    return [
        [*page(1, "Solde précédent", story.opening, story.entries[:3]),
         f"{'':12}{'Solde à reporter':<30}{'':16}{fr(middle):>16}"],
        [*page(2, "Report", middle + off, story.entries[3:]),
         f"{'':12}{'Nouveau solde':<30}{'':16}{fr(story.closing):>16}"],
    ]  # fmt: skip


def _day_rows(story: Story, off: int) -> Sequence[Page]:
    """A line of its own for the balance at each day's end."""

    def row(entry: Entry, after: int) -> list[str]:
        balance = eu(after + off * (entry is story.entries[2]))
        return [
            f"{entry.date:%d-%m-%Y}  {entry.text:<36}{eu(entry.amount):>14}",
            f"{'':12}{'Saldo per ' + format(entry.date, '%d-%m-%Y'):<50}{balance:>14}",
        ]

    return [[
        "Bank aan de Gracht             Betaalrekening",
        "Rekeningnummer 0417 1643 00",
        f"Periode {story.start:%d-%m-%Y} t/m {story.end:%d-%m-%Y}",
        "Bedragen in EUR",
        "",
        f"{'Datum':<12}{'Omschrijving':<36}{'Bedrag':>14}{'Saldo':>14}",
        f"{'':12}{'Beginsaldo':<50}{eu(story.opening):>14}",
        [row(entry, after) for entry, after in story.booked],
        f"{'':12}{'Eindsaldo':<50}{eu(story.closing):>14}",
    ]]  # fmt: skip


MECHANISMS: Final[dict[str, Family]] = {
    "daily balances": family(
        "daily balances",
        Layout(name="three pairs", printed=_three_pairs, texts=_US, currency="USD", mask="2207"),
        Layout(name="two pairs", printed=_two_pairs, texts=_US, currency="USD", mask="2207"),
        Layout(name="one column", printed=_one_column, texts=_US, currency="USD", mask="2207"),
        Layout(name="headed twice", printed=_headless, texts=_US, currency="USD", mask="2207"),
    ),
    "balances now and then": family(
        "balances now and then",
        Layout(name="day by day", texts=_UK, currency="GBP", mask="6845"),
        Layout(name="page by page", printed=_per_page, texts=_UK, currency="GBP", mask="6845"),
        Layout(name="report", printed=_report, texts=_FR, currency="EUR", mask="8017"),
        Layout(name="a row a day", printed=_day_rows, texts=_NL, currency="EUR", mask="4300"),
    ),
}  # fmt: skip
