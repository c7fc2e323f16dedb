import type { FastifySchema, RouteOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '#runtime/kernel/errors.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { getPerm } from '#runtime/schema/derive.ts'
import type { SessionUser } from '#server/platform/http/requests/user.ts'
import { stripPrefix } from '#server/platform/http/route.ts'
import { openDemoProduct } from '../../support/demo-product.ts'

/**
 * Routes of modules that name a record by a parameter of their schema, and lists beside the generic ones: for a user with
 * every code whose data rules hide every record, a hidden record is answered like a missing one.
 */
interface Route {
  method: string
  url: string
  access: NonNullable<RouteOptions['config']>['access']
  schema: FastifySchema
}
interface ValueSchema {
  type?: string
  properties?: Record<string, ValueSchema>
  required?: string[]
  anyOf?: ValueSchema[]
  enum?: unknown[]
  const?: unknown
  items?: ValueSchema
}

const routes: Route[] = []
const { test, services, app, token, close } = await openDemoProduct({
  extend(instance) {
    instance.addHook('onRoute', ({ method, url, config = {}, schema = {} }) => {
      const isOnce = stripPrefix(url) === url
      for (const verb of [method].flat())
        if (isOnce && verb !== 'HEAD') routes.push({ method: verb, url, access: config.access, schema })
    })
  },
})
const { db } = test
afterAll(close)

const clerk = 'hidden-clerk'
let clerkToken = ''
let user: SessionUser

beforeAll(async () => {
  await sql`insert into sys_user (id, username, realname, password, org_code)
    values (${clerk}, ${clerk}, ${clerk}, '-', 'A01')`.execute(db.app)
  await sql`insert into sys_role (id, role_code, role_name) values (${clerk}, ${clerk}, ${clerk})`.execute(
    db.app,
  )
  await sql`insert into sys_user_role (user_id, role_id) values (${clerk}, ${clerk})`.execute(db.app)
  // Screens without a menu entry get one, for their rules.
  await sql`insert into sys_permission (id, name, menu_type)
    select id, id, 1 from unnest(${screens.map(({ id }) => id)}::text[]) id on conflict do nothing`.execute(
    db.app,
  )
  await sql`insert into sys_role_permission (role_id, permission_id) select ${clerk}, id from sys_permission`.execute(
    db.app,
  )
  // Every screen has a rule that no record meets.
  await sql`insert into sys_permission_data_rule
      (id, permission_id, rule_name, rule_column, rule_conditions, rule_value)
    select md5(id), id, 'none', 'id', '=', 'none' from unnest(${screens.map(({ id }) => id)}::text[]) id`.execute(
    db.app,
  )
  await sql`insert into sys_role_data_rule (role_id, permission_id, rule_id)
    select ${clerk}, permission_id, id from sys_permission_data_rule`.execute(db.app)
  await services.permissions.changed()
  clerkToken = await services.sessions.open(clerk, { ip: '127.0.0.1', agent: 'test' })
  user = (await services.sessions.find(clerkToken))?.user as SessionUser
  await sql`insert into sys_data_source (id, code, name) values ('hidden', 'hidden', 'hidden')`.execute(
    db.app,
  )
  await sql`insert into sys_user_agent (id, user_name, agent_user_name) values ('hidden', ${clerk}, 'admin')`.execute(
    db.app,
  )
  await sql`insert into sys_outbox (address, kind, body, state) values ('hidden', 'mail', 'x', 'failed')`.execute(
    db.app,
  )
  await sql`insert into sys_dict (id, dict_code, dict_name, del_flag) values ('hidden', 'hidden', 'hidden', 1)`.execute(
    db.app,
  )
  await sql`insert into sys_tenant (id, tenant_id, name, status) values ('71', 71, 'hidden', 1)`.execute(
    db.app,
  )
  await sql`insert into sys_position (id, code, name) values ('hidden', 'hidden', 'hidden')`.execute(db.app)
  await sql`insert into sys_depart_permission (depart_id, permission_id)
    select id, 'user:delete' from sys_depart order by id limit 1`.execute(db.app)
  await sql`insert into sys_role_proposal (role_code, permission_id, owner)
    values ('reader', 'user:delete', 'system/user') on conflict do nothing`.execute(db.app)
})

const call = async (by: string, method: string, url: string, more: object = {}) => {
  const reply = await app.inject({ method: method as 'GET', url, headers: { 'x-access-token': by }, ...more })
  const { success, code, message, result } = reply.json() as JsonObject
  return { success, code, message, result, reason: reply.headers['x-error-code'] }
}

/** Parameters that name a record of one document in all routes. */
const documentsByKey: Readonly<Record<string, string>> = {
  roleId: 'system/role',
  roleIds: 'system/role',
  departId: 'system/depart',
}
/** The ids of these routes are those of data rules, which have no screen. */
const rulesCode = 'permission:rules'
const screens = services.documents
  .entries()
  .flatMap(({ document }) => (document.kind === 'screen' ? [document] : []))

/** The document whose record a parameter of a route names: `id` and `ids` that of the code which the route requires. */
function findScreen({ access }: Route, key: string) {
  const named = documentsByKey[key]
  if (named !== undefined) return screens.find(({ id }) => id === named)
  if ((key !== 'id' && key !== 'ids') || access === rulesCode) return undefined
  try {
    const code =
      typeof access === 'function' ? access({ user, params: {}, query: {} } as never) : (access ?? '')
    return screens.find((screen) => getPerm(screen) === code.slice(0, code.lastIndexOf(':')))
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** Values whose schema is a pattern. */
const samples: Readonly<Record<string, unknown>> = {
  documentId: 'system/position',
  permissionId: 'system/position',
  cgformId: 'system.position',
  authId: '[]',
  columns: [{ path: 'name', right: 'read' }],
}
function sample(key: string, schema: ValueSchema): unknown {
  if (Object.hasOwn(samples, key)) return samples[key]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sample(key, schema.anyOf[0] ?? {})
  if (schema.type === 'object') return sampleObject(schema)
  if (schema.type === 'array') return [sample(key, schema.items ?? {})]
  if (schema.type === 'boolean') return false
  return schema.type === 'integer' || schema.type === 'number' ? 1 : 'x'
}
const sampleObject = ({ properties = {}, required = [] }: ValueSchema): JsonObject =>
  Object.fromEntries(required.map((key) => [key, sample(key, properties[key] ?? {})]))

type Part = 'params' | 'querystring' | 'body'
const parts: readonly Part[] = ['params', 'querystring', 'body']
const propertiesIn = ({ schema }: Route, part: Part) =>
  (schema[part] as ValueSchema | undefined)?.properties ?? {}

/** A request of a route in which the parameter has a value, the others samples. */
function buildRequest(route: Route, part: Part, key: string, value: string) {
  const isList = propertiesIn(route, part)[key]?.type === 'array'
  const values = Object.fromEntries(
    parts.map((at) => [
      at,
      {
        ...sampleObject((route.schema[at] ?? {}) as ValueSchema),
        ...(at === part && { [key]: isList ? [value] : value }),
      },
    ]),
  ) as Record<Part, Record<string, string>>
  const url = route.url.replace(/:(\w+)/g, (_, name) => encodeURIComponent(values.params[name] ?? 'x'))
  return { url, query: values.querystring, ...(route.schema.body ? { payload: values.body } : {}) }
}

const MISSING = '00000000-0000-0000-0000-000000000000'

describe('a record that data rules hide', () => {
  it('is answered like a missing one by every route of a module that names it', async () => {
    const faults: string[] = []
    let compared = 0
    for (const route of routes) {
      const { access, method, url } = route
      if (access === 'self' || access === 'public' || url.includes('/:group/:name')) continue
      for (const part of parts)
        for (const key of Object.keys(propertiesIn(route, part))) {
          const table = findScreen(route, key)?.table.name
          if (table === undefined) continue
          // A few of each kind, where removed records stay.
          const { rows } = await sql<{ id: string }>`
            select id from (select id, row_number() over (
              partition by to_jsonb(t) ->> 'del_flag' order by id) as place from ${sql.table(table)} t) r
            where place <= 4`.execute(db.owner)
          for (const { id } of rows) {
            const send = async (value: string) => {
              const { url: address, ...request } = buildRequest(route, part, key, value)
              return JSON.stringify(await call(clerkToken, method, address, request)).replace(
                new RegExp(`(["「])${value}(["」])`, 'g'),
                '$1named$2',
              )
            }
            const [seen, unknown] = [await send(id), await send(MISSING)]
            compared += 1
            const isDone = method !== 'GET' && seen.includes('"success":true')
            if (seen !== unknown || isDone || seen.includes('BAD_PARAMETER'))
              faults.push(`${method} ${url} ${key}=${id}: ${seen} instead of ${unknown}`)
          }
        }
    }
    expect(faults).toEqual([])
    expect(compared).toBeGreaterThan(40)
  }, 240_000)

  it('is answered like a missing one when its account is named', async () => {
    const next = 'harbour-lilac-4'
    const reset = (username: string) =>
      call(clerkToken, 'PUT', '/sys/user/changePassword', {
        payload: { username, password: next, confirmpassword: next },
      })
    expect(await reset('reader')).toEqual(await reset('nobody.here'))
  })

  it.each([
    '/sys/dict/deleteList',
    '/sys/tenant/queryList',
    '/sys/dataSource/options',
    '/sys/outbox',
    '/sys/role/proposals',
    '/sys/sysDepartPermission/list',
    `/sys/sysUserAgent/queryByUserName?userName=${clerk}`,
    '/sys/position/queryByCode?code=hidden',
    '/sys/position/queryByCodes?positionCodes=hidden',
  ])('is in no list beside the generic one: %s', async (url) => {
    const count = ({ result }: JsonObject): number => {
      const { records = result } = (result ?? {}) as { records?: unknown }
      return [records ?? []].flat().length
    }
    expect(count(await call(token, 'GET', url))).toBeGreaterThan(0)
    expect(count(await call(clerkToken, 'GET', url))).toBe(0)
  })
})
