import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { computeSignature } from '../../outbox/interface.ts'
import { addressFault, safeLookup } from './safe-address.ts'

/** Milliseconds for a whole request. */
const TIMEOUT_MS = 10_000

/** A refusal that no further attempt changes. */
export class NeverSent extends Error {}

interface Target {
  hosts: readonly string[]
  secret: string
}

/**
 * Posts a signed body; resolves when the other system accepts it with a status of 200 to 299. Only hosts of the list, no
 * address of this machine or of a private network, no redirect, 10 s; nothing of the answer is read but its status.
 */
export async function postSigned(
  address: string,
  { id, body }: { id: string; body: string },
  { hosts, secret }: Target,
): Promise<void> {
  const url = new URL(address)
  const fault = addressFault(url, hosts)
  if (fault !== undefined) throw new NeverSent(fault)
  const timestamp = String(Math.floor(Date.now() / 1000))
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = send(
      url,
      {
        method: 'POST',
        agent: false,
        lookup: safeLookup(hosts),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          'x-delivery': id,
          'x-timestamp': timestamp,
          'x-signature': `sha256=${computeSignature(secret, timestamp, body)}`,
        },
      },
      resolve,
    )
    sent.on('error', reject)
    sent.end(body)
  })
  answer.destroy()
  const { statusCode = 0 } = answer
  if (statusCode >= 300 && statusCode < 400) throw new Error(`对方转到别的地址（${statusCode}），不跟随`)
  if (statusCode < 200 || statusCode >= 300) throw new Error(`对方答复 ${statusCode}`)
}
