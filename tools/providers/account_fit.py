"""Which of the ledger's accounts a statement can be about, by rules a person would use."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

Facts: TypeAlias = Mapping[str, object]

_WORD = re.compile(r"\w{2,}")
# Words that say nothing about which bank or account is meant.
_EMPTY = frozenset(("the", "of", "and", "bank", "account", "plc", "ltd", "inc", "ag", "sa", "nv"))


def best_accounts(facts: Facts, accounts: Sequence[Facts]) -> list[int]:
    """The ids of the accounts that fit best and equally well; empty when none fits at all.

    An account in another currency, or with another mask, never fits. A shared mask decides; then
    institution, name and kind.
    """
    scored = [(fit(facts, account), account["id"]) for account in accounts]
    fitting = [(score, found) for score, found in scored if score is not None]
    best = max((score for score, _ in fitting), default=None)
    return [found for score, found in fitting if score == best and isinstance(found, int)]


def fit(facts: Facts, account: Facts) -> tuple[int, int, int, int] | None:
    """How well an account fits, comparable; None when it cannot be the one, or nothing speaks
    for it."""
    if _differ(facts.get("currency"), account.get("currency")):
        return None
    mask = _same_mask(facts.get("mask"), account.get("mask"))
    if mask is False:
        return None
    score = (
        1 if mask else 0,
        _shared(facts.get("institution"), account.get("institution")),
        _shared(facts.get("account_name"), account.get("name")),
        int(facts.get("kind") is not None and facts.get("kind") == account.get("kind")),
    )
    # The kind alone is no reason: there may simply be only one such account.
    return score if any(score[:3]) else None


def _differ(left: object, right: object) -> bool:
    return left is not None and right is not None and left != right


def _same_mask(left: object, right: object) -> bool | None:
    """Whether the shorter is the other's end; None when either side has none."""
    a, b = _digits(left), _digits(right)
    if not a or not b:
        return None
    return a.endswith(b) or b.endswith(a)


def _digits(value: object) -> str:
    return re.sub(r"\W", "", value).upper() if isinstance(value, str) else ""


def _shared(left: object, right: object) -> int:
    """How many distinctive words two names have in common."""
    return len(_words(left) & _words(right))


def _words(value: object) -> set[str]:
    found = _WORD.findall(value.casefold()) if isinstance(value, str) else []
    return set(found) - _EMPTY
