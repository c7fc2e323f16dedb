import { connect, type Socket } from 'node:net'
import { defineRefusals } from '../http/refusals.ts'

const refuse = defineRefusals({
  FILE_INFECTED: '文件「{name}」含有病毒（{signature}），没有保存。请先杀毒再上传；不是病毒的话请联系管理员',
  SCAN_LIMIT: '文件超过了查毒程序的上限，没有保存。请分成小的文件上传，或者请管理员调大上限',
})
const refuseDown = defineRefusals(
  { SCANNER_DOWN: '查毒程序没有应答，文件没有保存，请稍后重试；一直这样请联系管理员' },
  'UNAVAILABLE',
)

/** Where a clamd listens: a host with its port, or a socket of this machine. */
export type ClamdAddress = { host: string; port: number } | { path: string }

const DEFAULT_PORT = 3310
/** Without any progress; a large archive takes clamd a while. */
const SILENT_MS = 120_000
/** For an answer to PING. */
const PING_MS = 5000

/** `CLAMD_URL`: `tcp://host:3310` or `unix:///run/clamav/clamd.ctl`; undefined where uploads are not scanned. */
export function readClamd(text: string | undefined): ClamdAddress | undefined {
  if (text === undefined || text === '') return undefined
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol === 'unix:' && url.pathname.length > 1) return { path: url.pathname }
  if (url?.protocol === 'tcp:' && url.hostname !== '')
    return { host: url.hostname, port: Number(url.port) || DEFAULT_PORT }
  throw new Error(`CLAMD_URL=${text} 不能识别：应为 tcp://主机:3310 或 unix:///run/clamav/clamd.ctl`)
}

/** The length of a chunk as clamd reads it, before its bytes. */
function packLength(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/** The whole answer of clamd, which it also gives before the end of what it refuses. */
function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => {
      text += part
      if (text.includes('\0')) resolve(text.slice(0, text.indexOf('\0')))
    })
    const end = () => (text === '' ? reject(new Error('clamd has not answered')) : resolve(text))
    socket.on('error', (error) => (text === '' ? reject(error) : resolve(text)))
    socket.on('timeout', () => socket.destroy(new Error('clamd is silent')))
    socket.on('close', end)
  })
}

/** Waits until the socket takes more, or is gone. */
const drained = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      socket.off('drain', go).off('close', go)
      resolve()
    }
    socket.once('drain', go).once('close', go)
  })

/** Whether clamd answers at all. */
export async function isAlive(address: ClamdAddress): Promise<boolean> {
  const socket = connect({ ...address })
  socket.setTimeout(PING_MS)
  socket.write('zPING\0')
  try {
    return (await readAnswer(socket)) === 'PONG'
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

const cutCodes: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE'])
const isCut = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && cutCodes.has(error.code)

/**
 * Passes chunks on while clamd reads them too, as fast as the slower reader takes them. Throws after the last chunk when the file is
 * infected, could not be read whole or was not scanned, so that what receives the chunks keeps none of them.
 */
export async function* scanChunks(
  address: ClamdAddress,
  name: string,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const socket = connect({ ...address })
  socket.setTimeout(SILENT_MS)
  const answer = readAnswer(socket)
  // Awaited at the end; clamd may be gone before.
  answer.catch(() => undefined)
  try {
    socket.write('zINSTREAM\0')
    for await (const chunk of chunks) {
      if (chunk.length > 0 && socket.writable) {
        socket.write(packLength(chunk.length))
        if (!socket.write(chunk)) await drained(socket)
      }
      yield chunk
    }
    if (socket.writable) socket.write(packLength(0))
    const verdict = await answer.catch(async (cause: unknown) => {
      // It cuts a stream above its limit at once: its answer may be lost with the connection.
      if (isCut(cause) && (await isAlive(address))) throw refuse('SCAN_LIMIT', { cause })
      throw refuseDown('SCANNER_DOWN', { cause })
    })
    const signature = /^stream: (.+) FOUND$/.exec(verdict)?.[1]
    if (signature) throw refuse('FILE_INFECTED', { values: { name, signature } })
    if (verdict.includes('size limit exceeded')) throw refuse('SCAN_LIMIT')
    if (verdict !== 'stream: OK') throw refuseDown('SCANNER_DOWN', { cause: new Error(verdict) })
  } finally {
    socket.destroy()
  }
}
