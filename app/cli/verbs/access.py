"""`tieout user` and `token`: who may come in."""

import getpass
import sys
from pathlib import Path
from typing import Literal

import click

from app.access.errors import PasswordNotGiven
from app.access.rights import ROLES, USER_ROLES, Right
from app.cli import options
from app.cli.options import ExampleGroup
from app.cli.output import ExitCode, Run, emit_json, note, say
from app.environment.opening import open_home
from app.texts import administration as texts
from db.text import one_line
from pipeline.intake.passwords import PasswordFileUnreadable

_ROLE = click.Choice(USER_ROLES)
_NAME = texts.USER_WORD
Change = Literal["added", "role", "password", "removed"]
password_file = click.option("--password-file", type=options.FILE)


user_command = ExampleGroup("user")


@user_command.command("add")
@click.argument("name", metavar=_NAME)
@click.option("--role", type=_ROLE, default=Right.DECIDE.role)
@click.option("--proxy-only", is_flag=True)
@password_file
@options.reading
def add_user(
    run: Run, name: str, role: str, proxy_only: bool, password_file: Path | None
) -> ExitCode:
    from app.access import users

    if proxy_only and password_file:
        raise click.UsageError(texts.PROXY_ONLY_ALONE)
    engine = open_home(run.database_url)
    password = None if proxy_only else new_password(name, password_file)
    users.add(engine, name, Right.of_role(role), password)
    return _tell(run, name, "added", role)


@user_command.command("list")
@options.reading
def list_users(run: Run) -> ExitCode:
    from app.access import users
    from app.cli.screens.administration import users_screen
    from app.shapes.administration import BookRoleShape, UserShape
    from app.shapes.writing import shaped

    rows = users.listed(open_home(run.database_url))
    found = [
        shaped(
            UserShape,
            row,
            role=row.right.role,
            books=tuple(shaped(BookRoleShape, each) for each in row.books),
        )
        for row in rows
    ]
    return run.show(found, users_screen)


@user_command.command("role")
@click.argument("name", metavar=_NAME)
@click.argument("role", type=_ROLE)
@click.option("--book")
@options.reading
def role(run: Run, name: str, role: str, book: str | None) -> ExitCode:
    from app.access import users
    from app.access.users import set_right
    from app.environment.listing import identified

    engine, right = open_home(run.database_url), Right.of_role(role)
    if book is None:
        users.set_role(engine, name, right)
    else:
        found = identified(book)
        set_right(engine, name, right, found.address, found.identity)
    return _tell(run, name, "role", role)


@user_command.command("password")
@click.argument("name", metavar=_NAME)
@password_file
@options.reading
def password(run: Run, name: str, password_file: Path | None) -> ExitCode:
    from app.access import users

    engine = open_home(run.database_url)
    users.set_password(engine, name, new_password(name, password_file))
    return _tell(run, name, "password", None)


@user_command.command("remove")
@click.argument("name", metavar=_NAME)
@options.reading
def remove(run: Run, name: str) -> ExitCode:
    from app.access import users

    users.remove(open_home(run.database_url), name)
    return _tell(run, name, "removed", None)


def _tell(run: Run, name: str, change: Change, role: str | None) -> ExitCode:
    from app.shapes.administration import UserChangedShape

    changed = UserChangedShape(name=name, change=change, role=role)  # type: ignore[arg-type]
    return run.say(changed, texts.USER_CHANGED[change])


_TOKEN_ROLE = click.Choice(ROLES)


token_command = ExampleGroup("token")


@token_command.command("add")
@click.argument("name", metavar=texts.USER_WORD)
@click.option("--role", type=_TOKEN_ROLE, default=Right.LOOK.role)
@click.option("--book")
@options.reading
def add_token(run: Run, name: str, role: str, book: str | None) -> ExitCode:
    from app.access import sessions
    from app.environment.listing import identified
    from app.shapes.administration import TokenAddedShape
    from app.shapes.writing import shaped

    engine, own = open_home(run.database_url), None
    if book is not None:
        book, own = (found := identified(book)).address, found.identity
    made = sessions.issue(engine, name, Right.of_role(role), book=book, identity=own)
    if run.json_output:
        told = made.secret
        emit_json(shaped(TokenAddedShape, made, role=made.right.role, book=book, token=told))
    else:
        say(made.secret)
        note(texts.TOKEN_ADDED)
    return ExitCode.DONE


@token_command.command("list")
@options.reading
def list_tokens(run: Run) -> ExitCode:
    """The newest last."""
    from app.access import sessions
    from app.cli.screens.administration import tokens_screen

    return run.show(sessions.listed(open_home(run.database_url)), tokens_screen)


@token_command.command("revoke")
@click.argument("token_id", metavar=texts.TOKEN_WORD, type=options.ROW)
@options.reading
def revoke(run: Run, token_id: int) -> ExitCode:
    from app.access import sessions
    from app.shapes.administration import TokenRevokedShape

    sessions.revoke(open_home(run.database_url), token_id)
    return run.say(TokenRevokedShape(token_id=token_id, revoked=True), texts.TOKEN_REVOKED)


def new_password(name: str, file: Path | None) -> str:
    """The first line of the file, or what is typed twice. Raises ``PasswordNotGiven`` and
    ``PasswordFileUnreadable``."""
    return _from_file(file) if file else _asked(name)


def _from_file(file: Path) -> str:
    try:
        first, *_rest = file.read_text("utf-8-sig").splitlines() or [""]
    except OSError as error:
        raise PasswordFileUnreadable(reason=error.strerror or type(error).__name__) from None
    except UnicodeDecodeError:
        raise PasswordFileUnreadable(reason="it is not UTF-8 text") from None
    return first


def _asked(name: str) -> str:
    if not sys.stdin.isatty():
        raise PasswordNotGiven
    try:
        password = getpass.getpass(texts.NEW_PASSWORD.format(name=one_line(name)))
        again = getpass.getpass(texts.NEW_PASSWORD_AGAIN)
    except EOFError:
        raise PasswordNotGiven from None
    if not password or password != again:
        raise PasswordNotGiven
    return password
