"""A question as one short plan, which the program carries out: for models too small to call tools.

The model says what is wanted, of which account, of which days and of which entries. The program
works out the days, looks up with the tools that larger models call, and points at the cells that
the plan asks for. An answer says what it is of, so that a plan that misunderstood shows itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from app.cells import AnswerCell, CellAnswer, Looks, LookUp, NamedAccount
from tools.ledger.get_transactions import FindTransactions
from tools.loop.errors import ToolError
from tools.loop.json_text import plain
from tools.loop.registry import Tool

_ALL: Final = "all"
#: So many accounts are named to a model, entries said, statements opened, descriptions suggested.
_MOST_NAMED = 100
_MOST_ACCOUNTS = 20
_MOST_ENTRIES = 20
_MOST_STATEMENTS = 5
_MOST_SUGGESTED = 40
_MOST_SAID = 40
_DESCRIPTIONS_READ = 200

INSTRUCTIONS = """Turn the last question about the holder's ledger, in whatever language, into one
plan. A program carries it out and answers. Today is {today}, {weekday}. Accounts:
{accounts}

what: balance = what an account holds or owes; sum_out = how much was paid, went out
or was spent; sum_in = how much came in; count = how many entries; entries = which ones: when, to
whom, from whom; largest, smallest = the one such entry; each of these also with _out or _in;
statements = bank statements, and whether they agree with the ledger; differences = what differs
between a statement and the ledger, or is missing in one; accounts = which there are; other = none.
account: one of the above, or all.
days: a day YYYY-MM-DD, month YYYY-MM, quarter YYYY-Q1, year YYYY, one of {relative}, or two of
these with .. between; always where the question names no time.
words: what it was paid for, or to or from whom, in one word of the question; "" only if it asks of
all entries or a balance.
amount: one that the question gives: 12.50 is just that, >12 more, <12 less; else "".

Examples, of other accounts, each on one line:
"Wer hat mir seit März 2025 mehr als 80 Euro gezahlt?"
{{"what":"entries_in","account":"all","days":"2025-03..today","words":"","amount":">80"}}
"How much insurance did I pay from Giro between 1 January and 31 March 2025?"
{{"what":"sum_out","account":"Giro","days":"2025-01..2025-03","words":"insurance","amount":""}}
"Wie viel hatte ich am 3. April 2025?"
{{"what":"balance","account":"Giro","days":"2025-04-03","words":"","amount":""}}
"What did I pay from Giro on 5 May 2025?"
{{"what":"entries_out","account":"Giro","days":"2025-05-05","words":"","amount":""}}
"What came in last month?"
{{"what":"sum_in","account":"all","days":"last_month","words":"","amount":""}}
"Combien ai-je dépensé avec Giro ?"
{{"what":"sum_out","account":"Giro","days":"always","words":"","amount":""}}"""


_WAYS: Final[Mapping[str, str]] = {"": "", "_out": "out", "_in": "in"}
_OF_ENTRIES: Final = ("sum", "count", "entries", "largest", "smallest")
_WANTED: Final = (
    "balance",
    *(f"{each}{way}" for each in _OF_ENTRIES for way in _WAYS),
    "statements",
    "differences",
    "accounts",
    "other",
)
_ORDERED: Final = ("largest", "smallest")
_SUMS: Final = ("sum_in", "sum_out")

Days = tuple[date, date]


def _month_of(day: date) -> Days:
    first = day.replace(day=1)
    return first, _first_after(first, 1) - timedelta(days=1)


def _year_of(year: int) -> Days:
    return date(year, 1, 1), date(year, 12, 31)


def _first_after(first: date, months: int) -> date:
    """The first day of the month so many months after that of ``first``."""
    year, month = divmod(first.year * 12 + first.month - 1 + months, 12)
    return date(year, month + 1, 1)


def _week_of(day: date) -> Days:
    monday = day - timedelta(days=day.weekday())
    return monday, monday + timedelta(days=6)


RELATIVE: Final[Mapping[str, Callable[[date], Days]]] = {
    "today": lambda today: (today, today),
    "yesterday": lambda today: (today - timedelta(days=1),) * 2,
    "this_week": _week_of,
    "last_week": lambda today: _week_of(today - timedelta(days=7)),
    "this_month": _month_of,
    "last_month": lambda today: _month_of(today.replace(day=1) - timedelta(days=1)),
    "this_year": lambda today: _year_of(today.year),
    "last_year": lambda today: _year_of(today.year - 1),
}
#: With [0-9] for a digit: llama.cpp makes a grammar that holds nothing of the shorter way.
_YEAR: Final = "[12][0-9][0-9][0-9]"
_DAY: Final = (
    rf"({_YEAR}|{_YEAR}-[01][0-9]|{_YEAR}-[01][0-9]-[0-3][0-9]|{_YEAR}-Q[1-4]|{'|'.join(RELATIVE)})"
)
_ALWAYS: Final = "always"
_QUARTER: Final = re.compile(r"(\d{4})-Q(\d)")


class LedgerPlan(BaseModel):
    """What is to be looked up; ``words`` and ``amount`` are empty where none are meant. None may be
    null, for llama.cpp holds a text to no pattern where it may."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    what: Literal[_WANTED]  # type: ignore[valid-type]
    account: str
    days: Annotated[str, Field(pattern=rf"^({_ALWAYS}|{_DAY}([.][.]{_DAY})?)$")]
    words: Annotated[str, Field(max_length=60)]
    amount: Annotated[str, Field(pattern=r"^([<>]?[0-9]{1,9}([.][0-9]{1,2})?)?$")]

    @property
    def kind(self) -> str:
        return str(self.what).partition("_")[0]

    @property
    def way(self) -> str:
        """Whether money that goes ``out`` or comes ``in`` is meant; empty for both."""
        kind = self.kind
        return _WAYS[str(self.what).removeprefix(kind)]


