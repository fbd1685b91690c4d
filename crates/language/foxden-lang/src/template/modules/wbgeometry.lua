-- Polygons and curves made of points: tables with x, y and, in space, z.
local wbcore = require('wbcore')
local wbvector2 = require('wbvector2')
local wbvector3 = require('wbvector3')

local wbgeometry = {}

-- `divisions` + 1 points: the first is repeated at the end.
function wbgeometry.circle(radius, divisions, centerX, centerY, shift)
  local points = {}
  local step = 2 * math.pi / divisions
  for i = 0, divisions do
    local angle = i * step + shift
    points[#points + 1] = {x = radius * math.cos(angle) + centerX, y = radius * math.sin(angle) + centerY}
  end
  return points
end

-- Counts the edges that a ray towards +x crosses.
function wbgeometry.ispointinpolygon(x, y, polygon)
  local count = wbcore.tablelength(polygon)
  if count < 3 then
    return false
  end
  local inside, crossing = false, 0
  for i = 1, count do
    local a, b = polygon[i], polygon[i % count + 1]
    if y > math.min(a.y, b.y) and y <= math.max(a.y, b.y) and x <= math.max(a.x, b.x) then
      if a.y ~= b.y then
        crossing = (y - a.y) * (b.x - a.x) / (b.y - a.y) + a.x
      end
      if a.x == b.x or x <= crossing then
        inside = not inside
      end
    end
  end
  return inside
end

-- The reference itself if there is no point.
function wbgeometry.findclosest2Dpointinarray(reference, points)
  local closest, shortest = reference, math.huge
  for _, point in ipairs(points) do
    local distance = wbvector2.distance(reference, point)
    if distance < shortest then
      closest, shortest = point, distance
    end
  end
  return closest
end

-- By the sign of the enclosed area.
function wbgeometry.islistclockwise2D(points)
  local count, sum = wbcore.tablelength(points), 0
  for i = 1, count do
    local a, b = points[i], points[i % count + 1]
    sum = sum + (b.x - a.x) * (b.y + a.y)
  end
  return sum < 0
end

-- Value of the cubic through four neighbouring values.
local function cubic(a, b, c, d, t)
  local k1 = (-a + 3 * b - 3 * c + d) / 6
  local k2 = (3 * a - 6 * b + 3 * c) / 6
  local k3 = (-3 * a + 3 * c) / 6
  local k4 = (a + 4 * b + c) / 6
  return (k3 + t * (k2 + t * k1)) * t + k4
end

-- Lengthens `points` in place by two straight steps at either end, then
-- follows the curve from the segment `first` on.
local function spline(points, subdivision, vector, axes, first)
  local count = wbcore.tablelength(points)
  local function beyond(last, before)
    return vector.add(last, vector.minus(last, before))
  end
  points[0] = beyond(points[1], points[2])
  points[-1] = beyond(points[0], points[1])
  points[count + 1] = beyond(points[count], points[count - 1])
  points[count + 2] = beyond(points[count + 1], points[count])
  local curve = {points[1]}
  for i = first, count - 1 do
    for j = 1, subdivision do
      local point = {}
      for _, axis in ipairs(axes) do
        point[axis] = cubic(points[i - 1][axis], points[i][axis], points[i + 1][axis], points[i + 2][axis],
          j / subdivision)
      end
      curve[#curve + 1] = point
    end
  end
  return curve
end

function wbgeometry.bspline2D(points, subdivision)
  return spline(points, subdivision, wbvector2, {'x', 'y'}, 0)
end

function wbgeometry.bspline3D(points, subdivision)
  return spline(points, subdivision, wbvector3, {'x', 'y', 'z'}, 1)
end

return wbgeometry
