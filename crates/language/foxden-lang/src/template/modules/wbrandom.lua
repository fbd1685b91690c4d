-- A linear congruential generator with 24 bits of state, 0 at the start of
-- every evaluation.
local wbrandom = {}

local PERIOD = 2 ^ 24
local state = 0

function wbrandom.seed(value)
  state = value
end

local function draw()
  state = (1140671485 * state + 12820163) % PERIOD
  return state
end

-- Without bounds from 0 to 1; with one bound from 0 to it.
function wbrandom.real(min, max)
  if min == nil then
    min, max = 0, 1
  elseif max == nil then
    min, max = 0, min
  end
  return min + draw() * (max - min) / (PERIOD - 1)
end

-- Without bounds over the whole period; with one bound from 1 to it.
function wbrandom.integer(min, max)
  if min == nil then
    min, max = 0, PERIOD - 1
  elseif max == nil then
    min, max = 1, min
  end
  return min + draw() % (1 + max - min)
end

return wbrandom