def days_of(text: str, today: date) -> Days:
    """The first and the last day that a plan's text means. Raises ValueError for a day that no
    calendar has."""
    if text in RELATIVE:
        return RELATIVE[text](today)
    if quarter := _QUARTER.fullmatch(text):
        first = date(int(quarter[1]), 3 * int(quarter[2]) - 2, 1)
        return first, _first_after(first, 3) - timedelta(days=1)
    if len(text) == len("2026"):
        return _year_of(int(text))
    if len(text) == len("2026-03"):
        return _month_of(date.fromisoformat(f"{text}-01"))
    return (date.fromisoformat(text),) * 2


class _Unclear(Exception):
    """What is wrong with a plan, for the model that made it."""


def tools_for_plans(tools: Iterable[Tool]) -> list[Tool]:
    """The tools with the arguments that a program has beside a model's."""
    return [
        replace(tool, arguments=FindTransactions) if tool.name == "get_transactions" else tool
        for tool in tools
    ]


@dataclass(slots=True)
class Planner:
    """Has one question planned and carries the plan out; ``cells`` are what answers it.

    ``question`` is as it was asked; ``called`` hears of each look-up: the tool, its arguments, and
    whether it succeeded."""

    looks: Looks
    tools: Mapping[str, Tool]
    called: Callable[[str, Mapping[str, object], bool], None]
    question: str
    cells: list[AnswerCell] = field(default_factory=list)
    #: What was searched for in vain before other words were suggested.
    vain: list[LookUp] = field(default_factory=list)

    @property
    def answer(self) -> CellAnswer:
        return CellAnswer(cells=tuple(self.cells))

    @property
    def _names(self) -> dict[str, int]:
        """The accounts as a model is shown them, each by a name of its own."""
        bare = {number: each.name.partition(" …")[0] for number, each in self._accounts.items()}
        often = Counter(bare.values())
        return {
            name if often[name] == 1 else f"{name} ({number})": number
            for number, name in bare.items()
        }

    @property
    def _accounts(self) -> Mapping[int, NamedAccount]:
        return self.looks.beside.accounts

    def instructions(self) -> str:
        """What a model is given before it plans."""
        today, names = self.looks.beside.today, self._names
        lines = [f"- {name}: {_about(self._accounts[names[name]])}" for name in names]
        if len(lines) > _MOST_NAMED:
            lines[_MOST_NAMED:] = [f"- {len(lines) - _MOST_NAMED} more, by their names"]
        return INSTRUCTIONS.format(
            today=today.isoformat(),
            weekday=f"{today:%A}",
            accounts="\n".join(lines),
            relative=", ".join(RELATIVE),
        )

    def shape(self) -> type[LedgerPlan]:
        """The plan's shape, with the accounts that there are."""
        names = tuple(self._names)
        if len(names) > _MOST_NAMED:
            return LedgerPlan
        account = Literal[(*names, _ALL)]  # type: ignore[valid-type]
        return create_model("LedgerPlan", __base__=LedgerPlan, account=(account, ...))

    def faults(self, plan: LedgerPlan) -> list[str]:
        """Carry it out, or say what is wrong with it."""
        self.cells.clear()
        try:
            self.cells.extend(self._answered(plan))
        except _Unclear as unclear:
            self.cells.clear()
            return [str(unclear)]
        return []

    def _answered(self, plan: LedgerPlan) -> Iterator[AnswerCell]:
        plan = self._sensible(plan)
        chosen, days = self._chosen(plan.account), self._days(plan)
        if plan.kind == "balance" and plan.words:
            # Of words that entries have, a sum is meant.
            known = "\n".join(self._descriptions(chosen, days)).casefold()
            what = "sum" if plan.words.casefold() in known else plan.what
            plan = plan.model_copy(update={"what": what})
        if plan.kind == "accounts":
            look = self._look("get_accounts", {})
            yield from (_cell(look, row) for row in look.rows)
        elif plan.kind == "balance":
            day = days[1] if days else self.looks.beside.today
            look = self._look("get_accounts", {"as_of": day.isoformat()})
            yield from (_cell(look, str(number), "balance") for number in chosen)
        elif plan.kind in ("statements", "differences"):
            yield from self._of_statements(plan, chosen, days)
        elif plan.kind != "other":
            yield from self._of_entries(plan, chosen, days)

    def _sensible(self, plan: LedgerPlan) -> LedgerPlan:
        """Without what a small model fills in because there is a place for it: an amount that the
        question does not give, and words that are an account's, an amount's or the plan's own."""
        words, amount = plan.words.strip(), plan.amount
        digits = _figures(amount)
        if digits not in _figures(self.question):
            amount = ""
        names = [each.name.casefold() for each in self._accounts.values()]
        own = [plan.account.casefold(), *names, *_WANTED]
        if any(words.casefold() in each for each in own) or _figures(words):
            words = ""
        return plan.model_copy(update={"words": words, "amount": amount})

    def _of_statements(
        self, plan: LedgerPlan, chosen: Sequence[int], days: Days | None
    ) -> Iterator[AnswerCell]:
        asked: dict[str, object] = {"account_id": chosen[0]} if len(chosen) == 1 else {}
        if days:
            asked |= {"start_date": days[0].isoformat(), "end_date": days[1].isoformat()}
        look = self._look("find_statements", asked)
        if plan.kind == "statements" or not look.rows:
            yield _cell(look, None, "total_rows")
            yield from (_cell(look, row) for row in look.rows)
            return
        for name in list(look.rows)[:_MOST_STATEMENTS]:
            found = self._look("get_differences", {"statement": name})
            yield _cell(found, None, "total_differences")
            yield from (_cell(found, row) for row in found.rows)

    def _of_entries(
        self, plan: LedgerPlan, chosen: Sequence[int], days: Days | None
    ) -> Iterator[AnswerCell]:
        found = self._entries(plan, chosen, days)
        if plan.words and not _full(found):
            descriptions = self._descriptions(chosen, days)
            if shorter := _beginning(plan.words, descriptions):
                plan = plan.model_copy(update={"words": shorter})
                found = self._entries(plan, chosen, days)
            elif not self.vain:
                self.vain = found
                raise _Unclear(_suggestion(plan.words, descriptions))
        full = _full(found)
        if full:  # other words than the first are said to be others
            yield from (_cell(look, None, "total_rows") for look in self.vain)
        for look in full or found:
            if plan.kind == "sum":
                yield from (_cell(look, None, sum) for sum in _SUMS if Decimal(str(look.data[sum])))
            if plan.kind not in _ORDERED or look not in full:
                yield _cell(look, None, "total_rows")
            if plan.kind not in ("sum", "count"):
                yield from (_cell(look, row) for row in look.rows)

    def _entries(self, plan: LedgerPlan, chosen: Sequence[int], days: Days | None) -> list[LookUp]:
        """What the plan finds; if that is nothing because of its way, what there is either way."""
        found = [
            self._look("get_transactions", {**self._span(number, days), **filters})
            for number in chosen
            for filters in _filters(plan)
        ]
        if _full(found) or not plan.way:
            return found
        return self._entries(plan.model_copy(update={"what": plan.kind}), chosen, days)

    def _descriptions(self, chosen: Sequence[int], days: Days | None) -> Counter[str]:
        """Those of the entries of these days, with how often they are there."""
        tool = self.tools["get_transactions"]
        found: Counter[str] = Counter()
        for number in chosen:
            asked = {**self._span(number, days), "limit": _DESCRIPTIONS_READ}
            page = plain(tool.function(tool.arguments.model_validate(asked)))
            found.update(
                str(row["description"])
                for row in LookUp(0, tool.name, asked, _object(page)).rows.values()
            )
        return found

    def _chosen(self, account: str) -> list[int]:
        names = self._names
        if account == _ALL:
            chosen = list(names.values())
        elif account in names:
            chosen = [names[account]]
        else:
            like = [each for each in names if account.casefold() in each.casefold()]
            if len(like) != 1:
                some = ", ".join(like[:_MOST_ACCOUNTS]) or "none"
                raise _Unclear(f"account: {some} of the accounts is named so: give one whole name")
            chosen = [names[like[0]]]
        if not chosen or len(chosen) > _MOST_ACCOUNTS:
            raise _Unclear(f"account: there are {len(chosen)} accounts; name one")
        return chosen

    def _days(self, plan: LedgerPlan) -> Days | None:
        """From the first day of the first to the last of the last."""
        if plan.days == _ALWAYS:
            return None
        first, _, last = plan.days.partition("..")
        today = self.looks.beside.today
        try:
            days = days_of(first, today)[0], days_of(last or first, today)[1]
        except ValueError:
            raise _Unclear("days: no calendar has that day") from None
        if days[1] < days[0]:
            raise _Unclear("days: the first must not be after the last")
        return days

    def _span(self, number: int, days: Days | None) -> dict[str, object]:
        """One account and the days, which begin with its first entry if no other is said."""
        today = self.looks.beside.today
        first = self._accounts[number].first_entry or today
        start, end = days or (min(first, today), today)
        return {
            "account_id": number,
            "start_date": start.isoformat(),
            "end_date": end.isoformat(),
        }

    def _look(self, name: str, asked: Mapping[str, object]) -> LookUp:
        """Look up as a model's call would. Raises _Unclear where the tool refuses."""
        tool = self.looks.numbered(self.tools[name])
        try:
            tool.function(tool.arguments.model_validate(asked))
        except (ToolError, ValidationError) as error:
            self.called(name, asked, False)
            said = error.message() if isinstance(error, ToolError) else "this cannot be looked up"
            raise _Unclear(said) from None
        self.called(name, asked, True)
        return self.looks.found[-1]


