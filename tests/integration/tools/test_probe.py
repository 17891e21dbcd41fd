"""What a server can do is found out once: with tools, with schemas, or with neither."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.model_server import Reply, completion, model_server
from tools.formats.choose import FormatName
from tools.probe import ProbeCache, cached_probe, probe_format
from tools.providers.openai import OpenAIProvider

HONEST = completion("yes")
DEAF = completion("yes", usage={"prompt_tokens": 12, "completion_tokens": 1})
REFUSES = Reply(b"{}", 400)


@pytest.mark.parametrize(
    ("steps", "found"),
    [
        ((HONEST, HONEST), FormatName.NATIVE),
        ((DEAF, DEAF, completion('{"yes":true}')), FormatName.JSON),
        ((DEAF, DEAF, completion("yes")), FormatName.REACT),
        ((HONEST, REFUSES, REFUSES), FormatName.REACT),
    ],
)
def test_the_format_follows_from_what_reaches_the_model(
    steps: tuple[Any, ...], found: FormatName
) -> None:
    with model_server(*steps) as server:
        assert probe_format(OpenAIProvider("m", base_url=server.base_url)) is found


def test_a_server_is_asked_only_once(tmp_path: Path) -> None:
    cache = ProbeCache(tmp_path / "cache" / "probes.json")
    with model_server(DEAF, DEAF, completion("yes")) as server:
        probe = cached_probe(cache, server.base_url)
        provider = OpenAIProvider("m", base_url=server.base_url)
        assert probe(provider) is probe(provider) is FormatName.REACT
        assert len(server.requests) == 3


def test_a_server_that_fails_is_asked_again_and_a_broken_cache_is_no_harm(tmp_path: Path) -> None:
    cache = ProbeCache(tmp_path / "probes.json")
    cache.path.write_text("{", encoding="utf-8")
    with model_server(REFUSES, DEAF, DEAF, completion("yes")) as server:
        probe = cached_probe(cache, server.base_url)
        provider = OpenAIProvider("m", base_url=server.base_url, max_retries=0)
        assert probe(provider) is FormatName.NATIVE
        assert probe(provider) is FormatName.REACT
