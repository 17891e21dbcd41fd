"""What the kernel finds is said in the reader's language: each finding has its entry, and each
entry its finding."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from app.texts import proof as texts
from app.texts.language import _pattern

KERNEL = Path(texts.__file__).parents[2] / "pipeline" / "proof"
#: Says of a witness or a certificate that nobody can have made it: no page shows that.
NO_FINDINGS = {"certificate", "witness"}
#: What is a part of others, and what the open hypotheses say one by one.
NOT_SAID = {"1 on page 1 1", "1: 1"}


def sample(node: ast.expr | None, known: Mapping[str, ast.expr]) -> str | None:
    """A text as the kernel may say it, with 1 for each fact; None for what is no text."""
    if isinstance(node, ast.Name) and node.id in known:
        return sample(known[node.id], known)
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.IfExp):
        return sample(node.body, known)
    if not isinstance(node, ast.JoinedStr):
        return None
    parts = []
    for part in node.values:
        inner = part.value if isinstance(part, ast.FormattedValue) else part
        said = sample(inner, known) if isinstance(inner, ast.Name | ast.Constant) else None
        parts.append("1" if said is None else said)
    return "".join(parts)


def in_function(function: ast.FunctionDef) -> Iterator[str | None]:
    """All that it yields, appends to faults, or gives as a detail."""
    known = {
        target.id: node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.JoinedStr)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(function):
        match node:
            case ast.Yield(value=value):
                yield sample(value, known)
            case ast.YieldFrom(value=ast.GeneratorExp(elt=each)) | ast.ListComp(elt=each):
                yield sample(each, known)
            case ast.Assign(value=ast.List(elts=[each])):
                yield sample(each, known)
            case ast.Assign(targets=[ast.Name(id="detail" | "also" | "more")], value=each):
                yield sample(each, known)
            case ast.Call(func=ast.Attribute(attr="_fault"), args=[_, why]):
                yield f"1 on page 1 {sample(why, known)}"
            case ast.Call(func=ast.Attribute(attr="append"), args=[each]):
                first = each.elts[0] if isinstance(each, ast.Tuple) else each
                yield sample(first, known)
            case ast.Call(func=ast.Name(id="holds"), args=[_, _, each]):
                yield sample(each, known)
            case ast.Call(func=ast.Name(id="passed_unless"), args=[_, ast.List(elts=[each])]):
                yield sample(each, known)
            case ast.keyword(arg="detail", value=each):
                yield sample(each, known)


def found_by_kernel() -> set[str]:
    found: set[str | None] = set()
    for file in KERNEL.glob("*.py"):
        if file.stem not in NO_FINDINGS:
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.FunctionDef):
                    found.update(in_function(node))
    return {each.removeprefix("; ") for each in found if each and " " in each} - NOT_SAID


def test_the_kernel_is_walked() -> None:
    found = found_by_kernel()
    assert {"line 1 has no entry", "1 on page 1 is no figure under the convention"} <= found
    assert {"nobody looked at the pages", "line 1 is paired twice, or its entry is"} <= found


def test_each_finding_of_the_kernel_has_an_entry_and_each_entry_its_finding() -> None:
    found, patterns = found_by_kernel(), {each: _pattern(each) for each in texts.DETAILS}
    assert [each for each in found if not any(p.fullmatch(each) for p in patterns.values())] == []
    assert [name for name, p in patterns.items() if not any(map(p.fullmatch, found))] == []
