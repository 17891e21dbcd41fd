"""What a server can do is found out once, by making it call a tool: natively, as text, or not."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.model_server import Reply, completion, insisting, model_server
from tools.formats.choose import FormatName
from tools.loop.errors import ProviderRejectedError
from tools.probe import ProbeCache, ProbeEvidence, ProbeResult, cached_probe, probe
from tools.providers.base import Quirk
from tools.providers.openai import OpenAIProvider

RIGHT = '{"word": "harbour"}'
CALLS = completion(None, ("note_a_word", RIGHT))
WRONG_NAME = completion(None, ("note", RIGHT))
WRONG_WORD = completion(None, ("note_a_word", '{"word": "x"}'))
AS_TEXT = completion(f'<tool_call>{{"name":"note_a_word","arguments":{RIGHT}}}</tool_call>')
DEAF = completion("Written down.")
HELD = completion('{"colour":"teal"}')
FREE = completion("yes")
REFUSES = Reply(b"{}", 400)
NO_KEY = Reply(b"{}", 401)


@pytest.mark.parametrize(
    ("steps", "format", "why"),
    [
        ((CALLS,), FormatName.NATIVE, ProbeEvidence.CALLED),
        ((DEAF, CALLS), FormatName.NATIVE, ProbeEvidence.CALLED),
        ((AS_TEXT,), FormatName.RESCUE, ProbeEvidence.CALLED_IN_TEXT),
        ((DEAF, DEAF, HELD), FormatName.JSON, ProbeEvidence.HELD),
        ((DEAF, DEAF, completion('{"yes":true}')), FormatName.REACT, ProbeEvidence.NEITHER),
        ((DEAF, DEAF, FREE), FormatName.REACT, ProbeEvidence.NEITHER),
        ((WRONG_NAME, WRONG_WORD, FREE), FormatName.REACT, ProbeEvidence.NEITHER),
        ((REFUSES, REFUSES, REFUSES, FREE), FormatName.REACT, ProbeEvidence.NEITHER),
    ],
)
def test_the_format_follows_from_what_comes_back(
    steps: tuple[Any, ...], format: FormatName, why: ProbeEvidence
) -> None:
    with model_server(*steps) as server:
        found = probe(OpenAIProvider("m", base_url=server.base_url))
    assert found == ProbeResult(format, why)
    assert len(server.requests) == len(steps)


def test_a_server_that_refuses_everything_is_an_error_and_not_a_format() -> None:
    with model_server(*[NO_KEY] * 4) as server, pytest.raises(ProviderRejectedError):
        probe(OpenAIProvider("m", base_url=server.base_url, max_retries=0))


@pytest.mark.parametrize(
    ("template", "quirks"),
    [
        (insisting(CALLS), (Quirk.MERGED_ROLES,)),
        (insisting(CALLS, system=False), (Quirk.MERGED_ROLES, Quirk.NO_SYSTEM_ROLE)),
    ],
)
def test_the_template_shows_which_roles_it_takes(template: Any, quirks: tuple[Quirk, ...]) -> None:
    with model_server(*[template] * 4) as server:
        found = probe(OpenAIProvider("m", base_url=server.base_url))
    assert found == ProbeResult(FormatName.NATIVE, ProbeEvidence.CALLED, quirks)


def test_a_server_is_asked_only_once(tmp_path: Path) -> None:
    cache = ProbeCache(tmp_path / "cache" / "probes.json")
    with model_server(DEAF, DEAF, FREE) as server:
        ask = cached_probe(cache, server.base_url)
        provider = OpenAIProvider("m", base_url=server.base_url)
        assert (
            ask(provider) == ask(provider) == ProbeResult(FormatName.REACT, ProbeEvidence.NEITHER)
        )
        assert len(server.requests) == 3


def test_a_server_that_fails_is_asked_again_and_a_broken_cache_is_no_harm(tmp_path: Path) -> None:
    cache = ProbeCache(tmp_path / "probes.json")
    cache.path.write_text("{", encoding="utf-8")
    with model_server(*[NO_KEY] * 4, DEAF, DEAF, FREE) as server:
        ask = cached_probe(cache, server.base_url)
        provider = OpenAIProvider("m", base_url=server.base_url, max_retries=0)
        assert ask(provider) == ProbeResult(FormatName.NATIVE, ProbeEvidence.NOT_ASKED)
        assert ask(provider) == ProbeResult(FormatName.REACT, ProbeEvidence.NEITHER)


def test_what_an_earlier_version_wrote_is_not_believed(tmp_path: Path) -> None:
    cache = ProbeCache(tmp_path / "probes.json")
    cache.path.write_text(json.dumps({"http://here m": "native"}), encoding="utf-8")
    assert cache.get("http://here m") is None
