"""The page that every address of the client answers with."""

import asyncio
import base64
import hashlib
import re
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.routing import Mount
from starlette.types import Message

from server.page import choose, page, policy
from server.pages import routes
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
            assert any(name.startswith("assets/home-") for name in named) == (path == "/")


def test_the_only_inline_script_that_may_run_is_ours() -> None:
    answer = page(DIST, asked("/"))
    script = re.search(r"<script>(.*?)</script>", answer.body.decode(), re.DOTALL)  # type: ignore[union-attr]
    assert script is not None
    digest = base64.b64encode(hashlib.sha256(script[1].encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}';" in answer.headers["content-security-policy"]
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert "sha256" not in policy()


@pytest.mark.parametrize(("accepted", "coding"), [("gzip, br;q=0.9", "br"), ("gzip, brotli", None), ("", None)])
async def test_files_come_as_the_build_has_compressed_them(accepted: str, coding: str | None) -> None:
    files = next(route.app for route in routes(DIST) if isinstance(route, Mount))
    name = next((DIST / "assets").glob("style-*.css")).name
    heard: list[Message] = []

    async def send(message: Message) -> None:
        heard.append(message)

    async def receive() -> Message:
        return await asyncio.Future()  # nobody hangs up

    headers = [(b"accept-encoding", accepted.encode())]
    scope = {"type": "http", "method": "GET", "path": f"/{name}", "root_path": "", "headers": headers}
    await files(scope, receive, send)
    told = {key.decode(): value.decode() for key, value in heard[0]["headers"]}
    assert told.get("content-encoding") == coding
    assert told["content-type"].startswith("text/css")
    assert told["vary"] == "accept-encoding"
    assert "immutable" in told["cache-control"]
    assert b"".join(message.get("body", b"") for message in heard[1:]) == (
        (DIST / "assets" / (name if coding is None else f"{name}.br")).read_bytes()
    )


def test_who_comes_to_a_room_first_is_a_player_with_the_page_and_stays_that_one() -> None:
    first = page(DIST, asked("/r/ABC234"))
    token = re.match(rf"{COOKIE}=([^;]+)", first.headers["set-cookie"])
    assert token is not None
    assert "set-cookie" not in page(DIST, asked("/r/ABC234", cookie=f"{COOKIE}={token[1]}")).headers
    assert "set-cookie" in page(DIST, asked("/r/ABC234", cookie=f"{COOKIE}=forged")).headers
    assert "set-cookie" not in page(DIST, asked("/")).headers


def test_a_client_that_is_not_built_is_told_so(tmp_path: Path) -> None:
    assert page(tmp_path, asked("/")).status_code == 503
