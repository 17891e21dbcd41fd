"""Years that are not counted from Christ's birth, and figures in the digits of their script."""

from __future__ import annotations

from functools import partial

from db.words import AccountKind
from tests.support.mechanisms.numerals import (
    BENGALI,
    DEVANAGARI,
    FULL_WIDTH,
    THAI,
    days,
    grouped,
    in_digits,
    indian,
)
from tests.support.mechanisms.printed import Book, Cells, Layout, cases

_THAI, _THAI_SHORT = days("dd/MM/yyyy", "th", "buddhist"), days("d MMM yy", "th", "buddhist")
_THAI_OWN = days("d MMMM yyyy", "th", "buddhist", THAI)
_MINGUO, _MINGUO_CJK = days("yyyy/MM/dd", "zh", "minguo"), days("yyyy年M月d日", "zh", "minguo")
_REIWA, _REIWA_SHORT = days("yyyy年M月d日", "ja", "reign"), days("yyyy.M.d", "ja", "reign")
_HINDI, _HINDI_OWN = days("dd/MM/yyyy", "hi"), days("d MMMM yyyy", "hi", "", DEVANAGARI)
_BENGALI = days("dd/MM/yyyy", "bn", "", BENGALI)
_SWISS, _ISO = days("dd.MM.yyyy", "de"), days("yyyy/MM/dd", "ja", "", FULL_WIDTH)
_POINT, _WHOLE = grouped(",", "."), grouped(",", "", 0)


def _thai_head(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "ธนาคารสยามเหนือ"), (330, "รายการเดินบัญชีเงินฝากออมทรัพย์")),
        ((40, "เลขที่บัญชี 123-4-56789-0"), (330, "สกุลเงิน THB")),
        ((40, f"รอบระหว่างวันที่ {_THAI(book.start)} - {_THAI(book.end)}"),),
    )


def _thai_short_head(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "ธนาคารลุ่มเจ้าพระยา"),),
        ((40, "ใบแจ้งรายการบัญชี"), (330, "หมายเลขบัญชี xxx-x-x4417-2")),
        ((40, f"ระหว่างวันที่ {_THAI_SHORT(book.start)} ถึง {_THAI_SHORT(book.end)}"),),
        ((40, "ยอดคงเหลือยกมา"), (-300, f"{_POINT(book.opening)} บาท")),
        ((40, "ยอดคงเหลือสิ้นงวด"), (-300, f"{_POINT(book.closing)} บาท")),
    )


def _thai_own_head(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "สหกรณ์ออมทรัพย์ครู"), (330, "บัญชีเลขที่ ๐๐๑๒๓๔๕๖๗")),
        ((40, f"ตั้งแต่วันที่ {_THAI_OWN(book.start)} ถึงวันที่ {_THAI_OWN(book.end)}"), (400, "THB")),
    )


def _taiwan_head(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "北城商業銀行"), (330, "活期儲蓄存款對帳單")),
        ((40, "帳號：012-345-678901"), (330, "幣別：TWD")),
        ((40, f"對帳期間：{_MINGUO(book.start)}~{_MINGUO(book.end)}"),),
    )


def _taiwan_cjk_head(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "南港農會信用部"), (330, "存款帳戶明細")),
        ((40, f"查詢期間 {_MINGUO_CJK(book.start)} 至 {_MINGUO_CJK(book.end)}"),),
        ((40, "存款帳號 00123456"), (330, "新臺幣")),
        ((40, "期初餘額"), (-300, f"NT${_WHOLE(book.opening)}")),
        ((40, "期末餘額"), (-300, f"NT${_WHOLE(book.closing)}")),
    )


def _japan_head(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "みなと信用金庫"), (330, "普通預金お取引明細書")),
        ((40, "口座番号 1234567"), (330, "通貨 JPY")),
        ((40, f"対象期間 {_REIWA(book.start)} ～ {_REIWA(book.end)}"),),
    )


