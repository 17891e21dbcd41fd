"""What the docs say to type can be typed, and their tables and links are true."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from jsonschema import Draft202012Validator

from app.cli.main import tieout
from app.cli.output import ExitCode
from app.environment.settings import SECRETS, Settings, from_environment
from docs.json_schemas import CERTIFICATE, FOLDER, certificate_text, file_of, schema_files
from pipeline.pages.sandbox.limits import DEFAULT_LIMITS, MEBIBYTE
from pipeline.proof import schema
from tests.support.certificates import as_dict, certified
from tests.support.errors import ERRORS
from tests.support.json_schemas import faults, verbs

ROOT = Path(__file__).parents[2]
#: What follows the name of the program where a sentence speaks of it.
PROSE = {"has", "needs", "keeps", "is", "reads"}
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
#: Code blocks for a shell, and code within a sentence.
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.M | re.S)
INLINE = re.compile(r"`(tieout[^`\n]*)`")
#: `tieout ...` where a command begins, with any variables before it.
TYPED = re.compile(r"(?:^|&& |\| )\s*(?:[A-Z_]+=\S+ )*(?:\.venv/bin/)?(tieout [^\n|;&>]*)", re.M)


def typed_commands() -> Iterator[tuple[str, str]]:
    """Every command line of every page, with the page's name."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for block in BLOCK.findall(text):
            yield from ((page.name, line.strip()) for line in TYPED.findall(block))
        yield from ((page.name, line) for line in INLINE.findall(text))


def test_what_the_docs_say_to_type_is_understood() -> None:
    typed = set(typed_commands())
    assert len(typed) > 600
    for page, line in sorted(typed):
        command, rest = found_command(shlex.split(line.replace("...", ""), comments=True)[1:])
        assert set(options_of(rest)) <= known_options(command), (page, line)


def test_what_an_error_says_to_run_exists() -> None:
    for kind in ERRORS:
        said = " ".join((kind.__doc__ or "").split())
        for named in re.findall(r"tieout ([a-z]+(?: [a-z-]+)?)", said):
            words = named.split()
            if words[0] in PROSE:
                continue
            command, _ = found_command(words[:1])
            if isinstance(command, click.Group) and len(words) > 1:
                found_command(words)


def found_command(words: list[str]) -> tuple[click.Command, list[str]]:
    """The command that the words name, and the words after it."""
    command: click.Command = tieout
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        below = command.get_command(click.Context(command), words[0])
        assert below is not None, f"{words[0]} is no verb"
        command, words = below, words[1:]
    return command, words


def options_of(words: list[str]) -> Iterator[str]:
    """The options among the words: a mention such as `tieout review` need not be complete."""
    return (word.split("=")[0] for word in words if word.startswith("--"))


def known_options(command: click.Command) -> set[str]:
    """Every option that the command takes."""
    return {"--help"} | {
        name for option in command.params for name in (*option.opts, *option.secondary_opts)
    }


def test_the_table_of_exit_codes_is_the_enum() -> None:
    page = (ROOT / "docs" / "exit-codes.md").read_text(encoding="utf-8")
    table = {name: int(code) for code, name in re.findall(r"^\| (\d+) \| (\w+) \|", page, re.M)}

    assert table == {code.name: code.value for code in ExitCode}


def test_every_link_within_the_project_leads_somewhere() -> None:
    links = [
        (page, link)
        for page in PAGES
        for link in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text(encoding="utf-8"))
    ]
    assert len(links) > 100
    assert [(page, link) for page, link in links if not (page.parent / link).exists()] == []


def test_the_readme_is_short_enough_to_be_read() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) < 120


def test_every_verb_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")

    assert [
        verb for verb in tieout.list_commands(click.Context(tieout)) if verb not in readme
    ] == []


@pytest.mark.parametrize("page", ["read", "import", "other"])
def test_the_json_in_the_docs_is_as_its_schema_says(page: str) -> None:
    """That of the verb which the heading above it names, or of one of the same group."""
    text = (ROOT / "docs" / f"{page}-json.md").read_text(encoding="utf-8")
    assert "```json" in text
    for section in re.split(r"^##? ", text, flags=re.M)[1:]:
        group = "".join(re.findall(r"tieout (\w+)", section)[:1])
        for example in re.findall(r"^```json\n(.*?)^```", section, re.M | re.S):
            found = [
                faults(each, json.loads(example)) for each in verbs() if each.startswith(group)
            ]
            assert [] in found, (section, found)


def test_the_rows_in_json_are_as_their_schema_says() -> None:
    page = (ROOT / "docs" / "how-to" / "export-rows.md").read_text(encoding="utf-8")
    (example, *_) = re.findall(r"^```json\n(.*?)^```", page, re.M | re.S)
    assert faults("read to", json.loads(example)) == []


