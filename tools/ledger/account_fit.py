"""Which of the ledger's accounts a statement can be about, by rules a person would use."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias, TypeVar

Facts: TypeAlias = Mapping[str, object]
Score: TypeAlias = tuple[int, int, int, int]
AnyAccount = TypeVar("AnyAccount", bound=Facts)

_NOTHING: Score = (0, 0, 0, 0)
_WORD = re.compile(r"\w{2,}")
# One statement is held to thousands of accounts of few banks.
_REMEMBERED = 256
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


def best_first(
    facts: Facts, accounts: Sequence[AnyAccount], alike: Mapping[int, int]
) -> list[AnyAccount]:
    """All the accounts: those of `best_accounts`, the next best, what nothing speaks for, and what
    cannot be the one. Of equals, the first has most entries ``alike``, by its id."""

    def place(account: AnyAccount) -> tuple[bool, Score, int]:
        if not can_be(facts, account):
            return False, _NOTHING, 0
        found = account["id"]
        count = alike.get(found, 0) if isinstance(found, int) else 0
        return True, _score(facts, account), count

    return sorted(accounts, key=place, reverse=True)


def fit(facts: Facts, account: Facts) -> Score | None:
    """How well it fits, comparable; None if it cannot be the one or nothing speaks for it."""
    if not can_be(facts, account):
        return None
    score = _score(facts, account)
    return score if score != _NOTHING else None


def _score(facts: Facts, account: Facts) -> Score:
    """What speaks for an account that can be the one."""
    named = (
        1 if same_mask(facts.get("mask"), account.get("mask")) else 0,
        _shared(facts.get("institution"), account.get("institution")),
        _shared(facts.get("account_name"), account.get("name")),
    )
    # The kind alone is no reason: there may simply be only one such account.
    if not any(named):
        return _NOTHING
    return *named, int(facts.get("kind") is not None and facts.get("kind") == account.get("kind"))


def can_be(facts: Facts, account: Facts) -> bool:
    """Whether neither currency nor number forbids it."""
    if _differ(facts.get("currency"), account.get("currency")):
        return False
    return not is_another(facts, account) and (
        same_mask(facts.get("mask"), account.get("mask")) is not False
    )


def is_another(facts: Facts, account: Facts) -> bool:
    """Whether the page prints the number of another account, as far as both are known whole."""
    printed, known = facts.get("number"), account.get("number")
    if not printed or not known:
        return False
    return same_mask(*(re.sub(r"\D", "", str(each)) for each in (printed, known))) is False


def same_mask(left: object, right: object) -> bool | None:
    """Whether the shorter is the other's end; None when either side has none."""
    a, b = _digits(left), _digits(right)
    if not a or not b:
        return None
    return a.endswith(b) or b.endswith(a)


def _differ(left: object, right: object) -> bool:
    return left is not None and right is not None and left != right


def _digits(value: object) -> str:
    return _plain(value) if isinstance(value, str) else ""


@lru_cache(maxsize=_REMEMBERED)
def _plain(text: str) -> str:
    return re.sub(r"\W", "", text).upper()


def _shared(left: object, right: object) -> int:
    """How many distinctive words two names have in common."""
    words = _words(left)
    return len(words & _words(right)) if words else 0


def _words(value: object) -> frozenset[str]:
    return _distinctive(value) if isinstance(value, str) else frozenset()


@lru_cache(maxsize=_REMEMBERED)
def _distinctive(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold())) - _EMPTY
