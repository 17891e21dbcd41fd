"""Ordinary statements in French: France, Belgium, Switzerland, Morocco and Senegal."""

from dataclasses import replace

from tests.strangers.extras import small_table, words
from tests.strangers.figures import Figures, iban
from tests.strangers.houses_list import day_list, letter, wallet
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_side import side_bar
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.places import variant
from tests.strangers.sketch import page, sketch

_FR = iban("FR", "30004008210004418773145")
_BE = iban("BE", "068891234597")
_CH = iban("CH", "00762011623852957")


def french_pages() -> list[StrangerPage]:
    """Pages of networks, regional banks and online banks."""
    return [*_french(), *_online(), *_neighbours(), *_african()]


def _french() -> list[StrangerPage]:
    mediation = words(
        "Médiation : pour toute réclamation non résolue, vous pouvez saisir gratuitement le",
        "médiateur auprès de la Fédération. Découvert autorisé de 500,00 EUR, TAEG 16,42 %.",
        size=6.5,
        stroke="#999999",
        width=480,
    )
    return [
        page(
            "fr_solde_crediteur_au",
            "plain columns",
            sketch(
                "fr-FR",
                "fr1",
                count=12,
                bank="BANQUE DU RHONE ET DE LA LOIRE",
                title="RELEVE DE COMPTE CHEQUES",
                number="00044187731",
                facts=(("RIB :", "30004 00821 00044187731 45"), ("du {first} au {last}", "")),
                days="DD.MM",
                long_days="DD.MM.YYYY",
                balances="none",
                columns=("date", "text", "value", "out", "in"),
                heads=("Date", "Nature des opérations", "Valeur", "Débit", "Crédit"),
                opening_label="SOLDE CREDITEUR AU {before}",
                closing_label="SOLDE CREDITEUR AU {last}",
                totals_label="TOTAL DES OPERATIONS",
            ),
            table_page,
            look=Look(size=8.5, header="rules", accent="#00805a"),
        ),
        page(
            "fr_ancien_nouveau_solde",
            "totals of the movements",
            replace(
                sketch(
                    "fr-FR",
                    "fr2",
                    count=10,
                    bank="Crédit Rural de la Drôme",
                    number="44187730021",
                    title="Compte de dépôt - relevé n° 3",
                    facts=(
                        ("Compte n°", "44187730021"),
                        ("IBAN", _FR),
                        ("Date d'arrêté", "31 mars 2025"),
                    ),
                    period_printed=False,
                    long_days="DD.MM.YYYY",
                    balances="none",
                    columns=("date", "value", "text", "out", "in"),
                    heads=(
                        "Date\nopé.",
                        "Date\nvaleur",
                        "Libellé des opérations",
                        "Débit",
                        "Crédit",
                    ),
                    opening_label="Ancien solde créditeur au {before}",
                    closing_label="Nouveau solde créditeur au {last}",
                    totals_label="Total des opérations",
                ),
                below=mediation,
            ),
            table_page,
            look=Look(ends="around", size=8, date_width=44),
        ),
        page(
            "fr_solde_precedent_printout",
            "line printer",
            sketch(
                "fr-FR",
                "fr3",
                count=13,
                bank="SOCIETE LYONNAISE DE CREDIT",
                title="RELEVE DE COMPTE - COMPTE PARTICULIER",
                number="00050044187",
                facts=(("NUMERO DE COMPTE", "00050044187"), ("PERIODE", "{first} AU {last}")),
                days="DD/MM/YYYY",
                columns=("date", "value", "text", "out", "in"),
                heads=("DATE", "VALEUR", "NATURE DE L'OPERATION", "DEBIT", "CREDIT"),
                balances="none",
                opening_label="SOLDE PRECEDENT AU {before}",
                closing_label="NOUVEAU SOLDE AU {last}",
                totals_label="TOTAUX DES MOUVEMENTS",
                page_label="1/1",
            ),
            printout,
            reel=Reel(widths=(10, 10, 34, 12, 12)),
        ),
        page(
            "fr_livret_a",
            "savings",
            sketch(
                "fr-FR",
                "fr4",
                count=4,
                bank="La Banque des Facteurs",
                kind="savings",
                title="Livret A - relevé d'opérations",
                number="04 418 77 31",
                facts=(("N°", "04 418 77 31"), ("Période", "du {first} au {last}")),
                days="DD/MM/YYYY",
                sign="lead_both",
                columns=("date", "text", "amount", "balance"),
                heads=("Date", "Opérations", "Montant", "Solde"),
                opening_label="Ancien solde",
                closing_label="Nouveau solde",
                notes=("Taux nominal annuel : 2,40 %. Intérêts acquis : 18,22 EUR.",),
            ),
            table_page,
            look=Look(header="shade", accent="#1b3f8b", size=9.5, pitch=16),
        ),
    ]


