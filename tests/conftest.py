"""How laws are tried, wherever they stand: always the same examples, and a machine that has much to do is no fault."""

import os

from hypothesis import HealthCheck, settings

_BUSY = [HealthCheck.too_slow]
settings.register_profile("corrida", deadline=None, derandomize=True, max_examples=150, suppress_health_check=_BUSY)
settings.register_profile("thorough", deadline=None, derandomize=True, max_examples=600, suppress_health_check=_BUSY)
settings.load_profile(os.environ.get("CORRIDA_EXAMPLES", "corrida"))
