"""Six hundred wrong passwords a second do not work, and keep nobody out who has the right one."""

import ipaddress
import time

import httpx2
import pytest
from sqlalchemy import Engine

from app.access import users
from app.access.entrance import Entrance, Proxies
from app.access.rights import Right
from app.access.throttle import Throttle
from app.site import site
from app.web.desk import Desk
from tests.support.guessing import Guesses, guessing
from tests.support.visiting import PASSWORD, browsing
from tests.support.web import served

GUESSER = "127.0.0.2"
#: What the one who guesses may tell of where others come from, if that is believed.
BELIEVED = Proxies((ipaddress.ip_network(GUESSER),))
SECONDS = 4.0
#: How slow a machine may be that does all of this at once; else it is a second or two.
PATIENCE = 40.0


def comes_in(address: str, name: str) -> float:
    """In how many seconds they do, from where nobody guesses; they try again as they are told."""
    began = time.monotonic()
    transport = httpx2.HTTPTransport(local_address="127.0.0.3")
    said = {"Origin": address}
    with httpx2.Client(base_url=address, transport=transport, headers=said, timeout=60) as client:
        while time.monotonic() - began < PATIENCE:
            answer = client.post("/sign-in", data={"name": name, "password": PASSWORD})
            if answer.status_code == 303:
                break
            assert answer.status_code == 503, answer.text
            time.sleep(0.5)
        return time.monotonic() - began


@pytest.mark.timeout(240)
@pytest.mark.parametrize(
    ("names", "told", "proxies"),
    [
        (("sam",), 0, Proxies()),
        (("sam", "lou", "name{number}"), 0, Proxies()),
        # What it says of other addresses is not believed.
        (("sam",), 100_000, Proxies()),
        (("name{number}",), 100_000, BELIEVED),
    ],
    ids=["one name", "many names", "forged addresses", "many addresses"],
)
def test_six_hundred_wrong_passwords_a_second_let_nobody_in_and_keep_nobody_out(
    engine: Engine,
    caplog: pytest.LogCaptureFixture,
    names: tuple[str, ...],
    told: int,
    proxies: Proxies,
) -> None:
    users.add(engine, "Sam", Right.MANAGE, PASSWORD)
    users.add(engine, "Lou", Right.LOOK, PASSWORD)
    entrance = Entrance(engine, proxies=proxies)
    with served(site(Desk(engine), entrance)) as address:
        attack = Guesses(address, 600, SECONDS, names, told, GUESSER)
        with guessing(attack) as process, browsing(address) as visitor:
            time.sleep(1.0)
            took = [comes_in(address, name) for name in ("sam", "lou")]
            assert visitor.get("/sign-in").status_code == 200
            answers = process.result()
    assert max(took) < PATIENCE
    assert answers["sent"] > 20
    assert set(answers) <= {"sent", "lost", "401", "429", "503"}
    if proxies is not BELIEVED:
        # Ten passwords were compared, and one more after each wait of 1, 2 and 4 seconds.
        assert answers["401"] <= 15
    failed = [each for each in caplog.records if each.message == "sign-in failed"]
    held = [each for each in caplog.records if each.message == "sign-ins held back"]
    assert 0 < len(failed) <= answers["401"] + 60
    assert len(held) <= 2


def test_who_came_in_from_there_before_comes_in_while_everybody_guesses_the_name(
    engine: Engine,
) -> None:
    users.add(engine, "Sam", Right.MANAGE, PASSWORD)
    entrance = Entrance(engine, proxies=BELIEVED)
    with served(site(Desk(engine), entrance)) as address:
        assert comes_in(address, "sam") < PATIENCE
        with guessing(Guesses(address, 600, SECONDS, ("sam",), 100_000, GUESSER)):
            time.sleep(1.0)
            assert comes_in(address, "sam") < PATIENCE


def test_a_browser_that_came_in_before_comes_in_from_where_others_guess(engine: Engine) -> None:
    users.add(engine, "Sam", Right.MANAGE, PASSWORD)
    entrance = Entrance(engine, throttle=Throttle(lambda: 0.0))
    form, said = {"name": "sam", "password": PASSWORD}, []
    with served(site(Desk(engine), entrance)) as address:
        headers = {"Origin": address}
        home, office = (httpx2.HTTPTransport(local_address=f"127.0.0.{n}") for n in (3, 2))
        with httpx2.Client(base_url=address, transport=home, headers=headers) as client:
            said.append(client.post("/sign-in", data=form).status_code)
            kept = {name: value for name, value in client.cookies.items() if "browser" in name}
        with httpx2.Client(base_url=address, transport=office, headers=headers) as client:
            for _ in range(11):
                client.post("/sign-in", data={"name": "sam", "password": "wrong"})
            said.append(client.post("/sign-in", data=form).status_code)
            client.cookies.update(kept)
            said.append(client.post("/sign-in", data=form).status_code)
    assert said == [303, 429, 303]
