-- Makes a room that of a player's one ranked attempt, unless there is one.
--
-- KEYS: rooms of the attempts, attempts without a result.  ARGV: player, code, when to look at it, time to live (ms).
-- Answers the code of the attempt's room; empty if the player has had one and wanted it to be forgotten.
if redis.call("HSETNX", KEYS[1], ARGV[1], ARGV[2]) == 1 then
  redis.call("ZADD", KEYS[2], ARGV[3], ARGV[1])
  for _, key in ipairs(KEYS) do redis.call("PEXPIRE", key, ARGV[4]) end
end
return redis.call("HGET", KEYS[1], ARGV[1])
