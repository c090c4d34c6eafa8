-- One wrk script for every workload; the first argument names it.
local workload, counter, thread = nil, 0, 0
local headers = { ["Content-Type"] = "application/json" }
local adminHeaders = { ["Content-Type"] = "application/json", ["Authorization"] = "Bearer owner" }
local users, sessions = nil, {}
local threads = {}
codes, tokens = {}, 0

-- Ids of one length, a line each, in one string: a table of a million is gone through at each collection
-- of garbage, for 50 ms and more, in which wrk reads no answer.
local Users = {}
Users.__index = Users

function Users.of(path)
  local file = assert(io.open(path))
  local text = file:read("*a")
  file:close()
  local length = (text:find("\n") or #text + 1) - 1
  return setmetatable({ text = text, length = length, count = math.floor((#text + 1) / (length + 1)) }, Users)
end

function Users:any()
  local first = math.random(0, self.count - 1) * (self.length + 1)
  return self.text:sub(first + 1, first + self.length)
end

function setup(t)
  t:set("number", thread)
  threads[#threads + 1] = t
  thread = thread + 1
end

local function keepCode(status, fields)
  local location = fields["Location"]
  local code = location and location:match("[?&]code=([^&]+)")
  if code then codes[#codes + 1] = code elseif status == 200 then tokens = tokens + 1 end
end

function init(args)
  workload = args[1]
  -- Where there is one, wrk makes a table of every answer, on the cores that are measured.
  if workload:find("^code") then response = keepCode end
  math.randomseed(os.time() + number * 7919)
  salt = string.format("%x%x", math.random(0, 0x7fffffff), number)
  if args[2] then users = Users.of(args[2]) end
  if args[3] then
    for line in io.lines(args[3]) do
      local email, idToken, refreshToken = line:match("(%S+) (%S+) (%S+)")
      sessions[#sessions + 1] = { email = email, idToken = idToken, refreshToken = refreshToken }
    end
  end
end

local function idp(sub, other)
  other = other or {}
  local email = (other.email or sub .. "@example.com"):gsub("@", "%%40")
  local session = other.idToken and '"idToken":"' .. other.idToken .. '",' or ""
  return '{"requestUri":"http://localhost","returnSecureToken":true,"returnIdpCredential":true,'
    .. session .. '"postBody":"providerId=' .. (other.provider or "google.com")
    .. '&id_token=%7B%22sub%22%3A%22' .. sub .. '%22%2C%22email%22%3A%22' .. email
    .. '%22%2C%22email_verified%22%3A' .. (other.isUnverified and "false" or "true")
    .. '%2C%22name%22%3A%22Ann%20Lee%22%7D"}'
end

local api = "/identitytoolkit.googleapis.com/v1/"

-- What the calls of many apps look like together, in percent: most read, few bring new users.
local mixture = {
  { 40, "lookup" }, { 18, "idpReturning" }, { 18, "refresh" }, { 12, "update" }, { 8, "query" },
  { 1, "mintES256" }, { 1, "needConfirmation" }, { 1, "idpNew" }, { 1, "signUp" },
}

local function oneOfMixture()
  local place = math.random(100)
  for _, part in ipairs(mixture) do
    place = place - part[1]
    if place <= 0 then return part[2] end
  end
end

function request()
  counter = counter + 1
  return requestOf(workload == "mixed" and oneOfMixture() or workload)
end

function requestOf(workload)
  if workload == "floor" then return wrk.format("GET", "/", headers) end
  if workload == "mintRS256" or workload == "mintES256" then
    local body = '{"algorithm":"' .. workload:sub(5) .. '","clientId":"bench",'
      .. '"account":{"sub":"known' .. math.random(1, 1000) .. '"}}'
    return wrk.format("POST", "/emulator/v1/issuers/oidc.bench/tokens", headers, body)
  end
  if workload == "codeRS256" or workload == "codeES256" then
    local issuer = "/issuers/oidc." .. workload:lower()
    local code = table.remove(codes)
    if code then
      return wrk.format("POST", issuer .. "/token",
        { ["Content-Type"] = "application/x-www-form-urlencoded" },
        "grant_type=authorization_code&client_id=bench&redirect_uri=https%3A%2F%2Fa.example%2Fcb&code="
        .. code)
    end
    return wrk.format("GET", issuer .. "/authorize?client_id=bench&response_type=code&scope=openid"
      .. "&redirect_uri=https%3A%2F%2Fa.example%2Fcb&emulator_auto=ann", headers)
  end
  if workload == "signUp" then
    local body = '{"email":"' .. salt .. "x" .. counter .. '@example.com","password":"secret1",'
      .. '"returnSecureToken":true}'
    return wrk.format("POST", api .. "accounts:signUp?key=k", headers, body)
  end
  if workload == "idpNew" then
    return wrk.format("POST", api .. "accounts:signInWithIdp?key=k", headers, idp(salt .. "n" .. counter))
  end
  if workload == "idpReturning" then
    return wrk.format("POST", api .. "accounts:signInWithIdp?key=k", headers, idp("known" .. math.random(0, users.count - 1)))
  end
  if workload == "link" then
    local session = sessions[math.random(#sessions)]
    return wrk.format("POST", api .. "accounts:signInWithIdp?key=k", headers,
      idp(salt .. "l" .. counter, { idToken = session.idToken }))
  end
  if workload == "needConfirmation" then
    local session = sessions[math.random(#sessions)]
    return wrk.format("POST", api .. "accounts:signInWithIdp?key=k", headers,
      idp(salt .. "c" .. counter,
        { provider = "facebook.com", email = session.email, isUnverified = true }))
  end
  if workload == "refresh" then
    return wrk.format("POST", "/securetoken.googleapis.com/v1/token?key=k",
      { ["Content-Type"] = "application/x-www-form-urlencoded" },
      "grant_type=refresh_token&refresh_token=" .. sessions[math.random(#sessions)].refreshToken)
  end
  local admin = api .. "projects/demo-project/"
  if workload == "update" then
    local body = '{"localId":"' .. users:any() .. '","displayName":"Ann '
      .. counter .. '"}'
    return wrk.format("POST", admin .. "accounts:update", adminHeaders, body)
  end
  if workload == "query" then
    local body = '{"expression":[{"email":"' .. users:any() .. '@example.com"}]}'
    return wrk.format("POST", admin .. "accounts:query", adminHeaders, body)
  end
  local body = '{"localId":["' .. users:any() .. '"]}'
  return wrk.format("POST", api .. "projects/demo-project/accounts:lookup", adminHeaders, body)
end

function done(summary, latency)
  local errors = summary.errors
  local tokens = 0
  for _, t in ipairs(threads) do tokens = tokens + t:get("tokens") end
  io.write(string.format('RESULT {"tokens":' .. tokens .. ',"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"failed":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
