"""Everything that the templates of a statement are filled with."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final
from urllib.parse import urlencode

from sqlalchemy import Engine
from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request

from app.acts.undoable import just_done
from app.one_statement.after import after_accepting
from app.one_statement.opened import Opened, PageRequest, opened
from app.one_statement.paper import PaperShape, place_of_line
from app.one_statement.selected import Search
from app.one_statement.shapes import AfterShape, SelectedShape
from app.queries.sources import legs_offered
from app.queries.todo import accounts_to_choose
from app.shapes.review import ReviewShape
from app.texts import deciding as texts_deciding
from app.texts import differences
from app.texts import pages as texts_pages
from app.texts import proof as texts_proof
from app.texts.differences import before_texts, opinion_texts
from app.texts.language import _, counted
from app.texts.sentences import money_text, period_text
from app.web.desk import Desk, desk
from app.web.forms import beyond, in_ranges, numbers, plain_amount, plain_number
from app.web.guard import may_decide, person
from app.web.pictures import sizes_of_pages
from app.web.rendering import refused_text
from app.web.statement.why import correction_text, hint_text, why_of
from app.web.stream import stage_texts
from db.errors import TieoutError
from db.money import to_minor
from db.session import read_only
from db.words import ImportStatus
from jobs.documents.finding import Wanted, be_there, document_of
from jobs.lease.lease import OPEN
from jobs.options import Documents
from pipeline.matching.shapes import DifferenceKind
from pipeline.pages.errors import PasswordNeeded
from pipeline.review.resolving import ACTS


def facts_of(request: Request, address: "Address", **more: object) -> dict[str, Any]:
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
    account_id = found.one.about.account_id if found.one else None
    return {
        "address": address,
        "found": found,
        "one": found.one,
        "work": found.work,
        "waits": found.neighbours.waiting,
        "paper": paper,
        "no_picture": trouble,
        "marked": texts_proof.MARKED,
        "ways": ways_of(found.one.selected) if found.one and found.one.selected else (),
        "why": why_of(found.work.import_id, found.one) if found.one else None,
        "accounts": list(accounts_to_choose(desk(request).engine).items()) if found.one else [],
        "legs": legs_offered(desk(request).engine, account_id) if account_id is not None else None,
        "standing": standing_of(at, found.work),
        "said": texts_pages.STATEMENT_DONE.get(request.query_params.get("said", ""), ""),
        "done": just_done(at.engine, plain_number(request.query_params.get("act"))),
        "refused": None,
        "typed_in": typed_in(request.query_params if address.search else {}),
        "nearness": NEARNESS,
        "after": after,
        "ticked": _how_many(found, address),
        "after_said": after_text(after) if after else "",
        "own": texts_pages,
        "checks": texts_proof,
        "opinions": texts_deciding,
        "opinion_texts": opinion_texts,
        "before_texts": before_texts,
        "settling": differences,
        "hint_text": hint_text,
        "correction_text": correction_text,
        "minor_of": minor_of,
        "in_ranges": in_ranges,
        **more,
    }


def _after(request: Request, found: Opened, address: "Address") -> AfterShape | None:
    """What would follow from what a person ticked, where they asked for it."""
    offer = found.one.offer if found.one else None
    if offer is None or not address.ticked or not may_decide(request):
        return None
    engine, actor = desk(request).engine, person(request)
    number = address.asked.number
    with suppress(TieoutError):  # anyone who decided meanwhile made another offer, which is shown
        return after_accepting(
            engine, address.import_id, number, address.ticked, seen=offer.seen, actor=actor
        )
    return None


def _how_many(found: Opened, address: "Address") -> int:
    """How many changes are ticked: what a person did, or else what is to begin with."""
    offer = found.one.offer if found.one else None
    if address.ticked is not None or offer is None:
        return len(address.ticked or ())
    return offer.changes if offer.ticked else 0


#: How large the page can be shown, in percent of the pane's width.
ZOOMS: Final = (100, 125, 150, 200, 300)
_LONGEST: Final = 200
#: Within how many days a person may look for what a difference is.
NEARNESS: Final = (7, 31, 92, 366)
_NAMES: Final = ("statement", "kind", "from", "difference", "line", "page", "zoom", "read")


@dataclass(frozen=True, slots=True)
class Address:
    """An import's address, and what its query says; what it says wrongly is left out.

    ``ticked`` are the changes that a person ticked; None: all that are proposed."""

    import_id: int
    query: Mapping[str, str] = field(default_factory=dict)
    ticked: frozenset[int] | None = None
    search: Search | None = None

    @property
    def asked(self) -> PageRequest:
        return PageRequest(
            self._number("statement"),
            self.kind,
            self._number("from") or 1,
            self._number("difference"),
            self._number("line"),
            self._number("page"),
            self._number("read") == 1,
            self.ticked,
            self.search,
        )

    @property
    def kind(self) -> str | None:
        """The kind of difference that is listed, None for all."""
        said = self.query.get("kind")
        return said if said in list(DifferenceKind) else None

    @property
    def zoom(self) -> int:
        said = self._number("zoom")
        return said if said in ZOOMS else ZOOMS[0]

    def to(self, **changed: object) -> str:
        """The address with these parts of its query changed; None takes one away. What is ticked
        stays, but in another statement."""
        query = {**self.query, **{name.rstrip("_"): value for name, value in changed.items()}}
        kept = [(name, query[name]) for name in _NAMES if query.get(name) is not None]
        if self.ticked is not None and "statement" not in changed:
            kept += [("ticked", "1"), ("beyond", in_ranges(self.ticked))]
        return f"/imports/{self.import_id}" + (f"?{urlencode(kept)}" if kept else "")

    def nearer(self, steps: int) -> int | None:
        """The zoom that is so many steps larger, None without one."""
        at = ZOOMS.index(self.zoom) + steps
        return ZOOMS[at] if 0 <= at < len(ZOOMS) else None

    def _number(self, name: str) -> int | None:
        return plain_number(self.query.get(name))


def address_of(request: Request, import_id: int) -> Address:
    """What the request's own address asks for. Raises ``HTTPException`` 400."""
    said = request.query_params
    own = {name: said[name] for name in _NAMES if name in said}
    ticked = None
    if not {"ticked", "only", "beyond"}.isdisjoint(said.keys()):
        ticked = frozenset(numbers(said, "only") | beyond(said))
    search = _search(said) if "find" in said else None
    if search is not None:
        own.pop("line", None)  # those are to be paired
    return Address(import_id, own, ticked, search)


