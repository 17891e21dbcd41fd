"""Where a statement comes from: language, money, habits of writing, holders and payees."""

from dataclasses import dataclass, replace
from typing import Any

from tests.strangers import stories_east as east
from tests.strangers import stories_west as west
from tests.strangers.figures import Figures


@dataclass(frozen=True)
class Place:
    """A country and language with the habits of its banks."""

    language: str
    country: str
    currency: str
    figures: Figures
    days: str
    family: str
    story: str
    holder: tuple[str, ...]
    scale: int = 1


_POINT = Figures(",", ".")
_COMMA = Figures(".", ",")
_SPACE = Figures("\u00a0", ",")
_WHOLE_DOT = Figures(".", ",", 0)

PLACES: dict[str, Place] = {
    "en-GB": Place(
        "en", "GB", "GBP", _POINT, "DD MMM YY", "helvetica", west.ENGLISH_BRITISH,
        ("MISS H A LOCKYER", "7 ALMSHOUSE ROW", "OTLEY", "LS21 3AB"),
    ),
    "en-IE": Place(
        "en", "IE", "EUR", _POINT, "DD MMM YYYY", "vera", west.ENGLISH_IRISH,
        ("MR DECLAN FAHY", "12 CONNAUGHT ROAD", "ATHLONE", "CO WESTMEATH"),
    ),
    "en-US": Place(
        "en", "US", "USD", _POINT, "MM/DD/YYYY", "helvetica", west.ENGLISH_AMERICAN,
        ("MARGUERITE T OKAFOR", "2218 SYCAMORE ST APT 4", "DAYTON OH 45402-1187"),
    ),
    "en-CA": Place(
        "en", "CA", "CAD", _POINT, "MMM DD", "helvetica", west.ENGLISH_CANADIAN,
        ("MS JOCELYN PEREIRA", "304-1180 BROUGHTON ST", "VANCOUVER BC  V6G 2A8"),
    ),
    "en-AU": Place(
        "en", "AU", "AUD", _POINT, "DD MMM YYYY", "helvetica", west.ENGLISH_AUSTRALIAN,
        ("MR T J BRANNIGAN", "UNIT 3 41 RAMSAY STREET", "HABERFIELD NSW 2045"),
    ),
    "en-NZ": Place(
        "en", "NZ", "NZD", _POINT, "DD MMM", "vera", west.ENGLISH_AUSTRALIAN,
        ("MS A R TAMIHANA", "18 ARATIKI TERRACE", "LOWER HUTT 5010"),
    ),
    "en-ZA": Place(
        "en", "ZA", "ZAR", _POINT, "DD MMM", "helvetica", west.ENGLISH_SOUTH_AFRICAN,
        ("MEV P NAIDOO", "14 KLOOF NEK", "TAMBOERSKLOOF", "8001"),
    ),
    "en-IN": Place(
        "en", "IN", "INR", Figures(indian=True), "DD/MM/YY", "helvetica", west.ENGLISH_INDIAN,
        ("MR SANJAY K PATWARDHAN", "FLAT 12 SHIVNERI SOCIETY", "KOTHRUD", "PUNE 411038"),
    ),
    "en-SG": Place(
        "en", "SG", "SGD", _POINT, "DD MMM", "helvetica", west.ENGLISH_ASIAN,
        ("CHUA MEI FONG", "BLK 412 BEDOK NORTH AVE 2", "#08-114", "SINGAPORE 460412"),
    ),
    "en-HK": Place(
        "en", "HK", "HKD", _POINT, "D MMM", "times", west.ENGLISH_ASIAN,
        ("MR LAU KA MING", "FLAT B 14/F HOI YAN HOUSE", "TAI KOO SHING", "HONG KONG"), 5,
    ),
    "de-DE": Place(
        "de", "DE", "EUR", _COMMA, "DD.MM.YYYY", "helvetica", west.GERMAN,
        ("Frau", "Annegret Zöllner", "Mühlgasse 11", "56410 Montabaur"),
    ),
    "de-AT": Place(
        "de", "AT", "EUR", _COMMA, "DD.MM.", "times", west.GERMAN,
        ("Herrn Leopold Gruber", "Linzer Straße 48/3", "4840 Vöcklabruck"),
    ),
    "de-CH": Place(
        "de", "CH", "CHF", Figures("'", "."), "DD.MM.YY", "helvetica", west.GERMAN_SWISS,
        ("Frau", "Regula Aebischer", "Toggenburgerstr. 9", "9500 Wil SG"),
    ),
    "fr-FR": Place(
        "fr", "FR", "EUR", Figures(" ", ","), "DD.MM", "helvetica", west.FRENCH,
        ("MME CLAIRE BESSON", "14 RUE DES TANNEURS", "69007 LYON"),
    ),
    "fr-BE": Place(
        "fr", "BE", "EUR", _COMMA, "DD-MM-YYYY", "vera", west.FRENCH,
        ("M. Benoît Colard", "Rue du Pont 31", "5000 Namur"),
    ),
    "fr-CH": Place(
        "fr", "CH", "CHF", Figures("'", "."), "DD.MM.YYYY", "helvetica", west.FRENCH,
        ("Madame", "Sylvie Chappuis", "Av. de la Gare 4", "1820 Montreux"),
    ),
    "fr-CA": Place(
        "fr", "CA", "CAD", Figures(" ", ","), "D MMM", "helvetica", west.FRENCH,
        ("MME ODETTE GAGNON", "88 RUE SAINT-PAUL", "QUÉBEC QC  G1K 3V9"),
    ),
    "es-ES": Place(
        "es", "ES", "EUR", _COMMA, "DD/MM/YYYY", "helvetica", west.SPANISH,
        ("D. TOMÁS ARRIBAS GIL", "CL VITORIA 27 3 B", "09004 BURGOS"),
    ),
    "es-MX": Place(
        "es", "MX", "MXN", _POINT, "DD/NNN", "helvetica", east.SPANISH_AMERICAN,
        ("XIMENA ROBLES CANTÚ", "AV UNIVERSIDAD 1180 INT 4", "COL DEL VALLE", "CP 03100"),
    ),
    "es-AR": Place(
        "es", "AR", "ARS", _COMMA, "DD/MM/YY", "courier", east.SPANISH_AMERICAN,
        ("GRACIELA MONTI", "AV RIVADAVIA 4410 5 A", "1205 CABA"), 9,
    ),
    "es-CL": Place(
        "es", "CL", "CLP", _WHOLE_DOT, "DD/MM", "helvetica", east.SPANISH_AMERICAN,
        ("IGNACIO SOTO VERA", "LOS ALERCES 2214", "ÑUÑOA SANTIAGO"), 60,
    ),
    "es-CO": Place(
        "es", "CO", "COP", _POINT, "D/MM", "helvetica", east.SPANISH_AMERICAN,
        ("YULIANA OSPINA", "CRA 43 A 18 SUR 135", "MEDELLIN"), 220,
    ),
    "pt-BR": Place(
        "pt_BR", "BR", "BRL", _COMMA, "DD/MM/YYYY", "helvetica", east.PORTUGUESE_BRAZILIAN,
        ("LEANDRO PRATES SOUZA", "RUA TUIUTI 881 AP 42", "03081-000 SAO PAULO SP"),
    ),
    "pt-PT": Place(
        "pt_PT", "PT", "EUR", Figures(" ", ","), "DD-MM-YYYY", "helvetica", west.PORTUGUESE,
        ("ANABELA SEQUEIRA PINTO", "R JOAO DE MOURA 14", "3810-123 AVEIRO"),
    ),
    "it-IT": Place(
        "it", "IT", "EUR", _COMMA, "DD/MM/YYYY", "times", west.ITALIAN,
        ("SIG. ERNESTO ZAMBON", "VIA ALTINATE 60", "35121 PADOVA PD"),
    ),
    "nl-NL": Place(
        "nl", "NL", "EUR", _COMMA, "DD-MM-YYYY", "helvetica", west.DUTCH,
        ("Mw. S. Hoekstra", "Thorbeckegracht 9", "8011 VL ZWOLLE"),
    ),
    "nl-BE": Place(
        "nl", "BE", "EUR", _COMMA, "DD-MM", "vera", west.DUTCH,
        ("De heer W. Claes", "Bondgenotenlaan 40", "3000 Leuven"),
    ),
    "pl-PL": Place(
        "pl", "PL", "PLN", _SPACE, "DD.MM.YYYY", "deja", east.POLISH,
        ("BOŻENA ŚWIĄTEK", "UL. KOŚCIUSZKI 40/7", "40-048 KATOWICE"),
    ),
    "cs-CZ": Place(
        "cs", "CZ", "CZK", _SPACE, "DD.MM.YYYY", "deja", east.CZECH,
        ("Ing. Jiří Kučera", "Havlíčkova 12", "586 01 Jihlava"),
    ),
    "sk-SK": Place(
        "sk", "SK", "EUR", _SPACE, "DD.MM.YYYY", "condensed", east.SLOVAK,
        ("Zuzana Ďurišová", "Hlinská 4", "010 01 Žilina"),
    ),
    "hu-HU": Place(
        "hu", "HU", "HUF", Figures(".", ",", 0), "YYYY.MM.DD", "deja", east.HUNGARIAN,
        ("Szőke Ágnes", "Tisza Lajos krt. 8", "6720 Szeged"),
    ),
    "ro-RO": Place(
        "ro", "RO", "RON", _COMMA, "DD/MM/YYYY", "condensed", east.ROMANIAN,
        ("DL RADU TĂNASE", "STR. MEMORANDUMULUI 8", "400114 CLUJ-NAPOCA"),
    ),
    "hr-HR": Place(
        "hr", "HR", "EUR", _COMMA, "DD.MM.YYYY", "deja", east.CROATIAN,
        ("IVANA ŠARIĆ", "RIVA 10", "51000 RIJEKA"),
    ),
    "sv-SE": Place(
        "sv", "SE", "SEK", Figures(" ", ","), "YYYY-MM-DD", "helvetica", west.SWEDISH,
        ("Åsa Lindqvist", "Storgatan 22", "903 26 UMEÅ"),
    ),
    "da-DK": Place(
        "da", "DK", "DKK", _COMMA, "DD.MM.YYYY", "helvetica", west.DANISH,
        ("Søren Kjær", "Vesterbro 41", "5000 Odense C"),
    ),
    "nb-NO": Place(
        "nb", "NO", "NOK", Figures(" ", ","), "DD.MM.YY", "helvetica", west.NORWEGIAN,
        ("Ingrid Hauge", "Nygårdsgaten 3", "5015 BERGEN"),
    ),
    "fi-FI": Place(
        "fi", "FI", "EUR", _COMMA, "DD.MM.", "courier", west.FINNISH,
        ("KORHONEN MATTI JUHANI", "RATAKATU 6 A 3", "90130 OULU"),
    ),
    "tr-TR": Place(
        "tr", "TR", "TRY", _COMMA, "DD/MM/YYYY", "deja", east.TURKISH,
        ("GÜLŞEN ÇELİK", "ERZENE MAH. 116 SK. NO 4", "BORNOVA / İZMİR"),
    ),
    "el-GR": Place(
        "el", "GR", "EUR", _COMMA, "DD/MM/YYYY", "deja", east.GREEK,
        ("ΕΛΕΝΗ ΜΑΝΤΑ", "ΚΟΛΟΚΟΤΡΩΝΗ 14", "262 21 ΠΑΤΡΑ"),
    ),
    "ru-RU": Place(
        "ru", "RU", "RUB", _SPACE, "DD.MM.YYYY", "deja", east.RUSSIAN,
        ("Соколова Мария Павловна", "г. Самара, ул. Мира, 14"),
    ),
    "uk-UA": Place(
        "uk", "UA", "UAH", Figures(" ", "."), "DD.MM.YYYY", "slab", east.UKRAINIAN,
        ("Бондаренко Ірина Ігорівна", "м. Київ, вул. Липська, 3"),
    ),
    "he-IL": Place(
        "he", "IL", "ILS", _POINT, "DD/MM/YY", "deja", east.HEBREW,
        ("יעל ברק", "רח הגפן 12", "חיפה"),
    ),
    "ar-SA": Place(
        "ar", "SA", "SAR", _POINT, "YYYY/MM/DD", "deja", east.ARABIC,
        ("السيد خالد العمري", "الرياض"),
    ),
    "id-ID": Place(
        "id", "ID", "IDR", _POINT, "DD/MM", "courier", east.INDONESIAN,
        ("RATNA WULANDARI", "JL DIPONEGORO 118", "SEMARANG"), 1000,
    ),
    "vi-VN": Place(
        "vi", "VN", "VND", Figures(",", ".", 0), "DD/MM/YYYY", "deja", east.VIETNAMESE,
        ("PHẠM QUỐC BẢO", "12 NGÕ 80 XUÂN THỦY", "CẦU GIẤY, HÀ NỘI"), 1000,
    ),
    "ka-GE": Place(
        "ka", "GE", "GEL", _POINT, "DD.MM.YYYY", "deja", east.GEORGIAN,
        ("თამარ გელაშვილი", "ბათუმი, გორგილაძის 8"),
    ),
}  # fmt: skip


def variant(code: str, **changes: Any) -> Place:
    """A place with some of its habits changed."""
    return replace(PLACES[code], **changes)
