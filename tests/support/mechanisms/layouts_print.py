"""Footnote marks, glyphs without a meaning, second dates, and columns that nobody named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from tests.support.attacks.case import Family
from tests.support.mechanisms.figures import eu, us
from tests.support.mechanisms.stories import Entry, Layout, Page, Story, family, sides

_Printed: TypeAlias = Callable[[Story, int], Sequence[Page]]
_US: Final = ("+Payroll Acme Inc", "-Grocery Outlet", "-Electric Co", "+Mobile deposit",
              "-Hardware Store", "-Toll Road", "-Bakery")  # fmt: skip
_UK: Final = ("-Greenway Foods", "+Salary Acme Ltd", "-Northern Gas", "-City Council",
              "+J Smith", "-Rail Ticket", "-Pharmacy")  # fmt: skip
_DE: Final = ("-Stadtwerke", "+Gehalt Weber GmbH", "-Apotheke", "-Tankstelle",
              "+Gutschrift Müller", "-Versicherung")  # fmt: skip


def _american(date: Callable[[Entry], str], mark: str = "", before: str = "") -> _Printed:
    """A plain American page whose dates and figures are printed with something beside them."""

    def printed(story: Story, off: int) -> Sequence[Page]:
        def row(entry: Entry, after: int) -> str:
            amount = us(entry.amount) + mark * (entry is story.entries[2])
            return (
                f"{date(entry):<14}{before}{entry.text:<40}{amount:>14}"
                f"{us(after + off * (entry is story.entries[3])):>16}"
            )

        return [[
            "First Lakes Bank               Checking account statement",
            "Account number 33 0917 4410",
            f"Statement period {story.start:%m/%d/%Y} - {story.end:%m/%d/%Y}",
            "",
            f"Beginning balance    {before}${us(story.opening)}{mark}",
            f"Ending balance       {before}${us(story.closing)}",
            "",
            f"{'Date':<14}{'Description':<40}{'Amount':>14}{'Balance':>16}",
            [row(entry, after) for entry, after in story.booked],
            "",
            f"{mark or '*'} Posted on the next business day.",
        ]]  # fmt: skip

    return printed


def _starred(entry: Entry) -> str:
    return f"{entry.date:%m/%d/%y}" + "*" * (entry.date.day % 2)


def _daggered(entry: Entry) -> str:
    return f"{entry.date:%m/%d/%Y}" + "†" * (entry.date.day % 3 == 0)


def _raised(entry: Entry) -> str:
    return f"{entry.date:%b %d}" + "¹" * (entry.date.day % 2)


def _plain(entry: Entry) -> str:
    return f"{entry.date:%m/%d/%Y}"


def _german(gap: str, odd: str = "") -> _Printed:
    """A German page with other characters where blanks are usual."""

    def printed(story: Story, off: int) -> Sequence[Page]:
        def row(entry: Entry) -> str:
            text = entry.text.replace(" ", gap)
            return f"{entry.date:%d.%m.%Y}    {text:<46}{odd}{eu(entry.amount):>14}"

        return [[
            "Volksbank am See eG            Girokonto",
            f"Kontoauszug vom {story.start:%d.%m.%Y} bis {story.end:%d.%m.%Y}",
            "Kontonummer 7712 0044          Währung: EUR",
            "",
            f"{'Datum':<14}{'Verwendungszweck':<46}{'Betrag':>14}",
            f"{'':14}{'Alter' + gap + 'Saldo':<46}{odd}{eu(story.opening):>14}",
            map(row, story.entries),
            f"{'':14}{'Neuer' + gap + 'Saldo':<46}{odd}{eu(story.closing + off):>14}",
        ]]  # fmt: skip

    return printed


def _referenced(story: Story, off: int) -> Sequence[Page]:
    """A long reference right beside the amount, and a dash at the line's end."""

    def row(entry: Entry) -> str:
        reference = 202503140000 + entry.date.day * 7717
        return f"{entry.date:%d %b %y}  {entry.text:<24}{reference:>22}{us(entry.amount):>13}  -"

    return [[
        "Meridian Bank                  Current account statement",
        "Account number 20771954        Currency: GBP",
        f"Statement period {story.start:%d %b %y} to {story.end:%d %b %y}",
        "",
        f"{'Date':<11}{'Description':<24}{'Reference':>22}{'Amount':>13}",
        f"{'':11}{'Opening balance':<46}{us(story.opening):>13}",
        map(row, story.entries),
        f"{'':11}{'Closing balance':<46}{us(story.closing + off):>13}",
    ]]  # fmt: skip


