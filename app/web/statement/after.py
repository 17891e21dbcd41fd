"""What would follow from a decision: a sentence, JSON for a script, and a page that asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import Response

from app.one_statement.after import after_accepting
from app.one_statement.shapes import AfterShape
from app.shapes.writing import by_name, json_text
from app.texts import statement as texts_statement
from app.web.desk import desk
from app.web.forms import beyond, field, named, numbers, plain_number
from app.web.guard import person
from app.web.refused_text import refused_text
from app.web.rendering import page
from app.web.statement.after_text import after_text
from app.web.statement.asked import address_of
from app.web.statement.refused import shown_as_it_is
from db.errors import TieoutError
from db.imports import NoSuchImport


def after_page(request: Request) -> Response:
    """What would follow if what is ticked were accepted: it is asked before it is written."""
    import_id, said = named(request, "import_id"), request.query_params
    only, seen = numbers(said, "only") | beyond(said), field(said, "seen")
    of = numbers(said, "proposal")
    statement = plain_number(said.get("statement"))
    engine, actor = desk(request).engine, person(request)
    as_json = "application/json" in request.headers.get("accept", "")
    try:
        after = after_accepting(engine, import_id, statement, only, of=of, seen=seen, actor=actor)
    except NoSuchImport:
        raise
    except TieoutError as error:
        if as_json:
            return _json({"text": refused_text(error), "code": error.code}, 409)
        return shown_as_it_is(request, import_id, said, error)
    if as_json:
        # What is ticked the script has before it.
        known = by_name(replace(after, made=()))
        return _json({**known, "changes": after.changes, "text": after_text(after)})
    sent = {"only": sorted(only), "proposal": sorted(of), "seen": seen}
    return confirm(request, import_id, "accept", after, sent)


def _json(said: Mapping[str, object], status: int = 200) -> Response:
    return Response(json_text(said), status, media_type="application/json")


def confirm(
    request: Request, import_id: int, act: str, after: AfterShape, fields: Mapping[str, object]
) -> Response:
    """A page that says what would follow, and asks; ``fields`` are sent with a yes."""
    given = {name: value for name, value in fields.items() if value not in (None, "", [])}
    address = address_of(request, import_id)
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
        own=texts_statement,
    )
