-- Rounding.
local wbmath = {}

-- To the nearest whole number, halves upwards.
function wbmath.round(number)
  return math.floor(number + 0.5)
end

return wbmath
