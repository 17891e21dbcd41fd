"""Debit and prepaid cards of Romance and further languages."""

from tests.strangers import stories_cards as cards
from tests.strangers.extras import words
from tests.strangers.houses_card import CardLook, card_page, holder_sign
from tests.strangers.houses_list import wallet
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.places import variant
from tests.strangers.sketch import page
from tests.strangers.tempt_own_cards import own_money

_TOPIC = "A2 own money on a card"
_TEMPTS = "Call it a credit card and turn the signs: it is the holder's own money."


def foreign_own_card_pages() -> list[StrangerPage]:
    """Prepaid and debit cards from Padua to Moscow."""
    return [*_romance(), *_others()]


def _romance() -> list[StrangerPage]:
    return [
        page(
            "own_carta_prepagata",
            _TOPIC,
            own_money(
                "it-IT",
                cards.ITALIAN,
                "oi1",
                "Ricarica da conto",
                bank="Posta Risparmio",
                title="Estratto conto carta prepagata",
                number="5333 0044 1877 3108",
                facts=(("Carta n.", "5333 **** **** 3108"), ("Periodo", "{first} - {last}")),
                heads=("Data", "Operazione", "Importo", "Disponibilità"),
                opening_label="Saldo precedente",
                closing_label="Saldo disponibile",
            ),
            table_page,
            look=Look(size=9.5, header="shade", accent="#ffcc00"),
            tempts=_TEMPTS,
        ),
        page(
            "own_carte_prepayee",
            _TOPIC,
            own_money(
                "fr-FR",
                cards.FRENCH,
                "of1",
                "Rechargement par virement",
                bank="Nickelle",
                title="Relevé de carte prépayée",
                number="5352 0044 1877 3166",
                facts=(("Carte n°", "5352 XXXX XXXX 3166"), ("Du {first}", "au {last}")),
                days="DD/MM/YYYY",
                heads=("Date", "Opération", "Montant", "Disponible"),
                opening_label="Disponible au début",
                closing_label="Disponible à la fin",
            ),
            printout,
            reel=Reel(widths=(11, 36, 12, 13)),
            tempts=_TEMPTS,
        ),
        page(
            "own_tarjeta_recargable",
            _TOPIC,
            own_money(
                "es-ES",
                cards.ITALIAN,
                "oe1",
                "RECARGA DESDE CUENTA",
                bank="Caja del Arlanzón",
                title="Movimientos tarjeta recargable",
                number="4599 0044 1877 3107",
                facts=(("Tarjeta", "4599 **** **** 3107"), ("Período", "{first} - {last}")),
                heads=("Fecha", "Comercio", "Importe", "Saldo tarjeta"),
                opening_label="Saldo anterior",
                closing_label="Saldo actual",
            ),
            table_page,
            tempts=_TEMPTS,
        ),
        page(
            "own_tarjeta_de_debito_mx",
            _TOPIC,
            own_money(
                "es-MX",
                cards.SPANISH,
                "oe2",
                "ABONO NOMINA",
                kind="checking",
                amount="9000.00",
                opening="3200.00",
                bank="Banca Cuauhtémoc",
                title="Tarjeta Perfiles Débito",
                number="5256 0044 1877 3155",
                days="DD/NNN",
                long_days="DD/MM/YYYY",
                facts=(("Tarjeta", "5256 **** **** 3155"), ("Periodo", "{first} al {last}")),
                columns=("date", "value", "text", "amount"),
                balances="none",
                heads=("Compra", "Cargo", "Concepto", "Importe"),
                summary=(
                    ("Saldo anterior", "{opening}"),
                    ("Abonos", "{in}"),
                    ("Compras", "-{out}"),
                    ("Saldo al corte", "{closing}"),
                ),
            ),
            card_page,
            look=CardLook(owed=holder_sign, charge=holder_sign),
            tempts=_TEMPTS,
        ),
        page(
            "own_cartao_pre_pago",
            _TOPIC,
            own_money(
                "pt-BR",
                cards.BRAZILIAN,
                "op1",
                "RECARGA VIA PIX",
                bank="PagaJá",
                title="Extrato do cartão pré-pago",
                number="5092 0044 1877 3188",
                facts=(("Cartão final", "3188"), ("Período:", "{first} a {last}")),
                heads=("Data", "Descrição", "Valor", "Saldo"),
                newest_first=True,
                summary=(("Saldo inicial", "{opening}"), ("Saldo final", "{closing}")),
            ),
            wallet,
            paper=(430, 620),
            tempts=_TEMPTS,
        ),
    ]


