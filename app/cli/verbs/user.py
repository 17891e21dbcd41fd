"""`tieout user`: who may sign in to the review pages, and what they may do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

import click

from app.access.rights import USER_ROLES, Right
from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleGroup
from app.cli.output import emit_json, say, show
from app.texts import access as texts_access

if TYPE_CHECKING:
    from collections.abc import Callable

_ROLE = click.Choice(USER_ROLES)
_NAME = texts_access.USER_WORD
Wrapped = TypeVar("Wrapped", bound="Callable[..., object]")
Change = Literal["added", "role", "password", "removed"]


@click.group(
    "user", cls=ExampleGroup, examples=texts_access.USER_EXAMPLES, help=texts_access.USER_HELP
)
def command() -> None:
    """Holds the five below."""


def password_file(command: Wrapped) -> Wrapped:
    """`--password-file`, handed on as a path or None."""
    kind = click.Path(exists=True, dir_okay=False, path_type=Path)
    said = texts_access.PASSWORD_FILE_HELP
    return click.option("--password-file", type=kind, help=said)(command)


@command.command("add", examples=texts_access.USER_ADD_EXAMPLES, help=texts_access.USER_ADD_HELP)
@click.argument("name", metavar=_NAME)
@click.option("--role", type=_ROLE, default=Right.DECIDE.role, help=texts_access.ROLE_HELP)
@click.option("--proxy-only", is_flag=True, help=texts_access.PROXY_ONLY_HELP)
@password_file
@options.database
@options.as_json
def add(
    name: str,
    role: str,
    proxy_only: bool,
    password_file: Path | None,
    database_url: str | None,
    json_output: bool,
) -> ExitCode:
    """Add a user."""
    from app.access import users
    from app.cli.new_password import new_password
    from app.environment.opening import open_home

    if proxy_only and password_file:
        raise click.UsageError(texts_access.PROXY_ONLY_ALONE)
    engine = open_home(database_url)
    password = None if proxy_only else new_password(name, password_file)
    users.add(engine, name, Right.of_role(role), password)
    return _tell(name, "added", role, json_output=json_output)


@command.command("list", examples=texts_access.USER_LIST_EXAMPLES, help=texts_access.USER_LIST_HELP)
@options.database
@options.as_json
def listing(database_url: str | None, json_output: bool) -> ExitCode:
    """By name."""
    from app.access import users
    from app.cli.screens.access import users_screen
    from app.environment.opening import open_home
    from app.shapes.access import BookRoleShape, UserShape
    from app.shapes.writing import shaped

    rows = users.listed(open_home(database_url))
    found = [
        shaped(
            UserShape,
            row,
            role=row.right.role,
            books=tuple(shaped(BookRoleShape, each) for each in row.books),
        )
        for row in rows
    ]
    if json_output:
        emit_json(found)
    else:
        show(lambda _width: users_screen(found))
    return ExitCode.DONE


@command.command("role", examples=texts_access.USER_ROLE_EXAMPLES, help=texts_access.USER_ROLE_HELP)
@click.argument("name", metavar=_NAME)
@click.argument("role", type=_ROLE)
@click.option("--book", metavar=texts_access.BOOK_WORD, help=texts_access.USER_BOOK_HELP)
@options.database
@options.as_json
def role(
    name: str, role: str, book: str | None, database_url: str | None, json_output: bool
) -> ExitCode:
    """Another role, in one book or in the ledger that users are kept in."""
    from app.access import users
    from app.access.book_rights import set_right
    from app.environment.opening import open_home
    from app.installation.chosen import identified

    engine, right = open_home(database_url), Right.of_role(role)
    if book is None:
        users.set_role(engine, name, right)
    else:
        found = identified(book)
        set_right(engine, name, right, found.address, found.identity)
    return _tell(name, "role", role, json_output=json_output)


@command.command(
    "password", examples=texts_access.USER_PASSWORD_EXAMPLES, help=texts_access.USER_PASSWORD_HELP
)
@click.argument("name", metavar=_NAME)
@password_file
@options.database
@options.as_json
def password(
    name: str, password_file: Path | None, database_url: str | None, json_output: bool
) -> ExitCode:
    """Another password."""
    from app.access import users
    from app.cli.new_password import new_password
    from app.environment.opening import open_home

    engine = open_home(database_url)
    users.set_password(engine, name, new_password(name, password_file))
    return _tell(name, "password", None, json_output=json_output)


@command.command(
    "remove", examples=texts_access.USER_REMOVE_EXAMPLES, help=texts_access.USER_REMOVE_HELP
)
@click.argument("name", metavar=_NAME)
@options.database
@options.as_json
def remove(name: str, database_url: str | None, json_output: bool) -> ExitCode:
    """No user any more."""
    from app.access import users
    from app.environment.opening import open_home

    users.remove(open_home(database_url), name)
    return _tell(name, "removed", None, json_output=json_output)


def _tell(name: str, change: Change, role: str | None, *, json_output: bool) -> ExitCode:
    from app.shapes.access import UserChangedShape

    if json_output:
        emit_json(UserChangedShape(name=name, change=change, role=role))  # type: ignore[arg-type]
    else:
        say(texts_access.USER_CHANGED[change].format(name=name, role=role))
    return ExitCode.DONE
