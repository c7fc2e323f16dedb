// Loaded into a measured server: answers each message with the event loop's delay and the processor time
// since the message before it.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const MILLISECOND = 1e6
const MICROSECONDS = 1e6
let since = process.cpuUsage()
const histogram = monitorEventLoopDelay({ resolution: 10 })
histogram.enable()

process.on('message', () => {
  const { user, system } = process.cpuUsage(since)
  process.send?.({
    p99: histogram.percentile(99) / MILLISECOND,
    max: histogram.max / MILLISECOND,
    processor: (user + system) / MICROSECONDS,
  })
  histogram.reset()
  since = process.cpuUsage()
})
// The channel does not keep a stopping server alive.
process.channel?.unref()
