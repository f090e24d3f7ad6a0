"""The only door to Redis: the logs (`log`), the news (`bus`), who is here (`presence`), small facts (`shared`).

Keys of a room share the hash tag `{CODE}`, so that one script can write them on a single server and on a cluster.
"""
