"""Corrections are written into a person's journal, and every other byte of it stays."""

import codecs
import random
from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from textwrap import dedent

import pytest

from db.formats.detect import read_source
from db.formats.snapshot import (
    CorrectionKind,
    ProvenBalance,
    RowSaid,
    Snapshot,
    SourceCorrection,
    SourceEntry,
    SourcePlace,
)
from db.formats.writers.journal_assertions import with_balances
from db.formats.writers.journal_patch import PatchedJournal, patched
from tests.integration.formats.journals import NAMES

FORMS = list(NAMES)
BOM = codecs.BOM_UTF8
BANK = {"beancount": "Assets:Bank", "hledger": "assets:bank", "ledger": "assets:bank"}
FOOD = {"beancount": "Expenses:Food", "hledger": "expenses:food", "ledger": "expenses:food"}


def correction(form: str, was: SourceEntry | None, now: RowSaid | None) -> SourceCorrection:
    what = CorrectionKind.ADD if was is None else CorrectionKind.AMEND
    what = CorrectionKind.REMOVE if now is None else what
    said = RowSaid(was.booked_on, was.amount_minor, was.description) if was else None
    key = was.account if was else BANK[form]
    return SourceCorrection(what, key, "GBP", said, now, was.place if was else None)


def read(folder: Path, form: str, data: bytes) -> tuple[dict[Path, bytes], Snapshot]:
    file = folder / NAMES[form]
    file.write_bytes(data)
    snapshot = read_source(file, form)
    return {Path(each): Path(each).read_bytes() for each in snapshot.files}, snapshot


def corrected(
    folder: Path, form: str, text: str, at: int, now: RowSaid | None, **legs: str
) -> tuple[str, list[str]]:
    """The text with its row number ``at`` corrected, or a row added after all if that is -1."""
    files, snapshot = read(folder, form, dedent(text).encode())
    was = snapshot.entries[at] if at >= 0 else None
    done = patched(files, snapshot, [correction(form, was, now)], legs)
    return (done.texts or files)[folder / NAMES[form]].decode(), [e.reason for e in done.left]


#: The line of an amount, and the same with 1234.50 instead; the leg below is left out.
AMENDED = [
    ("hledger", "  * assets:bank  -£50.00 ; note", "  * assets:bank  -£1234.50 ; note"),
    ("hledger", "  assets:bank  £-1,050.00 = £-1,050.00", "  assets:bank  £-1,234.50 = £-1,050.00"),
    ("hledger", "  assets:bank     -50 GBP", "  assets:bank     -1234.50 GBP"),
    ("hledger", "  assets:bank  -1.050,00 GBP", "  assets:bank  -1.234,50 GBP"),
    ("ledger", "\tassets:bank\t-  1 050.00 GBP", "\tassets:bank\t-  1 234.50 GBP"),
    ("ledger", "  [assets:bank]  -50.00 GBP", "  [assets:bank]  -1234.50 GBP"),
    ("beancount", "  ! Assets:Bank -1,050 GBP;c", "  ! Assets:Bank -1,234.50 GBP;c"),
    ("beancount", "  Assets:Bank      -50.00  GBP", "  Assets:Bank      -1234.50  GBP"),
]  # fmt: skip


@pytest.mark.parametrize(("form", "was", "now"), AMENDED)
def test_only_the_digits_of_an_amount_change(tmp_path: Path, form: str, was: str, now: str) -> None:
    other = "[expenses:food]" if "[" in was else FOOD[form]
    text = f'2025-03-04 * "x"  ; y\n{was}\n  {other}\n'
    changed, left = corrected(tmp_path, form, text, 0, RowSaid(date(2025, 3, 4), -123_450, ""))

    assert (changed, left) == (text.replace(was, now), [])


def test_a_sign_turns_and_a_day_keeps_its_style(tmp_path: Path) -> None:
    text = "Y2025\n3/4=3/6 ! (7) x\n  assets:bank  £-5.00\n  expenses:food  £5.00\n"
    changed, _ = corrected(tmp_path, "hledger", text, 0, RowSaid(date(2025, 3, 14), 700, ""))

    assert changed == "Y2025\n3/14=3/6 ! (7) x\n  assets:bank  £7.00\n  expenses:food  £-7.00\n"


