"""What the readers of journals make of each piece of syntax, and what they refuse."""

import json
import shutil
import subprocess
from collections import Counter
from datetime import date
from decimal import Decimal
from pathlib import Path
from textwrap import dedent

import pytest

from db.formats.detect import identify, read_source
from db.formats.snapshot import OptionOfOtherFormat, Snapshot, SourceMalformed, UnknownFormat
from db.money import exponent_of, to_minor
from db.words import AccountKind
from tests.integration.formats.journals import BOTH, DATA, NAMES, ONLY, read_text, rows


@pytest.mark.parametrize("form", ["hledger", "ledger"])
@pytest.mark.parametrize("what", BOTH)
def test_hledger_and_ledger_have_in_common(tmp_path: Path, form: str, what: str) -> None:
    text, expected = BOTH[what]

    assert rows(read_text(tmp_path, form, text)) == sorted(expected.split("; "))


OPEN = "2025-01-01 open Assets:Bank\n2025-01-01 open Equity:Open\n"


@pytest.mark.parametrize(("form", "what"), [(form, each) for form in ONLY for each in ONLY[form]])
def test_one_tool_has_alone(tmp_path: Path, form: str, what: str) -> None:
    text, expected = ONLY[form][what]

    assert rows(read_text(tmp_path, form, text)) == sorted(expected.split("; "))


BANK = "\n    assets:bank  £1.00\n    income:x\n"
REFUSED = [
    ("hledger", "2025-01-02 x\n    assets:bank\n    income:x", 3, "second posting without"),
    ("hledger", "2025-02-30 x" + BANK, 1, "no date"),
    ("hledger", "01-02 x" + BANK, 1, "its year"),
    ("hledger", "2025-01-02 x\n    assets:bank\t£1.00\n    income:x", 2, "one tab"),
    ("hledger", "2025-01-02 x\n    assets:bank  £1.005\n    income:x", 2, "more decimals"),
    ("hledger", "2025-01-02 x\n    assets:bank  £1.00 # no\n    income:x", 2, "not understood"),
    ("hledger", "2025-01-02 x\n    (assets:bank  £1.00\n    income:x", 2, "no account"),
    ("hledger", "decimal-mark .\n2025-01-02 x\n    assets:bank  £1,5\n    income:x", 3, "£?1,5"),
    ("hledger", "2025-01-02 x\n    assets:bank  =* £1\n    income:x", 2, "not worked out"),
    ("hledger", "alias /a/ = b\n", 1, "alias of one account"),
    ("hledger", "rubbish\n", 1, "no directive"),
    ("hledger", "include none.journal\n", 1, "no file"),
    ("hledger", "include ../main.journal\n", 1, "not in the folder"),
    ("hledger", "include main.journal\n", 1, "includes itself"),
    ("hledger", "include /etc/*.journal\n", 1, "leads out"),
    ("ledger", "C 1.00 Kb = 1024 b\n", 1, "conversion"),
    ("ledger", "= /Food/\n    assets:pot  1\n", 2, "adds postings to assets:pot"),
    ("ledger", "define a=£1\n2025-01-02 x\n    assets:bank  a\n    income:x", 3, "no amount"),
    ("beancount", OPEN + '2025-01-02 * "x\n  Assets:Bank  1 GBP', 3, "not closed"),
    ("beancount", OPEN + "2025-01-02 *\n  assets:bank  1 GBP", 4, "no posting"),
    ("beancount", "2025-01-02 open Konten:Bank", 1, "under none of"),
    ("beancount", OPEN + "2025-01-02 *\n  Assets:S  -1 X {}\n  Assets:Bank", 5, "cannot be"),
    ("beancount", 'include "../main.beancount"', 1, "not in the folder"),
]  # fmt: skip


@pytest.mark.parametrize(("form", "text", "line", "reason"), REFUSED)
def test_what_could_change_an_amount_is_refused_by_its_line(
    tmp_path: Path, form: str, text: str, line: int, reason: str
) -> None:
    folder = tmp_path / "books"
    folder.mkdir()
    (tmp_path / NAMES[form]).write_text("; outside\n")

    with pytest.raises(SourceMalformed, match=reason) as caught:
        read_text(folder, form, text)

    assert (caught.value.facts["file"], caught.value.facts["line"]) == (NAMES[form], line)


