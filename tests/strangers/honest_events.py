"""Ordinary documents with uncommon events, on uncommon paper."""

from dataclasses import replace
from datetime import date

from tests.strangers.extras import fresh_page, in_turn, small_table, words
from tests.strangers.figures import Figures, iban
from tests.strangers.honest_shapes import entry
from tests.strangers.houses_list import wallet
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.places import PLACES
from tests.strangers.sketch import invent, page, sketch


def event_pages() -> list[StrangerPage]:
    """Reversals, foreign rates, conditions, watermarks and quarters."""
    return [*_events(), *_paper()]


def _events() -> list[StrangerPage]:
    reversal = (
        entry(date(2025, 3, 4), "-61.20", "SEPA-Lastschrift", "Fitnessclub Lahn GmbH"),
        entry(date(2025, 3, 6), "61.20", "Retoure Lastschrift", "Fitnessclub Lahn GmbH"),
        entry(date(2025, 3, 12), "-15.00", "Kartenzahlung", "Bäckerei Korn"),
        entry(date(2025, 3, 12), "-15.00", "Kartenzahlung", "Bäckerei Korn"),
        entry(date(2025, 3, 28), "1890.00", "Lohn/Gehalt", "Stadtwerke Niederlahn"),
    )
    foreign = (
        entry(date(2025, 3, 2), "-44.87", "CAFE LISBOA", "EUR 51.90 @ 1.1566"),
        entry(date(2025, 3, 2), "-0.90", "Foreign exchange fee 2%"),
        entry(date(2025, 3, 9), "-118.40", "HOTEL PRAGUE", "CZK 3,480.00 @ 29.3919"),
        entry(date(2025, 3, 15), "1900.00", "Salary NORTHGATE"),
    )
    through = (
        entry(date(2025, 3, 3), "2400.00", "Client money received"),
        entry(date(2025, 3, 5), "-2400.00", "Paid to executor"),
        entry(date(2025, 3, 20), "310.75", "Client money received"),
        entry(date(2025, 3, 21), "-310.75", "Paid to HM Land Registry"),
    )
    return [
        page(
            "de_rueckgabe_und_gleiche_betraege",
            "a return and equal amounts",
            sketch(
                "de-DE",
                "sh9",
                entries=reversal,
                opening="402.11",
                bank="Volksbank Aartal",
                title="Kontoauszug 3",
                number="5711007",
                sign=("+", "-"),
                balances="none",
                facts=(("Konto", "5711007"), ("Von {first}", "bis {last}")),
                columns=("date", "value", "text", "amount"),
                heads=("Buchung", "Wert", "Text", "Betrag"),
                balance_sign=("+", "-"),
                opening_label="Saldo alt",
                closing_label="Saldo neu",
            ),
            table_page,
        ),
        page(
            "gb_foreign_rates_under_rows",
            "foreign purchases with rates",
            sketch(
                "en-GB",
                "sh10",
                entries=foreign,
                opening="211.30",
                bank="fernhill",
                title="Current account",
                number="32007719",
                facts=(("Account", "32007719"), ("Period", "{first} - {last}")),
                columns=("date", "text", "amount", "balance"),
                heads=("Date", "Details", "Amount (£)", "Balance (£)"),
                opening_label="Opening balance",
                closing_label="Closing balance",
            ),
            table_page,
            look=Look(row_rules=True),
        ),
        page(
            "gb_client_account_in_and_out",
            "opening and closing are equal",
            sketch(
                "en-GB",
                "sh11",
                entries=through,
                opening="0.00",
                bank="Anchor Business Banking",
                title="Client Deposit Account",
                number="77319955",
                facts=(("Account", "77319955"), ("Statement", "{first} to {last}")),
                columns=("date", "text", "out", "in", "balance"),
                heads=("Date", "Details", "Debits", "Credits", "Balance"),
                opening_label="Balance b/f",
                closing_label="Balance c/f",
            ),
            table_page,
            look=Look(grid=True),
        ),
    ]


