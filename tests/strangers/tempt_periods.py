"""Days beside a statement that are not its period: agreements, covers, mandates, offers."""

from dataclasses import dataclass, replace
from typing import Any

from tests.strangers.extras import at_height, small_table, words
from tests.strangers.houses_list import letter
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_side import side_bar
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.ordinary import WORDINGS, ordinary
from tests.strangers.sketch import Sketch, page

_TOPIC = "A5 days that are not the period"


@dataclass(frozen=True)
class Beside:
    """A range of days that belongs to something else, and where it is printed."""

    name: str
    code: str
    rows: tuple[str, ...]
    where: str = "above"


_BESIDE = (
    Beside("overdraft_agreed", "en-GB", ("Overdraft agreed    1 Jan 2025 - 31 Dec 2025",)),
    Beside("overdraft_in_facts", "en-GB", ("1 January 2025 to 31 December 2025",), "facts"),
    Beside(
        "insurance_cover",
        "en-AU",
        ("Home contents cover with this account", "1 July 2024 - 30 June 2025"),
    ),
    Beside("safe_deposit_box", "en-US", ("Safe deposit box 118 rental", "01/01/2025 - 12/31/2025")),
    Beside(
        "fee_agreement_range_below",
        "en-US",
        ("Promotional fee waiver 02/01/2025 through 07/31/2025",),
        "below",
    ),
    Beside("mandate_sepa", "de-DE", ("SEPA-Mandat DE4418773 gültig 01.01.2025 - 31.12.2027",)),
    Beside(
        "dispo_eingeraeumt",
        "de-DE",
        ("Eingeräumte Kontoüberziehung 2.000,00 EUR", "01.01.2025 bis 31.12.2025"),
    ),
    Beside(
        "freistellungsauftrag",
        "de-AT",
        ("Vollmacht für M. Gruber 01.02.2025 - 31.01.2026",),
        "below",
    ),
    Beside(
        "decouvert_autorise",
        "fr-FR",
        ("Découvert autorisé : 800,00 EUR", "du 01.01.2025 au 31.12.2025"),
    ),
    Beside("assurance_moyens_de_paiement", "fr-FR", ("01.07.2024 - 30.06.2025",), "facts"),
    Beside("poliza_hogar", "es-ES", ("Póliza hogar 118.441 vigencia 15/02/2025 - 14/02/2026",)),
    Beside(
        "promocion_mx",
        "es-MX",
        ("Promoción meses sin intereses vigente del 01/02/2025 al 30/04/2025",),
        "below",
    ),
    Beside(
        "cheque_especial_br",
        "pt-BR",
        ("Limite cheque especial R$ 1.500,00", "01/01/2025 a 31/12/2025"),
    ),
    Beside("fido_it", "it-IT", ("Fido concesso 5.000,00", "dal 01/01/2025 al 31/12/2025")),
    Beside("rekening_courant_krediet", "nl-NL", ("Kredietlimiet 01-01-2025 t/m 31-12-2025",)),
    Beside(
        "kredyt_odnawialny_pl",
        "pl-PL",
        ("Limit w rachunku 3 000,00 PLN", "01.01.2025 - 31.12.2025"),
    ),
    Beside("avtal_kredit_se", "sv-SE", ("Kontokredit beviljad 2025-01-01 - 2025-12-31",)),
    Beside("kampanya_tr", "tr-TR", ("Kampanya dönemi 01/02/2025 - 31/05/2025",), "below"),
)


def period_pages() -> list[StrangerPage]:
    """Statements of March whose page also prints days of something else."""
    return [*(_beside(one, at) for at, one in enumerate(_BESIDE)), *_special()]


def _without_period(code: str, seed: str, **more: Any) -> Sketch:
    said = WORDINGS[code]
    plain: dict[str, Any] = {
        "facts": ((said.number_label, said.number),),
        "period_printed": False,
        "count": 8,
    }
    if "{" in said.closing:
        plain["closing_label"] = "Closing balance"
    return ordinary(code, seed, **(plain | more))


