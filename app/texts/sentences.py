"""Says accounts, periods, checks and differences the way a person would."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Final, Literal

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from app.shapes.reading import ReasonShape
from app.shapes.writing import by_name
from app.texts import deciding as texts_deciding
from app.texts import proof as texts_proof
from app.texts import terminal as texts
from app.texts.language import DAY, MONTH, _, marks, retold
from db.text import one_line
from db.words import COUNTED_UP_TO
from pipeline.proof import KERNEL_VERSION, Check, CheckState

if TYPE_CHECKING:
    from app.shapes.imports import DifferenceShape, TiedStatementShape
    from app.shapes.reading import AboutShape, FactsShape, HypothesisShape, ObjectionShape
    from app.shapes.review import ReviewedShape
    from app.shapes.verifying import LedgerVerdictShape
    from pipeline.proof import Certificate
    from pipeline.verify.document import Verified


#: How much of a file's name always stays: `-2025-03.pdf` and a little more.
TAIL = 14


def account_text(statement: FactsShape, width: int | None = None) -> str:
    """The ledger's name of the account if it is known, else the page's; then the last digits. A
    name too long for ``width`` columns is cut short, the digits never."""
    printed = (statement.institution, statement.account_name)
    name = getattr(statement, "account", None) or " ".join(part for part in printed if part)
    digits = digits_text(statement)
    if width:
        name = cut(name, width - len(digits) - 1)
    return " ".join(part for part in (name, digits) if part) or texts.UNKNOWN


def digits_text(statement: FactsShape) -> str:
    """The last digits of the account's number as `*4471`; nothing if the page shows none."""
    return f"*{statement.account_mask}" if statement.account_mask else ""


def file_text(name: str, width: int) -> str:
    """A file's name in at most ``width`` columns: the middle goes, for months are at the end."""
    if cell_len(name) <= width:
        return name
    tail = name[-TAIL:]
    return cut(name, width - cell_len(tail)) + tail


def cut(text: str, width: int) -> str:
    """The text in at most ``width`` columns, with an ellipsis if anything had to go."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…"


def quoted_text(text: str) -> str:
    """Words of a page or a model as they are between “ and ”: on one line, and with no such mark
    of their own, behind which they would pass for the program's."""
    return one_line(text).translate(_MARKS)


_MARKS = dict.fromkeys(map(ord, "“”„‟〝〞＂"), '"')


def day_text(day: date | None, without: str = texts.UNKNOWN) -> str:
    """A day as `2025-03-31`, or as the language that is spoken writes it."""
    return _in_form(_(DAY), day) if day else without


def month_text(day: date) -> str:
    """The day's month, as `2025-03`."""
    return _in_form(_(MONTH), day)


def month_said(text: str) -> str:
    """A month that is kept as `2025-03`, in the same form."""
    return month_text(date.fromisoformat(f"{text}-01"))


def _in_form(form: str, day: date) -> str:
    whole = {"YYYY": f"{day.year:04}", "MM": f"{day.month:02}", "DD": f"{day.day:02}"}
    for part, digits in whole.items():
        form = form.replace(part, digits)
    return form


def moment_text(at: datetime | None, without: str = texts.UNKNOWN) -> str:
    return f"{day_text(at.date())} {at:%H:%M}" if at else without


def money_text(amount: Decimal | None, without: str = texts.NONE) -> str:
    """An amount with all of its currency's decimals; nothing at all is not nothing known."""
    if amount is None:
        return without
    whole, point, decimals = f"{amount:,f}".partition(".")
    group, mark = marks()
    return whole.replace(",", group) + (mark if point else "") + decimals


_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
_FACT: Final = re.compile(rf"({_DAY.pattern})?( ?)(-?\d+\.\d+)?(?= [A-Z]{{3}}\b|$)")


def fact_text(text: str) -> str:
    """Words that begin with a day and an amount, or are one, as the reader's language writes them:
    `2025-03-31 -1234.50 EUR Rent`."""
    if (found := _FACT.match(text)) is None or not found[0]:
        return text if (day := _DAY.match(text)) is None else _shown_day(day) + text[day.end() :]
    day = _DAY.match(text)
    amount = money_text(Decimal(found[3])) if found[3] else ""
    return f"{_shown_day(day) if day else ''}{found[2]}{amount}{text[found.end() :]}"


def _shown_day(found: re.Match[str]) -> str:
    try:
        return day_text(date.fromisoformat(found[0]))
    except ValueError:
        return found[0]


def period_text(start: date | None, end: date | None, between: str = "..") -> str:
    """Two days, as months (`2025-03`) if they are whole ones, and as one if it is one."""
    if start is None and end is None:
        return texts.UNKNOWN
    first, last = day_text(start), day_text(end)
    if start and end and start.day == 1 and (end + timedelta(days=1)).day == 1 and start < end:
        first, last = month_text(start), month_text(end)
    return first if first == last else f"{first}{between}{last}"


