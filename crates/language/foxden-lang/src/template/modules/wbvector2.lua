-- Vectors of the plane: tables with x and y.
local wbvector2 = {}

function wbvector2.equal(a, b)
  return a.x == b.x and a.y == b.y
end

function wbvector2.add(a, b)
  return {x = a.x + b.x, y = a.y + b.y}
end

function wbvector2.minus(a, b)
  return {x = a.x - b.x, y = a.y - b.y}
end

function wbvector2.multiply(v, factor)
  return {x = factor * v.x, y = factor * v.y}
end

function wbvector2.norm(v)
  return math.sqrt(v.x * v.x + v.y * v.y)
end

-- With x as first argument, as files expect it.
function wbvector2.atan2(v)
  return math.atan2(v.x, v.y)
end

function wbvector2.distance(a, b)
  return wbvector2.norm(wbvector2.minus(a, b))
end

function wbvector2.angle(a, b)
  return wbvector2.atan2(wbvector2.minus(a, b))
end

function wbvector2.cross(a, b)
  return a.x * b.y - a.y * b.x
end

function wbvector2.dot(a, b)
  return a.x * b.x + a.y * b.y
end

function wbvector2.normalize(v)
  local length = wbvector2.norm(v)
  if length == 0 then
    error('wbvector2.normalize: a vector of length zero has no direction')
  end
  return {x = v.x / length, y = v.y / length}
end

-- Crossing of two lines as slope and offset over the given axis.
local function crossing(p1, p2, p3, p4, along, across)
  local function line(p, q)
    local slope = (p[across] - q[across]) / (p[along] - q[along])
    return slope, p[across] - slope * p[along]
  end
  local slope, offset = line(p1, p2)
  local other, otherOffset = line(p3, p4)
  if slope == other then
    return nil
  end
  local at = (otherOffset - offset) / (slope - other)
  return {[along] = at, [across] = other * at + otherOffset}
end

-- Where the segments p1-p2 and p3-p4 meet, or nil; compared by x only.
function wbvector2.intersection(p1, p2, p3, p4)
  if math.max(p1.x, p2.x) < math.min(p3.x, p4.x) then
    return nil
  end
  if wbvector2.equal(p1, p2) or wbvector2.equal(p3, p4) then
    return nil
  end
  local upright, otherUpright = p1.x == p2.x, p3.x == p4.x
  if (upright and otherUpright) or (p1.y == p2.y and p3.y == p4.y) then
    return nil
  end
  local found
  if upright or otherUpright then
    found = crossing(p1, p2, p3, p4, 'y', 'x')
  else
    found = crossing(p1, p2, p3, p4, 'x', 'y')
  end
  local low = math.max(math.min(p1.x, p2.x), math.min(p3.x, p4.x))
  local high = math.min(math.max(p1.x, p2.x), math.max(p3.x, p4.x))
  if not found or found.x < low or found.x > high then
    return nil
  end
  return found
end

return wbvector2
