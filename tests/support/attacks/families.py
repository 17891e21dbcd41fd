"""All families by name."""

from typing import Final

from tests.support.attacks.balances import balances
from tests.support.attacks.case import Family
from tests.support.attacks.columns import columns
from tests.support.attacks.dates import dates
from tests.support.attacks.hostile import hostile
from tests.support.attacks.leaves import leaves
from tests.support.attacks.pdfs import pdfs

FAMILIES: Final[dict[str, Family]] = {
    "dates": dates,
    "balances": balances,
    "leaves": leaves,
    "columns": columns,
    "hostile": hostile,
    "pdfs": pdfs,
}
