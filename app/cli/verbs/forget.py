"""`tieout forget`: remove everything of a document or an account."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleGroup
from app.cli.output import emit_json, note, say
from app.environment import settings
from app.texts import documents as texts_documents
from app.texts import terminal as texts

if TYPE_CHECKING:
    from app.shapes.forgetting import ForgottenShape

    Act = Callable[[bool], ForgottenShape]


@click.group(
    "forget",
    cls=ExampleGroup,
    examples=texts_documents.FORGET_EXAMPLES,
    help=texts_documents.FORGET_HELP,
)
def command() -> None:
    """Holds the two below."""


def _how(verb: Callable[..., ExitCode]) -> Callable[..., ExitCode]:
    """The options of both."""
    verb = click.option("--locked", is_flag=True, help=texts_documents.LOCKED_HELP)(verb)
    verb = click.option("--yes", is_flag=True, help=texts_documents.YES_HELP)(verb)
    return options.dry_run(options.as_json(options.database(verb)))


@command.command(
    "document",
    examples=texts_documents.FORGET_DOCUMENT_EXAMPLES,
    help=texts_documents.FORGET_DOCUMENT_HELP,
)
@click.argument("import_id", metavar="IMPORT", type=options.ROW)
@_how
def document(
    import_id: int,
    locked: bool,
    yes: bool,
    dry_run: bool,
    json_output: bool,
    database_url: str | None,
) -> ExitCode:
    """The document of one import."""
    from app.acts import forgetting
    from app.environment.keeping import documents_of
    from app.environment.opening import open_ledger

    chosen = settings.from_environment().over(database_url=database_url)
    engine, documents = open_ledger(chosen.database_url), documents_of(chosen)

    def act(dry: bool) -> ForgottenShape:
        return forgetting.document(engine, documents, import_id, locked=locked, dry_run=dry)

    return _carry_out(act, yes=yes, dry_run=dry_run, json_output=json_output)


@command.command(
    "account",
    examples=texts_documents.FORGET_ACCOUNT_EXAMPLES,
    help=texts_documents.FORGET_ACCOUNT_HELP,
)
@click.argument("account", metavar=texts.ACCOUNT_WORD)
@_how
def account(
    account: str,
    locked: bool,
    yes: bool,
    dry_run: bool,
    json_output: bool,
    database_url: str | None,
) -> ExitCode:
    """One account and all that is of it."""
    from app.acts import forgetting
    from app.environment.keeping import documents_of
    from app.environment.opening import open_ledger
    from app.queries.books import account_id

    chosen = settings.from_environment().over(database_url=database_url)
    engine, documents = open_ledger(chosen.database_url), documents_of(chosen)
    found = account_id(engine, account)
    assert found is not None

    def act(dry: bool) -> ForgottenShape:
        return forgetting.account(engine, documents, found, locked=locked, dry_run=dry)

    return _carry_out(act, yes=yes, dry_run=dry_run, json_output=json_output)


def _carry_out(act: Act, *, yes: bool, dry_run: bool, json_output: bool) -> ExitCode:
    """Show what would go, ask, and do it."""
    shown = act(True)
    for sentence in _sentences(shown):
        note(sentence)
    if dry_run or not (yes or _asked()):
        if json_output:
            emit_json(shown)
        note(texts.DRY_RUN if dry_run else texts_documents.FORGET_NOT_ASKED)
        return ExitCode.DONE if dry_run else ExitCode.NEEDS_REVIEW
    done = act(False)
    if json_output:
        emit_json(done)
    else:
        say(texts_documents.FORGOTTEN)
    if done.at_old_place:
        note(texts_documents.FORGET_AT_OLD_PLACE.format(count=done.at_old_place))
    if not done.cleaned:
        note(texts_documents.FORGET_NOT_CLEANED)
    return ExitCode.DONE


def _sentences(shown: ForgottenShape) -> Iterator[str]:
    from app.shapes.writing import by_name

    yield texts_documents.FORGET_WILL.format(**by_name(shown))
    for import_id in shown.shared:
        yield texts_documents.FORGET_SHARED.format(import_id=import_id)


def _asked() -> bool:
    """Whether somebody at a terminal says yes."""
    return sys.stdin.isatty() and click.confirm(texts_documents.FORGET_ASK, err=True)
