import { sql } from 'kysely'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { Db } from '../../platform/store/database.ts'

/** Records that are read together. */
const BATCH = 500

/** What the versions of a record say about a moment. */
export interface StateThen {
  id: string
  /** The values of the record at the moment, details inline; null: it did not exist, or was removed. */
  values: JsonObject | null
}

interface Row {
  id: string
  type: string | null
  content: string | null
  initial: string | null
}

const parse = (text: string | null): JsonObject | null => {
  const values: unknown = text === null ? null : JSON.parse(text)
  return isJsonObject(values) ? values : null
}

/** The first version of an older record says what it was before its first change. */
function readValues({ type, content, initial }: Row, time: string): JsonObject | null {
  if (type !== null) return type === 'removed' ? null : parse(content)
  const values = parse(initial)
  return values !== null && String(values.createTime ?? '') <= time ? values : null
}

/** The states of all records of a table that have versions, in parts; `time` is `2026-11-30 08:00:00`, in China. */
export async function* readStates(db: Db, table: string, time: string): AsyncGenerator<StateThen[]> {
  for (let last = ''; ; ) {
    const { rows } = await sql<Row>`
      select l.id, v.type, v.data_content as content, i.data_content as initial
      from (
        select distinct data_id as id from sys_data_log where data_table = ${table} and data_id > ${last}
        order by data_id limit ${BATCH}) as l
      left join lateral (
        select type, data_content from sys_data_log
        where data_table = ${table} and data_id = l.id and create_time <= ${time}::timestamp
        order by data_version desc limit 1) as v on true
      left join lateral (
        select data_content from sys_data_log
        where data_table = ${table} and data_id = l.id and type = 'initial' and create_time > ${time}::timestamp
        order by data_version limit 1) as i on true
      order by l.id`.execute(db)
    if (rows.length === 0) return
    yield rows.map((row) => ({ id: row.id, values: readValues(row, time) }))
    last = rows.at(-1)?.id ?? ''
  }
}
