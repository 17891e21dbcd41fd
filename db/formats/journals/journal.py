"""Reads a plain-text journal: what hledger and ledger have in common, and where they differ."""

import re
from dataclasses import dataclass, replace
from datetime import date
from decimal import localcontext
from functools import lru_cache
from pathlib import Path
from typing import Final

from db.formats.journals.assembling import AccountRole, JournalAssembly, role_of
from db.formats.journals.assertions import completed_all
from db.formats.journals.bookings import DIGITS, NO_TAGS, Balancing, Booking, Leg, marked
from db.formats.journals.journal_amounts import (
    SHARED_SIGNS,
    BadAmount,
    Notation,
    amount_of,
    currency_of,
    style_of,
)
from db.formats.journals.text_files import TextFiles
from db.formats.snapshot import OptionOfOtherFormat, Snapshot

_DAY: Final = r"(?:\d{4,}[-/.])?\d{1,2}[-/.]\d{1,2}"
_HEAD: Final = re.compile(rf"({_DAY})(?:=({_DAY}))?(?![^\s;*!(])[ \t]*(.*)")
_TEXT: Final = re.compile(r"(?:[*!][ \t]*)?(?:\([^)]*\)[ \t]*)?(.*)")
_POSTING: Final = re.compile(
    r"[ \t]+(?:[*!][ \t]*)?(\S+(?: \S+)*)(?:(?: [ \t]|\t)[ \t]*(.*)|[ \t]*)"
)
_TABBED: Final = re.compile(r"[ \t]+[^\s;]+(?: \S+)*\t[^\s;]")
_TAG: Final = re.compile(
    r"(?:^|[\s,;:(\[])(id|ref|date2?|type|iban|number):[ \t]*([^,;]*)", re.IGNORECASE
)
_DATES: Final = re.compile(rf"\[({_DAY})?(?:=({_DAY}))?\]")
_ALIAS: Final = re.compile(r"([^=]+?)\s*=\s*(.+)")
_TYPES: Final = {
    "a": AccountRole.ASSET,
    "c": AccountRole.ASSET,
    "l": AccountRole.LIABILITY,
    "e": AccountRole.EQUITY,
}
#: Kept by books other than journals, which an include may name.
_FOREIGN: Final = (".csv", ".tsv", ".ssv", ".rules", ".timeclock", ".timedot")


@dataclass(frozen=True, slots=True)
class JournalDialect:
    """Where one tool differs from the other.

    ``idle`` are the directives that change no amount, ``refused`` those that may, each with a
    reason. ``note`` is what begins a comment after a description. ``of_ledger``: rules that add
    postings apply unasked, assertions hold in the order of the file, and amounts may be sums.
    """

    name: str
    comments: str
    idle: frozenset[str]
    refused: dict[str, str]
    note: re.Pattern[str]
    of_ledger: bool


def read(path: Path, dialect: JournalDialect, currency: str | None) -> Snapshot:
    """The journal and its includes; ``currency`` is for shared signs. Raises ``SourceError``."""
    with localcontext() as context:
        context.prec = DIGITS
        reader = _JournalReader(path, dialect, currency)
        reader.file(path)
        return reader.snapshot()


@lru_cache(maxsize=4096)
def _day(text: str, year: int | None) -> date:
    parts = [int(each) for each in re.split("[-/.]", text)]
    if len(parts) == 3:
        return date(*parts)
    if year is None:
        raise ValueError
    return date(year, *parts)


@dataclass(frozen=True)
class _Scope:
    """What directives set up to the end of the file that they are in."""

    notation: Notation
    year: int | None = None
    prefix: str = ""
    aliases: tuple[tuple[str, str], ...] = ()


