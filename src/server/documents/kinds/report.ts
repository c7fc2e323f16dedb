import { reportCodes } from '#runtime/schema/action-codes.ts'
import type { StoredReport } from '#runtime/schema/types.ts'
import { pickedParts, readableScope } from '../readable-scope.ts'
import { reportProblems, reportWarnings, sqlRefused } from '../report-sql/problems.ts'
import { tryReport } from '../report-sql/trial.ts'
import type { ServerKind } from './contract.ts'
import { listCode, pageIndexEntry, registerList } from './list.ts'
import { grantProblems } from './proposed-grants.ts'
import { boundsOfReport } from './row-bounds.ts'

export const reportKind: ServerKind<StoredReport> = {
  kind: 'report',
  codes: reportCodes,
  problems: (document, knownNames) => [
    ...reportProblems(document, knownNames),
    ...grantProblems(document, reportCodes(document)),
  ],
  warnings: reportWarnings,
  async trial(document, db) {
    // Another database may be down while this server starts; its refusals are shown when the report is opened.
    if (document.source.dataSource !== undefined) return null
    const message = await tryReport(db, document)
    if (message === null) return null
    return { path: '/source/sql', code: sqlRefused, text: `数据库不接受这条 SQL：${message}` }
  },
  openCode: listCode,
  readableScope: (document, documents, can) => readableScope(documents, document, can),
  pickedView: (view, keys) => ({ ...pickedParts(view, keys), kind: view.kind, code: view.code }),
  indexEntry: (document) => ({ ...pageIndexEntry(document), code: document.code }),
  async register({ document }, services) {
    await registerList(document, reportCodes(document), services)
    services.rowBounds.set(document.id, boundsOfReport(document))
  },
  async unregister(id, { permissions, rowBounds }) {
    rowBounds.delete(id)
    await permissions.retire(id)
  },
}
