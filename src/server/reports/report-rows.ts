import { sql } from 'kysely'
import { underReport } from '../documents/report-sql/transaction.ts'
import { holds } from '../platform/http/requests/user.ts'
import type { ReportRows } from '../records/excel/picker-source.ts'
import type { ReadServices } from '../records/services.ts'
import { type ReportDatabases, runReport } from './databases.ts'
import { openReport } from './opened-report.ts'
import { readParameters } from './parameters.ts'

/** Reads the rows of reports behind pickers, whose parameters have their defaults. */
export const createReportRows = (
  services: Pick<ReadServices, 'documents' | 'dictionaries' | 'handlers'> & {
    reportDatabases: ReportDatabases
  },
): ReportRows => ({
  open({ document }, user) {
    const { report, columns, env } = openReport(services, document, user)
    const values = readParameters({}, report, { env, can: (code) => holds(user, code) })
    return {
      columns,
      select: (chosen, condition, limit) =>
        runReport(services.reportDatabases, { report, values }, ({ db, rows: relation }) =>
          underReport(db, async (trx) => {
            const refs = chosen.map(({ ref }) => ref)
            const end = limit === undefined ? sql`` : sql`limit ${limit}`
            const { rows } = await sql<Record<string, unknown>>`
              select ${sql.join(refs)} from ${relation} where ${condition} ${end}`.execute(trx)
            return rows
          }),
        ),
    }
  },
})