@pytest.mark.parametrize(
    ("form", "text", "reason"),
    [
        ("hledger", "= expenses\n    (budget)  *-1\n", "--auto"),
        ("hledger", "2025-01-02 x\n    assets:bank  £1\n    income:x  £-2\n", "off balance"),
        ("hledger", "2025-01-02 x\n    assets:bank  £1 = £2\n    income:x\n", "rows come to 1.00"),
        ("hledger", "2025-01-02 x\n    assets:bank  1 AAPL\n    income:x\n", "no currency"),
        ("hledger", "2025-01-02 x\n    assets:bank  £1,500\n    income:x\n", "as hledger reads"),
        ("beancount", 'plugin "evil"\n', "was not run"),
        ("beancount", OPEN + "2025-01-02 balance Assets:Bank  1 GBP", "rows come to 0.00"),
    ],
)
def test_what_changes_no_amount_is_a_remark(
    tmp_path: Path, form: str, text: str, reason: str
) -> None:
    assert reason in " ".join(each.reason for each in read_text(tmp_path, form, text).remarks)


@pytest.mark.parametrize(
    ("form", "mark"),
    [
        ("hledger", "; tieout-reading:"),
        ("ledger", "; :tieout-reading:"),
        ("beancount", "tieout-reading: TRUE"),
    ],
)
def test_rows_that_carry_our_mark_are_ours(tmp_path: Path, form: str, mark: str) -> None:
    head = '2025-01-02 * "x"' if form == "beancount" else "2025-01-02 x"
    posting = "    Assets:Bank  1.00 GBP\n    Income:X  -1.00 GBP\n"
    text = f"{head}\n    {mark}\n{posting}\n{head}\n{posting}"

    assert [each.ours for each in read_text(tmp_path, form, text).entries] == [True, False]


def test_a_sign_of_several_currencies_is_that_which_is_named(tmp_path: Path) -> None:
    file = tmp_path / "main.journal"
    file.write_text("2025-01-02 x\n    assets:bank  $1\n    income:x\n", encoding="utf-8")

    plain, named = read_source(file), read_source(file, currency="CAD")

    assert [each.accounts[0].currency for each in (plain, named)] == ["USD", "CAD"]
    assert "--currency" in plain.remarks[0].reason
    assert not named.remarks
    file.write_text(file.read_text().replace("$", "€"), encoding="utf-8")
    with pytest.raises(OptionOfOtherFormat):
        read_source(file, currency="CAD")


def test_an_id_lasts_if_the_account_has_it_once(tmp_path: Path) -> None:
    text = "\n".join(f"2025-01-02 x  ; {tag}{BANK}" for tag in ("id:a", "id:b", "id:b", "ref:c"))

    found = [
        (each.source_id, each.lasting) for each in read_text(tmp_path, "hledger", text).entries
    ]

    assert found == [("a", True), ("b", False), ("b", False), ("c", False)]


def test_the_last_balance_is_that_of_the_end_of_its_day(tmp_path: Path) -> None:
    text = """
        2025-01-02 x
            assets:bank  £1.00 = £1.00
            income:x
        2025-01-02 y
            assets:bank  £2.00
            income:x
        2025-01-03 z
            assets:bank  £4.00
            income:x
    """

    assert read_text(tmp_path, "hledger", text).accounts[0].balance == (date(2025, 1, 2), 300)


def test_ledger_asserts_balances_without_virtual_postings(tmp_path: Path) -> None:
    text = "2025-01-02 x\n    (assets:bank)  £5\n    assets:bank  £1 = £1\n    income:x\n"

    snapshot = read_text(tmp_path, "ledger", text)

    assert (snapshot.accounts[0].balance, snapshot.remarks) == (None, ())


def test_names_tell_the_kind_of_an_account(tmp_path: Path) -> None:
    names = {
        "assets:bank:giro": AccountKind.CHECKING,
        "Aktiva:Tagesgeld": AccountKind.SAVINGS,
        "actifs:espèces": AccountKind.OTHER,
        "liabilities:CreditCard": AccountKind.CARD,
        "passifs:prêt": AccountKind.LOAN,
        "passiva:eigenkapital": None,
    }
    text = "2025-01-02 x\n" + "".join(f"    {name}  1 EUR\n" for name in names) + "    income:x\n"

    found = {each.name: each.kind for each in read_text(tmp_path, "hledger", text).accounts}

    assert found == {name: kind for name, kind in names.items() if kind}


