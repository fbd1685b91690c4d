-- Paths.
local wbfile = {}

-- The folder of a path, without the last slash.
function wbfile.getpathwithoutfilename(path)
  local folder = path:gsub('\\', '/'):match('^(.*)/')
  return folder
end

return wbfile
