"""Decides which way the money goes where arithmetic holds both ways."""

from collections.abc import Sequence
from typing import NamedTuple

from db.words import AccountKind
from pipeline.reading.lexing.labelled import LabelledFigure
from pipeline.reading.table.conventions import Signs
from pipeline.reading.table.search import BestReading
from pipeline.reading.table.ties import Tie, turned_tie

LIABILITIES = frozenset({AccountKind.CARD, AccountKind.LOAN})


def orient(
    found: BestReading, facts: Sequence[LabelledFigure], kind: AccountKind, said: int
) -> Tie:
    """Chooses between a reading and the same with every sign turned.

    Debit and credit columns, CR/DR marks and direction words are the bank's own statement of the
    side. Otherwise a debt's balance counts as negative; ``said`` is how many words of the page
    name the kind. Amounts that come to nothing leave a debt's balance open.
    """
    # The way round that the first witness names who can tell; else the one that is usual.
    twins = found.twins or (found.tie,)
    stated = [tie for tie in twins if _is_stated(tie)]
    question = _Question(found, facts, kind, said, twins, stated)
    witnesses = (_by_totals, _by_summary, _by_stated_sides, _as_known_debt, _by_own_words)
    answers = (witness(question) for witness in witnesses)
    chosen = next((answer for answer in answers if answer), None) or _by_habit(question)
    afloat = [tie for tie in found.twins if _moves_the_balance_only(tie, chosen)]
    if afloat and (kind in LIABILITIES or kind is AccountKind.OTHER):
        return next(filter(_owes, [chosen, *afloat]), chosen)
    return chosen


def _moves_the_balance_only(tie: Tie, other: Tie) -> bool:
    """Whether the same amounts start from another balance: the sums hold from either."""
    ends = (tie.opening, other.opening)
    same = tie.holds and other.holds and tie.rows == other.rows
    return same and len({end.value for end in ends if end is not None}) > 1


class _Question(NamedTuple):
    """What there is to choose from, and what the page says of it.

    ``twins`` are the ways round; ``stated`` those of them whose sides the bank itself states.
    """

    found: BestReading
    facts: Sequence[LabelledFigure]
    kind: AccountKind
    said: int
    twins: Sequence[Tie]
    stated: Sequence[Tie]

    @property
    def is_debt(self) -> bool:
        """Whether the statement is taken for one of a card or a loan."""
        return self.kind in LIABILITIES

    @property
    def is_loan(self) -> bool:
        """Whether the statement is taken for one of a loan."""
        return self.kind is AccountKind.LOAN

    def has_totals(self, tie: Tie) -> bool:
        """Whether the printed totals in and out are those of this way round."""
        return _totalled(tie, self.found, self.facts)


def _by_totals(question: _Question) -> Tie | None:
    """An account's printed totals in and out, if no side that the bank states denies them."""
    stated = question.stated
    if question.is_debt:
        return None
    totalled = [tie for tie in question.twins if question.has_totals(tie)]
    agreed = [tie for tie in totalled if tie in stated]
    if not totalled or (stated and not agreed):
        return None
    return max(agreed or totalled, key=lambda tie: tie.explained)


def _by_summary(question: _Question) -> Tie | None:
    """What the summary calls purchases, charges or fees went out."""
    stated = question.stated
    parted = [tie for tie in question.twins if _parted(tie, question.found, question.facts)]
    if len(parted) == 1 or (parted and not stated):
        return parted[0]
    both = [tie for tie in parted if tie in stated and question.is_debt and question.said]
    if both:
        return both[0]
    return None


def _by_stated_sides(question: _Question) -> Tie | None:
    """The sides that columns, marks or headings state."""
    stated = question.stated
    if not stated:
        return None
    marked = _marked(stated[0])
    if _nothing_is_owed(question):
        if not marked and not _sure_columns(stated[0], question.found):
            return _against_the_kind(question)
    elif not marked and _owed_by_an_asset(stated, question.kind, question.said):
        return stated[0]
    return max(stated, key=lambda tie: tie.explained)


def _nothing_is_owed(question: _Question) -> bool:
    """Whether the page refers to a debt, and the sides it states leave none."""
    return question.is_debt and question.said >= 1 and not any(map(_owes, question.stated))


def _against_the_kind(question: _Question) -> Tie:
    """ "Payments" heads what comes in on a loan, or an advert refers to loans: who can say?"""
    stated = question.stated[0]
    by_columns = question.found.tie.convention.signs is Signs.COLUMNS
    return turned_tie(stated) if question.is_loan and by_columns else stated


def _as_known_debt(question: _Question) -> Tie | None:
    """A card or loan that the page names more than once, or once and the entries' words too, if
    these let it owe."""
    spoken = _spoken(question.twins)
    may_owe = (_owes, _crosses_nought, question.has_totals, _signs_a_debt)
    held = spoken and not any(how(tie) for tie in spoken for how in may_owe)
    if not question.is_debt or question.said < (1 if spoken else 2) or held:
        return None
    return _as_debt(question, spoken or question.twins)


