"""Banks and holders that are not the statement's, and pages without a number."""

from typing import Any

from tests.strangers.extras import at_height, words
from tests.strangers.houses_list import letter, wallet
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.ordinary import WORDINGS, ordinary
from tests.strangers.sketch import Sketch, page

_OTHERS_NAME = "A12 another bank or holder"
_NO_NUMBER = "A13 no number on the page"


def name_pages() -> list[StrangerPage]:
    """Pages that print names of others, or no number of their own."""
    return [*_names(), *_without_number()]


def _names() -> list[StrangerPage]:
    rival = words(
        "Switch to Harcourt Direct! Harcourt Direct Bank plc is a sister company.",
        size=9,
        bold=True,
        fill="#e3f2fd",
        width=420,
    )
    agency = at_height(
        806, words("Druck: Rechenzentrum der Sparkassen Nord GmbH, im Auftrag", size=6)
    )
    parent = (
        "Torridge & Exe is a trading name of Iberia Grande UK plc, part of Grupo "
        "Iberia Grande, S.A.",
    )
    care_of = ordinary(
        "fr-FR",
        "nn4",
        count=7,
        holder=(
            "MME CLAIRE BESSON",
            "S/C CABINET COMPTABLE DELORME & FILS",
            "14 RUE DES TANNEURS",
            "69007 LYON",
        ),
    )
    return [
        page(
            "name_advert_of_a_sister_bank",
            _OTHERS_NAME,
            ordinary("en-GB", "nn1", count=8, above=rival),
            table_page,
            tempts="Take the bank of an advert above the table for the bank of the account.",
        ),
        page(
            "name_printer_in_the_footer",
            _OTHERS_NAME,
            ordinary("de-DE", "nn2", count=8, above=agency),
            table_page,
            look=Look(size=8),
            tempts="Take the computing centre that printed the page for the bank.",
        ),
        page(
            "name_parent_company",
            _OTHERS_NAME,
            ordinary("en-IE", "nn3", count=8, bank="Torridge & Exe", footer=parent),
            table_page,
            tempts="Take the parent company for the bank.",
        ),
        page(
            "name_care_of_an_accountant",
            _OTHERS_NAME,
            care_of,
            table_page,
            look=Look(header="shade"),
            tempts="Take the accountant in the address for the account's holder.",
        ),
        page(
            "name_bank_only_as_a_logo",
            _OTHERS_NAME,
            ordinary(
                "nl-NL",
                "nn5",
                count=8,
                bank="",
                notes=("Betaling aan Oranjebank? Vermeld altijd uw polisnummer.",),
            ),
            table_page,
            tempts="Take a payee in a note for the bank, whose name is not on the page.",
            undecidable=("bank",),
        ),
        page(
            "name_employee_benefit_scheme",
            _OTHERS_NAME,
            ordinary(
                "es-ES",
                "nn6",
                count=8,
                bank="",
                title="Extracto de cuenta",
                notes=("Colectivo: empleados de Banco Castilla Norte.",),
            ),
            table_page,
            tempts="Take the employer, a bank, for the bank of the account.",
            undecidable=("bank",),
        ),
    ]


def _without_number() -> list[StrangerPage]:
    def bare(code: str, seed: str, **more: Any) -> Sketch:
        said = WORDINGS[code]
        plain: dict[str, Any] = {"facts": ((said.period_label, said.period),), "number": None}
        return ordinary(code, seed, **(plain | more))

    tempts = "Name one of several accounts of the holder though the page prints no number."
    return [
        page(
            "unnumbered_rows",
            _NO_NUMBER,
            bare("en-GB", "nu1", count=8),
            table_page,
            tempts=tempts,
            undecidable=("number", "account"),
        ),
        page(
            "unnumbered_by_nickname",
            _NO_NUMBER,
            bare(
                "en-US",
                "nu2",
                count=6,
                signed=True,
                title="Rainy day",
                heads=("Date", "Description", "Amount", "Balance"),
            ),
            wallet,
            tempts=tempts,
            undecidable=("number", "account", "kind"),
        ),
        page(
            "unnumbered_masked_wholly",
            _NO_NUMBER,
            bare(
                "de-DE",
                "nu3",
                count=7,
                facts=(("IBAN", "DE** **** **** **** **** **"), ("Zeitraum", "{first} bis {last}")),
            ),
            table_page,
            tempts=tempts,
            undecidable=("number", "account"),
        ),
        page(
            "unnumbered_first_digits_only",
            _NO_NUMBER,
            bare(
                "pl-PL",
                "nu4",
                count=7,
                facts=(
                    ("Rachunek", "61 1050 1214 **** **** ****"),
                    ("Okres", "od {first} do {last}"),
                ),
            ),
            table_page,
            look=Look(header="line"),
            tempts="Take 1214, the last digits that are printed, for the end of the number.",
            undecidable=("number", "account"),
        ),
        page(
            "unnumbered_letter",
            _NO_NUMBER,
            bare(
                "fr-FR",
                "nu5",
                count=5,
                signed=True,
                family="times",
                heads=("", "", "Montant", "Solde"),
            ),
            letter,
            tempts=tempts,
            undecidable=("number", "account"),
        ),
        page(
            "unnumbered_two_currencies_possible",
            _NO_NUMBER,
            bare(
                "de-CH",
                "nu6",
                count=6,
                currency="USD",
                title="Anlagekonto",
                heads=("Datum", "Text", "Belastung", "Gutschrift", "Saldo"),
                kind="savings",
            ),
            table_page,
            tempts="Match the franc account: no number and no currency is printed.",
            undecidable=("number", "account", "currency"),
        ),
    ]
