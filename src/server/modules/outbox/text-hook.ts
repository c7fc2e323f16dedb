import type { Message } from '../../platform/sender.ts'
import { fetchExternalText } from '../session/interface.ts'
import { computeSignature } from './outside/post.ts'

/**
 * Posts a text message as JSON `{id, to, text}` to the configured address, which answers 200 when it accepts it. The headers
 * `x-timestamp` (seconds) and `x-signature` let the receiver refuse forged and repeated requests; `id` is the same in repeats.
 */
export async function postText(
  url: string,
  secret: string | null,
  { to, text }: Message,
  id: string,
): Promise<void> {
  const body = JSON.stringify({ id, to, text })
  const timestamp = String(Math.floor(Date.now() / 1000))
  await fetchExternalText(new URL(url), {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-timestamp': timestamp,
      ...(secret !== null && { 'x-signature': `sha256=${computeSignature(secret, timestamp, body)}` }),
    },
  })
}
