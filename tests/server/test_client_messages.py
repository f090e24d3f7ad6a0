import re
from pathlib import Path

import pytest
from typing_extensions import is_typeddict

from server.messages import outgoing

SOURCE = Path(__file__).parents[2] / "client" / "src" / "messages.js"
TYPEDEF = re.compile(r"@typedef \{\{([^{}]*)\}\} (\w+)")
FIELD = re.compile(r"(\w+)(\??): ")
ELSEWHERE = {"Table": "TableFrame", "Error": "ErrorFrame"}
"""What the browser calls by that name is something else."""

SERVER = {name: told for name, told in vars(outgoing).items() if is_typeddict(told)}
CLIENT = {name: dict(FIELD.findall(fields)) for fields, name in TYPEDEF.findall(SOURCE.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("name", SERVER)
def test_the_page_believes_in_the_fields_that_the_server_sends(name: str) -> None:
    told = SERVER[name]
    expected = {field: "?" if field in told.__optional_keys__ else "" for field in told.__annotations__}
    assert CLIENT[ELSEWHERE.get(name, name)] == expected
