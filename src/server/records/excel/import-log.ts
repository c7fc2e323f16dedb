import type { JsonObject } from '#runtime/kernel/json.ts'
import { diffRecord, type EditBody, type RowsDelta } from '#runtime/record/delta.ts'
import type { SessionUser } from '../../platform/http/user.ts'
import type { Trx } from '../../platform/store/database.ts'
import type { RecordEvent } from '../events.ts'
import type { Resource } from '../resource.ts'

/** A record that an import wrote: a new one, or the body of the edit that restores its values. */
export interface ImportedRecord {
  id: string
  restore: EditBody | null
}

/** A finished import. */
export interface ImportEntry {
  resource: Resource
  user: SessionUser
  /** The names of the files, joined by 、. */
  fileName: string
  counts: { total: number; inserted: number; updated: number; skipped: number }
  records: readonly ImportedRecord[]
}

/** The stored imports, which their users can undo. The import module implements it. */
export interface ImportLog {
  /** Stores an import in its transaction and returns its id. */
  add(trx: Trx, entry: ImportEntry): Promise<string>
}

/** Rows without revisions: those of the earlier record are outdated, and the record's own guards its rows. */
const withoutRevisions = ({ added, changed, removed }: RowsDelta): RowsDelta => ({
  added,
  removed,
  changed: changed.map(({ rev: _, ...row }) => row as RowsDelta['changed'][number]),
})

/** The body of the edit that restores a record's earlier values. */
function restoringBody({ screen, details }: Resource, before: JsonObject, after: JsonObject): EditBody {
  const body = diffRecord(screen, after, before)
  for (const { key } of details) if (body[key]) body[key] = withoutRevisions(body[key] as RowsDelta)
  return body
}

/** The record that a saved event of an import is about; none when the save changed nothing. */
export function importedRecord(resource: Resource, event: RecordEvent): ImportedRecord[] {
  if (event.type !== 'record.saved') return []
  const { id, before, after } = event
  if (before === null) return [{ id, restore: null }]
  return before.rev === after.rev ? [] : [{ id, restore: restoringBody(resource, before, after) }]
}
