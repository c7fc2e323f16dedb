import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { codeOfAction } from '#runtime/schema/action-codes.ts'
import { findNameKey } from '#runtime/schema/names/record-name.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { screensOver } from '../../documents/access/screens-over.ts'
import { listCode, pageIndexEntry } from '../../documents/kinds/list.ts'
import type { DocumentRegistry } from '../../documents/library/registry.ts'
import type { Caller } from '../caller.ts'
import { isGeneric } from '../own-addresses.ts'
import { and } from '../query/condition.ts'
import { isLive } from '../query/list.ts'
import { getResource, type Resource } from '../resource.ts'
import type { ReadServices } from '../services.ts'

/** The number of a record, and the address of its view where the reader may open it. */
export interface RecordLink {
  name: string
  path: string | null
}

/** A record of a table. */
export interface RecordPlace {
  table: string
  id: string
}

const MAX_LINKS = 10
const buildKey = ({ table, id }: RecordPlace): string => `${table}:${id}`

const tableScreens = (documents: Pick<DocumentRegistry, 'entries'>, table: string) =>
  screensOver(documents, table).filter(({ document }) => isGeneric(document, 'queryById'))

/** The address at which the application shows the record, for a user who may open it there; else null. */
export const recordPath = (screen: StoredScreen, id: string, can: Caller['can']): string | null => {
  const { path } = pageIndexEntry(screen)
  if (path === undefined || !can(codeOfAction(screen, 'detail'))) return null
  return `${path}?${new URLSearchParams({ form: 'detail', id })}`
}

/** The records that the caller may list, by table and id; each is linked in the first screen that shows it. */
export async function recordLinks(
  { db, documents }: Pick<ReadServices, 'db' | 'documents'>,
  caller: Caller,
  places: readonly RecordPlace[],
): Promise<(place: RecordPlace) => RecordLink | undefined> {
  const links = new Map<string, RecordLink>()
  for (const table of new Set(places.map((place) => place.table))) {
    const ids = [...new Set(places.flatMap((place) => (place.table === table ? [place.id] : [])))]
    for (const { document, documentHash } of tableScreens(documents, table)) {
      if (!caller.can(listCode(document))) continue
      const resource = getResource(document, documentHash, fieldValues)
      for (const [id, name] of await readNames(db, resource, caller, ids)) {
        const path = recordPath(document, id, caller.can)
        const link = links.get(buildKey({ table, id }))
        if (!link || (link.path === null && path !== null)) links.set(buildKey({ table, id }), { name, path })
      }
    }
  }
  return (place) => links.get(buildKey(place))
}

async function readNames(
  db: Pick<ReadServices, 'db'>['db'],
  resource: Resource,
  caller: Caller,
  ids: readonly string[],
): Promise<[string, string][]> {
  const { screen, columns, table } = resource
  const column = columns.get(findNameKey(screen, fieldValues) ?? '')
  const name = column ? column.ref : sql`t.id`
  const where = and([sql`t.id = any(${ids}::text[])`, ...isLive(resource), ...caller.rules(resource)])
  const { rows } = await sql<{ id: string; name: unknown }>`
    select t.id, ${name} as name from ${sql.id(table)} as t where ${where}`.execute(db.app)
  return rows.map(({ id, name: value }) => [
    id,
    String((column ? column.fromDb(value) : value) ?? '') || screen.title,
  ])
}

/** The records that a row names, by the words of its screen's table. */
function listPlaces(
  { documents }: Pick<ReadServices, 'documents'>,
  { table: { about, refersTo } }: StoredScreen,
  row: JsonObject,
): RecordPlace[] {
  if (about && row[about.id]) return [{ table: String(row[about.table]), id: String(row[about.id]) }]
  const [, screen = '', ids = ''] = /^([^:]+):(.+)$/.exec(String(row[refersTo ?? ''] ?? '')) ?? []
  const table = documents.screen(screen)?.document.table.name
  if (table === undefined) return []
  return ids
    .split(',')
    .slice(0, MAX_LINKS)
    .map((id) => ({ table, id }))
}

/** Adds `<key>_links` to rows that name records of other screens (`table.about`, `table.refersTo`). */
export async function addRecordLinks(
  services: Pick<ReadServices, 'db' | 'documents'>,
  caller: Caller,
  screen: StoredScreen,
  rows: readonly JsonObject[],
): Promise<void> {
  const key = screen.table.about?.id ?? screen.table.refersTo
  if (key === undefined || rows.length === 0) return
  const places = rows.map((row) => listPlaces(services, screen, row))
  const findLink = await recordLinks(services, caller, places.flat())
  rows.forEach((row, at) => {
    const links = places[at]?.flatMap((place) => findLink(place) ?? []) ?? []
    if (links.length > 0) row[`${key}_links`] = links
  })
}