def _search(said: QueryParams) -> Search:
    """What a person looks for. Raises ``HTTPException`` 400."""
    near = said.get("near", "")
    return Search(
        text=said.get("payee", "").strip()[:_LONGEST],
        amount=plain_amount(said.get("size", "").strip()[:_LONGEST]),
        days=plain_number(near) if near else None,
        others="others" in said,
        entries=tuple(numbers(said, "entry")),
        lines=tuple(numbers(said, "line")),
    )


@dataclass(frozen=True, slots=True)
class Standing:
    """``opening``: a password was given and will be tried; ``refused``: the last one did not open
    it. ``elsewhere``: workers do what this server does not; ``stages`` are called so."""

    at_work: bool
    opening: bool
    locked: bool
    refused: bool
    retried: bool
    elsewhere: bool
    stages: Mapping[str, str]


def standing_of(at: Desk, work: ReviewShape) -> Standing:
    """Its current state, and what the server that is asked can do about it."""
    failed, number = work.status is ImportStatus.FAILED, work.import_id
    locked = failed and work.error_code == PasswordNeeded.code
    waits = work.status in OPEN or locked
    opening = waits and at.background is not None and at.background.holds_password(number)
    return Standing(
        at_work=work.status in OPEN or opening,
        opening=opening,
        locked=locked and at.background is not None,
        refused=at.background is not None and at.background.was_refused(number),
        retried=failed and at.carries_out,
        elsewhere=at.queue,
        stages=stage_texts(),
    )


