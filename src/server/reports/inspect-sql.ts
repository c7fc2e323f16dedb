import { AppError } from '#runtime/kernel/errors.ts'
import { databaseText } from '../documents/plan/database-text.ts'
import { judgeSql } from '../documents/report-sql/gate/check.ts'
import { readSql, type TextPlace } from '../documents/report-sql/sql-text.ts'
import { buildDraft, type Draft, queryTypes, sqlTarget } from './draft.ts'
import type { ReportServices } from './services.ts'

/** A refused part of a statement, in words. */
export interface SqlFault {
  text: string
  /** Null for a fault of the whole statement. */
  place: TextPlace | null
}

export interface SqlInspection {
  faults: SqlFault[]
  /** Columns and parameters; null for a statement with faults. */
  draft: Draft | null
}

/** All faults of a statement with their places; reads no rows. */
export async function inspectSql(
  services: Pick<ReportServices, 'documents' | 'reportDatabases'>,
  text: string,
  dataSource: string | undefined,
): Promise<SqlInspection> {
  const target = sqlTarget(services, dataSource)
  const read = readSql(text)
  if (!read.ok) return { faults: [{ text: read.text, place: read.place }], draft: null }
  const verdict = judgeSql(read.value, target.table, target.functions)
  const faults = verdict.refusals.map((refusal) => ({
    text: refusal,
    place: verdict.places.get(refusal) ?? null,
  }))
  if (faults.length > 0) return { faults, draft: null }
  const checked = { read: read.value, verdict }
  const queried = await queryTypes(target, checked)
  if (queried.ok) return { faults, draft: buildDraft(checked, target.readable, queried) }
  const { error, place } = queried
  return {
    faults: [{ text: error instanceof AppError ? error.message : databaseText(error), place }],
    draft: null,
  }
}
