"""Builds the documentation site in build/site: the Markdown of the repository, and a reference made
of what the program says of itself.

`make docs`. Pages keep their places, so that one link works on the site and in the repository. A
broken link, a missing anchor and a page that no menu names are errors.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import click

from app.cli.main import tieout
from docs.json_schemas import FOLDER, OPENAPI, file_of

ROOT: Final = Path(__file__).parents[1]
BUILT: Final = ROOT / "build" / "site"
CONFIG: Final = Path(__file__).with_name("zensical.toml")
#: Where pages are written by hand.
_WRITTEN: Final = ("*.md", "docs/**/*.md", "fixtures/*.md", "integrations/**/*.md", "tools/*.md")
_LINK: Final = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")


def main() -> int:
    """Copy the pages, write the reference, and let the generator build the site."""
    shutil.rmtree(BUILT, ignore_errors=True)
    written = {**pages(), **reference()}
    if left := sorted(written.keys() ^ set(_named(tomllib.loads(CONFIG.read_text("utf-8"))))):
        sys.exit(f"docs/zensical.toml: name each page once in the menu: {', '.join(left)}")
    for name, text in written.items():
        page = BUILT / "pages" / (name)
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8")
        for link in _LINK.findall(text):
            file, copy = ROOT / Path(name).parent / link, page.parent / link
            if file.is_file() and file.suffix != ".md":
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, copy)
    shutil.copy(CONFIG, BUILT)
    build = [str(Path(sys.executable).with_name("zensical")), "build", "--strict"]
    return subprocess.run([*build, "-f", str(BUILT / CONFIG.name)], cwd=BUILT).returncode


def pages() -> dict[str, str]:
    """The text of every page that is written by hand, by its place in the repository."""
    found = sorted(file for places in _WRITTEN for file in ROOT.glob(places))
    return {file.relative_to(ROOT).as_posix(): file.read_text("utf-8") for file in found}


def reference() -> dict[str, str]:
    """The pages of the verbs, of their JSON and of the HTTP API."""
    return {
        "docs/reference/commands.md": "".join(_commands()),
        "docs/reference/json.md": "".join(_json()),
        "docs/reference/api.md": "".join(_api(json.loads(OPENAPI.read_text(encoding="utf-8")))),
    }


def _named(node: Any) -> Iterator[str]:
    """The pages in a menu."""
    for each in node["project"]["nav"] if "project" in node else node.values():
        for page in each if isinstance(each, list) else [each]:
            yield from _named(page) if isinstance(page, dict) else [page]


def verbs(
    command: click.Command = tieout, context: click.Context | None = None
) -> Iterator[click.Context]:
    """The context of each verb, and of those below it."""
    context = context or click.Context(tieout, info_name="tieout", max_content_width=90)
    for name in command.list_commands(context) if isinstance(command, click.Group) else ():
        assert isinstance(command, click.Group)
        below = command.get_command(context, name)
        assert below is not None
        found = click.Context(below, info_name=name, parent=context, max_content_width=90)
        yield found
        yield from verbs(below, found)


def _commands() -> Iterator[str]:
    yield "# Commands\n\nWhat `--help` prints. `tieout --help` lists the verbs.\n"
    for context in verbs():
        path = context.command_path
        yield f"\n##{'#' * (path.count(' ') - 1)} {path}\n\n"
        yield f"```text\n{context.command.get_help(context)}\n```\n"
        schema = file_of(path.removeprefix("tieout "))
        if (FOLDER / schema).exists():
            yield f"\n[Its JSON](json.md#{schema.removesuffix('.json')}).\n"


def _json() -> Iterator[str]:
    yield (
        "# JSON of the commands\n\nWhat each command prints with `--json`: `[]` is a list, `{}` an "
        "object by keys that vary. Every name is always there.\n"
    )
    for file in sorted(FOLDER.glob("*.json")):
        schema = json.loads(file.read_text(encoding="utf-8"))
        yield f"\n## {schema['title']} {{ #{file.stem} }}\n\n[Schema](../schemas/{file.name})\n\n"
        yield from _table(_fields(schema, schema.get("$defs", {})))


def _api(api: Mapping[str, Any]) -> Iterator[str]:
    shapes = api["components"]["schemas"]
    yield f"# HTTP API\n\n{api['info']['description']}\n\n[Use tieout from another application]"
    yield "(../how-to/embed.md) shows it at work. [OpenAPI](../openapi.json), also served at "
    yield "`/api/v1/openapi.json`. Every path is below `/api/v1`.\n"
    for path, methods in api["paths"].items():
        for method, call in methods.items():
            yield f"\n## {method.upper()} {path}\n\n{call['description']}\n\n"
            given = [(each["name"], _kind(each["schema"], shapes), each.get("description", ""))
                     for each in call.get("parameters", ())]  # fmt: skip
            yield from _table(given, "given in the path, the query or a header | | ")
            for body in call.get("requestBody", {}).get("content", {}).values():
                yield from _table(_fields(body["schema"], shapes), "in the body | | ")
            for code, answer in call["responses"].items():
                for body in answer.get("content", {}).values() if code < "300" else ():
                    head = f"answered with {code} | | "
                    yield from _table(_fields(body.get("schema", {}), shapes), head)
            answers = call["responses"].values()
            if codes := {code for answer in answers for code in answer.get("x-codes", ())}:
                yield f"Errors: {', '.join(f'`{code}`' for code in sorted(codes))}.\n"


def _table(rows: Iterable[tuple[str, str, str]], head: str = "name | kind | ") -> Iterator[str]:
    found = list(rows)
    if found:
        yield f"| {head}|\n|---|---|---|\n"
        for name, kind, about in found:
            said = " ".join(about.replace("``", "`").split()).replace("|", "\\|")
            yield f"| `{name or '.'}` | {kind} | {said} |\n"
        yield "\n"


def _fields(
    node: Mapping[str, Any], shapes: Mapping[str, Any], path: str = "", above: tuple[str, ...] = ()
) -> Iterator[tuple[str, str, str]]:
    """Every field below a schema: its path, what kind of value it is, and what it is about."""
    about, kind = str(node.get("description", "")), _kind(node, shapes)
    if ref := str(node.get("$ref", "")).rpartition("/")[2]:
        node, above = {} if ref in above else shapes[ref], (*above, ref)
    below = [(f"{path}.{name}".lstrip("."), it) for name, it in node.get("properties", {}).items()]
    below += [(path, each) for each in (*node.get("anyOf", ()), *node.get("oneOf", ()))]
    for key, sign in (("items", "[]"), ("additionalProperties", "{}")):
        if isinstance(node.get(key), dict):
            below.append((f"{path}{sign}", node[key]))
    found = {each[0]: each for place, it in below for each in _fields(it, shapes, place, above)}
    if found.keys() - {path, f"{path}[]", f"{path}{{}}"}:
        yield from (each for name, each in found.items() if name != path)
    elif path:
        yield path, kind, about


def _kind(node: Mapping[str, Any], shapes: Mapping[str, Any]) -> str:
    """`text`, `list of number`, or the values that there are."""
    if ref := node.get("$ref"):
        return _kind(shapes[ref.rpartition("/")[2]], shapes)
    if values := node.get("enum", [node["const"]] if "const" in node else []):
        return ", ".join(f"`{value}`" for value in values)
    if several := node.get("anyOf", node.get("oneOf")):
        return " or ".join(dict.fromkeys(_kind(each, shapes) for each in several))
    kind = str(node.get("format", node.get("type", "any")))
    if kind == "array" and node.get("items"):
        return f"list of {_kind(node.get('items', {}), shapes)}"
    return {"string": "text", "boolean": "true or false"}.get(kind, kind)


if __name__ == "__main__":
    sys.exit(main())
