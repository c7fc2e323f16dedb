import { sql } from 'kysely'
import type { RecordEvent } from '../../../records/events.ts'
import type { DictAdminServices } from './routes.ts'
import { dictId, itemId } from './shape.ts'

/** Announces the dictionary of a changed record to all instances. */
export async function announceDictionary(
  event: RecordEvent,
  { db, dictionaries }: DictAdminServices,
): Promise<void> {
  if (event.screen !== dictId && event.screen !== itemId) return
  const record = event.type === 'record.removed' ? event.before : event.after
  const former = event.type === 'record.saved' ? event.before : null
  if (event.screen === dictId) {
    for (const code of new Set([record.dictCode, former?.dictCode ?? record.dictCode]))
      await dictionaries.changed(String(code))
    return
  }
  const { rows } = await sql<{ code: string }>`
    select dict_code as code from sys_dict where id = ${String(record.dictId)}`.execute(db.app)
  await dictionaries.changed(rows[0]?.code)
}