LEFT = [
    ("hledger", "  assets:bank  $-5.00 @ £1\n  expenses:food", "price or cost"),
    ("hledger", "  assets:bank  £-5.00\n  expenses:food  $6.00", "exchanged|plainly"),
    ("hledger", "  assets:bank  £-5.00\n  a:b  £2.00\n  a:c  £3.00", "more than two legs"),
    ("beancount", "  Assets:Bank\n  Expenses:Food  3 GBP\n  Expenses:Fun  2 GBP", "two legs"),
    ("beancount", "  Assets:Bank  -(2 + 3) GBP\n  Expenses:Food", "plainly"),
    ("ledger", "  assets:bank  = £-5.00\n  expenses:food", "plainly"),
]


@pytest.mark.parametrize(("form", "legs", "reason"), LEFT)
def test_what_only_a_person_can_say_is_left(
    tmp_path: Path, form: str, legs: str, reason: str
) -> None:
    text = f'2025-03-04 * "x"\n{legs}\n'
    changed, (why,) = corrected(tmp_path, form, text, 0, RowSaid(date(2025, 3, 4), -900, ""))

    assert changed == text
    assert any(each in why for each in reason.split("|"))


def test_the_second_leg_is_the_one_used_with_the_payee_or_the_one_named(tmp_path: Path) -> None:
    text = "2025-03-04 Tesco\n    assets:bank   £-5.00\n    expenses:food\n"
    tesco, other = (
        RowSaid(date(2025, 3, 9), -61_00, name) for name in ("TESCO 12 YORK", "Boots; x")
    )
    added = "\n2025-03-09 {}  ; tieout-reading: statement\n    assets:bank  £-61.00\n    {}\n"

    assert corrected(tmp_path, "hledger", text, -1, tesco) == (
        text + added.format("TESCO 12 YORK", "expenses:food"), [],
    )  # fmt: skip
    assert corrected(tmp_path, "hledger", text, -1, other) == (
        text, ["which account the other leg is on, only you can say"],
    )  # fmt: skip
    assert corrected(tmp_path, "hledger", text, -1, other, boots="expenses:health") == (
        text + added.format("Boots, x", "expenses:health"), [],
    )  # fmt: skip


def test_a_transfer_that_both_accounts_lack_is_added_once(tmp_path: Path) -> None:
    text = "2025-03-04 x\n    assets:bank  £-5.00\n    assets:pot\n"
    files, snapshot = read(tmp_path, "ledger", text.encode())
    there, back = (RowSaid(date(2025, 3, 9), each, "Saving") for each in (-700, 700))
    both = [
        SourceCorrection(CorrectionKind.ADD, key, "GBP", None, said)
        for key, said in (("assets:bank", there), ("assets:pot", back))
    ]
    done = patched(files, snapshot, both, {"saving": "assets:pot"})

    assert done.done == tuple(both)
    (changed,) = done.texts.values()
    assert changed.decode().count("Saving") == 1


def test_a_balance_is_asserted_once_and_only_where_it_holds(tmp_path: Path) -> None:
    text = "2025-03-04 x\n  assets:bank  £5 ; c\n  income:x\n"
    text += "2025-03-09 y\n  assets:bank  £1\n  income:x\n"
    files, snapshot = read(tmp_path, "ledger", text.encode())
    days = [(date(2025, 3, 31), 600), (date(2025, 3, 5), 550), (date(2025, 3, 4), 500)]
    wanted = [ProvenBalance("assets:bank", "GBP", day, minor) for day, minor in days]
    done = with_balances(files, snapshot, wanted)

    (changed,) = done.texts.values()
    assert changed.decode() == text.replace("£5 ;", "£5 = £5 ;").replace("£1\n", "£1 = £6\n")
    assert [each.reason for each in done.left] == ["the rows up to that day come to 5.00 GBP"]
    assert with_balances(*read(tmp_path, "ledger", changed), wanted).texts == {}


