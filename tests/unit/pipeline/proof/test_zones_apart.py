"""A row that stands further below than rows of its table usually do is set apart."""

from __future__ import annotations

from pipeline.proof.zones import Zones
from tests.support.kernel import held

TITLE = """
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025
"""

SPACED = held(f"""{TITLE}
    Opening balance                                      100.00

    Date         Description       Amount

    01/03/2025   Acme Ltd        2,000.00
                 of order one
                 of order two

                 set apart 4.50
    17/03/2025   J Smith          -950.00
                 below it

    31/03/2025   Corner shop        -5.00

    Closing balance                                    1,145.00
    """)


def test_a_row_stands_apart_if_it_stands_further_below_than_rows_of_the_table_usually_do() -> None:
    found = SPACED.offered()
    zones = Zones(found)
    apart = [row.text for i, row in enumerate(found.lexed.rows) if zones.sets_apart(i)]
    assert apart == ["set apart 4.50"]


def test_the_usual_step_is_the_median_one() -> None:
    found = held(f"""{TITLE}
    Opening balance                100.00

    01/03/2025   Acme Ltd        2,000.00
                 close to it
                 close to it

                 no further than rows do 4.50

    17/03/2025   J Smith          -950.00

    31/03/2025   Corner shop        -5.00

    Closing balance              1,145.00
    """).offered()
    zones = Zones(found)
    assert not any(zones.sets_apart(i) for i in range(len(found.lexed.rows)))
