import { sql } from 'kysely'
import { appError } from '#runtime/kernel/errors.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { Db } from '../../platform/store/database.ts'
import { aliasList, bindDocument } from '../../records/list/list-route.ts'
import { openResource, recordRoutes, writeAnswer } from '../../records/record-routes.ts'
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

async function findAgent(db: Db, userName: string): Promise<JsonObject | undefined> {
  const { rows } = await sql<JsonObject>`
    select id, user_name as "userName", agent_user_name as "agentUserName", start_time as "startTime",
      end_time as "endTime", status
    from sys_user_agent where user_name = ${userName}`.execute(db)
  return rows[0]
}

/** The agents that act for users in a period. They are registered only: an agent gains no right. */
export const agentRoutes: Plugin<UserServices> = (app, services) => {
  const { db } = services
  const { entry, access } = bindDocument(services, documentId)
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
    handler: async ({ query: { userName } }) => {
      const agent = await findAgent(db.app, userName)
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
    handler: async ({ query: { userName } }) => ok((await findAgent(db.app, userName)) ?? { userName }),
  })
  app.post(`${place}/set`, { config: { access: 'system:user-agent:edit' } }, async (request) => {
    const { resource, caller } = openResource(request, entry, services)
    const sent = agentBody(request.body)
    const stored = await findAgent(db.app, String(sent.userName ?? ''))
    const write = stored
      ? await prepareEdit(resource, caller, { ...sent, id: stored.id })
      : await prepareAdd(resource, caller, { ...sent, id: undefined })
    await writeAnswer(services, resource, async (transaction) => ({
      result: await write(transaction),
      message: '',
    }))
    return ok(null, '代理人设置成功！')
  })
}
