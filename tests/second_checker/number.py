"""The account's number, as far as it is printed (section 15)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tests.second_checker.letters import squeezed
from tests.second_checker.number_text import Read, checked, read, same
from tests.second_checker.phrases import Phrase, known
from tests.second_checker.regions import Regions
from tests.second_checker.row import Row
from tests.second_checker.runs import has_digit, is_between, known_tokens, run_with, runs_of
from tests.second_checker.strangers import may_lead
from tests.second_checker.tables import constant, pattern, vocabulary

_Sort: TypeAlias = Callable[[Sequence[Row], Sequence[int], int], "Iterator[_Found]"]
_OTHERS = ("other_number", "statement_number")


@dataclass(frozen=True)
class Number:
    """The last digits, and the rows from which they are taken."""

    digits: str | None = None
    rows: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Found:
    number: Read
    rows: tuple[int, ...]


def number_of(regions: Regions, kind: str | None) -> Number:
    """The one number that is told."""
    return number_in(regions.rows, regions.above, kind)


def number_in(rows: Sequence[Row], where: range, kind: str | None = None) -> Number:
    """The one number that some rows tell."""
    plain = [at for at in where if not rows[at].figures]
    labels: list[_Sort] = [_of_accounts, _of_cards]
    titles, masks = _of_titles, _of_masks
    if kind == constant("number", "_OF_CARDS"):
        labels.reverse()
    elif kind is not None:
        labels, titles, masks = [_of_accounts], _of_titles_of_accounts, _of_masked_accounts
    for sort in (*labels, titles, masks, _bare):
        for region in (plain, list(where)):
            found = [each for n in range(len(region)) for each in sort(rows, region, n)]
            if found:
                return _only(found)
    return Number()


def _only(found: Sequence[_Found]) -> Number:
    best = found[0].number
    for each in found[1:]:
        if (each.number.checked, len(each.number.digits)) > (best.checked, len(best.digits)):
            best = each.number
    if not all(same(each.number, best) for each in found):
        return Number()
    first = next(each for each in found if each.number.digits == best.digits)
    return Number(best.digits[-constant("number", "_DIGITS") :], first.rows)


def _is_card(row: Row, phrase: Phrase) -> bool:
    return bool(pattern("number", "_CARD").search(_words(row, phrase)))


def _words(row: Row, phrase: Phrase) -> str:
    return " ".join(token.text for token in row.tokens[phrase.first : phrase.last + 1])


def _of_accounts(rows: Sequence[Row], where: Sequence[int], n: int) -> Iterator[_Found]:
    for phrase in rows[where[n]].of("labels", "account_number"):
        if not _is_card(rows[where[n]], phrase):
            yield from _labelled(rows, where, n, phrase)


def _of_cards(rows: Sequence[Row], where: Sequence[int], n: int) -> Iterator[_Found]:
    for phrase in rows[where[n]].of("labels", "account_number"):
        if _is_card(rows[where[n]], phrase):
            yield from _labelled(rows, where, n, phrase)


def _labelled(rows: Sequence[Row], where: Sequence[int], n: int, label: Phrase) -> Iterator[_Found]:
    at = where[n]
    row = rows[at]
    if row.tokens[label.last].text.endswith("?") or _is_anothers(row, label):
        return
    if _has_company(row, label.first):
        return
    if found := _behind(row, label, constant("number_places", "_WIDE")):
        yield _Found(found, (at,))
    elif found := _below(row, [rows[each] for each in where[n + 1 :]], label):
        yield _Found(found, (at, where[n + 1]))
    elif found := _behind(row, label, float("inf")):
        yield _Found(found, (at,))


def _is_anothers(row: Row, phrase: Phrase) -> bool:
    run = run_with(row, phrase.first)
    others = list(row.of("labels", "other_account"))
    return any(other.first < phrase.first or other.first in run for other in others)


def _unknown(row: Row, at: int) -> list[int]:
    """The tokens before one in its run, behind the last number, that no phrase knows."""
    run = run_with(row, at)
    digits = [each + 1 for each in range(run.start, at) if has_digit(row, each)]
    begin = max(digits, default=run.start)
    return [each for each in range(begin, at) if each not in known_tokens(row)]


def _is_second(row: Row, label: Phrase) -> bool:
    text = row.tokens[label.first].text
    size = next((n for n, c in enumerate(text) if not (c.isalnum() or c == "_")), len(text))
    if any(("labels", other) in known().get(squeezed(text[:size]), ()) for other in _OTHERS):
        return True
    run = run_with(row, label.first)
    before = [p for p in row.of("labels", *_OTHERS) if run.start <= p.first < label.first]
    if not before:
        return False
    last = max(phrase.last for phrase in before)
    return not any(has_digit(row, each) for each in range(last + 1, label.first))


def _behind(row: Row, label: Phrase, wide: float) -> Read | None:
    own = row.tokens[label.last].text
    rest = pattern("number_places", "_PREFIX").sub("", own)
    if rest != own and (found := read([rest])):
        return found
    stop = min(len(row.tokens), label.last + constant("number_places", "_REACH"))
    for at in range(label.last + 1, stop):
        if row.tokens[at].x0 - row.tokens[label.last].x1 > wide:
            return None
        if found := _meant(row, range(at, run_with(row, at).stop), row, label):
            return found
        if not is_between(row, at):
            return None
    return None


def _below(row: Row, others: Sequence[Row], label: Phrase) -> Read | None:
    behind = range(label.last + 1, run_with(row, label.last).stop)
    days = {at for d in row.dates for at in range(d.first, d.last + 1)}
    if not all(at in days or is_between(row, at) for at in behind):
        return None
    column = list(_column(row, others, label))
    return column[0] if column and all(same(column[0], each) for each in column) else None


def _column(row: Row, others: Sequence[Row], label: Phrase) -> Iterator[Read]:
    """The numbers below a label, down to the first row that has something else there."""
    left, right = row.tokens[label.first].x0, row.tokens[label.last].x1
    last = row
    for under in others:
        if under.page != row.page or under.top - last.bottom > 2.5 * last.height:
            return
        runs = [
            run
            for run in runs_of(under)
            if under.tokens[run.start].x0 < right and left < under.tokens[run.stop - 1].x1
        ]
        if runs:
            found = _within(under, runs[0], row, label)
            if found is None:
                return
            yield found
        elif last is row:
            return
        last = under


def _within(row: Row, run: range, head: Row, label: Phrase) -> Read | None:
    for at in run:
        if found := _meant(row, range(at, run.stop), head, label):
            return found
        if not is_between(row, at):
            return None
    return None


def _meant(row: Row, run: range, head: Row, label: Phrase) -> Read | None:
    """The number that begins a run, unless a bare label has a telephone's number or a day there."""
    found = _begins(row, run, _is_second(head, label))
    letters = squeezed(_words(head, label))
    bare = label.of("kinds") or pattern("number_words", "_ACCOUNT").match(letters)
    if found is None or not bare or found.checked:
        return found
    text = " ".join(token.text for token in row.tokens[run.start : run.start + found.tokens])
    other = ("_TELEPHONE", "_DAY")
    unlike = any(pattern("number_words", name).match(text.strip(".,;:")) for name in other)
    return None if unlike else found


