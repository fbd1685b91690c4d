-- Makes the global world of a template: console, files and modules; no
-- clock, no chance, and no call that escapes the budget. `host` is what Rust
-- offers.
local host = ...
local raw = {
  pcall = pcall, xpcall = xpcall, setmetatable = setmetatable, tostring = tostring,
  select = select, error = error, load = load, find = string.find, gsub = string.gsub,
  sub = string.sub, tonumber = tonumber, type = type
}

-- A bound that was hit cannot be caught.
local function passing(...)
  if host.exceeded() then
    raw.error('interrupted', 0)
  end
  return ...
end
function pcall(...)
  return passing(raw.pcall(...))
end
function xpcall(...)
  return passing(raw.xpcall(...))
end

-- Finalisers run uncounted.
function setmetatable(object, meta)
  if type(meta) == 'table' and rawget(meta, '__gc') ~= nil then
    raw.error('__gc is not allowed in templates', 2)
  end
  return raw.setmetatable(object, meta)
end

-- Text only: precompiled chunks could break the engine.
function load(chunk, name, _, environment)
  if environment == nil then
    environment = _G
  end
  return raw.load(chunk, name, 't', environment)
end
loadstring = load
dofile, loadfile, collectgarbage, string.dump = nil, nil, nil, nil

-- Pattern matching is not counted either, so its worst case is bounded.
for _, name in ipairs({'find', 'match', 'gmatch', 'gsub'}) do
  local original = string[name]
  string[name] = function(text, pattern, ...)
    local repeats = 0
    if type(pattern) == 'string' then
      repeats = raw.select(2, raw.gsub(pattern, '[*+?-]', ''))
    end
    if repeats > 0 and (#raw.tostring(text)) ^ (repeats + 1) > 2e9 and raw.find(pattern, '^^') == nil
      or repeats > 1 and (#raw.tostring(text)) ^ repeats > 2e9 then
      raw.error('string.' .. name .. ': the pattern is too costly for a text of this length', 2)
    end
    return original(text, pattern, ...)
  end
end

-- A function of the language is one operation for the engine, however long its
-- text or list is. So work beyond a short length is counted by the host.
local SHORT = 256
local function length_of(value)
  local kind = type(value)
  return (kind == 'string' or kind == 'table') and rawlen(value) or 0
end
local function counted(...)
  local length = 0
  for i = 1, raw.select('#', ...) do
    length = length + length_of((raw.select(i, ...)))
  end
  if length > SHORT then
    host.charge(length)
  end
  return ...
end
for _, name in ipairs({'format', 'gmatch', 'gsub', 'lower', 'reverse', 'upper'}) do
  local original = string[name]
  string[name] = function(...)
    return counted(original(counted(...)))
  end
end
-- A part of a text costs its own length, and a search what it passes.
-- Short ones have a short way here: templates read files with a hundred thousand of them.
local find = string.find
function string.sub(...)
  local part = raw.sub(...)
  if #part > SHORT then
    host.charge(#part)
  end
  return part
end
local function passed(text, init, first, last, ...)
  local length = #raw.tostring(text)
  local from = raw.tonumber(init) or 1
  if from < 0 then
    from = length + from + 1
  end
  local work = (last or length) - from + 1
  if work > SHORT then
    host.charge(work)
  end
  return first, last, ...
end
function string.find(text, pattern, init, ...)
  if raw.type(text) == 'string' and #text <= SHORT and raw.type(pattern) == 'string' and #pattern <= 2 then
    return raw.find(text, pattern, init, ...)
  end
  return passed(text, init, find(text, pattern, init, ...))
end
local function match_of(text, first, last, ...)
  if first == nil then
    return nil
  elseif raw.select('#', ...) > 0 then
    return ...
  end
  return raw.sub(text, first, last)
end
function string.match(text, pattern, init)
  return match_of(text, passed(text, init, find(text, pattern, init)))
end
local repeated = string.rep
function string.rep(text, times, separator)
  local length = (#raw.tostring(text) + #raw.tostring(separator or '')) * (tonumber(times) or 0)
  if length > SHORT then
    host.charge(length)
  end
  return repeated(text, times, separator)
end
local concat, unpack_list = table.concat, table.unpack
function table.concat(list, ...)
  return counted(concat(counted(list, ...)))
end
function table.unpack(list, ...)
  return unpack_list(counted(list, ...))
end
-- These move the items behind the place.
local insert, remove, sort = table.insert, table.remove, table.sort
function table.insert(list, ...)
  if raw.select('#', ...) > 1 then
    counted(list)
  end
  return insert(list, ...)
end
function table.remove(list, ...)
  if raw.select('#', ...) > 0 then
    counted(list)
  end
  return remove(list, ...)
end
function table.sort(list, ...)
  return sort(counted(list), ...)
end

-- What Lua 5.1 had and the genuine program's engine keeps.
unpack = unpack or table.unpack
math.log10 = math.log10 or function(number) return math.log(number, 10) end
function table.maxn(list)
  local largest = 0
  for key in pairs(list) do
    if type(key) == 'number' and key > largest then
      largest = key
    end
  end
  return largest
end

math.random = host.random
math.randomseed = function() end

local function joined(...)
  local line = ''
  for i = 1, raw.select('#', ...) do
    line = line .. raw.tostring((raw.select(i, ...)))
  end
  return line
end
function print(...)
  host.write(0, joined(...) .. '\n')
end
local function stream(level)
  return {
    write = function(_, ...) host.write(level, joined(...)) end,
    flush = function() end
  }
end

-- A file that is open for reading is its text and a place in it.
local reader = {}
reader.__index = reader
function reader:read(format)
  format = format == nil and 'l' or raw.sub((raw.gsub(raw.tostring(format), '^%*', '')), 1, 1)
  if format == 'a' then
    local rest = raw.sub(self.text, self.at)
    self.at = #self.text + 1
    return rest
  end
  if self.at > #self.text then
    return nil
  end
  local last = raw.find(self.text, '\n', self.at, true) or #self.text + 1
  local line = raw.sub(self.text, self.at, last - 1)
  self.at = last + 1
  return format == 'n' and tonumber(line) or line
end
function reader:lines()
  return function() return self:read() end
end
function reader:close()
  return true
end
io = {
  stdout = stream(0), stderr = stream(1),
  write = function(...) host.write(0, joined(...)) end,
  open = function(path, mode)
    if mode ~= nil and not raw.find(mode, '^r') then
      return nil, 'templates open files for reading only'
    end
    local text, problem = host.read(path)
    if text == nil then
      return nil, problem
    end
    return raw.setmetatable({text = text, at = 1}, reader)
  end
}
os = {time = function() return 0 end, clock = function() return 0 end,
  getenv = function() return nil end, date = function() return '' end}

local loaded = {math = math, string = string, table = table, io = io, os = os}
function require(name)
  if loaded[name] == nil then
    local module = host.module(name)()
    loaded[name] = raw.setmetatable(module, {__index = function(_, key)
      raw.error('module `' .. name .. '` has no `' .. raw.tostring(key) .. '`', 2)
    end})
  end
  return loaded[name]
end
