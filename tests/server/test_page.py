"""The page that every address of the client answers with."""

import re
from pathlib import Path

import pytest
from starlette.requests import Request

from server.page import choose, page
from server.tokens import COOKIE

DIST = Path(__file__).parents[2] / "client" / "dist"
OFFERED = ["pt-BR", "pt-PT", "es", "en"]


def asked(path: str, language: str = "", cookie: str = "") -> Request:
    """A request for the page, as a browser makes it."""
    headers = [(b"accept-language", language.encode()), (b"cookie", cookie.encode()), (b"host", b"example.test")]
    scope = {"type": "http", "method": "GET", "path": path, "headers": headers, "query_string": b"", "scheme": "http"}
    return Request(scope | {"server": ("example.test", 80), "state": {"secret": b"secret"}})


@pytest.mark.parametrize(
    ("accepted", "tag"),
    [
        ("", "pt-BR"),
        ("en-GB,en;q=0.9", "en"),
        ("pt-PT,pt;q=0.9", "pt-PT"),
        ("pt-AO", "pt-PT"),
        ("pt", "pt-BR"),
        ("de-DE,es-AR;q=0.8,en;q=0.5", "es"),
        ("ja;;;, *", "pt-BR"),
    ],
)
def test_the_language_is_the_first_wish_that_we_have(accepted: str, tag: str) -> None:
    assert choose(accepted, OFFERED) == tag


def test_what_is_needed_first_is_named_and_is_there() -> None:
    for path in ("/", "/r/ABC234"):
        for language in OFFERED:
            html = page(DIST, asked(path, language)).body.decode()  # type: ignore[union-attr]
            named = re.findall(r'modulepreload" href="/([^"]+)"', html)
            assert all((DIST / name).is_file() for name in named)
            assert any(name.startswith(f"assets/{language}-") for name in named)
            assert any(name.startswith("assets/socket-") for name in named) == (path != "/")


def test_who_comes_to_a_room_first_is_a_player_with_the_page_and_stays_that_one() -> None:
    first = page(DIST, asked("/r/ABC234"))
    token = re.match(rf"{COOKIE}=([^;]+)", first.headers["set-cookie"])
    assert token is not None
    assert "set-cookie" not in page(DIST, asked("/r/ABC234", cookie=f"{COOKIE}={token[1]}")).headers
    assert "set-cookie" in page(DIST, asked("/r/ABC234", cookie=f"{COOKIE}=forged")).headers
    assert "set-cookie" not in page(DIST, asked("/")).headers


def test_a_client_that_is_not_built_is_told_so(tmp_path: Path) -> None:
    assert page(tmp_path, asked("/")).status_code == 503
