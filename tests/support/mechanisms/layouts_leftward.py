"""Pages that are read from right to left: Hebrew, Arabic, Persian, Urdu."""

from __future__ import annotations

from functools import partial

from tests.support.mechanisms.numerals import ARABIC, PERSIAN, days, grouped, in_digits
from tests.support.mechanisms.printed import Book, Cells, Layout, cases

_HE, _HE_SHORT = days("dd/MM/yyyy", "he"), days("dd.MM.yy", "he")
_AR, _AR_NAMED = days("yyyy/MM/dd", "ar", "", ARABIC), days("d MMMM yyyy", "ar")
_FA = days("yyyy/MM/dd", "fa", "solar", PERSIAN)
_UR = days("dd-MM-yyyy", "ur")
_POINT = grouped(",", ".")


def _hebrew_head(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, 'בנק הגליל בע"מ'),),
        ((40, "תדפיס תנועות בחשבון עובר ושב"), (380, "מספר חשבון: 12-345-678901")),
        ((40, f"לתקופה {_HE(book.start)} עד {_HE(book.end)}"), (380, "מטבע: ILS")),
        ((40, "שם הלקוח: כהן ישראל"), (380, "תאריך הפקה: " + _HE(book.end))),
        ((40, "יתרת פתיחה:"), (200, _POINT(book.opening))),
        ((40, "יתרת סגירה:"), (200, _POINT(book.closing))),
    )


def _short_hebrew_head(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "בנק הנגב"), (300, "דף חשבון")),
        ((40, "חשבון 4471-220098"), (300, 'יתרות בש"ח')),
        ((40, f"תנועות מתאריך {_HE_SHORT(book.start)} עד תאריך {_HE_SHORT(book.end)}"),),
    )


def _arabic_head(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "مصرف الواحة"),),
        ((40, "كشف حساب جاري"), (340, "رقم الحساب: 0012345678901")),
        ((40, f"الفترة من {_AR(book.start)} إلى {_AR(book.end)}"), (340, "العملة: SAR")),
    )


def _gulf_head(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "Oasis Bank PJSC"),),
        ((40, "كشف حساب"), (340, "رقم الحساب AE07 0331 2345 6789 0123 456")),
        ((40, f"عن الفترة من {_AR_NAMED(book.start)} إلى {_AR_NAMED(book.end)}"),
         (340, "العملة AED")),
        ((40, "الرصيد السابق"), (170, _POINT(book.opening)), (340, "إجمالي الإيداعات"),
         (480, _POINT(book.total(1)))),
        ((40, "الرصيد الجديد"), (170, _POINT(book.closing)), (340, "إجمالي السحوبات"),
         (480, _POINT(book.total(-1)))),
    )  # fmt: skip


def _persian_head(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "بانک البرز"), (330, "صورتحساب سپرده جاری")),
        ((40, "شماره حساب: ۰۱۰۱۲۳۴۵۶۷۸۹"), (330, "واحد پول: ریال")),
        ((40, f"از تاریخ {_FA(book.start)} تا تاریخ {_FA(book.end)}"),),
    )


def _urdu_head(book: Book) -> tuple[Cells, ...]:
    return (
        ((40, "بینک دولت"), (330, "اکاؤنٹ اسٹیٹمنٹ")),
        ((40, "اکاؤنٹ نمبر: 0045-7712-3301"), (330, "کرنسی: PKR")),
        ((40, f"مدت: {_UR(book.start)} سے {_UR(book.end)}"),),
    )


_SIDES = {"date": (40.0, ""), "text": (120.0, ""), "out": (-400.0, ""), "in": (-475.0, ""),
          "balance": (-550.0, "")}  # fmt: skip


def _sides(*headings: str) -> dict[str, tuple[float, str]]:
    return {name: (x, text) for (name, (x, _)), text in zip(_SIDES.items(), headings, strict=True)}


LAYOUTS = (
    Layout(
        key="hebrew, columns mirrored",
        head=_hebrew_head,
        columns=_sides("תאריך", "תיאור התנועה", "חובה", "זכות", "יתרה"),
        money=_POINT,
        day=_HE,
        payees=("שופרסל דיל", "משכורת", "חברת החשמל", "PAYBOX LTD"),
        currency="ILS",
        mask="678901",
        leftward=True,
    ),
    Layout(
        key="hebrew in visual order, one column of amounts",
        head=_short_hebrew_head,
        columns={
            "date": (40.0, "תאריך"), "text": (120.0, "הפעולה"), "amount": (-440.0, "סכום"),
            "balance": (-550.0, "יתרה"),
        },
        money=grouped(",", ".", minus="behind"),
        day=_HE_SHORT,
        payees=("העברה בנקאית", "משכורת", "משיכת מזומן"),
        currency="ILS",
        mask="220098",
        opening="יתרה קודמת",
        closing="יתרה סופית",
        leftward=True,
        visual=True,
    ),
    Layout(
        key="arabic with its own digits",
        head=_arabic_head,
        columns=_sides("التاريخ", "تفاصيل العملية", "مدين", "دائن", "الرصيد"),
        money=in_digits(ARABIC, grouped("٬", "٫")),
        day=_AR,
        payees=("مشتريات نقاط بيع", "راتب", "سحب نقدي", "سداد فاتورة كهرباء"),
        currency="SAR",
        mask="8901",
        opening="الرصيد الافتتاحي",
        closing="الرصيد الختامي",
        leftward=True,
    ),
    Layout(
        key="arabic with months by name and a box of totals",
        head=_gulf_head,
        columns=_sides("التاريخ", "البيان", "السحوبات", "الإيداعات", "الرصيد"),
        money=_POINT,
        day=_AR_NAMED,
        payees=("Online Purchase NOON", "راتب", "ATM DUBAI MALL"),
        currency="AED",
        mask="3456",
        leftward=True,
    ),
    Layout(
        key="persian, solar year, whole rials",
        head=_persian_head,
        columns=_sides("تاریخ", "شرح", "برداشت", "واریز", "مانده"),
        money=in_digits(PERSIAN, grouped(",", "", 0)),
        day=_FA,
        payees=("خرید فروشگاه", "حقوق", "برداشت از خودپرداز"),
        currency="IRR",
        mask="6789",
        opening="مانده از قبل",
        closing="مانده پایان دوره",
        exponent=0,
        leftward=True,
    ),
    Layout(
        key="urdu",
        head=_urdu_head,
        columns=_sides("تاریخ", "تفصیل", "ڈیبٹ", "کریڈٹ", "بیلنس"),
        money=_POINT,
        day=_UR,
        payees=("اے ٹی ایم لاہور", "تنخواہ", "بل کی ادائیگی"),
        currency="PKR",
        mask="3301",
        opening="ابتدائی بیلنس",
        closing="اختتامی بیلنس",
        leftward=True,
    ),
)  # fmt: skip

MECHANISMS = {"right to left": partial(cases, "right to left", LAYOUTS)}