def _has_company(row: Row, at: int) -> bool:
    """Whether a word that may make it another account stands before a label."""
    said = {n for p in row.of("labels", "statement_date", "period") for n in p.places}
    unknown = [n for n in _unknown(row, at) if n not in said]
    plastic = pattern("number_places", "_PLASTIC")
    return len(unknown) >= constant("number_places", "_LEADING") or not all(
        may_lead(row.tokens[n]) or plastic.search(row.tokens[n].text) for n in unknown
    )


def _begins(row: Row, run: range, second: bool) -> Read | None:
    strokes = [at for at in run if row.tokens[at].text in ("/", "|")]
    begin = max(strokes) + 1 if second and strokes else run.start
    stop = next((at for at in range(begin, run.stop) if _is_dated(row, at)), run.stop)
    texts = [row.tokens[at].text for at in range(begin, stop)]
    if not texts:
        return None
    texts[0] = pattern("number_places", "_PREFIX").sub("", texts[0])
    if second:
        texts[0] = texts[0].split("/")[-1]
    found = read(texts)
    ends = found and (begin + found.tokens >= stop or _is_other(row, begin + found.tokens))
    return found if ends else None


def _is_dated(row: Row, at: int) -> bool:
    eight = pattern("number_places", "_EIGHT")
    for d in row.dates:
        if d.first <= at <= d.last:
            return not (d.first == d.last and eight.match(row.tokens[at].text))
    return False


