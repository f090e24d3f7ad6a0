"""Load: racers and spectators with the real protocol (`locustfile`), fifteen seconds of them (`smoke`), a `crowd`."""
