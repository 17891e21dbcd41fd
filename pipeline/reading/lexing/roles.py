"""Which groups and meanings words have, and which of them no word may have together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

MEANINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "columns": (
        "date", "value_date", "description", "debit", "credit", "amount", "balance", "direction",
        "other", "repaid",
    ),
    "labels": (
        "currency", "count_unit", "closing_day", "other_range", "other_account", "opening",
        "closing", "due", "balance_on", "total_in", "total_out", "total", "carried_page", "period",
        "statement_date", "no_lines", "count_in", "count_out", "count", "account_number", "month",
        "year", "statement_number", "due_date", "day_total", "other_number",
        "account_kind", "ends_on",
    ),
    "sections": ("credit", "debit", "skip"),
    "objections": ("page", "multiple", "unbooked"),
    "asides": ("limit", "nought"),
    "marks": ("credit", "debit"),
    "kinds": ("card", "loan", "current", "savings"),
    "moved": ("in", "out"),
}  # fmt: skip
#: Words that are no phrases of a row: found within a text, or single ones that join others, or what
#: a document that is no statement is headed with.
OTHERS: Final[Mapping[str, tuple[str, ...]]] = {
    "within": (
        "account", "bank", "card", "current", "ending", "no_bank", "no_product", "product",
        "statement",
    ),
    "single": (
        "account", "before_month", "between", "lead", "link", "numbered", "of", "ordinal",
        "product", "to",
    ),
    "titles": ("contract", "invoice", "letter", "payslip", "receipt", "tax"),
}  # fmt: skip
#: Meanings of one group that a phrase may have together: "Umsatz" is a text or an amount.
_TOGETHER: Final = {
    ("columns", "description", "amount"),
    ("columns", "debit", "other"),
    ("columns", "debit", "repaid"),
    ("labels", "closing_day", "statement_date"),
    ("labels", "closing_day", "ends_on"),
    ("labels", "statement_date", "ends_on"),
    ("labels", "period", "ends_on"),
    ("labels", "balance_on", "ends_on"),
    ("labels", "closing", "balance_on"),
    ("labels", "due", "total_out"),
    ("labels", "balance_on", "statement_date"),
    ("labels", "total", "count"),
    ("labels", "period", "statement_date"),
    ("labels", "period", "month"),
    ("kinds", "current", "savings"),
}
#: Meanings of two groups that say the opposite of each other. A card's column of payments is
#: money out, and its section of payments is money in.
_OPPOSITE: Final = (
    (("columns", "credit"), ("sections", "debit")),
    (("columns", "debit"), ("labels", "total_in")),
    (("columns", "credit"), ("labels", "total_out")),
    (("sections", "debit"), ("labels", "total_in")),
    (("sections", "credit"), ("labels", "total_out")),
    (("moved", "in"), ("sections", "debit")),
    (("moved", "out"), ("sections", "credit")),
    (("moved", "in"), ("columns", "debit")),
    (("moved", "out"), ("columns", "credit")),
)

_Groups = Mapping[str, Mapping[str, Sequence[str]]]


def refuse_two_roles(groups: _Groups, letters_of: Callable[[str], str]) -> None:
    """Raises ``ValueError`` for a phrase whose meanings contradict each other, or for a group or
    meaning that nothing reads."""
    unknown = [
        (group, meaning)
        for group, meanings in groups.items()
        for meaning in meanings
        if meaning not in MEANINGS.get(group, ())
    ]
    if unknown:
        raise ValueError(f"nothing reads {unknown}")
    for one, other in _apart():
        shared = _phrases(groups, one, letters_of) & _phrases(groups, other, letters_of)
        if shared:
            raise ValueError(f"{sorted(shared)} are both {one} and {other}")


def _apart() -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
    for group, meanings in MEANINGS.items():
        for one, other in combinations(meanings, 2):
            if (group, one, other) not in _TOGETHER:
                yield (group, one), (group, other)
    yield from _OPPOSITE


def _phrases(
    groups: _Groups, role: tuple[str, str], letters_of: Callable[[str], str]
) -> frozenset[str]:
    group, meaning = role
    found: Iterable[str] = groups.get(group, {}).get(meaning, ())
    return frozenset(letters_of(phrase) or phrase for phrase in found)
