from datetime import date
from pathlib import Path

import pytest

from db.engine import BadDatabaseUrl, NoLedger, make_engine, parse_url, place
from db.ledger.views import continued, fingerprint


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("ledger.db", "sqlite:///ledger.db"),
        ("/srv/my ledger.db", "sqlite:////srv/my ledger.db"),
        ("sqlite:////srv/ledger.db", "sqlite:////srv/ledger.db"),
        ("sqlite://", "sqlite://"),
        ("postgresql://me@host/books", "postgresql://me@host/books"),
        ("postgres://me@host/books", "postgresql://me@host/books"),
    ],
)
def test_a_path_or_a_url_names_the_database(written: str, meant: str) -> None:
    assert parse_url(written).render_as_string() == meant


def test_home_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/me")
    assert parse_url("~/ledger.db").database == "/home/me/ledger.db"


@pytest.mark.parametrize("url", ["mysql://host/books", "nonsense://x", "://", "http://x:port/"])
def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(BadDatabaseUrl, match="postgresql://"):
        make_engine(url)


def test_a_refused_url_is_not_repeated() -> None:
    with pytest.raises(BadDatabaseUrl) as raised:
        make_engine("mysql://me:secret@host/books")
    assert "secret" not in str(raised.value)


def test_a_missing_file_is_no_ledger(tmp_path: Path) -> None:
    with pytest.raises(NoLedger, match="tieout init"):
        make_engine(str(tmp_path / "ledger.db"))


def test_a_folder_is_no_ledger(tmp_path: Path) -> None:
    with pytest.raises(NoLedger):
        make_engine(str(tmp_path))


def test_a_new_ledger_gets_its_folder(tmp_path: Path) -> None:
    file = tmp_path / "new" / "ledger.db"
    engine = make_engine(str(file), create=True)
    with engine.connect():
        assert file.is_file()
    engine.dispose()
    assert place(engine) == str(file)


def test_the_place_does_not_tell_the_password() -> None:
    engine = make_engine("postgresql://me:secret@host/books")
    assert "secret" not in place(engine)
    assert "host/books" in place(engine)


DAY = date(2026, 1, 2)
COFFEE = fingerprint(DAY, -500, "Coffee")


def test_blanks_do_not_make_another_entry() -> None:
    assert fingerprint(DAY, -500, "  Coffee \n shop") == fingerprint(DAY, -500, "Coffee shop")


@pytest.mark.parametrize(
    "other",
    [
        fingerprint(date(2026, 1, 3), -500, "Coffee"),
        fingerprint(DAY, 500, "Coffee"),
        fingerprint(DAY, -500, "coffee"),
        fingerprint(DAY, -50, "0 Coffee"),
    ],
)
def test_any_other_fact_makes_another_entry(other: str) -> None:
    assert other != COFFEE


def test_half_a_surrogate_pair_has_a_fingerprint() -> None:
    assert fingerprint(DAY, 1, "\ud83d") == fingerprint(DAY, 1, "\ufffd")


def test_equal_entries_are_counted() -> None:
    assert continued([COFFEE, COFFEE], {}) == [(COFFEE, 1), (COFFEE, 2)]


def test_counting_goes_on_from_those_that_are_there() -> None:
    assert continued([COFFEE, COFFEE], {COFFEE: 3}) == [(COFFEE, 4), (COFFEE, 5)]
