"""Ordinary credit card statements from Berlin to São Paulo."""

from tests.strangers import stories_cards as cards
from tests.strangers.figures import Figures
from tests.strangers.honest_cards import card_sketch
from tests.strangers.houses_card import (
    CardLook,
    card_page,
    holder_sign,
    marked,
    owed_plain,
    owed_trailing,
)
from tests.strangers.model import StrangerPage
from tests.strangers.places import variant
from tests.strangers.sketch import page


def foreign_card_pages() -> list[StrangerPage]:
    """Card statements in nine languages."""
    return [*_continental(), *_southern(), *_northern()]


def _continental() -> list[StrangerPage]:
    return [
        page(
            "de_kreditkarte_abrechnung",
            "card, holder's sign",
            card_sketch(
                "de-DE",
                cards.GERMAN,
                "dc1",
                ("13", "640.15", "Einzug Ihrer letzten Abrechnung"),
                number="4546 0044 1877 3118",
                bank="Löwenbank Direkt",
                title="Kreditkartenabrechnung März 2025",
                facts=(
                    ("Kartennummer", "4546 00XX XXXX 3118"),
                    ("Abrechnungszeitraum", "{first} - {last}"),
                ),
                heads=("Beleg", "Buchung", "Verwendungszweck", "Betrag EUR"),
                days="DD.MM.YY",
                long_days="DD.MM.YYYY",
                opening_label="Saldo letzte Abrechnung",
                closing_label="Neuer Saldo",
            ),
            card_page,
            look=CardLook(owed=holder_sign, charge=holder_sign, ends_in_table=True),
        ),
        page(
            "at_karte_belastung_gutschrift",
            "card, marks plus and minus behind",
            card_sketch(
                "de-AT",
                cards.GERMAN,
                "dc2",
                ("9", "640.15", "ZAHLUNG BANKEINZUG DANKE"),
                number="5232 0044 1877 0144",
                bank="Alpenkarte",
                title="Monatsabrechnung",
                facts=(
                    ("Kartennummer", "5232 **** **** 0144"),
                    ("Von", "{first}"),
                    ("Bis", "{last}"),
                ),
                days="DD.MM.",
                long_days="DD.MM.YYYY",
                family="helvetica",
                heads=("Kauf", "Buchung", "Händler", "Betrag in EUR"),
                summary=(
                    ("Offener Saldo Vormonat", "{opening}"),
                    ("Zahlungen", "{in}"),
                    ("Umsätze", "{out}"),
                    ("Zu zahlender Betrag", "{closing}"),
                ),
                notes=("- = Gutschrift",),
            ),
            card_page,
            look=CardLook(owed=owed_trailing, charge=owed_trailing),
        ),
        page(
            "fr_carte_differe",
            "card, debit at the end of the month",
            card_sketch(
                "fr-FR",
                cards.FRENCH,
                "fc1",
                opening="0.00",
                number="4974 0044 1877 3161",
                bank="BANQUE DU RHONE ET DE LA LOIRE",
                title="Relevé de carte à débit différé",
                facts=(("Carte n°", "4974 XXXX XXXX 3161"), ("Période", "{first} au {last}")),
                days="DD.MM",
                long_days="DD.MM.YYYY",
                heads=("Achat", "Compta.", "Commerçant", "Montant EUR"),
                summary=(
                    ("Solde précédent", "{opening}"),
                    ("Total des achats", "{out}"),
                    ("Montant à débiter le 31.03.2025", "{closing}"),
                ),
            ),
            card_page,
            look=CardLook(owed=owed_plain, charge=owed_plain),
        ),
        page(
            "nl_creditcard_af_bij",
            "card, Af and Bij",
            card_sketch(
                "nl-NL",
                cards.DUTCH,
                "nc1",
                ("12", "640.15", "INCASSO VAN UW REKENING"),
                number="5248 0044 1877 3108",
                bank="Oranjebank",
                title="Creditcardoverzicht",
                facts=(("Kaartnummer", "**** **** **** 3108"), ("Periode", "{first} t/m {last}")),
                days="DD-MM",
                long_days="DD-MM-YYYY",
                heads=("Transactie", "Boeking", "Omschrijving", "Bedrag in €"),
                summary=(
                    ("Vorig openstaand saldo", "€ {opening}"),
                    ("Totaal ontvangen betalingen", "€ {in}"),
                    ("Totaal nieuwe uitgaven", "€ {out}"),
                    ("Nieuw openstaand saldo", "€ {closing}"),
                ),
            ),
            card_page,
            look=CardLook(owed=marked("", "Af"), charge=marked("Bij", "Af"), accent="#ff6200"),
        ),
        page(
            "it_carta_di_credito_saldo",
            "card, sections",
            card_sketch(
                "it-IT",
                cards.ITALIAN,
                "ic1",
                ("16", "640.15", "ADDEBITO IN CONTO CORRENTE"),
                number="4532 0044 1877 3133",
                bank="Banca del Brenta",
                title="Carta di credito",
                facts=(("Numero carta", "4532 **** **** 3133"), ("Dal {first}", "al {last}")),
                heads=("Acquisto", "Registr.", "Descrizione", "Importo in euro"),
                days="DD/MM/YY",
                summary=(
                    ("Debito mese precedente", "{opening}"),
                    ("Pagamenti", "{in}"),
                    ("Spese del mese", "{out}"),
                    ("Debito residuo", "{closing}"),
                ),
                family="helvetica",
            ),
            card_page,
            look=CardLook(
                owed=owed_plain,
                charge=owed_trailing,
                sections=(("Pagamenti e accrediti", "in"), ("Spese", "out")),
                subtotal="Totale {title}",
            ),
        ),
    ]