#: The form in which a person states what the page does not say; it names no act.
STATED = "state"


def typed_in(form: Mapping[str, object]) -> Callable[[str], Mapping[str, str]]:
    """What the form of an act is filled with: nothing, unless it is the one that was refused."""
    texts = {name: text for name, text in form.items() if isinstance(text, str)}
    refused = texts.get("act", STATED)

    return lambda act: defaultdict(str, texts if texts and act == refused else {})


def minor_of(amount: Decimal | None, exponent: int) -> int | None:
    """An amount in minor units, None for one that is not known."""
    return None if amount is None else to_minor(amount, exponent)


@dataclass(frozen=True, slots=True)
class Way:
    """One act that may settle the difference; ``likely`` ones come first."""

    act: str
    key: str
    likely: bool


def ways_of(selected: SelectedShape) -> tuple[Way, ...]:
    """What can be done about what is looked at; nothing about a line that is paired."""
    if selected.row is None:
        return ()
    likely = [way.split()[0] for way in texts_deciding.LIKELY[kind_of(selected)]]
    possible = [
        name for name, act in ACTS.items() if act.is_offered(selected.lines, selected.entries)
    ]
    acts = list(dict.fromkeys([*(act for act in likely if act in possible), *possible]))
    keys = texts_deciding.KEYS
    first = next((act for act in acts if act not in keys), None)
    return tuple(
        Way(act, keys.get(act, "a" if act == first else "b"), act in likely) for act in acts
    )


def kind_of(selected: SelectedShape) -> str:
    """The kind of the difference; another amount that several rows come to is a kind of its own."""
    assert selected.row is not None
    difference = selected.row.difference
    is_sum = difference.expected is not None and difference.expected == difference.found
    return "sum" if difference.kind == "amount_differs" and is_sum else difference.kind


def after_text(after: AfterShape) -> str:
    """What the ledger would be: the difference left, what stays open, what would be locked."""
    parts = [] if after.left is None else [money_text(after.left)]
    if after.locks:
        period = period_text(after.period_start, after.period_end)
        parts.append(_("{period} will be locked").format(period=period))
    elif after.open:
        parts.append(counted("{count} stays open", "{count} stay open", after.open))
    return " · ".join(parts) or _("not known")


_AROUND: Final = 1.0  # points; with more there are halves of other rows in it


def drawn(
    engine: Engine,
    import_id: int,
    paper: PaperShape,
    document: Wanted | None,
    documents: Documents,
    passwords: tuple[str, ...],
) -> tuple[PaperShape, str | None]:
    """The page of the import's ``document`` with its size, and why it cannot be drawn, if the
    document cannot be had. Raises ``HTTPException`` 503 while many look at such documents."""
    try:
        if paper.width and document is not None:
            be_there(engine, document, documents)
            return paper, None
        _, intake = document_of(engine, import_id, documents)
        sizes = sizes_of_pages(engine, import_id, intake, passwords)
    except TieoutError as error:
        return paper, refused_text(error)
    number = min(max(paper.number, 1), len(sizes))
    width, height = sizes[number - 1]
    return PaperShape(number, len(sizes), width, height), None


def place_of(
    engine: Engine, import_id: int, statement: int, ordinal: int
) -> tuple[int, tuple[float, float, float, float]]:
    """The page of a line, and its whole row there with a little around it; the line by its
    statement (from 1) and its ordinal. Raises ``HTTPException`` 404 if there is no such line."""
    with read_only(engine) as session:
        found = place_of_line(session, import_id, statement, ordinal)
    if found is None:
        raise HTTPException(404)
    page, (left, top, right, bottom) = found
    return page, (left, top - _AROUND, right, bottom + _AROUND)
