import fc from 'fast-check'
import type { InjectOptions, RouteOptions } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { clientParts } from '#app/client-parts.ts'
import { resolveComponent } from '#runtime/resolve/component.ts'
import { details } from '#runtime/schema/derive.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { buildIndexEntry } from '#server/documents/routes.ts'
import { publicRoutes } from '#server/platform/http/public-routes.ts'
import { apiPrefix, stripPrefix } from '#server/platform/http/route.ts'
import { openDemoProduct } from '../../support/demo-product.ts'

// The complete product on a database of its own. It starts before the tests are collected, because each
// registered route has tests of its own.
interface Route {
  method: string
  url: string
  access: NonNullable<RouteOptions['config']>['access']
  listLoad: boolean
  /** The parameter names in its schemas. */
  words: string[]
  /** Its query may contain parameters that its schema does not name. */
  isOpen: boolean
}
const routes: Route[] = []
const { test, services, app, adminId, token, close } = await openDemoProduct({
  extend(instance) {
    instance.addHook('onRoute', ({ method, url, config: { access, listLoad = false } = {}, schema }) => {
      const words = [schema?.querystring, schema?.body].flatMap((part) =>
        Object.keys((part as { properties?: object } | undefined)?.properties ?? {}),
      )
      const query = schema?.querystring as { additionalProperties?: boolean } | undefined
      const isOpen = query?.additionalProperties !== false
      for (const verb of [method].flat()) routes.push({ method: verb, url, access, listLoad, words, isOpen })
    })
  },
})
afterAll(close)

const { db } = test
await db.app
  .insertInto('sys_user')
  .values({ id: 'nobody', username: 'nobody', realname: '无权', password: '-', org_code: 'A01' })
  .execute()
const nobody = await services.sessions.open('nobody', { ip: '127.0.0.1', agent: 'test' })
const tokens = { nobody, admin: token }

const formatName = ({ method, url }: Route) => `${method} ${url}`
const guarded = routes.filter(({ access }) => access !== 'public')
/** Each GET also answers HEAD, without a body. */
const spoken = routes.filter(({ method }) => method !== 'HEAD')
const screens = services.documents
  .entries()
  .flatMap(({ document }) => (document.kind === 'screen' ? [document] : []))

const reports = services.documents
  .entries()
  .flatMap(({ document }) => (document.kind === 'report' ? [document] : []))

const ledgers = services.documents
  .entries()
  .flatMap(({ document }) => (document.kind === 'ledger' ? [document] : []))

/** The addresses of a route: one for each document that it serves, and for each of its moves or own details. */
function buildAddresses(url: string): string[] {
  const fill = (values: Record<string, string>) =>
    url.replace(/:(\w+)|\*/g, (_, name = '*') => values[name] ?? 'x')
  if (url.includes('/:configId')) return reports.map(({ code }) => fill({ configId: code }))
  if (url.includes('/subform/'))
    return screens
      .flatMap((screen) => details(screen))
      .map(({ key, table }) => fill({ headId: table?.name ?? key }))
  if (url.includes('/:headId'))
    return screens.map(({ id }) => fill({ headId: id.replace('/', '.'), mode: 'normal' }))
  if (!url.includes('/:group/:name')) return [fill({ userId: adminId })]
  return (url.includes('/ledger/') ? ledgers : screens).flatMap((screen) => {
    const [group = '', name = ''] = screen.id.split('/')
    if (screen.kind === 'ledger') return [fill({ group, name })]
    if (url.includes('/:detail'))
      return details(screen).flatMap(({ key, own }) => (own ? [fill({ group, name, detail: key })] : []))
    const codes = screen.flow?.moves.map((move) => move.code) ?? ['x']
    return [...new Set(codes.map((code) => fill({ group, name, code })))]
  })
}

const call = (route: Route, url: string, options: InjectOptions = {}, token?: string) =>
  app.inject({
    ...options,
    method: route.method as 'GET',
    url,
    headers: { ...options.headers, ...(token !== undefined && { 'x-access-token': token }) },
  })
