from pathlib import Path

import pytest

from db.engine import BadDatabaseUrl, NoLedger, make_engine, parse_url, place


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
