"""What would follow from a decision: a sentence, JSON for a script, and a page that asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from starlette.requests import Request
from starlette.responses import Response

from app.one_statement.after import after_accepting
from app.one_statement.shapes import AfterShape
from app.shapes.writing import by_name, json_text
from app.web.acting.acts import MANY, Answer
from app.web.acting.views import followed
from app.web.desk import desk
from app.web.forms import beyond, field, in_ranges, named, numbers, plain_number
from app.web.guard import person
from app.web.rendering import page
from app.web.statement.after_text import after_text
from app.web.statement.asked import Address, address_of
from app.web.statement.refused import shown_as_it_is
from app.web.statement.refused_text import refused_text
from db.errors import TieoutError
from db.imports import NoSuchImport
from db.watched import Watch


def after_page(request: Request) -> Response:
    """What would follow if what is ticked were accepted: it is asked before it is written."""
    import_id, said = named(request, "import_id"), request.query_params
    only, seen = numbers(said, "only") | beyond(said), field(said, "seen")
    statement = plain_number(said.get("statement"))
    engine, actor = desk(request).engine, person(request)
    as_json = "application/json" in request.headers.get("accept", "")

    def look(hears: Watch | None = None) -> AfterShape:
        return after_accepting(
            engine, import_id, statement, only, seen=seen, actor=actor, hears=hears
        )

    if len(only) >= MANY and not as_json:
        return _followed(request, look)
    try:
        after = look()
    except NoSuchImport:
        raise
    except TieoutError as error:
        if as_json:
            return _json({"text": refused_text(error), "code": error.code}, 409)
        return shown_as_it_is(request, import_id, said, error)
    if as_json:
        return _json({**by_name(after), "text": after_text(after)})
    fields = {"only": sorted(only), "seen": seen}
    return confirm(request, address_of(request, import_id), "accept", after, fields)


def _followed(request: Request, look: Callable[[Watch], AfterShape]) -> Response:
    """The same of so many changes that it takes a while to see what would follow."""
    import_id, said = named(request, "import_id"), request.query_params
    address = address_of(request, import_id)
    only, seen = numbers(said, "only") | beyond(said), field(said, "seen")
    fields: dict[str, object] = {"beyond": in_ranges(only), "seen": seen}

    def carry_out(hears: Watch) -> Answer:
        after = look(hears)
        return lambda asked: confirm(asked, address, "accept", after, fields)

    def refused(asked: Request, error: TieoutError) -> Response:
        return shown_as_it_is(asked, import_id, said, error)

    what = "after", import_id, seen, frozenset(only)
    return followed(request, what, address.to(), carry_out, refused)


def _json(said: Mapping[str, object], status: int = 200) -> Response:
    return Response(json_text(said), status, media_type="application/json")


def confirm(
    request: Request, address: Address, act: str, after: AfterShape, fields: Mapping[str, object]
) -> Response:
    """A page that says what would follow, and asks; ``fields`` are sent with a yes."""
    given = {name: value for name, value in fields.items() if value not in (None, "", [])}
    hidden = [
        (name, str(each))
        for name, value in given.items()
        for each in (value if isinstance(value, list) else [value])
    ]
    return page(
        request,
        "statement/after.html",
        address=address,
        act=act,
        after=after,
        after_said=after_text(after),
        hidden=hidden,
    )
