"""Which way round the money goes, where arithmetic holds both ways."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.drafts import StatementKind
from pipeline.proof.labelled import Fact
from pipeline.proof.witness import Signs
from pipeline.reading.search import Found
from pipeline.reading.ties import Tie, turned_tie

LIABILITIES = frozenset({StatementKind.CARD, StatementKind.LOAN})


@dataclass(frozen=True, slots=True)
class Oriented:
    """The reading the right way round; ``evidence`` says why, empty if only habit says so."""

    tie: Tie
    evidence: str


def orient(found: Found, facts: Sequence[Fact], kind: StatementKind, said: int) -> Oriented:
    """Chooses between a reading and the same with every sign turned.

    Debit and credit columns, CR/DR marks and direction words are the bank's own statement of the
    side. Otherwise a debt's balance counts as negative, and ``said`` (how many words of the page
    name the kind) is the evidence. Amounts that come to nothing leave a debt's balance open.
    """
    oriented = _chosen(found, facts, kind, said)
    afloat = [tie for tie in found.twins if _moves_the_balance_only(tie, oriented.tie)]
    if afloat and (kind in LIABILITIES or kind is StatementKind.OTHER):
        return Oriented(next(filter(_owes, [oriented.tie, *afloat]), oriented.tie), "")
    return oriented


def _moves_the_balance_only(tie: Tie, other: Tie) -> bool:
    """Whether the same amounts start from another balance: the sums hold from either."""
    ends = (tie.opening, other.opening)
    same = tie.holds and other.holds and tie.rows == other.rows
    return same and len({end.value for end in ends if end is not None}) > 1


def _chosen(found: Found, facts: Sequence[Fact], kind: StatementKind, said: int) -> Oriented:
    twins = found.twins or (found.tie,)
    told = [tie for tie in twins if _told(tie)]
    totalled = [tie for tie in twins if kind not in LIABILITIES and _totalled(tie, found, facts)]
    if totalled and (not told or any(tie in told for tie in totalled)):
        best = [tie for tie in totalled if tie in told] or totalled
        return Oriented(max(best, key=lambda tie: tie.explained), "printed totals say in and out")
    parted = [tie for tie in twins if _parted(tie, found, facts)]
    if len(parted) == 1 or (parted and not told):
        return Oriented(parted[0], "the summary says what went out")
    both = [tie for tie in parted if tie in told and kind in LIABILITIES and said]
    if both:
        return Oriented(both[0], "headings and the summary say which way the money goes")
    contrary = bool(told) and kind in LIABILITIES and said >= 1 and not any(map(_owes, told))
    if contrary and not _marked(told[0]) and not _sure_columns(told[0], found):
        # "Payments" heads what comes in on a loan, or an advert speaks of loans: who can say?
        if kind is StatementKind.LOAN and found.tie.convention.signs is Signs.COLUMNS:
            return Oriented(turned_tie(told[0]), "")
        return Oriented(told[0], "")
    if told and not contrary and not _marked(told[0]) and _owed_by_an_asset(told, kind, said):
        return Oriented(told[0], "")
    if told:
        return Oriented(max(told, key=lambda tie: tie.explained), _why(told[0]))
    spoken = _spoken(twins)
    if kind in LIABILITIES and said >= 2 and (not spoken or any(map(_owes, spoken))):
        debt = _as_debt(spoken or twins, loan=kind is StatementKind.LOAN)
        agree, deny = _votes(debt.tie)
        many = kind is StatementKind.CARD and 2 * _paid_in(debt.tie) > len(debt.tie.amounts)
        doubted = deny > agree or (many and not agree) or _denied(debt.tie, twins, found, facts)
        return Oriented(debt.tie, "") if doubted else debt
    if spoken:
        # Where the words deny the signs that the figures carry, neither is believed.
        usual = _as_asset(twins)
        agree = any(tie is usual for tie in spoken) and not _denied(usual, twins, found, facts)
        return Oriented(usual, "the entries' own words say in or out" if agree else "")
    if kind in LIABILITIES and said:
        return Oriented(_as_debt(twins, loan=kind is StatementKind.LOAN).tie, "")
    tie = _as_asset(twins)
    unsure = kind in LIABILITIES or kind is StatementKind.OTHER
    return Oriented(tie, "" if unsure else _asset_evidence(tie, kind, said))


def _paid_in(tie: Tie) -> int:
    return sum(1 for amount in tie.amounts if amount > 0)


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


def _sure_columns(tie: Tie, found: Found) -> bool:
    """Whether money out has a column whose name means that on a debt's page as well."""
    debit = tie.convention.roles.debit
    return (
        tie.convention.signs is Signs.COLUMNS
        and debit is not None
        and "repaid" not in found.columns[debit].meanings
    )


