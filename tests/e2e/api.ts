import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { getProduct, passwords } from './server.ts'

/** What came back: the HTTP status, the envelope, the headers. */
export interface Reply {
  status: number
  body: Envelope
  headers: Headers
}

interface Envelope {
  success: boolean
  code: number
  message: string
  // Tests look into answers freely; what is not there fails them.
  // biome-ignore lint/suspicious/noExplicitAny: an answer's shape is what the tests find out.
  result: any
  timestamp: number
}

export interface Send {
  as?: string
  body?: unknown
  /** Sent as it is, with the JSON content type. */
  text?: string
  headers?: Record<string, string>
  prefix?: string
}

/** A client of one product; it signs each user in once. */
export class Client {
  readonly #tokens = new Map<string, Promise<string>>()

  constructor(readonly base: string) {}

  async send(
    method: string,
    path: string,
    { as, body, text, headers, prefix = '/jeecg-boot' }: Send = {},
  ): Promise<Reply> {
    const sent = text ?? (body === undefined ? undefined : JSON.stringify(body))
    const answer = await fetch(`${this.base}${prefix}${path}`, {
      method,
      headers: {
        ...(as && { 'X-Access-Token': await this.token(as) }),
        ...(sent !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent }),
    })
    const raw = await answer.text()
    return { status: answer.status, body: raw === '' ? null : JSON.parse(raw), headers: answer.headers }
  }

  get = (as: string, path: string): Promise<Reply> => this.send('GET', path, { as })
  post = (as: string, path: string, body: unknown, headers = {}): Promise<Reply> =>
    this.send('POST', path, { as, body, headers })
  put = (as: string, path: string, body: unknown, headers = {}): Promise<Reply> =>
    this.send('PUT', path, { as, body, headers })

  token(username: string): Promise<string> {
    const known = this.#tokens.get(username) ?? this.login(username).then((reply) => reply.body.result.token)
    this.#tokens.set(username, known)
    return known
  }

  login(username: string): Promise<Reply> {
    const password = username === 'admin' ? passwords.admin : passwords.demo
    return this.send('POST', '/sys/login', { body: { username, password } })
  }
}

/** The product that all files share. */
export const shared = (): Client => new Client(getProduct().url)

export const bills = '/resource/stock/in-bill'
export const books = '/resource/catalog/gazetteer'

export const row = (more = {}) => ({
  fspmc: '宣纸',
  spid: 'test-goods',
  funit: '册',
  fnum: 2,
  fprice: 10.5,
  ftaxrate: 13,
  ...more,
})
export const bill = (more = {}) => ({ fdate: '2026-11-21', fwarehouse: 'CK01', items: [row()], ...more })

/** How many share a processor at this moment; 1 where nobody has to wait. */
export function crowd(): number {
  let running = 0
  try {
    running = Number(readFileSync('/proc/loadavg', 'utf8').split(' ')[3]?.split('/')[0])
  } catch {
    // Only Linux reports running tasks; elsewhere the load of the last minute is used.
  }
  return Math.max(1, Math.max(running, loadavg()[0] ?? 0) / availableParallelism())
}

const askEvery = 50

/**
 * Asks again until it holds. The limit is what the product promises of a machine that it has for itself: on one that
 * does other work as well, the share that is left counts, and what asking takes does not.
 */
export async function until(holds: () => Promise<boolean> | boolean, limitMs: number): Promise<void> {
  for (let left = limitMs; !(await holds()); left -= askEvery / crowd()) {
    if (left <= 0) throw new Error(`not within ${limitMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, askEvery))
  }
}

/** A small screen that no shipped one resembles: a head with a guarded column, and a detail. */
export const card = (more = {}) => ({
  version: 2,
  kind: 'screen',
  id: 'base/e2e-card',
  title: '借阅证',
  perm: 'e2e:cards',
  roles: {
    clerk: ['list', 'detail', 'add', 'edit'].map((word) => `e2e:cards:${word}`),
    reader: ['e2e:cards:list'],
  },
  menu: { parent: 'base', order: 90 },
  table: { name: 'e2e_card' },
  fields: [
    { key: 'fname', title: '姓名', type: 'input', query: 'like', validateRules: [{ required: true }] },
    { key: 'fdeposit', title: '押金', type: 'inputNumber', scale: 2, access: { read: 'e2e:deposit' } },
    {
      key: 'loans',
      title: '借阅',
      type: 'table',
      table: { name: 'e2e_card_loan', fk: 'fcardid' },
      fields: [
        { key: 'ftitle', title: '书名', type: 'input' },
        { key: 'ffine', title: '罚金', type: 'inputNumber', scale: 2, access: { read: 'e2e:deposit' } },
      ],
    },
  ],
  ...more,
})
