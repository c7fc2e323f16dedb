import { sql } from 'kysely'
import type { ConsequenceName } from '#runtime/schema/kinds/screen/then/shapes.ts'
import type { ConsequenceContext, Outcome } from '../record-transaction.ts'

/** Stores what a consequence did, for the history of the record that it followed. */
export async function keepOutcome(
  { transaction: { trx }, resource, id, title, by }: ConsequenceContext,
  name: ConsequenceName,
  { count, target, request, note }: Outcome,
): Promise<void> {
  await sql`
    insert into sys_then (data_table, data_id, title, kind, count, target_screen, target_ids, request, note, create_by)
    values (${resource.table}, ${id}, ${title}, ${name}, ${count}, ${target?.screen ?? null},
      ${target ? [...target.ids] : null}::text[], ${request ?? null}, ${note ?? null}, ${by.username})`.execute(
    trx,
  )
}
