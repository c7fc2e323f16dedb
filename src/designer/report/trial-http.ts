import type { Http } from '#runtime/data/http.ts'
import { appError } from '#runtime/kernel/errors.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { reportDesignApi, type TrialRows } from '../report-api.ts'

/** The rows of a trial are at most so many at a time. */
export const MAX_TRIAL_ROWS = 50

/** The query of a list as the server takes it for a trial: texts, and at most one page of a trial. */
export function trialQuery(params: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  const { getAll: _all, _t, pageSize, ...rest } = params
  const query = Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  )
  return { ...query, pageSize: String(Math.min(Number(pageSize ?? MAX_TRIAL_ROWS), MAX_TRIAL_ROWS)) }
}

/** The server with one draft of a report in place of a released one; nothing is written and no file is made. */
export function createTrialHttp(
  server: Http,
  body: JsonObject,
  roleId: string | undefined,
  onRows: (rows: TrialRows) => void,
): Http {
  const { run } = reportDesignApi(server)
  const rowsUrl = `/online/cgreport/api/getData/${String(body.code)}`
  return {
    get: async <T>(url: string, params?: Record<string, unknown>, signal?: AbortSignal) => {
      if (url === '/schema/index')
        return [{ id: body.id, title: body.title, kind: 'report', code: body.code, components: [] }] as T
      if (url.startsWith('/sys/savedQuery/')) return [] as T
      if (url !== rowsUrl) return server.get<T>(url, params, signal)
      const rows = await run({ body, query: trialQuery(params), ...(roleId ? { roleId } : {}) })
      onRows(rows)
      return rows as T
    },
    send: async () => {
      throw appError('BUSINESS', { text: '预览里不能保存' })
    },
    upload: async () => {
      throw appError('BUSINESS', { text: '预览里不能上传' })
    },
    download: async () => {
      throw appError('BUSINESS', { text: '预览里不导出，发布后可以导出' })
    },
  }
}
