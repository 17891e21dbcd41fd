"""Pages in the words of banks around the world, and labels that are glued to what they name."""

from __future__ import annotations

from functools import partial

from tests.support.mechanisms.numerals import days, grouped
from tests.support.mechanisms.printed import Book, Cells, Layout, cases

_ISO, _CJK = days("yyyy-MM-dd", "en"), days("yyyy年M月d日", "zh")
_POINTS, _SLASHES = days("dd.MM.yyyy", "en"), days("dd/MM/yyyy", "en")
_SHORT, _KOREAN = days("d.M.yyyy", "en"), days("yyyy년 M월 d일", "ko")
_HUNGARIAN = days("yyyy. MM. dd.", "hu")
_COMMA, _BLANK = grouped(".", ","), grouped("\u00a0", ",")
_POINT, _WHOLE = grouped(",", "."), grouped(",", "", 0)


def _sides(*headings: str) -> dict[str, tuple[float, str]]:
    places = {"date": 40.0, "text": 140.0, "out": -400.0, "in": -475.0, "balance": -550.0}
    return {name: (x, text) for (name, x), text in zip(places.items(), headings, strict=True)}


def _signed(*headings: str) -> dict[str, tuple[float, str]]:
    places = {"date": 40.0, "value": 110.0, "text": 180.0, "amount": -450.0, "balance": -550.0}
    return {name: (x, text) for (name, x), text in zip(places.items(), headings, strict=True)}


def _glued(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "江南商业银行"), (330, "账户交易明细清单")),
        ((40, "账号：6222001234567890123"), (330, "币种：人民币")),
        ((40, f"查询期间：{_CJK(book.start)}至{_CJK(book.end)}"),),
        ((40, f"期初余额：{_POINT(book.opening)}"), (330, f"收入合计：{_POINT(book.total(1))}")),
        ((40, f"期末余额：{_POINT(book.closing)}"), (330, f"支出合计：{_POINT(book.total(-1))}")),
    )


def _glued_hong_kong(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "維港銀行"), (330, "戶口結單")),
        ((40, "戶口號碼：012-345678-901"), (330, "貨幣：HKD")),
        ((40, f"賬單期間：{_ISO(book.start)}至{_ISO(book.end)}"),),
    )


def _glued_japan(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "あおば銀行"), (330, "取引明細書")),
        ((40, "口座番号：1234567"), (330, "通貨：JPY")),
        ((40, f"対象期間：{_CJK(book.start)}～{_CJK(book.end)}"),),
        (
            (40, f"期首残高：{_WHOLE(book.opening)}円"),
            (330, f"入金合計：{_WHOLE(book.total(1))}円"),
        ),
        (
            (40, f"期末残高：{_WHOLE(book.closing)}円"),
            (330, f"出金合計：{_WHOLE(book.total(-1))}円"),
        ),
    )


def _korean(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "한강은행"), (330, "거래내역 조회")),
        ((40, "계좌번호: 110-234-567890"), (330, "통화: KRW")),
        ((40, f"조회기간: {_KOREAN(book.start)} ~ {_KOREAN(book.end)}"),),
    )


def _vietnamese(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "NGÂN HÀNG SÔNG HỒNG"), (330, "SAO KÊ TÀI KHOẢN")),
        ((40, "Số tài khoản: 0011004417223"), (330, "Loại tiền: VND")),
        ((40, f"Từ ngày {_SLASHES(book.start)} đến ngày {_SLASHES(book.end)}"),),
        ((40, "Số dư đầu kỳ:"), (-300, _WHOLE(book.opening))),
        ((40, "Số dư cuối kỳ:"), (-300, _WHOLE(book.closing))),
    )


def _greek(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "ΤΡΑΠΕΖΑ ΑΙΓΑΙΟΥ"), (330, "ΚΙΝΗΣΗ ΛΟΓΑΡΙΑΣΜΟΥ")),
        ((40, "Αριθμός λογαριασμού: 5012-044170-213"), (330, "Νόμισμα: EUR")),
        ((40, f"Περίοδος: από {_SLASHES(book.start)} έως {_SLASHES(book.end)}"),),
    )


def _hungarian(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "Tisza Bank Zrt."), (330, "Számlakivonat")),
        ((40, "Számlaszám: 11773016-00441722"), (330, "Devizanem: HUF")),
        ((40, f"Időszak: {_HUNGARIAN(book.start)} - {_HUNGARIAN(book.end)}"),),
        ((40, "Nyitó egyenleg"), (-300, grouped(" ", "", 0)(book.opening))),
        ((40, "Záró egyenleg"), (-300, grouped(" ", "", 0)(book.closing))),
    )


def _czech(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "Vltavská banka, a.s."), (330, "Výpis z běžného účtu")),
        ((40, "Číslo účtu: 0044172203"), (330, "Měna účtu: CZK")),
        ((40, f"Období: {_SHORT(book.start)} - {_SHORT(book.end)}"),),
        ((40, "Počáteční zůstatek"), (-300, _BLANK(book.opening)), (330, "Celkem připsáno"),
         (-550, _BLANK(book.total(1)))),
        ((40, "Konečný zůstatek"), (-300, _BLANK(book.closing)), (330, "Celkem odepsáno"),
         (-550, _BLANK(book.total(-1)))),
    )  # fmt: skip


def _ukrainian(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "АТ «Дніпробанк»"), (330, "Виписка по рахунку")),
        ((40, "Рахунок: 26204417220311"), (330, "Валюта: UAH")),
        ((40, f"За період з {_POINTS(book.start)} по {_POINTS(book.end)}"),),
    )


