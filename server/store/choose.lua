-- Moves a deal from the stock to a day, once and for all: two servers never choose twice, and none is lost in between.
--
-- KEYS: the stock, the days' deals.  ARGV: the day's number, 16 random bytes for the commitment.
-- Answers 1 if the day has a deal now (it may have had one), 0 if the stock is empty.
if redis.call("HEXISTS", KEYS[2], ARGV[1]) == 1 then return 1 end
local certified = redis.call("LPOP", KEYS[1])
if not certified then return 0 end
redis.call("HSET", KEYS[2], ARGV[1], ARGV[2] .. certified)
return 1
