"""Says in plain words what was looked up: the accounts, days and filters of a run's calls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.grounding.told import Told
from app.texts import asking as texts_asking


def looked_texts(looked: Iterable[Told], names: Mapping[int, str]) -> list[str]:
    """One sentence for each look-up; the same look-up twice is said once. ``names`` are of
    accounts, by their ids."""
    return list(dict.fromkeys(_text(each, names) for each in looked))


def _text(told: Told, names: Mapping[int, str]) -> str:
    given = {name: value for name, value in told.arguments.items() if value not in (None, "")}
    words = texts_asking.LOOKED.get(told.tool, told.tool)
    known = {
        **given,
        "account": _account(given.get("account_id"), names),
        "day": given.get("as_of") or max(told.days, default=None) or texts_asking.TODAY,
    }
    said = words.format_map(_Known(known))
    filters = [
        text.format(value=given[name])
        for name, text in texts_asking.LOOKED_FILTERS.items()
        if name in given
    ]
    return "".join([said, *filters])


def _account(account_id: object, names: Mapping[int, str]) -> str:
    number = int(str(account_id)) if str(account_id).isdecimal() else 0
    return names.get(number, texts_asking.SOME_ACCOUNT)


class _Known(dict[str, object]):
    """What a sentence may name; what a call left out is a dash."""

    def __missing__(self, key: str) -> str:
        return texts_asking.NOT_SAID
