import { fstatSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Logger, pino, stdSerializers } from 'pino'

/** Maximum bytes of log that wait for the reader of standard error. Further lines are dropped and counted. */
const MAX_WAITING_BYTES = 1024 * 1024

/** Milliseconds that `flush` waits for the reader. */
const MAX_FLUSH = 500

export interface Log {
  log: Logger
  /** Waits until all lines are written, at most MAX_FLUSH: there may be no reader. */
  flush(): Promise<void>
}

/**
 * What of an error may be written: its text, its place and the names that the database adds. Other properties may have values
 * of records, as the database's `detail` has ("Failing row contains ...").
 */
const loggedKeys = new Set([
  ...['type', 'message', 'stack', 'name', 'code', 'reason', 'status', 'statusCode'],
  ...['errno', 'syscall', 'path', 'address', 'port', 'severity', 'hint', 'position', 'routine'],
  ...['schema', 'table', 'column', 'dataType', 'constraint'],
])

/** An error as it is logged. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { aggregateErrors, ...described } = stdSerializers.err(error)
  const entries = Object.entries(described).filter(([key]) => loggedKeys.has(key))
  const inner = aggregateErrors && {
    aggregateErrors: aggregateErrors.map(({ raw }: { raw: unknown }) => describeError(raw)),
  }
  return { ...Object.fromEntries(entries), ...inner }
}

/** The one logger of the server: `write` receives its lines. */
export const createLog = (level: string, write: (line: string) => void): Logger =>
  pino({ level, base: null, serializers: { err: describeError } }, { write })

/**
 * The log on standard error. It never waits and never fails: a slow or missing reader and a full disk cost log
 * lines, not the server. Pino's own destination writes the rest at exit and repeats that without end when it fails.
 */
export function openLog(level: string): Log {
  const kind = fstatSync(2)
  // Node queues writes to pipes and sockets in memory. Writes to a file or terminal are immediate, so they are tried again
  // after a disk was full.
  const isQueued = kind.isFIFO() || kind.isSocket()
  const { stderr } = process
  stderr.on('error', () => undefined)
  let dropped = 0

  const tryWrite = (line: string): boolean => {
    if (isQueued) {
      if (stderr.writableLength > MAX_WAITING_BYTES) return false
      stderr.write(line)
      return true
    }
    try {
      writeSync(2, line)
      return true
    } catch {
      return false
    }
  }
  const droppedLine = (): string =>
    `${JSON.stringify({ level: 40, time: Date.now(), dropped, msg: 'log lines were dropped' })}\n`
  const write = (line: string): void => {
    if (dropped > 0 && tryWrite(droppedLine())) dropped = 0
    if (dropped > 0 || !tryWrite(line)) dropped++
  }

  return {
    log: createLog(level, write),
    async flush() {
      for (let waited = 0; stderr.writableLength > 0 && waited < MAX_FLUSH; waited += 10) await sleep(10)
    },
  }
}