def _online() -> list[StrangerPage]:
    return [
        page(
            "fr_neobanque_jours",
            "day headings",
            sketch(
                "fr-FR",
                "fr5",
                count=8,
                bank="papaye",
                title="Relevé de mars 2025",
                number=_FR,
                days="D MMMM",
                long_days="D MMMM YYYY",
                facts=(("IBAN", _FR), ("Période", "du {first} au {last}")),
                figures=Figures(" ", ",", after=" €"),
                sign="lead_both",
                balances="none",
                opening_label="Solde de départ",
                closing_label="Solde d'arrivée",
                summary=(("Entrées", "{in}"), ("Sorties", "{out}")),
            ),
            day_list,
            accent="#e07a5f",
            size=9,
        ),
        page(
            "fr_barre_laterale",
            "side bar",
            sketch(
                "fr-FR",
                "fr6",
                count=9,
                bank="Bourse & Co",
                number="00080044187",
                title="Mouvements du mois",
                days="DD/MM/YYYY",
                facts=(("Compte", "00080044187"), ("Du", "{first}"), ("Au", "{last}")),
                heads=("Date", "Libellé", "Montant", "Solde"),
                sign="lead",
                opening_label="Solde au début",
                closing_label="Solde à la fin",
                summary=(("Crédits", "{in}"), ("Débits", "{out}")),
            ),
            side_bar,
            fill="#fbe9ef",
        ),
        page(
            "fr_titres_restaurant",
            "meal voucher wallet",
            sketch(
                "fr-FR",
                "fr7",
                count=7,
                bank="Cantine+",
                kind="other",
                number=None,
                title="Historique de votre compte titres-restaurant",
                newest_first=True,
                facts=(("Bénéficiaire :", "C. Besson"), ("Du", "{first} au {last}")),
                days="DD/MM/YY",
                figures=Figures(" ", ",", after=" €"),
                heads=("Date", "Libellé", "Montant", "Solde"),
                sign="lead_both",
                summary=(("Solde initial", "{opening}"), ("Solde final", "{closing}")),
            ),
            wallet,
            paper=(420, 595),
        ),
    ]


def _neighbours() -> list[StrangerPage]:
    return [
        page(
            "be_solde_precedent_signe",
            "signed, plus and minus behind",
            sketch(
                "fr-BE",
                "be1",
                count=10,
                bank="Banque du Namurois",
                number=_BE,
                title="Extrait de compte n° 003",
                facts=(("Compte", _BE), ("Date", "31-03-2025")),
                period_printed=False,
                sign="trail_both",
                balance_sign="trail_both",
                columns=("date", "value", "text", "amount"),
                balances="none",
                heads=("Date", "Valeur", "Communication", "Montant EUR"),
                opening_label="Solde précédent au {before}",
                closing_label="Nouveau solde au {last}",
            ),
            table_page,
            look=Look(header="line", size=8, date_width=62),
        ),
        page(
            "ch_fr_solde_reporte",
            "plain columns",
            sketch(
                "fr-CH",
                "cf3",
                count=9,
                bank="Banque cantonale du Léman",
                number=_CH,
                title="Extrait de compte",
                opening="18220.35",
                facts=(("IBAN", _CH), ("Du {first} au {last}", ""), ("Monnaie", "CHF")),
                columns=("date", "text", "out", "in", "value", "balance"),
                heads=("Date", "Texte", "Débit", "Crédit", "Valeur", "Solde CHF"),
                opening_label="Solde reporté",
                closing_label="Solde en votre faveur",
            ),
            table_page,
            look=Look(size=8, row_rules=True, header="line", date_width=60),
        ),
        page(
            "ch_fr_banque_privee",
            "letter",
            sketch(
                "fr-CH",
                "cf4",
                count=5,
                bank="Chappuis, Odier & Fils",
                number="441.877-31",
                title="Relevé du compte courant au 31 mars 2025",
                family="times",
                facts=(("Compte no", "441.877-31 CHF"),),
                period_printed=False,
                days="D MMMM",
                long_days="D MMMM YYYY",
                heads=("", "", "Mouvement", "Solde"),
                sign="lead_both",
                opening_label="Solde au {before}",
                closing_label="Solde au {last}",
                place=variant("fr-CH", scale=20),
            ),
            letter,
        ),
    ]


def _african() -> list[StrangerPage]:
    morocco = variant("fr-FR", country="MA", currency="MAD", days="DD MM", scale=9)
    senegal = variant(
        "fr-FR",
        country="SN",
        currency="XOF",
        days="DD/MM/YYYY",
        scale=500,
        figures=Figures(" ", ",", 0),
    )
    agency = small_table(
        ("Agence", "Téléphone"),
        (("Casablanca Maârif", "05 22 44 18 77"),),
        edges=(46, 240),
        title="Votre conseiller",
    )
    return [
        page(
            "ma_solde_depart",
            "day and month parted by a blank",
            replace(
                sketch(
                    "fr-FR",
                    "ma1",
                    place=morocco,
                    count=10,
                    bank="ATLAS BANK MAROC",
                    holder=("M. YOUSSEF BENNANI", "12 RUE IBN BATOUTA", "CASABLANCA"),
                    title="RELEVE DE COMPTE BANCAIRE",
                    number="0000441877300021",
                    facts=(
                        ("COMPTE", "0000441877300021"),
                        ("DEVISE", "DIRHAM (MAD)"),
                        ("DU {first} AU {last}", ""),
                    ),
                    long_days="DD MM YYYY",
                    columns=("date", "text", "value", "out", "in"),
                    balances="none",
                    heads=("DATE", "LIBELLE", "VALEUR", "DEBIT", "CREDIT"),
                    opening_label="SOLDE DEPART AU {before}",
                    closing_label="SOLDE FINAL AU {last}",
                    totals_label="TOTAL MOUVEMENTS",
                ),
                below=agency,
            ),
            table_page,
            look=Look(grid=True, size=8),
        ),
        page(
            "sn_francs_cfa",
            "no decimals",
            sketch(
                "fr-FR",
                "sn1",
                place=senegal,
                count=9,
                bank="Banque de la Teranga",
                holder=("MME AWA DIOP", "SACRE-COEUR 3", "DAKAR"),
                title="Relevé de compte en francs CFA (XOF)",
                number="01004418773",
                facts=(("N° de compte", "01004418773"), ("Période", "{first} - {last}")),
                columns=("date", "text", "out", "in", "balance"),
                heads=("Date", "Libellé", "Débit", "Crédit", "Solde"),
                opening_label="Solde initial",
                closing_label="Solde final",
            ),
            table_page,
            look=Look(header="shade", zebra="#f6f6f6"),
        ),
    ]
