"""All families by name."""

from __future__ import annotations

from typing import Final

from tests.support.attacks.aside import aside
from tests.support.attacks.balances import balances
from tests.support.attacks.blind import blind
from tests.support.attacks.case import Family
from tests.support.attacks.columns import columns
from tests.support.attacks.currencies import currencies
from tests.support.attacks.dates import dates
from tests.support.attacks.hostile import hostile
from tests.support.attacks.identity import identity
from tests.support.attacks.kinds import kinds
from tests.support.attacks.leaves import leaves
from tests.support.attacks.pdfs import pdfs
from tests.support.attacks.periods import periods

FAMILIES: Final[dict[str, Family]] = {
    "dates": dates,
    "periods": periods,
    "kinds": kinds,
    "identity": identity,
    "currencies": currencies,
    "balances": balances,
    "leaves": leaves,
    "columns": columns,
    "hostile": hostile,
    "blind": blind,
    "aside": aside,
    "pdfs": pdfs,
}
