"""Makes one change in the running program: the code of one function, or a module's constants.

A function keeps its identity and gets other code, so all that hold it see the change; a constant
is replaced wherever a module has it by name.
"""

import ast
import functools
import gc
import sys
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

from tests.support.mutation.changes import Change


def make(change: Change) -> None:
    """Make the change, for as long as this process lives.

    Raises SyntaxError or another error for one that is no program.
    """
    old = change.old
    tree = change.made()
    try:
        module = sys.modules[change.module]
        if change.function:
            _function(module, change.function).__code__ = _code(tree, change)
        else:
            _constants(module, tree)
    finally:
        change.undone(old)
    for each in _CACHES:
        each.cache_clear()


def remember_caches() -> None:
    """Find every `lru_cache`, to clear them when a function changes."""
    _CACHES.extend(
        each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper)
    )


_CACHES: list[Any] = []


def _code(tree: ast.Module, change: Change) -> CodeType:
    found = [
        code
        for code in _codes(compile(tree, str(change.path), "exec"))
        if code.co_qualname == change.function
    ]
    for code in found:
        if len(found) == 1 or code.co_firstlineno <= change.line:
            return code
    raise LookupError(change.function)


def _codes(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _codes(each)


def _function(module: ModuleType, name: str) -> FunctionType:
    found: Any = module
    for part in name.split("."):
        found = vars(found)[part]
    for inner in ("fget", "func", "__func__", "__wrapped__"):
        if not isinstance(found, FunctionType):
            found = getattr(found, inner, found)
    assert isinstance(found, FunctionType), name
    return found


def _constants(module: ModuleType, tree: ast.Module) -> None:
    body: list[ast.stmt] = [
        each for each in tree.body if isinstance(each, ast.Assign | ast.AnnAssign)
    ]
    scope = dict(vars(module))
    exec(compile(ast.Module(body, []), str(module.__file__), "exec"), scope)
    for name in [name for name, value in vars(module).items() if _differs(value, scope[name])]:
        old, new = vars(module)[name], scope[name]
        for other in list(sys.modules.values()):
            for known, value in list(vars(other).items()) if other is not None else ():
                if value is old and (known == name or not isinstance(old, int | str | float)):
                    setattr(other, known, new)


def _differs(one: object, other: object) -> bool:
    return one is not other and type(one) is type(other) and one != other
