"""The container files start commands that exist, with what the image holds."""

import re

from jobs.worker.scheduler import schedules
from tests.support.containers import ROOT, compose_services, not_understood


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
    assert {"rapidocr", "onnxruntime"} <= run.keys() - slim.keys()
    assert {"psycopg", "rq", "starlette", "prometheus-client"} <= slim.keys()


def test_what_runs_is_pinned_as_it_was_tested() -> None:
    tested, running = (_pins(f"requirements{kind}.lock") for kind in ("", "-run"))
    assert running.items() <= tested.items()
    assert "pytest" not in running


def _pins(name: str) -> dict[str, str]:
    text = (ROOT / name).read_text(encoding="utf-8")
    return dict(re.findall(r"^([\w.-]+)==(\S+)", text, re.M))
