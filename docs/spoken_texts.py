"""Finds every text that a page may say: in templates, in Python, in tables of texts, in errors."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final, TypeVar

from jinja2 import Environment, nodes

from app.texts.language import marked
from tests.support.errors import ERRORS

Kind = TypeVar("Kind", bound=nodes.Node)

#: A text, or its forms for one and for several.
Said = str | tuple[str, str]

_ROOT: Final = Path(__file__).parents[1]
_APP: Final = _ROOT / "app"
_TABLES: Final = sorted(
    path.stem for path in (_APP / "texts").glob("*.py") if path.stem != "__init__"
)
#: As what modules know a table of texts: `texts_deciding` is `deciding` of `app.texts`.
_KNOWN_AS: Final = {"texts": "terminal"} | {f"texts_{table}": table for table in _TABLES}
_SAYS: Final = "_"
_COUNTS: Final = "counted"
_MARKS: Final = marked.__name__


def spoken_texts() -> dict[Said, set[str]]:
    """Each text, and the files that say it."""
    found: dict[Said, set[str]] = defaultdict(set)
    for file, text in (*_of_templates(), *_of_python(), *_of_errors()):
        if text not in ("", ("", "")):
            found[text].add(file)
    return _without_singles(found)


def _without_singles(found: dict[Said, set[str]]) -> dict[Said, set[str]]:
    """A text with several forms stands for the same text alone, as gettext has it."""
    counted = {text[0]: text for text in found if isinstance(text, tuple)}
    for text in [text for text in found if isinstance(text, str) and text in counted]:
        found[counted[str(text)]] |= found.pop(text)
    return found


def _of_templates() -> Iterator[tuple[str, Said]]:
    environment = Environment(autoescape=True)
    for path in sorted((_APP / "web" / "templates").rglob("*.html")):
        file = str(path.relative_to(_ROOT))
        for call in environment.parse(path.read_text("utf-8")).find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name in (_SAYS, _COUNTS):
                yield from ((file, text) for text in _in_template(call, call.node.name))


def _in_template(call: nodes.Call, name: str) -> Iterator[Said]:
    literals = [each.value for each in call.args if isinstance(each, nodes.Const)]
    texts = [each for each in literals if isinstance(each, str)]
    if name == _COUNTS:
        yield (texts[0], texts[1])
        return
    for arg in call.args:
        yield from (each.value for each in _with(arg, nodes.Const) if isinstance(each.value, str))
        for each in _with(arg, nodes.Getattr):
            alias = each.node.name if isinstance(each.node, nodes.Name) else ""
            yield from texts_named(each.attr, _aliases().get(alias, _TABLES))


@cache
def _aliases() -> dict[str, list[str]]:
    """By which names templates know the modules of texts: ``page(…, past=texts_past)``."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted((_APP / "web").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            given = node.value if isinstance(node, ast.keyword) else None
            if isinstance(node, ast.keyword) and node.arg and isinstance(given, ast.Name):
                found[node.arg] += [_KNOWN_AS[given.id]] if given.id in _KNOWN_AS else []
    return {alias: tables for alias, tables in found.items() if tables}


def _with(node: nodes.Node, kind: type[Kind]) -> Iterator[Kind]:
    """The node itself and all below it, of one kind; what a text is looked up by is none."""
    if isinstance(node, kind):
        yield node
    for name, child in node.iter_fields():
        if isinstance(node, nodes.Getitem) and name == "arg":
            continue
        if isinstance(node, nodes.Call) and name == "args":
            continue
        for each in child if isinstance(child, list) else [child]:
            if isinstance(each, nodes.Node):
                yield from _with(each, kind)


def _of_python() -> Iterator[tuple[str, Said]]:
    for path in sorted(_APP.rglob("*.py")):
        file = str(path.relative_to(_ROOT))
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield from ((file, text) for text in _in_python(node, node.func.id))


def _in_python(call: ast.Call, name: str) -> Iterator[Said]:
    if name == _COUNTS:
        texts = [ast.literal_eval(each) for each in call.args[:2] if isinstance(each, ast.Constant)]
        if len(texts) == 2:
            yield (texts[0], texts[1])
    elif name in (_SAYS, _MARKS):
        for arg in call.args:
            yield from _said_by(arg)


def _said_by(node: ast.expr) -> Iterator[str]:
    """The literals, and the tables' texts, that an expression may give."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.Attribute(value=ast.Name(id=module), attr=attr):
            known = _KNOWN_AS.get(module)
            yield from texts_named(attr, [known] if known else _TABLES)
        case ast.Subscript(value=value):
            yield from _said_by(value)
        case ast.Call(func=ast.Attribute(value=value, attr="get")):
            yield from _said_by(value)
        case ast.Call(
            func=ast.Name(id="table" | "listed"),
            args=[ast.Constant(value=str(subject)), ast.Constant(value=str(name))],
        ):
            yield from texts_named(name, [subject])
        case ast.Call(func=ast.Name(id="_remedies"), args=[ast.Constant(value=str(name))]):
            yield from texts_named(name, ["proof"])
        case ast.IfExp(body=body, orelse=orelse):
            yield from (*_said_by(body), *_said_by(orelse))
        case ast.BoolOp(values=values) | ast.Dict(values=values) | ast.Tuple(elts=values):
            for each in values:
                yield from _said_by(each)


def texts_named(name: str, tables: Iterable[str]) -> Iterator[str]:
    """What these modules of texts hold under that name."""
    if not name.isupper():
        return
    for table in tables:
        yield from _strings(getattr(import_module(f"app.texts.{table}"), name, None))


def _strings(value: object) -> Iterable[str]:
    match value:
        case str():
            return [value]
        case dict():
            texts = [getattr(each, "text", each) for each in value.values()]
            return [each for each in texts if isinstance(each, str)]
        case tuple() | list():
            return [each for each in value if isinstance(each, str)]
    return []


def _of_errors() -> Iterator[tuple[str, Said]]:
    for kind in ERRORS:
        if not kind.__subclasses__():
            yield kind.__module__.replace(".", "/") + ".py", kind.template()
