"""What would follow from a decision, and the page of one that was refused."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from starlette.datastructures import FormData, QueryParams
from starlette.requests import Request
from starlette.responses import Response

from app.one_statement.after import after_accepting
from app.one_statement.shapes import AfterShape
from app.shapes.writing import by_name, json_text
from app.texts import pages as texts_pages
from app.web.desk import MANY, Answer, desk
from app.web.forms import field, named, plain_number, ticked
from app.web.guard import person
from app.web.rendering import followed, page, refused_text
from app.web.statement.facts import Address, address_of, after_text, facts_of, typed_in
from db.errors import TieoutError
from db.session import Watch
from db.statements.pages import NoSuchImport


def after_page(request: Request) -> Response:
    """What would follow if what is ticked were accepted: it is asked before it is written."""
    import_id, said = named(request, "import_id"), request.query_params
    statement, seen = plain_number(said.get("statement")), field(said, "seen")
    wanted = ticked(said)
    engine, actor = desk(request).engine, person(request)
    look = partial(
        after_accepting,
        engine,
        import_id,
        statement,
        wanted.only,
        of=wanted.of,
        as_before=wanted.as_before,
        legs=dict(wanted.legs),
        seen=seen,
        actor=actor,
    )
    sent = {"seen": seen, **wanted.fields}
    as_json = "application/json" in request.headers.get("accept", "")
    if len(wanted.only) >= MANY and not as_json:
        what = "after", import_id, statement, wanted, seen
        return _followed(request, import_id, look, what, sent)
    try:
        after = look()
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
    return confirm(request, address_of(request, import_id), "accept", after, sent)


def _followed(
    request: Request,
    import_id: int,
    look: Callable[..., AfterShape],
    what: object,
    sent: Mapping[str, object],
) -> Response:
    """The same of so many changes that it takes a while to see what would follow."""
    said, address = request.query_params, address_of(request, import_id)

    def carry_out(hears: Watch) -> Answer:
        after = look(hears=hears)
        return lambda shown: confirm(shown, address, "accept", after, sent)

    def refused(shown: Request, error: TieoutError) -> Response:
        return shown_as_it_is(shown, import_id, said, error)

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
        own=texts_pages,
    )


def shown_as_it_is(
    request: Request, number: int, form: FormData | QueryParams, error: TieoutError
) -> Response:
    """The page as it is now, for anyone who was refused. Raises ``NoSuchImport``."""
    kept = {name: str(form[name]) for name in ("statement", "difference") if name in form}
    query = {name: text for name, text in kept.items() if plain_number(text)}
    facts = facts_of(request, Address(number, query))
    refused = (refused_text(error), error.code)
    again = {"refused": refused, "typed_in": typed_in(form)}
    return page(request, "statement/review.html", 409, **{**facts, **again})
