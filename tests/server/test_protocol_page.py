from pathlib import Path

from server.protocol_page import page

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"


def test_the_protocol_page_is_what_the_source_says() -> None:
    """If this fails: python -m server.protocol_page > docs/protocol.md"""
    assert PAGE.read_text(encoding="utf-8") == page()