type Reply = Awaited<ReturnType<typeof call>>

/** Routes without an envelope by contract: a probe's text, a file's bytes, the description of the API. */
const bare = new Set([
  'GET /healthz',
  'GET /metrics',
  'GET /readyz',
  'GET /sys/common/static/*',
  'GET /sys/common/thumbnail/*',
  'GET /api-docs',
  'GET /api-docs/:group/:name',
  'GET /online/cgform/api/exportXls/:headId',
  'GET /online/cgform/api/exportXlsOld/:headId',
  'GET /online/cgform/field/download/:headId/:recordId/:field',
  'GET /online/cgreport/api/exportManySheetXls/:configId',
  'GET /online/cgreport/api/exportXls/:configId',
  'GET /resource/:group/:name/exportXls',
  'GET /sys/annountCement/exportXls',
  'GET /sys/annountCement/importTemplate',
  'GET /sys/annountCement/show/:id',
  'GET /sys/category/exportXls',
  'GET /sys/category/importTemplate',
  'GET /sys/checkRule/exportXls',
  'GET /sys/checkRule/importTemplate',
  'GET /sys/dataSource/exportXls',
  'GET /sys/dataSource/importTemplate',
  'GET /sys/dict/exportXls',
  'GET /sys/dict/importTemplate',
  'GET /sys/export/file',
  'GET /sys/fillRule/exportXls',
  'GET /sys/fillRule/importTemplate',
  'GET /sys/message/sysMessage/exportXls',
  'GET /sys/message/sysMessageTemplate/exportXls',
  'GET /sys/message/sysMessageTemplate/importTemplate',
  'GET /sys/position/exportXls',
  'GET /sys/position/importTemplate',
  'GET /sys/quartzJob/exportXls',
  'GET /sys/quartzJob/importTemplate',
  'GET /sys/role/exportXls',
  'GET /sys/role/importTemplate',
  'GET /sys/sysDepart/exportXls',
  'GET /sys/sysDepart/importTemplate',
  'GET /sys/user/exportXls',
  'GET /sys/user/getMultiUser',
  'GET /sys/user/importTemplate',
  'GET /resource/:group/:name/importTemplate',
])
const isEnvelope = (reply: Reply): boolean => {
  const { requestId, ...body } = JSON.parse(reply.body) as Record<string, unknown>
  const keys = ['code', 'message', 'result', 'success', 'timestamp']
  // A failure also contains the number of its request.
  if (requestId !== undefined && requestId !== reply.headers['x-request-id']) return false
  return JSON.stringify(Object.keys(body).sort()) === JSON.stringify(keys)
}

describe('the routes', () => {
  it('are answered with the prefix of the app and without it', async () => {
    expect(spoken.length).toBeGreaterThan(50)
    const url = '/sys/permission/getUserPermissionByToken?_t=1'
    for (const address of [url, apiPrefix + url]) {
      const reply = await app.inject({ url: address, headers: { 'x-access-token': tokens.admin } })
      expect(reply.json(), address).toMatchObject({ success: true })
    }
  })

  it.each([
    ['/jeecg-boot/sys/user', '/sys/user'],
    ['/jeecg-boot', '/'],
    ['/jeecg-boot?a=1', '/?a=1'],
    ['/jeecg-boot//sys', '//sys'],
    ['/jeecg-bootx/sys', '/jeecg-bootx/sys'],
    ['/sys/jeecg-boot/user', '/sys/jeecg-boot/user'],
  ])('have one prefix at the start: %s', (address, rest) => expect(stripPrefix(address)).toBe(rest))

  it('accept the parameter `_t`, which a page adds to each address', () => {
    expect(spoken.filter(({ isOpen }) => !isOpen).map(formatName)).toEqual([])
  })

  it('are public only when they are on the short list', () => {
    const open = new Set(spoken.filter(({ access }) => access === 'public').map(formatName))
    expect([...open].sort()).toEqual([...publicRoutes].sort())
  })
})