def test_files_that_are_included_are_read_in_place_and_hashed(tmp_path: Path) -> None:
    (tmp_path / "years").mkdir()
    for year in ("2024", "2025"):
        (tmp_path / "years" / f"{year}.journal").write_text(f"Y {year}\n01-02 x{BANK}")

    snapshot = read_text(tmp_path, "hledger", "include years/*.journal\n2026-01-02 x" + BANK)

    assert [each.booked_on.year for each in snapshot.entries] == [2024, 2025, 2026]
    assert [Path(each).name for each in snapshot.files] == [
        "main.journal",
        "2024.journal",
        "2025.journal",
    ]


@pytest.mark.parametrize("form", NAMES)
def test_text_that_is_not_utf8_is_refused_by_its_line(tmp_path: Path, form: str) -> None:
    (tmp_path / NAMES[form]).write_bytes(b"; one\n; M\xfcller\n")

    with pytest.raises(SourceMalformed, match="line 2: the text is not UTF-8"):
        read_source(tmp_path / NAMES[form], form)


@pytest.mark.parametrize(
    ("name", "text", "form"),
    [
        ("books.txt", '2025-01-02 * "Payee"\n  Assets:Bank  1 GBP\n  Income:X', "beancount"),
        ("books.txt", "2025-01-02 x" + BANK, "hledger"),
        ("books.txt", "bucket a\n2025-01-02 x" + BANK, "ledger"),
        ("books.dat", "2025-01-02 x" + BANK, "ledger"),
        ("books.dat", "decimal-mark ,\n2025-01-02 x" + BANK, "hledger"),
        ("all.journal", "include 2024.journal\n", "hledger"),
        ("letter.txt", "2025-01-02\n  Dear Sir or Madam\n", None),
        ("rows.csv", "date,amount\n2025-01-02,1.00\n", "csv"),
        ("page.html", "<html>\n2025-01-02 x" + BANK, None),
        ("picture.journal", "\0\1\2", None),
    ],
)
def test_a_journal_is_known_by_its_text(
    tmp_path: Path, name: str, text: str, form: str | None
) -> None:
    (tmp_path / name).write_text(text)

    if form:
        assert identify(tmp_path / name) == form
    else:
        with pytest.raises(UnknownFormat):
            identify(tmp_path / name)


VECTORS = json.loads((DATA / "pta_vectors.json").read_text("utf-8"))["vectors"]
#: Where we differ from a vector, and why.
DIFFERS = {
    "its amount has more decimals than the currency, or more digits than we keep": (
        "max-decimal-precision very-large-amount-edge very-small-amount-edge expression-in-amount"
        " transaction-tolerance-within"
    ),
    "beancount itself refuses a blank line in a transaction": "empty-lines-in-transaction",
    "opened, closed and limited accounts, pads without use and lots are for the tool to check": (
        "account-not-opened account-closed-posting-after currency-constraint-violation"
        " pad-unused-error pad-without-balance booking-strict-ambiguous booking-default-strict"
        " reduction-exceeds-inventory reduction-no-matching-lot negative-cost-error"
    ),
    "variables, functions and assertions of ledger are not run": (
        "expr-define-simple expr-define-expression expr-function-abs expr-function-ceil"
        " expr-function-floor expr-function-round expr-function-quantity expr-conditional"
        " assert-fail"
    ),
    "the tools themselves accept it": (
        "multi-commodity-no-price missing-payee invalid-account-chars"
    ),
}
#: Remarks that any honest ledger may have.
HARMLESS = ("$ was taken", "no account", "which is no currency")
TOOLS = {"hledger": "main.journal", "ledger": "ledger.dat"}
SIGNS = {"£": "GBP", "$": "USD"}


@pytest.mark.parametrize("form", ["beancount", "hledger", "ledger"])
def test_valid_vectors_are_read_and_invalid_ones_refused_or_named(
    tmp_path: Path, form: str
) -> None:
    differing = set()
    for tool, name, valid, text in VECTORS:
        if tool == form:
            try:
                remarks = read_text(tmp_path, form, text).remarks
                named = any(not any(h in each.reason for h in HARMLESS) for each in remarks)
                agrees = valid or named
            except SourceMalformed:
                agrees = not valid
            if not agrees:
                differing.add(name)
    expected = {name for names in DIFFERS.values() for name in names.split()}
    assert differing == expected & {name for tool, name, *_ in VECTORS if tool == form}


