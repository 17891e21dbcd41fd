"""Every statement that is not matched ends, by what its screen offers, in matched or in a stated
reason."""

import csv
from pathlib import Path

import pytest

from tests.support.pdfs import typed
from tests.support.process import Demo, Ran, tieout

SHARED = Path("/work/shared/statements")
#: Statements that a true ledger alone does not settle: the answers that a person gives who sees
#: the page, and what they end in.
ANSWERED = {
    "codeborne__pdf-test__statement": (
        ("checking", "RUB", "6.40"),
        ("--account", "Own", "--balance", "have", "--largest", "out"),
        "matched",
    ),
    "ricardolsmendes__credit-card-statement-extractor__no_transactions_statement": (
        ("card", "USD", "0.00"),
        ("--account", "Own", "--balance", "owe", "--currency", "USD",
         "--period", "2021-01-01", "2021-01-31"),
        "matched",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ANSWERED)
def test_what_only_a_person_can_say_is_all_that_is_asked(name: str, tmp_path: Path) -> None:
    if not (SHARED / f"{name}.pdf").exists():
        pytest.skip("the shared statements are not here")
    (kind, currency, opening), answers, verdict = ANSWERED[name]
    books = tmp_path / "books"
    books.mkdir()
    header = "name,kind,currency,mask,opening_balance"
    (books / "accounts.csv").write_text(f"{header}\nOwn,{kind},{currency},,{opening}\n")
    _, *rows = (SHARED / f"{name}.csv").read_text("utf-8").splitlines()
    entries = [["Own", row["date"], row["amount"], "paid"] for row in csv.DictReader(rows)]
    with (books / "transactions.csv").open("w", newline="") as file:
        head = ["account", "date", "amount", "description"]
        csv.writer(file).writerows([head, *entries, ["Own", "2031-01-01", "-12.34", "later"]])

    def typed(*words: str) -> Ran:
        return tieout(*words, cwd=tmp_path)

    typed("init", "--ledger", "books")
    typed("import", str(SHARED / f"{name}.pdf"))
    assert typed("explain", "1").code == 3
    typed("state", "1", *answers)
    found = typed("explain", "1", "--json").json["statements"]
    assert [each["state"] for each in found] == [verdict], [
        (e["name"], e["text"], e["detail"]) for s in found for e in s["reasons"]
    ]


def test_each_sample_that_is_not_matched_can_be_set_aside_for_a_reason(demo: Demo) -> None:
    everything_waiting_is_set_aside(demo.folder)


def test_pages_are_drawn_into_a_folder_and_no_file_is_written_over(
    demo: Demo, tmp_path: Path
) -> None:
    def drawn(folder: Path) -> Ran:
        asked = ("--database", "tieout.db", "--png", folder)
        return tieout("explain", "1", *asked, cwd=demo.folder)

    pages = tmp_path / "pages"
    assert drawn(pages).code in (0, 3)
    assert (pages / "import-1-page-1.png").read_bytes().startswith(b"\x89PNG")

    again = drawn(pages)
    assert again.code not in (0, 3)
    assert "[export_there]" in again.err
    assert str(pages / "import-1-page-1.png") in " ".join(again.err.split())

    (tmp_path / "file").touch()
    assert "[export_unwritable]" in drawn(tmp_path / "file" / "below").err


@pytest.mark.slow
@pytest.mark.timeout(1_800)
def test_each_dev_statement_that_is_not_matched_can_be_set_aside_for_a_reason(
    tmp_path: Path,
) -> None:
    if not SHARED.exists():
        pytest.skip("the shared statements are not here")
    tieout("init", "--database", "tieout.db", cwd=tmp_path)
    tieout("import", str(SHARED), "--database", "tieout.db", cwd=tmp_path)
    everything_waiting_is_set_aside(tmp_path)


def everything_waiting_is_set_aside(folder: Path) -> None:
    """Each statement that waits in the ledger there says why, and what helps and where."""

    def typed(*words: str) -> Ran:
        return tieout(*words, "--database", "tieout.db", cwd=folder)

    waiting = [each for each in typed("review", "--json").json if each["statements"]]
    assert waiting
    for each in waiting:
        number = str(each["import_id"])
        for statement in typed("explain", number, "--json").json["statements"]:
            assert statement["state"] == "matched" or statement["reasons"]
            for told in statement["reasons"]:
                assert told["remedy"], told
                assert told["command"] or told["place"], told
            at = str(statement["number"])
            reason = ("--reason", "the bank sends it again")
            typed("state", number, "--statement", at, "--does-not-stand", *reason)
    assert [each for each in typed("review", "--json").json if each["statements"]] == []


MARCH = """
    Northgate Bank
    Account number 12345678
    Statement period 1 March 2025 to 31 March 2025

    Date         Description           Money out   Money in    Balance
    Opening balance                                             100.00
    03/03/2025   Acme Ltd                          2,000.00   2,100.00
    17/03/2025   J Smith                  950.00              1,150.00
    Closing balance                                           1,150.00
"""


def checked(folder: Path, page: str, *entries: str, mask: str = "12345678") -> Ran:
    """What a check of the page says beside one account with these entries."""
    (folder / "march.pdf").write_bytes(typed(page))
    books = folder / "books"
    books.mkdir()
    (books / "accounts.csv").write_text(
        "name,institution,kind,currency,mask,opening_balance\n"
        f"Everyday,Northgate Bank,checking,GBP,{mask},100.00\n"
    )
    rows = ("account,date,amount,description", *(f"Everyday,{each}" for each in entries))
    (books / "transactions.csv").write_text("\n".join(rows) + "\n")
    return tieout("check", str(books), str(folder / "march.pdf"), cwd=folder)


def test_a_check_says_why_a_statement_is_unproven(tmp_path: Path) -> None:
    entries = "2025-03-03,2000.00,Acme", "2025-03-17,-950.00,Smith"
    told = checked(tmp_path, MARCH, *entries, mask="44449999")
    assert told.code == 3
    assert "Nothing shows whose account it is." in told.out


def test_what_differs_on_a_page_that_may_be_misread_is_no_fact(tmp_path: Path) -> None:
    misprinted = MARCH.replace("1,150.00", "1,250.00", 1)
    told = checked(tmp_path, misprinted, "2025-03-03,2000.00,Acme Ltd")

    lines = told.out.splitlines()
    doubtful = lines.index("  What differs if it was read correctly:")
    verdict = next(at for at, line in enumerate(lines) if line.endswith(": unproven"))
    missing = next(at for at, line in enumerate(lines) if "not in the ledger" in line)
    assert verdict < doubtful < missing


def test_what_else_a_page_says_is_shown_beside_matched(tmp_path: Path) -> None:
    totals = (
        "Total money in                          2,000.00\n    Total money out           960.00"
    )
    page = f"{MARCH.rstrip()}\n    {totals}\n"
    entries = "2025-03-03,2000.00,Acme", "2025-03-17,-950.00,Smith"
    told = checked(tmp_path, page, *entries)
    assert (told.code, told.out.splitlines()) == (0, [
        "march.pdf: Everyday *5678, 2025-03: matched",
        "  a printed total differs: 960.00",
    ])  # fmt: skip


def test_a_check_names_what_could_not_be_checked(tmp_path: Path) -> None:
    page = """
        Northgate Bank
        Account number 12345678
        Amounts in GBP

        Date         Description           Money out   Money in
        03/03/2025   Acme Ltd                          2,000.00
        17/03/2025   J Smith                  950.00
    """
    told = checked(tmp_path, page)

    assert "unproven" in told.out
    assert "The page does not print both balances" in told.out
    assert "balance: -" not in told.out
