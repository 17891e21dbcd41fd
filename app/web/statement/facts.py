"""Everything that the templates of a statement are filled with."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.requests import Request

from app.one_statement.accounts import accounts_to_choose
from app.one_statement.after import after_accepting
from app.one_statement.opened import Opened, opened
from app.texts import checks as texts_checks
from app.texts import opinions as texts_opinions
from app.texts import statement as texts_statement
from app.web.desk import desk
from app.web.forms import in_ranges
from app.web.guard import may_decide, person
from app.web.statement.after_text import after_text
from app.web.statement.asked import Address
from app.web.statement.minor import minor_of
from app.web.statement.pictures import drawn
from app.web.statement.standing import standing_of
from app.web.statement.typed import typed_in
from app.web.statement.ways import ways_of
from app.web.statement.why import correction_text, hint_text, why_of
from app.wording import settling
from app.wording.opinions import opinion_texts
from db.errors import TieoutError

if TYPE_CHECKING:
    from app.one_statement.shapes import AfterShape


def facts_of(request: Request, address: Address, **more: object) -> dict[str, Any]:
    """What a page about the import shows. Raises ``NoSuchImport``, and ``HTTPException`` 404 if it
    has no such statement."""
    at = desk(request)
    found = opened(at.engine, address.import_id, address.asked)
    if found is None:
        raise HTTPException(404)
    paper, trouble = drawn(
        at.engine, address.import_id, found.paper, found.document, at.documents, at.passwords
    )
    after = _after(request, found, address)
    return {
        "address": address,
        "found": found,
        "one": found.one,
        "work": found.work,
        "waits": found.neighbours.waiting,
        "paper": paper,
        "no_picture": trouble,
        "ways": ways_of(found.one.selected) if found.one and found.one.selected else (),
        "why": why_of(found.one) if found.one else None,
        "accounts": _accounts(request, found),
        "standing": standing_of(at, found.work),
        "said": texts_statement.DONE.get(request.query_params.get("said", ""), ""),
        "refused": None,
        "typed_in": typed_in({}),
        "after": after,
        "ticked": _how_many(found, address),
        "after_said": after_text(after) if after else "",
        "own": texts_statement,
        "checks": texts_checks,
        "opinions": texts_opinions,
        "opinion_texts": opinion_texts,
        "settling": settling,
        "hint_text": hint_text,
        "correction_text": correction_text,
        "minor_of": minor_of,
        "in_ranges": in_ranges,
        **more,
    }


def _after(request: Request, found: Opened, address: Address) -> AfterShape | None:
    """What would follow from what a person ticked, where they asked for it."""
    offer = found.one.offer if found.one else None
    if offer is None or not address.ticked or not may_decide(request):
        return None
    engine, actor = desk(request).engine, person(request)
    number = address.asked.number
    with suppress(TieoutError):  # whoever decided meanwhile made another offer, which is shown
        return after_accepting(
            engine, address.import_id, number, address.ticked, seen=offer.seen, actor=actor
        )
    return None


def _how_many(found: Opened, address: Address) -> int:
    """How many changes are ticked: what a person did, or else what is to begin with."""
    offer = found.one.offer if found.one else None
    if address.ticked is not None or offer is None:
        return len(address.ticked or ())
    return offer.changes if offer.ticked else 0


def _accounts(request: Request, found: Opened) -> list[tuple[int, str]]:
    """The accounts that a person may name, where any can be named."""
    return accounts_to_choose(desk(request).engine) if found.one else []
