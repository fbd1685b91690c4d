-- Vectors of space: tables with x, y and z.
local wbvector3 = {}

function wbvector3.equal(a, b)
  return a.x == b.x and a.y == b.y and a.z == b.z
end

function wbvector3.add(a, b)
  return {x = a.x + b.x, y = a.y + b.y, z = a.z + b.z}
end

function wbvector3.minus(a, b)
  return {x = a.x - b.x, y = a.y - b.y, z = a.z - b.z}
end

function wbvector3.multiply(v, factor)
  return {x = factor * v.x, y = factor * v.y, z = factor * v.z}
end

function wbvector3.norm(v)
  return math.sqrt(v.x * v.x + v.y * v.y + v.z * v.z)
end

function wbvector3.distance(a, b)
  return wbvector3.norm(wbvector3.minus(a, b))
end

function wbvector3.cross(a, b)
  return {
    x = a.y * b.z - a.z * b.y,
    y = a.z * b.x - a.x * b.z,
    z = a.x * b.y - a.y * b.x
  }
end

function wbvector3.dot(a, b)
  return a.x * b.x + a.y * b.y + a.z * b.z
end

function wbvector3.normalize(v)
  local length = wbvector3.norm(v)
  if length == 0 then
    error('wbvector3.normalize: a vector of length zero has no direction')
  end
  return {x = v.x / length, y = v.y / length, z = v.z / length}
end

return wbvector3
