import csv
import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from db.formats.csv_files import mapping
from db.formats.csv_files.mapping import (
    Ambiguous,
    Choices,
    CsvMappingAmbiguous,
    ProvenRows,
    SettledMapping,
    settle,
)
from db.formats.csv_files.reading import CsvTable, Mapping, lines_of
from db.formats.csv_files.source import decoded, sheets_of
from db.formats.detect import identify
from db.formats.snapshot import OptionUnfit, Snapshot, SourceMalformed, SourceNeedsCurrency
from tests.support.csv_dialects import FILES, OWN, TRUTH, write_own

_GIVEN = sorted(file.name for file in FILES.glob("*.csv"))
_OWN = [f"{name}.csv" for name in OWN]


def _proven(first: date, last: date) -> ProvenRows:
    return ProvenRows(first, last, tuple(row for row in TRUTH if first <= row[0] <= last))


_JANUARY = _proven(date(2025, 1, 1), date(2025, 1, 31))
_TWO_LINES = _proven(date(2025, 1, 8), date(2025, 1, 9))
_ONE_LINE = _proven(date(2025, 1, 5), date(2025, 1, 5))


@pytest.fixture(scope="module")
def exports(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    folder = tmp_path_factory.mktemp("exports")
    write_own(folder)
    return lambda name: (FILES if name in _GIVEN else folder) / name


def _rows(snapshot: Snapshot, account: str) -> list[tuple[date, int]]:
    return [(e.booked_on, e.amount_minor) for e in snapshot.entries if e.account == account]


def _verdict(whole: Path, answer: SettledMapping | Ambiguous) -> str:
    """Whether the mapping reads the file as it was meant to be."""
    if isinstance(answer, Ambiguous):
        return "asked"
    snapshot = mapping.read(whole, answer.mapping, "EUR")
    return "right" if _rows(snapshot, answer.accounts[0]) == TRUTH else "wrong"


@pytest.mark.parametrize("name", [*_GIVEN, *_OWN])
def test_a_proven_month_or_two_of_its_lines_settle_every_dialect(
    exports: Callable[[str], Path], name: str
) -> None:
    file = exports(name)

    assert identify(file) == "csv"
    assert _verdict(file, settle(file, [_JANUARY])) == "right"
    # Two lines do not tell which of the columns that nobody described names the account.
    lines = "asked" if name == "two_accounts.csv" else "right"
    assert _verdict(file, settle(file, [_TWO_LINES])) == lines


@pytest.mark.parametrize("name", [*_GIVEN, *_OWN])
def test_a_single_line_or_none_settles_nothing_wrongly(
    exports: Callable[[str], Path], name: str
) -> None:
    file = exports(name)

    assert _verdict(file, settle(file, [_ONE_LINE])) in ("right", "asked")
    try:
        snapshot = mapping.read(file, currency="EUR")
    except CsvMappingAmbiguous:
        return
    assert TRUTH in [_rows(snapshot, each.key) for each in snapshot.accounts]
    assert any(each.reason.startswith("assumed: ") for each in snapshot.remarks)


def test_of_the_files_that_no_statement_settles_those_with_a_doubt_are_asked_about(
    exports: Callable[[str], Path],
) -> None:
    asked = set()
    for name in (*_GIVEN, *_OWN):
        try:
            mapping.read(exports(name), currency="EUR")
        except CsvMappingAmbiguous:
            asked.add(name.removesuffix(".csv"))

    assert asked == {
        *("quickbooks", "ynab", "paypal"),  # the order of day and month is the user's
        *("amex", "capital_one", "swiss", "brackets", "behind", "soll_haben"),
        *("no_header", "two_accounts"),
    }


def _spoilt(file: Path, folder: Path, chance: random.Random) -> Path:
    """The file with one line missing, and another digit in one amount."""
    answer = settle(file, [_JANUARY])
    assert isinstance(answer, SettledMapping)
    sheet = sheets_of(file)[0]
    lines = decoded(file.read_bytes()).split("\n")
    of_ours = {line[0] for line in lines_of(CsvTable(sheet), answer.mapping) if line[2:] in TRUTH}
    gone, wrong = chance.sample(sorted(of_ours), 2)
    ends = [*(line - 1 for line in sheet.lines[1:]), len(lines)]
    at, end = sheet.lines[wrong] - 1, ends[wrong]
    cells = (sheet.columns[column][wrong] for column in answer.mapping.amount)
    amount, place = next(
        (cell, at) for cell in cells for at, letter in enumerate(cell) if letter in "123456789"
    )
    digit = str(int(amount[place]) % 9 + 1)
    row = "\n".join(lines[at:end])
    lines[at:end] = [row.replace(amount, amount[:place] + digit + amount[place + 1 :], 1)]
    lines[at + 1 : at + 1] = [""] * (end - at - 1)
    kept = lines[: sheet.lines[gone] - 1] + lines[ends[gone] :]
    spoilt = folder / f"spoilt_{file.name}"
    spoilt.write_text("\n".join(kept), "utf-8", newline="")
    return spoilt


@pytest.mark.thorough
def test_mistakes_in_the_ledger_do_not_keep_its_mapping_from_being_found(
    exports: Callable[[str], Path], tmp_path: Path
) -> None:
    chance = random.Random(5)
    found = {
        kind: Counter(
            _verdict(exports(name), settle(_spoilt(exports(name), tmp_path, chance), [_JANUARY]))
            for name in names
            for _ in range(20)
        )
        for kind, names in (("given", _GIVEN), ("own", _OWN))
    }

    assert found["given"] == {"right": 260}
    assert found["own"]["wrong"] == 0
    assert found["own"]["right"] >= 370


@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted({*_GIVEN, *_OWN} - {"no_header.csv", "datev.csv"}))
def test_headers_that_say_nothing_leave_the_cells_to_tell(
    exports: Callable[[str], Path], tmp_path: Path, name: str
) -> None:
    """The mapping is found or asked about. The two sides of hledger mirror each other."""
    sheet = sheets_of(exports(name))[0]
    file, chance = tmp_path / f"plain_{name}", random.Random(7)
    width = len(sheet.names) - 1
    with file.open("w", encoding="utf-8", newline="") as output:
        writer = csv.writer(output)
        writer.writerow(f"column {chr(ord('a') + at)}" for at in range(width))
        writer.writerows(zip(*sheet.columns[:width], strict=True))
    answer = settle(file, [_JANUARY])
    if isinstance(answer, Ambiguous):
        assert name == "hledger.csv"
        return
    for _ in range(3):
        again = settle(_spoilt(file, tmp_path, chance), [_JANUARY])
        assert _verdict(file, again) in ("right", "asked")


