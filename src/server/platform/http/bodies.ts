import type { IncomingMessage, Server } from 'node:http'

/** What a body has to keep to while it arrives. */
export interface BodyTimeouts {
  /** Milliseconds without a byte. */
  idle: number
  /** Bytes per second on average, once `idle` milliseconds are over. */
  minRate: number
  /** Bytes of one body, whatever its route takes. */
  maxBytes: number
}

interface Arrival {
  request: IncomingMessage
  /** `bytesRead` of the connection when the body began, and at the last look. */
  start: number
  seen: number
  /** Milliseconds in which we were ready to read, and the last ones of them without a byte. */
  waited: number
  quiet: number
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Closes connections whose body stops arriving, arrives too slowly or is too long; also what is left of a body after
 * its request was refused. Call the returned function for each request.
 */
export function watchBodies(server: Server, bounds: BodyTimeouts): (request: IncomingMessage) => void {
  const arrivals = new Set<Arrival>()
  const every = Math.min(1000, bounds.idle / 4)

  const isLost = (arrival: Arrival): boolean => {
    const { request, start } = arrival
    // What the server does not read yet cannot arrive.
    if (request.readableFlowing !== true) return false
    const read = request.socket.bytesRead
    arrival.waited += every
    arrival.quiet = read === arrival.seen ? arrival.quiet + every : 0
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
  }, every).unref()
  server.on('close', () => clearInterval(timer))

  return (request) => {
    if (!hasBody(request)) return
    const start = request.socket.bytesRead
    arrivals.add({ request, start, seen: start, waited: 0, quiet: 0 })
  }
}