def verdict_text(word: str) -> Text:
    """A verdict or a document's status in a person's words, coloured if colours are wanted."""
    return Text(_(texts.VERDICTS.get(word, word)), style=texts.VERDICT_STYLES.get(word, ""))


def state_word(verdict: str, account_id: int | None, *, proven: bool) -> str:
    """The verdict; but a page that is proven, of which only the account is not known, is a state of
    its own, since there is nothing wrong with what was read."""
    return "whose_account" if verdict == "unproven" and account_id is None and proven else verdict


def state_text(statement: ReviewedShape | TiedStatementShape) -> Text:
    proven = statement.reading == "proven"
    return verdict_text(state_word(statement.verdict, statement.account_id, proven=proven))


def is_earlier(statement: ReviewedShape) -> bool:
    """Whether an earlier version of tieout gave the verdict, which nothing here can prove."""
    return statement.kernel_version != KERNEL_VERSION


def recorded_verdict(statement: ReviewedShape, import_id: int, *, short: bool = False) -> Text:
    """The verdict on a recorded statement, and whether an earlier version of tieout gave it."""
    text = state_text(statement)
    if not is_earlier(statement):
        return text
    form = _(texts_proof.EARLIER_SHORT if short else texts_proof.EARLIER)
    return Text(form.format(verdict=text.plain, import_id=import_id))


def unproven_texts(verdict: str, checks: Iterable[Check]) -> list[str]:
    """What keeps a statement from being proven, as far as the differences do not say it better."""
    return [_check_text(check) for check in checks if _tells(check, verdict)]


def reasons_of(
    checks: Iterable[Check],
    hypotheses: Iterable[HypothesisShape],
    objections: Iterable[ObjectionShape],
    **place: int | None,
) -> list[ReasonShape]:
    """What keeps a statement from being matched, with what helps. ``place`` is what its commands
    and addresses name: ``import_id``, ``number`` and ``account_id``."""
    open_ = {each.name: each.detail for each in hypotheses if each.source == "assumed"}
    if place and place["account_id"] is None:
        open_.setdefault("account", "")
    found = [_reason_of_check(each) for each in _first_ones(checks)]
    found += [
        (
            "hypothesis",
            name,
            _open_text(name, detail),
            retold(detail, texts_proof.DETAILS),
            texts_proof.SETTLES[name],
        )
        for name, detail in open_.items()
    ]
    found += [
        ("objection", each.code, _(texts_proof.OBJECTED[each.code]), fact_text(each.detail),
         texts_proof.ANSWERS[each.code])
        for each in objections
    ]  # fmt: skip
    return [_reason(*each, place) for each in found]


#: What nothing can be said of where another check was not made.
_AFTER: Final = {
    "parsed": ("seen", "sums", "covered", "restated", "ordered"),
    "paired": ("balances", "settled", "one_reading", "chain"),
}


def _first_ones(checks: Iterable[Check]) -> Iterator[Check]:
    """The checks that did not pass, without those that could not be made after one of them."""
    known = {each.name: each for each in checks}
    cause = {after: first for first, every in _AFTER.items() for after in every}
    for each in known.values():
        first = known.get(cause.get(each.name, ""))
        unmade = each.state is CheckState.UNAVAILABLE
        follows = unmade and first is not None and first.state is not CheckState.PASSED
        # Of the first statement there is none before it.
        if each.state is not CheckState.PASSED and not follows and (each.name, unmade) != _FIRST:
            yield each


_FIRST: Final = ("chain", True)
_Told = tuple[Literal["check", "hypothesis", "objection"], str, str, str, texts_proof.Remedy]


def _reason_of_check(check: Check) -> _Told:
    unmade = check.state is CheckState.UNAVAILABLE
    said = (texts_proof.UNCHECKED if unmade else texts_proof.FAILED)[check.name]
    helps = texts_proof.HELPS[check.name]
    if unmade:
        helps = texts_proof.HELPS_UNCHECKED.get(check.name, helps)
    return "check", check.name, _(said), compared_text(check), helps


def _open_text(name: str, detail: str) -> str:
    if detail:
        return _(texts_proof.CONTRADICTED).format(what=_(texts_proof.HYPOTHESIS_NAMES[name]))
    return _(texts_proof.OPEN_FACTS[name])


