"""Shows accounts, entries, layouts, corrections, covered months, sources and patches."""

import shlex
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from operator import attrgetter

from rich.table import Table
from rich.text import Text

from app.cli.output import TableColumn, table
from app.shapes.decisions import MonthShape
from app.shapes.ledger import (
    AccountChangeShape,
    AccountShape,
    EntryShape,
    ForgottenLayoutShape,
    LayoutsShape,
)
from app.shapes.sources import (
    LeftCorrectionShape,
    PatchShape,
    RuleShape,
    SourceShape,
    SyncRowShape,
    SyncShape,
)
from app.shapes.writing import by_name
from app.texts import accounts as texts_accounts
from app.texts import deciding as texts_deciding
from app.texts import proof as texts_proof
from app.texts import terminal as terminal_texts
from app.texts.sentences import day_text, money_text, period_text
from db.text import one_line


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
    return terminal_texts.VERDICTS[word] if word else terminal_texts.NONE


def _said(facts: object, name: str) -> str:
    value = getattr(facts, name, None)
    return terminal_texts.NONE if value is None else str(value)


def layouts_screen(found: LayoutsShape) -> Iterator[str]:
    """Each layout with who confirmed it, or what taught it, and what it settles."""
    if not found.layouts:
        yield texts_accounts.NO_LAYOUTS
    for each in found.layouts:
        if each.columns:
            yield texts_accounts.LAYOUT.format(
                id=each.id,
                columns=", ".join(each.columns),
                side=each.side,
                order=each.order,
                currency=f", {each.currency}" if each.currency else "",
            )
        else:
            yield texts_accounts.EXCUSED.format(id=each.id, words="; ".join(each.excused))
        told = texts_accounts.LAYOUT_BY if each.by else texts_accounts.LAYOUT_TAUGHT
        yield told.format(by=each.by, import_id=each.import_id or "?")
        if each.resting:
            yield texts_accounts.RESTING.format(imports=_numbers(each.resting))


def forgotten_screen(done: ForgottenLayoutShape) -> Iterator[str]:
    rest = texts_accounts.RESTED.format(imports=_numbers(done.resting)) if done.resting else ""
    yield texts_accounts.FORGOTTEN.format(rest=rest or texts_accounts.NONE_RESTED)


def _numbers(found: tuple[int, ...]) -> str:
    return ", ".join(map(str, found))


def sync_screen(done: SyncShape) -> Iterator[Text]:
    account = None
    for row in done.rows:
        if row.account != account:
            account = row.account
            yield Text(one_line(account), style="bold")
        yield Text(f"  {texts_accounts.SYNC_WORDS[row.what]:8}{_row_text(row)}")
    said = by_name(done)
    if done.rows_left_out:
        yield Text(texts_accounts.SYNC_MORE.format(**said))
    for each in done.remarks:
        form = texts_accounts.SYNC_REMARK if each.line else texts_accounts.SYNC_REMARK_FILE
        yield Text(form.format(**by_name(each)))
    for name in done.openings:
        yield Text(texts_accounts.SYNC_OPENING.format(account=one_line(name)))
    yield Text(texts_accounts.SYNC_COUNTS.format(**said))
    if done.pending:
        yield Text(texts_accounts.SYNC_PENDING.format(**said))
    if done.refused:
        yield Text(texts_accounts.SYNC_REFUSED.format(**said))
    if done.asks and not done.applied:
        yield Text(texts_accounts.SYNC_ASKS.format(**said))


def _row_text(row: SyncRowShape) -> str:
    now = _row_said(row.date, row.amount, row.description)
    was = _row_said(row.was_date, row.was_amount, row.was_description)
    parts = [now or was]
    if row.what == "changed" or (row.what == "recognised" and was not in (now, "")):
        parts.append(texts_accounts.SYNC_WAS.format(said=was))
    if row.lock_id is not None:
        form = texts_accounts.SYNC_LOCKED if row.locked_by else texts_accounts.SYNC_LOCK
        parts.append(form.format(file=one_line(row.locked_by or ""), lock_id=row.lock_id))
    return "; ".join(parts)


def _row_said(day: date | None, amount: Decimal | None, text: str | None) -> str:
    if day is None or amount is None:
        return ""
    return texts_accounts.SYNC_SAID.format(
        date=day_text(day), amount=money_text(amount), description=one_line(text or "")
    )


def sources_screen(found: Sequence[SourceShape]) -> Iterator[Text]:
    if not found:
        yield Text(texts_accounts.NO_SOURCES)
    for each in found:
        at = each.synced_at.strftime("%Y-%m-%d %H:%M") if each.synced_at else None
        said = {**by_name(each), "at": at or texts_accounts.NEVER_SYNCED}
        yield Text(texts_accounts.SOURCE.format(**said))
        for account in each.accounts:
            turned = texts_accounts.SOURCE_FLIPPED if account.flipped else ""
            said = {**by_name(account), "flipped": turned}
            yield Text(texts_accounts.SOURCE_ACCOUNT.format(**said))


def rules_screen(found: Sequence[RuleShape]) -> Iterator[Text]:
    if not found:
        yield Text(texts_deciding.NO_RULES)
    for each in found:
        form = texts_deciding.RULE_PAYEE if each.payee else texts_deciding.RULE_COUNTER
        yield Text(one_line(form.format(**by_name(each))))


