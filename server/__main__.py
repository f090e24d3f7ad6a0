"""`python -m server` is `corrida`."""

from server.cli import main

main()
