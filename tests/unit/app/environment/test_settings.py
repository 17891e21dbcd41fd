"""The environment is read once, and a wrong word in it is said, not guessed at."""

from pathlib import Path

import pytest

from app.environment.settings import (
    Settings,
    from_environment,
    language_model,
    secrets_of,
    with_secret_files,
)
from app.environment.sources import find_sources
from app.errors import SecretFileUnreadable, SecretTwice, SettingInvalid
from app.worker_pool import CarryOut
from jobs.options import ImportOptions
from jobs.worker.worker_pool import PoolOptions


def test_an_empty_environment_means_offline_and_a_file_in_this_folder() -> None:
    assert from_environment({}) == Settings(database_url="tieout.db", model="offline")


def test_our_own_address_of_the_model_wins_over_the_common_one() -> None:
    both = {"TIEOUT_BASE_URL": "http://ours/v1", "OPENAI_BASE_URL": "http://theirs/v1"}

    assert from_environment(both).base_url == "http://ours/v1"


def test_the_key_does_not_show_in_the_repr() -> None:
    assert "hunter2" not in repr(from_environment({"OPENAI_API_KEY": "sk-hunter2"}))


def test_an_unknown_word_is_refused_with_the_choices() -> None:
    with pytest.raises(SettingInvalid) as refused:
        from_environment({"TIEOUT_ESCALATE": "sometimes"})

    assert "unproven, always, never" in str(refused.value)


def test_an_option_wins_over_the_environment_and_none_does_not() -> None:
    settings = from_environment({"TIEOUT_MODEL": "qwen3"})

    assert settings.over(model=None, database_url="x.db").model == "qwen3"
    assert settings.over(model="gpt-5").model == "gpt-5"


def test_traces_are_short_and_spans_go_nowhere_unless_said() -> None:
    plain = from_environment({})
    assert (plain.trace, plain.spans) == ("redacted", None)
    said = from_environment({"TIEOUT_TRACE": "full", "TIEOUT_SPANS": "spans.jsonl"})
    assert (said.trace, said.spans) == ("full", "spans.jsonl")
    with pytest.raises(SettingInvalid):
        from_environment({"TIEOUT_TRACE": "everything"})


def test_no_password_is_in_what_is_shown_of_a_setting() -> None:
    given = {
        "TIEOUT_DATABASE_URL": "postgresql://tieout@server/books",
        "TIEOUT_DATABASE_PASSWORD": "melur-1984",
        "TIEOUT_REDIS_URL": "redis://:melur-1984@server",
    }
    chosen = from_environment(given)
    assert "melur-1984" in chosen.database_url
    work = CarryOut(chosen.database_url, ImportOptions)
    post = PoolOptions(chosen.database_url, chosen.redis_url or "", work)
    assert "melur" not in repr((chosen, work, post))


def test_offline_means_no_language_model() -> None:
    assert language_model(Settings()) is None


def test_a_named_model_is_not_called_before_it_is_asked() -> None:
    assert language_model(Settings(model="qwen3", base_url="http://127.0.0.1:9/v1")) is not None


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("b.pdf", "a.PDF", "notes.txt", "._b.pdf", "2024/old.pdf"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"%PDF-")
    return tmp_path


def test_a_folder_gives_its_pdfs_by_name_with_those_below_it(folder: Path) -> None:
    assert [source.name for source in find_sources([str(folder)])] == [
        "2024/old.pdf",
        "a.PDF",
        "b.pdf",
    ]


def test_a_document_named_twice_comes_once(folder: Path) -> None:
    found = find_sources([str(folder / "b.pdf"), str(folder)])

    assert [source.name for source in found] == ["b.pdf", "2024/old.pdf", "a.PDF"]


def test_a_named_file_is_tried_whatever_it_is_called(folder: Path) -> None:
    (source,) = find_sources([str(folder / "notes.txt")])

    assert source.path == folder / "notes.txt"


def test_a_password_from_a_file_stands_in_the_databases_url(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("a/b@c\n")
    (tmp_path / "key").write_text("sk-1")
    said = {
        "TIEOUT_DATABASE_URL": "postgresql://tieout@database/tieout",
        "TIEOUT_DATABASE_PASSWORD_FILE": str(tmp_path / "password"),
        "OPENAI_API_KEY_FILE": str(tmp_path / "key"),
        "SSL_CERT_FILE": "/nowhere",
    }
    settings = from_environment(said)
    assert settings.database_url == "postgresql://tieout:a%2Fb%40c@database/tieout"
    assert settings.api_key == "sk-1"
    assert set(secrets_of(said)) == {"a/b@c", "sk-1"}


@pytest.mark.parametrize("query", ["application_name=a@b", "options=-cx=y@z", "host=/run/pg"])
def test_what_follows_the_host_is_not_taken_for_its_user(query: str) -> None:
    url = f"postgresql+psycopg://tieout@database:5432/tieout?{query}"
    said = {"TIEOUT_DATABASE_URL": url, "TIEOUT_DATABASE_PASSWORD": "other"}
    wanted = url.replace("tieout@", "tieout:other@")
    assert with_secret_files(said)["TIEOUT_DATABASE_URL"] == wanted


def test_a_url_with_a_password_of_its_own_and_a_path_stay_as_they_are() -> None:
    for url in ("postgresql://tieout:own@database/tieout", "books.db"):
        said = {"TIEOUT_DATABASE_URL": url, "TIEOUT_DATABASE_PASSWORD": "other"}
        assert with_secret_files(said)["TIEOUT_DATABASE_URL"] == url


def test_a_file_that_cannot_be_read_and_a_secret_twice_are_named(tmp_path: Path) -> None:
    with pytest.raises(SecretFileUnreadable, match="TIEOUT_REDIS_URL_FILE"):
        with_secret_files({"TIEOUT_REDIS_URL_FILE": str(tmp_path / "none")})
    with pytest.raises(SecretTwice, match="TIEOUT_PDF_PASSWORDS_FILE"):
        with_secret_files({"TIEOUT_PDF_PASSWORDS_FILE": "x", "TIEOUT_PDF_PASSWORDS": "y"})
