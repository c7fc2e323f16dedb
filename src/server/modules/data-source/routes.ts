import { sql } from 'kysely'
import { isJsonObject } from '#runtime/kernel/json.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { type ImportRouteServices, importRoutesAt } from '../../records/excel/import-route.ts'
import { bindDocument } from '../../records/list/list-route.ts'
import { and } from '../../records/query/condition.ts'
import { knownKeys, listRoutes, type RecordRouteServices, recordRoutes } from '../../records/record-routes.ts'
import { notFound } from '../../records/refuse.ts'
import { readAddress } from './address.ts'
import { type Credentials, dialectOfDriver } from './credentials.ts'
import { storePassword } from './password.ts'
import { TestBody } from './shape.ts'
import { requireData, requireDialect, requireHost, sourceById } from './stored.ts'
import { connectionFault } from './test-connection.ts'

export type DataSourceServices = RecordRouteServices &
  ImportRouteServices &
  Pick<PlatformServices, 'secrets' | 'config'>

const refuse = defineRefusals({
  DATA_SOURCE_FAILED: '连接失败：{reason}',
  DATA_SOURCE_ADDRESS:
    '数据源地址写作 jdbc:postgresql://主机:端口/数据库，如 jdbc:postgresql://10.0.0.5:5432/archive；MySQL 写 jdbc:mysql://，MariaDB 写 jdbc:mariadb://',
  DATA_SOURCE_PASSWORD: '地址或用户名改了，请重新填写密码',
})

const place = '/sys/dataSource'

/**
 * Clients of the contract send one address, which becomes host, port and database; in an edit they send the former host
 * beside it, as they received it.
 */
function withAddress(body: unknown): unknown {
  if (!isJsonObject(body) || typeof body.dbUrl !== 'string') return body
  if (body.dbHost !== undefined && !body.dbUrl.startsWith('jdbc:')) return body
  const address = readAddress(body.dbUrl)
  if (!address) throw refuse('DATA_SOURCE_ADDRESS')
  return { ...body, dbHost: address.host, dbPort: address.port, dbName: address.name }
}

const passwordIn = (body: unknown): string =>
  isJsonObject(body) && typeof body.dbPassword === 'string' ? body.dbPassword : ''

/** Data sources under the addresses of the contract. A password is stored encrypted and is in no answer. */
export const dataSourceRoutes: Plugin<DataSourceServices> = (app, services) => {
  const { db, secrets, config } = services
  const { entry, access, rules, visibleAt } = bindDocument(services, 'system/data-source')
  const address = { place, readEntry: entry }
  listRoutes(app, services, address)
  recordRoutes(app, services, {
    ...address,
    // The form of the document saves here too, and clears a value with null.
    readBody: (body) => withAddress(knownKeys(entry().document, body)),
    async onSaved({ trx }, { body }, { id }) {
      const password = passwordIn(body)
      if (password !== '') await storePassword(trx, secrets, String(id), password)
    },
  })
  importRoutesAt(app, services, place, entry)

  app.get(`${place}/options`, { config: { access } }, async ({ user }) => {
    const where = and([sql`true`, ...rules(user)])
    const { rows } = await sql`
      select code as value, name as label, name as text from sys_data_source as t where ${where} order by code`.execute(
      db.app,
    )
    return ok(rows)
  })

  /** The stored credentials: what a page sends besides the id could aim a stored password at another server. */
  const storedCredentials = async (id: string): Promise<Credentials> => {
    const source = await sourceById(db.app, secrets, id)
    if (!source) throw notFound()
    return source.credentials
  }

  const sentCredentials = ({ dbDriver = '', dbUrl = '', ...sent }: TestBody): Credentials => {
    const dialect = requireDialect(dialectOfDriver(dbDriver))
    const target = readAddress(dbUrl)
    if (!target) throw refuse('DATA_SOURCE_ADDRESS')
    return { ...target, dialect, user: sent.dbUsername ?? '', password: sent.dbPassword ?? '' }
  }

  /** The typed credentials of a form; without a typed password the stored one, for its own address and user only. */
  const typedCredentials = async (id: string, body: TestBody): Promise<Credentials> => {
    const typed = sentCredentials(body)
    if (typed.password !== '') return typed
    const stored = await storedCredentials(id)
    const isSame = (['dialect', 'host', 'port', 'name', 'user'] as const).every(
      (key) => stored[key] === typed[key],
    )
    if (!isSame) throw refuse('DATA_SOURCE_PASSWORD')
    return stored
  }

  const readCredentials = (body: TestBody): Credentials | Promise<Credentials> => {
    const { id, dbUrl } = body
    if (id === undefined) return sentCredentials(body)
    return dbUrl === undefined ? storedCredentials(id) : typedCredentials(id, body)
  }

  app.route({
    method: 'POST',
    url: '/online/cgreport/api/testConnection',
    config: { access: 'system:data-source:test' },
    preHandler: visibleAt('id'),
    schema: { body: TestBody },
    handler: async ({ body }) => {
      const credentials = await readCredentials(body)
      requireHost(config.dataSourceHosts, credentials)
      requireData(credentials)
      const reason = await connectionFault(credentials)
      if (reason !== null) throw refuse('DATA_SOURCE_FAILED', { values: { reason } })
      return ok(null, '数据库连接成功')
    },
  })
}
