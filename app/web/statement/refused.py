"""A decision that was refused: the import as it is now, and above it why nothing was done."""

from __future__ import annotations

from starlette.datastructures import FormData, QueryParams
from starlette.requests import Request
from starlette.responses import Response

from app.web.forms import plain_number
from app.web.refused_text import refused_text
from app.web.rendering import page
from app.web.statement.asked import Address
from app.web.statement.facts import facts_of
from app.web.statement.typed import typed_in
from db.errors import TieoutError


def shown_as_it_is(
    request: Request, number: int, form: FormData | QueryParams, error: TieoutError
) -> Response:
    """The page as it stands now, for whoever was refused. Raises ``NoSuchImport``."""
    kept = {name: str(form[name]) for name in ("statement", "difference") if name in form}
    query = {name: text for name, text in kept.items() if plain_number(text)}
    facts = facts_of(request, Address(number, query))
    refused = (refused_text(error), error.code)
    again = {"refused": refused, "typed_in": typed_in(form)}
    return page(request, "statement/review.html", 409, **{**facts, **again})
