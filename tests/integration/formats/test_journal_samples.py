"""The sample ledgers come out as their own tools have them, and as the published vectors ask."""

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
from db.formats.snapshot import Snapshot, SourceMalformed
from db.money import exponent_of, to_minor
from db.words import AccountKind
from tests.integration.formats.journals import BOTH, DATA, ONLY, read_text

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
