"""What people buy with cards; the form of the lines is that of `stories_west`."""

import random
from dataclasses import replace
from datetime import date, timedelta

from tests.strangers.places import Place
from tests.strangers.sketch import Entry, invent, money

AMERICAN = """
out 22 96 KROGER #418 DAYTON OH
out 28 63 SHELL OIL 57441 KETTERING OH
out 9 18 NETFLIX.COM LOS GATOS CA
out 14 74 AMZN MKTP US*2K4 SEATTLE WA
out 120 310 DELTA AIR 0062214 ATLANTA GA
out 31 88 TARGET 00011 CENTERVILLE OH
out 6 17 STARBUCKS 1140 DAYTON OH
out 45 160 CVS/PHARMACY #0441 DAYTON OH
out 55 140 LOWES #00718 BEAVERCREEK OH
out 12 41 UBER *TRIP HELP.UBER.COM CA
"""

BRITISH = """
out 18 92 TESCO STORES 3217 OTLEY
out 22 60 TRAINLINE.COM LONDON
out 7 24 AMAZON.CO.UK LUXEMBOURG
out 33 120 JOHN LEWIS LEEDS
out 9 19 SPOTIFY UK LONDON
out 40 78 BP OTLEY SF CONNECT
out 14 44 WAGAMAMA LEEDS
out 60 210 JET2.COM LEEDS
out 11 38 BOOTS 1182 ILKLEY
"""

GERMAN = """
out 21 88 REWE MARKT KOBLENZ
out 31 74 ARAL STATION MONTABAUR
out 14 60 AMAZON.DE LUXEMBURG
out 89 260 HOTEL ALTE POST MUENCHEN
out 9 18 SPOTIFY STOCKHOLM
out 24 119 DB VERTRIEB GMBH FRANKFURT
out 12 46 LIEFERANDO.DE BERLIN
out 40 160 IKEA KOBLENZ
"""

FRENCH = """
out 19 94 CARREFOUR MARKET LYON
out 30 72 TOTALENERGIES BRON
out 15 64 SNCF INTERNET PARIS
out 11 38 BOULANGERIE PAUL LYON
out 9 18 DEEZER PARIS
out 45 150 FNAC PART DIEU
out 60 240 HOTEL DU PORT ANNECY
out 13 52 DELIVEROO PARIS
"""

SPANISH = """
out 160 940 OXXO GAS INSURGENTES
out 320 1890 LIVERPOOL POR INTERNET
out 199 399 NETFLIX.COM
out 90 620 WALMART UNIVERSIDAD
out 480 2400 VIVA AEROBUS
out 60 180 STARBUCKS DEL VALLE
out 240 900 FARMACIA SAN PABLO
"""

BRAZILIAN = """
out 38 260 SUPERMERCADO DIA TATUAPE
out 22 90 UBER *TRIP SAO PAULO
out 55 120 NETFLIX.COM
out 80 320 POSTO IPIRANGA MOOCA
out 120 640 MAGAZINE LUIZA 02/06
out 30 140 DROGASIL 1180
out 44 210 RESTAURANTE BELA VISTA
"""

ITALIAN = """
out 17 86 ESSELUNGA PADOVA
out 30 70 ENI STATION PADOVA
out 20 90 TRENITALIA ROMA
out 12 60 AMAZON.IT LUSSEMBURGO
out 40 180 DECATHLON PADOVA
out 9 16 NETFLIX ROMA
out 24 70 TRATTORIA DA NANE
"""

DUTCH = """
out 18 84 ALBERT HEIJN 1428 ZWOLLE
out 22 74 BOL.COM UTRECHT
out 60 260 KLM AMSTELVEEN
out 31 80 SHELL ZWOLLE
out 9 17 SPOTIFY STOCKHOLM
out 25 110 HEMA EV044 ZWOLLE
"""

SWEDISH = """
out 120 890 ICA KVANTUM UMEÅ
out 240 990 SJ AB STOCKHOLM
out 99 189 NETFLIX COM
out 310 1900 ELGIGANTEN UMEÅ
out 60 240 MAX BURGERS UMEÅ
out 400 900 CIRCLE K TEG
"""

POLISH = """
out 24 260 BIEDRONKA 2214 KATOWICE
out 60 290 ORLEN STACJA 115
out 40 180 ALLEGRO POZNAŃ
out 29 60 SPOTIFY STOCKHOLM
out 120 640 MEDIA EXPERT KATOWICE
out 18 90 PYSZNE.PL WROCŁAW
"""

TURKISH = """
out 240 1890 MİGROS BORNOVA İZMİR
out 600 1900 OPET AKARYAKIT
out 150 900 TRENDYOL İSTANBUL
out 900 4800 TEKNOSA TAKSİT 2/6
out 90 420 YEMEKSEPETİ
out 120 360 GRATIS BORNOVA
"""


def card_entries(
    place: Place,
    story: str,
    seed: str,
    count: int,
    first: date,
    last: date,
    *others: tuple[str, str, str],
) -> tuple[Entry, ...]:
    """Purchases, and other entries given as day of the period, amount and description."""
    bought = invent(replace(place, story=story), seed, count, first, last, outgoing_only=True)
    more = [
        Entry(first + timedelta(days=int(day)), money(amount), tuple(text.split(" / ")))
        for day, amount, text in others
    ]
    chance = random.Random(f"{seed} posted")
    return tuple(
        replace(entry, value_day=min(entry.day + timedelta(days=chance.choice((0, 1, 1, 2))), last))
        for entry in sorted((*bought, *more), key=lambda entry: entry.day)
    )