def _beside(one: Beside, at: int) -> StrangerPage:
    drawn = _without_period(one.code, one.name)
    note = words(*one.rows, stroke="#555555" if at % 2 else "", size=8.5)
    if one.where == "facts":
        drawn = replace(drawn, facts=(*drawn.facts, ("", one.rows[0])))
    elif one.where == "above":
        drawn = replace(drawn, above=note)
    else:
        drawn = replace(drawn, below=note)
    looks = (Look(), Look(header="shade"), Look(grid=True, size=8), Look(header="line", pitch=14))
    return page(
        f"period_{one.name}",
        _TOPIC,
        drawn,
        table_page,
        look=looks[at % 4],
        undecidable=("period",),
        tempts=f"Take “{one.rows[-1]}” for the period of the statement and lock those months.",
    )


def _special() -> list[StrangerPage]:
    interest = small_table(
        ("Rate", "Valid"),
        (("3.10% AER", "1 Feb 2025 - 31 Jul 2025"), ("2.85% AER", "1 Aug 2025 onwards")),
        edges=(46, 300),
        title="Your interest rates",
    )
    tax = words("Tax year 6 April 2024 to 5 April 2025: interest paid so far 41.18", size=8)
    year_fees = small_table(
        ("Période", "Frais"),
        (("01.01.2025 - 31.03.2025", "21,40"),),
        edges=(46, 300),
        title="Récapitulatif annuel des frais",
    )
    opening_hours = at_height(
        800, words("Öffnungszeiten über Ostern: 14.04.2025 - 25.04.2025 nur vormittags", size=7)
    )
    next_period = words("Your next statement will cover 1 April 2025 to 30 April 2025.", size=8)
    wrong_month = _without_period(
        "en-IE", "sp6", title="Statement produced 1 Jan 2025 - 31 Mar 2025 on request"
    )
    return [
        page(
            "period_interest_rate_validity",
            _TOPIC,
            replace(_without_period("en-GB", "sp1"), above=interest),
            table_page,
            tempts="Take the days for which a rate holds for the period.",
            undecidable=("period",),
        ),
        page(
            "period_tax_year",
            _TOPIC,
            replace(_without_period("en-GB", "sp2", kind="savings"), above=tax),
            table_page,
            look=Look(row_rules=True),
            undecidable=("period",),
            tempts="Take the tax year for the period.",
        ),
        page(
            "period_fees_of_the_quarter",
            _TOPIC,
            replace(_without_period("fr-FR", "sp3"), above=year_fees),
            table_page,
            look=Look(size=8),
            undecidable=("period",),
            tempts="Take the quarter of a table of fees, titled “Période”, for the period.",
        ),
        page(
            "period_branch_hours",
            _TOPIC,
            replace(_without_period("de-DE", "sp4"), above=opening_hours),
            printout,
            reel=Reel(widths=(11, 32, 12, 12, 13)),
            undecidable=("period",),
            tempts="Take the branch's holidays for the period.",
        ),
        page(
            "period_of_the_next_statement",
            _TOPIC,
            replace(_without_period("en-GB", "sp5"), below=next_period),
            table_page,
            tempts="Take the next statement's period for this one's.",
            undecidable=("period",),
        ),
        page(
            "period_asked_for_not_covered",
            _TOPIC,
            wrong_month,
            table_page,
            undecidable=("period",),
            tempts="Take the range that a customer asked for, three months, for what the rows "
            "cover.",
        ),
        page(
            "period_last_month_in_side_bar",
            _TOPIC,
            _without_period(
                "nl-NL",
                "sp7",
                signed=True,
                summary=(("Spaardoel vakantie 1-1-2025 t/m 1-7-2025", "1.500,00"),),
            ),
            side_bar,
            fill="#e8eef8",
            undecidable=("period",),
            tempts="Take the term of a savings goal for the period.",
        ),
        page(
            "period_custody_agreement_letter",
            _TOPIC,
            _without_period(
                "en-SG",
                "sp8",
                signed=True,
                family="times",
                heads=("", "", "Amount", "Balance"),
                title="Your account with us",
                notes=("Custody agreement of 1 January 2023 to 31 December 2025; fees see annex.",),
            ),
            letter,
            undecidable=("period",),
            tempts="Take the term of a custody agreement for the period.",
        ),
    ]
