"""The server: a pure core (messages, room, race, audience, session) and a thin shell (store, hub, socket, app).

One sentence to hold on to: every fact is an event in a log in Redis; a log is changed only by an atomic append
that names the version it was decided on; all state is a fold; everything that a person sees is a projection made
for that person.
"""

from importlib.metadata import version
from typing import Final

__version__: Final = version("corrida")