def _finnish(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "Järvi-Pankki Oyj"), (330, "Tiliote")),
        ((40, "Tilinumero FI21 1234 5600 0007 85"), (330, "Valuutta EUR")),
        ((40, f"Ajalta {_SHORT(book.start)} - {_SHORT(book.end)}"),),
    )


def _romanian(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "Banca Carpaților S.A."), (330, "EXTRAS DE CONT")),
        ((40, "Cont: RO49AAAA1B31007593840000"), (330, "Valuta: RON")),
        ((40, f"Perioada: {_POINTS(book.start)} - {_POINTS(book.end)}"),),
    )


def _serbian(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "Banka Šumadija a.d."), (330, "Izvod po tekućem računu")),
        ((40, "Broj računa: 265-1110310004417-29"), (330, "Valuta: RSD")),
        ((40, f"Za period od {_POINTS(book.start)} do {_POINTS(book.end)}"),),
    )


_UNSPACED = (
    Layout(
        key="chinese, label:value", head=_glued,
        columns=_sides("交易日期", "摘要", "支出", "收入", "余额"),
        money=_POINT, day=_CJK, payees=("消费", "工资", "转账"), currency="CNY", mask="0123",
    ),
    Layout(
        key="hong kong, label:value", head=_glued_hong_kong,
        columns=_sides("日期", "進支詳情", "支出", "存入", "結餘"),
        money=_POINT, day=_ISO, payees=("轉賬", "薪金", "自動櫃員機提款"), currency="HKD",
        mask="8901", opening="承前結餘", closing="期終結餘",
    ),
    Layout(
        key="japanese, label:value", head=_glued_japan,
        columns=_sides("お取引日", "お取引内容", "出金額", "入金額", "残高"),
        money=_WHOLE, day=_CJK, payees=("カード", "給与", "電気料金"), currency="JPY",
        mask="4567", exponent=0,
    ),
)  # fmt: skip
_WORDS = (
    Layout(
        key="korean", head=_korean,
        columns=_sides("거래일시", "적요", "출금액(원)", "입금액(원)", "거래 후 잔액"),
        money=_WHOLE, day=days("yyyy.MM.dd", "ko"), payees=("카드결제", "급여", "월세"),
        currency="KRW", mask="7890", opening="이월 잔액", closing="기말 잔액", exponent=0,
    ),
    Layout(
        key="vietnamese", head=_vietnamese,
        columns=_sides("Ngày GD", "Nội dung giao dịch", "Phát sinh nợ", "Phát sinh có", "Số dư"),
        money=_WHOLE, day=_SLASHES, payees=("Rut tien ATM", "Luong thang", "Phi dich vu"),
        currency="VND", mask="7223", exponent=0,
    ),
    Layout(
        key="greek", head=_greek,
        columns=_sides("Ημ/νία", "Αιτιολογία", "Χρέωση", "Πίστωση", "Υπόλοιπο"),
        money=_COMMA, day=_SLASHES, payees=("ΑΓΟΡΑ ΣΚΛΑΒΕΝΙΤΗΣ", "ΜΙΣΘΟΔΟΣΙΑ", "ΔΕΗ"),
        currency="EUR", mask="0213", opening="Εκ μεταφοράς", closing="Νέο υπόλοιπο",
    ),
    Layout(
        key="hungarian, whole forints", head=_hungarian,
        columns=_signed("Könyvelés dátuma", "Értéknap", "Közlemény", "Összeg", "Egyenleg"),
        money=grouped(" ", "", 0), day=days("yyyy.MM.dd", "hu"),
        payees=("Kártyás vásárlás", "Munkabér", "Villanyszámla"), currency="HUF", mask="1722",
        exponent=0,
    ),
    Layout(
        key="czech", head=_czech,
        columns=_signed("Zaúčtováno", "Valuta", "Popis", "Částka", "Zůstatek"),
        money=_BLANK, day=_SHORT, payees=("Platba kartou", "Mzda", "Inkaso"), currency="CZK",
        mask="2203",
    ),
    Layout(
        key="ukrainian", head=_ukrainian,
        columns=_sides("Дата", "Призначення платежу", "Дебет", "Кредит", "Залишок"),
        money=_BLANK, day=_POINTS, payees=("Оплата товарів", "Заробітна плата", "Комісія"),
        currency="UAH", mask="0311", opening="Вхідний залишок", closing="Вихідний залишок",
    ),
    Layout(
        key="finnish, sign behind", head=_finnish,
        columns=_signed("Kirjauspäivä", "Arvopäivä", "Saaja/Maksaja", "Määrä", "Saldo"),
        money=grouped(" ", ",", minus="behind"), day=_SHORT,
        payees=("Korttiosto", "Palkka", "Vuokra"), currency="EUR", mask="0785",
        opening="Alkusaldo", closing="Loppusaldo",
    ),
    Layout(
        key="romanian", head=_romanian,
        columns=_sides("Data", "Explicații", "Debit", "Credit", "Sold"),
        money=_COMMA, day=_POINTS, payees=("Plată POS", "Salariu", "Chirie"), currency="RON",
        mask="0000", opening="Sold inițial", closing="Sold final",
    ),
    Layout(
        key="serbian, latin letters", head=_serbian,
        columns=_sides("Datum", "Opis", "Isplata", "Uplata", "Stanje"),
        money=_COMMA, day=_POINTS, payees=("Kupovina", "Zarada", "Podizanje gotovine"),
        currency="RSD", mask="1729", opening="Prethodno stanje", closing="Novo stanje",
    ),
)  # fmt: skip

MECHANISMS = {
    "unspaced labels": partial(cases, "unspaced labels", _UNSPACED),
    "words of languages": partial(cases, "words of languages", _WORDS),
}
