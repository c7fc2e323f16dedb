import { databaseText } from '../documents/database-text.ts'
import { judgeSql } from '../documents/report-sql/gate/check.ts'
import type { TextPlace } from '../documents/report-sql/places.ts'
import { readSql } from '../documents/report-sql/sql-text.ts'
import type { ReadServices } from '../records/services.ts'
import { type Draft, draftOf, queryTypes, readableOf } from './draft.ts'

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
  services: Pick<ReadServices, 'db' | 'documents'>,
  text: string,
): Promise<SqlInspection> {
  const readable = readableOf(services)
  const read = readSql(text)
  if (!read.ok) return { faults: [{ text: read.text, place: null }], draft: null }
  const verdict = judgeSql(read.value, (name) => readable.get(name)?.keys())
  const faults = verdict.refusals.map((refusal) => ({
    text: refusal,
    place: verdict.places.get(refusal) ?? null,
  }))
  if (faults.length > 0) return { faults, draft: null }
  const checked = { read: read.value, verdict }
  const queried = await queryTypes(services, checked, readable)
  if (queried.ok) return { faults, draft: draftOf(checked, readable, queried.types) }
  return { faults: [{ text: databaseText(queried.error), place: queried.place }], draft: null }
}