ACCOUNTS = (
    TableColumn(terminal_texts.ID, "right", cell=lambda each: str(each.id)),
    TableColumn(terminal_texts.ACCOUNT, whole=False, cell=lambda each: _called(each)),
    TableColumn(terminal_texts.KIND, cell=attrgetter("kind")),
    TableColumn(
        terminal_texts.LAST_ENTRY, cell=lambda each: day_text(each.last_entry, terminal_texts.NONE)
    ),
    TableColumn(terminal_texts.BALANCE, "right", cell=lambda each: money_text(each.balance)),
    TableColumn(terminal_texts.CURRENCY, cell=attrgetter("currency")),
)
ENTRIES = (
    TableColumn(terminal_texts.ID, "right", cell=lambda each: str(each.id)),
    TableColumn(terminal_texts.DATE, cell=lambda each: day_text(each.date)),
    TableColumn(terminal_texts.AMOUNT, "right", cell=lambda each: money_text(each.amount)),
    TableColumn(terminal_texts.DESCRIPTION, whole=False, cell=attrgetter("description")),
    TableColumn(terminal_texts.STATE, cell=attrgetter("state")),
)


def accounts_table(accounts: Sequence[AccountShape]) -> Table:
    return table(ACCOUNTS, accounts)


def entries_table(entries: Sequence[EntryShape]) -> Table:
    """One row an entry, oldest first."""
    return table(ENTRIES, entries)


def _called(account: AccountShape) -> str:
    mask = f" *{account.mask}" if account.mask else ""
    closed = terminal_texts.CLOSED_ON.format(day=account.closed_on) if account.closed_on else ""
    return account.name + mask + closed


COLUMNS = (
    TableColumn(terminal_texts.ACCOUNT, whole=False),
    TableColumn(terminal_texts.PERIOD),
    TableColumn(terminal_texts.STATE),
)
STYLES = {"covered": "green", "missing": "red", "not_expected": "dim"}


def coverage_screen(months: Sequence[MonthShape]) -> Iterator[Table]:
    yield table(COLUMNS, list(_rows(months)))


def _rows(months: Sequence[MonthShape]) -> Iterator[tuple[str | Text, ...]]:
    run: list[MonthShape] = []
    for month in months:
        if run and _key(month) != _key(run[-1]):
            yield _row(run)
            run = []
        run.append(month)
    if run:
        yield _row(run)


def _key(month: MonthShape) -> tuple[object, ...]:
    return month.account_id, month.state, month.by_earlier_version, month.lacking


def _row(run: Sequence[MonthShape]) -> tuple[str | Text, ...]:
    first, last = run[0].month, run[-1].month
    period = first if first == last else f"{first} to {last}"
    return run[0].account, period, _state(run[0])


def _state(month: MonthShape) -> Text:
    lacking = ", ".join(period_text(each.first, each.last) for each in month.lacking)
    state = terminal_texts.MONTH_STATES[month.state].format(days=lacking)
    if month.by_earlier_version:
        return Text(texts_proof.BY_EARLIER.format(verdict=state), "yellow")
    return Text(state, STYLES.get(month.state, "yellow"))


def patch_notes(done: PatchShape) -> Iterator[str]:
    source = shlex.quote(done.source)
    for each in done.left:
        yield _left(each)
        if each.asks:
            payee = shlex.quote(one_line(each.description or ""))
            yield f"  {texts_accounts.PATCH_ASKS.format(source=source, payee=payee)}"
    for unasserted in done.unasserted:
        said = {**by_name(unasserted), "account": one_line(unasserted.account)}
        yield texts_accounts.PATCH_UNASSERTED.format(**said)
    if done.checker and done.checker.passed:
        yield texts_accounts.PATCH_PASSED.format(tool=done.checker.tool)
    elif done.checker:
        yield texts_accounts.PATCH_REFUSED.format(tool=done.checker.tool)
        yield from (f"  {one_line(line)}" for line in done.checker.words.split("\n"))
    for file in done.backups:
        yield texts_accounts.PATCH_BACKUP.format(file=one_line(file))
    form = texts_accounts.PATCH_COUNTS if done.patch or done.left else texts_accounts.PATCH_NOTHING
    yield form.format(**{**by_name(done), "source": done.source, "left": len(done.left)})
    if done.patch and not done.backups and done.writable:
        yield texts_accounts.PATCH_MORE.format(source=source)


def _left(each: LeftCorrectionShape) -> str:
    was = f"{day_text(each.was_date)} {money_text(each.was_amount)}" if each.was_date else ""
    now = f"{day_text(each.date)} {money_text(each.amount)}" if each.date else ""
    said = f"{was or now} {one_line(each.description or '')}"
    if was and now:
        said = texts_accounts.PATCH_BECOMES.format(was=said, now=now)
    place = texts_accounts.PATCH_PLACE.format(**by_name(each)) if each.file and each.line else ""
    what, account = texts_accounts.PATCH_WORDS[each.what], one_line(each.account)
    reason = one_line(each.reason)
    return texts_accounts.PATCH_LEFT.format(
        what=what, account=account, said=said, place=place, reason=reason
    )
