import type { JsonObject } from '#runtime/kernel/json.ts'
import { diffRecord, type EditBody, type RowsDelta } from '#runtime/record/changes/delta.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import type { Trx } from '../../../platform/store/database.ts'
import type { RecordEvent } from '../../events.ts'
import type { Resource } from '../../resource.ts'

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
  /** The ids of stored outcomes of consequences, which an undo would not take back. */
  remaining: readonly string[]
}

/** The numbers of records that a running import has checked and written. */
export interface ImportProgress {
  checked: number
  written: number
}

/** The stored imports, which their users can undo. The import module implements it. */
export interface ImportLog {
  /** Stores an import in its transaction and returns its id; `running` is the id of an import that was begun. */
  add(trx: Trx, entry: ImportEntry, running?: string): Promise<string>
  /** Stores an import that runs on after its answer, with the number of its rows, and returns its id. */
  begin(begun: Pick<ImportEntry, 'resource' | 'user' | 'fileName'> & { rows: number }): Promise<string>
  /** Stores the progress of a running import, and that its server is alive. */
  report(id: string, progress: ImportProgress): Promise<void>
  /** Stores the end of a running import that wrote nothing; `answer` has its faults. */
  fail(id: string, answer: JsonObject): Promise<void>
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
