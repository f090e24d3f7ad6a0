"""The picture that a link to a daily shows in a chat: game, number, date and the field's medals, and never a card.

It has no words but the games' own names, so that it is the same in every language. Pure: the same facts give the same
bytes.
"""

import io
from dataclasses import dataclass
from functools import cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from engine.variant import Variant

WIDTH, HEIGHT = 1200, 630
"""What chats and networks ask for."""
_FINE: Final = 2
"""What has edges is drawn so many times as large, and made small then, which smooths them."""
_CLOTH: Final = ((17, 102, 74), (9, 61, 44))
_INK: Final = (244, 239, 224)
_QUIET: Final = (201, 220, 207)
_BRASS: Final = (232, 182, 76)
_BACK: Final = (165, 57, 47)
_PAPER: Final = (253, 252, 248)
_LATTICE: Final = (193, 120, 112)
_EDGE: Final = (74, 70, 62)
_NAMES: Final = {"spider": "Spider", "klondike": "Klondike", "maze": "Maze"}

Colour = tuple[int, int, int]
Point = tuple[float, float]

_SIGNS: Final[tuple[tuple[Colour, Colour], ...]] = (
    ((232, 182, 76), (196, 146, 44)),
    ((208, 213, 217), (164, 171, 177)),
    ((201, 138, 92), (160, 102, 60)),
)
"""Gold, silver, bronze."""
_PERSON: Final = None


@dataclass(frozen=True, slots=True)
class Facts:
    """What stands in the picture."""

    variant: Variant
    number: int
    date: str
    medals: tuple[int, int, int]
    """How many have got gold, silver and bronze."""
    players: int


def title(variant: Variant) -> str:
    """The name of a game that needs no language: with its number of suits, or of cards to a draw."""
    if variant.family == "maze":
        return _NAMES["maze"]
    if variant.family == "klondike":
        return f"{'Clásico' if variant.deck == 'spanish' else 'Klondike'} {variant.draw}"
    return f"Spider{' ES' if variant.deck == 'spanish' else ''} {len(set(variant.suits))}"


def draw(facts: Facts) -> bytes:
    """The picture, as PNG."""
    image = _ground().copy()
    pen = ImageDraw.Draw(image)
    _text(pen, (80, 66), "Corrida", 44, _QUIET)
    _text(pen, (76, 128), title(facts.variant), 104, _INK)
    _text(pen, (78, 262), f"#{facts.number}", 88, _BRASS)
    _text(pen, (80, 374), facts.date, 44, _QUIET)
    x = 80.0
    for sign, count in zip((*_SIGNS, _PERSON), (*facts.medals, facts.players), strict=True):
        drawn = _sign(sign)
        image.paste(drawn, (int(x), 490), drawn)
        x = 44 + _text(pen, (x + 70, 513), str(count), 44, _INK)
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=6)
    return out.getvalue()


def _text(pen: ImageDraw.ImageDraw, at: Point, text: str, size: int, colour: Colour) -> float:
    """Write, and return where the text ends. The font that comes with Pillow has no accents: an acute is drawn."""
    font = _font(size)
    x, y = at
    plain = text.replace("á", "a")
    pen.text(at, plain, font=font, fill=colour)
    for i, letter in enumerate(text):
        if letter == "á":
            left, top, right, _ = font.getbbox("a")
            middle = x + font.getlength(plain[:i]) + (left + right) / 2
            accent = _acute(size)
            place = round(middle - accent.width * 0.4), round(y + top - accent.height * 1.25)
            pen.bitmap(place, accent, fill=colour)
    return x + font.getlength(plain)


@cache
def _acute(size: int) -> Image.Image:
    """The accent of a letter of this size."""
    width, height, fine = round(size * 0.22), round(size * 0.17), 4
    image = Image.new("L", (width * fine, height * fine), 0)
    shape = [(0, height), (width * 0.52, 0), (width, 0), (width * 0.34, height)]
    ImageDraw.Draw(image).polygon([(x * fine, y * fine) for x, y in shape], fill=255)
    return image.resize((width, height), Image.Resampling.LANCZOS)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise TypeError("Pillow has come without FreeType")
    return font


@cache
def _ground() -> Image.Image:
    """All that is the same in every picture: the cloth, and a fan of cards that lie face down."""
    size = WIDTH * _FINE, HEIGHT * _FINE
    bright, deep = (Image.new("RGB", size, colour) for colour in _CLOTH)
    image = Image.composite(deep, bright, Image.linear_gradient("L").resize(size, Image.Resampling.BICUBIC))
    card = _back()
    for i in range(5):
        turned = card.rotate(26 - 13 * i, expand=True, resample=Image.Resampling.BICUBIC)
        x, y = 905 + 52 * (i - 2), 268 + 9 * (i - 2) ** 2
        image.paste(turned, (int(x * _FINE - turned.width / 2), int(y * _FINE - turned.height / 2)), turned)
    return image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)


def _back() -> Image.Image:
    """The back of a card: a frame, and a lattice in it."""
    width, height, edge, line = 210 * _FINE, 294 * _FINE, 14 * _FINE, 2 * _FINE
    lattice = Image.new("RGB", (width, height), _BACK)
    pen = ImageDraw.Draw(lattice)
    for x in range(-height, width, 22 * _FINE):
        pen.line((x, 0, x + height, height), fill=_LATTICE, width=line)
        pen.line((x, height, x + height, 0), fill=_LATTICE, width=line)
    card = Image.new("RGB", (width, height), _PAPER)
    card.paste(lattice, (0, 0), _mask((width, height), edge, 8 * _FINE))
    card.putalpha(_mask((width, height), 0, 18 * _FINE))
    ImageDraw.Draw(card).rounded_rectangle((0, 0, width - 1, height - 1), 18 * _FINE, outline=_EDGE, width=line)
    return card


def _mask(size: tuple[int, int], edge: int, radius: int) -> Image.Image:
    """What is inside a rounded rectangle."""
    mask = Image.new("L", size, 0)
    ImageDraw.Draw(mask).rounded_rectangle((edge, edge, size[0] - edge - 1, size[1] - edge - 1), radius, fill=255)
    return mask


@cache
def _sign(colours: tuple[Colour, Colour] | None) -> Image.Image:
    """A medal in its colour and the darker one of its rim; None: all who have taken part."""
    side = 4 * _FINE
    image = Image.new("RGBA", (56 * side, 96 * side), (0, 0, 0, 0))
    pen = ImageDraw.Draw(image)

    def disc(x: float, y: float, radius: float, colour: Colour) -> None:
        pen.ellipse([part * side for part in (x - radius, y - radius, x + radius, y + radius)], fill=colour)

    if colours is None:
        disc(28, 36, 12, _QUIET)
        pen.pieslice([part * side for part in (4, 52, 52, 100)], 180, 360, fill=_QUIET)
    else:
        for left in (True, False):
            ribbon = [(24, 40), (4, 4), (18, 4), (34, 34)]
            pen.polygon([((x if left else 56 - x) * side, y * side) for x, y in ribbon], fill=_BACK)
        disc(28, 50, 24, colours[0])
        disc(28, 50, 17, colours[1])
        disc(28, 50, 14, colours[0])
    return image.resize((56, 96), Image.Resampling.LANCZOS)