def _reason(
    kind: Literal["check", "hypothesis", "objection"],
    name: str,
    text: str,
    detail: str,
    helps: texts_proof.Remedy,
    place: dict[str, int | None],
) -> ReasonShape:
    act = texts_proof.ACTS[helps.act]
    where = (each.format(**place) if place else "" for each in act)
    command, at, call = where
    return ReasonShape(
        kind=kind,
        name=name,
        text=text,
        detail=detail,
        remedy=_(helps.text),
        act=helps.act,
        command=command,
        place=at,
        call=call,
    )


def compared_text(check: Check) -> str:
    figures = check.expected or ""
    if check.expected != check.found:
        said = _("{expected} on the page, {found} found")
        if check.name in texts_proof.LEDGER_CHECKS:
            said = _("{expected} on the page, {found} in the ledger")
        both = (fact_text(each) if each else "—" for each in (check.expected, check.found))
        figures = said.format(**dict(zip(("expected", "found"), both, strict=True)))
    # What is not settled is said hypothesis by hypothesis.
    detail = "" if check.name == "settled" else retold(check.detail, texts_proof.DETAILS)
    return " · ".join(filter(None, (figures, detail)))


def objection_text(each: ObjectionShape) -> str:
    """What the reader objects; a figure in it as the reader's language writes it."""
    what = _(texts_proof.OBJECTIONS.get(each.code, each.code))
    return f"{what}: {fact_text(each.detail)}" if each.detail else what


def by_date(differences: Iterable[DifferenceShape]) -> list[DifferenceShape]:
    """The oldest first, and before it what has no date."""
    return sorted(differences, key=lambda difference: difference.date or date.min)


def settled_text(lines: Iterable[int], entries: Iterable[int]) -> str:
    """Which rows a person settled: "line 3; entries 7, 8"; the statement if none is named."""
    parts = (
        (_(texts_deciding.LINES_NAMED), list(lines)),
        (_(texts_deciding.ENTRIES_NAMED), list(entries)),
    )
    said = [text.format(numbers=", ".join(map(str, ids))) for text, ids in parts if ids]
    return "; ".join(said) or _(texts_deciding.WHOLE)


def difference_text(difference: DifferenceShape) -> str:
    """What the difference is: "not in the ledger"; where it is about several rows, which."""
    said = _(texts.DIFFERENCE_KINDS[difference.kind]).format(found=money_text(difference.found))
    if max(len(difference.lines), len(difference.entries)) < 2:
        return said
    return f"{said}: {settled_text(difference.lines, difference.entries)}"


def _tells(check: Check, verdict: str) -> bool:
    """Whether the check is said: what is assumed is asked, and pairs are listed one by one."""
    if verdict == "matched" or check.name not in texts.CHECKS:
        return False
    return check.state is CheckState.FAILED


def _check_text(check: Check) -> str:
    facts = {
        name: fact_text(value) if isinstance(value, str) else value or texts.NONE
        for name, value in by_name(check).items()
    }
    facts["detail"] = retold(check.detail, texts_proof.DETAILS)
    if check.name == "sums" and check.expected is None:
        return _(texts.UNFOLLOWED).format(**facts)
    if check.name == "balances" and check.expected is check.found is None:
        return _(texts.UNCOMPARED).format(**facts)
    return _(texts.CHECKS[check.name]).format(**facts).rstrip(": ")


def about_text(about: AboutShape) -> str:
    """What is said of a document that holds no statement, and who says that."""
    text = _(texts_proof.BY_MODEL if about.by else texts_proof.BY_HEADING)
    return one_line(text.format(**by_name(about))).rstrip()


def counted(number: int) -> str:
    """A count of imports, which goes no further than `COUNTED_UP_TO`."""
    return f"{number}+" if number >= COUNTED_UP_TO else str(number)


def checked_texts(
    certificate: Certificate, found: Verified, ledger: LedgerVerdictShape | None
) -> list[str]:
    pages, version = len(certificate.pages), certificate.kernel
    checked = [
        texts_proof.OF_DOCUMENT,
        texts_proof.OF_WORDS.format(words=found.words, pages=pages),
        texts_proof.OF_KERNEL.format(version=version, checks=len(found.proof.obligations)),
    ]
    if found.agreement is not None:
        checked.append(texts_proof.OF_AGREEMENT.format(verdict=found.agreement.verdict))
    if ledger and ledger.account:
        checked.append(texts_proof.OF_LEDGER.format(account=ledger.account, verdict=ledger.verdict))
    return checked


def not_checked_texts(found: Verified, ledger: LedgerVerdictShape | None) -> list[str]:
    not_checked = [texts_proof.MENDED] * found.mended + [texts_proof.TYPED] * found.typed
    if ledger is None:
        not_checked.append(texts_proof.NO_LEDGER)
    elif ledger.account_id is None:
        not_checked.append(texts_proof.NO_ACCOUNT)
    if found.agreement is not None:
        not_checked.append(texts_proof.ON_TRUST)
    return not_checked
