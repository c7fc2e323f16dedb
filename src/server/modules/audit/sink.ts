import { createSocket } from 'node:dgram'
import { createReadStream } from 'node:fs'
import { appendFile, readdir } from 'node:fs/promises'
import { connect, isIPv6 } from 'node:net'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { createGunzip } from 'node:zlib'
import type { AuditSink } from '../../platform/audit-sink-config.ts'
import type { Config } from '../../platform/config.ts'

const SINK_TIMEOUT_MS = 5000
/** Facility 13 (log audit), severity 5 (notice) of RFC 5424. */
const PRIORITY = 13 * 8 + 5

type SyslogSink = Extract<AuditSink, { kind: 'syslog' }>

const syslogMessage = (line: string): string =>
  `<${PRIORITY}>1 ${new Date().toISOString()} ${hostname() || '-'} gazetteer-office ${process.pid} audit - ${line}`

/** One datagram (RFC 5426), or one message with its length over a connection of its own (RFC 6587). */
const sendSyslog = ({ protocol, host, port }: SyslogSink, line: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const message = syslogMessage(line)
    if (protocol === 'udp') {
      const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
      socket.send(message, port, host, (error) => {
        socket.close()
        if (error) reject(error)
        else resolve()
      })
      return
    }
    const socket = connect({ host, port, timeout: SINK_TIMEOUT_MS })
    socket.on('timeout', () => socket.destroy(new Error(`${host}:${port} did not answer`)))
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.on('connect', () => socket.end(`${Buffer.byteLength(message)} ${message}`))
    socket.resume()
  })

async function ask(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.timeout(SINK_TIMEOUT_MS),
  })
  if (!answer.ok) throw new Error(`${new URL(url).origin} answered ${answer.status}`)
  return answer
}

/** The configured sink, or the file in the data folder. */
export const getSink = ({ auditSink, dataDir }: Pick<Config, 'auditSink' | 'dataDir'>): AuditSink =>
  auditSink ?? { kind: 'file', path: join(dataDir, 'audit.log') }

/** Sends a line to the sink. A file is opened for each line, so that it can be rotated. */
export async function sendLine(sink: AuditSink, line: string): Promise<void> {
  if (sink.kind === 'syslog') return await sendSyslog(sink, line)
  if (sink.kind === 'file')
    return await appendFile(sink.path, `${new Date().toISOString()} ${line}\n`, { mode: 0o600 })
  const headers = { 'content-type': 'text/plain; charset=utf-8' }
  await (await ask(sink.url, { method: 'POST', body: line, headers })).body?.cancel()
}

/** The lines of a file and of its rotated ones, such as `audit.log.1`, `audit.log-20261201` and `audit.log.2.gz`. */
async function* readFileLines(path: string): AsyncGenerator<string> {
  const name = basename(path)
  const names = await readdir(dirname(path)).catch(() => [])
  for (const entry of names) {
    if (!entry.startsWith(name) || !/^([.-]|$)/.test(entry.slice(name.length))) continue
    const bytes = createReadStream(join(dirname(path), entry))
    yield* createInterface({ input: entry.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes })
  }
}

/** The lines that the sink has received, a GET for an address; null where it cannot be read. */
export async function readLines(sink: AuditSink): Promise<AsyncIterable<string> | Iterable<string> | null> {
  if (sink.kind === 'syslog') return null
  if (sink.kind === 'file') return readFileLines(sink.path)
  const { body } = await ask(sink.url, { method: 'GET' })
  return body ? createInterface({ input: Readable.fromWeb(body as ReadableStream) }) : []
}