def test_the_schemas_are_those_of_the_shapes_one_for_each_verb_with_json() -> None:
    written = {file.name: file.read_text(encoding="utf-8") for file in FOLDER.glob("*.json")}

    assert written == dict(schema_files()), "run: make schemas"
    assert written.keys() - {file_of("read to")} == {file_of(verb) for verb in verbs()}


def test_every_test_that_the_threat_model_names_is_there() -> None:
    named = set(re.findall(r"`(test_\w+)`", (ROOT / "SECURITY.md").read_text(encoding="utf-8")))
    files = (ROOT / "tests").rglob("test_*.py")
    there = {
        name for each in files for name in re.findall(r"^def (test_\w+)", each.read_text(), re.M)
    }
    assert len(named) > 30
    assert named - there == set()


DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "certificate.md").read_text(encoding="utf-8")
#: What a checker of its own was written from fits on a few sheets.
MOST_BYTES = 20_000


def test_the_schema_in_the_docs_is_the_programs() -> None:
    assert CERTIFICATE.read_text(encoding="utf-8") == certificate_text(), "run: make schemas"


def test_a_certificate_is_as_the_schema_says_and_not_with_a_member_more_or_less() -> None:
    (made,) = certified("de_giro")
    found, check = as_dict(made.certificate), Draft202012Validator(json.loads(certificate_text()))
    (witness,) = found["witnesses"]

    assert check.is_valid(found)
    assert not check.is_valid({**found, "note": "trust me"})
    assert not check.is_valid({**found, "witnesses": [{**witness, "note": "trust me"}]})
    assert not check.is_valid({name: found[name] for name in found if name != "layouts"})


def test_every_member_of_a_certificate_is_explained() -> None:
    assert [name for name in sorted(set(members(schema()))) if f"`{name}`" not in PAGE] == []


def test_every_obligation_is_explained() -> None:
    page = ("parsed", "seen", "sums", "covered", "restated", "ordered")
    ledger = ("paired", "balances", "settled", "one_reading", "chain")

    assert [name for name in (*page, *ledger) if f"**{name}" not in PAGE] == []


@pytest.mark.parametrize("table", ["months.json", "currencies.json", "labels.json"])
def test_a_table_that_belongs_to_the_rules_is_named_and_is_beside_the_kernel(table: str) -> None:
    assert f"`{table}`" in PAGE
    assert (DOCS.parent / "pipeline" / "proof" / table).is_file()


def test_the_rules_fit_on_a_few_sheets() -> None:
    assert len(PAGE.encode()) <= MOST_BYTES


def members(node: Any) -> Iterator[str]:
    """Every name of a member that a schema has, at any depth."""
    if isinstance(node, dict):
        yield from node.get("properties", ())
        for each in node.values():
            yield from members(each)
    elif isinstance(node, list):
        for each in node:
            yield from members(each)


ROOMS = ("app", "db", "evals", "jobs", "pipeline", "tools")
ROW = re.compile(r"^\| `(TIEOUT_\w+)` \|([^|]*)\|([^|]*)\|$", re.M)


def rows() -> dict[str, tuple[str, str]]:
    """What each is unless set, and what is said of it."""
    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    return {name: (default.strip(" `"), text) for name, default, text in ROW.findall(page)}


def read_by_the_code() -> set[str]:
    files = (file for room in ROOMS for file in (ROOT / room).rglob("*.py"))
    return {
        name
        for file in files
        for name in re.findall(r'"(TIEOUT_[A-Z_]+)"', file.read_text(encoding="utf-8"))
    }


def test_the_page_has_every_setting_that_the_code_reads_and_no_other() -> None:
    assert set(rows()) == read_by_the_code()


def test_the_page_says_of_each_secret_that_it_may_be_in_a_file_and_of_nothing_else() -> None:
    told = {name for name, (_, text) in rows().items() if "may be in a file" in text}
    assert told == set(SECRETS)


def test_what_each_is_unless_set_is_what_the_code_takes() -> None:
    plain, limits = Settings(), DEFAULT_LIMITS
    taken = {
        f"TIEOUT_{field.upper()}": str(getattr(plain, field))
        for field in Settings.__dataclass_fields__
        if getattr(plain, field) is not None
    }
    taken |= {
        "TIEOUT_READ_PAGES": str(limits.pages),
        "TIEOUT_READ_SECONDS": str(limits.cpu_seconds),
        "TIEOUT_READ_MEMORY_MIB": str(limits.memory_bytes // MEBIBYTE),
    }
    assert len(taken) > 10
    assert {name: rows()[name][0] for name in taken} == taken


def test_the_values_that_a_choice_may_have_are_those_of_the_page() -> None:
    chosen = {name: re.findall(r"`(\w+)`", text) for name, (_, text) in rows().items()}
    names = ("ESCALATE", "SEND_PAGES", "TRACE", "KEEP_DOCUMENTS", "LOG_LEVEL")
    for name in (f"TIEOUT_{each}" for each in names):
        assert len(chosen[name]) > 1
        for value in chosen[name]:
            from_environment({name: value})
