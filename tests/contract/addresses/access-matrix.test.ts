import type { FastifyRequest, InjectOptions, RouteOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { AppError } from '#runtime/kernel/errors.ts'
import { details, getPerm } from '#runtime/schema/derive.ts'
import type { SessionUser } from '#server/platform/http/requests/user.ts'
import { openDemoProduct } from '../../support/demo-product.ts'

/**
 * Each route of the product with each person, compared with the answer that follows from the route's own declaration
 * (`config.access`, `config.listLoad`) and from the grants in the database.
 */
interface Route {
  method: string
  url: string
  config: NonNullable<RouteOptions['config']>
}

const routes: Route[] = []
const { test, services, app, close } = await openDemoProduct({
  extend(instance) {
    instance.addHook('onRoute', ({ method, url, config = {} }) => {
      for (const verb of [method].flat()) routes.push({ method: verb, url, config: { ...config } })
    })
  },
})
const { db } = test
afterAll(close)

const people = ['administrator', 'clerk', 'auditor', 'other tenant', 'no token'] as const
type Person = (typeof people)[number]

/** The codes that a role of the person holds, as a pattern of SQL; the administrator needs none. */
const grants: Partial<Record<Person, string>> = {
  clerk: ':(list|detail|add|edit|export)$',
  auditor: ':(list|detail|audit|unaudit)$',
  'other tenant': ':(list|detail|add|edit|export)$',
}
/** The demo has a clerk of its own. */
const toId = (person: Person): string => `matrix-${person.replace(' ', '-')}`

async function addPerson(person: Person): Promise<void> {
  const id = toId(person)
  await sql`insert into sys_user (id, username, realname, password, org_code) values (${id}, ${id}, ${id}, '-', 'A01')`.execute(
    db.app,
  )
  const pattern = grants[person]
  if (pattern === undefined) {
    await sql`insert into sys_administrator (user_id, create_by) values (${id}, 'test')`.execute(db.app)
    return
  }
  if (person === 'other tenant')
    await sql`update sys_user set rel_tenant_ids = '2' where id = ${id}`.execute(db.app)
  await sql`insert into sys_role (id, role_code, role_name) values (${id}, ${id}, ${id})`.execute(db.app)
  await sql`insert into sys_user_role (user_id, role_id) values (${id}, ${id})`.execute(db.app)
  await sql`insert into sys_role_permission (role_id, permission_id)
    select ${id}, id from sys_permission where perms ~ ${pattern} or menu_type <> 2`.execute(db.app)
}
const signedIn = people.filter((person) => person !== 'no token')
for (const person of signedIn) await addPerson(person)
await services.permissions.changed()

const openSession = (person: Person) =>
  services.sessions.open(toId(person), { ip: '127.0.0.1', agent: 'matrix' })
const tokens = new Map<Person, string>()
for (const person of signedIn) tokens.set(person, await openSession(person))

/** The grants by the tables themselves, without the caches of the server. */
async function heldBy(person: Person): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`
    select distinct p.perms as code from sys_user_role ur join sys_role_permission rp on rp.role_id = ur.role_id
    join sys_permission p on p.id = rp.permission_id
    where ur.user_id = ${toId(person)} and p.menu_type = 2 and p.del_flag = 0 and p.perms is not null`.execute(
    db.app,
  )
  return new Set(rows.map(({ code }) => code))
}
const held = new Map<Person, Set<string>>()
const users = new Map<Person, SessionUser>()
for (const person of signedIn) {
  held.set(person, await heldBy(person))
  const found = await services.sessions.find(tokens.get(person) ?? '')
  if (found) users.set(person, found.user)
}

const documents = services.documents.entries().map(({ document }) => document)
const screens = documents.flatMap((document) => (document.kind === 'screen' ? [document] : []))
const ledgers = documents.flatMap((document) => (document.kind === 'ledger' ? [document] : []))
const reports = documents.flatMap((document) => (document.kind === 'report' ? [document] : []))

type Params = Record<string, string>

/** The parameters of each address of a route: one for each document, move and detail table that it serves. */
function getParams(url: string): Params[] {
  if (url.includes('/:configId')) return reports.map(({ code }) => ({ configId: code }))
  if (!url.includes('/:group/:name')) {
    const names = [...url.matchAll(/:(\w+)|\*/g)].map(([, name = '*']) => name)
    return [Object.fromEntries(names.map((name) => [name, 'x']))]
  }
  return (url.includes('/ledger/') ? ledgers : screens).flatMap((screen) => {
    const { group, name } = splitId(screen.id)
    if (screen.kind === 'ledger') return [{ group, name }]
    if (url.includes('/:detail')) return details(screen).map(({ key }) => ({ group, name, detail: key }))
    if (!url.includes('/:code')) return [{ group, name }]
    return (screen.flow?.moves ?? []).map(({ code }) => ({ group, name, code }))
  })
}
const splitId = (id: string) => {
  const [group = '', name = ''] = id.split('/')
  return { group, name }
}
const fillAddress = (url: string, params: Params): string =>
  url.replace(/:(\w+)|\*/g, (_, name = '*') => params[name] ?? 'x')