def _japan_short_head(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "ひがし銀行"), (330, "入出金明細")),
        ((40, f"照会期間: {_REIWA_SHORT(book.start)} から {_REIWA_SHORT(book.end)} まで"),),
        ((40, "口座番号: 7654321"), (330, "単位: 円")),
        ((40, "前月繰越"), (-300, f"{_WHOLE(book.opening)}円")),
        ((40, "次月繰越"), (-300, f"{_WHOLE(book.closing)}円")),
    )


def _hindi_head(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "गंगा ग्रामीण बैंक"), (330, "खाता विवरण")),
        ((40, "खाता संख्या: 30012345678"), (330, "मुद्रा: INR")),
        ((40, f"अवधि: {_HINDI(book.start)} से {_HINDI(book.end)}"),),
    )


def _hindi_own_head(book: Book) -> tuple[Cells, ...]:
    write = in_digits(DEVANAGARI, indian)
    return (
        ((40, "नर्मदा सहकारी बैंक"),),
        ((40, f"विवरण अवधि {_HINDI_OWN(book.start)} से {_HINDI_OWN(book.end)} तक"),),
        ((40, "खाता क्रमांक ३००१२३४४४१७"),),
        ((40, "प्रारंभिक शेष"), (-300, f"₹ {write(book.opening)}")),
        ((40, "अंतिम शेष"), (-300, f"₹ {write(book.closing)}")),
    )


def _bengali_head(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "পদ্মা সঞ্চয় ব্যাংক"), (330, "হিসাব বিবরণী")),
        ((40, "হিসাব নম্বর: ১২৩৪৫৬৭৮৯০"), (330, "মুদ্রা: BDT")),
        ((40, f"সময়কাল: {_BENGALI(book.start)} থেকে {_BENGALI(book.end)}"),),
    )


def _swiss_head(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "Kantonalbank Rheintal"),),
        ((40, f"Kontoauszug vom {_SWISS(book.start)} bis {_SWISS(book.end)}"),),
        ((40, "IBAN CH93 0076 2011 6238 5295 7"), (330, "Währung CHF")),
    )


def _wide_head(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "さくら信用組合"), (330, "取引明細書")),
        ((40, f"期間：{_ISO(book.start)}～{_ISO(book.end)}"),),
        ((40, "口座番号：２２３３４４５"), (330, "通貨：ＪＰＹ")),
    )


def _sides(*headings: str) -> dict[str, tuple[float, str]]:
    places = {"date": 40.0, "text": 140.0, "out": -400.0, "in": -475.0, "balance": -550.0}
    return {name: (x, text) for (name, x), text in zip(places.items(), headings, strict=True)}


