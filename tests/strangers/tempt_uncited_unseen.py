"""The pair that cancels, in pictures, forms, prose and corners."""

from tests.strangers.extras import at_height, fresh_page, words
from tests.strangers.houses_list import day_list, letter
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_side import side_bar
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.ordinary import ordinary
from tests.strangers.pictures import pictured
from tests.strangers.sheet import Sheet
from tests.strangers.sketch import Hook
from tests.strangers.tempt_uncited import pair_of, told


def unseen_pair_pages() -> list[StrangerPage]:
    """The pair where a reader of tables does not look."""
    return [*_unseen(), *_prose(), *_elsewhere()]


def _unseen() -> list[StrangerPage]:
    debit = pair_of(12, "61.20", "Direct debit FITWORLD", "Direct debit returned FITWORLD")
    ceska = pair_of(18, "1290.00", "Platba kartou KLENOTY", "Storno platby KLENOTY")
    norsk = pair_of(7, "499.00", "Varekjøp ELKJØP", "Reversert varekjøp ELKJØP")

    def field(sheet: Sheet, y: float) -> float:
        sheet.text(46, y, "For office use / corrections", 7)
        sheet.form_field("a", "12 Mar 25 Direct debit FITWORLD 61.20 out", 46, y + 14, 320)
        sheet.form_field("b", "12 Mar 25 Direct debit returned FITWORLD 61.20 in", 46, y + 30, 320)
        return y + 50

    return [
        told(
            "picture_on_its_own_page",
            ordinary(
                "en-GB",
                "u12",
                count=9,
                below=fresh_page(
                    pictured(
                        "Items returned this month",
                        "12 Mar 25  Direct debit FITWORLD    61.20 out",
                        "12 Mar 25  Direct debit returned FITWORLD    61.20 in",
                    )
                ),
            ),
            debit,
            "in a picture on a page without rows",
            table_page,
            first=False,
            unseen=True,
        ),
        told(
            "picture_above",
            ordinary(
                "cs-CZ",
                "u13",
                count=9,
                above=pictured(
                    "18.03.2025  Platba kartou KLENOTY  -1 290,00",
                    "18.03.2025  Storno platby KLENOTY  +1 290,00",
                ),
            ),
            ceska,
            "in a picture above it",
            table_page,
            unseen=True,
        ),
        told(
            "picture_like_a_stamp",
            ordinary(
                "nb-NO",
                "u14",
                count=9,
                below=pictured(
                    "07.03.25 Varekjøp ELKJØP 499,00 ut  /  Reversert 07.03.25 499,00 inn",
                    x=120,
                    size=7,
                    width=330,
                ),
            ),
            norsk,
            "in a picture like a stamp",
            table_page,
            first=False,
            unseen=True,
        ),
        told(
            "form_fields",
            ordinary("en-GB", "u15", count=9, below=field),
            debit,
            "in the filled fields of a form",
            table_page,
            first=False,
            unseen=True,
        ),
    ]


def _prose() -> list[StrangerPage]:
    twice = pair_of(21, "54.90", "Kartenzahlung Möbel Korn", "Storno Kartenzahlung Möbel Korn")
    gas = pair_of(5, "96.30", "DD BRITISH GAS SERVICES", "DD INDEMNITY BRITISH GAS SERVICES")
    tarif = pair_of(10, "49.00", "TARIFA AVULSA", "ESTORNO TARIFA AVULSA")
    moneda = pair_of(16, "220.00", "Ανάληψη ATM", "Αντιλογισμός ανάληψης ATM")
    return [
        told(
            "a_sentence_under_the_table",
            ordinary(
                "de-DE",
                "u16",
                count=9,
                notes=(
                    "Am 21.03.2025 haben wir die Kartenzahlung Möbel Korn über 54,90 EUR gebucht "
                    "und am selben Tag mit 54,90 EUR storniert; beide Buchungen gehören zu "
                    "diesem Auszug.",
                ),
            ),
            twice,
            "in a sentence",
            table_page,
            first=False,
        ),
        told(
            "a_sentence_above",
            ordinary(
                "en-GB",
                "u17",
                count=9,
                above=words(
                    "Direct Debit Guarantee: on 5 March we paid 96.30 to British Gas Services and",
                    "on the same day credited 96.30 back to you. Both are entries on this account.",
                    size=8,
                ),
            ),
            gas,
            "in a sentence above it",
            table_page,
            look=Look(zebra="#eef3ee"),
        ),
        told(
            "letters_second_paragraph",
            ordinary(
                "en-SG",
                "u18",
                count=6,
                signed=True,
                family="times",
                heads=("", "", "Amount", "Balance"),
                notes=(
                    "We apologise for the cheque for 96.30 debited on 5 March 2025 and credited "
                    "back, 96.30, on 5 March 2025, which your account also shows.",
                ),
            ),
            pair_of(5, "96.30", "Cheque debited", "Cheque credited back"),
            "in the last paragraph of a letter",
            letter,
            first=False,
        ),
        told(
            "printout_remarks",
            ordinary(
                "pt-BR",
                "u19",
                count=9,
                notes=(
                    "OBS: 10/03/2025 TARIFA AVULSA 49,00 D / "
                    "10/03/2025 ESTORNO TARIFA AVULSA 49,00 C",
                ),
            ),
            tarif,
            "in a remark at the end of the list",
            printout,
            first=False,
            reel=Reel(widths=(11, 32, 13, 13, 13)),
        ),
        told(
            "greek_note_on_page_two",
            ordinary(
                "el-GR",
                "u20",
                count=9,
                below=fresh_page(
                    words(
                        "Αντιλογισμοί μηνός",
                        "16/03/2025 Ανάληψη ATM 220,00 χρέωση",
                        "16/03/2025 Αντιλογισμός ανάληψης ATM 220,00 πίστωση",
                    )
                ),
            ),
            moneda,
            "on the second page among conditions",
            table_page,
            first=False,
        ),
    ]


def _elsewhere() -> list[StrangerPage]:
    ink = pair_of(13, "75.00", "Hævning automat", "Tilbageført hævning")
    swish = pair_of(8, "300.00", "Swish Ida", "Swish retur Ida")
    havale = pair_of(24, "1500.00", "Giden havale A. Demir", "İade havale A. Demir")

    def between(sheet: Sheet, y: float) -> float:
        sheet.text(
            46,
            y,
            "Korrektioner 13.03.2025: Hævning automat 75,00-, Tilbageført hævning 75,00+",
            6.5,
        )
        return y + 11

    side: Hook = at_height(
        640,
        words(
            "2025-03-08", "Swish Ida -300,00", "2025-03-08", "Swish retur Ida 300,00", x=14, size=7
        ),
    )
    return [
        told(
            "tight_over_the_header",
            ordinary("da-DK", "u21", count=9, above=between),
            ink,
            "in a line close over the header",
            table_page,
        ),
        told(
            "bottom_of_the_side_bar",
            ordinary("sv-SE", "u22", count=9, signed=True, above=side),
            swish,
            "at the foot of the coloured bar",
            side_bar,
            fill="#e8f0e8",
        ),
        told(
            "chip_over_the_day_list",
            ordinary(
                "tr-TR",
                "u23",
                count=7,
                signed=True,
                sign="lead_both",
                above=words(
                    "24/03/2025 Giden havale A. Demir -1.500,00 · 24/03/2025 İade havale A. Demir "
                    "+1.500,00",
                    x=62,
                    size=7,
                    fill="#f1f1f1",
                    width=480,
                ),
            ),
            havale,
            "in a grey strip over the list",
            day_list,
        ),
    ]