def written(rnd: random.Random, form: str) -> tuple[bytes, bytes]:
    """A ledger in a main file and one that it includes, in any style."""
    beancount = form == "beancount"
    end, indent = rnd.choice(["\n", "\r\n"]), rnd.choice(["  ", "    ", " \t"])
    symbol, group, dense = rnd.random() < 0.5, rnd.random() < 0.5, rnd.random() < 0.3
    day = date(2025, 1, 1)
    texts: list[str] = []
    for _ in range(2):
        lines = [] if texts else [f"2024-01-01 open {each}" for each in OPEN] if beancount else []
        for number in range(rnd.randint(2, 9)):
            day += timedelta(days=rnd.randint(0, 9))
            minor = rnd.choice([-1, 1]) * rnd.randint(1, 10 ** rnd.randint(2, 8))
            own, other = (
                amount(minor * sign, symbol=symbol and not beancount, group=group)
                for sign in (1, -1)
            )
            payee = f"{rnd.choice(['Tesco', 'Rent', 'Café'])} {number}"
            head = f'* "{payee}"' if beancount else payee
            legs = [f"{BANK[form]}  {own}", f"{FOOD[form]}  {other}"]
            bare = rnd.choice([0, 1, 2])
            legs = [each.split("  ")[0] if at == bare else each for at, each in enumerate(legs)]
            rnd.shuffle(legs)
            note = rnd.choice(["", "  ; spent"])
            lines += [f"{day} {head}{note}", *(f"{indent}{each}{note}" for each in legs)]
            lines += [] if dense else [""] * rnd.randint(1, 2)
            lines += rnd.choice([[], [], ["; a remark"]])
        texts.append(end.join(lines) + rnd.choice(["", end]))
    name = '"more.inc"' if beancount else "more.inc"
    main = f"{texts[0]}{end}include {name}{rnd.choice(['', end])}"
    return rnd.choice([b"", BOM]) + main.encode(), texts[1].encode()


OPEN = [BANK["beancount"], FOOD["beancount"]]


def amount(minor: int, *, symbol: bool, group: bool) -> str:
    digits = f"{abs(minor) // 100:{',' if group else ''}}.{abs(minor) % 100:02}"
    sign = "-" if minor < 0 else ""
    return f"{sign}£{digits}" if symbol else f"{sign}{digits} GBP"


def edits(rnd: random.Random, form: str, snapshot: Snapshot) -> list[SourceCorrection]:
    rows = rnd.sample(snapshot.entries, k=rnd.randint(1, min(4, len(snapshot.entries))))
    wanted = []
    for row in rows:
        day, minor = row.booked_on, row.amount_minor
        nows = [
            None,
            RowSaid(day, rnd.choice([-1, 1]) * rnd.randint(1, 10**8), row.description),
            RowSaid(day + timedelta(days=rnd.randint(1, 400)), minor, row.description),
        ]
        wanted.append(correction(form, row, rnd.choice(nows)))
    for _ in range(rnd.randint(0, 3)):
        day = date(2025, 1, 1) + timedelta(days=rnd.randint(-20, 150))
        wanted.append(
            correction(form, None, RowSaid(day, rnd.randint(-9999, 9999) or 1, 'A "b" ; c'))
        )
    return wanted


def rows(snapshot: Snapshot) -> Counter[tuple[date, int]]:
    bank = (each for each in snapshot.entries if each.account in BANK.values())
    return Counter((each.booked_on, each.amount_minor) for each in bank)


def untouched(data: bytes, file: Path, places: Sequence[SourcePlace | None]) -> list[bytes]:
    """The lines with anything on them that no correction is about."""
    gone = {n for p in places if p and p.file == file for n in range(p.first, p.last + 1)}
    lines = data.removeprefix(BOM).split(b"\n")
    return [each for n, each in enumerate(lines, 1) if n not in gone and each.strip()]


def in_order(some: list[bytes], all_: list[bytes]) -> bool:
    """Whether the ones are among the others in their order."""
    rest = iter([each.removesuffix(b"\r") for each in all_])
    return all(each.removesuffix(b"\r") in rest for each in some)


@pytest.mark.parametrize("seed", range(102))
def test_any_ledger_reads_as_corrected_and_keeps_its_bytes(tmp_path: Path, seed: int) -> None:
    rnd = random.Random(seed)
    form = FORMS[seed % 3]
    main, more = written(rnd, form)
    (tmp_path / "more.inc").write_bytes(more)
    files, snapshot = read(tmp_path, form, main)
    wanted = edits(rnd, form, snapshot)
    done: PatchedJournal = patched(files, snapshot, wanted, {"*": FOOD[form]})

    assert done.left == ()
    for file, data in done.texts.items():
        places = [each.place for each in wanted]
        assert in_order(untouched(files[file], file, places), data.removeprefix(BOM).split(b"\n"))
        assert data.startswith(BOM) == files[file].startswith(BOM)
        assert data.endswith(b"\n") == files[file].endswith(b"\n") or file.name == "more.inc"
        assert data.count(b"\r\n") == (data.count(b"\n") if b"\r\n" in files[file] else 0)
        file.write_bytes(data)
    expected = rows(snapshot)
    expected.subtract((each.was.booked_on, each.was.amount_minor) for each in wanted if each.was)
    expected.update((each.now.booked_on, each.now.amount_minor) for each in wanted if each.now)
    assert rows(read_source(tmp_path / NAMES[form], form)) == +expected