_CALENDARS = (
    Layout(
        key="thai, Buddhist years", head=_thai_head,
        columns=_sides("วันที่", "รายการ", "ถอน", "ฝาก", "คงเหลือ"),
        money=_POINT, day=days("dd/MM/yy", "th", "buddhist"),
        payees=("ถอนเงินสด ATM", "เงินเดือน", "ชำระค่าสินค้า"),
        currency="THB", mask="7890", opening="ยอดยกมา", closing="ยอดยกไป",
    ),
    Layout(
        key="thai, months cut short and years of two digits", head=_thai_short_head,
        columns={"date": (40.0, "วันที่ทำรายการ"), "text": (140.0, "รายละเอียด"),
                 "amount": (-420.0, "จำนวนเงิน"), "balance": (-550.0, "ยอดคงเหลือ")},
        money=_POINT, day=_THAI_SHORT, payees=("โอนเงินออก", "รับโอนเงิน", "ค่าธรรมเนียม"),
        currency="THB", mask="44172",
    ),
    Layout(
        key="thai, months by name in thai digits", head=_thai_own_head,
        columns=_sides("วัน เดือน ปี", "คำอธิบาย", "ถอนเงิน", "ฝากเงิน", "ยอดคงเหลือ"),
        money=in_digits(THAI, _POINT), day=_THAI_OWN,
        payees=("ถอนเงินสด", "เงินเดือน", "ค่าเช่า"),
        currency="THB", mask="4567", opening="ยอดยกมา", closing="ยอดยกไป",
    ),
    Layout(
        key="taiwan, years of the republic", head=_taiwan_head,
        columns=_sides("交易日", "摘要", "支出金額", "存入金額", "餘額"),
        money=_WHOLE, day=_MINGUO, payees=("提款", "薪資", "電費"),
        currency="TWD", mask="8901", opening="承前餘額", closing="轉下頁餘額", exponent=0,
        kind=AccountKind.SAVINGS,
    ),
    Layout(
        key="taiwan, 年月日 and one column of amounts", head=_taiwan_cjk_head,
        columns={"date": (40.0, "日期"), "text": (160.0, "說明"), "mark": (-350.0, "借貸"),
                 "amount": (-430.0, "交易金額"), "balance": (-550.0, "結餘")},
        money=_WHOLE, day=_MINGUO_CJK, payees=("轉帳", "薪資轉帳", "手續費"), marks=("借", "貸"),
        currency="TWD", mask="3456", exponent=0,
    ),
    Layout(
        key="japan, years of the reign", head=_japan_head,
        columns=_sides("お取引日", "摘要", "お支払金額", "お預り金額", "差引残高"),
        money=_WHOLE, day=_REIWA, payees=("カード", "給与", "家賃"),
        currency="JPY", mask="4567", opening="前頁繰越", closing="次頁繰越", exponent=0,
    ),
    Layout(
        key="japan, R7.3.5", head=_japan_short_head,
        columns=_sides("日付", "内容", "出金", "入金", "残高"),
        money=_WHOLE, day=_REIWA_SHORT, payees=("引落 デンキ", "給与", "手数料"),
        currency="JPY", mask="4321", exponent=0,
    ),
)  # fmt: skip
_DIGITS = (
    Layout(
        key="hindi in lakhs", head=_hindi_head,
        columns=_sides("दिनांक", "विवरण", "निकासी", "जमा", "शेष"),
        money=indian, day=_HINDI, payees=("एटीएम निकासी", "वेतन", "बिजली बिल"),
        currency="INR", mask="5678", opening="प्रारंभिक शेष", closing="अंतिम शेष",
    ),
    Layout(
        key="hindi in its own digits", head=_hindi_own_head,
        columns=_sides("तिथि", "ब्यौरा", "नामे", "जमा", "शेष राशि"),
        money=in_digits(DEVANAGARI, indian), day=_HINDI_OWN,
        payees=("नकद निकासी", "वेतन", "किराया"), currency="INR", mask="4417",
    ),
    Layout(
        key="bengali in its own digits", head=_bengali_head,
        columns=_sides("তারিখ", "বিবরণ", "উত্তোলন", "জমা", "স্থিতি"),
        money=in_digits(BENGALI, indian), day=_BENGALI,
        payees=("এটিএম উত্তোলন", "বেতন", "বিদ্যুৎ বিল"),
        currency="BDT", mask="7890", opening="প্রারম্ভিক স্থিতি", closing="সমাপনী স্থিতি",
    ),
    Layout(
        key="swiss", head=_swiss_head,
        columns=_sides("Datum", "Text", "Belastung", "Gutschrift", "Saldo"),
        money=grouped("’", "."), day=_SWISS, payees=("Einkauf Migros", "Lohn", "Miete"),
        currency="CHF", mask="2957", opening="Anfangssaldo", closing="Schlusssaldo",
    ),
    Layout(
        key="japanese in full-width digits", head=_wide_head,
        columns=_sides("年月日", "摘要", "出金金額", "入金金額", "残高"),
        money=in_digits(FULL_WIDTH, grouped("，", "", 0)), day=_ISO,
        payees=("引出", "給与", "手数料"), currency="JPY", mask="3445",
        opening="繰越残高", closing="期末残高", exponent=0,
    ),
)  # fmt: skip

MECHANISMS = {
    "calendars": partial(cases, "calendars", _CALENDARS),
    "digits and groups": partial(cases, "digits and groups", _DIGITS),
}