def _paper() -> list[StrangerPage]:
    terms = fresh_page(
        words("Important information", size=11, bold=True),
        words(
            "How we pay interest: gross interest is worked out daily and paid on the last day",
            "of March. Rates change. Compensation scheme limit £85,000. Report card fraud on",
            "0345 000 0000. Lines are open 24 hours.",
            size=8,
        ),
        small_table(
            ("Service", "Cost"),
            (
                ("Unarranged overdraft, per day", "£0.00"),
                ("CHAPS payment", "£25.00"),
                ("Stop a cheque", "£10.00"),
            ),
            edges=(46, 300),
            title="Our charges",
            box=True,
        ),
    )
    joint = sketch(
        "en-IE",
        "sh13",
        count=9,
        bank="Shannon Savings Bank",
        number="30271188",
        title="Joint Current Account",
        holder=("MR DECLAN FAHY", "MS NIAMH FAHY", "12 CONNAUGHT ROAD", "ATHLONE"),
        facts=(("Account Number", "30271188"), ("Period", "{first} to {last}")),
        columns=("date", "text", "out", "in", "balance"),
        heads=("Date", "Details", "Debit €", "Credit €", "Balance €"),
        opening_label="Balance forward",
        closing_label="Balance at {last}",
        watermark="DUPLICATE",
    )
    long = invent(PLACES["es-ES"], "sh14", 90, date(2025, 1, 1), date(2025, 3, 31))
    return [
        page(
            "gb_terms_on_the_second_page",
            "conditions on a further page",
            replace(
                sketch(
                    "en-GB",
                    "sh12",
                    count=8,
                    bank="Torridge & Exe",
                    number="70018822",
                    title="Everyday Current Account",
                    facts=(("Account number", "70018822"), ("Period", "{first} to {last}")),
                    columns=("date", "text", "in", "out", "balance"),
                    heads=("Date", "Description", "Credits", "Debits", "£ Balance"),
                    opening_label="Previous statement balance",
                    closing_label="Balance",
                    page_label="Page {page} of 2",
                ),
                below=in_turn(terms),
            ),
            table_page,
        ),
        page("ie_joint_watermark", "watermark, two holders", joint, table_page),
        page(
            "es_trimestre_tres_hojas",
            "a quarter on several sheets",
            sketch(
                "es-ES",
                "sh14",
                entries=long,
                bank="CAJA DEL ARLANZON",
                overdrawn=False,
                title="EXTRACTO TRIMESTRAL",
                number="2100 0418 40 0200051332",
                first=date(2025, 1, 1),
                last=date(2025, 3, 31),
                page_label="HOJA {page}",
                facts=(("CUENTA", "2100 0418 40 0200051332"), ("PERIODO", "{first} A {last}")),
                columns=("date", "text", "out", "in", "balance"),
                days="DD-MM-YY",
                heads=("FECHA", "CONCEPTO", "DEBE", "HABER", "SALDO"),
                opening_label="SALDO ANTERIOR",
                closing_label="SALDO FINAL",
                carried=("SUMA Y SIGUE", "SUMA ANTERIOR"),
            ),
            printout,
            reel=Reel(widths=(9, 32, 12, 12, 13)),
        ),
        page(
            "pl_portfel_internetowy",
            "wallet",
            sketch(
                "pl-PL",
                "sh15",
                count=8,
                bank="PłacęKlik",
                kind="other",
                number=None,
                title="Historia portfela PLN",
                newest_first=True,
                facts=(("Użytkownik:", "B. Świątek"), ("Okres:", "{first} - {last}")),
                heads=("Data", "Opis", "Kwota", "Saldo"),
                sign="lead_both",
                figures=Figures(" ", ",", after=" zł"),
                summary=(("Saldo początkowe", "{opening}"), ("Saldo końcowe", "{closing}")),
            ),
            wallet,
            paper=(460, 640),
        ),
        page(
            "no_two_accounts_one_letter",
            "several accounts",
            tuple(
                sketch(
                    "nb-NO",
                    f"sh16{at}",
                    count=count,
                    bank="SpareBanken Fjord" if not at else "",
                    title=title,
                    number=number,
                    kind=kind,
                    days="DD.MM",
                    long_days="DD.MM.YYYY",
                    facts=(("Periode", "{first} - {last}"),),
                    columns=("date", "text", "out", "in", "balance"),
                    heads=("Dato", "Tekst", "Ut", "Inn", "Saldo"),
                    opening_label="Saldo forrige utskrift",
                    closing_label="Ny saldo",
                )
                for at, (count, title, number, kind) in enumerate(
                    (
                        (7, "Brukskonto 3207.44.18773", "3207.44.18773", "checking"),
                        (3, "Sparekonto 3207.61.00945", "3207.61.00945", "savings"),
                    )
                )
            ),
            table_page,
        ),
        page(
            "se_foretag_iban_in_footer",
            "bank's own IBAN in the footer",
            sketch(
                "sv-SE",
                "sh17",
                count=9,
                bank="Ålandsgatans Sparbank",
                number="8327-9 904 118 220-4",
                title="Kontoutdrag företagskonto",
                holder=("Norrfjärd Trä AB", "Box 14", "903 26 UMEÅ"),
                facts=(("Konto", "8327-9 904 118 220-4"), ("Period", "{first} - {last}")),
                columns=("date", "text", "amount", "balance"),
                heads=("Datum", "Text", "Belopp", "Saldo"),
                opening_label="Ingående saldo",
                closing_label="Utgående saldo",
                footer=(
                    "Ålandsgatans Sparbank, org.nr 502017-4418, bankgiro 991-7346, IBAN "
                    + iban("SE", "80000810340009783242"),
                ),
            ),
            table_page,
            look=Look(header="line"),
        ),
    ]
