import { sql } from 'kysely'
import type { Column } from '../../documents/column.ts'
import type { Caller } from '../caller.ts'
import { isLive } from '../list.ts'
import { readable } from '../list-route.ts'
import { and, type Sql } from '../query/condition.ts'
import { isText } from '../query/operand.ts'
import type { ReadServices } from '../services.ts'
import { toWire } from '../wire.ts'

/** A record that a picker offers, on the wire: without values that the user may not see. */
export type PickerRecord = Readonly<Record<string, unknown>>

/** The records of a picker that a user may choose. */
export interface PickerSource {
  /** The keys of the texts by which records are found: the display key, those that the picker queries, `id`. */
  keys: readonly string[]
  /** The records that have one of the texts under the key. */
  find(key: string, texts: readonly string[]): Promise<PickerRecord[]>
  /** Display texts that have two adjacent characters in common with the text. */
  similar(text: string): Promise<string[]>
}

const MAX_SIMILAR = 200
/** Characters of a text that are compared with display texts. */
const MAX_COMPARED_LENGTH = 40

const contains = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** The runs of two characters in a text; the text itself when it is shorter. */
function pairsOf(text: string): string[] {
  const signs = [...text].slice(0, MAX_COMPARED_LENGTH)
  return signs.length < 2 ? signs : signs.slice(1).map((sign, at) => `${signs[at]}${sign}`)
}

/** Codes, names and initials; no dictionary values, and no masked values, which are not compared by their text. */
const isSearched = (column: Column | undefined): column is Column =>
  column !== undefined && isText(column.type) && column.dictCode === null && !column.isMasked

/**
 * Opens the records of a picker by its code; `display` is the key of the text that fields show. Null for a picker over
 * a report, and for one that the user may not open.
 */
export function openPicker(
  services: ReadServices,
  { user }: Pick<Caller, 'user'>,
  code: string,
  display: string,
): PickerSource | null {
  const { documents, db } = services
  const picker = documents.picker(code)?.document
  const entry = picker && 'screen' in picker.source ? documents.screen(picker.source.screen) : undefined
  if (!picker || !entry) return null
  const { columns, source } = readable(services, entry, user)
  const displayed = columns.get(display)
  if (!isSearched(displayed)) return null
  const keys = [...new Set([display, ...(picker.query ?? []), 'id'])]
  const select = async (chosen: readonly Column[], condition: Sql, end = sql``) => {
    const refs = chosen.map(({ ref }) => ref)
    const where = and([...isLive(source), ...source.always, condition])
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(refs)} from ${sql.id(source.table)} as t where ${where} ${end}`.execute(db.app)
    return rows.map((row) => toWire(row, chosen))
  }
  return {
    keys: keys.filter((key) => isSearched(columns.get(key))),
    async find(key, texts) {
      const column = columns.get(key)
      if (!column || texts.length === 0) return []
      return await select(source.columns, sql`${column.ref} = any(${texts})`, sql`order by t.id`)
    },
    async similar(text) {
      const patterns = pairsOf(text).map(contains)
      const end = sql`limit ${MAX_SIMILAR}`
      const records = await select([displayed], sql`${displayed.ref} like any(${patterns})`, end)
      return records.map((record) => String(record[display] ?? ''))
    },
  }
}
