import type { FastifyInstance, FastifyRequest } from 'fastify'
import { namedTenant } from '../../platform/http/requests/tenant.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { currentRequester, type Requester } from '../../platform/store/requester.ts'
import type { RecordEvent } from '../../records/events.ts'
import type { ImportEnd, ImportOperations } from '../../records/excel/import/import-job.ts'
import type { ReadServices } from '../../records/services.ts'
import { describeChanges, formatParameters } from './entry.ts'
import type { AuditEntry, AuditLog } from './log.ts'

interface NotedEvents {
  events: RecordEvent[]
  /** Whether the database did not answer a commit of them. */
  areUnanswered: boolean
}

/** The record events of the requests that are being answered. */
export class RequestEvents {
  readonly #noted = new WeakMap<Requester, NotedEvents>()

  add(event: RecordEvent, isUnanswered: boolean): void {
    const noted = this.take()
    noted.events.push(event)
    noted.areUnanswered ||= isUnanswered
    this.#noted.set(currentRequester(), noted)
  }

  take(): NotedEvents {
    return this.#noted.get(currentRequester()) ?? { events: [], areUnanswered: false }
  }
}

type Services = Pick<PlatformServices, 'log'> &
  Pick<ReadServices, 'documents'> & { audit: AuditLog; requestEvents: RequestEvents }

const OPERATION: Record<string, number> = { POST: 2, PUT: 3, PATCH: 3, DELETE: 4 }
const IMPORT = 5
const EXPORT = 6
/** The envelope's code of NO_DATA_PERMISSION. */
const FORBIDDEN_DATA = 510

/** Reports of pages about themselves: no operation of a user. */
const unlogged = new Set(['/sys/failure'])

const findOperation = ({ method, url }: FastifyRequest): number | null => {
  if (url.includes('importExcel')) return IMPORT
  if (url.includes('exportXls')) return EXPORT
  return OPERATION[method] ?? null
}

const isRefused = (status: number, payload: unknown): boolean =>
  status >= 400 || (typeof payload === 'string' && payload.startsWith('{"success":false'))

/** Refusals of the content of a request, which was no operation; those of rights and limits are logged. */
const contentStatuses: ReadonlySet<number> = new Set([400, 404, 409, 413, 423, 428])
const recordRoute = /^\/resource\/:group\/:name\//

/** Whether a request was refused for what it contains, so that nothing was done and nobody tried more than the rights allow. */
function isContentRefused({ routeOptions }: FastifyRequest, status: number, payload: unknown): boolean {
  if (contentStatuses.has(status)) return true
  if (!recordRoute.test(routeOptions.url ?? '') || !isRefused(status, payload)) return false
  // Rules of business travel with status 200.
  return status === 200 && !String(payload).includes(`"code":${FORBIDDEN_DATA}`)
}

/** Requests that change data or take it out of the system, by signed-in users. */
function isLogged(request: FastifyRequest): boolean {
  const { config, url = '' } = request.routeOptions
  if (!request.user || request.is404 || config.background || config.reads || unlogged.has(url)) return false
  return !['GET', 'HEAD'].includes(request.method) || config.changes === true || url.endsWith('/exportXls')
}

/** The tenant of the request; of a refused one, the tenant that it named. */
const findTenant = (request: FastifyRequest): string | null => {
  const { tenantId } = request.user
  return tenantId === undefined ? namedTenant(request) : String(tenantId)
}

/** The requests whose line is written at the end of work that runs on after their answer. */
const postponed = new WeakSet<FastifyRequest>()

/** The line of a request, with the events of the running code's requester. */
function buildEntry(
  { requestEvents, documents }: Services,
  request: FastifyRequest,
  { cost, isDone, end }: { cost: number; isDone: boolean; end?: ImportEnd },
): AuditEntry {
  const { user, viewer, keyName, ip, method, query, body } = request
  const actor = viewer ?? user
  const { events, areUnanswered } = requestEvents.take()
  const change = describeChanges(events, (id) => documents.screen(id)?.document)
  const url = request.url.split('?')[0] ?? ''
  const isForm = typeof body === 'object' && body !== null && !Buffer.isBuffer(body)
  const content = change?.content ?? (end ? end.title : `${method} ${url}`)
  const verb = end ? `导入${change ? '：' : ''}` : ''
  return {
    log_content:
      `${viewer ? `以「${user.realname}」的身份：` : ''}${keyName === null ? '' : `用密钥「${keyName}」：`}${areUnanswered ? '结果不明：' : ''}${verb}${content}`.slice(
        0,
        1000,
      ),
    operate_type: end ? IMPORT : (change?.operateType ?? findOperation(request)),
    userid: actor.id,
    username: actor.username,
    tenant: findTenant(request),
    ip,
    method: (request.routeOptions.url ?? '').slice(0, 500),
    request_url: url.slice(0, 500),
    request_type: method,
    // The values of records are in `before_values` and `after_values`.
    request_param: formatParameters({
      ...(query as object),
      ...(isForm && !change ? { body } : {}),
      ...(end && { file: end.fileName, result: end.message }),
    }),
    target: change?.target.slice(0, 2000) ?? null,
    before_values: change?.before ?? null,
    after_values: change?.after ?? null,
    cost_time: Math.round(cost),
    ok: isDone ? 1 : 0,
  }
}

/** Stores a line. A failing log never changes an answer. */
const append = ({ audit, log }: Services, entry: AuditEntry): Promise<void> =>
  audit
    .append(entry)
    .catch((error: unknown) =>
      log.error({ err: error, url: entry.request_url }, 'an operation could not be logged'),
    )

/** Stores one line for each operation before its answer is sent, but for those that end later. */
export function addAudit(app: FastifyInstance, services: Services): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { statusCode, elapsedTime: cost } = reply
    if (postponed.has(request) || !isLogged(request) || isContentRefused(request, statusCode, payload))
      return payload
    const isDone = !isRefused(statusCode, payload)
    await append(services, buildEntry(services, request, { cost, isDone }))
    return payload
  })
}

/** Stores the lines of imports that run on after their answers. */
export const logImports = (services: Services): ImportOperations => ({
  postpone(request) {
    postponed.add(request)
    const began = performance.now()
    return (end) => {
      const cost = performance.now() - began
      return append(services, buildEntry(services, request, { cost, isDone: end.isDone, end }))
    }
  },
})
