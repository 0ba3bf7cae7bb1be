-- Counts one request in all of its windows or, when any is full, in none.
-- KEYS: a list of times per scope, oldest first, in microseconds since the Unix epoch.
-- ARGV: the length of the window, a limit per scope and, in tests alone, the time.
-- Returns the time and, per scope, the two numbers of a Tally. What they mean for the client is decided in verdict.ts.
-- Most of its time goes into calls, some two microseconds each: where one can be spared, it is.

local call, tonumber = redis.call, tonumber
local KEYS, ARGV = KEYS, ARGV
local window = tonumber(ARGV[1])
local reading = tonumber(ARGV[#KEYS + 2])
if not reading then
  local time = call('TIME')
  reading = time[1] * 1000000 + time[2]
end

-- Left to itself, Lua writes a time as 1.7e+15.
local function text(time)
  return string.format('%.0f', time)
end

-- Drops from the list's head what has left the window; its last entry has not.
local function trim(key, horizon)
  local old, size = 0, 4
  while true do
    for _, time in ipairs(call('LRANGE', key, old, old + size - 1)) do
      if tonumber(time) > horizon then
        call('LTRIM', key, old, -1)
        return
      end
      old = old + 1
    end
    size = size * 4
  end
end

-- The clock was set back by a window or more: the list's times move with it, as in bucket.ts.
local function shift(key, by)
  for i, time in ipairs(call('LRANGE', key, 0, -1)) do
    call('LSET', key, i - 1, text(time + by))
  end
end

local answer, admitted, newest = { reading }, true, {}

for i = 1, #KEYS do
  local key, limit = KEYS[i], tonumber(ARGV[i + 1])
  local last = tonumber(call('LINDEX', key, '-1'))
  if last and last - reading >= window then
    shift(key, reading - last)
    last = reading
  elseif last and last <= reading - window then
    call('DEL', key)
    last = nil
  end

  local count, counted = 0, reading
  if last then
    counted = tonumber(call('LINDEX', key, '0'))
    if counted <= reading - window then
      trim(key, reading - window)
      counted = tonumber(call('LINDEX', key, '0'))
    end
    count = call('LLEN', key)
    if count > limit then
      counted = tonumber(call('LINDEX', key, count - limit)) or reading
    end
  end
  admitted = admitted and count < limit
  newest[i] = last or 0
  answer[2 * i] = count
  answer[2 * i + 1] = counted
end

if admitted then
  local half, written = window / 2, text(reading)
  for i = 1, #KEYS do
    local last = newest[i]
    -- a list's own time stands still while the clock is behind it
    local now = last > reading and last or reading
    call('RPUSH', KEYS[i], last > reading and text(last) or written)
    -- The first request in each half of a window sets the expiry, one and a half windows ahead: so no list expires before
    -- its last entry has left.
    if last - last % half ~= now - now % half then
      call('PEXPIRE', KEYS[i], window * 3 / 2000)
    end
  end
end

return answer
