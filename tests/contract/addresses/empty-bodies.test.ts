import type { FastifyRequest, RouteOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { details, getPerm } from '#runtime/schema/derive.ts'
import type { Field, StoredScreen } from '#runtime/schema/types.ts'
import { getColumnName } from '#server/documents/plan/tables.ts'
import { ok } from '#server/platform/http/envelope.ts'
import { apiPrefix } from '#server/platform/http/route.ts'
import { createLog } from '#server/platform/log.ts'
import { openDemoProduct } from '../../support/demo-product.ts'

/**
 * Every write route of the product with bodies whose values are missing, null or empty. The columns of the system's own tables must have
 * values that no rule of a document asks for, so such a body reaches the database.
 */
interface Route {
  method: string
  url: string
  access: NonNullable<RouteOptions['config']>['access']
  words: string[]
}

const routes: Route[] = []
const lines: string[] = []
const { test, services, app, adminId, close } = await openDemoProduct({
  extend(instance, { db }) {
    // An error of the database that no answer is prepared for, so that it is logged.
    instance.post('/trial-row', { config: { access: 'self' } }, async () => {
      await sql`insert into trial_row (name, note) values ('甲', '张三 13800000000')`.execute(db.owner)
      return ok(null)
    })
    instance.addHook('onRoute', ({ method, url, config: { access } = {}, schema }) => {
      const body = schema?.body as { properties?: object } | undefined
      const words = Object.keys(body?.properties ?? {})
      for (const verb of [method].flat()) routes.push({ method: verb, url, access, words })
    })
  },
  log: createLog('warn', (line) => void lines.push(line)),
})
afterAll(close)

const signIn = () => services.sessions.open(adminId, { ip: '127.0.0.1', agent: 'empty' })
let token = await signIn()
const user = (await services.sessions.find(token))?.user

const screens = services.documents
  .entries()
  .flatMap(({ document }) => (document.kind === 'screen' ? [document] : []))
const listKeys = ({ fields }: { fields: readonly Field[] }) => fields.map(({ key }) => key)
const withValue = (keys: readonly string[], value: unknown) =>
  Object.fromEntries(keys.map((key) => [key, value]))

async function send(method: string, url: string, payload: object) {
  const reply = await app.inject({
    method: method as 'POST',
    url,
    payload,
    headers: { 'x-access-token': token },
  })
  // A body may sign the administrator out.
  if (reply.statusCode === 401) token = await signIn()
  return reply
}

const writes = routes.filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method))

/** The screens whose records a route of the contract writes: those of the permission that it requires. */
function listScreens({ url, access }: Route): StoredScreen[] {
  if (url.includes(':')) return []
  const request = { user, params: {}, query: {}, body: {}, headers: {}, routeOptions: { url, config: {} } }
  const code = typeof access === 'function' ? access(request as unknown as FastifyRequest) : access
  return screens.filter((screen) => code === `${getPerm(screen)}:${url.split('/').at(-1)}`)
}

