import { randomBytes } from 'node:crypto'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'
import { DOCTOR_HEADER, type SeenRequest, signDoctor } from '../../modules/monitor/doctor-route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type Check, fault, formatReason, good, warning } from './check.ts'

const ANSWER_MS = 10_000
/** An address that no client has (RFC 5737). */
const FORGED_ADDRESS = '192.0.2.66'
const examples = 'see the examples for Caddy, nginx and HAProxy in deploy/'

interface Answer {
  status: number
  body: string
}

/** Status 101 where the connection was upgraded. */
const ask = (url: URL, headers: Record<string, string>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const read = async (answer: IncomingMessage) => ({
      status: answer.statusCode ?? 0,
      body: await text(answer),
    })
    const sent = send(url, { headers, timeout: ANSWER_MS }, (answer) => {
      read(answer).then(resolve, reject)
    })
    sent.on('upgrade', (_answer, socket) => {
      socket.destroy()
      resolve({ status: 101, body: '' })
    })
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${ANSWER_MS / 1000} s`)))
    sent.on('error', reject)
    sent.end()
  })

const reachCheck = (base: URL): Check => ({
  title: 'public address',
  async run() {
    const remedy =
      'check DNS, the certificate of the proxy, and that the proxy reaches the server (HOST, PORT)'
    try {
      const { status, body } = await ask(new URL('/healthz', base), {})
      if (status === 200) return good(`${base.origin} ${body}`)
      return fault(`${base.origin}/healthz answers ${status}`, remedy)
    } catch (error) {
      return fault(`${base.origin}: ${formatReason(error)}`, remedy)
    }
  },
})

const headersCheck = (base: URL, secrets: Secrets): Check => ({
  title: 'headers of the proxy',
  async run() {
    const see = async (headers: Record<string, string>): Promise<SeenRequest | null> => {
      const url = new URL('/sys/doctor', base)
      const { status, body } = await ask(url, { ...headers, [DOCTOR_HEADER]: signDoctor(secrets) })
      return status === 200 ? (JSON.parse(body) as { result: SeenRequest | null }).result : null
    }
    const plain = await see({})
    if (!plain)
      return fault(
        'the server behind this address has another secret key, another version or another clock',
        'run this command with the settings of that server',
      )
    const forged = await see({ 'x-forwarded-for': FORGED_ADDRESS })
    if (forged?.address === FORGED_ADDRESS)
      return fault(
        'a client can forge its address',
        `let the proxy overwrite X-Forwarded-For; without a proxy, remove TRUSTED_PROXY; ${examples}`,
      )
    if (plain.isForwarded && !plain.isTrusted)
      return fault(
        `the server takes the proxy ${plain.peer} for the client of every request`,
        `set TRUSTED_PROXY=${plain.peer}`,
      )
    if (plain.host !== base.host)
      return fault(
        `the server takes ${plain.host} for its host, and refuses the sockets of pages`,
        `let the proxy pass on the header Host; ${examples}`,
      )
    if (!plain.isForwarded)
      return warning(
        `no X-Forwarded-For arrives; the client of this request is ${plain.address}`,
        `correct without a proxy; with one, let it send X-Forwarded-For; ${examples}`,
      )
    return good(`the client of this request is ${plain.address}`)
  },
})

const socketCheck = (base: URL, secrets: Secrets): Check => ({
  title: 'live sockets',
  async run() {
    const headers = {
      [DOCTOR_HEADER]: signDoctor(secrets),
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    }
    const answer = await ask(new URL('/sys/doctor', base), headers).then(
      ({ status }) => status,
      (error: unknown) => formatReason(error),
    )
    if (answer === 101) return good('the connection is upgraded')
    return fault(
      `the connection is not upgraded (${answer})`,
      `let the proxy pass on Upgrade and Connection; ${examples}`,
    )
  },
})

/** What clients find at the public address of the server; without the secret key the server answers only whether it is alive. */
export const listAddressChecks = (base: URL, secrets: Secrets | null): Check[] => [
  reachCheck(base),
  ...(secrets ? [headersCheck(base, secrets), socketCheck(base, secrets)] : []),
]