class _JournalReader:
    def __init__(self, main: Path, dialect: JournalDialect, currency: str | None) -> None:
        self.files = TextFiles(main)
        self._dialect = dialect
        self._named = currency
        self._scope = _Scope(Notation(dialect.of_ledger))
        self._outer: list[tuple[str, str]] = []
        self._bookings: list[Booking] = []
        self._roles: dict[str, AccountRole] = {}
        self._known: dict[str, AccountRole] = {}
        self._numbers: dict[str, str] = {}
        self._bucket: str | None = None
        self._signs: set[str] = set()

    def file(self, file: Path) -> None:
        scope = self._scope
        # Marks of commodities outlive the file, the rest does not.
        self._scope = replace(scope, notation=replace(scope.notation))
        self.files.enter(file)
        lines = self.files.lines(file)
        at = 0
        while at < len(lines):
            line = lines[at]
            first = line[:1]
            if not first or first in self._dialect.comments or line.isspace():
                at += 1
            elif first.isdigit():
                at = self._transaction(file, lines, at)
            elif first in " \t":
                if line.lstrip()[0] not in self._dialect.comments:
                    raise self.files.malformed(file, at + 1, "an indented line belongs to nothing")
                at += 1
            else:
                at = self._directive(file, lines, at)
        self.files.leave()
        self._scope = scope

    def snapshot(self) -> Snapshot:
        """What was read, once all accounts are declared."""
        dialect = self._dialect
        by_day = not dialect.of_ledger
        assembly = JournalAssembly(
            self.files,
            self._role,
            self._currency,
            by_day=by_day,
            numbers=self._numbers,
        )
        done = completed_all(
            self._bookings,
            self.files,
            assembly.is_own,
            Balancing(implied=True, together=dialect.of_ledger),
            by_day=by_day,
        )
        for booking, legs in done:
            assembly.add(booking, legs)
        for commodity, text in self._scope.notation.doubtful.items():
            reason = f"{text} {commodity} was read as {dialect.name} reads it, with decimals"
            self.files.remark(self.files.main, None, reason)
        shared = {sign: self._currency(sign) for sign in self._signs & SHARED_SIGNS}
        if self._named and self._named not in shared.values():
            raise OptionOfOtherFormat(option="currency", form=dialect.name)
        for sign, code in sorted(shared.items()):
            if code != self._named:
                reason = f"{sign} was taken for {code}, as nothing says which it is; name another"
                self.files.remark(self.files.main, None, f"{reason} with --currency")
        return assembly.snapshot(dialect.name)

    def _currency(self, commodity: str) -> str | None:
        self._signs.add(commodity)
        named = self._named if commodity in SHARED_SIGNS else None
        if named and (named in ("CNY", "JPY")) is (commodity == "¥"):
            return named
        return currency_of(commodity)

    def _role(self, account: str) -> AccountRole:
        known = self._known.get(account)
        if known is None:
            above = account
            while above and above not in self._roles:
                above = above.rpartition(":")[0]
            known = self._known[account] = self._roles[above] if above else role_of(account)
        return known

    # Transactions

    def _transaction(self, file: Path, lines: list[str], start: int) -> int:
        head = _HEAD.fullmatch(lines[start])
        if not head:
            raise self.files.malformed(file, start + 1, "the line begins with no date")
        on = self._date(file, start + 1, head[1], self._scope.year)
        value_on = self._date(file, start + 1, head[2], on.year) if head[2] else None
        text, comment = self._noted(head[3])
        description = _TEXT.fullmatch(text)
        assert description is not None
        tags: dict[str, str] = _tags(comment) if ":" in comment else {}
        legs: list[Leg] = []
        last = at = start + 1
        while at < len(lines) and lines[at][:1] in (" ", "\t") and not lines[at].isspace():
            stripped = lines[at].lstrip()
            if stripped[0] != ";":
                legs.append(self._leg(file, lines[at], at + 1, on))
            elif legs:
                legs[-1] = self._with_comment(file, legs[-1], stripped[1:], at + 1, on)
            elif ":" in stripped:
                tags.update(_tags(stripped[1:]))
            at += 1
            last = at
        if self._bucket and len(legs) == 1 and legs[0].units and not legs[0].group:
            legs.append(Leg(self._bucket, legs[0].line))
        said = " ".join(description[1].split())
        done = Booking(file, start + 1, last, on, value_on, said, tags or NO_TAGS, tuple(legs))
        self._bookings.append(marked(done, lines) if self.files.marked else done)
        return at

    def _noted(self, text: str) -> tuple[str, str]:
        if ";" not in text:
            return text, ""
        note = self._dialect.note.search(text)
        return (text[: note.start()], text[note.end() :]) if note else (text, "")

    def _leg(self, file: Path, line: str, number: int, on: date) -> Leg:
        found = _POSTING.fullmatch(line)
        if not found:
            raise self.files.malformed(file, number, "this line is no posting")
        account, rest = found[1], found[2] or ""
        if not self._dialect.of_ledger and _TABBED.match(line):
            reason = "hledger takes one tab for a part of the name; put two spaces there"
            raise self.files.malformed(file, number, reason)
        group = account[0] if account[0] in "([<" else ""
        if group:
            if account[-1] != {"(": ")", "[": "]", "<": ">"}[group] or group == "<":
                raise self.files.malformed(file, number, f"{account} is no account")
            account = account[1:-1].strip()
        account = self._account(account)
        text, _, comment = rest.partition(";")
        text = text.rstrip()
        if text:
            try:
                amount = amount_of(text, self._scope.notation)
            except BadAmount as error:
                raise self.files.malformed(file, number, str(error)) from None
            leg = Leg(
                account,
                number,
                amount.units,
                amount.weight,
                group=group,
                asserted=amount.asserted,
                assertion=amount.assertion,
            )
        else:
            leg = Leg(account, number, group=group)
        return self._with_comment(file, leg, comment, number, on) if comment else leg

    def _with_comment(self, file: Path, leg: Leg, comment: str, line: int, on: date) -> Leg:
        """The posting with the tags and the days of its own that the comment sets."""
        if ":" in comment:
            tags = _tags(comment)
            own, second = tags.pop("date", None), tags.pop("date2", None)
            leg = replace(leg, tags={**(leg.tags or NO_TAGS), **tags}) if tags else leg
        else:
            own = second = None
        dates = _DATES.search(comment) if "[" in comment else None
        if dates:
            own, second = dates[1] or own, dates[2] or second
        if own:
            leg = replace(leg, on=self._date(file, line, own.strip(), on.year))
        if second:
            leg = replace(leg, value_on=self._date(file, line, second.strip(), on.year))
        return leg

    def _account(self, name: str) -> str:
        scope = self._scope
        if not scope.prefix and not scope.aliases:
            return name
        if not self._dialect.of_ledger:  # hledger: aliases see the whole name
            name = f"{scope.prefix}{name}"
        before = name
        for alias, account in scope.aliases:
            if name == alias or name.startswith(f"{alias}:"):
                name = account + name[len(alias) :]
        if self._dialect.of_ledger and name == before:
            name = f"{scope.prefix}{name}"
        return name

    def _date(self, file: Path, line: int, text: str, year: int | None) -> date:
        try:
            return _day(text, year)
        except (ValueError, OverflowError):
            reason = f"{text} is no date, or its year is nowhere"
            raise self.files.malformed(file, line, reason) from None

    # Directives

    def _directive(self, file: Path, lines: list[str], at: int) -> int:
        """Reads what begins on the line with this index. Gives the index of the next line."""
        dialect = self._dialect
        line = lines[at].lstrip("!@") if dialect.of_ledger else lines[at]
        words = line.split(maxsplit=2) or [""]
        word, rest = words[0], line[len(words[0]) :].strip()
        pair = " ".join(words[:2])
        end = at + 1
        while end < len(lines) and lines[end][:1] in (" ", "\t") and not lines[end].isspace():
            end += 1
        body = lines[at + 1 : end]
        if word in ("comment", "test"):
            return self._after_comment(file, lines, at, word)
        if word[:1] == "=":
            self._automated(file, at + 1, body)
        elif word[:1] == "~":
            pass
        elif reason := dialect.refused.get(pair) or dialect.refused.get(word):
            raise self.files.malformed(file, at + 1, reason)
        elif word == "include":
            self._include(file, at + 1, rest)
        elif not self._setting(file, at + 1, (word, pair, rest), body) and word not in dialect.idle:
            raise self.files.malformed(file, at + 1, f"{word} is no directive that is understood")
        return end

    def _after_comment(self, file: Path, lines: list[str], at: int, word: str) -> int:
        for end in range(at + 1, len(lines)):
            if lines[end].split()[:2] == ["end", word]:
                return end + 1
        if self._dialect.of_ledger:
            raise self.files.malformed(file, at + 1, f"there is no line `end {word}` below")
        return len(lines)

    def _include(self, file: Path, line: int, pattern: str) -> None:
        pattern = pattern.partition("  ;")[0].strip().strip('"')
        if pattern.endswith(_FOREIGN) or re.match(r"\w{2,}:", pattern):
            raise self.files.malformed(file, line, f"{pattern} is no journal, and is not read")
        for each in self.files.included(file, line, pattern):
            if each.suffix in _FOREIGN:
                raise self.files.malformed(
                    file, line, f"{each.name} is no journal, and is not read"
                )
            self.file(each)

    def _setting(self, file: Path, line: int, said: tuple[str, str, str], body: list[str]) -> bool:
        """Applies a directive that changes how what follows is read, if it is one."""
        word, pair, rest = said
        scope = self._scope
        value = rest.partition(";")[0].strip()
        if word == "account":
            self._declare(value, rest, body)
        elif word == "commodity" or word == "D":
            self._commodity(file, line, word, value, body)
        elif word == "decimal-mark":
            if value not in (".", ","):
                raise self.files.malformed(file, line, "a decimal mark is a point or a comma")
            scope.notation.mark = value
        elif word in ("Y", "year") or pair == "apply year" or re.fullmatch(r"Y\d+", word):
            year = re.search(r"\d{4,9}", f"{word} {value}")
            if not year:
                raise self.files.malformed(file, line, "no year is named")
            self._scope = replace(scope, year=int(year[0]))
        elif word == "alias":
            self._alias(file, line, value)
        elif pair == "end aliases":
            self._scope = replace(scope, aliases=())
        elif word == "apply":
            self._outer.append((pair, scope.prefix))
            if pair == "apply account":
                account = rest.partition(" ")[2].strip()
                self._scope = replace(scope, prefix=f"{scope.prefix}{account}:")
        elif word == "end":
            if not self._outer:
                raise self.files.malformed(file, line, "nothing is open that could end here")
            self._scope = replace(scope, prefix=self._outer.pop()[1])
        elif self._dialect.of_ledger and word in ("bucket", "A"):
            self._bucket = self._account(value)
        else:
            return False
        return True

    def _declare(self, account: str, rest: str, body: list[str]) -> None:
        account = self._account(account.strip())
        tags = _tags("\n".join([rest.partition(";")[2], *body]))
        kind = tags.get("type", "").strip().casefold()[:1]
        if kind:
            self._roles[account] = _TYPES.get(kind, AccountRole.OTHER)
        number = tags.get("iban") or tags.get("number")
        if number:
            self._numbers[account] = number.strip()
        if self._dialect.of_ledger:
            for each in body:
                word, _, value = each.strip().partition(" ")
                if word == "alias":
                    self._scope = replace(
                        self._scope, aliases=((value.strip(), account), *self._scope.aliases)
                    )
                elif word == "default":
                    self._bucket = account

    def _commodity(self, file: Path, line: int, word: str, value: str, body: list[str]) -> None:
        samples = [value] if word == "D" or any(each.isdigit() for each in value) else []
        samples += [each.strip()[6:] for each in body if each.split()[0] == "format"]
        for sample in samples:
            style = style_of(sample.partition(";")[0].strip())
            if style is None:
                raise self.files.malformed(file, line, f"{sample} is no sample of an amount")
            commodity, mark = style
            if mark and (mark == "," or not self._dialect.of_ledger):
                self._scope.notation.marks[commodity] = mark
            if word == "D" and not self._dialect.of_ledger:
                self._scope.notation.default = commodity

    def _alias(self, file: Path, line: int, value: str) -> None:
        found = _ALIAS.fullmatch(value)
        if not found or found[1].startswith("/"):
            raise self.files.malformed(file, line, "only an alias of one account is understood")
        # In ledger what the alias means is under the account that applies where it is set.
        account = (self._scope.prefix if self._dialect.of_ledger else "") + found[2].strip()
        aliases = ((found[1].strip(), account), *self._scope.aliases)
        self._scope = replace(self._scope, aliases=aliases)

    def _automated(self, file: Path, line: int, body: list[str]) -> None:
        if not self._dialect.of_ledger:
            self.files.remark(file, line, "this rule applies with --auto only; it was not applied")
            return
        for at, text in enumerate(body, line + 1):
            posting = _POSTING.fullmatch(text)
            if not posting or posting[1].startswith(";"):
                continue
            account = self._account(posting[1].strip("()[]"))
            if (
                "$" in account
                or "%" in account
                or role_of(account) in (AccountRole.ASSET, AccountRole.LIABILITY)
            ):
                reason = f"this rule adds postings to {account}; write them in the transactions"
                raise self.files.malformed(file, at, reason)
        self.files.remark(file, line, "this rule adds postings to no account that is read")


def _tags(comment: str) -> dict[str, str]:
    """The tags that are of use, in lower case."""
    return {name.lower(): value.strip() for name, value in _TAG.findall(comment)}
