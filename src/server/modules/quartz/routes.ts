import type { FastifyRequest } from 'fastify'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { formatDateTime } from '#runtime/kernel/time.ts'
import { ok } from '../../platform/http/envelope.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { Plugin } from '../../platform/http/route.ts'
import type { BoundJobType } from '../../platform/jobs/job-type.ts'
import { currentTime } from '../../platform/store/clock.ts'
import { writeLog } from '../../platform/store/system-log.ts'
import { type ImportRouteServices, importRoutesAt } from '../../records/excel/import-route.ts'
import { writeAnswer } from '../../records/idempotency.ts'
import { bindDocument } from '../../records/list/list-route.ts'
import { readableRecord } from '../../records/read/readable-record.ts'
import {
  knownKeys,
  listRoutes,
  openResource,
  type RecordRouteServices,
  recordRoutes,
} from '../../records/record-routes.ts'
import type { RecordTransaction } from '../../records/record-transaction.ts'
import { prepareEdit } from '../../records/write/save-change.ts'
import { quartzId } from './claim.ts'
import { readParameters } from './execute.ts'
import { PAUSED, STARTED, upcomingRuns } from './planning.ts'
import { requestNow } from './request-now.ts'
import { JobQuery, UpcomingQuery } from './shape.ts'

export type QuartzServices = RecordRouteServices & ImportRouteServices & { jobTypes: readonly BoundJobType[] }

const refuse = defineRefusals({
  JOB_TYPE_UNKNOWN: '任务类型未登记：请在「任务类名」里选一种',
  JOB_PARAMETER: '参数应是 JSON 对象，只含这种任务的参数：{keys}',
})

const place = '/sys/quartzJob'
const UPCOMING = 10

/** Clients of the contract send the parameters of a job as one JSON text, which becomes the values of their fields. */
function withParameters(jobTypes: readonly BoundJobType[], body: unknown): unknown {
  if (!isJsonObject(body)) return body
  const type = jobTypes.find(({ name }) => name === body.jobClassName)
  if (body.jobClassName !== undefined && !type) throw refuse('JOB_TYPE_UNKNOWN')
  const { parameter, ...rest } = body
  if (typeof parameter !== 'string' || parameter.trim() === '') return rest
  const keys = type?.keys ?? []
  const sent = parseObject(parameter)
  if (!sent || !Object.keys(sent).every((key) => keys.includes(key)))
    throw refuse('JOB_PARAMETER', { values: { keys: keys.join('、') } })
  return { ...rest, ...sent }
}

/** The parameters of a job as the contract has them. */
function formatParameters(jobTypes: readonly BoundJobType[], record: JsonObject): string | null {
  const type = jobTypes.find(({ name }) => name === record.jobClassName)
  return type ? JSON.stringify(readParameters(type, record)) : null
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Scheduled jobs under the addresses of the contract. */
export const quartzRoutes: Plugin<QuartzServices> = (app, services) => {
  const { db, jobTypes } = services
  const { entry, access } = bindDocument(services, quartzId)
  const address = { place, readEntry: entry }
  listRoutes(app, services, address, (records) => {
    for (const record of records) record.parameter = formatParameters(jobTypes, record)
  })
  recordRoutes(app, services, {
    ...address,
    texts: {
      add: '创建定时任务成功',
      edit: '更新定时任务成功!',
      deleteBatch: '删除定时任务成功!',
    },
    readBody: (body) => {
      const read = withParameters(jobTypes, body)
      return knownKeys(entry().document, read)
    },
  })
  importRoutesAt(app, services, place, entry)

  const setStatus = async (request: FastifyRequest, id: string, status: number): Promise<void> => {
    const { resource, caller } = openResource(request, entry, services)
    await writeAnswer(services, request, resource, async () => {
      const put = await prepareEdit(resource, caller, { id, status })
      return async (transaction: RecordTransaction) => {
        await put(transaction)
        return { result: null, message: '' }
      }
    })
  }
  for (const [verb, status, text] of [
    ['pause', PAUSED, '暂停定时任务成功'],
    ['resume', STARTED, '恢复定时任务成功'],
  ] as const)
    app.get(
      `${place}/${verb}`,
      { config: { access: `system:quartz-job:${verb}`, changes: true }, schema: { querystring: JobQuery } },
      async (request) => {
        await setStatus(request, request.query.id, status)
        return ok(null, text)
      },
    )

  app.get(
    `${place}/execute`,
    { config: { access: 'system:quartz-job:execute', changes: true }, schema: { querystring: JobQuery } },
    async (request) => {
      const { resource, caller } = openResource(request, entry, services)
      const job = await readableRecord(services, resource, caller, request.query.id)
      const { user, ip } = request
      await db.write((trx) => requestNow(trx, job, user.username))
      const content = `立即执行定时任务：${job.description ?? job.jobClassName}`
      await writeLog(db.app, { type: 2, content, username: user.username, ip, route: `${place}/execute` })
      return ok(null, '执行成功!')
    },
  )

  app.get(
    `${place}/upcoming`,
    { config: { access }, schema: { querystring: UpcomingQuery } },
    async (request) => {
      const { jobId } = request.query
      if (!jobId) return ok([])
      const { resource, caller } = openResource(request, entry, services)
      const job = await readableRecord(services, resource, caller, jobId)
      const times = upcomingRuns(String(job.cronExpression), currentTime(), UPCOMING).map(formatDateTime)
      return ok(times.map((time) => ({ id: time, time })))
    },
  )
}
