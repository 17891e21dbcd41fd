"""Currency signs and habits that point to another country than the bank's."""

from dataclasses import dataclass, replace

from tests.strangers.figures import Figures, iban
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.ordinary import ordinary
from tests.strangers.places import Place, variant
from tests.strangers.sketch import page

_TOPIC = "A6 the wrong currency"


@dataclass(frozen=True)
class Abroad:
    """A bank whose currency its sign does not tell."""

    name: str
    place: Place
    code: str
    currency: str
    bank: str
    holder: tuple[str, ...]
    figures: Figures
    tempts: str
    facts: tuple[tuple[str, str], ...] = ()
    footer: tuple[str, ...] = ()
    known: bool = False


_DOLLAR = Figures(before="$")
_ABROAD = (
    Abroad(
        "dollar_in_vancouver",
        variant("en-CA"),
        "en-US",
        "CAD",
        "Coast & Inlet Credit Union",
        ("J PEREIRA", "304-1180 BROUGHTON ST", "VANCOUVER BC V6G 2A8"),
        _DOLLAR,
        "Take $ for US dollars at a credit union in Vancouver.",
    ),
    Abroad(
        "dollar_in_bridgetown",
        variant("en-US", country="BB", currency="BBD"),
        "en-US",
        "BBD",
        "Carlisle Bay Bank",
        ("MS R ALLEYNE", "14 BAY STREET", "BRIDGETOWN, BARBADOS"),
        _DOLLAR,
        "Take $ for US dollars in Barbados.",
    ),
    Abroad(
        "dollar_in_wellington",
        variant("en-NZ"),
        "en-AU",
        "NZD",
        "Lambton Quay Savings",
        ("A TAMIHANA", "18 ARATIKI TERRACE", "LOWER HUTT 5010"),
        _DOLLAR,
        "Take $ for Australian or US dollars at a bank of New Zealand.",
    ),
    Abroad(
        "dollar_in_kingston",
        variant("en-US", country="JM", currency="JMD", scale=120),
        "en-US",
        "JMD",
        "Blue Mountain Building Society",
        ("DEVON CAMPBELL", "8 HOPE ROAD", "KINGSTON 10"),
        _DOLLAR,
        "Take $ for US dollars in Jamaica.",
    ),
    Abroad(
        "dollar_in_port_of_spain",
        variant("en-US", country="TT", currency="TTD", scale=6),
        "en-US",
        "TTD",
        "Northern Range Bank",
        ("S RAMPERSAD", "PORT OF SPAIN"),
        _DOLLAR,
        "Take $ for US dollars in Trinidad.",
    ),
    Abroad(
        "dollar_in_suva",
        variant("en-AU", country="FJ", currency="FJD"),
        "en-AU",
        "FJD",
        "Viti Bank",
        ("RATU MELI VAKACEGU", "12 VICTORIA PARADE", "SUVA"),
        _DOLLAR,
        "Take $ and a BSB for Australian dollars in Fiji.",
        (("BSB", "069-011"),),
    ),
    Abroad(
        "dollar_no_country_at_all",
        variant("en-US"),
        "en-US",
        "USD",
        "Unity Cooperative",
        ("K. MORRIS",),
        _DOLLAR,
        "Take $ for US dollars although nothing names a country.",
    ),
    Abroad(
        "peso_sign_in_santiago",
        variant("es-CL"),
        "es-MX",
        "CLP",
        "Banco del Maipo",
        ("IGNACIO SOTO", "ÑUÑOA SANTIAGO"),
        Figures(".", ",", 0, before="$"),
        "Take $ for Mexican pesos or US dollars in Chile.",
    ),
    Abroad(
        "peso_sign_in_bogota",
        variant("es-CO"),
        "es-MX",
        "COP",
        "Banco de los Andes",
        ("YULIANA OSPINA", "MEDELLIN"),
        Figures(before="$"),
        "Take $ for US dollars or Mexican pesos in Colombia.",
    ),
    Abroad(
        "sort_code_in_dublin",
        variant("en-IE"),
        "en-GB",
        "EUR",
        "Bank of Munster",
        ("MR DECLAN FAHY", "12 CONNAUGHT ROAD", "ATHLONE"),
        Figures(),
        "Take a sort code for pounds at an Irish bank.",
        (("Sort code", "90-11-27"),),
    ),
    Abroad(
        "sort_code_in_lagos",
        variant("en-ZA", country="NG", currency="NGN"),
        "en-GB",
        "NGN",
        "Lagoon Trust Bank",
        ("O BAKARE", "VICTORIA ISLAND, LAGOS"),
        Figures(),
        "Take a sort code for pounds in Nigeria.",
        (("Sort code", "044-15-0118"),),
    ),
    Abroad(
        "sort_code_in_accra",
        variant("en-ZA", country="GH", currency="GHS"),
        "en-GB",
        "GHS",
        "Volta Commercial Bank",
        ("K BOATENG", "ACCRA"),
        Figures(),
        "Take a sort code for pounds in Ghana.",
        (("Branch sort code", "30-01-04"),),
    ),
    Abroad(
        "iban_of_the_bank_in_the_footer",
        variant("en-GB"),
        "en-GB",
        "GBP",
        "Aire Valley Bank",
        ("MISS H A LOCKYER", "OTLEY LS21 3AB"),
        Figures(),
        "Take the IBAN of a correspondent in the footer for an account in euros.",
        (),
        (
            "For payments in euro: Aire Valley Bank at Handelsbank am Main, "
            + iban("DE", "500100600998877110"),
        ),
    ),
    Abroad(
        "swiss_iban_euro_account",
        variant("de-CH", currency="EUR"),
        "de-CH",
        "EUR",
        "Thurgauer Handelsbank",
        ("Regula Aebischer", "9500 Wil SG"),
        Figures("'", "."),
        "Take a Swiss IBAN and apostrophes for francs: the account is in euros.",
        (("IBAN", iban("CH", "00784012345678901")), ("Kontoart", "Privatkonto Euro")),
        (),
        True,
    ),
    Abroad(
        "yen_sign_in_english",
        variant("en-SG", country="CN", currency="CNY", scale=5),
        "en-SG",
        "CNY",
        "Huangpu Commercial Bank",
        ("MR LI WEI", "SHANGHAI"),
        Figures(before="¥"),
        "Take ¥ for yen at a bank of Shanghai.",
    ),
    Abroad(
        "yen_sign_in_osaka",
        variant("en-SG", country="JP", currency="JPY", scale=120),
        "en-SG",
        "JPY",
        "Kansai Internet Bank",
        ("MR D FORSYTHE", "OSAKA"),
        Figures(places=0, before="¥"),
        "Take ¥ for yuan at a bank of Osaka.",
    ),
    Abroad(
        "pound_sign_in_cairo",
        variant("en-ZA", country="EG", currency="EGP"),
        "en-GB",
        "EGP",
        "Nile Corniche Bank",
        ("MR TAREK FAHMY", "ZAMALEK, CAIRO"),
        Figures(before="£"),
        "Take £ for sterling in Egypt.",
    ),
    Abroad(
        "pound_sign_in_gibraltar",
        variant("en-GB", country="GI", currency="GIP"),
        "en-GB",
        "GIP",
        "Rock & Straits Savings Bank",
        ("MRS L PARODY", "MAIN STREET, GIBRALTAR"),
        Figures(before="£"),
        "Take £ for sterling in Gibraltar.",
    ),
    Abroad(
        "kr_without_a_country",
        variant("da-DK"),
        "da-DK",
        "DKK",
        "Nordisk Kontobank",
        ("S. Kjær",),
        Figures(".", ",", after=" kr"),
        "Take kr for a particular crown on a page without a country.",
    ),
    Abroad(
        "rupee_sign_in_colombo",
        variant("en-IN", country="LK", currency="LKR"),
        "en-IN",
        "LKR",
        "Galle Face Bank",
        ("N PERERA", "COLOMBO 03"),
        Figures(before="Rs. "),
        "Take Rs. for Indian rupees in Sri Lanka.",
    ),
    Abroad(
        "leu_word_in_chisinau",
        variant("ro-RO", country="MD", currency="MDL"),
        "es-ES",
        "MDL",
        "Banca Nistrului",
        ("ION CEBAN", "CHISINAU"),
        Figures(".", ",", after=" lei"),
        "Take lei for Romanian lei in Moldova.",
    ),
)


def currency_pages() -> list[StrangerPage]:
    """Banks abroad whose sign, sort code or IBAN tempts to another currency."""
    return [*(_abroad(one, at) for at, one in enumerate(_ABROAD))]


def _abroad(one: Abroad, at: int) -> StrangerPage:
    drawn = ordinary(
        one.code,
        one.name,
        place=replace(one.place, family="helvetica"),
        bank=one.bank,
        holder=one.holder,
        figures=one.figures,
        currency=one.currency,
        footer=one.footer,
        days="DD/MM/YYYY" if one.place.country != "CH" else "DD.MM.YYYY",
        long_days="",
        count=8,
        family="helvetica",
    )
    drawn = replace(
        drawn,
        facts=(*drawn.facts, *one.facts),
        heads=tuple(head.split(" (")[0].replace(" CHF", "") for head in drawn.heads),
    )
    looks = (
        Look(number_width=80),
        Look(header="shade", number_width=84),
        Look(header="line", size=8, number_width=84),
    )
    return page(
        f"currency_{one.name}",
        _TOPIC,
        drawn,
        table_page,
        look=looks[at % 3],
        tempts=one.tempts,
        undecidable=() if one.known else ("currency",),
    )
