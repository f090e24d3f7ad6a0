"""The only door to Redis.

The logs (`log`), the news (`bus`), who is here (`presence`), the public list (`listing`), small facts (`shared`),
what is kept of players (`people`).

Keys of a room share the hash tag `{CODE}`, so that one script can write them on a single server and on a cluster.
"""
