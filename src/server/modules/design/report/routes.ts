import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { appError } from '#runtime/kernel/errors.ts'
import { databaseText } from '../../../documents/plan/database-text.ts'
import { ok, page } from '../../../platform/http/envelope.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import { holds } from '../../../platform/http/requests/user.ts'
import type { Plugin } from '../../../platform/http/route.ts'
import { databaseFailure } from '../../../platform/store/failures.ts'
import { requireDataSource } from '../../../reports/databases.ts'
import { inspectSql } from '../../../reports/inspect-sql.ts'
import { readReport } from '../../../reports/read.ts'
import { readReportRequest, translateRows } from '../../../reports/report-request.ts'
import { designWrite } from '../permissions.ts'
import { readCost } from './cost.ts'
import { tablesFor, tableTitles } from './readable.ts'
import { asRole, readRoles } from './role.ts'
import { mayOpen, openTrial, reportOfDraft, type TrialServices } from './trial.ts'

/** The rows of a trial are at most so many at a time. */
const MAX_TRIAL_ROWS = 50
/** Milliseconds for each statement of a trial. */
const TRIAL_TIMEOUT_MS = 10_000

const refuse = defineRefusals({
  DESIGN_TRIAL_CLOSED:
    '角色「{role}」没有这张报表的查询权限，请在角色管理里授权，或在报表的「建议授权」里写上它',
  DESIGN_COST_ELSEWHERE: '这个数据源不是 PostgreSQL，不能估算开销，请用「试运行」看要多久',
  DESIGN_TRIAL_FAILED: '数据库不接受这次查询：{problem}',
})

const ParseBody = Type.Object(
  {
    sql: Type.String({ maxLength: 8000 }),
    /** The code of a data source; absent for the own database. */
    dataSource: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  },
  { additionalProperties: false },
)

const TrialBody = Type.Object(
  {
    body: Type.Record(Type.String(), Type.Unknown()),
    /** The query of a report's rows: parameters, filters, order and page. */
    query: Type.Record(Type.String(), Type.String({ maxLength: 2000 })),
    roleId: Type.Optional(Type.String({ maxLength: 64 })),
  },
  { additionalProperties: false },
)
type TrialBody = Type.Static<typeof TrialBody>

/** The designer of reports: tables for its editor, the check of a statement, and trials of a draft on real rows. */
export const reportDesignRoutes: Plugin<TrialServices> = (app, services) => {
  const { db, dictionaries, documents, reportDatabases } = services
  const config = { access: designWrite }

  app.get('/design/report/tables', { config }, ({ user }) =>
    ok(tablesFor(documents, (code) => holds(user, code))),
  )

  app.get('/design/report/roles', { config }, async () => ok(await readRoles(db.app)))

  app.route({
    method: 'POST',
    url: '/design/report/parse',
    config: { ...config, reads: true },
    schema: { body: ParseBody },
    handler: async ({ user, body: { sql, dataSource } }) => {
      requireDataSource(user, dataSource)
      return ok(await inspectSql(services, sql, dataSource))
    },
  })

  /** The draft as its reader would run it: the user, or the user with the permissions of a role. */
  const openDraft = async ({ user, body: { body, query, roleId } }: FastifyRequest<{ Body: TrialBody }>) => {
    const report = await reportOfDraft(services, body)
    const role = roleId === undefined ? { reader: user, name: '' } : await asRole(db.app, user, roleId)
    if (!role) throw appError('NO_ENTITY')
    const { reader } = role
    // Before the first release no role can hold the permission: the trial shows what a role with it would see.
    const isNew = documents.entry(report.id) === undefined && report.roles === undefined
    if (roleId !== undefined && !isNew && !mayOpen(report, reader))
      throw refuse('DESIGN_TRIAL_CLOSED', { values: { role: role.name } })
    const opened = openTrial(services, report, { tester: user, reader })
    const can = (code: string) => holds(reader, code)
    const { all: _, ...request } = readReportRequest(query, opened, { can, maxPage: MAX_TRIAL_ROWS })
    return { opened, request }
  }

  app.route({
    method: 'POST',
    url: '/design/report/run',
    config: { ...config, reads: true },
    schema: { body: TrialBody },
    handler: async (httpRequest) => {
      const { opened, request } = await openDraft(httpRequest)
      const found = await inWords(() =>
        reportDatabases.overRows(
          request.report,
          request.values,
          (over) => readReport(over, request, TRIAL_TIMEOUT_MS),
          TRIAL_TIMEOUT_MS,
        ),
      )
      const { rows, total, estimated, totals, groups } = found
      const { pageNo, pageSize } = request.request
      return ok({
        ...page(await translateRows(dictionaries, rows, request), total, pageNo, pageSize),
        totals,
        ...(groups && { groups }),
        ...(estimated && { totalEstimated: true }),
        /** The columns that the reader sees. */
        columns: [...opened.columns.keys()],
      })
    },
  })

  app.route({
    method: 'POST',
    url: '/design/report/cost',
    config: { ...config, reads: true },
    schema: { body: TrialBody },
    handler: async (httpRequest) => {
      const { opened, request } = await openDraft(httpRequest)
      return ok(
        await inWords(() =>
          reportDatabases.run(opened.document, (source) => {
            if ('foreign' in source) throw refuse('DESIGN_COST_ELSEWHERE')
            return readCost(source.db, request, tableTitles(documents))
          }),
        ),
      )
    },
  })
}

/** An error of PostgreSQL, such as a division by zero, as a refusal in words. */
async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isQuery = typeof (error as { severity?: unknown }).severity === 'string'
    if (!isQuery || databaseFailure(error) === 'gone') throw error
    throw refuse('DESIGN_TRIAL_FAILED', { values: { problem: databaseText(error) }, cause: error })
  }
}
