"""A statement that is not read for certain: what its page warns of, and leaves to a person."""

import httpx2
from sqlalchemy import Engine, update

from app.web.desk import Desk
from db.models import Statement
from db.session import unit_of_work
from db.words import ReadingStatus
from jobs.imports.inline import import_all
from jobs.options import ImportOptions
from tests.support.books import JUNE, documents, source
from tests.support.visiting import visiting


def changed(engine: Engine, **facts: object) -> None:
    with unit_of_work(engine) as session:
        session.execute(update(Statement).values(**facts))


def test_of_a_page_that_is_not_certain_nothing_is_ticked(
    visitor: httpx2.Client, engine: Engine
) -> None:
    assert "Accept 1" in visitor.get("/imports/1").text
    changed(engine, status=ReadingStatus.UNPROVEN)
    page = visitor.get("/imports/1").text
    assert "nothing is ticked" in page
    assert "Accept 0" in page
    assert 'name="only" value="1"' in page
    assert " checked>" not in page.split('class="rows"')[1].split("</ol>")[0]


def test_a_page_that_does_not_add_up_is_never_written_as_an_equation(
    visitor: httpx2.Client, engine: Engine
) -> None:
    assert "it adds up" in visitor.get("/imports/1").text
    changed(engine, closing_minor=1)
    page = visitor.get("/imports/1").text
    assert "it does not add up" in page
    assert "≠" in page
    assert "it adds up" not in page


def test_the_currency_stands_beside_the_figures(visitor: httpx2.Client) -> None:
    assert "2026-06</bdi> · EUR · 3 lines" in visitor.get("/imports/1").text


def test_why_it_is_not_proven_stands_above_the_list_and_not_under_it(engine: Engine) -> None:
    list(import_all(engine, [source()], ImportOptions(), read=documents({"june.pdf": [JUNE]})))
    with visiting(Desk(engine)) as visitor:
        page = visitor.get("/imports/1").text
        why = page.index("The account is not known")
        assert why < page.index('class="rows"')
        assert "Why the page was read with certainty" in page
        assert "could not be read for certain" not in visitor.get("/").text
