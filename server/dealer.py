"""Where deals come from: fresh ones from the system's randomness, never from a date or a clock [race.md].

Certified ones come from the stock, which was made in the same way (`server.certifier`).
"""

import secrets
from typing import Final

from engine.deals import SEED_BITS, deal_id, parse_deal_id, variant_of
from engine.games import VARIANTS
from engine.reasons import Reason as RuleReason
from server.events import Deal
from server.reasons import Reason
from server.store.stock import Certified, Stock

NONCE_BYTES: Final = 16


def fresh_deal(variant: str | None, typed: str | None) -> Deal | Reason | RuleReason:
    """A sealed deal of a variant, or the open one that a person typed; BAD_VARIANT or BAD_DEAL_ID.

    A typed deal ID names its variant; if both are given they must agree.
    """
    parsed = parse_deal_id(typed) if typed is not None else None
    if isinstance(parsed, RuleReason):
        return parsed
    named = variant if parsed is None else variant_of(parsed).id
    if named not in VARIANTS or variant not in (None, named):
        return Reason.BAD_VARIANT
    sealed = parsed is None
    name = parsed or deal_id(VARIANTS[named], secrets.randbits(SEED_BITS))
    return Deal(named, name, secrets.token_bytes(NONCE_BYTES), sealed)


class Dealer:
    """Deals for one command. A certified one is taken from the stock when it turns out that one is wanted.

    As often as `take` says so, the command is to be decided again; what was taken and not used is to be put back.
    """

    def __init__(self, stock: Stock) -> None:
        self._stock = stock
        self._wanted = ""
        self._taken: dict[str, Certified] = {}

    def fresh(self, variant: str | None, typed: str | None, *, winnable: bool = False) -> Deal | Reason | RuleReason:
        """A deal as `fresh_deal` makes it or, if it is to be winnable, from the stock: NONE_READY until one is here."""
        if typed is not None or not winnable:
            return fresh_deal(variant, typed)
        if variant not in VARIANTS:
            return Reason.BAD_VARIANT
        self._wanted = variant
        certified = self._taken.get(variant)
        if certified is None:
            return Reason.NONE_READY
        return Deal(variant, certified.deal, secrets.token_bytes(NONCE_BYTES), sealed=True, line=certified.line)

    async def take(self) -> bool:
        """Take what was wanted out of the stock; False if there is none, or it is here already."""
        if not self._wanted or self._wanted in self._taken:
            return False
        certified = await self._stock.take(self._wanted)
        if certified is not None:
            self._taken[self._wanted] = certified
        return certified is not None

    async def put_back(self, used: Deal | None) -> None:
        """Give the stock back what was taken, but for what was used."""
        for variant, certified in self._taken.items():
            if used is None or certified.deal != used.id:
                await self._stock.put_back(variant, certified)
        self._taken.clear()
