"""What a page shows, as a person reads it; and what the database was asked for it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import httpx2
from sqlalchemy import Engine, event


def rows(page: httpx2.Response) -> list[str]:
    """The text of each row of the page's last table."""
    body = page.text.rsplit("<tbody", 1)[1].split(">", 1)[1].split("</tbody>")[0]
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in body.split("</tr>")[:-1]]


@contextmanager
def asked_of(engine: Engine) -> Iterator[list[str]]:
    """The questions that are put to the database meanwhile."""
    found: list[str] = []

    def asked(*facts: object) -> None:
        if str(facts[2]).startswith("SELECT"):
            found.append(str(facts[2]))

    event.listen(engine, "before_cursor_execute", asked)
    yield found
    event.remove(engine, "before_cursor_execute", asked)