def _southern() -> list[StrangerPage]:
    return [
        page(
            "mx_tarjeta_pago_no_intereses",
            "card, plus and minus before",
            card_sketch(
                "es-MX",
                cards.SPANISH,
                "mc1",
                ("11", "3200.00", "SU PAGO GRACIAS SPEI"),
                opening="-5210.40",
                number="4152 3100 4418 7731",
                bank="BANCO DEL ANAHUAC",
                title="Tarjeta de crédito Azul",
                facts=(
                    ("Número de tarjeta", "4152 31** **** 7731"),
                    ("Periodo", "{first} al {last}"),
                    ("Fecha límite de pago", "07/ABR/2025"),
                ),
                days="DD-MMM",
                long_days="DD-MMM-YYYY",
                figures=Figures(before="$"),
                heads=("Operación", "Cargo", "Descripción del movimiento", "Monto"),
                summary=(
                    ("Adeudo del periodo anterior", "{opening}"),
                    ("Cargos regulares", "+{out}"),
                    ("Pagos y abonos", "-{in}"),
                    ("Pago para no generar intereses", "{closing}"),
                ),
            ),
            card_page,
            look=CardLook(
                owed=owed_plain,
                boxes_across=False,
                charge=lambda drawn, amount: drawn.figures.signed(-amount, "spaced_both"),
            ),
        ),
        page(
            "br_fatura_total_desta",
            "card, invoice",
            card_sketch(
                "pt-BR",
                cards.BRAZILIAN,
                "rc1",
                ("8", "640.15", "PAGAMENTO EFETUADO"),
                number="5502 0044 1877 3166",
                bank="lilás",
                title="Fatura de março",
                facts=(
                    ("Cartão final", "3166"),
                    ("Período vigente", "{first} a {last}"),
                    ("Vencimento", "26/03/2025"),
                ),
                days="DD NNN",
                long_days="DD/MM/YYYY",
                figures=Figures(".", ",", before="R$ "),
                heads=("DATA", "", "TRANSAÇÕES", "VALORES EM R$"),
                summary=(
                    ("Fatura anterior", "{opening}"),
                    ("Pagamento recebido", "-{in}"),
                    ("Total de compras", "{out}"),
                    ("Total a pagar", "{closing}"),
                ),
            ),
            card_page,
            look=CardLook(owed=owed_plain, charge=owed_plain, accent="#6b21a8", two_dates=False),
        ),
        page(
            "es_tarjeta_fin_de_mes",
            "card, unsigned purchases",
            card_sketch(
                "es-ES",
                cards.ITALIAN,
                "ec1",
                opening="0.00",
                number="4940 1900 4418 7702",
                bank="Caja del Arlanzón",
                title="Extracto de tarjeta VISA CLASSIC",
                facts=(
                    ("Tarjeta", "4940 19XX XXXX 7702"),
                    ("Período liquidado", "{first} - {last}"),
                ),
                heads=("Fecha", "", "Establecimiento", "Importe EUR"),
                summary=(
                    ("Saldo pendiente anterior", "{opening}"),
                    ("Compras", "{out}"),
                    ("Importe a cargar en cuenta", "{closing}"),
                ),
            ),
            card_page,
            look=CardLook(owed=owed_plain, charge=owed_plain, two_dates=False),
        ),
        page(
            "tr_kredi_karti_donem_borcu",
            "card, plus for payments",
            card_sketch(
                "tr-TR",
                cards.TURKISH,
                "tc1",
                ("10", "6400.00", "ÖDEMENİZ İÇİN TEŞEKKÜR EDERİZ"),
                opening="-6400.00",
                number="5406 0044 1877 3155",
                bank="Ege Ticaret Bankası",
                title="Kredi kartı hesap özeti",
                facts=(
                    ("Kart no", "5406 **** **** 3155"),
                    ("Hesap kesim tarihi", "{last}"),
                    ("Asgari ödeme tutarı", "2.180,00 TL"),
                ),
                period_printed=False,
                days="DD.MM.YYYY",
                heads=("İşlem", "", "Açıklama", "Tutar (TL)"),
                summary=(
                    ("Önceki dönem borcu", "{opening}"),
                    ("Ödemeler", "{in}"),
                    ("Harcamalar", "{out}"),
                    ("Dönem borcu", "{closing}"),
                ),
            ),
            card_page,
            look=CardLook(
                owed=owed_plain,
                two_dates=False,
                accent="#00573f",
                charge=lambda drawn, amount: drawn.figures.signed(amount, "trail_plus_in"),
            ),
        ),
    ]


