"""Everything that the templates of a statement are filled with."""

from __future__ import annotations

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request

from app import settling, texts_checks, texts_opinions, texts_statement
from app.access.rights import Right
from app.one_statement.accounts import accounts_to_choose
from app.one_statement.opened import Opened, opened
from app.opinions import opinion_texts
from app.web.desk import desk
from app.web.forms import in_ranges
from app.web.statement.asked import Address
from app.web.statement.minor import minor_of
from app.web.statement.pictures import drawn
from app.web.statement.ways import ways_of
from app.web.statement.why import why_of
from jobs.states import OPEN


def facts_of(request: Request, address: Address, **more: object) -> dict[str, Any]:
    """What a page about the import shows. Raises ``NoSuchImport``, and ``HTTPException`` 404 if it
    has no such statement."""
    at = desk(request)
    found = opened(at.engine, address.import_id, address.asked)
    if found is None:
        raise HTTPException(404)
    paper, trouble = drawn(at.engine, address.import_id, found.paper, at.documents, at.passwords)
    right: Right = getattr(request.state, "right", Right.MANAGE)
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
        "may_decide": right >= Right.DECIDE,
        "is_open": found.work.status in OPEN,
        "said": texts_statement.DONE.get(request.query_params.get("said", ""), ""),
        "refused": None,
        "after": None,
        "own": texts_statement,
        "checks": texts_checks,
        "opinions": texts_opinions,
        "opinion_texts": opinion_texts,
        "settling": settling,
        "minor_of": minor_of,
        "in_ranges": in_ranges,
        **more,
    }


def _accounts(request: Request, found: Opened) -> list[tuple[int, str]]:
    """The accounts that a person may name, where any can be named."""
    return accounts_to_choose(desk(request).engine) if found.one else []
