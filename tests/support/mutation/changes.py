"""Small changes of a module's source, each as a tree in which one node is another."""

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

_COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
_CALLED = {"any": "all", "all": "any", "min": "max", "max": "min", "abs": "int"}
_HOLD_WORDS = (ast.Compare, ast.Set, ast.Tuple, ast.List, ast.Dict, ast.Subscript)


def other_nodes(
    node: ast.AST, holder: ast.AST, stored: Counter[str], returns: str
) -> Iterator[ast.AST]:
    """Every node that may stand in the place of one, whose line it keeps.

    ``stored`` counts how often the function gives a value to a name: a statement that is not the
    only one to do so can be left out. ``returns`` is what the function says it returns.
    """
    for new in _others(node, holder, stored, returns):
        yield ast.fix_missing_locations(ast.copy_location(new, node))


def _others(
    node: ast.AST, holder: ast.AST, stored: Counter[str], returns: str
) -> Iterator[ast.AST]:
    if isinstance(node, ast.stmt):
        yield from _statements(node, stored, returns)
    elif isinstance(node, ast.Compare):
        for place, op in enumerate(node.ops):
            for other in _COMPARED[type(op)]:
                ops = [*node.ops[:place], other(), *node.ops[place + 1 :]]
                yield ast.Compare(node.left, ops, node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        for place in range(len(node.values)):
            left = [*node.values[:place], *node.values[place + 1 :]]
            yield left[0] if len(left) == 1 else ast.BoolOp(node.op, left)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in _COUNTED:
        yield ast.BinOp(node.left, _COUNTED[type(node.op)](), node.right)
    elif isinstance(node, ast.Constant):
        yield from (ast.Constant(cast(Any, value)) for value in _values(node.value, holder))
    elif isinstance(node, ast.IfExp):
        yield node.body
        yield node.orelse
    elif isinstance(node, ast.comprehension):
        for place in range(len(node.ifs)):
            ifs = [*node.ifs[:place], *node.ifs[place + 1 :]]
            yield ast.comprehension(node.target, node.iter, ifs, node.is_async)
    elif isinstance(node, ast.Slice):
        for part in ("lower", "upper", "step"):
            if getattr(node, part) is not None:
                new = copy.copy(node)
                setattr(new, part, None)
                yield new
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _CALLED:
        yield ast.Call(ast.Name(_CALLED[node.func.id], ast.Load()), node.args, node.keywords)


def _statements(node: ast.stmt, stored: Counter[str], returns: str) -> Iterator[ast.AST]:
    if isinstance(node, ast.If):
        for test in (True, False):
            yield ast.If(ast.Constant(test), node.body, node.orelse)
    elif isinstance(node, ast.Return) and node.value is not None:
        same = ast.unparse(node.value)
        for text in ("True", "False") if returns == "bool" else ("None",):
            if text != same:
                yield ast.Return(ast.parse(text, mode="eval").body)
    elif isinstance(node, ast.Expr):
        if isinstance(node.value, ast.Yield | ast.YieldFrom):
            yield ast.Expr(ast.YieldFrom(ast.Tuple([], ast.Load())))
        elif not isinstance(node.value, ast.Constant):
            yield ast.Pass()
    elif isinstance(node, ast.Raise | ast.AugAssign):
        yield ast.Pass()
    elif isinstance(node, ast.Break | ast.Continue):
        yield ast.Pass()
        yield ast.Continue() if isinstance(node, ast.Break) else ast.Break()
    elif isinstance(node, ast.Assign):
        names = [n for t in node.targets for n in ast.walk(t) if isinstance(n, ast.Name)]
        set_again = [n for n in names if isinstance(n.ctx, ast.Store)]
        if all(stored[name.id] > 1 for name in set_again):
            yield ast.Pass()


def _values(value: object, holder: ast.AST) -> Iterator[int | float | str]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    elif isinstance(value, float) and value:
        yield from (value * 2, value / 2)
    elif isinstance(value, str) and isinstance(holder, _HOLD_WORDS):
        yield f"{value}?"


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
