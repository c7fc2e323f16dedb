import { createHmac } from 'node:crypto'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { addressFault, type Reach, safeLookup } from './safe-address.ts'

/** Milliseconds for a whole request. */
const TIMEOUT_MS = 10_000
/** Bytes of an answer that are read. */
const MAX_ANSWER = 16 * 1024

/** A refusal that no further attempt changes. */
export class NeverSent extends Error {}

/** What the other system answered is no acceptance. */
class Refused extends Error {}

/** Whether a request failed although the other system answered, or before it was asked: the next one need not wait. */
export const isAnswer = (error: unknown): boolean => error instanceof Refused || error instanceof NeverSent

/** Minutes between the attempts of a request to another system; after the last attempt it has failed. */
export const WEBHOOK_RETRY_MINUTES = [1, 5, 30, 120, 720] as const

/** The minutes until the next attempt, after this many; undefined where there is none. */
export const findPause = (
  error: unknown,
  attempts: number,
  minutes: readonly number[],
): number | undefined => (error instanceof NeverSent ? undefined : minutes[attempts - 1])

/** The signature of a request: HMAC-SHA256 over `<timestamp>.<body>`, in hexadecimal digits. */
export const computeSignature = (secret: string, timestamp: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')

interface Outgoing {
  body: string
  headers?: Readonly<Record<string, string>>
}

export interface Answer {
  status: number
  /** The beginning of the body. */
  text: string
}

async function readText(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.byteLength
    if (size >= MAX_ANSWER) break
  }
  return Buffer.concat(parts).toString('utf8').slice(0, MAX_ANSWER)
}

/** Why another system did not answer, in words. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.name === 'AbortError' || error.name === 'TimeoutError' ? '对方 10 秒内没有答复' : error.message
}

/**
 * Posts JSON to an address within the reach: no address of this machine or of a private network that is not listed, also not
 * behind a name, no redirect, 10 s for all. Resolves with any status but those of redirects.
 */
export async function postOutside(
  address: string,
  { body, headers = {} }: Outgoing,
  reach: Reach,
): Promise<Answer> {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const fault = url ? addressFault(url, reach) : '不是完整的地址'
  if (!url || fault !== undefined) throw new NeverSent(fault)
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = send(
      url,
      {
        method: 'POST',
        agent: false,
        lookup: safeLookup(reach.hosts),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
      },
      resolve,
    )
    sent.on('error', reject)
    sent.end(body)
  })
  const { statusCode: status = 0 } = answer
  try {
    if (status >= 300 && status < 400) throw new Refused(`对方转到别的地址（${status}），不跟随`)
    return { status, text: await readText(answer) }
  } finally {
    answer.destroy()
  }
}

/** The headers by which a receiver recognises a request as ours, and as new. */
export function signHeaders(secret: string, id: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  return {
    'x-delivery': id,
    'x-timestamp': timestamp,
    'x-signature': `sha256=${computeSignature(secret, timestamp, body)}`,
  }
}

/** Posts a signed body; resolves when the other system accepts it with a status of 200 to 299. */
export async function postSigned(
  address: string,
  { id, body }: { id: string; body: string },
  { secret, ...reach }: Reach & { secret: string },
): Promise<void> {
  const { status } = await postOutside(address, { body, headers: signHeaders(secret, id, body) }, reach)
  if (status < 200 || status >= 300) throw new Refused(`对方答复 ${status}`)
}
