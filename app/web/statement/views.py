"""One import: what differs, beside the pages on which it stands."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from app import settling, texts_opinions, texts_resolving, texts_web
from app.hints import hint_texts
from app.offers import offered
from app.opinions import asked_in_vain, opinion_texts, way_to_take
from app.reviews import one_import
from app.web.desk import desk
from app.web.forms import named
from app.web.pictures.answer import picture_response
from app.web.rendering import page
from app.web.statement.pictures import anchor_of, sheets
from jobs.states import OPEN


def review_page(request: Request) -> Response:
    """One import: what differs, beside the pages on which it stands."""
    at = desk(request)
    review = one_import(at.engine, named(request, "import_id"))
    pictures, trouble = sheets(at.engine, review, at.documents, at.passwords)
    return page(
        request,
        "statement/review.html",
        review=review,
        sheets=pictures,
        trouble=trouble,
        offer=offered(at.engine, review.import_id),
        said=texts_web.DONE.get(request.query_params.get("said", ""), ""),
        resolving=texts_resolving,
        settling=settling,
        hint_texts=hint_texts,
        opinions=texts_opinions,
        opinion_texts=opinion_texts,
        asked_in_vain=asked_in_vain,
        way_to_take=way_to_take,
        anchor_of=anchor_of,
        open_ones=OPEN,
    )


def picture_of(request: Request) -> Response:
    """One page of the document."""
    import_id, number = named(request, "import_id"), named(request, "number")
    return picture_response(request, import_id, number)
