"""models.toml: what is shipped, what a person adds, what is wrong with it."""

from decimal import Decimal
from pathlib import Path

import pytest

from tools.formats.choose import FormatName
from tools.ledger.offline import OfflineProvider
from tools.loop.messages import Usage
from tools.model_settings import (
    ModelsFileError,
    find_models_file,
    load_models,
    price_for,
    provider_for,
)
from tools.providers.base import AnswerMode, Quirk, apply


def own(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "models.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_offline_is_always_there_and_costs_nothing() -> None:
    settings = load_models().settings("offline")
    assert isinstance(provider_for(settings, {}), OfflineProvider)
    assert price_for(settings)(Usage(10**6, 10**6)) == 0


@pytest.mark.parametrize(
    ("model", "field", "value"),
    [
        ("gpt-5-mini", "max_tokens_field", "max_completion_tokens"),
        ("o3", "send_stop", False),
        ("deepseek/deepseek-v3.2", "quirks", (Quirk.EMPTY_REASONING,)),
        ("google/gemini-2.5-pro", "quirks", (Quirk.THOUGHT_SIGNATURE,)),
        ("Qwen2.5-Coder-1.5B", "format", FormatName.REACT),
        ("google/gemma-2-9b-it", "quirks", (Quirk.MERGED_ROLES, Quirk.NO_SYSTEM_ROLE)),
        ("gpt-4.1-mini", "sees", True),
        ("Qwen2.5-VL-3B", "sees", True),
        ("qwen3:8b", "sees", False),
        ("qwen3:8b", "whole_numbers", False),
        ("some-other-model", "format", FormatName.NATIVE),
    ],
)
def test_what_is_known_of_a_model_follows_from_its_id(
    model: str, field: str, value: object
) -> None:
    assert getattr(load_models().settings(model), field) == value


def test_ones_own_file_adds_to_the_shipped_one_and_wins(tmp_path: Path) -> None:
    path = own(
        tmp_path,
        '[models.mine]\nmodel = "o3-mini"\nbase_url = "http://127.0.0.1:1/v1"\nsend_stop = true\n'
        '[[presets]]\nmatch = ["o3*"]\nanswer_mode = "prompt"\n',
    )
    models = load_models(path)
    mine = models.settings("mine")
    assert "offline" in models.names
    assert mine.send_stop is True
    assert mine.max_tokens_field == "max_completion_tokens"
    assert mine.answer_mode is AnswerMode.PROMPT
    assert price_for(mine)(Usage(1, 1)) == 0


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[models", "not TOML"),
        ('[models.x]\nformat = "yaml"', r"models\.x\.format"),
        ('[models.x]\nbase_ulr = "y"', r"models\.x\.base_ulr"),
        ("[[presets]]\nmatch = []", r"presets\.0\.match"),
        ("[models.x]\ninput_price = -1", r"input_price"),
    ],
)
def test_a_wrong_file_is_refused_with_the_place(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(ModelsFileError, match=problem):
        load_models(own(tmp_path, text))


def test_the_file_is_found_by_name_or_beside_the_ledger(tmp_path: Path) -> None:
    assert find_models_file({}, tmp_path) is None
    path = own(tmp_path, "")
    assert find_models_file({}, tmp_path) == path
    assert find_models_file({"TIEOUT_MODELS": "/x/y.toml"}, tmp_path) == Path("/x/y.toml")
    with pytest.raises(ModelsFileError):
        load_models(tmp_path / "missing.toml")


def test_prices_are_exact(tmp_path: Path) -> None:
    path = own(
        tmp_path, '[models.x]\nmodel = "none-such"\ninput_price = 0.10\noutput_price = 0.40\n'
    )
    assert price_for(load_models(path).settings("x"))(Usage(1000, 10)) == Decimal("0.000104")
    assert price_for(load_models().settings("none-such"))(Usage(1, 1)) is None
    assert price_for(load_models().settings("gpt-4.1-mini"))(Usage(1000, 100)) == Decimal("0.00056")


def test_quirks_change_what_is_sent_and_nothing_else() -> None:
    said: dict[str, object] = {
        "role": "assistant",
        "content": "",
        "tool_calls": [{"id": "a-long-identifier"}],
    }
    sent: dict[str, object] = {"role": "tool", "tool_call_id": "a-long-identifier"}
    short = apply((Quirk.NINE_CHARACTER_IDS,), said)["tool_calls"]
    assert short == [{"id": apply((Quirk.NINE_CHARACTER_IDS,), sent)["tool_call_id"]}]
    assert apply((Quirk.EMPTY_REASONING, Quirk.NULL_CONTENT), said) == {
        **said,
        "content": None,
        "reasoning_content": "",
    }
    assert apply(tuple(Quirk), {"role": "user", "content": "x"}) == {"role": "user", "content": "x"}
