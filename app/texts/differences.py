"""Says what is open of a statement, what a model thinks of it, and how it is settled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Final

from app.shapes.differences import ReviewedDifferenceShape
from app.shapes.imports import DifferenceShape
from app.shapes.writing import by_name
from app.texts import accounts as texts_accounts
from app.texts import deciding as texts_deciding
from app.texts import proof as texts_proof
from app.texts.language import _, marked
from app.texts.sentences import day_text, money_text, quoted_text, settled_text
from db.text import one_line
from pipeline.claims import FactName
from pipeline.proof import CheckState

if TYPE_CHECKING:
    from app.shapes.decisions import ChangeShape
    from app.shapes.differences import OpinionShape
    from app.shapes.review import NoteShape, ReviewedShape, ReviewShape


def hint_texts(statement: ReviewedShape, import_id: int) -> Iterator[str]:
    """One sentence a suggestion, and before them what is open and how to settle it."""
    yield from _asked(statement, import_id)
    # What a model reads on the page, and the command that states it as a person's word.
    for (page, text), cited in groupby(statement.cited, key=lambda each: (each.page, each.text)):
        said = [f"{texts_accounts.CITED_NAMES[each.name]} {each.value}" for each in cited]
        yield texts_accounts.CITED.format(page=page, text=quoted_text(text), said=", ".join(said))
    if options := " ".join(_options({each.name: each.value for each in statement.cited})):
        yield texts_accounts.CITED_NEXT.format(
            import_id=import_id, number=statement.ordinal + 1, options=options
        )
    failed = {check.name for check in statement.checks if check.state is CheckState.FAILED}
    if failed and statement.kernel_version is not None and statement.reading != "proven":
        of = {"import_id": import_id, "number": statement.ordinal + 1}
        yield _(texts_accounts.HINT).format(**of)
        if "covered" in failed:
            yield _(texts_accounts.HINT_NO_FIGURE).format(**of)
    for each in statement.hints:
        facts = {**by_name(each), "days": abs(each.days or 0), "amount": money_text(each.amount)}
        form = texts_deciding.HINTS[each.kind]
        if each.days is not None and each.days < 0:
            form = texts_deciding.DAYS_EARLIER
        yield form.format(**facts, account=statement.account_id, import_id=import_id)


def _asked(statement: ReviewedShape, import_id: int) -> Iterator[str]:
    """What nothing settles, with the command that answers all of it."""
    question = statement.question
    if question is None:
        return
    for each in statement.hypotheses:
        if each.detail and each.source == "assumed":
            what = _(texts_proof.HYPOTHESIS_NAMES[each.name])
            yield _(texts_proof.DISAGREE).format(what=what, detail=each.detail)
    if question.largest and {"direction", "side"} & set(question.open):
        line = question.largest
        yield _(texts_accounts.LARGEST).format(
            day=day_text(line.date),
            description=quoted_text(line.description),
            amount=money_text(line.amount),
        )
    if question.closing is not None and {"side", "ends"} & set(question.open):
        yield _(texts_accounts.BALANCE).format(amount=money_text(question.closing))
    if question.also_printed:
        days = f"{day_text(question.first)} to {day_text(question.last)}"
        yield _(texts_accounts.ALSO_PRINTED).format(value=days, detail=question.also_printed)
    if options := " ".join(
        list(dict.fromkeys(each for name in question.open for each in _SETTLING.get(name, ())))
    ):
        yield _(texts_accounts.QUESTION).format(
            import_id=import_id, number=statement.ordinal + 1, options=options
        )


#: The options of `tieout state` that settle each hypothesis.
_SETTLING: Final = {
    "account": ("--account ACCOUNT|new",),
    "direction": ("--largest in|out",),
    "side": ("--largest in|out", "--balance have|owe"),
    "ends": ("--balance have|owe",),
    "currency": ("--currency CODE",),
    "order": ("--order dmy|mdy|ymd",),
    "booking": ("--booking day|second",),
    "scale": ("--decimals as-read",),
    "year": ("--period FIRST LAST",),
    "period": ("--period FIRST LAST",),
}


def _options(cited: Mapping[FactName, str]) -> Iterator[str]:
    first, last = cited.get(FactName.PERIOD_START), cited.get(FactName.PERIOD_END)
    if first and last:
        yield f"--period {first} {last}"
    if currency := cited.get(FactName.CURRENCY):
        yield f"--currency {currency}"


def opinion_texts(difference: DifferenceShape) -> Iterator[str]:
    """What was said of it, and what is suggested; nothing where no model said anything."""
    if not isinstance(difference, ReviewedDifferenceShape) or difference.opinion is None:
        return
    opinion = difference.opinion
    said = " ".join(_parts(opinion))
    # A sentence with line ends in it could pass for another difference.
    yield one_line(_(texts_deciding.SAYS).format(model=opinion.model, said=said))
    if opinion.suggests is not None:
        yield _(texts_deciding.SUGGESTS).format(
            act=_(texts_deciding.OPINION_ACTS[opinion.suggests])
        )


def _parts(opinion: OpinionShape) -> Iterator[str]:
    words = [_(texts_deciding.SAME).format(**by_name(each)) for each in opinion.pairs]
    if opinion.what is not None:
        words.append(_(texts_deciding.WHAT[opinion.what]))
    if words or not opinion.why:
        yield "; ".join(words) or _(texts_deciding.NOTHING_SAID)
    if opinion.why:
        yield _(texts_deciding.QUOTED).format(why=quoted_text(opinion.why))
    yield _(texts_deciding.RESTS).format(rows=settled_text(opinion.lines, opinion.entries))


def before_texts(of: ReviewedDifferenceShape | ChangeShape) -> Iterator[str]:
    """What earlier decisions propose for an entry that is to be added, unless it is called so."""
    named = getattr(of, "now", None) or ""
    if of.payee and not named.endswith(of.payee):
        yield one_line(_(texts_deciding.CALLED_BEFORE).format(payee=of.payee))
    if of.counter_account:
        account = of.counter_account
        yield one_line(_(texts_deciding.COUNTER_ACCOUNT).format(counter_account=account))


def way_as_before(review: ReviewShape) -> Iterator[str]:
    """With which command a payee is called as before, if any is proposed."""
    differences = (each for statement in review.statements for each in statement.differences)
    if any(each.payee for each in differences):
        yield texts_deciding.AS_BEFORE_WAY.format(import_id=review.import_id)


def asked_in_vain(statement: ReviewedShape, import_id: int) -> Iterator[str]:
    """That a model was asked about the differences, and nothing came of it."""
    asked = statement.asked
    if asked is not None and not asked.said and statement.verdict != "matched":
        yield one_line(_(texts_deciding.NO_OPINION).format(**by_name(asked), import_id=import_id))


def way_to_take(review: ReviewShape) -> Iterator[str]:
    """With which command a person does what is suggested, if anything is."""
    differences = (each for statement in review.statements for each in statement.differences)
    if any(each.opinion and each.opinion.suggests for each in differences):
        yield texts_deciding.OPINION_WAY.format(import_id=review.import_id)


_SETTLED: Final = marked(texts_deciding.SETTLED)
_BECAUSE: Final = marked(texts_deciding.BECAUSE)


def number_text(difference: DifferenceShape) -> str:
    """The number of a difference in its import as `2. `; nothing before it was recorded."""
    if not isinstance(difference, ReviewedDifferenceShape):
        return ""
    return texts_deciding.NUMBERED.format(number=difference.number)


def left_text(difference: DifferenceShape) -> str:
    """Who left the difference as it is, and why; nothing if no one did."""
    if not isinstance(difference, ReviewedDifferenceShape) or difference.left is None:
        return ""
    # A reason with line ends in it could pass for another difference.
    return one_line(texts_deciding.LEFT.format(**by_name(difference.left)))


def settled_texts(statement: ReviewedShape) -> list[str]:
    """Pairs by hand, what is outstanding and a statement that was left, with who said so."""
    said = []
    for each in statement.resolutions:
        because = _(_BECAUSE).format(reason=each.reason) if each.reason else ""
        rows = settled_text(each.lines, each.entries)
        text = _(_SETTLED[each.op])
        said.append(one_line(text.format(rows=rows, actor=each.actor, reason=because)))
    return said


def model_proposal_texts(statement: ReviewedShape, import_id: int) -> list[str]:
    """What models proposed about the statement when asked, which model, and how to decide."""
    said = []
    for each in statement.model_proposals:
        said.append(texts_deciding.BY_MODEL.format(**by_name(each)))
        said += [
            texts_deciding.BY_MODEL_CHANGE.format(op=change.op, said=_change_text(change))
            for change in each.changes
        ]
    ways = [texts_deciding.BY_MODEL_NEXT.format(import_id=import_id)] if said else []
    return [one_line(each) for each in [*said, *ways]]


def _change_text(change: ChangeShape) -> str:
    if change.lines or change.entries:
        return settled_text(change.lines, change.entries)
    return " -> ".join(filter(None, (change.was, change.now)))


def note_texts(notes: Iterable[NoteShape]) -> Iterator[str]:
    for each in notes:
        said = " · ".join(filter(None, (each.tag and f"#{each.tag}", each.text, each.file)))
        text = texts_deciding.NOTE_ON if each.line else texts_deciding.NOTE_ON_NO_LINE
        yield text.format(**{**by_name(each), "said": one_line(said)})


def ways_to_settle(review: ReviewShape) -> list[str]:
    """One line for each kind of difference that is still open, by the first one of its kind."""
    first: dict[str | None, int] = {}
    for kind, number in _open(review):
        first.setdefault(kind, number)
    return [
        texts_deciding.RESOLVE_WAY.format(
            kind=texts_deciding.KINDS[kind] if kind else texts_deciding.WHOLE_STATEMENT,
            import_id=review.import_id,
            number=number,
            acts=" | ".join(texts_deciding.WAYS[kind] if kind else [texts_deciding.LEAVE]),
        )
        for kind, number in first.items()
    ]


def _open(review: ReviewShape) -> Iterator[tuple[str | None, int]]:
    """What no one left, by kind and number; None is a statement without any difference to name."""
    for statement in review.statements:
        if statement.account_id is None or statement.verdict == "matched":
            continue
        yield from ((_kind(d), d.number) for d in statement.differences if d.left is None)
        if not statement.differences and not any(r.op == "leave" for r in statement.resolutions):
            yield None, 0


def _kind(difference: DifferenceShape) -> str:
    is_sum = difference.expected is not None and difference.expected == difference.found
    return "sum" if difference.kind == "amount_differs" and is_sum else difference.kind
