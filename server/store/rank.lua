-- Writes down the result of a ranked attempt. It follows from the logs, so that writing it again changes nothing.
--
-- KEYS: rooms of the attempts, attempts without a result, results, names, boards by time and by moves, version.
-- ARGV: player, code, result, name, scores by time and by moves, time to live (ms).
-- Answers 1; 0 if that room is not (any more) the player's attempt, and nothing stands on the boards.
if redis.call("HGET", KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call("ZREM", KEYS[2], ARGV[1])
if redis.call("HGET", KEYS[3], ARGV[1]) ~= ARGV[3] then
  redis.call("HSET", KEYS[3], ARGV[1], ARGV[3])
  redis.call("HSET", KEYS[4], ARGV[1], ARGV[4])
  redis.call("ZADD", KEYS[5], ARGV[5], ARGV[1])
  redis.call("ZADD", KEYS[6], ARGV[6], ARGV[1])
  redis.call("INCR", KEYS[7])
  for i = 3, #KEYS do redis.call("PEXPIRE", KEYS[i], ARGV[7]) end
end
return 1
