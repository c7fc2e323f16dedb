import { sql } from 'kysely'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { formatDateTime } from '#runtime/kernel/time.ts'
import { isDetail, type StoredScreen } from '#runtime/schema/types.ts'
import type { DocumentRegistry } from '../../documents/library/registry.ts'
import { currentTime } from '../../platform/store/clock.ts'
import type { RecordEvent } from '../../records/events.ts'
import type { RecordVersions } from '../../records/read/versions.ts'
import { newId } from '../../records/write.ts'
import { readMoves } from './moves.ts'

/** Maximum versions of one statement. */
const BATCH = 1000

interface Version {
  id: string
  table: string
  record: string
  content: string
  type: 'initial' | 'saved' | 'moved' | 'removed' | 'restored' | 'undone'
  by: string | null
  /** The code of the flow's move that was made or undone. */
  move?: string
  /** Counts the versions of one record in one transaction, from 0. */
  place: number
}

/** The stored values of a record: without fields that nobody may read and rows that are saved separately. */
function buildContent(record: Readonly<JsonObject>, { fields }: StoredScreen): string {
  const left = new Set(
    fields
      .filter((field) => field.writeOnly || (isDetail(field) && field.own) || field.persist === false)
      .map(({ key }) => key),
  )
  return JSON.stringify(
    Object.fromEntries(Object.entries(record).filter(([key]) => !left.has(key) && !key.startsWith('#'))),
  )
}

const types = { 'record.saved': 'saved', 'record.moved': 'moved', 'record.removed': 'removed' } as const
const getType = (event: RecordEvent): Version['type'] =>
  (event.type === 'record.saved' && event.isRestored && 'restored') ||
  (event.type === 'record.moved' && event.isUndone && 'undone') ||
  types[event.type]

/** Writes a version for each change; the first change of an older record also stores the values before it. */
export function createVersions(documents: Pick<DocumentRegistry, 'screen'>): RecordVersions {
  const buildVersions = (event: RecordEvent): Omit<Version, 'place'>[] => {
    const screen = documents.screen(event.screen)?.document
    if (!screen) return []
    const after = event.type === 'record.removed' ? event.before : event.after
    const shared = { table: screen.table.name, record: event.id }
    const changed = {
      ...shared,
      id: newId(),
      content: buildContent(after, screen),
      type: getType(event),
      by: event.by.username,
      ...(event.type === 'record.moved' && { move: event.move }),
    }
    if (!event.before || event.type === 'record.removed') return [changed]
    const by = String(event.before.updateBy ?? event.before.createBy ?? '') || null
    const content = buildContent(event.before, screen)
    return [{ ...shared, id: newId(), content, type: 'initial', by }, changed]
  }
  return {
    readMoves,
    async write(trx, events) {
      const time = formatDateTime(currentTime())
      const places = new Map<string, number>()
      const versions = events.flatMap(buildVersions).map((version) => {
        const key = `${version.table} ${version.record}`
        const place = places.get(key) ?? 0
        places.set(key, place + 1)
        return { ...version, place }
      })
      for (let at = 0; at < versions.length; at += BATCH) {
        const rows = JSON.stringify(versions.slice(at, at + BATCH))
        await sql`
          with added as (
            select x.*, coalesce(
                (select max(l.data_version) from sys_data_log l where l.data_table = x."table" and l.data_id = x.record),
                0) as last
            from jsonb_to_recordset(${rows}::jsonb)
              as x(id text, "table" text, record text, content text, type text, "by" text, move text, place integer)),
          wanted as (select * from added where type <> 'initial' or last = 0 and place = 0)
          insert into sys_data_log (id, data_table, data_id, data_content, data_version, type, move, create_by, create_time)
          select id, "table", record, content,
            last + row_number() over (partition by "table", record order by place), type, move, "by", ${time}::timestamp
          from wanted`.execute(trx)
      }
    },
  }
}
