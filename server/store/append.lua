-- Appends events to logs of one room, all or nothing, and tells everyone who listens.
--
-- KEYS: the streams to append to.
-- ARGV: channel, time to live of the keys (ms), not before (ms), not after (ms; both on Redis' clock, 0 = no bound),
--       then for each key: the log's name, the version the event was decided on, the number of its events, the events.
-- An entry's ID is its version, so the stream itself knows which version it is at. The clock of the whole race is TIME.
-- Answers {"ok" | "conflict" | "early" | "late", time in ms}.
local clock = redis.call("TIME")
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)

local arg, stale = 5, false
for _, key in ipairs(KEYS) do
  local last = redis.call("XREVRANGE", key, "+", "-", "COUNT", 1)[1]
  local version = 0
  if last then
    version = tonumber(string.match(last[1], "^%d+"))
    now = math.max(now, tonumber(last[2][2])) -- a clock that was set back must not put events in another order
  end
  stale = stale or version ~= tonumber(ARGV[arg + 1])
  arg = arg + 3 + tonumber(ARGV[arg + 2])
end

local not_before, not_after = tonumber(ARGV[3]), tonumber(ARGV[4])
if now < not_before then return {"early", now} end
if not_after > 0 and now >= not_after then return {"late", now} end
if stale then return {"conflict", now} end

arg = 5
for _, key in ipairs(KEYS) do
  local log, version = ARGV[arg], tonumber(ARGV[arg + 1])
  for i = 1, tonumber(ARGV[arg + 2]) do
    local event = ARGV[arg + 2 + i]
    version = version + 1
    redis.call("XADD", key, string.format("%d-0", version), "t", string.format("%d", now), "e", event)
    redis.call("PUBLISH", ARGV[1], string.format("entry %s %d %d ", log, version, now) .. event)
  end
  redis.call("PEXPIRE", key, ARGV[2])
  arg = arg + 3 + tonumber(ARGV[arg + 2])
end
return {"ok", now}