/** The answer that the declaration of a route documents for a person. */
function documented({ url, config }: Route, person: Person, params: Params): string {
  const { access, listLoad } = config
  if (access === 'public') return 'handled'
  const user = users.get(person)
  if (!user) return '401'
  let code: string | undefined
  try {
    const request = { user, params, query: {}, headers: {}, routeOptions: { url, config } }
    code = typeof access === 'function' ? access(request as unknown as FastifyRequest) : access
  } catch (error) {
    if (error instanceof AppError) return String(error.status)
    throw error
  }
  if (code === undefined) return 'undeclared'
  if (code === 'self' || person === 'administrator' || held.get(person)?.has(code)) return 'handled'
  return listLoad ? '510' : `403 ${code}`
}

/** Hashes of passwords, and values under the names of secrets. */
const secrets = /\$argon2|"(password|salt|secret)":"[^"*]/
const digests = (await sql<{ token: string }>`select token from sys_session`.execute(db.app)).rows.map(
  ({ token }) => token,
)

/** The class of an answer: the refusals of the guard, or `handled`. */
async function answered({ method, url, config }: Route, person: Person, params: Params): Promise<string> {
  // A sign-out would end the session of the person for all further calls.
  const token =
    config.access === 'public' && person !== 'no token' ? await openSession(person) : tokens.get(person)
  const reply = await app.inject({
    method: method as 'GET',
    url: fillAddress(url, params),
    headers: token === undefined ? {} : { 'x-access-token': token },
  })
  if (secrets.test(reply.body) || digests.some((digest) => reply.body.includes(digest))) return 'a secret'
  if (reply.statusCode >= 500) return String(reply.statusCode)
  if (reply.statusCode === 401) return '401'
  const isJson = String(reply.headers['content-type']).includes('json')
  const body = isJson ? reply.json() : {}
  if (reply.statusCode === 403 && typeof body.result?.code === 'string') return `403 ${body.result.code}`
  if (reply.statusCode === 200 && body.code === 510) return '510'
  if (reply.statusCode === 404 && documented({ method, url, config }, person, params) === '404') return '404'
  return 'handled'
}

// HEAD has the handlers of GET.
const once = routes.filter(({ method }) => method !== 'HEAD')

/** Of the documents of a route, every eighth: each route begins at another one, so each document is called by several. */
const sample = (params: Params[], start: number): Params[] =>
  params.length <= 8 ? params : params.filter((_, at) => (at + start) % 8 === 0)

describe('the routes of the product', () => {
  it.each(people)(
    'answer %s as their declarations document',
    async (person) => {
      const faults: string[] = []
      let cells = 0
      // Without a session it is the guard alone that answers, so all are called.
      const isOut = person === 'no token'
      for (const [at, route] of once.entries())
        await Promise.all(
          (isOut ? getParams(route.url) : sample(getParams(route.url), at)).map(async (params) => {
            cells += 1
            const expected = documented(route, person, params)
            const actual = await answered(route, person, params)
            const name = `${route.method} ${fillAddress(route.url, params)}`
            if (actual !== expected) faults.push(`${name}: ${actual} instead of ${expected}`)
          }),
        )
      expect(faults).toEqual([])
      expect(cells).toBeGreaterThan(once.length)
    },
    240_000,
  )

  it('refuse every person who names a tenant that is not the own one', async () => {
    const guarded = once.filter(({ config }) => config.access !== 'public')
    for (const { method, url } of guarded) {
      const address = fillAddress(url, getParams(url)[0] ?? {})
      const headers = { 'x-access-token': tokens.get('administrator') ?? '', tenant_id: '2' }
      const reply = await app.inject({ method: method as 'GET', url: address, headers })
      expect([reply.statusCode, reply.headers['x-error-code']], `${method} ${address}`).toEqual([
        403,
        'TENANT_FOREIGN',
      ])
    }
  })
})

describe('a screen with addresses of its own', () => {
  const place = '/resource/:group/:name/'
  const verbs = ['add', 'edit', 'delete'] as const
  const readOnly = screens.filter(({ url }) => verbs.every((verb) => url?.[verb] !== undefined))
  const ownLists = screens.filter(({ url }) => url?.list !== undefined)
  const answers = async ({ method, url }: Route, params: Params) => {
    const headers = { 'x-access-token': tokens.get('administrator') ?? '' }
    const address = fillAddress(url, params)
    const { statusCode } = await app.inject({ method: method as 'GET', url: address, headers })
    return statusCode === 404 ? [] : [`${method} ${address}: ${statusCode}`]
  }

  it('has no generic route that writes where it writes itself, and none that lists where it lists itself', async () => {
    const writes = once.filter(
      ({ method, url }) => url.includes(place) && method !== 'GET' && !url.endsWith('/undo'),
    )
    const lists = once.filter(({ url, config }) => url.includes(place) && config.listLoad)
    const faults: string[] = []
    for (const [routes, closed] of [
      [writes, readOnly],
      [lists, ownLists],
    ] as const)
      for (const route of routes)
        for (const { group, name } of closed.map(({ id }) => splitId(id)))
          for (const params of getParams(route.url).filter((at) => at.group === group && at.name === name))
            faults.push(...(await answers(route, params)))
    expect(faults).toEqual([])
    expect(Math.min(writes.length, lists.length, readOnly.length, ownLists.length)).toBeGreaterThan(1)
  })

  it('has no records under the addresses of online forms', async () => {
    const routes = once.filter(({ url }) => /\/online\/cgform\/api\/.*:headId/.test(url))
    const records = routes.filter(({ url }) =>
      /\/(getData|form|crazyForm|detail|importXls|exportXls)\b/.test(url),
    )
    const faults: string[] = []
    for (const route of records)
      for (const { group, name } of [...readOnly, ...ownLists].map(({ id }) => splitId(id)))
        faults.push(...(await answers(route, { headId: `${group}.${name}`, dataId: '1', recordId: '1' })))
    expect(faults).toEqual([])
    expect(records.length).toBeGreaterThan(5)
  })
})