@pytest.mark.parametrize("name", ["main.beancount", "main.journal", "ledger.dat"])
def test_the_bakery_is_the_same_in_every_journal(name: str) -> None:
    snapshot = read_source(DATA / name)

    current, dollar, visa = snapshot.accounts
    assert [each.opening_minor for each in snapshot.accounts] == [120_000, 30_000, -15_000]
    assert {each.opened_on for each in snapshot.accounts} == {date(2025, 1, 1)}
    assert (current.currency, dollar.currency) == ("GBP", "USD")
    assert (current.kind, visa.kind) == (AccountKind.CHECKING, AccountKind.CARD)
    assert current.balance == (date(2025, 1, 8), 96_600)
    january = [e for e in snapshot.entries if e.booked_on.month == 1]
    assert [e.amount_minor for e in january if e.account == current.key] == [
        -4200,
        -4200,
        -15_000,
        -8000,
    ]
    assert [e.source_id for e in january][:2] == ["a1", None]
    assert not any(e.pending or e.ours for e in january)


@pytest.mark.parametrize(
    ("name", "form"),
    [("main.beancount", "beancount"), ("main.journal", "hledger"), ("ledger.dat", "ledger")],
)
def test_each_sample_is_known_for_what_it_is(name: str, form: str) -> None:
    assert identify(DATA / name) == form


def test_an_entry_says_on_which_lines_it_is() -> None:
    rent, tools, flour, *_ = read_source(DATA / "main.journal").entries

    assert tools.place
    assert rent.place
    assert flour.place
    assert (tools.place.file.name, tools.place.first, tools.place.last) == ("feb.journal", 5, 7)
    assert tools.place.amount_line == 7
    assert rent.place.amount_line is None  # left out
    assert (flour.place.first, flour.place.last) == (15, 18)
    assert (flour.description, flour.source_id, flour.lasting) == (
        "Hollis Bakery | flour",
        "a1",
        True,
    )


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("form", "what"), [(form, w) for form in TOOLS for w in ("the sample", *BOTH, *ONLY[form])]
)
def test_the_tool_itself_has_the_same_rows(tmp_path: Path, form: str, what: str) -> None:
    if not shutil.which(form):
        pytest.skip(f"{form} is not installed")
    path = DATA / TOOLS[form]
    text = {**BOTH, **ONLY[form]}.get(what)
    if text:
        path = tmp_path / TOOLS[form]
        path.write_text(dedent(text[0]), encoding="utf-8")

    ask = {"hledger": by_hledger, "ledger": by_ledger}[form]
    assert movements(read_source(path, form)) == ask(path)


def movements(snapshot: Snapshot) -> Counter[tuple[str, str, int]]:
    """How often each account has each amount on each day, openings among them."""
    found: Counter[tuple[str, str, int]] = Counter()
    accounts = {each.key: each for each in snapshot.accounts}
    for entry in snapshot.entries:
        currency = accounts[entry.account].currency
        name = entry.account.removesuffix(f" {currency}")
        found[name, f"{entry.booked_on} {currency}", entry.amount_minor] += 1
    for each in snapshot.accounts:
        name = each.key.removesuffix(f" {each.currency}")
        if each.opened_on:
            found[name, f"{each.opened_on} {each.currency}", each.opening_minor] += 1
    return found


def by_hledger(path: Path) -> Counter[tuple[str, str, int]]:
    said = _said("hledger", "-f", str(path), "print", "-x", "-O", "json")
    found: Counter[tuple[str, str, int]] = Counter()
    for transaction in json.loads(said):
        for posting in transaction["tpostings"]:
            for amount in posting["pamount"]:
                number = amount["aquantity"]
                exact = Decimal(number["decimalMantissa"]).scaleb(-number["decimalPlaces"])
                day = posting["pdate"] or transaction["tdate"]
                _count(found, posting["paccount"], day, amount["acommodity"], exact)
    return found


def by_ledger(path: Path) -> Counter[tuple[str, str, int]]:
    fields = '%(format_date(date,"%Y-%m-%d"))|%(account)|%(commodity(amount))|%(quantity(amount))\n'
    found: Counter[tuple[str, str, int]] = Counter()
    for line in _said("ledger", "-f", str(path), "reg", "--format", fields).splitlines():
        day, account, commodity, number = line.split("|")
        _count(found, account.strip("()[]"), day, commodity, Decimal(number))
    return found


def _said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def _count(
    found: Counter[tuple[str, str, int]], account: str, day: str, commodity: str, number: Decimal
) -> None:
    currency = SIGNS.get(commodity, commodity)
    own = account.startswith(("assets:", "liabilities:", "Konten:")) and account != "assets:none"
    if own and currency != "AAPL":
        found[account, f"{day} {currency}", to_minor(number, exponent_of(currency))] += 1
