-- Takes a player off the boards of a day for good. What is left is that there was an attempt, so that there is no second.
--
-- KEYS: rooms of the attempts, attempts without a result, results, names, boards by time and by moves, version.
-- ARGV: player.
if redis.call("HEXISTS", KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call("HSET", KEYS[1], ARGV[1], "")
redis.call("HDEL", KEYS[3], ARGV[1])
redis.call("HDEL", KEYS[4], ARGV[1])
for _, i in ipairs({2, 5, 6}) do redis.call("ZREM", KEYS[i], ARGV[1]) end
redis.call("INCR", KEYS[7])
return 1