/** The fields of a screen whose columns must have a value. */
async function neededKeys(screen: StoredScreen): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = to_regclass(${screen.table.name}) and attnum > 0 and attnotnull`.execute(test.db.owner)
  const names = new Set(rows.map(({ name }) => name))
  return listKeys({ fields: screen.fields.filter((field) => names.has(getColumnName(field))) })
}

/** A stored record as a form sends it, its unique values changed. */
async function readSample(screen: StoredScreen): Promise<{ id?: string; values: Record<string, unknown> }> {
  const { rows } = await sql<{ id: string }>`select id::text as id from ${sql.table(screen.table.name)}
    where id::text <> ${adminId} order by id desc limit 1`.execute(test.db.owner)
  const id = rows[0]?.id
  if (id === undefined) return { values: {} }
  const url = `${apiPrefix}/resource/${screen.id}/queryById?id=${encodeURIComponent(id)}`
  const reply = await app.inject({ url, headers: { 'x-access-token': token } })
  const record: Record<string, unknown> = reply.json().result ?? {}
  const entries = screen.fields.flatMap(({ key, validateRules }) => {
    if (validateRules?.some(({ unique }) => unique)) return [[key, `${record[key]}9`]]
    return key in record ? [[key, record[key]]] : []
  })
  return { id, values: Object.fromEntries(entries) }
}

const empty = [null, '', undefined]

describe('a body without values', () => {
  it('is no unexpected error of any write route of the contract', async () => {
    const faults = new Set<string>()
    const every = [...new Set(screens.flatMap(listKeys))]
    const named = writes.filter(({ url }) => !url.includes('/:group/:name'))
    for (const { method, url, words } of named) {
      const address = url.replace(/:(\w+)|\*/g, 'x')
      const keys = words.length > 0 ? words : every
      for (const body of [{}, withValue(keys, null), withValue(keys, '')]) {
        const { statusCode } = await send(method, address, body)
        if (statusCode >= 500) faults.add(`${method} ${url}: ${statusCode}`)
      }
    }
    expect([...faults]).toEqual([])
    expect(named.length).toBeGreaterThan(150)
  })

  it('is no unexpected error when a required column of a record is empty', async () => {
    const faults = new Set<string>()
    let sent = 0
    const aliases = writes
      .filter(({ url }) => /\/(add|edit)$/.test(url))
      .flatMap((route) => listScreens(route).map((screen) => ({ ...route, screen })))
    for (const screen of screens) {
      const needed = await neededKeys(screen)
      const { id, values } = await readSample(screen)
      const rows = details(screen).map((detail) => [
        detail.key,
        { added: [withValue(listKeys(detail), null)] },
      ])
      const place = `${apiPrefix}/resource/${screen.id}`
      const own = [
        { method: 'POST', url: `${place}/add` },
        { method: 'PUT', url: `${place}/edit` },
      ]
      const bodies = [{}, ...[null, ''].map((value) => withValue(listKeys(screen), value))]
      bodies.push({ ...values, ...Object.fromEntries(rows) })
      const addresses = [...own, ...aliases.filter((alias) => alias.screen === screen)]
      for (const [at, { method, url }] of addresses.entries()) {
        // Each column is empty in one of three ways at each address, and in another one at the next.
        const columns = needed.map((key, place) => ({ ...values, [key]: empty[(at + place) % empty.length] }))
        for (const body of [...bodies, ...columns]) {
          const { statusCode } = await send(method, url, url.endsWith('edit') ? { ...body, id } : body)
          sent += 1
          if (statusCode >= 500) faults.add(`${method} ${url}: ${statusCode}`)
        }
      }
    }
    expect([...faults]).toEqual([])
    expect(aliases.length).toBeGreaterThan(10)
    expect(sent).toBeGreaterThan(600)
  }, 240_000)
})

it('a required column that is empty is refused with the title and the place of its field', async () => {
  const [item] = (
    await sql<{ id: string }>`select id from sys_dict_item order by id limit 1`.execute(test.db.owner)
  ).rows
  for (const url of ['/resource/system/dict-item/edit', '/sys/dictItem/edit']) {
    const reply = await send('PUT', `${apiPrefix}${url}`, { id: item?.id, dictId: '' })
    expect(reply.json()).toMatchObject({
      code: 400,
      message: '请填写字典',
      result: { problems: [{ path: '/dictId', code: 'required', text: '请填写字典' }] },
    })
  }
})

it('the log contains no values of a row when the database refuses it', async () => {
  await sql`create table trial_row (name text, note text not null,
    exclude using btree (name with =), check (note <> ''))`.execute(test.db.owner)
  lines.length = 0
  await send('POST', '/trial-row', {})
  const { statusCode } = await send('POST', '/trial-row', {})
  expect(statusCode).toBe(500)
  const error = await sql`insert into trial_row (name, note) values ('李四', null)`
    .execute(test.db.owner)
    .catch((refused: unknown) => refused)
  expect(error).toMatchObject({ detail: expect.stringContaining('李四') })
  app.log.error({ err: error }, 'refused')
  app.log.error({ err: new AggregateError([error], 'several', { cause: error }) }, 'refused')
  const logged = lines.map((line) => JSON.parse(line))
  expect(logged.map(({ err }) => err.code)).toEqual(['23P01', '23502', undefined])
  expect(logged[1].err).toMatchObject({ table: 'trial_row', column: 'note', message: expect.any(String) })
  expect(logged[2].err.aggregateErrors[0]).toMatchObject({ code: '23502', column: 'note' })
  expect(lines.join('')).not.toMatch(/甲|李四|张三|13800000000|Failing row/)
})
