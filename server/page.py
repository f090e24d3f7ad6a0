"""The client's page, made ready for an address and a visitor: it names the files that will be needed first.

The first visit to a room counts most, for somebody waits there: that visitor also becomes a player with the page, not
by another request after it.
"""

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from server.players import ID_BYTES, new_player
from server.reasons import Reason
from server.tokens import player_of, remember

_ROOM: Final = "/r/"
_FIRST: Final = "pt-BR"
"""Spoken where none of our languages is wanted; as in `client/src/words.js`."""


def policy(script: str | None = None) -> str:
    """What a browser may do with an answer; `script`: digest of the one script that stands in the page itself."""
    own = f" '{script}'" if script is not None else ""
    return (
        f"default-src 'none'; script-src 'self'{own}; style-src 'self'; "
        "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


def page(client: Path, request: Request, status: int = HTTPStatus.OK, head: str = "") -> Response:
    """The page for this request; 503 if it is not built. `client`: the folder of the built client.

    `head`: what else is to be told in its head.
    """
    try:
        html = (client / "index.html").read_text("utf-8")
        built = json.loads((client / "page.json").read_text("utf-8"))
    except FileNotFoundError:
        return Response("The client is not built: `make setup` builds it.\n", 503, media_type="text/plain")
    preloads: Mapping[str, Mapping[str, Sequence[str]]] = built["preloads"]
    in_room = request.url.path.startswith(_ROOM)
    language = choose(request.headers.get("accept-language", ""), preloads["start"])
    links = "".join(
        f'<link rel="modulepreload" href="{path}">' for path in preloads["room" if in_room else "start"][language]
    )
    response = HTMLResponse(
        html.replace("</head>", f"{head}{links}</head>"),
        status,
        {
            "cache-control": "no-cache",
            "vary": "accept-language, cookie",
            "content-security-policy": policy(built["script"]),
        },
    )
    if in_room and isinstance(player_of(request, request.state.secret), Reason):
        player = new_player(secrets.token_bytes(ID_BYTES))
        remember(response, player, request.state.secret, secure=request.url.scheme == "https")
    return response


def choose(accepted: str, offered: Iterable[str]) -> str:
    """The first of the accepted languages (an Accept-Language header) that is offered, or else Brazilian Portuguese.

    Only a guess at what the page will choose: a wrong one costs a file that is not needed.
    """
    by_base: Mapping[str, str] = {tag.partition("-")[0]: tag for tag in sorted(offered, reverse=True)}
    for wish in accepted.split(","):
        tag = wish.partition(";")[0].strip()
        if tag in by_base.values() or tag in offered:
            return tag
        if (base := tag.partition("-")[0].lower()) in by_base:
            return by_base[base] if base != "pt" or tag.lower() in {"pt", "pt-br"} else "pt-PT"
    return _FIRST
