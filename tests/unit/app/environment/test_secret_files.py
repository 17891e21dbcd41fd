"""A secret may stand in a file, and then stands nowhere else."""

from pathlib import Path

import pytest

from app.environment.settings import from_environment, secrets_of, with_secret_files
from app.errors import SecretFileUnreadable, SecretTwice


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
