import { sql } from 'kysely'
import { appError } from '#runtime/kernel/errors.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { Db } from '../../platform/store/database.ts'
import { writeAnswer } from '../../records/idempotency.ts'
import { aliasList, bindDocument } from '../../records/list/list-route.ts'
import { and, type Sql } from '../../records/query/condition.ts'
import { openResource, recordRoutes } from '../../records/record-routes.ts'
import type { RecordTransaction } from '../../records/record-transaction.ts'
import { prepareEdit } from '../../records/write/save-change.ts'
import { prepareAdd } from '../../records/write/save-new.ts'
import type { UserServices } from './services.ts'
import { AgentQuery } from './shape.ts'

const documentId = 'system/user-agent'
const place = '/sys/sysUserAgent'
const keys = ['id', 'userName', 'agentUserName', 'startTime', 'endTime', 'status']

/** Clients of the contract send whole entities. */
const agentBody = (body: unknown): JsonObject =>
  Object.fromEntries(Object.entries(isJsonObject(body) ? body : {}).filter(([key]) => keys.includes(key)))

async function findAgent(
  db: Db,
  userName: string,
  rules: readonly Sql[] = [],
): Promise<JsonObject | undefined> {
  const where = and([sql`t.user_name = ${userName}`, ...rules])
  const { rows } = await sql<JsonObject>`
    select id, user_name as "userName", agent_user_name as "agentUserName", start_time as "startTime",
      end_time as "endTime", status
    from sys_user_agent as t where ${where}`.execute(db)
  return rows[0]
}

/** The agents that act for users in a period. They are registered only: an agent gains no right. */
export const agentRoutes: Plugin<UserServices> = (app, services) => {
  const { db } = services
  const { entry, access, rules } = bindDocument(services, documentId)
  aliasList(app, services, `${place}/list`, documentId)
  recordRoutes(app, services, {
    place,
    readEntry: entry,
    isContract: true,
    texts: { add: '代理人设置成功！', edit: '代理人设置成功!' },
  })

  app.route({
    method: 'GET',
    url: `${place}/queryByUserName`,
    config: { access },
    schema: { querystring: AgentQuery },
    handler: async ({ user, query: { userName } }) => {
      const agent = await findAgent(db.app, userName, rules(user))
      if (!agent) throw appError('NO_ENTITY')
      return ok(agent)
    },
  })

  // The form of a user opens empty for a user without an agent, and saves both a new and a changed one.
  app.route({
    method: 'GET',
    url: `${place}/agentOf`,
    config: { access },
    schema: { querystring: AgentQuery },
    handler: async ({ user, query: { userName } }) =>
      ok((await findAgent(db.app, userName, rules(user))) ?? { userName }),
  })
  app.post(`${place}/set`, { config: { access: 'system:user-agent:edit' } }, async (request) => {
    const { resource, caller } = openResource(request, entry, services)
    const sent = agentBody(request.body)
    const { result, message } = await writeAnswer(services, request, resource, async () => {
      const stored = await findAgent(db.app, String(sent.userName ?? ''))
      const put = stored
        ? await prepareEdit(resource, caller, { ...sent, id: stored.id })
        : await prepareAdd(resource, caller, { ...sent, id: undefined })
      return async (transaction: RecordTransaction) => {
        await put(transaction)
        return { result: null, message: '代理人设置成功！' }
      }
    })
    return ok(result, message)
  })
}
