-- POSTs bodies that never repeat: `@@@@@@@@@@@@@@@@` in the template becomes 16 fresh hex digits in each.
-- Arguments after `--`: template file, path, the first 8 of the digits; the others count.
local head, tail, path, prefix, number

function init(args)
  local file = assert(io.open(args[1], "rb"))
  local template = file:read("*a")
  file:close()
  head, tail = template:match("^(.-)@@@@@@@@@@@@@@@@(.*)$")
  path = args[2]
  prefix = args[3]
  number = 0
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "application/json"
end

function request()
  number = number + 1
  return wrk.format(nil, path, nil, head .. prefix .. string.format("%08x", number) .. tail)
end

function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format("FIGURES requests=%d micros=%d p50=%d p99=%d failed=%d\n",
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
