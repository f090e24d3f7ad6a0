from hypothesis import settings

settings.register_profile("corrida", deadline=None, derandomize=True, max_examples=250)
settings.load_profile("corrida")