/** Everybody may read the own messages. */
const isCoded = (url: string): boolean => !/message[./]my-message/.test(url)
/** Its only panel is for everybody: the test of the module asks one with a code. */
const isForAll = (url: string): boolean => url.startsWith('/sys/arrangement/')
const coded = spoken.filter(({ access, url }) => access !== 'public' && access !== 'self' && !isForAll(url))
const REFUSALS_PER_ROUTE = 4

describe('the guarded routes', () => {
  // The access matrix beside this file asks every address of every document without a token, except by HEAD.
  it('declare their access, and answer 401 without a session', async () => {
    const faults: string[] = []
    for (const route of guarded) {
      const name = `${route.method} ${route.url}`
      if (!['string', 'function'].includes(typeof route.access)) faults.push(`${name} declares no access`)
      const [url = ''] = buildAddresses(route.url)
      const unknown = 'A'.repeat(43)
      for (const token of route.method === 'HEAD' ? [undefined, unknown] : [unknown]) {
        const reply = await call(route, url, {}, token)
        const { success, code } = route.method === 'HEAD' ? { success: false, code: 401 } : reply.json()
        if (reply.statusCode !== 401 || success !== false || code !== 401)
          faults.push(`${name}: ${reply.statusCode} ${code}`)
      }
    }
    expect(guarded.length).toBeGreaterThan(500)
    expect(faults).toEqual([])
  })

  it('refuse users without a code', async () => {
    const faults: string[] = []
    for (const [at, route] of coded.entries()) {
      const refused = route.listLoad ? '200 510' : '403 403'
      // Each route begins at another document.
      const addresses = buildAddresses(route.url).filter(isCoded)
      const start = (at * REFUSALS_PER_ROUTE) % addresses.length
      let refusals = 0
      for (const url of [...addresses.slice(start), ...addresses.slice(0, start)]) {
        if (refusals === REFUSALS_PER_ROUTE) break
        const reply = await call(route, url, {}, tokens.nobody)
        const answer = `${reply.statusCode} ${reply.json().code}`
        if (answer === refused) refusals += 1
        // A screen with an address of its own, or without such a move, is not found here.
        else if (answer !== '404 404') faults.push(`${route.method} ${url}: ${answer}`)
      }
      if (refusals === 0) faults.push(`${route.method} ${route.url} refuses nothing`)
    }
    expect(coded.length).toBeGreaterThan(500)
    expect(faults).toEqual([])
  })
})

const nasty = [
  ...['', ' ', '0', '-1', '1e999', 'NaN', '9'.repeat(400), 'null', 'true', '{}', '[]', '[{"field":"id"}]'],
  ...["'", "' or 1=1--", '"', '%', '%%', '*', '_', '\\', '`', ';', ',', 'a,,b', '>=', '> x', '!=', '..'],
  ...['\u0000', 'a\u0000b', '\ud800', '\u202e', '😀', '../../etc/passwd', '__proto__', 'constructor'],
  ...['2024-02-30', '99999-01-01', '2024-01-01 25:61:61', 'id', 'asc', 'x'.repeat(5000)],
]
const commonWords = [
  ...['id', 'ids', 'rev', 'pageNo', 'pageSize', 'column', 'order', 'field', 'queryKind', '_t', '__proto__'],
  ...['superQueryParams', 'superQueryMatchType', 'selections', 'items', 'createBy', 'fcode', 'fname'],
]
const fieldWords = [
  ...new Set(screens.flatMap((screen) => screen.fields.flatMap(({ key }) => [key, `${key}_begin`]))),
]