def _is_other(row: Row, at: int) -> bool:
    """Whether something else than the number begins with a token."""
    text = row.tokens[at].text
    if text.startswith("(") and text.lstrip("(")[:1].islower():
        return False
    if any(figure.first == at for figure in row.figures):
        return True
    groups = ("labels", "kinds", "columns")
    if any(p.first == at and any(p.of(group) for group in groups) for p in row.phrases):
        return True
    code = pattern("number_places", "_CODE").match(text)
    return text[0] in "(/|" or bool(code) or not any(c.isalnum() for c in text)


def _of_titles(rows: Sequence[Row], where: Sequence[int], n: int) -> Iterator[_Found]:
    yield from _titled(rows[where[n]], where[n], list(rows[where[n]].of("kinds")))


def _of_titles_of_accounts(rows: Sequence[Row], where: Sequence[int], n: int) -> Iterator[_Found]:
    row = rows[where[n]]
    titles = [each for each in row.of("kinds") if each.of("kinds") != {"card"}]
    yield from _titled(row, where[n], titles)


def _titled(row: Row, at: int, titles: Sequence[Phrase]) -> Iterator[_Found]:
    for phrase in titles:
        found = _behind(row, phrase, constant("number_places", "_WIDE"))
        if found is None or not _is_title(row, phrase):
            continue
        words = _words(row, phrase)
        account = pattern("number_places", "_ACCOUNT").search(words)
        plastic = pattern("number_places", "_PLASTIC").search(words)
        if (account and not plastic) or (found.masked and not _is_card(row, phrase)):
            yield _Found(found, (at,))


def _is_title(row: Row, phrase: Phrase) -> bool:
    run = run_with(row, phrase.first)
    before = row.tokens[run.start : phrase.first]
    account = pattern("number_places", "_ACCOUNT")
    firsts = {squeezed(p.split()[0]) for p in vocabulary()["labels"]["other_account"]}
    others = {word for word in firsts if not account.search(word)}
    return (
        len(before) < constant("number_places", "_LEADING")
        and all(token.text[0].isupper() and token.letters not in others for token in before)
        and not _is_anothers(row, phrase)
    )


def _of_masks(rows: Sequence[Row], where: Sequence[int], n: int) -> Iterator[_Found]:
    row = rows[where[n]]
    own_card = any(_is_card(row, phrase) for phrase in row.of("kinds", "current"))
    if own_card or row.has("labels", "other_account"):
        return
    for name in ("_ENDING", "_MASKED"):
        if found := pattern("number", name).search(row.text):
            if not _stands_free(row, found.start(), found.end() - 1):
                return
            digits = "".join(c for c in found[1] if c.isdigit())
            yield _Found(Read(digits, 1, masked=True), (where[n],))
            return


def _of_masked_accounts(rows: Sequence[Row], where: Sequence[int], n: int) -> Iterator[_Found]:
    row = rows[where[n]]
    if not pattern("number", "_CARD").search(row.text) and not row.has("kinds", "card"):
        yield from _of_masks(rows, where, n)


def _stands_free(row: Row, start: int, end: int) -> bool:
    """Whether the characters of a row's text from one to another are no part of a sentence."""
    owner = [at for at, token in enumerate(row.tokens) for _ in f"{token.text} "]
    first, last = owner[start], owner[end]
    run = run_with(row, first)
    mask = pattern("number_places", "_MASK")
    first = min([first, *(at for at in run if mask.search(row.tokens[at].text))])
    if last + 1 < run.stop and row.tokens[last + 1].text[0].islower():
        return False
    statement = pattern("kind", "_STATEMENT").search(row.tokens[run.start].text)
    return bool(statement) or not _has_company(row, first)


def _bare(rows: Sequence[Row], where: Sequence[int], n: int) -> Iterator[_Found]:
    row = rows[where[n]]
    if row.has("labels", "other_account"):
        return
    for at in range(len(row.tokens)):
        found = checked([token.text for token in row.tokens[at:]])
        if found and at + found.tokens <= run_with(row, at).stop and not _unknown(row, at):
            yield _Found(found, (where[n],))
