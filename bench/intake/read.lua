-- GETs the URL again and again.
function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format("FIGURES requests=%d micros=%d p50=%d p99=%d failed=%d\n",
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
