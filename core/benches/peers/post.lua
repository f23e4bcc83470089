-- For wrk: posts the file that is named first, or asks with GET where none is; then says in a line of JSON
-- what came of it.

function init(arguments)
  if arguments[1] then
    local file = assert(io.open(arguments[1], "rb"))
    wrk.method, wrk.body = "POST", file:read("*a")
    wrk.headers["Content-Type"] = "text/plain"
    file:close()
  end
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format('{"requests": %d, "seconds": %f, "failed": %d, "p99": %f}\n',
    summary.requests, summary.duration / 1e6, failed, latency:percentile(99) / 1e6))
end
