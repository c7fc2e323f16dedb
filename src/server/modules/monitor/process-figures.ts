import { statfs } from 'node:fs/promises'
import { availableParallelism, cpus, freemem, loadavg, totalmem } from 'node:os'
import { type IntervalHistogram, monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

/** What this process and its machine use, since the last reading where it is an amount of time. Bytes, milliseconds, shares of 1. */
export interface ProcessFigures {
  processors: number
  systemCpu: number
  processCpu: number
  load: number
  memoryTotal: number
  memoryFree: number
  resident: number
  heapLimit: number
  heapTotal: number
  heapUsed: number
  buffers: number
  /** Open handles and requests of the runtime. */
  resources: number
  collections: number
  collectionTime: number
  loopDelay: number
}

const NANOSECONDS_PER_MS = 1e6
const MICROSECONDS_PER_MS = 1000

function readCpuTimes(): { busy: number; all: number } {
  let [busy, all] = [0, 0]
  for (const { times } of cpus()) {
    const sum = times.user + times.nice + times.sys + times.idle + times.irq
    all += sum
    busy += sum - times.idle
  }
  return { busy, all }
}

/** Reads the figures of the process; begins to measure with `start`. */
export class ProcessReader {
  readonly #delay: IntervalHistogram = monitorEventLoopDelay({ resolution: 20 })
  #pauses = 0
  #pauseTime = 0
  #processor = process.cpuUsage()
  #machine = readCpuTimes()
  #time = performance.now()
  readonly #observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      this.#pauseTime += duration
      this.#pauses += 1
    }
  })

  start(): void {
    this.#delay.enable()
    this.#observer.observe({ entryTypes: ['gc'] })
  }

  stop(): void {
    this.#delay.disable()
    this.#observer.disconnect()
  }

  /** The figures since the last call. */
  take(): ProcessFigures {
    const processors = availableParallelism()
    const [machine, time, used] = [readCpuTimes(), performance.now(), process.cpuUsage(this.#processor)]
    const passed = Math.max(1, time - this.#time)
    const all = machine.all - this.#machine.all
    const { rss, heapTotal, heapUsed, arrayBuffers } = process.memoryUsage()
    const figures: ProcessFigures = {
      processors,
      systemCpu: all > 0 ? (machine.busy - this.#machine.busy) / all : 0,
      processCpu: Math.min(1, (used.user + used.system) / MICROSECONDS_PER_MS / passed / processors),
      load: loadavg()[0] ?? 0,
      memoryTotal: totalmem(),
      memoryFree: freemem(),
      resident: rss,
      heapLimit: getHeapStatistics().heap_size_limit,
      heapTotal,
      heapUsed,
      buffers: arrayBuffers,
      resources: process.getActiveResourcesInfo().length,
      collections: this.#pauses,
      collectionTime: this.#pauseTime,
      loopDelay: this.#delay.count > 0 ? this.#delay.percentile(99) / NANOSECONDS_PER_MS : 0,
    }
    this.#processor = process.cpuUsage()
    this.#machine = machine
    this.#time = time
    this.#delay.reset()
    this.#pauses = 0
    this.#pauseTime = 0
    return figures
  }
}

/** A disk, in bytes. */
export interface DiskFigures {
  name: string
  total: number
  free: number
}

/** The disks of folders; folders on one disk count once, under the first name. */
export async function readDisks(folders: readonly { name: string; path: string }[]): Promise<DiskFigures[]> {
  const disks = new Map<string, DiskFigures>()
  for (const { name, path } of folders) {
    const found = await statfs(path).catch(() => null)
    if (!found) continue
    const [total, free] = [found.blocks * found.bsize, found.bavail * found.bsize]
    const key = `${found.type} ${total} ${found.bfree}`
    if (!disks.has(key)) disks.set(key, { name, total, free })
  }
  return [...disks.values()]
}
