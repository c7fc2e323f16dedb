import { sql } from 'kysely'
import type { PickerDocument, StoredReport, StoredScreen } from '#runtime/schema/types.ts'
import type { RegistryEntry } from '../../documents/library/registry.ts'
import type { Column } from '../../documents/plan/column.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'
import type { Caller } from '../caller.ts'
import { readable } from '../list/list-route.ts'
import { and, type Sql } from '../query/condition.ts'
import { isLive } from '../query/list.ts'
import { isText } from '../query/operand.ts'
import { toWire } from '../read/wire.ts'
import type { ReadServices } from '../services.ts'

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
function listPairs(text: string): string[] {
  const signs = [...text].slice(0, MAX_COMPARED_LENGTH)
  return signs.length < 2 ? signs : signs.slice(1).map((sign, at) => `${signs[at]}${sign}`)
}

/** Codes, names and initials; no dictionary values, and no masked values, which are not compared by their text. */
const isSearched = (column: Column | undefined): column is Column =>
  column !== undefined && isText(column.type) && column.dictCode === null && !column.isMasked

/** The records behind a picker that the user may read. */
interface Source {
  columns: ReadonlyMap<string, Column>
  /** The values of the columns, in the rows that meet the condition. */
  select(columns: readonly Column[], condition: Sql, limit?: number): Promise<Record<string, unknown>[]>
}

/** Reads the rows of reports. The reports implement it. */
export interface ReportRows {
  open(entry: RegistryEntry<StoredReport>, user: SessionUser): Source
}

export type PickerServices = ReadServices & { reportRows: ReportRows }

function openScreen(services: ReadServices, entry: RegistryEntry<StoredScreen>, user: SessionUser): Source {
  const { columns, source } = readable(services, entry, user)
  return {
    columns,
    async select(chosen, condition, limit) {
      const refs = chosen.map(({ ref }) => ref)
      const where = and([...isLive(source), ...source.always, condition])
      const end = limit === undefined ? sql`order by t.id` : sql`limit ${limit}`
      const { rows } = await sql<Record<string, unknown>>`
        select ${sql.join(refs)} from ${sql.id(source.table)} as t where ${where} ${end}`.execute(
        services.db.app,
      )
      return rows
    },
  }
}

/** The source of a picker; undefined while its document is missing. */
function openSource(services: PickerServices, source: PickerDocument['source'], user: SessionUser) {
  const { documents, reportRows } = services
  if ('screen' in source) {
    const entry = documents.screen(source.screen)
    return entry && openScreen(services, entry, user)
  }
  const entry = documents.report(source.report)
  return entry && reportRows.open(entry, user)
}

/**
 * Opens the records of a picker by its code; `display` is the key of the text that fields show. Null for a picker that
 * the user may not open.
 */
export function openPicker(
  services: PickerServices,
  { user }: Pick<Caller, 'user'>,
  code: string,
  display: string,
): PickerSource | null {
  const picker = services.documents.picker(code)?.document
  const source = picker && openSource(services, picker.source, user)
  if (!picker || !source) return null
  const { columns } = source
  const displayed = columns.get(display)
  if (!isSearched(displayed)) return null
  const keys = [...new Set([display, ...(picker.query ?? []), 'id'])]
  return {
    keys: keys.filter((key) => isSearched(columns.get(key))),
    async find(key, texts) {
      const column = columns.get(key)
      if (!column || texts.length === 0) return []
      const all = [...columns.values()]
      return (await source.select(all, sql`${column.ref} = any(${texts})`)).map((row) => toWire(row, all))
    },
    async similar(text) {
      const patterns = listPairs(text).map(contains)
      const rows = await source.select([displayed], sql`${displayed.ref} like any(${patterns})`, MAX_SIMILAR)
      return rows.map((row) => String(toWire(row, [displayed])[display] ?? ''))
    },
  }
}