def _others() -> list[StrangerPage]:
    note = words("Karta wydana do rachunku płatniczego; nie stanowi kredytu.", size=7)
    return [
        page(
            "own_karta_przedplacona",
            _TOPIC,
            own_money(
                "pl-PL",
                cards.POLISH,
                "oo1",
                "Doładowanie karty",
                bank="Bank Wisła",
                below=note,
                title="Karta przedpłacona Mastercard: zestawienie",
                number="5375 0044 1877 3160",
                facts=(("Karta", "5375 **** **** 3160"), ("Okres", "{first} - {last}")),
                heads=("Data", "Transakcja", "Kwota", "Dostępne\nśrodki"),
                opening_label="Saldo poprzednie",
                closing_label="Dostępne środki",
            ),
            table_page,
            tempts=_TEMPTS,
        ),
        page(
            "own_on_odemeli_kart",
            _TOPIC,
            own_money(
                "tr-TR",
                cards.TURKISH,
                "oo2",
                "KARTA YÜKLEME",
                amount="4000.00",
                opening="2500.00",
                bank="Kolay Kart",
                title="Ön ödemeli kart hesap özeti",
                number="5188 0044 1877 3190",
                facts=(("Kart no", "5188 **** **** 3190"), ("Dönem", "{first} - {last}")),
                heads=("Tarih", "Harcama", "Tutar", "Kalan bakiye"),
                opening_label="Önceki bakiye",
                closing_label="Kullanılabilir bakiye",
            ),
            table_page,
            look=Look(grid=True),
            tempts=_TEMPTS,
        ),
        page(
            "own_debetova_karta_ru",
            _TOPIC,
            own_money(
                "ru-RU",
                "out 340 2890 ПЯТЁРОЧКА 2214\nout 200 900 АПТЕКА ВИТА\n"
                "out 400 1800 ЛУКОЙЛ АЗС 118\nout 150 700 ЯНДЕКС ТАКСИ",
                "oo3",
                "Пополнение карты",
                amount="15000.00",
                opening="6000.00",
                kind="checking",
                bank="Поволжский банк",
                title="Выписка по дебетовой карте",
                number="2202 0044 1877 3114",
                facts=(("Карта", "2202 **** **** 3114"), ("Период", "{first} – {last}")),
                heads=("Дата", "Покупка", "Сумма", "Доступно"),
                opening_label="Доступно на начало",
                closing_label="Доступно на конец",
            ),
            table_page,
            tempts=_TEMPTS,
        ),
        page(
            "own_multi_currency_wallet_card",
            _TOPIC,
            own_money(
                "en-HK",
                cards.AMERICAN,
                "oo4",
                "Convert USD to HKD",
                currency="HKD",
                place=variant("en-HK", family="vera"),
                opening="800.00",
                amount="1200.00",
                bank="Harbour Multi",
                title="Card & wallet statement",
                number="5418 0044 1877 3109",
                facts=(("Card", "•••• 3109"), ("Wallet", "HKD"), ("Period", "{first} - {last}")),
                heads=("Date", "Item", "Amount", "Wallet"),
                long_days="D MMM YYYY",
                opening_label="Wallet balance b/f",
                closing_label="Wallet balance c/f",
            ),
            table_page,
            look=Look(header="line", size=8),
            tempts=_TEMPTS,
        ),
    ]