def _dashed(story: Story, off: int) -> Sequence[Page]:
    """A dash in the empty column of each row."""

    def row(entry: Entry, after: int) -> str:
        cells = sides(entry, us)
        cells = f"{cells[:14].strip() or '-':>14}{cells[14:].strip() or '-':>14}"
        return f"{entry.date:%d %b %Y}  {entry.text:<30}{cells}{us(after):>14}"

    return [[
        "Lagos Trust Bank               Statement of account",
        "Account number 0044 7712 90              Currency: NGN",
        f"Statement period {story.start:%d %b %Y} to {story.end:%d %b %Y}",
        "",
        f"{'Date':<13}{'Details':<30}{'Debit':>14}{'Credit':>14}{'Balance':>14}",
        f"{'':13}{'Opening balance':<30}{'-':>14}{'-':>14}{us(story.opening):>14}",
        [row(entry, after) for entry, after in story.booked],
        f"{'':13}{'Closing balance':<30}{'-':>14}{'-':>14}{us(story.closing + off):>14}",
    ]]  # fmt: skip


def _spaced_dashes(story: Story, off: int) -> Sequence[Page]:
    """Dashes that part the cells of a row."""

    def row(entry: Entry) -> str:
        return f"{entry.date:%d.%m.%Y} - {entry.text + ' -':<42}{eu(entry.amount):>14}"

    return [[
        "Volksbank am See eG            Girokonto",
        f"Kontoauszug vom {story.start:%d.%m.%Y} bis {story.end:%d.%m.%Y}",
        "Kontonummer 7712 0044          Währung: EUR",
        "",
        f"{'Datum':<13}{'Verwendungszweck':<42}{'Betrag':>14}",
        f"{'':13}{'Alter Saldo':<42}{eu(story.opening):>14}",
        map(row, story.entries),
        f"{'':13}{'Neuer Saldo':<42}{eu(story.closing + off):>14}",
    ]]  # fmt: skip


def _layout(name: str, printed: _Printed | None = None, **more: object) -> Layout:
    places: dict[str, object] = {"texts": _US, "currency": "USD", "mask": "4410"}
    return Layout(name=name, printed=printed, **{**places, **more})  # type: ignore[arg-type]


def _in_euro(name: str, printed: _Printed | None = None, **more: object) -> Layout:
    return _layout(name, printed, texts=_DE, currency="EUR", **{"mask": "0044", **more})


def _in_pounds(name: str, printed: _Printed | None = None, **more: object) -> Layout:
    return _layout(name, printed, texts=_UK, **{"mask": "1954", "currency": "GBP", **more})


MECHANISMS: Final[dict[str, Family]] = {
    "footnotes": family(
        "footnotes",
        _layout("stars", _american(_starred)),
        _layout("daggers", _american(_daggered, "†")),
        _layout("raised", _american(_raised, "¹")),
        _layout("stars on figures", _american(_plain, "*")),
    ),
    "odd glyphs": family(
        "odd glyphs",
        _in_euro("non-breaking", _german("\u00a0", "\u00a0")),
        _in_euro("private", _german(" ", "\ue012")),
        _in_euro("soft hyphens", _german("\u00ad ", "\u00ad")),
        _in_euro("replacement", _german(" ", "\ufffd ")),
        _layout("zero width", _american(_plain, "\u200b", "\u200b")),
    ),
    "signs apart": family(
        "signs apart",
        _in_pounds("reference", _referenced),
        _in_pounds("dashes", _dashed, currency="NGN", mask="1290"),
        _in_euro("between", _spaced_dashes),
    ),
}
