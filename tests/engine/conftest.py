import os

from hypothesis import settings

settings.register_profile("corrida", deadline=None, derandomize=True, max_examples=150)
settings.register_profile("thorough", deadline=None, derandomize=True, max_examples=600)
settings.load_profile(os.environ.get("CORRIDA_EXAMPLES", "corrida"))
