"""Small changes of a module's source, each as a tree in which one node is another."""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.support.mutation.nodes import other_nodes

_FEW = 8  # elements: a longer literal of a module is a table, and no rule


@dataclass(frozen=True, slots=True)
class Change:
    """One change: in which function (empty for the module's own constants), on which line.

    ``lines`` are those of its statement, or of the head of one that holds others.
    """

    module: str
    path: Path
    line: int
    function: str
    text: str
    tree: ast.Module
    lines: range
    holder: ast.AST
    field: str
    place: int | None
    new: ast.AST

    def made(self) -> ast.Module:
        """The tree with the change in it, until `undone`."""
        self._put(self.new)
        return self.tree

    def undone(self, old: ast.AST) -> None:
        """The tree as it was."""
        self._put(old)

    @property
    def old(self) -> ast.AST:
        """What stands there now."""
        found = getattr(self.holder, self.field)
        node = found if self.place is None else found[self.place]
        assert isinstance(node, ast.AST)
        return node

    def _put(self, node: ast.AST) -> None:
        if self.place is None:
            setattr(self.holder, self.field, node)
        else:
            getattr(self.holder, self.field)[self.place] = node


def changes_of(module: str, path: Path) -> list[Change]:
    """Every change of a module's functions and of its constants."""
    tree = ast.parse(path.read_text())
    found: list[Change] = []
    for node in tree.body:
        found += _changes_in(node, "", _Where(module, path, tree, node))
    return found


@dataclass(frozen=True, slots=True)
class _Where:
    module: str
    path: Path
    tree: ast.Module
    top: ast.AST


def _changes_in(node: ast.AST, outer: str, where: _Where) -> Iterator[Change]:
    """Of a function's body, a class's methods, or a constant's value."""
    if isinstance(node, ast.ClassDef):
        for each in node.body:
            if isinstance(each, ast.FunctionDef):
                yield from _changes_in(each, f"{node.name}.", where)
    elif isinstance(node, ast.FunctionDef):
        stored = Counter(
            each.id
            for each in ast.walk(node)
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
        )
        returns = ast.unparse(node.returns) if node.returns else ""
        for place, each in enumerate(node.body):
            about = _About(outer + node.name, where, stored, returns)
            yield from _below(each, node, "body", place, about, range(0))
    elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value and not _is_data(node):
        about = _About("", where, Counter(), "")
        yield from _below(node.value, node, "value", None, about, range(0))


def _is_data(node: ast.Assign | ast.AnnAssign) -> bool:
    """Whether it is a table or the name of a type, and no rule."""
    if isinstance(node.value, ast.Subscript):  # Literal["a", "b"], Annotated[str, Pattern()]
        return True
    return any(
        isinstance(each, ast.Dict) or (isinstance(each, ast.Set) and len(each.elts) > _FEW)
        for each in ast.walk(node)
    )


@dataclass(frozen=True, slots=True)
class _About:
    function: str
    where: _Where
    stored: Counter[str]
    returns: str


def _below(
    node: ast.AST, holder: ast.AST, field: str, place: int | None, about: _About, lines: range
) -> Iterator[Change]:
    if isinstance(node, ast.JoinedStr | ast.Assert):
        return  # words for a person, and what the type checker reads
    if isinstance(node, ast.keyword) and node.arg == "strict":
        return  # of a zip: whether its parts are as long as each other is no question
    if isinstance(node, ast.stmt):
        lines = _lines(node)
    where = about.where
    for new in other_nodes(node, holder, about.stored, about.returns):
        line = getattr(node, "lineno", getattr(holder, "lineno", 0))
        text = f"{_written(node)}  ->  {_written(new)}"
        yield Change(
            where.module, where.path, line, about.function, text, where.tree, lines,
            holder, field, place, new,
        )  # fmt: skip
    if isinstance(node, ast.Raise):
        return
    for name, value in ast.iter_fields(node):
        if name in _SKIPPED and not isinstance(node, ast.Call):
            continue
        if isinstance(value, ast.AST):
            yield from _below(value, node, name, None, about, lines)
        elif isinstance(value, list):
            for at, each in enumerate(value):
                if isinstance(each, ast.AST):
                    yield from _below(each, node, name, at, about, lines)


_SKIPPED = ("annotation", "returns", "decorator_list", "args")


def _lines(node: ast.stmt) -> range:
    body = getattr(node, "body", None)
    if body:
        return range(node.lineno, max(body[0].lineno, node.lineno + 1))
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _written(node: ast.AST) -> str:
    try:
        text = ast.unparse(ast.fix_missing_locations(node)).split("\n")[0]
    except (AttributeError, ValueError):
        return type(node).__name__
    return text if len(text) < 90 else text[:87] + "..."
