const REQUEST_TIMEOUT_MS = 5000
const MAX_BYTES = 64 * 1024

/**
 * Sends a request to a configured server: 5 s, 64 KB, no redirect to another address. Resolves with any status and the
 * whole body as text. A request's content never selects the host.
 */
export async function fetchExternal(
  url: URL,
  init: RequestInit = {},
): Promise<{ answer: Response; text: string }> {
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  const answer = await fetch(url, { ...init, redirect: 'error', signal })
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body ?? []) {
    size += part.byteLength
    if (size > MAX_BYTES) throw new Error(`${url.origin} answered more than ${MAX_BYTES} bytes`)
    parts.push(part)
  }
  return { answer, text: Buffer.concat(parts).toString('utf8') }
}

/** `fetchExternal` for a server whose only good answer is 200 with a body; rejects for any other. */
export async function fetchExternalText(url: URL, init?: RequestInit): Promise<string> {
  const { answer, text } = await fetchExternal(url, init)
  if (answer.status !== 200 || !answer.body) throw new Error(`${url.origin} answered ${answer.status}`)
  return text
}
