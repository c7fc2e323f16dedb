import type { IncomingMessage, Server } from 'node:http'

/** The limits of a body while it arrives. */
export interface BodyTimeouts {
  /** Maximum milliseconds without a byte. */
  idle: number
  /** Minimum bytes per second on average, after `idle` milliseconds. */
  minRate: number
  /** Maximum bytes of a body, on any route. */
  maxBytes: number
}

interface BodyProgress {
  request: IncomingMessage
  /** `bytesRead` of the connection at the start of the body, and at the last check. */
  start: number
  seen: number
  /** Milliseconds in which the server was ready to read, and the last of them without a byte. */
  waited: number
  quiet: number
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Closes connections whose body stops arriving, arrives too slowly or is too long; also for the rest of a body after
 * its request was refused. Call the returned function for each request.
 */
export function watchBodies(server: Server, bounds: BodyTimeouts): (request: IncomingMessage) => void {
  const arrivals = new Set<BodyProgress>()
  const interval = Math.min(1000, bounds.idle / 4)

  const isLost = (arrival: BodyProgress): boolean => {
    const { request, start } = arrival
    // A body cannot arrive while the server does not read it.
    if (request.readableFlowing !== true) return false
    const read = request.socket.bytesRead
    arrival.waited += interval
    arrival.quiet = read === arrival.seen ? arrival.quiet + interval : 0
    arrival.seen = read
    const bytes = read - start
    const allowed = bounds.idle + (bytes / bounds.minRate) * 1000
    return arrival.quiet >= bounds.idle || arrival.waited > allowed || bytes > bounds.maxBytes
  }
  const timer = setInterval(() => {
    for (const arrival of arrivals) {
      const { complete, socket } = arrival.request
      if (complete || socket.destroyed) arrivals.delete(arrival)
      else if (isLost(arrival)) socket.destroy()
    }
  }, interval).unref()
  server.on('close', () => clearInterval(timer))

  return (request) => {
    if (!hasBody(request)) return
    const start = request.socket.bytesRead
    arrivals.add({ request, start, seen: start, waited: 0, quiet: 0 })
  }
}
