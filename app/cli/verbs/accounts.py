"""`tieout account`: adds, corrects and merges accounts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import TYPE_CHECKING, Any, TypeVar

import click

from app.cli import options
from app.cli.options import ExampleGroup
from app.cli.output import ExitCode, Run, emit_json, show
from app.texts import accounts as texts_accounts
from app.texts import terminal as texts
from db.words import ACCOUNT_FIELDS, AccountKind

if TYPE_CHECKING:
    from app.shapes.ledger import AccountChangeShape
    from db.accounts.facts import AccountEdit


KINDS = click.Choice([kind.value for kind in AccountKind])

Wrapped = TypeVar("Wrapped", bound=Callable[..., object])


account_command = ExampleGroup("account")


_TYPES: Mapping[type, Any] = {str: str, date: options.DAY_OR_BLANK}
_LAST_FIRST = tuple(reversed(ACCOUNT_FIELDS.items()))


def facts(account_command: Wrapped) -> Wrapped:
    for option, kind in (
        *((f"--{name.replace('_', '-')}", _TYPES[kind]) for name, kind in _LAST_FIRST),
        ("--opening-balance", str),
        ("--kind", KINDS),
        ("--institution", str),
        ("--digits", str),
    ):
        account_command = click.option(option, type=kind)(account_command)
    return account_command


@account_command.command("add")
@click.argument("name", metavar=texts_accounts.NAME_WORD)
@click.argument("currency", metavar=texts_accounts.CURRENCY_WORD)
@facts
@options.changing
def add(run: Run, name: str, currency: str, **rest: Any) -> ExitCode:
    from app.acts import accounts

    wanted = _edit({**rest, "name": name, "currency": currency})
    return _tell(run, accounts.add(run.ledger, wanted, dry_run=run.dry_run))


@account_command.command("edit")
@click.argument("account", metavar=texts.ACCOUNT_WORD)
@click.option("--name")
@click.option("--currency")
@facts
@options.changing
def edit(run: Run, account: str, **wanted: Any) -> ExitCode:
    from app.acts import accounts

    if all(each is None for each in wanted.values()):
        raise click.UsageError(texts_accounts.NOTHING_NAMED)
    return _tell(run, accounts.edit(run.ledger, account, _edit(wanted), dry_run=run.dry_run))


@account_command.command("merge")
@click.argument("account", metavar=texts.ACCOUNT_WORD)
@click.argument("into", metavar=texts_accounts.INTO_WORD)
@click.option("--opening-balance")
@options.changing
def merge(run: Run, account: str, into: str, opening_balance: str | None) -> ExitCode:
    from app.acts import accounts

    done = accounts.merge(run.ledger, account, into, opening_balance, dry_run=run.dry_run)
    return _tell(run, done)


@account_command.command("flip-signs")
@click.argument("account", metavar=texts.ACCOUNT_WORD)
@options.changing
def flip_signs(run: Run, account: str) -> ExitCode:
    from app.acts import accounts

    return _tell(run, accounts.flip_signs(run.ledger, account, dry_run=run.dry_run))


@account_command.command("undo")
@click.argument("account", metavar=texts.ACCOUNT_WORD)
@options.changing
def undo(run: Run, account: str) -> ExitCode:
    from app.acts import accounts

    return _tell(run, accounts.undo(run.ledger, account, dry_run=run.dry_run))


@account_command.command("layouts")
@click.argument("account", metavar=texts.ACCOUNT_WORD)
@click.option("--forget")
@options.changing
def layouts(run: Run, account: str, forget: str | None) -> ExitCode:
    from app.acts.correcting import forget_layout_of, layouts_of_account
    from app.cli.screens.ledger import forgotten_screen, layouts_screen

    if forget is None:
        found = layouts_of_account(run.ledger, account)
        emit_json(found) if run.json_output else show(lambda _width: layouts_screen(found))
        return ExitCode.DONE
    done = forget_layout_of(run.ledger, account, forget, dry_run=run.dry_run)
    return run.show(done, forgotten_screen)


def _edit(wanted: Mapping[str, Any]) -> AccountEdit:
    from db.accounts.facts import AccountEdit

    kind = wanted["kind"]
    return AccountEdit.of({**wanted, "kind": AccountKind(kind) if kind else None})


def _tell(run: Run, change: AccountChangeShape) -> ExitCode:
    from app.cli.screens.ledger import account_change_screen

    run.show(change, account_change_screen)
    return ExitCode.DONE if change.changed else ExitCode.NOTHING_NEW
