"""The settings name a model, and naming one sends nothing."""

from app.environment.settings import Settings, language_model


def test_offline_means_no_language_model() -> None:
    assert language_model(Settings()) is None


def test_a_named_model_is_not_called_before_it_is_asked() -> None:
    assert language_model(Settings(model="qwen3", base_url="http://127.0.0.1:9/v1")) is not None
