import { sql } from 'kysely'
import type { RecordVersions, StoredMove } from '../../records/read/versions.ts'

/** The versions that moves of a record wrote, each compared with the version before it. */
export const readMoves: RecordVersions['readMoves'] = async (
  db,
  { table, id },
  { state, answers },
  limit,
) => {
  const { rows } = await sql<StoredMove>`
    select m.id, m.type = 'undone' as "isUndone", m.move, b.content ->> ${state}::text as "from",
      coalesce(m.content ->> ${state}::text, '') as "to",
      (select coalesce(jsonb_object_agg(a.key, m.content -> a.key), '{}')
        from unnest(${answers}::text[]) as a(key)) as answers,
      m.create_by as "by", m.create_time as time
    from (
      select id, type, move, data_version, create_by, create_time, data_content::jsonb as content
      from sys_data_log
      where data_table = ${table} and data_id = ${id} and type in ('moved', 'undone')
      order by data_version desc limit ${limit}) as m
    left join lateral (
      select data_content::jsonb as content from sys_data_log
      where data_table = ${table} and data_id = ${id} and data_version = m.data_version - 1) as b on true
    order by m.data_version`.execute(db)
  return rows
}
