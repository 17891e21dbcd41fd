"""Reads the forms of a page as a browser would send them."""

import re
from html import unescape

import httpx2


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
