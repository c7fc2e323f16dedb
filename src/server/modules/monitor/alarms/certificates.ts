import { connect } from 'node:tls'

const TIMEOUT_MS = 5000
/** Milliseconds for which an expiry is not read again. */
const KEEP_MS = 3_600_000

/** When the certificate of a host ends; null where it cannot be read now. */
export type ReadExpiry = (host: string) => Promise<Date | null>

/** `host` or `host:port`. */
export const readExpiry: ReadExpiry = (address) => {
  const [host = '', port = '443'] = address.split(':')
  return new Promise((resolve) => {
    // An untrusted certificate has an end as well.
    const socket = connect({ host, port: Number(port), servername: host, rejectUnauthorized: false }, () => {
      const { valid_to: end } = socket.getPeerCertificate()
      socket.destroy()
      resolve(end ? new Date(end) : null)
    })
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy())
    socket.on('error', () => resolve(null))
    socket.on('close', () => resolve(null))
  })
}

/** Reads each host once an hour. */
export function createExpiryReader(): ReadExpiry {
  const expiries = new Map<string, { end: Date | null; until: number }>()
  return async (host) => {
    const found = expiries.get(host)
    if (found && found.until > Date.now()) return found.end
    const end = await readExpiry(host)
    expiries.set(host, { end, until: Date.now() + KEEP_MS })
    return end
  }
}
