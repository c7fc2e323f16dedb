const patience = 5000
const MAX_BYTES = 64 * 1024

/**
 * Sends a request to a configured server: 5 s, 64 KB, no redirect to another address. Rejects for any
 * status other than 200. A request's content never selects the host.
 */
export async function askOutside(url: URL, init: RequestInit = {}): Promise<string> {
  const signal = AbortSignal.timeout(patience)
  const answer = await fetch(url, { ...init, redirect: 'error', signal })
  if (answer.status !== 200 || !answer.body) throw new Error(`${url.origin} answered ${answer.status}`)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body) {
    size += part.byteLength
    if (size > MAX_BYTES) throw new Error(`${url.origin} answered more than ${MAX_BYTES} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
