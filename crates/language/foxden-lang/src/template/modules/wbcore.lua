-- Tables: copies and lengths.
local wbcore = {}

-- An independent copy, keys and metatables included.
function wbcore.deepcopy(value)
  if type(value) ~= 'table' then
    return value
  end
  local copy = {}
  for key, item in next, value do
    copy[wbcore.deepcopy(key)] = wbcore.deepcopy(item)
  end
  local meta = getmetatable(value)
  return meta and setmetatable(copy, wbcore.deepcopy(meta)) or copy
end

-- Items of an array up to its first gap.
function wbcore.tablelength(array)
  local length = 0
  while array[length + 1] ~= nil do
    length = length + 1
  end
  return length
end

return wbcore