def _totalled(tie: Tie, found: Found, facts: Sequence[Fact]) -> bool:
    """Whether the totals in and out that the page prints are those of this way round."""
    came = sum(amount for amount in tie.amounts if amount > 0)
    went = -sum(amount for amount in tie.amounts if amount < 0)
    sides = {"total_in": came, "total_out": went}
    printed = [(sides[f.meaning], found.scale.minor(f.figure)) for f in facts if f.meaning in sides]
    return bool(printed) and came != went and all(one == other for one, other in printed)


def _denied(tie: Tie, twins: Sequence[Tie], found: Found, facts: Sequence[Fact]) -> bool:
    """Whether the printed totals in and out are those of another way round."""
    others = [other for other in twins if other is not tie]
    return not _totalled(tie, found, facts) and any(_totalled(o, found, facts) for o in others)


def _owed_by_an_asset(told: Sequence[Tie], kind: StatementKind, said: int) -> bool:
    """Plain balances taken for debts, though no word of the page speaks of a debt."""
    debt = kind in LIABILITIES and said >= 2
    return all(t.convention.balance_base < 0 for t in told) and not debt


def _parted(tie: Tie, found: Found, facts: Sequence[Fact]) -> bool:
    """Whether what the summary calls purchases, charges or fees is what went out."""
    came = sum(amount for amount in tie.amounts if amount > 0)
    went = -sum(amount for amount in tie.amounts if amount < 0)
    parts = {(f.row, found.scale.minor(f.figure)) for f in facts if f.meaning == "part_out"}
    values = {value for _, value in parts if value}
    return came != went and went > 0 and (went in values or went == sum(values))


def _told(tie: Tie) -> bool:
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


def _why(tie: Tie) -> str:
    if tie.convention.signs is Signs.COLUMNS:
        return "debit and credit have columns"
    if tie.convention.signs is Signs.PLUS:
        return "a plus marks money in"
    if tie.convention.signs is Signs.SECTION:
        return "headings say which way the money goes"
    return "marks say debit or credit"


def _as_debt(twins: Sequence[Tie], *, loan: bool) -> Oriented:
    """A debt prints what is owed without a sign; a printed minus leaves a card's open."""
    debts = [tie for tie in twins if tie.convention.balance_base < 0 or loan]
    owed = [tie for tie in debts if _owes(tie)]
    if owed:
        return Oriented(owed[0], "the page speaks of a card or loan, and of what is owed")
    return Oriented(min(twins, key=lambda tie: sum(1 for a in tie.amounts if a > 0)), "")


def _owes(tie: Tie) -> bool:
    ends = [end.value for end in (tie.opening, tie.closing) if end is not None]
    return bool(ends) and max(ends) <= 0 and min(ends) < 0


def _as_asset(twins: Sequence[Tie]) -> Tie:
    return max(twins, key=lambda tie: (tie.convention.balance_base, tie.convention.base))


def _asset_evidence(tie: Tie, kind: StatementKind, said: int) -> str:
    """An asset's amounts carry printed signs, and money mostly goes out; else it is only habit."""
    figures = [
        figure
        for step in tie.steps
        if tie.convention.roles.amount is not None
        and (figure := step.item.cells.get(tie.convention.roles.amount)) is not None
    ]
    if tie.links > 1:
        return "the running balance of an account"
    if said:
        return "the page names an account that holds money"
    if tie.convention.base != tie.convention.balance_base:
        return ""
    if kind is StatementKind.SAVINGS or any(figure.sign < 0 for figure in figures):
        negative = sum(1 for figure in figures if figure.sign < 0)
        if kind is StatementKind.SAVINGS or 3 * negative >= len(figures):
            return "amounts carry signs"
    return ""
