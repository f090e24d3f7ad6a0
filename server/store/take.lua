-- Takes what is due from a sorted set of times, and puts it off, so that nobody else takes it now.
--
-- KEYS: the set.  ARGV: the time now, when it is due again, how many to take at most.
local due = redis.call("ZRANGEBYSCORE", KEYS[1], "-inf", ARGV[1], "LIMIT", 0, ARGV[3])
for _, member in ipairs(due) do
  redis.call("ZADD", KEYS[1], ARGV[2], member)
end
return due
