import { once } from 'node:events'
import { PassThrough } from 'node:stream'

/** Bytes buffered for a slow client, so that its line does not occupy the database connection for a usual result. */
const READ_AHEAD = 4 * 1024 * 1024
/** Maximum milliseconds in which a client receives nothing. */
const MAX_STALL = 60_000

/** The body of an answer that is written while a query is read. */
export function createPacedBody(): PassThrough {
  const body = new PassThrough({ writableHighWaterMark: 65_536, readableHighWaterMark: READ_AHEAD })
  // Errors are handled by the sender of the stream; until then this listener prevents an uncaught error.
  body.on('error', () => undefined)
  return body
}

/**
 * Returns a function that writes a part when the client has received enough of the previous ones. It rejects after the
 * client has disconnected, or has received nothing for a minute.
 */
export function writerTo(body: PassThrough): (part: string | Buffer) => Promise<void> {
  const closed = new AbortController()
  body.once('close', () => closed.abort())
  return async (part) => {
    if (closed.signal.aborted) throw closed.signal.reason
    if (body.write(part)) return
    await once(body, 'drain', { signal: AbortSignal.any([closed.signal, AbortSignal.timeout(MAX_STALL)]) })
  }
}