describe('a record that data rules hide', () => {
  /** Verbs that name a record, with the place of its id. */
  const verbs: Record<string, 'query' | 'queries' | 'body' | 'bodies'> = {
    queryById: 'query',
    delete: 'query',
    moves: 'query',
    printPdf: 'queries',
    deleteBatch: 'queries',
    edit: 'body',
    ':code': 'bodies',
  }
  const MISSING = 'no-such-record'

  it('is answered like a missing one by every route that names a record', async () => {
    const person = 'clerk'
    const id = toId(person)
    // Every code, and on every menu entry a rule that no record meets.
    await sql`insert into sys_role_permission (role_id, permission_id) select ${id}, id from sys_permission
      on conflict do nothing`.execute(db.app)
    await sql`insert into sys_permission_data_rule
        (id, permission_id, rule_name, rule_column, rule_conditions, rule_value)
      select md5(id), id, 'none', 'id', '=', 'none' from sys_permission where menu_type <> 2`.execute(db.app)
    await sql`insert into sys_role_data_rule (role_id, permission_id, rule_id)
      select ${id}, permission_id, id from sys_permission_data_rule`.execute(db.app)
    await services.permissions.changed()
    const token = tokens.get(person) ?? ''
    await expect
      .poll(async () => (await services.sessions.find(token))?.user.dataRules?.size)
      .toBeGreaterThan(10)
    const entries = new Set((await services.permissions.rows()).map((row) => row.id))
    const bound = screens.filter((screen) => entries.has(screen.id))
    const user = (await services.sessions.find(token))?.user as SessionUser

    const faults: string[] = []
    let compared = 0
    for (const [at, route] of once.entries()) {
      const verb = route.url.split('/').at(-1) ?? ''
      const place = verbs[verb]
      if (place === undefined || route.config.access === 'self') continue
      for (const params of sample(getParams(route.url), at)) {
        const { access } = route.config
        const request = { user, params, query: {}, routeOptions: { url: route.url, config: route.config } }
        let code: string
        try {
          code = typeof access === 'function' ? access(request as unknown as FastifyRequest) : (access ?? '')
        } catch {
          continue
        }
        const screen = bound.find((candidate) =>
          params.group === undefined
            ? getPerm(candidate) === code.slice(0, code.lastIndexOf(':'))
            : candidate.id === `${params.group}/${params.name}`,
        )
        const table = services.documents.screen(screen?.id ?? '')?.document.table.name
        if (table === undefined) continue
        await sql`insert into ${sql.table(table)} (id) values ('hidden-record') on conflict do nothing`
          .execute(db.owner)
          .catch(() => undefined)
        const rows = await sql<{
          id: string
        }>`select id::text as id from ${sql.table(table)} limit 1`.execute(db.owner)
        const hidden = rows.rows[0]?.id
        if (hidden === undefined) continue
        const send = async (named: string) => {
          const given: Record<typeof place, Pick<InjectOptions, 'query' | 'payload'>> = {
            query: { query: { id: named } },
            queries: { query: { ids: named } },
            body: { payload: { id: named, rev: 1 } },
            bodies: { payload: { ids: named } },
          }
          const reply = await app.inject({
            method: route.method as 'GET',
            url: fillAddress(route.url, params),
            headers: { 'x-access-token': token },
            ...given[place],
          })
          // A PDF instead of an envelope is a success.
          const isJson = String(reply.headers['content-type']).includes('json')
          const { success, code: envelope, message, result } = isJson ? reply.json() : { success: true }
          return JSON.stringify({ status: reply.statusCode, success, envelope, message, result })
        }
        const [seen, unknown] = [await send(hidden), await send(MISSING)]
        compared += 1
        const name = `${route.method} ${fillAddress(route.url, params)}`
        if (seen !== unknown || seen.includes('"success":true'))
          faults.push(`${name}: ${seen} instead of ${unknown}`)
      }
    }
    expect(faults).toEqual([])
    expect(compared).toBeGreaterThan(100)
  }, 240_000)
})
