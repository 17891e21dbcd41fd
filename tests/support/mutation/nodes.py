"""What a node of a tree may become."""

import ast
import copy
from collections import Counter
from collections.abc import Iterator
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
