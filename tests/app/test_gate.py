"""Names by which the server may be called, and the path below which it stands."""

from __future__ import annotations

import pytest

from elric.app.gate import Hosts, base_path, page_policy


@pytest.mark.parametrize(
    "name", ["localhost", "localhost:8866", "127.0.0.1:8866", "[::1]:8866", "LOCALHOST:1", "localhost."]
)
def test_this_machine_may_call_itself_by_its_own_names(name: str) -> None:
    assert Hosts("localhost").allow(name)
    assert Hosts("0.0.0.0").allow(name)


@pytest.mark.parametrize(
    "name",
    [
        None,
        "",
        "evil.example",
        "evil.example:8866",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "192.0.2.7",
        "localhost:x",
        "localhost:8866:1",
        "user@localhost",
        "[::1",
        "localhost localhost",
    ],
)
def test_a_name_that_only_points_here_is_turned_away(name: str | None) -> None:
    assert not Hosts("localhost").allow(name)


def test_in_a_club_bare_addresses_and_the_names_given_count() -> None:
    club = Hosts("0.0.0.0", ["elric.club.example"])
    assert club.allow("192.0.2.7:8866")
    assert club.allow("[2001:db8::7]")
    assert club.allow("Elric.Club.Example")
    assert not club.allow("evil.example")
    assert Hosts("127.0.0.1", ["elric.club.example"]).allow("elric.club.example")


@pytest.mark.parametrize(
    ("given", "meant"),
    [("/", "/"), ("", "/"), ("elric", "/elric/"), ("/games/elric/", "/games/elric/"), ("a.b~c-d", "/a.b~c-d/")],
)
def test_a_base_path_has_a_slash_at_both_ends(given: str, meant: str) -> None:
    assert base_path(given) == meant


@pytest.mark.parametrize("given", ["a b", "/a/../b", "a//b", "http://x/", "(.*)", "ä", "a?b"])
def test_what_is_no_path_is_refused(given: str) -> None:
    with pytest.raises(ValueError, match="not a path"):
        base_path(given)


def test_a_host_header_cannot_write_the_policy() -> None:
    assert "evil" not in page_policy("n", "evil.example; script-src *")
