"""What the tests of journals share: texts with the rows that they hold, and how to read them."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Final

from db.formats.detect import read_source
from db.formats.snapshot import Snapshot

DATA: Final = Path(__file__).parents[2] / "data" / "journals"
NAMES: Final = {"beancount": "main.beancount", "hledger": "main.journal", "ledger": "main.ledger"}

#: For both tools: a text, and the rows of its own accounts.
BOTH: Final = {
    "comments, codes and marks": (
        """
        comment
        2025-01-01 not this one
            assets:bank  £9.00
        end comment
        2025/01/02=2025/01/05 ! (chq 7) Rent | May  ; id: r1
            * assets:bank  £-500.00 ; gone
            expenses:rent
        """,
        "assets:bank -50000",
    ),
    "a year that is set, and several commodities at once": (
        """
        Y 2025
        01/02 x
            equity:opening
            assets:bank  £10.00
            assets:bank  20.00 EUR
        01/03 y
            expenses:food  £1.00
            expenses:food  2.00 EUR
            assets:bank
        """,
        "assets:bank GBP opens 1000; assets:bank EUR opens 2000;"
        " assets:bank GBP -100; assets:bank EUR -200",
    ),
    "number styles and signs on either side": (
        """
        2025-01-02 x
            assets:a  1.234,56 EUR
            assets:a  EUR -1.000,50
            assets:a  -£1,234.50
            assets:a  £-1,000,000
            assets:a  1234.5 GBP
            expenses:x
        """,
        "assets:a EUR 123456; assets:a EUR -100050;"
        " assets:a GBP -123450; assets:a GBP -100000000; assets:a GBP 123450",
    ),
    "prices, each and in all": (
        """
        2025-01-02 x
            assets:dollars  $-100.00 @@ £80.00
            assets:bank
        2025-01-03 x
            assets:shares  10 AAPL {£1.10} @ £1.50
            assets:dollars  $10.00 @ £0.75
            expenses:fees  £1.00
            income:gains  £-12.00
            equity:rest
        """,
        "assets:dollars -10000; assets:bank 8000; assets:dollars 1000",
    ),
    "a balance that sets the amount": (
        """
        2025-01-02 x
            assets:bank  = £100.00
            equity:opening
        2025-01-03 x
            assets:bank  £-30.00 = £70.00
            expenses:x
        2025-01-04 x
            assets:bank  = £50.00
            expenses:x
        """,
        "assets:bank opens 10000; assets:bank -3000; assets:bank -2000",
    ),
    "virtual postings, dates of postings, an alias and an account that applies": (
        """
        alias b=assets:bank
        apply account assets
        2025-01-02 x
            cash  £-5.00
            (jar)  £2.00
            [jar]  £1.00  ; [2025-01-09]
            [pot]  £-1.00
            wallet
        end apply account
        2025-01-03 y
            b:current  £1.00
            income:x
        """,
        "assets:cash -500; assets:jar 200; assets:jar 100;"
        " assets:pot -100; assets:wallet 500; assets:bank:current 100",
    ),
}

#: For one tool alone.
ONLY: Final = {
    "beancount": {
        "sums, flags, strings over lines and comments": (
            """
            * A heading
            2025-01-02 * "Multi
            line" "and \\"quoted\\"" #tag ^link ; "comment
              ! Assets:Bank  -(1,000.00 + 2 * 3) USD ; "x
              ; nothing
              Expenses:Food
            """,
            "Assets:Bank -100600",
        ),
        "costs and prices": (
            """
            2025-01-02 *
              Assets:Shares  10 AAPL {{55.00 GBP, 2024-01-01, "lot"}} @ 9.00 GBP
              Assets:Dollars  -10 USD @ 0.50 GBP
              Assets:Bank
            """,
            "Assets:Dollars -1000; Assets:Bank -5000",
        ),
        "an amount left out is rounded as the others are written": (
            """
            2025-01-02 *
              Assets:Euro  33.33 EUR @ 1.1055 USD
              Expenses:Fee  1.00 USD
              Assets:Bank
            """,
            "Assets:Euro 3333; Assets:Bank -3785",
        ),
        "a pad fills up to the next balance": (
            """
            2025-01-01 pad Assets:Bank Equity:Open
            2025-01-03 *
              Assets:Bank  -10.00 GBP
              Expenses:Food
            2025-01-05 balance Assets:Bank  90.00 GBP
            """,
            "Assets:Bank opens 10000; Assets:Bank -1000",
        ),
        "roots of other names": (
            """
            option "name_assets" "Vermoegen"
            2025-01-03 *
              Vermoegen:Bank  -10.00 EUR
              Expenses:Food
            """,
            "Vermoegen:Bank -1000",
        ),
    },
    "hledger": {
        "a decimal mark, a default commodity and digits grouped by spaces": (
            """
            decimal-mark ,
            D 1.000,00 EUR
            2025-01-02 x
                assets:bank  -1.000
                assets:bank  2 000,50 EUR
                expenses:x
            """,
            "assets:bank -100000; assets:bank 200050",
        ),
        "one comma is a decimal mark unless the commodity has another": (
            """
            2025-01-02 x
                assets:bank  £1,500
                expenses:x
            commodity £1,000.00
            2025-01-02 x
                assets:bank  £1,500
                expenses:x
            """,
            "assets:bank 150; assets:bank 150000",
        ),
        "accounts that are declared to be assets": (
            """
            account Konten       ; type: Asset
            account Konten:Leihe ; type: L
            account assets:none  ; type: X
            2025-01-02 x
                Konten:Giro  1.00 EUR
                Konten:Leihe  2.00 EUR
                assets:none
            """,
            "Konten:Giro 100; Konten:Leihe 200",
        ),
        "balances count by day, and brackets balance among themselves": (
            """
            2025-01-09 later
                assets:bank  = £50.00
                expenses:x
            2025-01-02 first
                [assets:bank]  £80.00
                [equity:opening]
                expenses:x  £1.00
                assets:cash
            """,
            "assets:bank 8000; assets:cash -100; assets:bank -3000",
        ),
    },
    "ledger": {
        "sums, a bucket and a comma learnt": (
            """
            bucket assets:bank
            2025-01-02 x
                expenses:x  (£10.00 * 3 - £1.00)
            2025-01-03 x
                assets:euro  1,50 EUR
                income:x
            2025-01-04 x
                assets:euro  1.500 EUR
                income:x
            """,
            "assets:bank -2900; assets:euro 150; assets:euro 150000",
        ),
        "a lot weighs what it cost, and a comma may group": (
            """
            2025-01-02 x
                assets:shares  -10 AAPL {£1.00} @ £1.50
                assets:bank
            2025-01-03 x
                assets:bank  £1,500
                income:x
            """,
            "assets:bank 1000; assets:bank 150000",
        ),
        "brackets balance with the others, in the order of the file": (
            """
            2025-01-09 first
                [assets:pot]  £5.00
                assets:bank
            2025-01-02 second
                assets:bank  = £-2.00
                expenses:x
            """,
            "assets:pot 500; assets:bank -500; assets:bank 300",
        ),
    },
}


def read_text(folder: Path, form: str, text: str) -> Snapshot:
    """What the text holds as the main file of a ledger of this form."""
    path = folder / NAMES[form]
    path.write_text(dedent(text), encoding="utf-8")
    return read_source(path, form)


def rows(snapshot: Snapshot) -> list[str]:
    """Each opening and entry in short, sorted."""
    opened = [
        f"{account.key} opens {account.opening_minor}"
        for account in snapshot.accounts
        if account.opened_on
    ]
    entries = [f"{each.account} {each.amount_minor}" for each in snapshot.entries]
    return sorted(opened + entries)
