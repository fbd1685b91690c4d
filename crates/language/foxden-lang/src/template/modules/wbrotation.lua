-- Rotations: tables with x, y, z (axis) and a (angle in radians). Quaternions
-- have w, x, y, z; matrices are arrays of nine numbers, row by row.
local wbrotation = {}

function wbrotation.equal(p, q)
  return p.x == q.x and p.y == q.y and p.z == q.z and p.a == q.a
end

function wbrotation.fromquaternion(q)
  local angle = 2 * math.acos(q.w)
  if angle < 0.0001 then
    return {x = 0, y = 1, z = 0, a = 0}
  end
  local length = math.sqrt(q.x * q.x + q.y * q.y + q.z * q.z)
  return {x = q.x / length, y = q.y / length, z = q.z / length, a = angle}
end

-- The axis is left at twice the sine of the angle.
function wbrotation.frommatrix3(m)
  local cosine = 0.5 * (m[1] + m[5] + m[9] - 1)
  if math.abs(cosine) > 1 then
    return {x = 1, y = 0, z = 0, a = 0}
  end
  return {x = m[8] - m[6], y = m[3] - m[7], z = m[4] - m[2], a = math.acos(cosine)}
end

-- Normalises its argument in place.
function wbrotation.toquaternion(r)
  wbrotation.normalize(r)
  local sine = math.sin(r.a * 0.5)
  return {w = math.cos(r.a * 0.5), x = r.x * sine, y = r.y * sine, z = r.z * sine}
end

function wbrotation.tomatrix3(r)
  local cosine, sine = math.cos(r.a), math.sin(r.a)
  local rest = 1 - cosine
  local xy, xz, yz = r.x * r.y * rest, r.x * r.z * rest, r.y * r.z * rest
  return {
    r.x * r.x * rest + cosine, xy - r.z * sine, xz + r.y * sine,
    xy + r.z * sine, r.y * r.y * rest + cosine, yz - r.x * sine,
    xz - r.y * sine, yz + r.x * sine, r.z * r.z * rest + cosine
  }
end

function wbrotation.isvalid(r)
  return r.x ~= 0 or r.y ~= 0 or r.z ~= 0
end

function wbrotation.isidentity(r)
  return r.a == 0
end

function wbrotation.normalizeangle(r)
  while r.a < -math.pi do
    r.a = r.a + 2 * math.pi
  end
  while r.a > math.pi do
    r.a = r.a - 2 * math.pi
  end
end

-- An axis of length zero becomes the y axis.
function wbrotation.normalizeaxis(r)
  if not wbrotation.isvalid(r) then
    r.x, r.y, r.z = 0, 1, 0
  end
  local inverse = 1 / math.sqrt(r.x * r.x + r.y * r.y + r.z * r.z)
  r.x, r.y, r.z = r.x * inverse, r.y * inverse, r.z * inverse
end

function wbrotation.normalize(r)
  wbrotation.normalizeaxis(r)
  wbrotation.normalizeangle(r)
  return r
end

-- Normalises both arguments in place.
function wbrotation.combine(first, second)
  local p, q = wbrotation.toquaternion(first), wbrotation.toquaternion(second)
  return wbrotation.fromquaternion({
    w = p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z,
    x = p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
    y = p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
    z = p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w
  })
end

function wbrotation.rotatevector3bymatrix3(m, v)
  local function row(first)
    return m[first] * v.x + m[first + 1] * v.y + m[first + 2] * v.z
  end
  return {x = row(1), y = row(4), z = row(7)}
end

function wbrotation.rotatevector3byrotation(r, v)
  return wbrotation.rotatevector3bymatrix3(wbrotation.tomatrix3(r), v)
end

function wbrotation.rotatevector3byquaternion(q, v)
  return wbrotation.rotatevector3byrotation(wbrotation.fromquaternion(q), v)
end

return wbrotation
