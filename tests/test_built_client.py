"""The built page: what it names is there, under a name that changes with its content; one known script is inline."""

import base64
import gzip
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

DIST = Path(__file__).parents[1] / "client" / "dist"
FILES = sorted(file for file in (DIST / "assets").glob("*") if file.suffix != ".br")


class Page(HTMLParser):
    """What a page names, and what it has inline."""

    def __init__(self) -> None:
        super().__init__()
        self.named: list[str] = []
        self.inline: list[str] = []
        self._within = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._within = tag
        for name, value in attrs:
            if name in {"src", "href"}:
                self.named.append(value or "")
            if name == "style" or name.startswith("on"):
                self.inline.append(f"{tag} {name}")

    def handle_endtag(self, _tag: str) -> None:
        self._within = ""

    def handle_data(self, data: str) -> None:
        if self._within in {"script", "style"} and data.strip():
            self.inline.append(data)


@pytest.fixture
def page() -> Page:
    page = Page()
    page.feed((DIST / "index.html").read_text())
    return page


def test_everything_that_the_page_names_is_built(page: Page) -> None:
    assert any(name.endswith(".js") for name in page.named)
    assert any(name.endswith(".css") for name in page.named)
    for name in page.named:
        assert name.startswith("/assets/")
        assert (DIST / name.removeprefix("/")).is_file()


def test_nothing_is_inline_but_the_script_that_is_known_by_its_digest(page: Page) -> None:
    (script,) = page.inline
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert json.loads((DIST / "page.json").read_text())["script"] == f"sha256-{digest}"


def test_what_is_text_lies_there_compressed_too() -> None:
    texts = {file for file in FILES if file.suffix in {".js", ".css", ".svg"}}
    assert texts
    assert all(file.with_name(f"{file.name}.br").stat().st_size < file.stat().st_size for file in texts)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_built_files_are_named_by_their_content_and_come_from_here(file: Path) -> None:
    assert re.fullmatch(r"[\w.-]+-[0-9A-Z]{8}\.\w+", file.name)
    if file.suffix in {".js", ".css"}:
        addresses = set(re.findall(r"https?://[^/\"'`)\s]+", file.read_text()))
        assert addresses <= {"http://www.w3.org"}, "names of SVG and the like, never something to load"


def test_languages_are_files_of_their_own() -> None:
    languages = {file.stem for file in DIST.parent.glob("src/words/*.js")}
    built = {re.sub(r"-[0-9A-Z]{8}$", "", file.stem) for file in FILES}
    assert languages
    assert languages <= built


def test_the_first_load_is_light(page: Page) -> None:
    first = [(DIST / name.removeprefix("/")).read_bytes() for name in set(page.named)]
    assert sum(len(gzip.compress(content)) for content in first) < 60 * 1024