const text = fc.oneof(fc.constantFrom(...nasty), fc.string({ unit: 'binary', maxLength: 20 }))
const generateJunk = (route: Route) => {
  const words = [...commonWords, ...route.words, ...fieldWords]
  // The names of the route's own parameters pass its first check.
  const word = fc.oneof(
    ...(route.words.length > 0 ? [fc.constantFrom(...route.words)] : []),
    fc.constantFrom(...words),
    text,
  )
  const value = fc.oneof(text, fc.jsonValue({ maxDepth: 2 }))
  const object = fc.dictionary(word, value, { maxKeys: 8 })
  const json = fc.oneof(object, fc.record({ items: fc.array(object, { maxLength: 3 }) }), value)
  return fc.record({
    path: fc.oneof(fc.constantFrom(...buildAddresses(route.url)), text.map(encode).map(fillPath(route.url))),
    query: fc.array(fc.tuple(word, text), { maxLength: 6 }),
    payload: fc.oneof(
      json.map((it) => JSON.stringify(it)),
      text,
    ),
    type: fc.constantFrom(
      'application/json',
      'application/json',
      'text/plain',
      'multipart/form-data; boundary=x',
    ),
    key: fc.option(text.map(encode), { nil: undefined }),
    who: fc.constantFrom(tokens.admin, tokens.admin, tokens.nobody),
  })
}
const encode = (value: string) => encodeURIComponent(Buffer.from(value).toString())
const fillPath = (url: string) => (value: string) => url.replace(/:\w+|\*/g, value.slice(0, 600))

/** Internals that no answer may contain. */
const inside =
  /node_modules|\.ts:\d|\bat \w+ \(|\b(select|insert into|update|delete from) \w|syntax error|relation "|column "|operator does not|invalid input|violates|invalid byte|out of range for type|\bpg_|FST_ERR|ENOENT|TypeError|undefined/i

/** With one seed, so that a run repeats the same requests; more of them find more. */
const requestsPerRoute = Number(process.env.FUZZ_REQUESTS ?? 6)

describe.each(spoken)('$method $url', (route) => {
  it('answers malformed input with an envelope without internals', async () => {
    const isPublic = route.access === 'public'
    await fc.assert(
      fc.asyncProperty(generateJunk(route), async ({ path, query, payload, type, key, who }) => {
        const sends = route.method !== 'GET'
        const options: InjectOptions = {
          headers: {
            ...(sends && { 'content-type': type }),
            ...(key !== undefined && { 'idempotency-key': key }),
          },
          ...(sends && { payload }),
        }
        const search = new URLSearchParams(query.map(([name, value]) => [name, value]))
        // Signing out would end the test's own session.
        const reply = await call(route, `${path}?${search}`, options, isPublic ? undefined : who)
        const told = `${reply.statusCode} ${reply.body.slice(0, 500)}`
        expect(reply.statusCode, told).toBeLessThan(500)
        expect(reply.headers['x-request-id'], told).toBeTypeOf('string')
        if (!isPublic) expect(reply.statusCode, told).not.toBe(401)
        if (reply.statusCode === 200 && bare.has(formatName(route))) return
        expect(isEnvelope(reply), told).toBe(true)
        if (reply.json().success === false) expect(reply.body).not.toMatch(inside)
      }),
      { seed: 20_250_925, numRuns: requestsPerRoute, endOnFailure: true },
    )
  })
})

describe('the names that the server defines', () => {
  it('are the registered ones for effects and lookups', () => {
    for (const name of registeredNames.effects) expect(services.effects.get(name).name).toBe(name)
    const lookups = routes.flatMap(({ method, url }) => {
      const [, object, call] = /^\/system\/([^/]+)\/([^/]+)$/.exec(url) ?? []
      return method === 'POST' && object ? [`${object}.${call}`] : []
    })
    expect([...new Set(lookups)].sort()).toEqual([...registeredNames.lookups].sort())
  })

  it('are a document, a view of the client or a group for each component of the menu', async () => {
    const index = services.documents.entries().map((entry) => buildIndexEntry(entry, ''))
    const rows = await services.permissions.rows()
    const resolved = rows.flatMap(({ url, component }) =>
      component ? [resolveComponent({ path: url ?? '', component }, index, clientParts.pages)] : [],
    )
    expect(resolved.filter(({ kind }) => kind === 'missing')).toEqual([])
    const shown = resolved.flatMap((page) => (page.kind === 'view' ? [page.name] : []))
    expect(new Set(shown)).toEqual(new Set(clientParts.pages.keys()))
  })
})
