"""Shows what was done to an account: each fact with what it was and what it is."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from app.shapes.accounts import AccountChangeShape
from app.shapes.writing import by_name
from app.texts import accounts as texts_accounts
from app.texts import terminal as texts
from db.visible import one_line


def account_change_screen(change: AccountChangeShape) -> Iterator[Text]:
    """What was done, the facts that are otherwise now, and the account that is there again."""
    if not change.changed:
        yield Text(texts_accounts.AS_IT_WAS.format(**by_name(change)))
        return
    said = {**by_name(change), "other": change.other.name if change.other else None}
    form = texts_accounts.DONE[change.act] if change.after else texts_accounts.GONE
    yield Text(form.format(**said))
    if not change.after:
        return
    for fact, word in texts_accounts.FACTS.items():
        was, now = _said(change.before, fact), _said(change.after, fact)
        if was != now:
            yield Text(texts_accounts.FACT.format(fact=word, was=was, now=now))
    for each in change.follows:
        facts = {**by_name(each), "file": one_line(each.file)}
        was, now = _verdict(each.was), _verdict(each.now)
        yield Text(texts_accounts.FOLLOWS.format(**{**facts, "was": was, "now": now}))
    if change.other and change.undone:
        again = {**said, "name": change.other.name, "id": change.other.id}
        yield Text(texts_accounts.BACK_AGAIN.format(**again))


def _verdict(word: str | None) -> str:
    return texts.VERDICTS[word] if word else texts.NONE


def _said(facts: object, name: str) -> str:
    value = getattr(facts, name, None)
    return texts.NONE if value is None else str(value)
