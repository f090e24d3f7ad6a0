"""Bytes to message and message to bytes. Nothing a stranger sends raises: what is wrong comes back as a reason."""

from collections.abc import Mapping
from typing import Any

import msgpack
from pydantic import ValidationError

from server.messages import MAX_FRAME
from server.messages.incoming import INCOMING, Incoming
from server.reasons import Reason


def decode(frame: bytes) -> Incoming | Reason:
    """The message in a frame; else FRAME_TOO_LARGE, BAD_FRAME, UNKNOWN_MESSAGE or BAD_MESSAGE."""
    if len(frame) > MAX_FRAME:
        return Reason.FRAME_TOO_LARGE
    try:
        fields = msgpack.unpackb(frame)
    except (ValueError, msgpack.UnpackException, RecursionError):
        return Reason.BAD_FRAME
    if not isinstance(fields, dict):
        return Reason.BAD_FRAME
    try:
        return INCOMING.validate_python(fields)
    except ValidationError as error:
        kinds = {
            problem["type"] for problem in error.errors(include_url=False, include_context=False, include_input=False)
        }
        return Reason.UNKNOWN_MESSAGE if kinds & {"union_tag_invalid", "union_tag_not_found"} else Reason.BAD_MESSAGE


def encode(message: Mapping[str, Any]) -> bytes:
    """The frame of a message of `server.messages.outgoing`."""
    frame: bytes = msgpack.packb(message)
    return frame
