import fc from 'fast-check'
import { createClient, type Reply } from '../abuse/client.ts'

/** The description of an interface, as far as requests are made from it. */
interface Description {
  paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>
}

interface Operation {
  method: string
  path: string
  /** Names of its query. */
  query: string[]
}

/** What would end the trial itself: its sessions, its users, its service. */
const leftOut = /logout|maintenance|online\/|session|password|forceLogout|\/sys\/user\/|restart/i

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e309',
    'null',
    '%00',
    "'",
    '../..',
    '*',
    '{',
    '[]',
    '中文',
    '1,2,3',
    '2026-02-30',
  ),
  fc.integer().map(String),
)
const anyBody = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.constantFrom('', '{', '[', 'null', '[[]]', '{"id":1}', '"text"'),
)
const drawOne = <T>(arbitrary: fc.Arbitrary<T>): T => fc.sample(arbitrary, 1)[0] as T

/** Reads all operations that a user may be refused or answered. */
async function listOperations(url: string, token: string): Promise<Operation[]> {
  const answer = await fetch(`${url}/api-docs`, { headers: { 'x-access-token': token } })
  const { paths } = (await answer.json()) as Description
  return Object.entries(paths).flatMap(([path, methods]) =>
    leftOut.test(path)
      ? []
      : Object.entries(methods).map(([method, { parameters = [] }]) => ({
          method: method.toUpperCase(),
          path,
          query: parameters.flatMap((parameter) => (parameter.in === 'query' ? [parameter.name] : [])),
        })),
  )
}

/** Sends malformed requests one after the other; `onReply` receives the answers with what was asked. */
export async function openFuzz(
  url: string,
  token: string,
  screens: readonly string[],
  onReply: (reply: Reply, asked: string) => void,
): Promise<{ send(): Promise<void> }> {
  const send = createClient(url, 8)
  const operations = await listOperations(url, token)
  const fill = (path: string): string => {
    const [group = '', name = ''] = drawOne(fc.constantFrom(...screens)).split('/')
    return path.replace(/\{(\w+)\}/g, (_, key: string) => {
      if (key === 'group') return group
      if (key === 'name') return name
      return encodeURIComponent(drawOne(anyText))
    })
  }
  return {
    async send() {
      const { method, path, query } = drawOne(fc.constantFrom(...operations))
      const parameters = query
        .filter(() => Math.random() < 0.6)
        .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(drawOne(anyText))}`)
      const asked = `${fill(path.replace(/^\/jeecg-boot/, ''))}?${parameters.join('&')}`
      const body = method === 'GET' || method === 'HEAD' ? {} : { body: drawOne(anyBody) }
      onReply(await send(asked, { method, token, timeoutMs: 30_000, ...body }), `${method} ${asked}`)
    },
  }
}
