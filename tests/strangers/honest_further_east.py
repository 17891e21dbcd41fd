"""Ordinary statements in Hebrew, Arabic, Indonesian, Vietnamese, Georgian and Malay."""

from dataclasses import replace

from tests.strangers.extras import small_table, words
from tests.strangers.figures import Figures, iban
from tests.strangers.houses_list import wallet
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_side import right_to_left
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.places import variant
from tests.strangers.sketch import page, sketch

_GE = iban("GE", "TB0000000441877310")


def further_east_pages() -> list[StrangerPage]:
    """Pages from Haifa to Hanoi."""
    return [*_right_to_left(), *_asian()]


def _right_to_left() -> list[StrangerPage]:
    return [
        page(
            "il_zchut_chova_yitra",
            "right to left, columns",
            sketch(
                "he-IL",
                "il1",
                count=8,
                bank="בנק הכרמל",
                number="12-418-773144",
                title="דף חשבון",
                facts=(("חשבון", "12-418-773144"), ("עד תאריך", "{last}"), ("מתאריך", "{first}")),
                columns=("date", "text", "out", "in", "balance"),
                heads=("תאריך", "תיאור הפעולה", "חובה", "זכות", "יתרה"),
                opening_label="יתרה קודמת",
                closing_label="יתרה לסוף התקופה",
            ),
            right_to_left,
        ),
        page(
            "il_value_dates_signed",
            "right to left, signed",
            sketch(
                "he-IL",
                "il2",
                count=7,
                bank="בנק הגליל",
                number="647-004418773",
                title="תנועות בחשבון",
                facts=(("מספר חשבון", "647-004418773"), ("תקופה", "{first} - {last}")),
                columns=("date", "value", "text", "amount", "balance"),
                heads=("תאריך", "תאריך ערך", "פרטים", "סכום", "יתרה"),
                sign="trail",
                balance_sign="trail",
                summary=(("יתרת פתיחה", "{opening}"), ("יתרת סגירה", "{closing}")),
            ),
            right_to_left,
            grid=False,
            size=8.5,
        ),
        page(
            "sa_arabic_debit_credit",
            "right to left, two languages",
            sketch(
                "ar-SA",
                "sa1",
                count=8,
                bank="بنك الواحة",
                number="68200004418773",
                title="كشف حساب",
                facts=(
                    ("رقم الحساب", "68200004418773"),
                    ("من", "{first}"),
                    ("إلى", "{last}"),
                    ("العملة", "SAR"),
                ),
                columns=("date", "text", "out", "in", "balance"),
                heads=("التاريخ", "البيان", "مدين", "دائن", "الرصيد"),
                opening_label="الرصيد الافتتاحي",
                closing_label="الرصيد الختامي",
            ),
            right_to_left,
            english="Statement of account",
        ),
        page(
            "ae_english_dirham",
            "plain columns",
            sketch(
                "ar-SA",
                "ae1",
                place=variant("en-ZA", country="AE", currency="AED", days="DD-MM-YYYY"),
                count=9,
                bank="Creek Commercial Bank",
                number="101-44187731-02",
                holder=("MS FARAH SIDDIQUI", "P O BOX 44187", "DUBAI"),
                title="Account statement (AED)",
                facts=(
                    ("Account number", "101-44187731-02"),
                    ("Currency", "UAE Dirham (AED)"),
                    ("Statement period", "{first} to {last}"),
                ),
                columns=("date", "value", "text", "out", "in", "balance"),
                heads=("Date", "Value Date", "Description", "Debits", "Credits", "Balance"),
                opening_label="BROUGHT FORWARD",
                closing_label="CARRIED FORWARD",
                balance_sign=("CR", "DR"),
            ),
            table_page,
            look=Look(size=7.6, number_width=76),
        ),
    ]


