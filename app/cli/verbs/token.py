"""`tieout token`: by which programs come in."""

from __future__ import annotations

import click

from app.access.rights import ROLES, Right
from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleGroup
from app.cli.output import emit_json, note, say, show
from app.texts import access as texts_access

_ROLE = click.Choice(ROLES)


@click.group(
    "token", cls=ExampleGroup, examples=texts_access.TOKEN_EXAMPLES, help=texts_access.TOKEN_HELP
)
def command() -> None:
    """Holds the three below."""


@command.command("add", examples=texts_access.TOKEN_ADD_EXAMPLES, help=texts_access.TOKEN_ADD_HELP)
@click.argument("name", metavar=texts_access.USER_WORD)
@click.option("--role", type=_ROLE, default=Right.LOOK.role, help=texts_access.TOKEN_ROLE_HELP)
@click.option("--book", metavar=texts_access.BOOK_WORD, help=texts_access.TOKEN_BOOK_HELP)
@options.database
@options.as_json
def add(
    name: str, role: str, book: str | None, database_url: str | None, json_output: bool
) -> ExitCode:
    """The only time that the token is shown."""
    from app.access import tokens
    from app.environment.opening import open_home
    from app.installation.chosen import identified
    from app.shapes.access import TokenAddedShape
    from app.shapes.writing import shaped

    engine, own = open_home(database_url), None
    if book is not None:
        book, own = (found := identified(book)).address, found.identity
    made = tokens.issue(engine, name, Right.of_role(role), book=book, identity=own)
    if json_output:
        told = made.secret
        emit_json(shaped(TokenAddedShape, made, role=made.right.role, book=book, token=told))
    else:
        say(made.secret)
        note(texts_access.TOKEN_ADDED)
    return ExitCode.DONE


@command.command(
    "list", examples=texts_access.TOKEN_LIST_EXAMPLES, help=texts_access.TOKEN_LIST_HELP
)
@options.database
@options.as_json
def listing(database_url: str | None, json_output: bool) -> ExitCode:
    """The newest last."""
    from app.access import tokens
    from app.cli.screens.access import tokens_screen
    from app.environment.opening import open_home
    from app.shapes.access import TokenShape
    from app.shapes.writing import shaped

    rows = tokens.listed(open_home(database_url))
    found = [shaped(TokenShape, row, role=row.right.role, begins_with=row.key) for row in rows]
    if json_output:
        emit_json(found)
    else:
        show(lambda _width: tokens_screen(found))
    return ExitCode.DONE


@command.command(
    "revoke", examples=texts_access.TOKEN_REVOKE_EXAMPLES, help=texts_access.TOKEN_REVOKE_HELP
)
@click.argument("token_id", metavar=texts_access.TOKEN_WORD, type=options.ROW)
@options.database
@options.as_json
def revoke(token_id: int, database_url: str | None, json_output: bool) -> ExitCode:
    """Of no use from now on."""
    from app.access import tokens
    from app.environment.opening import open_home
    from app.shapes.access import TokenRevokedShape

    tokens.revoke(open_home(database_url), token_id)
    if json_output:
        emit_json(TokenRevokedShape(token_id=token_id, revoked=True))
    else:
        say(texts_access.TOKEN_REVOKED.format(token_id=token_id))
    return ExitCode.DONE
