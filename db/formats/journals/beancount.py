"""Reads a beancount ledger: the documented syntax, without running a plugin or any of its code."""

import re
from collections.abc import Callable, Iterable
from datetime import date
from decimal import Decimal, localcontext
from functools import lru_cache
from pathlib import Path
from typing import ClassVar, Final

from db.formats.journals.assembling import AccountRole, JournalAssembly
from db.formats.journals.beancount_amounts import (
    NUMBER,
    BadBeancountAmount,
    Pad,
    amounts_of,
    currency_of,
    padded,
)
from db.formats.journals.bookings import (
    DIGITS,
    Balance,
    Balancing,
    Booking,
    Leg,
    completed,
    marked,
    tolerance_of,
)
from db.formats.journals.text_files import TextFiles
from db.formats.snapshot import Snapshot

_ACCOUNT: Final = (
    r"[A-Z\u0080-\U0010ffff][A-Za-z0-9\-\u0080-\U0010ffff]*"
    r"(?::[A-Z0-9\u0080-\U0010ffff][A-Za-z0-9\-\u0080-\U0010ffff]*)+"
)
_DAY: Final = r"\d{4,}[-/]\d{1,2}[-/]\d{1,2}"
_STRING: Final = r'"((?:[^"\\]|\\.)*)"'
_DATED: Final = re.compile(rf"({_DAY})[ \t]+(\S+)[ \t]*(.*)", re.DOTALL)
_STRINGS: Final = re.compile(rf"(?:{_STRING}[ \t]*\|?[ \t]*)?(?:{_STRING})?", re.DOTALL)
_LINKS: Final = re.compile(r"(?:[ \t]*[#^][A-Za-z0-9\-_/.]+)*[ \t]*(?:;.*)?", re.DOTALL)
_HASHES: Final = re.compile(r"#(\S+)")
_POSTING: Final = re.compile(rf"[ \t]+(?:[*!&#?%PSTCURMW][ \t]+)?({_ACCOUNT})(?![^\s;])[ \t]*(.*)")
_CURRENCY_ONLY: Final = re.compile(r"[A-Z][A-Z0-9'._\-]*[ \t]*(;.*)?")
_META: Final = re.compile(r"[ \t]+([a-z][A-Za-z0-9\-_]+):(?:[ \t]+(.*)|)", re.DOTALL)
_META_TEXT: Final = re.compile(rf"{_STRING}|([^\s;]*)", re.DOTALL)
_QUOTED: Final = re.compile(rf"{_STRING}|(;)", re.DOTALL)
_PAIR: Final = re.compile(rf"(\w+)[ \t]+{_STRING}(?:[ \t]+{_STRING})?[ \t]*(?:;.*)?", re.DOTALL)
_OPEN: Final = re.compile(
    rf"({_ACCOUNT})((?:[ \t,]+[A-Z/][A-Z0-9'._\-/]*)*)[ \t]*(\"[A-Z_]+\")?[ \t]*(?:;.*)?"
)
_BALANCE: Final = re.compile(rf"({_ACCOUNT})[ \t]+(.*)")
_PAD: Final = re.compile(rf"({_ACCOUNT})[ \t]+({_ACCOUNT})[ \t]*(?:;.*)?")
_PUSH: Final = re.compile(r"(?:push|pop)(?:tag[ \t]+#(\S+)|meta[ \t]+([a-z][\w\-]+):(.*))")
_FLAGS: Final = frozenset("*!&#?%PSTCURMW") | {"txn"}
#: Directives that hold neither an amount nor an account of ours that we would take.
_IDLE: Final = frozenset(
    ("close", "commodity", "note", "document", "price", "event", "query", "custom")
)
_NUMBERS: Final = frozenset(("iban", "account-number", "account_number", "number"))
#: Lines of an outline, which beancount passes over.
_OUTLINE: Final = tuple("*:#!&?%")
_BEGINS: Final = re.compile(
    rf"""^(?:{_DAY}[ \t]+(?:open|pad|balance)[ \t]+{_ACCOUNT}
    |{_DAY}[ \t]+(?:[*!]|txn)[ \t]+".*\n(?:[ \t].*\n)*?[ \t]+(?:[*!][ \t]+)?{_ACCOUNT}
    |{_DAY}[ \t]+commodity[ \t]+[A-Z]
    |(?:option|plugin|include)[ \t]+")""",
    re.MULTILINE | re.VERBOSE,
)
_LONGEST_STRING: Final = 64
#: A tolerance of so many digits was computed, and is no style.
_COMPUTED: Final = 5


