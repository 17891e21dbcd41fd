"""What stands on a page that was answered, and the forms on it."""

import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape

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


def sent_by(page: httpx2.Response, action: str, act: str | None = None) -> dict[str, list[str]]:
    """What the first form with this address sends as it stands; of resolutions, that of an act."""
    for form in re.findall(r"<form[^>]*>.*?</form>", page.text, re.DOTALL):
        fields = fields_of(form)
        if f'action="{action}"' in form.split(">")[0] and (not act or fields["act"] == [act]):
            return fields
    raise AssertionError(f"no form leads to {action}: {page.text}")


def seen_on(page: httpx2.Response) -> str:
    """What goes back with a yes or a no to what the page proposes."""
    found = re.search(r'class="bar".*?name="seen" value="(\w+)"', page.text, re.DOTALL)
    assert found, page.text
    return found[1]


def first_seen_on(page: str) -> str:
    """What goes back with the first yes that the page asks for."""
    found = re.search(r'name="seen" value="(\w+)"', page)
    assert found, page
    return found[1]


def fields_of(form: str) -> dict[str, list[str]]:
    """What a form sends as it stands."""
    found: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name = re.search(r' name="(\w+)"', tag)
        value = re.search(r' value="([^"]*)"', tag)
        chosen = " checked" in tag or not re.search('type="(checkbox|radio)"', tag)
        if name and chosen:
            found.setdefault(name[1], []).append(unescape(value[1]) if value else "")
    return found


def acts(text: str) -> set[str]:
    """What of it a terminal or a browser would obey."""
    kinds = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    return {char for char in text if unicodedata.category(char) in kinds} - {"\n"}
