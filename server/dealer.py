"""Where deals come from: fresh ones from the system's randomness, never from a date or a clock [race.md]."""

import secrets
from typing import Final

from engine.deals import SEED_BITS, deal_id, parse_deal_id, variant_of
from engine.games import VARIANTS
from engine.reasons import Reason as RuleReason
from server.events import Deal
from server.reasons import Reason

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
