"""What the text layer says and the page does not show, and the other way round."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

from tests.strangers.extras import at_height, words
from tests.strangers.houses_list import wallet
from tests.strangers.houses_side import side_bar
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.ordinary import ordinary
from tests.strangers.pictures import as_picture, pictured
from tests.strangers.sheet import Sheet
from tests.strangers.sketch import Entry, Hook, Sketch, money, page

_TOPIC = "text that is not seen"


def hidden_pages() -> list[StrangerPage]:
    """White, covered, invisible and out-of-sight text; figures replaced by pictures."""
    return [*_extra_text(), *_covered(), *_false_layers()]


def _line(*rows: str, **how: Any) -> Hook:
    def draw(sheet: Sheet, y: float) -> float:
        for at, row in enumerate(rows):
            sheet.text(49, y + at * 12, row, 8.5, **how)
        return y + 12 * len(rows)

    return draw


def _pair_lines(code: str) -> tuple[str, str]:
    return {
        "en-GB": ("28 Mar 25 DEB ARGOS RETAIL 75.00-", "28 Mar 25 DEB ARGOS REFUND 75.00"),
        "de-DE": ("28.03.2025 Kartenzahlung Obi 75,00-", "28.03.2025 Gutschrift Obi 75,00"),
        "fr-FR": ("28.03 CARTE DARTY 75,00-", "28.03 AVOIR DARTY 75,00"),
        "es-MX": ("28/MAR COMPRA COPPEL 75.00-", "28/MAR DEVOLUCION COPPEL 75.00"),
    }[code]


def _extra_text() -> list[StrangerPage]:
    tempts = "Count two rows that only the text layer holds; they cancel."
    outside: Hook = at_height(-30, _line("28 Mar 25 DEB ARGOS RETAIL 75.00-"))
    return [
        page(
            "hidden_white_on_white",
            _TOPIC,
            ordinary(
                "en-GB",
                "h1",
                signed=True,
                count=8,
                below=_line(*_pair_lines("en-GB"), colour="#ffffff"),
            ),
            table_page,
            tempts=tempts,
        ),
        page(
            "hidden_render_mode_three",
            _TOPIC,
            ordinary(
                "de-DE",
                "h2",
                signed=True,
                count=8,
                below=_line(*_pair_lines("de-DE"), invisible=True),
            ),
            table_page,
            tempts=tempts,
        ),
        page(
            "hidden_off_the_page",
            _TOPIC,
            ordinary("en-GB", "h3", signed=True, count=8, above=outside),
            table_page,
            tempts="Count a row above the upper edge of the page.",
        ),
        page(
            "hidden_white_total",
            _TOPIC,
            ordinary(
                "fr-FR", "h4", count=8, below=_line("NOUVEAU SOLDE 9 999,99", colour="#ffffff")
            ),
            table_page,
            tempts="Take a closing balance in white for the one that is seen.",
        ),
        page(
            "hidden_white_number",
            _TOPIC,
            ordinary("es-MX", "h5", count=8, above=_line("Cuenta 70044189999", colour="#ffffff")),
            table_page,
            tempts="Take an account's number that is printed in white.",
        ),
        page(
            "hidden_white_period",
            _TOPIC,
            ordinary(
                "en-AU",
                "h6",
                count=8,
                above=_line("Statement period 01 Jan 2025 to 31 Dec 2025", colour="#ffffff"),
            ),
            table_page,
            tempts="Take a period in white, a whole year, for the one that is seen.",
        ),
        page(
            "hidden_in_the_side_bars_colour",
            _TOPIC,
            ordinary(
                "nl-NL",
                "h7",
                signed=True,
                count=8,
                above=at_height(500, _line("Nieuw saldo 88.000,00", colour="#f0ece2")),
            ),
            side_bar,
            tempts="Take a balance in the colour of its ground.",
        ),
        page(
            "hidden_tiny_type",
            _TOPIC,
            ordinary(
                "en-GB", "h8", signed=True, count=8, below=words(*_pair_lines("en-GB"), size=0.4)
            ),
            table_page,
            tempts=tempts,
        ),
    ]


def _over(drawn: Sketch, at: int, put: Callable[[Sheet, float, float], None]) -> Sketch:
    """The sketch with something put over the amount of a row, found by its height."""

    def cover(sheet: Sheet, y: float) -> float:
        top = 190 + 3 + 12.5 * (2 + sum(len(entry.text) for entry in drawn.entries[:at]))
        put(sheet, 549 - 72 - 3, top)
        return y

    return replace(drawn, below=cover)


def _short(code: str, seed: str) -> Sketch:
    entries = (
        Entry(date(2025, 3, 4), money("-120.00"), ("Rent share",)),
        Entry(date(2025, 3, 11), money("-38.50"), ("Groceries",)),
        Entry(date(2025, 3, 19), money("640.00"), ("Wages",)),
        Entry(date(2025, 3, 27), money("-15.25"), ("Phone",)),
    )
    return ordinary(code, seed, signed=True, entries=entries, opening="210.00")


def _covered() -> list[StrangerPage]:
    def blot(sheet: Sheet, x: float, y: float) -> None:
        sheet.box(x - 50, y - 9, 52, 11, fill="#ffffff")

    def pasted(sheet: Sheet, x: float, y: float) -> None:
        sheet.picture(as_picture("-88.50", size=8, width=32), x - 31, y - 10, 32, 13)

    def digit(sheet: Sheet, x: float, y: float) -> None:
        sheet.box(x - 26.2, y - 7.5, 4.9, 9, fill="#ffffff")
        sheet.text(x - 26, y, "8", 8.5)

    def scribble(sheet: Sheet, x: float, y: float) -> None:
        for step in range(5):
            sheet.rule(x - 46, y - 7 + step * 2, x + 2, y - 8 + step * 2, width=1.6)

    return [
        page(
            "covered_amount_blank",
            _TOPIC,
            _over(_short("en-GB", "c1"), 1, blot),
            table_page,
            tempts="Read an amount that a white box covers; the page shows none.",
            undecidable=("rows",),
        ),
        page(
            "covered_amount_pasted_over",
            _TOPIC,
            _over(_short("en-GB", "c2"), 1, pasted),
            table_page,
            undecidable=("rows",),
            tempts="Read 38.50 from the text where the page shows 88.50.",
        ),
        page(
            "covered_one_digit",
            _TOPIC,
            _over(_short("en-GB", "c3"), 2, digit),
            table_page,
            undecidable=("rows",),
            tempts="Read a figure one of whose digits is painted over.",
        ),
        page(
            "covered_by_strokes",
            _TOPIC,
            _over(_short("en-AU", "c4"), 0, scribble),
            table_page,
            undecidable=("rows",),
            tempts="Read an amount that is struck out.",
        ),
    ]


def _false_layers() -> list[StrangerPage]:
    whole = ordinary("en-US", "l1", signed=True, count=6, balances="none")

    def scanned(drawn: Sketch) -> bytes:
        """A page as a picture, with a text layer of which one amount is wrong."""
        sheet = Sheet()
        rows = [
            drawn.bank,
            drawn.title,
            f"Account number {drawn.number}",
            f"Statement period {drawn.fill('{first} - {last}')}",
            "",
            f"Beginning balance {drawn.balance(drawn.opening)}",
        ]
        rows += [
            f"{drawn.day(entry.day)} {' '.join(entry.text)} {drawn.amount(entry.amount)}"
            for entry in drawn.entries
        ]
        rows += [f"Ending balance {drawn.balance(drawn.closing)}"]
        hook = pictured(*rows, size=10, width=500)
        hook(sheet, 60)
        for at, row in enumerate(rows):
            told = row.replace("Ending balance ", "Ending balance 1")
            sheet.text(50, 60 + (0.4 + at * 1.4) * 10 + 9, told, 9, invisible=True)
        return sheet.finish()

    purse = ordinary("en-GB", "l2", signed=True, count=6, heads=(), title="Purse")
    return [
        page(
            "layer_of_a_scan_disagrees",
            _TOPIC,
            whole,
            scanned,
            not_in_text=(str(whole.closing),),
            undecidable=("closing",),
            tempts="Take the closing balance of the text layer, which has a digit more than "
            "the picture.",
        ),
        page(
            "layer_says_other_currency",
            _TOPIC,
            replace(purse, above=_line("All amounts in Swiss francs (CHF)", invisible=True)),
            wallet,
            tempts="Take a currency that only the text layer names.",
            undecidable=("currency",),
        ),
        page(
            "layer_watermark_with_figures",
            _TOPIC,
            ordinary("pl-PL", "l3", count=8, watermark="WZÓR 118,40"),
            table_page,
            look=Look(row_rules=True),
            tempts="Take the figure of a watermark for a row's.",
        ),
    ]
