import { sql } from 'kysely'
import type { Arrangement } from '#runtime/schema/kinds/panel/arrangement.ts'
import type { Db, Trx } from '../../platform/store/database.ts'

/** The arrangement of a user as it is stored; null without one. The browser reads it with `readArrangement`. */
export const findArrangement = async (db: Db, panel: string, userId: string): Promise<unknown> => {
  const { rows } = await sql`
    select blocks, defaults from sys_panel_arrangement
    where panel = ${panel} and user_id = ${userId}`.execute(db)
  return rows[0] ?? null
}

export const storeArrangement = (
  trx: Trx,
  panel: string,
  userId: string,
  { blocks, defaults }: Arrangement,
) =>
  sql`insert into sys_panel_arrangement (user_id, panel, blocks, defaults)
    values (${userId}, ${panel}, ${JSON.stringify(blocks)}::jsonb, ${defaults}::text[])
    on conflict (user_id, panel) do update
      set blocks = excluded.blocks, defaults = excluded.defaults, update_time = now()`.execute(trx)

export const removeArrangement = (trx: Trx, panel: string, userId: string) =>
  sql`delete from sys_panel_arrangement where panel = ${panel} and user_id = ${userId}`.execute(trx)

/** Follows the new id of a panel in the arrangements that have blocks of it. */
export const renameInArrangements = (trx: Trx, from: string, to: string) =>
  sql`update sys_panel_arrangement set blocks = (
      select jsonb_agg(
        case when block ->> 'panel' = ${from} then jsonb_set(block, '{panel}', to_jsonb(${to}::text)) else block end
        order by at)
      from jsonb_array_elements(blocks) with ordinality as placed (block, at))
    where blocks @> jsonb_build_array(jsonb_build_object('panel', ${from}::text))`.execute(trx)
