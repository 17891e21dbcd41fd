"""Where a webhook may be sent to: the literal lists."""

import pytest

from jobs.webhooks.sending import (
    WebhookAddressBad,
    WebhookAddressPrivate,
    check,
    target_of,
)

SHOP = target_of("https://shop.example/hooks", private=False)


@pytest.mark.parametrize(
    "address", ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "64:ff9b::5db8:d822"]
)
def test_an_address_of_the_internet_may_be_told(address: str) -> None:
    check(SHOP, address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.8.8.8", "::1", "0.0.0.0", "::", "10.0.0.1", "172.16.0.1",
        "172.31.255.255", "192.168.1.1", "169.254.169.254", "fe80::1", "fe80::1%eth0",
        "fd00::1", "fc00::1",
        "100.64.0.1", "192.0.0.1", "198.18.0.1", "224.0.0.1", "ff02::1", "240.0.0.1",
        "255.255.255.255", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1",
        "64:ff9b::a00:1", "2002:7f00:1::", "2002:a9fe:a9fe::1",
        # A NAT64 of one's own, IPv4 as it was once written, sites, and what nobody has yet.
        "64:ff9b:1::7f00:1", "64:ff9b:1::a9fe:a9fe", "::7f00:1", "::a9fe:a9fe", "::ffff:0:7f00:1",
        "fec0::1", "4000::1", "5f00::1", "3fff::1", "192.88.99.1",
    ],
)  # fmt: skip
def test_an_address_that_not_everybody_reaches_may_not(address: str) -> None:
    with pytest.raises(WebhookAddressPrivate):
        check(SHOP, address)
    check(target_of(SHOP.url, private=True), address)


@pytest.mark.parametrize(
    "url",
    [
        "http://shop.example/hooks", "ftp://shop.example", "https://", "https:///hooks",
        "https://sam:secret@shop.example", "https://shop.example/#x", "https://shop.example:99999",
        "https://shop example", "https://shop.example/\nHost: x", "https://shöp.example",
        "javascript:alert(1)", "//shop.example", "https://[::1", "x" * 3000,
    ],
)  # fmt: skip
def test_what_is_no_address_for_a_webhook_is_refused(url: str) -> None:
    with pytest.raises(WebhookAddressBad):
        target_of(url, private=False)


@pytest.mark.parametrize(
    "url", ["http://localhost:9000/x", "http://127.0.0.1/x", "http://[::1]:9000/x"]
)
def test_this_machine_may_be_told_without_tls_by_its_own_names(url: str) -> None:
    found = target_of(url, private=False)
    check(found, "127.0.0.1")
    with pytest.raises(WebhookAddressPrivate):
        check(found, "10.0.0.1")


def test_another_machine_may_be_told_without_tls_only_if_that_is_meant() -> None:
    assert target_of("http://nas.home/hooks", private=True).port == 80