def _full(found: Sequence[LookUp]) -> list[LookUp]:
    return [look for look in found if look.data["total_rows"]]


def _object(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _beginning(words: str, descriptions: Collection[str]) -> str:
    """The longest beginning of the words that a description has, if it is most of them: a model
    searches for what the question says, in its plural."""
    texts = [each.casefold() for each in descriptions]
    for length in range(len(words) - 1, max(3, len(words) * 2 // 3) - 1, -1):
        if any(words[:length].casefold() in each for each in texts):
            return words[:length].rstrip()
    return ""


def _suggestion(words: str, descriptions: Counter[str]) -> str:
    """Which descriptions there are, for a model that searched for what none has."""
    known = ", ".join(
        f'"{each[:_MOST_SAID]}"' for each, _ in descriptions.most_common(_MOST_SUGGESTED)
    )
    return (
        f'words: no entry of these days is called "{words}"; there are {known or "none"}. If one'
        f' of these is what "{words}" means, in another language perhaps, give that as words'
    )


def _filters(plan: LedgerPlan) -> Iterator[dict[str, object]]:
    """What entries are left out by; of an amount either way, first those out and then those in."""
    asked: dict[str, object] = {"limit": 1 if plan.kind in _ORDERED else _MOST_ENTRIES}
    if plan.kind in _ORDERED:
        asked["order"] = plan.kind
    if plan.words:
        asked["search"] = plan.words
    if not plan.amount:
        yield {**asked, **({"direction": plan.way} if plan.way else {})}
        return
    figure = plan.amount.lstrip("<>")
    least, most = not plan.amount.startswith("<"), not plan.amount.startswith(">")
    for way in (plan.way,) if plan.way else ("out", "in"):
        amount = f"-{figure}" if way == "out" else figure
        low, high = (most, least) if way == "out" else (least, most)
        yield {
            **asked,
            "direction": way,
            **({"min_amount": amount} if low else {}),
            **({"max_amount": amount} if high else {}),
        }


def _figures(text: str) -> str:
    """The digits alone, however they are grouped."""
    return "".join(each for each in text if each.isdecimal())


def _about(account: NamedAccount) -> str:
    days = f"entries from {account.first_entry} to {account.last_entry}"
    return f"{account.kind}, {account.currency}, {days if account.first_entry else 'no entries'}"


def _cell(look: LookUp, row: str | None, column: str | None = None) -> AnswerCell:
    return AnswerCell(look=look.number, row=row, column=column)