@pytest.mark.parametrize(
    ("name", "question", "choices"),
    [
        ("ynab.csv", "line 2, may say 2025-03-01 -42.00 or 2025-01-03 -42.00",
         Choices(dates="month-first")),
        ("amex.csv", "--signs in or out", Choices(dates="month-first", signs="out")),
        ("swiss.csv", "--signs", Choices(dates="day-first", signs="out")),
        ("soll_haben.csv", "--signs", Choices(dates="day-first", signs="out", decimal="comma")),
    ],
)  # fmt: skip
def test_a_question_names_the_first_row_and_is_answered_by_its_choice(
    exports: Callable[[str], Path], name: str, question: str, choices: Choices
) -> None:
    file = exports(name)

    with pytest.raises(CsvMappingAmbiguous, match=question):
        mapping.read(file, currency="EUR")
    snapshot = mapping.read(file, currency="EUR", choices=choices)
    assert _rows(snapshot, snapshot.accounts[0].key) == TRUTH
    *_, (option, _) = choices.given()
    wrong = replace(choices, **{option: "year-first" if option == "dates" else "neither"})
    with pytest.raises(OptionUnfit, match=f"--{option} "):
        mapping.read(file, currency="EUR", choices=wrong)


_WITH_TWO_DAYS = """booking date;value date;text;amount
03/01/2025;03/01/2025;a;-42,00
03/01/2025;03/01/2025;b;-42,00
08/01/2025;08/01/2025;c;-150,00
13/02/2025;{later}/02/2025;d;-86,40
"""


@pytest.mark.parametrize(("later", "settled"), [(13, True), (14, False)])
def test_two_readings_that_agree_in_the_proven_month_only_are_asked_about(
    tmp_path: Path, later: int, settled: bool
) -> None:
    file = tmp_path / "bank.csv"
    file.write_text(_WITH_TWO_DAYS.format(later=later))
    rows = tuple(
        (date(2025, 1, day), minor) for day, minor in ((3, -4200), (3, -4200), (8, -15000))
    )

    answer = settle(file, [ProvenRows(date(2025, 1, 1), date(2025, 1, 31), rows)])

    assert isinstance(answer, SettledMapping) == settled
    if isinstance(answer, Ambiguous):
        assert "line 5, may say 2025-02-13 -86.40 or 2025-02-14 -86.40" in str(answer.question)
        assert "--date 'booking date' or 'value date'" in str(answer.question)


