-- Marks a player's connection as the newest one in a room, and tells everyone, so that an older one can step back.
--
-- KEYS: counter of connections, sorted set of connections (by time last seen).  ARGV: channel, player, time to live (ms).
-- Answers the connection's number: of two connections of a player, the one with the higher number stays.
local clock = redis.call("TIME")
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local number = redis.call("INCR", KEYS[1])
redis.call("PEXPIRE", KEYS[1], ARGV[3])
redis.call("ZADD", KEYS[2], now, ARGV[2] .. " " .. number)
redis.call("PEXPIRE", KEYS[2], ARGV[3])
redis.call("PUBLISH", ARGV[1], "arrived " .. ARGV[2] .. " " .. number)
return number
