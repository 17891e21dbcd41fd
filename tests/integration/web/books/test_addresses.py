"""How addresses of the pages are led into a book where templates are compiled."""

import re
from pathlib import Path

import pytest

from app.web.books import addresses
from app.web.rendering import templates


def test_an_address_in_a_macro_that_knows_no_request_is_in_the_book_too() -> None:
    macro = templates.from_string('{% macro to() %}<a href="/work">x</a>{% endmacro %}{{ to() }}')
    assert macro.render() == '<a href="/work">x</a>'
    token = addresses._PREFIX.set("/books/a")
    assert macro.render() == '<a href="/books/a/work">x</a>'
    addresses._PREFIX.reset(token)


@pytest.mark.parametrize(
    ("written", "there"),
    [
        ('<a href="/">', '<a href="/books/a/">'),
        ('<a href="{{ way }}">', '<a href="/books/a/way">'),
        ('<a href="{{ way }}?x={{ 1 }}">', '<a href="/books/a/way?x=1">'),
        ('<a href="{{ "/a" if 1 else "/b" }}">', '<a href="/books/a/a">'),
        ('<a href="#here">', '<a href="#here">'),
        ('<a href="{{ "#" ~ 1 }}">', '<a href="#1">'),
        ('<a href="?page=2">', '<a href="?page=2">'),
        ('<a href="//elsewhere/x">', '<a href="//elsewhere/x">'),
        ('<a href="https://elsewhere/x">', '<a href="https://elsewhere/x">'),
        ('<i data-work-url="/events">', '<i data-work-url="/books/a/events">'),
        ('<i data-payee="{{ way }}">', '<i data-payee="/way">'),
        ('<a href="{{ "" }}">', '<a href="">'),
        ('<i data-stages="{{ 3 }}" title="/x">', '<i data-stages="3" title="/x">'),
        ("<html lang=en>", '<html data-root="/books/a" lang=en>'),
    ],
)
def test_links_are_led_into_the_book_and_nothing_else_is_touched(written: str, there: str) -> None:
    token = addresses._PREFIX.set("/books/a")
    assert templates.from_string(written).render(way="/way") == there
    addresses._PREFIX.reset(token)


def test_no_script_says_an_address_of_its_own() -> None:
    """`document.documentElement.dataset.root + "/work"` is in the book; "/work" is not."""
    folder = Path(__file__).parents[4] / "app" / "web" / "static"
    for script in folder.glob("*.js"):
        said = re.findall(r"""(?<!\+ )["'`]/[a-z][^"'`]*["'`]""", script.read_text("utf-8"))
        assert (script.name, said) == (script.name, [])