def _by_own_words(question: _Question) -> Tie | None:
    """As usual where the entries' own words say in or out."""
    return _as_asset(question.twins) if _spoken(question.twins) else None


def _by_habit(question: _Question) -> Tie:
    """As such a statement is usually printed, where nothing on the page says."""
    if question.is_debt and question.said:
        return _as_debt(question, question.twins)
    return _as_asset(question.twins)


def _spoken(twins: Sequence[Tie]) -> list[Tie]:
    """The way round that the words of the entries themselves confirm, and none of them denies."""
    votes = [(tie, _votes(tie)) for tie in twins]
    return [tie for tie, (agree, deny) in votes if agree >= 3 and not deny]


def _votes(tie: Tie) -> tuple[int, int]:
    """How many entries say of themselves that they go the way they are read, and how many not."""
    agree = deny = 0
    for step in tie.steps:
        said = {hit.meaning for hit in step.item.row.hits if hit.group == "moved"}
        if step.amount and len(said) == 1:
            same = (step.amount > 0) == (said == {"in"})
            agree, deny = agree + same, deny + (not same)
    return agree, deny


def _sure_columns(tie: Tie, found: BestReading) -> bool:
    """Whether money out has a column whose name means that on a debt's page as well."""
    debit = tie.convention.roles.debit
    return (
        tie.convention.signs is Signs.COLUMNS
        and debit is not None
        and "repaid" not in found.columns[debit].meanings
    )


def _totalled(tie: Tie, found: BestReading, facts: Sequence[LabelledFigure]) -> bool:
    """Whether the totals in and out that the page prints are those of this way round."""
    came = sum(amount for amount in tie.amounts if amount > 0)
    went = -sum(amount for amount in tie.amounts if amount < 0)
    sides = {"total_in": came, "total_out": went}
    printed = [(sides[f.meaning], found.scale.minor(f.figure)) for f in facts if f.meaning in sides]
    return bool(printed) and came != went and all(one == other for one, other in printed)


def _owed_by_an_asset(stated: Sequence[Tie], kind: AccountKind, said: int) -> bool:
    """Plain balances taken for debts, though no word of the page refers to a debt."""
    debt = kind in LIABILITIES and said >= 2
    return all(t.convention.balance_base < 0 for t in stated) and not debt


def _parted(tie: Tie, found: BestReading, facts: Sequence[LabelledFigure]) -> bool:
    """Whether what the summary calls purchases, charges or fees is what went out."""
    came = sum(amount for amount in tie.amounts if amount > 0)
    went = -sum(amount for amount in tie.amounts if amount < 0)
    parts = {(f.row, found.scale.minor(f.figure)) for f in facts if f.meaning == "part_out"}
    values = {value for _, value in parts if value}
    return came != went and went > 0 and (went in values or went == sum(values))


def _is_stated(tie: Tie) -> bool:
    if tie.convention.signs is Signs.COLUMNS:
        return tie.named
    if tie.convention.signs is Signs.SECTION:
        return all(step.item.section for step in tie.steps if step.amount)
    return tie.convention.signs in (Signs.DIRECTION, Signs.PLUS) or _marked(tie)


def _marked(tie: Tie) -> bool:
    """Whether marks such as CR, DR, S or H say the side of some amount or balance."""
    roles = tie.convention.roles
    columns = [column for column in (roles.amount, roles.balance) if column is not None]
    return any(
        (figure := step.item.cells.get(column)) is not None and figure.mark
        for step in tie.steps
        for column in columns
    )


def _as_debt(question: _Question, twins: Sequence[Tie]) -> Tie:
    """A debt prints what is owed without a sign; a minus before both ends leaves a card's open,
    if no totals tell."""
    debts = [tie for tie in twins if tie.convention.balance_base < 0 or question.is_loan]
    told = (_owes, _crosses_nought, question.has_totals)
    owed = next((owed for how in told if (owed := list(filter(how, debts)))), [])
    if owed:
        return owed[0]
    return min(twins, key=lambda tie: sum(1 for a in tie.amounts if a > 0))


def _owes(tie: Tie) -> bool:
    ends = [end.value for end in (tie.opening, tie.closing) if end is not None]
    return bool(ends) and max(ends) <= 0 and min(ends) < 0


def _crosses_nought(tie: Tie) -> bool:
    """Whether one end is owed and the other is held: only one of them is printed with a minus."""
    ends = [end.value for end in (tie.opening, tie.closing) if end is not None]
    return bool(ends) and min(ends) < 0 < max(ends)


def _signs_a_debt(tie: Tie) -> bool:
    """Whether the signs of its amounts are read as a debt prints them."""
    convention = tie.convention
    return convention.signs is Signs.PRINTED and convention.base == convention.balance_base == -1


def _as_asset(twins: Sequence[Tie]) -> Tie:
    """As an account is usually printed; where its balances are in a column of amounts, that column
    is the one in which they are held and not owed."""
    return max(
        twins,
        key=lambda tie: (tie.convention.balance_base, tie.convention.base, not _owes(tie)),
    )
