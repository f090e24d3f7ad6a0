"""Load: racers and spectators that speak the real protocol (`locustfile`), and fifteen seconds of them (`smoke`)."""
