"""Sound pages that resemble the tempting ones, so that refusing everything is no way out."""

from dataclasses import replace
from datetime import date

from tests.strangers.extras import words
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_side import side_bar
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.ordinary import ordinary
from tests.strangers.sketch import Entry, money, page


def control_pages() -> list[StrangerPage]:
    """One or more sound pages for each kind of temptation."""
    return [
        *_whole(),
        *_periods(),
        *_returns(),
        *_signs(),
    ]


def _whole() -> list[StrangerPage]:
    one_page = (
        ("en-GB", "Page 1 of 1"),
        ("de-DE", "Seite 1 von 1"),
        ("fr-FR", "Page 1/1"),
        ("nl-NL", "Blad 1 van 1"),
        ("pl-PL", "Strona 1 z 1"),
        ("tr-TR", "Sayfa 1/1"),
        ("da-DK", "Side 1 af 1"),
    )
    looks = (Look(), Look(header="line"), Look(grid=True, size=8))
    single = [
        page(
            f"whole_one_page_{code[:2]}",
            "page 1 of 1",
            ordinary(code, f"w1{code}", count=10, page_label=says),
            table_page,
            look=looks[at % 3],
        )
        for at, (code, says) in enumerate(one_page)
    ]
    two_pages = (
        ("en-US", "Page {page} of 2", ("Continued on next page", "Continued from page 1")),
        ("de-AT", "Blatt {page} von 2", ("Übertrag", "Übertrag")),
        ("it-IT", "Pag. {page} di 2", ("A riportare", "Riporto")),
        ("sv-SE", "Sida {page} (2)", ("Transport", "Transport")),
        ("cs-CZ", "Strana {page}/2", ("Převod", "Převod")),
    )
    double = [
        page(
            f"whole_two_pages_{code[:2]}",
            "both pages of two",
            ordinary(code, f"w2{code}", count=46, page_label=says, carried=carried),
            table_page,
            look=Look(size=7.8, pitch=11.2, bottom=740),
        )
        for code, says, carried in two_pages
    ]
    return [*single, *double]


def _periods() -> list[StrangerPage]:
    beside = (
        ("en-GB", "Arranged overdraft agreed 1 Jan 2025 - 31 Dec 2025, limit 500.00"),
        ("de-DE", "Dispositionskredit 2.000,00 EUR, eingeräumt 01.01.2025 - 31.12.2025"),
        ("fr-FR", "Découvert autorisé 800,00 EUR du 01.01.2025 au 31.12.2025"),
        ("pt-PT", "Seguro associado: 01-07-2024 a 30-06-2025"),
        ("nb-NO", "Kredittavtale 01.01.2025 - 31.12.2025"),
    )
    return [
        page(
            f"period_labelled_beside_{code[:2]}",
            "labelled period beside other days",
            ordinary(code, f"p{code}", count=9, below=words(says, size=8)),
            table_page,
            look=Look(header=("rules", "line", "shade")[at % 3]),
        )
        for at, (code, says) in enumerate(beside)
    ]


def _returns() -> list[StrangerPage]:
    told = (
        ("en-IE", "D/D FITWORLD", "D/D FITWORLD UNPAID"),
        ("de-CH", "LSV Fitwelt AG", "Widerspruch LSV Fitwelt AG"),
        ("es-ES", "RECIBO SEGURALIA", "DEVOLUCION RECIBO SEGURALIA"),
        ("pl-PL", "Polecenie zapłaty FITSFERA", "Zwrot polecenia zapłaty FITSFERA"),
    )
    pages = []
    for at, (code, paid, returned) in enumerate(told):
        drawn = ordinary(code, f"r{code}", count=7, opening="1800.00")
        pair = (
            Entry(date(2025, 3, 12), money("-61.20"), (paid,)),
            Entry(date(2025, 3, 14), money("61.20"), (returned,)),
        )
        entries = tuple(sorted((*drawn.entries, *pair), key=lambda entry: entry.day))
        pages.append(
            page(
                f"return_within_the_table_{code[:2]}",
                "a return within the table",
                replace(drawn, entries=entries, opening=drawn.opening + 100),
                table_page,
                look=Look(row_rules=bool(at % 2)),
            )
        )
    return pages


def _signs() -> list[StrangerPage]:
    return [
        page(
            "sign_legend_usual_en",
            "legend of the signs",
            ordinary(
                "en-AU",
                "sg1",
                signed=True,
                count=9,
                sign="lead_both",
                notes=("+ money in, - money out",),
            ),
            table_page,
        ),
        page(
            "sign_legend_marks_de",
            "legend of the signs",
            ordinary(
                "de-DE",
                "sg2",
                signed=True,
                count=9,
                sign=("H", "S"),
                balance_sign=("H", "S"),
                notes=("S = Soll (Belastung), H = Haben (Gutschrift)",),
            ),
            table_page,
            look=Look(header="shade"),
        ),
        page(
            "sign_brackets_legend_za",
            "legend of the signs",
            ordinary(
                "en-ZA",
                "sg3",
                signed=True,
                count=9,
                sign="brackets",
                notes=("Amounts in brackets are payments out of your account.",),
            ),
            side_bar,
        ),
        page(
            "sign_in_out_words_it",
            "words of direction at each row",
            ordinary(
                "it-IT",
                "sg4",
                signed=True,
                count=9,
                sign=("entrata", "uscita"),
                columns=("date", "text", "amount"),
                balances="none",
                heads=("Data", "Descrizione", "Importo"),
            ),
            table_page,
            look=Look(number_width=110),
        ),
        page(
            "sign_dc_portuguese",
            "legend of the signs",
            ordinary(
                "pt-BR",
                "sg5",
                signed=True,
                count=9,
                sign=("C", "D"),
                balance_sign=("C", "D"),
                notes=("C = crédito, D = débito",),
            ),
            printout,
            reel=Reel(widths=(11, 34, 15, 16)),
        ),
    ]
