"""Fifteen seconds of load on a server of its own: `python -m loadtests.smoke`. Fails if anything at all goes wrong."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from server.client import Refusal, new_player

SECONDS = 15
USERS = 24
FEWEST_MOVES = 100
"""Far below what the slowest machine does; it only tells that the races did happen."""


def main() -> int:
    """Run it; returns the exit code."""
    with tempfile.TemporaryDirectory() as data:
        server = subprocess.Popen(
            [sys.executable, "-m", "server", "serve", "--port", "0", "--data", data],
            stdout=subprocess.PIPE,
            stderr=sys.stderr,
            text=True,
        )
        try:
            ready = server.stdout.readline() if server.stdout is not None else ""
            found = re.search(r"http://\S+", ready)
            if found is None:
                print("the server did not start")
                return 1
            return _load(found[0], Path(data) / "load")
        finally:
            server.terminate()
            server.wait()


def _load(url: str, results: Path) -> int:
    """Let locust play; it fails by itself when any request did."""
    try:
        new_player(url)
    except (Refusal, OSError) as error:
        print(f"the server does not answer: {error}")
        return 1
    command = [sys.executable, "-m", "locust", "-f", "loadtests/locustfile.py", "--host", url, "--headless"]
    options = ["-u", str(USERS), "-r", str(USERS), "-t", f"{SECONDS}s", "--csv", str(results), "--only-summary"]
    code = subprocess.run([*command, *options, "--stop-timeout", "20"], check=False).returncode
    rows = [line.split(",") for line in Path(f"{results}_stats.csv").read_text().splitlines()]
    moves = next((int(row[2]) for row in rows if row[1] == "move"), 0)
    print(f"{moves} moves")
    return code or int(moves < FEWEST_MOVES)


if __name__ == "__main__":
    sys.exit(main())
