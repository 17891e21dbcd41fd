"""Says beside a patch what it holds, what it does not, and what the journal's own checker says."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from app.shapes.sources import LeftCorrectionShape, PatchShape
from app.shapes.writing import by_name
from app.texts import accounts as texts
from app.texts.sentences import day_text, money_text
from db.text import one_line


def patch_notes(done: PatchShape) -> Iterator[str]:
    """One sentence a line."""
    source = shlex.quote(done.source)
    for each in done.left:
        yield _left(each)
        if each.asks:
            payee = shlex.quote(one_line(each.description or ""))
            yield f"  {texts.PATCH_ASKS.format(source=source, payee=payee)}"
    for unasserted in done.unasserted:
        said = {**by_name(unasserted), "account": one_line(unasserted.account)}
        yield texts.PATCH_UNASSERTED.format(**said)
    if done.checker and done.checker.passed:
        yield texts.PATCH_PASSED.format(tool=done.checker.tool)
    elif done.checker:
        yield texts.PATCH_REFUSED.format(tool=done.checker.tool)
        yield from (f"  {one_line(line)}" for line in done.checker.words.split("\n"))
    for file in done.backups:
        yield texts.PATCH_BACKUP.format(file=one_line(file))
    form = texts.PATCH_COUNTS if done.patch or done.left else texts.PATCH_NOTHING
    yield form.format(**{**by_name(done), "source": done.source, "left": len(done.left)})
    if done.patch and not done.backups and done.writable:
        yield texts.PATCH_MORE.format(source=source)


def _left(each: LeftCorrectionShape) -> str:
    day, amount = (each.date, each.amount) if each.date else (each.was_date, each.was_amount)
    said = f"{day_text(day)} {money_text(amount)} {one_line(each.description or '')}"
    place = texts.PATCH_PLACE.format(**by_name(each)) if each.file and each.line else ""
    what, account = texts.PATCH_WORDS[each.what], one_line(each.account)
    reason = one_line(each.reason)
    return texts.PATCH_LEFT.format(
        what=what, account=account, said=said, place=place, reason=reason
    )