def _northern() -> list[StrangerPage]:
    return [
        page(
            "se_kortfaktura",
            "card, invoice",
            card_sketch(
                "sv-SE",
                cards.SWEDISH,
                "sc1",
                ("9", "2140.00", "Inbetalning bankgiro tack"),
                opening="-2140.00",
                number="5290 0044 1877 3107",
                bank="Nordhavn Kort",
                title="Kontoutdrag och faktura",
                facts=(("Kortnummer", "5290 **** **** 3107"), ("Period", "{first} - {last}")),
                heads=("Datum", "Bokfört", "Specifikation", "Belopp"),
                summary=(
                    ("Skuld enligt föregående faktura", "{opening}"),
                    ("Inbetalningar", "-{in}"),
                    ("Köp", "{out}"),
                    ("Ny skuld", "{closing}"),
                ),
            ),
            card_page,
            look=CardLook(owed=owed_plain, charge=owed_plain),
        ),
        page(
            "pl_karta_kredytowa_zadluzenie",
            "card, holder's sign",
            card_sketch(
                "pl-PL",
                cards.POLISH,
                "pc1",
                ("12", "800.00", "SPŁATA ZADŁUŻENIA"),
                number="5168 0044 1877 3122",
                bank="Bank Wisła",
                title="Zestawienie transakcji",
                facts=(
                    ("Karta", "5168 **** **** 3122"),
                    ("Okres rozliczeniowy", "{first} - {last}"),
                ),
                heads=("Transakcja", "Księgow.", "Opis", "Kwota PLN"),
                days="DD.MM.YY",
                long_days="DD.MM.YYYY",
                summary=(
                    ("Saldo poprzednie", "{opening}"),
                    ("Spłaty", "{in}"),
                    ("Transakcje", "-{out}"),
                    ("Saldo końcowe", "{closing}"),
                ),
            ),
            card_page,
            look=CardLook(owed=holder_sign, charge=holder_sign, accent="#1b6b3a"),
        ),
        page(
            "ch_karte_with_apostrophes",
            "card, credits with a minus",
            card_sketch(
                "de-CH",
                cards.GERMAN,
                "hc1",
                ("15", "1240.15", "IHRE ZAHLUNG - BESTEN DANK"),
                opening="-1240.15",
                number="5402 0044 1877 3190",
                bank="Visca Kartenservice",
                title="Monatsrechnung",
                place=variant("de-CH", scale=2),
                facts=(
                    ("Kartenkontonummer", "4418 7731 90"),
                    ("Karte", "XXXX XXXX XXXX 3190"),
                    ("Rechnungsperiode", "{first} - {last}"),
                ),
                heads=("Datum", "Valuta", "Details", "Betrag in CHF"),
                long_days="DD.MM.YYYY",
                opening_label="Saldovortrag letzte Rechnung",
                closing_label="Saldo zu unseren Gunsten",
            ),
            card_page,
            look=CardLook(owed=owed_plain, charge=owed_plain, ends_in_table=True),
        ),
    ]
