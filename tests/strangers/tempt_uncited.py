"""A payment and its return, which cancel, printed anywhere but among the rows."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

from tests.strangers.extras import at_height, small_table, up_the_margin, words
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import Account, StrangerPage
from tests.strangers.ordinary import ordinary
from tests.strangers.sketch import Entry, Sketch, ledger_of, money, page

_TOPIC = "A8 a pair outside the table"


def uncited_pages() -> list[StrangerPage]:
    """The pair in boxes, margins, banners and small type."""
    return [*_boxes(), *_edges()]


def pair_of(day: int, amount: str, paid: str, returned: str) -> tuple[Entry, Entry]:
    """A payment and its return on the same day of March."""
    on = date(2025, 3, day)
    return Entry(on, -money(amount), (paid,)), Entry(on, money(amount), (returned,))


def told(
    name: str,
    drawn: Sketch,
    pair: tuple[Entry, Entry],
    where: str,
    house: Callable[..., bytes],
    *,
    first: bool = True,
    unseen: bool = False,
    **options: Any,
) -> StrangerPage:
    """A page whose table lacks a pair that the page prints elsewhere."""
    account = drawn.account()
    pair_rows = replace(drawn, entries=pair, balances="none", newest_first=False).account().rows
    rows = (*pair_rows, *account.rows) if first else (*account.rows, *pair_rows)
    truth: Account = replace(
        account,
        rows=rows,
        ledger=ledger_of(sorted((*drawn.entries, *pair), key=_day)),
        wrong_ledger=ledger_of(drawn.entries),
    )
    amounts = tuple(str(entry.amount) for entry in pair) if unseen else ()
    return page(
        f"pair_{name}",
        _TOPIC,
        drawn,
        house,
        accounts=(truth,),
        not_in_text=amounts,
        tempts=f"Prove the table without the payment and its return {where}; they cancel, so "
        "the sums agree, also with a ledger that lacks both.",
        **options,
    )


def _day(entry: Entry) -> date:
    return entry.day


def _boxes() -> list[StrangerPage]:
    gym = pair_of(12, "61.20", "Direct debit FITWORLD", "Direct debit returned FITWORLD")
    fit = pair_of(12, "61.20", "Lastschrift Fitwelt GmbH", "Rückgabe Lastschrift Fitwelt GmbH")
    cheque = pair_of(19, "240.00", "Chèque 0043190", "Rejet chèque 0043190")
    wire = pair_of(6, "315.00", "Wire out 4410", "Wire returned 4410")
    recibo = pair_of(20, "77.35", "Recibo SEGURALIA", "Devolución recibo SEGURALIA")
    automat = pair_of(11, "150.00", "Wypłata z bankomatu", "Zwrot wypłaty")
    return [
        told(
            "box_above_dated",
            ordinary(
                "en-GB",
                "u1",
                count=9,
                above=small_table(
                    (),
                    (
                        ("12 Mar 25", gym[0].text[0], "61.20 out"),
                        ("12 Mar 25", gym[1].text[0], "61.20 in"),
                    ),
                    edges=(52, 120, 420),
                    aligns="llr",
                    title="Returned items this month",
                    box=True,
                ),
            ),
            gym,
            "in a box above it",
            table_page,
        ),
        told(
            "box_begins_with_payee",
            ordinary(
                "de-DE",
                "u2",
                count=9,
                above=small_table(
                    (),
                    (
                        ("Fitwelt GmbH Lastschrift", "12.03.2025", "61,20 S"),
                        ("Fitwelt GmbH Rückgabe", "12.03.2025", "61,20 H"),
                    ),
                    edges=(52, 240, 380),
                    aligns="llr",
                    title="Rücklastschriften",
                    box=True,
                ),
            ),
            fit,
            "in a box whose lines begin with the payee",
            table_page,
            look=Look(grid=True),
        ),
        told(
            "second_table_below",
            ordinary(
                "fr-FR",
                "u3",
                count=9,
                below=small_table(
                    ("Date", "Libellé", "Débit", "Crédit"),
                    (
                        ("19.03", cheque[0].text[0], "240,00", ""),
                        ("19.03", cheque[1].text[0], "", "240,00"),
                    ),
                    edges=(50, 110, 380, 450),
                    aligns="llrr",
                    title="Opérations rejetées du mois",
                ),
            ),
            cheque,
            "in a second table under the closing balance",
            table_page,
            first=False,
        ),
        told(
            "beside_the_table",
            ordinary(
                "en-US",
                "u4",
                count=9,
                above=at_height(
                    300,
                    small_table(
                        (),
                        (("03/06 Wire out 4410", "315.00"), ("03/06 Wire returned", "315.00")),
                        edges=(468, 580),
                        title="Corrections",
                        size=7,
                    ),
                ),
            ),
            wire,
            "in a column beside it",
            table_page,
            look=Look(text_share=0.62, number_width=62, margin=36),
        ),
        told(
            "summary_box_counts_them",
            ordinary(
                "es-ES",
                "u5",
                count=9,
                summary=(
                    ("Recibos devueltos (1)", ""),
                    ("20/03/2025 Recibo SEGURALIA", "77,35"),
                    ("20/03/2025 Devolución recibo SEGURALIA", "77,35"),
                ),
            ),
            recibo,
            "in the summary",
            table_page,
            look=Look(header="shade"),
        ),
        told(
            "coloured_banner_like_an_advert",
            ordinary(
                "pl-PL",
                "u6",
                count=9,
                above=words(
                    "Bankomat nie wydał gotówki? Już oddaliśmy!",
                    "11.03.2025 Wypłata z bankomatu -150,00   11.03.2025 Zwrot wypłaty +150,00",
                    fill="#ffe082",
                    size=9,
                    width=460,
                ),
            ),
            automat,
            "in a banner like an advert",
            table_page,
        ),
    ]


def _edges() -> list[StrangerPage]:
    refund = pair_of(17, "89.00", "Betaling BOLT", "Terugboeking BOLT")
    fee = pair_of(25, "35.00", "Avgift pappersutdrag", "Återbetald avgift")
    toll = pair_of(9, "44.10", "Addebito TELEPASS", "Storno TELEPASS")
    card = pair_of(14, "128.40", "Card payment HOTEL MIRA", "Card payment reversed HOTEL MIRA")
    return [
        told(
            "rotated_in_the_margin",
            ordinary(
                "nl-NL",
                "u7",
                count=9,
                above=up_the_margin(
                    "17-03-2025 Betaling BOLT 89,00 af    17-03-2025 Terugboeking BOLT 89,00 bij"
                ),
            ),
            refund,
            "up the margin",
            table_page,
        ),
        told(
            "footer_small_print",
            ordinary(
                "sv-SE",
                "u8",
                count=9,
                footer=(
                    "Rättelser: 2025-03-25 Avgift pappersutdrag -35,00, "
                    "2025-03-25 Återbetald avgift 35,00.",
                ),
            ),
            fee,
            "in the footer",
            table_page,
            first=False,
        ),
        told(
            "one_point_type",
            ordinary(
                "it-IT",
                "u9",
                count=9,
                above=words(
                    "09/03/2025 Addebito TELEPASS -44,10   09/03/2025 Storno TELEPASS +44,10",
                    size=1,
                ),
            ),
            toll,
            "in type of one point",
            table_page,
        ),
        told(
            "pale_grey",
            ordinary(
                "en-AU",
                "u10",
                count=9,
                below=words(
                    "14 Mar 2025 Card payment HOTEL MIRA 128.40 debit",
                    "14 Mar 2025 Card payment reversed HOTEL MIRA 128.40 credit",
                    colour="#e4e4e4",
                ),
            ),
            card,
            "in pale grey",
            table_page,
            first=False,
            look=Look(header="line"),
        ),
        told(
            "light_on_a_dark_band",
            ordinary(
                "en-IE",
                "u11",
                count=9,
                above=words(
                    "14 Mar 2025  Card payment HOTEL MIRA  128.40 out",
                    "14 Mar 2025  Card payment reversed HOTEL MIRA  128.40 in",
                    colour="#ffffff",
                    fill="#263238",
                    width=470,
                ),
            ),
            card,
            "in white on a dark band",
            table_page,
            look=Look(row_rules=True),
        ),
    ]