def _asian() -> list[StrangerPage]:
    note = words(
        "APABILA NASABAH TIDAK MELAKUKAN SANGGAHAN SAMPAI DENGAN AKHIR BULAN BERIKUTNYA,",
        "NASABAH DIANGGAP MENYETUJUI SEGALA DATA PADA LAPORAN INI.",
        size=6.5,
    )
    summary = small_table(
        ("Rangkuman", ""),
        (("Dana masuk", "lihat mutasi kredit"), ("Dana keluar", "lihat mutasi debit")),
        edges=(46, 240),
    )
    return [
        page(
            "id_mutasi_db",
            "DB behind debits",
            replace(
                sketch(
                    "id-ID",
                    "id1",
                    count=9,
                    bank="BANK NUSANTARA RAYA",
                    number="4418773102",
                    title="REKENING TAHAPAN",
                    kind="savings",
                    sign=("", "DB"),
                    facts=(
                        ("NO. REKENING", "4418773102"),
                        ("PERIODE", "MARET 2025"),
                        ("MATA UANG", "IDR"),
                    ),
                    period_printed=False,
                    columns=("date", "text", "amount", "balance"),
                    heads=("TANGGAL", "KETERANGAN", "MUTASI", "SALDO"),
                    balances="day",
                    opening_label="SALDO AWAL",
                    closing_label="SALDO AKHIR",
                ),
                below=note,
            ),
            printout,
            reel=Reel(widths=(8, 36, 19, 17)),
        ),
        page(
            "id_dana_masuk_keluar",
            "columns",
            replace(
                sketch(
                    "id-ID",
                    "id2",
                    count=8,
                    bank="Bank Mandala",
                    number="138-00-0441877-3",
                    title="Laporan rekening",
                    family="helvetica",
                    figures=Figures(".", ","),
                    facts=(("Nomor rekening", "138-00-0441877-3"), ("Periode", "{first} - {last}")),
                    days="DD MMM YYYY",
                    columns=("date", "text", "in", "out", "balance"),
                    heads=(
                        "Tanggal",
                        "Rincian transaksi",
                        "Dana masuk (Rp)",
                        "Dana keluar (Rp)",
                        "Saldo (Rp)",
                    ),
                    opening_label="Saldo awal",
                    closing_label="Saldo akhir",
                ),
                below=summary,
            ),
            table_page,
            look=Look(size=7.8, number_width=90, header="shade", accent="#003d79"),
        ),
        page(
            "vn_so_du_dau_ky",
            "columns, no decimals",
            sketch(
                "vi-VN",
                "vn1",
                count=9,
                bank="Ngân hàng Hồng Hà",
                number="0441877310021",
                title="SAO KÊ TÀI KHOẢN",
                facts=(
                    ("Số tài khoản", "0441877310021"),
                    ("Từ ngày {first}", "đến ngày {last}"),
                    ("Loại tiền", "VND"),
                ),
                columns=("date", "text", "out", "in", "balance"),
                heads=("Ngày", "Nội dung giao dịch", "Ghi nợ", "Ghi có", "Số dư"),
                opening_label="Số dư đầu kỳ",
                closing_label="Số dư cuối kỳ",
            ),
            table_page,
            look=Look(grid=True, size=7.8, number_width=82),
        ),
        page(
            "vn_so_du_dau_signed",
            "signed, dots in the thousands",
            sketch(
                "vi-VN",
                "vn2",
                count=8,
                bank="VíViệt Bank",
                number="19044187731",
                title="Lịch sử giao dịch",
                figures=Figures(".", ",", 0, after=" đ"),
                facts=(("Tài khoản", "19044187731"), ("Kỳ sao kê", "{first} - {last}")),
                heads=("Ngày", "Diễn giải", "Số tiền", "Số dư"),
                sign="lead_both",
                summary=(("Số dư ban đầu", "{opening}"), ("Số dư sau cùng", "{closing}")),
                newest_first=True,
                family="condensed",
            ),
            wallet,
            paper=(470, 680),
            size=8,
        ),
        page(
            "ge_nashti_dasatsqisi",
            "columns in Georgian",
            sketch(
                "ka-GE",
                "ge1",
                count=8,
                bank="ბათუმის ბანკი",
                number=_GE,
                title="ანგარიშის ამონაწერი",
                facts=(("ანგარიში", _GE), ("პერიოდი", "{first} - {last}"), ("ვალუტა", "GEL")),
                columns=("date", "text", "out", "in", "balance"),
                heads=("თარიღი", "დანიშნულება", "გასავალი", "შემოსავალი", "ნაშთი"),
                opening_label="საწყისი ნაშთი",
                closing_label="საბოლოო ნაშთი",
            ),
            table_page,
            look=Look(size=8, header="line"),
        ),
        page(
            "my_malay_baki",
            "columns in Malay",
            sketch(
                "id-ID",
                "my2",
                place=variant(
                    "id-ID",
                    language="ms",
                    country="MY",
                    currency="MYR",
                    scale=1,
                    family="helvetica",
                    days="DD/MM/YYYY",
                    story="""
in 2400 3900 PINDAHAN GAJI / SELANGOR JAYA SDN BHD
out 14 120 BELIAN KAD DEBIT / MYDIN USJ
out 480 760 PINDAHAN SEWA RUMAH
out 60 180 BAYARAN BIL TNB
out 50 300 PENGELUARAN ATM
in 10 150 DUITNOW DARIPADA AMINAH
out 1 8 CAJ PERKHIDMATAN
""",
                ),
                count=8,
                bank="Bank Rakyat Selangor",
                number="1204418773109",
                holder=("AHMAD FAIZAL BIN OMAR", "SHAH ALAM"),
                title="Penyata akaun simpanan",
                kind="savings",
                facts=(
                    ("No. akaun", "1204418773109"),
                    ("Tempoh", "{first} hingga {last}"),
                    ("Mata wang", "MYR"),
                ),
                columns=("date", "text", "out", "in", "balance"),
                heads=("Tarikh", "Butiran", "Debit", "Kredit", "Baki"),
                opening_label="Baki dibawa ke hadapan",
                closing_label="Baki akhir",
            ),
            table_page,
            look=Look(size=8.5, header="rules"),
        ),
    ]
