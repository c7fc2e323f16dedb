// Loaded into a measured server: answers each message with the event loop's delay since the message before it.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const MILLISECOND = 1e6
const histogram = monitorEventLoopDelay({ resolution: 10 })
histogram.enable()

process.on('message', () => {
  process.send?.({
    p99: histogram.percentile(99) / MILLISECOND,
    max: histogram.max / MILLISECOND,
  })
  histogram.reset()
})
// The channel does not keep a stopping server alive.
process.channel?.unref()
