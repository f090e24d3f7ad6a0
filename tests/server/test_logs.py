import json
import logging

import pytest
import structlog

from server import logs


def fail(deal: str) -> None:
    raise ValueError("what went wrong")


def test_a_failure_is_logged_without_the_values_of_variables(capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before, level = root.handlers, root.level
    try:
        logs.configure()
        try:
            fail("S4-" + "SECRET")
        except ValueError:
            structlog.get_logger().exception("failed", room="ABC234")
    finally:
        root.handlers, root.level = before, level
        structlog.reset_defaults()
    line = capsys.readouterr().err
    assert json.loads(line)["exception"][0]["exc_value"] == "what went wrong"
    assert "S4-SECRET" not in line
