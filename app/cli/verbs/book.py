"""`tieout book`: the ledgers of this installation."""

from __future__ import annotations

import os
from pathlib import Path

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleGroup
from app.cli.output import emit_json, say, show
from app.environment import settings
from app.texts import books as texts_books


@click.group(
    "book", cls=ExampleGroup, examples=texts_books.BOOK_EXAMPLES, help=texts_books.BOOK_HELP
)
def command() -> None:
    """Holds the three below."""


@command.command("add", examples=texts_books.ADD_EXAMPLES, help=texts_books.ADD_HELP)
@click.argument("name", metavar=texts_books.NAME_WORD)
@click.option("--address", metavar="SLUG", help=texts_books.ADDRESS_HELP)
@click.option("--database", metavar="URL", help=texts_books.PLACE_HELP)
@click.option("--database-env", metavar="VARIABLE", help=texts_books.PLACE_ENV_HELP)
@click.option("--database-file", metavar="FILE", help=texts_books.PLACE_FILE_HELP)
@click.option("--documents", metavar="PLACE", help=texts_books.DOCUMENTS_HELP)
@click.option("--redis", metavar="URL", help=texts_books.REDIS_HELP)
@click.option("--redis-env", metavar="VARIABLE", help=texts_books.REDIS_ENV_HELP)
@options.as_json
def add(name: str, address: str | None, json_output: bool, **places: str | None) -> ExitCode:
    """Put a book on the list."""
    from app.installation.editing import NewBook
    from app.installation.editing import add as put_on_the_list
    from app.shapes.writing import by_name

    given = {key: value for key, value in places.items() if value}
    if sum(key.startswith("database") for key in given) != 1:
        raise click.UsageError(texts_books.ONE_PLACE)
    if sum(key.startswith("redis") for key in given) > 1:
        raise click.UsageError(texts_books.ONE_QUEUE)
    for key in ("database", "database_file", "documents"):
        if key in given:
            given[key] = _absolute(given[key])
    new = NewBook(name=name, address=address, places=tuple(given.items()))
    done = put_on_the_list(new, settings.home(os.environ))
    if json_output:
        emit_json(done)
    else:
        text = texts_books.MADE if done.created else texts_books.ADDED
        say(text.format(**by_name(done)))
    return ExitCode.DONE


@command.command("list", examples=texts_books.LIST_EXAMPLES, help=texts_books.LIST_HELP)
@options.as_json
def listing(json_output: bool) -> ExitCode:
    """The ledger that is set, and those of the list."""
    from app.cli.screens.books import books_screen
    from app.installation.listing import listed

    found = list(listed(settings.home(os.environ)))
    if json_output:
        emit_json(found)
    else:
        show(lambda _width: books_screen(found))
    return ExitCode.DONE


@command.command("remove", examples=texts_books.REMOVE_EXAMPLES, help=texts_books.REMOVE_HELP)
@click.argument("name", metavar=texts_books.NAME_WORD)
@options.as_json
def remove(name: str, json_output: bool) -> ExitCode:
    """Take it off the list, and nothing else."""
    from app.installation.editing import remove as take_off_the_list
    from app.shapes.books import BookRemovedShape

    book = take_off_the_list(name)
    if json_output:
        emit_json(BookRemovedShape(address=book.slug, name=book.name))
    else:
        say(texts_books.REMOVED.format(name=book.name))
    return ExitCode.DONE


def _absolute(place: str) -> str:
    """A path of today's working folder is meant, wherever the list is read from."""
    return place if "://" in place else str(Path(place).expanduser().absolute())