def test_a_saved_mapping_serves_the_same_header_only(
    exports: Callable[[str], Path], tmp_path: Path
) -> None:
    ynab = exports("ynab.csv")
    answer = settle(ynab, [_JANUARY])
    assert isinstance(answer, SettledMapping)
    saved = Mapping.from_json(json.loads(json.dumps(answer.mapping.as_json())))
    changed = tmp_path / "changed.csv"
    changed.write_bytes(ynab.read_bytes().replace(b'"Flag"', b'"Flags"'))

    snapshot = mapping.read(ynab, saved, "USD")

    assert saved == answer.mapping
    assert _rows(snapshot, "Current") == TRUTH
    assert snapshot.remarks == ()
    with pytest.raises(CsvMappingAmbiguous):
        mapping.read(changed, saved, "USD")
    sure = mapping.read(exports("sure.csv"), saved)
    assert "saved mapping, which was not used" in sure.remarks[0].reason


def test_a_running_balance_gives_what_the_account_held_before_and_after(
    exports: Callable[[str], Path],
) -> None:
    for name in ("in_hdfc.csv", "revolut.csv", "chase.csv"):
        (account,) = mapping.read(exports(name), currency="EUR").accounts
        assert (account.opening_minor, account.balance) == (
            2318_46,
            (date(2025, 2, 10), 4258_30),
        )


def test_what_is_no_row_is_named_and_what_cannot_be_a_row_is_refused(
    exports: Callable[[str], Path], tmp_path: Path
) -> None:
    books = mapping.read(
        exports("quickbooks.csv"), currency="GBP", choices=Choices(dates="day-first")
    )
    shifted, letter = tmp_path / "shifted.csv", tmp_path / "letter.csv"
    shifted.write_text("Date,Text,Amount\n2025-01-03,Hollis, bakery,-42.00\n")
    letter.write_text("Dear Sir,\nthe amount is due.\n")

    assert [each.line for each in books.remarks[:2]] == [7, 18]
    assert books.accounts[0].name == "Current Account"
    with pytest.raises(SourceMalformed, match="line 2: the row has more cells"):
        mapping.read(shifted, currency="EUR")
    with pytest.raises(SourceMalformed, match="no row has a day"):
        mapping.read(letter)


def test_all_of_a_long_file_is_read_where_a_quote_far_down_has_no_partner(tmp_path: Path) -> None:
    file = tmp_path / "long.csv"
    rows = [f"2025-01-{1 + n % 28:02},Payee  {n} \0,{n + 1}.00" for n in range(25_000)]
    file.write_text("\r\n".join(["Date,Text,Amount", *rows, "total,x,", '2025-01-28,"Ilse,5.00']))

    found = mapping.read(file, currency="EUR", signs="in")

    assert [each.amount_minor for each in found.entries] == [*range(100, 2_500_001, 100), 500]
    assert [each.description for each in found.entries][-2:] == ["Payee 24999", '"Ilse']
    assert found.remarks[0].line == 25_002


def test_the_currency_is_the_files_own_or_must_be_named(
    exports: Callable[[str], Path], tmp_path: Path
) -> None:
    revolut = tmp_path / "two.csv"
    rows = exports("revolut.csv").read_text("utf-8").splitlines()
    rows.append("CARD,Current,2025-02-11 09:00:00,2025-02-11 09:00:00,Ramen,-1500,0,JPY,COMPLETED,")
    rows.append("CARD,Current,2025-02-11 09:00:00,2025-02-11 09:00:00,Hotel,-9,0,GBP,REVERTED,")
    revolut.write_text("\n".join(rows), "utf-8")

    with pytest.raises(SourceNeedsCurrency):
        mapping.read(exports("actual.csv"))
    hledger = mapping.read(exports("hledger.csv"))
    assert {each.currency for each in hledger.accounts} == {"GBP"}
    both = mapping.read(revolut)
    assert [(each.key, each.currency) for each in both.accounts] == [
        ("Current GBP", "GBP"),
        ("Current JPY", "JPY"),
    ]
    assert _rows(both, "Current JPY") == [(date(2025, 2, 11), -1500)]
    assert _rows(both, "Current GBP") == TRUTH
