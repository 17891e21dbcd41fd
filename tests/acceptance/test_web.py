"""`tieout web`, with a person's browser before it."""

import os
import re
import signal
import socket
import ssl
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx2
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.support.process import TIEOUT, Demo, started, tieout
from tests.support.visiting import PASSWORD
from tests.support.waiting import PATIENCE_S


@contextmanager
def serving(ledger: Path, *more: str, env: Mapping[str, str] | None = None) -> Iterator[str]:
    """What a running `tieout web` tells to open."""
    words = ("web", "--port", "0", "--database", str(ledger), *more)
    process = started(*words, cwd=Path(), env=env, stderr=subprocess.PIPE)
    assert process.stderr is not None
    with process.stderr:
        found = re.search(r"https?://\S+", process.stderr.readline().decode())
        assert found
        try:
            yield found[0]
        finally:
            process.send_signal(signal.SIGINT)
            code = process.wait(timeout=30)
    assert code == 0


def test_a_taken_port_is_reported_with_what_to_do(demo: Demo) -> None:
    ledger = demo.folder / "tieout.db"
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        ran = tieout("web", "--port", port, "--database", ledger, cwd=demo.folder)
    assert ran.code == 7
    assert "[address_taken]" in ran.err


def test_others_are_not_let_in_while_there_is_no_user(demo: Demo) -> None:
    ledger = demo.folder / "tieout.db"
    ran = tieout("web", "--host", "0.0.0.0", "--database", ledger, cwd=demo.folder)
    assert ran.code == 7
    assert "[nobody_can_sign_in]" in ran.err
    # And it is said that the line is open.
    assert "--tls-cert" in ran.err


def test_other_users_of_this_machine_are_not_let_in_without_the_link(demo: Demo) -> None:
    with serving(demo.folder / "tieout.db") as link:
        address, _, secret = link.partition("/sign-in?token=")
        assert httpx2.get(address, timeout=PATIENCE_S).status_code == 401
        assert len(secret) >= 43
        assert httpx2.get(link, timeout=PATIENCE_S).status_code == 303
        assert httpx2.get(link, timeout=PATIENCE_S).status_code == 410


def test_enter_shows_another_link(demo: Demo) -> None:
    mine, its = os.openpty()
    command = [str(TIEOUT), "web", "--port", "0", "--database", str(demo.folder / "tieout.db")]
    process = subprocess.Popen(command, stdin=its, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    with process.stderr:
        first = process.stderr.readline()
        os.write(mine, b"\n")
        second = process.stderr.readline()
        links = [re.findall(r"https?://\S+", each)[0] for each in (first, second)]
        assert len(set(links)) == 2
        assert [httpx2.get(link, timeout=PATIENCE_S).status_code for link in links] == [303, 303]
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0
    os.close(mine)
    os.close(its)


def test_users_sign_in_over_https(demo: Demo, certificate: tuple[str, str]) -> None:
    pem, key = certificate
    (demo.folder / "password.txt").write_text(PASSWORD + "\n")
    options = ("--role", "manage", "--password-file", "password.txt")
    assert tieout("user", "add", "sam", *options, cwd=demo.folder).code == 0
    tls = ("--tls-cert", pem, "--tls-key", key)
    with serving(demo.folder / "tieout.db", *tls) as address:
        trusted = ssl.create_default_context(cafile=pem)
        assert address.startswith("https://")
        with httpx2.Client(base_url=address, verify=trusted, timeout=PATIENCE_S) as client:
            given, said = {"name": "sam", "password": PASSWORD}, {"Origin": address}
            come = client.post("/sign-in", data=given, headers=said)
            assert come.headers["set-cookie"].startswith("__Host-tieout=")
            assert client.get("/").status_code == 200


def test_a_certificate_that_is_none_is_reported(demo: Demo, tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.pem"
    nothing.write_text("no certificate")
    ledger = str(demo.folder / "tieout.db")
    web = ("web", "--port", "0", "--database", ledger, "--tls-cert", nothing)
    assert "[tls_unusable]" in tieout(*web, "--tls-key", nothing, cwd=demo.folder).err
    assert tieout(*web, cwd=demo.folder).code == 2


def test_a_person_signs_in_and_out_without_a_mouse(demo: Demo, browser: Page) -> None:
    (demo.folder / "password.txt").write_text(PASSWORD)
    options = ("--role", "manage", "--password-file", "password.txt")
    tieout("user", "add", "sam", *options, cwd=demo.folder)
    with serving(demo.folder / "tieout.db") as address:
        browser.goto(f"{address}/work")
        browser.get_by_label("Name").fill("sam")
        browser.keyboard.press("Tab")
        browser.keyboard.type("wrong")
        browser.keyboard.press("Enter")
        expect(browser.get_by_role("alert")).to_contain_text("sign_in_failed")
        found = Axe().run(browser)
        assert found.violations_count == 0, found.generate_report()
        browser.get_by_label("Password").fill(PASSWORD)
        browser.keyboard.press("Enter")
        expect(browser).to_have_url(f"{address}/work")
        browser.context.close()
