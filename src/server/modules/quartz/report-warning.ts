import { sql } from 'kysely'
import Type from 'typebox'
import { listCode } from '../../documents/kinds/list.ts'
import { holds, type SessionUser } from '../../platform/http/requests/user.ts'
import { defineJobType } from '../../platform/jobs/job-type.ts'
import type { Database } from '../../platform/store/database.ts'
import type { ReportRows } from '../../records/excel/picker-source.ts'
import type { ReadServices } from '../../records/services.ts'
import {
  findReceivers,
  receiverFault,
  receiverShape,
  type SystemMessage,
  sendSystemMessages,
} from '../announcement/interface.ts'
import { readRequester } from '../session/interface.ts'

export type WarningServices = Pick<ReadServices, 'documents'> & { db: Database; reportRows: ReportRows }

/** Rows that are counted for one person. */
const MAX_ROWS = 1000

/** The rows of a report that a person may see; 0 for one who may not open it. */
async function countRows(
  { documents, reportRows }: WarningServices,
  code: string,
  user: SessionUser,
): Promise<number> {
  const entry = documents.report(code)
  if (!entry) throw new Error(`没有报表「${code}」`)
  if (!holds(user, listCode(entry.document))) return 0
  const { columns, select } = reportRows.open(entry, user)
  const [first] = columns.values()
  return first ? (await select([first], sql<boolean>`true`, MAX_ROWS + 1)).length : 0
}

/** Tells each receiver how many rows a report has for them, where it has any. */
export const reportWarning = defineJobType({
  name: 'reportWarning',
  title: '报表预警',
  parameters: Type.Object({
    report: Type.String({ maxLength: 120 }),
    ...receiverShape,
    title: Type.String({ maxLength: 100 }),
    content: Type.Optional(Type.String({ maxLength: 500 })),
  }),
  fault({ documents }: WarningServices, { report, ...to }) {
    const document = documents.report(report)?.document
    if (!document) return { key: 'report', text: `没有编号是「${report}」的报表，请填报表的编码或编号` }
    const missing = document.params?.find((param) => param.required && param.defaultValue === undefined)
    if (missing) {
      const text = `报表「${document.title}」要先填「${missing.title ?? missing.key}」才能查，不能预警：请换一张，或给这个参数缺省值`
      return { key: 'report', text }
    }
    return receiverFault(to)
  },
  async run(services, { report, title, content, ...to }, { signal }) {
    const { db, documents } = services
    const document = documents.report(report)?.document
    const receivers = await findReceivers(db.app, to)
    const messages: SystemMessage[] = []
    for (const userId of receivers) {
      signal.throwIfAborted()
      const user = await readRequester(db.app, userId)
      const count = user ? await countRows(services, report, user) : 0
      if (count === 0) continue
      const countText = count > MAX_ROWS ? `超过 ${MAX_ROWS}` : String(count)
      const text = [content, `「${document?.title ?? report}」有 ${countText} 行`].filter(Boolean).join('\n')
      const page = document?.menu?.path ?? `/${document?.id}`
      messages.push({ userId, title, text, page })
    }
    await sendSystemMessages(db, ...messages)
    return `查看了 ${receivers.length} 人的报表，通知 ${messages.length} 人`
  },
})
