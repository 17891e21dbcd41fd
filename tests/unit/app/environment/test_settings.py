"""The environment is read once, and a wrong word in it is said, not guessed at."""

import pytest

from app.environment.settings import Settings, from_environment
from app.errors import SettingInvalid
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