def identify(path: Path, head: bytes) -> bool:
    text = head.decode("utf-8", "replace")
    if "\0" in text:
        return False
    if _BEGINS.search(text.replace("\r\n", "\n")):
        return True
    rest = [each for each in text.removeprefix("\ufeff").split("\n") if each.strip()]
    return path.suffix in (".beancount", ".bean") and all(
        each.startswith((";", *_OUTLINE)) for each in rest
    )


def read(path: Path) -> Snapshot:
    """All that the ledger and what it includes hold. Raises ``SourceError``."""
    with localcontext() as context:
        context.prec = DIGITS
        reader = _BeancountReader(path)
        reader.file(path)
        return reader.snapshot()


@lru_cache(maxsize=4096)
def _day(text: str) -> date:
    year, month, day = re.split("[-/]", text)
    return date(int(year), int(month), int(day))


class _BeancountReader:
    _role_options: ClassVar[dict[str, AccountRole]] = {
        "name_assets": AccountRole.ASSET,
        "name_liabilities": AccountRole.LIABILITY,
        "name_equity": AccountRole.EQUITY,
        "name_income": AccountRole.OTHER,
        "name_expenses": AccountRole.OTHER,
    }

    def __init__(self, main: Path) -> None:
        self.files = TextFiles(main)
        self._roots = {name: name[5:].title() for name in self._role_options}
        self._bookings: list[Booking] = []
        self._pads: list[Pad] = []
        self._balances: list[Balance] = []
        self._opened: list[tuple[str, list[str]]] = []
        self._numbers: dict[str, str] = {}
        self._tolerances: dict[str, Decimal] = {}
        self._pushed: dict[str, list[str]] = {}
        self._seen: set[Path] = set()
        self._used: dict[str, tuple[Path, int]] = {}

    def file(self, file: Path) -> None:
        self.files.enter(file)
        self._seen.add(file.resolve())
        lines = self.files.lines(file)
        at = 0
        while at < len(lines):
            first = lines[at][:1]
            if first in ("", ";") or lines[at].isspace() or lines[at].startswith(_OUTLINE):
                at += 1
            elif first in " \t":
                if not lines[at].lstrip().startswith(";"):
                    raise self.files.malformed(file, at + 1, "an indented line belongs to nothing")
                at += 1
            else:
                at = self._directive(file, lines, at)
        self.files.leave()

    def snapshot(self) -> Snapshot:
        roles = {self._roots[option]: role for option, role in self._role_options.items()}
        self._check_roots(roles)
        role_of: Callable[[str], AccountRole] = lambda account: roles[account.partition(":")[0]]  # noqa: E731
        assembly = JournalAssembly(self.files, role_of, currency_of, numbers=self._numbers)
        how = Balancing(implied=False, rounded=self._rounded)
        done = [
            (booking, completed(booking, self.files, assembly.is_own, how))
            for booking in self._bookings
        ]
        done += padded(done, self._pads, self._balances, assembly.is_own)
        for booking, legs in done:
            assembly.add(booking, legs)
        for each in self._balances:
            assembly.assert_balance(each)
        for account, currencies in self._opened:
            assembly.declare(account, currencies)
        return assembly.snapshot("beancount")

    def _directive(self, file: Path, lines: list[str], at: int) -> int:
        """Reads what begins on the line with this index. Gives the index of the next line."""
        text, end = self._whole(file, lines, at)
        found = _DATED.fullmatch(text)
        if not found:
            self._undated(file, at + 1, text)
            return end
        on = self._date(file, at + 1, found[1])
        word, rest = found[2], found[3]
        if word in _FLAGS:
            return self._transaction(file, lines, (at, end), (on, rest))
        if word == "open":
            self._open(file, at + 1, rest)
            return self._indented(file, lines, end, rest.split()[0])
        if word == "balance":
            self._balance(file, at + 1, on, rest)
        elif word == "pad":
            pad = _PAD.fullmatch(rest)
            if not pad:
                raise self.files.malformed(file, at + 1, "a pad names two accounts")
            self._pads.append(Pad(file, at + 1, on, pad[1], pad[2]))
            self._use(file, at + 1, pad[1], pad[2])
        elif word not in _IDLE:
            raise self.files.malformed(file, at + 1, f"there is no directive {word}")
        return self._indented(file, lines, end, None)

    def _whole(self, file: Path, lines: list[str], at: int) -> tuple[str, int]:
        """The line with this index and those that a string runs on over, and the next index."""
        text, end = lines[at], at + 1
        while text.count('"') and _is_open(text):
            if end == len(lines) or end - at > _LONGEST_STRING:
                raise self.files.malformed(file, at + 1, "a quotation mark is not closed")
            text, end = f"{text}\n{lines[end]}", end + 1
        return text, end

    def _undated(self, file: Path, line: int, text: str) -> None:
        pair = _PAIR.fullmatch(text)
        push = _PUSH.match(text)
        if pair and pair[1] == "include":
            for each in self.files.included(file, line, _unescaped(pair[2])):
                if each.resolve() in self._seen:
                    raise self.files.malformed(file, line, f"{pair[2]} is included twice")
                self.file(each)
        elif pair and pair[1] == "option" and pair[3] is not None:
            self._option(file, line, pair[2], _unescaped(pair[3]))
        elif pair and pair[1] == "plugin":
            reason = f"the plugin {pair[2]} was not run; what it adds or changes is not here"
            self.files.remark(file, line, reason)
        elif push and text.startswith("push"):
            self._pushed.setdefault(push[1] or push[2], []).append(_meta_text(push[3] or ""))
        elif push:
            stack = self._pushed.get(push[1] or push[2])
            if not stack:
                raise self.files.malformed(file, line, "what is popped here was never pushed")
            stack.pop()
        else:
            raise self.files.malformed(file, line, "this is no directive of beancount")

    def _option(self, file: Path, line: int, name: str, value: str) -> None:
        if name in self._roots:
            if file == self.files.main:
                self._roots[name] = value
        elif name in ("inferred_tolerance_default", "default_tolerance"):
            currency, _, tolerance = value.partition(":")
            if not re.fullmatch(NUMBER, tolerance):
                raise self.files.malformed(file, line, f"{value} is no tolerance")
            self._tolerances[currency] = Decimal(tolerance)
        elif "tolerance" in name:
            reason = f"the option {name} was not applied, which may round an amount left out"
            self.files.remark(file, line, reason)

    def _open(self, file: Path, line: int, rest: str) -> None:
        found = _OPEN.fullmatch(rest)
        if not found:
            raise self.files.malformed(file, line, "an account is opened in a way not understood")
        self._use(file, line, found[1])
        self._opened.append((found[1], [each for each in re.split(r"[,\s]+", found[2]) if each]))

    def _balance(self, file: Path, line: int, on: date, rest: str) -> None:
        found = _BALANCE.fullmatch(rest)
        try:
            if not found:
                raise BadBeancountAmount("a balance has an account and an amount")
            units, tolerance = amounts_of(found[2], tolerant=True)
        except BadBeancountAmount as error:
            raise self.files.malformed(file, line, str(error)) from None
        if units is None:
            raise self.files.malformed(file, line, "a balance has an account and an amount")
        # It holds when its day begins, so it is the balance at the end of the day before.
        before = date.fromordinal(max(on.toordinal() - 1, 1))
        slack = tolerance[0] if tolerance else None
        self._use(file, line, found[1])
        self._balances.append(Balance(file, line, before, found[1], units, slack))

    def _indented(self, file: Path, lines: list[str], at: int, account: str | None) -> int:
        """Passes over the metadata of a directive; ``account`` takes its number from there."""
        while at < len(lines) and lines[at][:1] in (" ", "\t") and not lines[at].isspace():
            text, end = self._whole(file, lines, at)
            meta = _META.fullmatch(text)
            if meta and account and meta[1] in _NUMBERS:
                self._numbers[account] = _meta_text(meta[2] or "")
            if not meta and text.lstrip()[0] not in ";#^":
                raise self.files.malformed(file, at + 1, "this line is no metadata")
            at = end
        return at

    def _transaction(
        self, file: Path, lines: list[str], span: tuple[int, int], head: tuple[date, str]
    ) -> int:
        start, at = span
        on, rest = head
        strings = _STRINGS.match(rest)
        assert strings is not None
        links = rest[strings.end() :]
        if not _LINKS.fullmatch(links):
            raise self.files.malformed(
                file, start + 1, "what follows the narration is no tag and no link"
            )
        tags = {name: stack[-1] for name, stack in self._pushed.items() if stack}
        if links:
            tags.update(dict.fromkeys(_HASHES.findall(links.partition(";")[0]), ""))
        legs: list[Leg] = []
        of = tags
        last = at
        while at < len(lines) and lines[at][:1] in (" ", "\t") and not lines[at].isspace():
            posting = _POSTING.fullmatch(lines[at])
            if posting:
                of = {}
                legs.append(self._leg(file, at + 1, posting, of))
                at += 1
            else:
                at = self._meta(file, lines, at, of)
            last = at
        description = " ".join(_unescaped(" ".join(filter(None, strings.groups()))).split())
        done = Booking(file, start + 1, last, on, None, description, tags, tuple(legs))
        self._bookings.append(marked(done, lines) if self.files.marked else done)
        return at

    def _meta(self, file: Path, lines: list[str], at: int, tags: dict[str, str]) -> int:
        text, end = self._whole(file, lines, at)
        meta = _META.fullmatch(text)
        if meta:
            tags[meta[1]] = _meta_text(meta[2] or "")
        elif text.lstrip()[0] in "#^" and _LINKS.fullmatch(text):
            tags.update(dict.fromkeys(_HASHES.findall(text.partition(";")[0]), ""))
        elif text.lstrip()[0] != ";":
            raise self.files.malformed(file, at + 1, "this line is no posting and no metadata")
        return end

    def _leg(self, file: Path, line: int, posting: re.Match[str], tags: dict[str, str]) -> Leg:
        account, rest = posting[1], posting[2]
        self._use(file, line, account)
        if not rest or rest[0] == ";":
            return Leg(account, line, tags=tags)
        if _CURRENCY_ONLY.fullmatch(rest):
            return Leg(account, line, only=rest.split(";")[0].strip(), tags=tags)
        try:
            units, weight = amounts_of(rest)
        except BadBeancountAmount as error:
            raise self.files.malformed(file, line, str(error)) from None
        return Leg(account, line, units, weight, tags=tags)

    def _use(self, file: Path, line: int, *accounts: str) -> None:
        for account in accounts:
            if account not in self._used:
                self._used[account] = (file, line)

    def _check_roots(self, roles: dict[str, AccountRole]) -> None:
        for account, (file, line) in self._used.items():
            if account.partition(":")[0] not in roles:
                reason = f"{account} is under none of {', '.join(roles)}"
                raise self.files.malformed(file, line, reason)

    def _rounded(self, number: Decimal, currency: str, legs: Iterable[Leg]) -> Decimal:
        """The amount left out, rounded as beancount does: to the last decimal that is written."""
        usual = self._tolerances.get(currency, self._tolerances.get("*", Decimal(0)))
        quantum = ((tolerance_of(currency, legs) or usual) * 2).normalize()
        styled = quantum and len(quantum.as_tuple().digits) < _COMPUTED
        return number.quantize(quantum) if styled else number

    def _date(self, file: Path, line: int, text: str) -> date:
        try:
            return _day(text)
        except (ValueError, OverflowError):
            raise self.files.malformed(file, line, f"{text} is no date") from None


def _is_open(text: str) -> bool:
    """Whether a string in the text has not ended, comments aside."""
    if ";" not in text and "\\" not in text:
        return text.count('"') % 2 == 1
    at = 0
    while at < len(text):
        if text[at] == ";":
            at = text.find("\n", at)
            if at < 0:
                return False
        elif text[at] == '"':
            closed = _QUOTED.match(text, at)
            if not closed:
                return True
            at = closed.end() - 1
        at += 1
    return False


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    plain = {"n": "\n", "t": "\t", "r": "\r"}
    return re.sub(r"\\(.)", lambda found: plain.get(found[1], found[1]), text, flags=re.DOTALL)


def _meta_text(text: str) -> str:
    found = _META_TEXT.match(text.strip())
    assert found is not None
    return _unescaped(found[1]) if found[1] is not None else (found[2] or "")
