-- Writes a log anew with other events in the same places: for a player who wants to be forgotten.
--
-- KEYS: the stream.  ARGV: time to live (ms), the number of entries, then for each its version, time and event.
-- Answers 1; 0 if the log is not as long as that (any more), and nothing has changed.
local last = redis.call("XREVRANGE", KEYS[1], "+", "-", "COUNT", 1)[1]
if not last or tonumber(string.match(last[1], "^%d+")) ~= tonumber(ARGV[2]) then return 0 end
redis.call("DEL", KEYS[1])
for i = 3, #ARGV, 3 do
  redis.call("XADD", KEYS[1], ARGV[i] .. "-0", "t", ARGV[i + 1], "e", ARGV[i + 2])
end
redis.call("PEXPIRE", KEYS[1], ARGV[1])
return 1
