import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { recordTitle } from '#runtime/schema/derive.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { isNameField } from '#runtime/schema/names/name-field.ts'
import { findNameKey } from '#runtime/schema/names/record-name.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { listCode } from '../../documents/kinds/list.ts'
import type { RegistryEntry } from '../../documents/library/registry.ts'
import type { Column } from '../../documents/plan/column.ts'
import { holds, type SessionUser } from '../../platform/http/requests/user.ts'
import { databaseFailure } from '../../platform/store/failures.ts'
import { readable } from '../../records/list/list-route.ts'
import { and, type Sql } from '../../records/query/condition.ts'
import { isLive } from '../../records/query/list.ts'
import { textCondition, textHints } from '../../records/query/text-condition.ts'
import type { ReadServices } from '../../records/services.ts'

export type SearchServices = ReadServices

export interface FoundRecord {
  screen: string
  id: string
  /** The kind of the record and its name. */
  title: string
  /** The text in which the words are, else another one of the record; null without any. */
  text: string | null
}

/** Records of one screen; of further ones its list is the place. */
const MAX_PER_SCREEN = 5
/** Hits of one screen among which the nearest are looked for. */
const MAX_HITS = 100
const TIMEOUT_MS = 2000

/** A column whose index answers a search. */
const isSearched = ({ hasTriples, isMasked, readsOthers }: Column): boolean =>
  hasTriples === true && isMasked !== true && readsOthers !== true

const contains = (column: Column, word: string): Sql =>
  and([textCondition(column, 'like', word), ...textHints(column, 'like', word)])

/** What a search reads of one screen: the name of its records, the text beside it, and the condition. */
interface Target {
  screen: StoredScreen
  name: Column
  text: Sql
  rows: Sql
}

/** Lines of a log have no name but their first text, and nobody looks for them here. */
const isNamed = ({ field }: Column): boolean =>
  field !== null &&
  (field.auto !== undefined ||
    isNameField(field) ||
    field.validateRules?.some(({ unique }) => unique === true) === true)

function selectText(searched: readonly Column[], name: Column, word: string): Sql {
  const others = searched.filter(({ key }) => key !== name.key)
  const [first] = others
  if (!first) return sql`null::text`
  const matching = others.map(
    (column) => sql`case when ${textCondition(column, 'like', word)} then ${column.ref}::text end`,
  )
  return sql`coalesce(${sql.join([...matching, sql`${first.ref}::text`])})`
}

function findTarget(
  services: SearchServices,
  entry: RegistryEntry<StoredScreen>,
  user: SessionUser,
  word: string,
) {
  const { source, queried, screen } = readable(services, entry, user)
  const name = queried.get(findNameKey(screen, fieldValues) ?? '')
  const searched = [...queried.values()].filter(isSearched)
  if (!name || !isNamed(name) || searched.length === 0) return undefined
  const found = sql`(${sql.join(
    searched.map((column) => contains(column, word)),
    sql` or `,
  )})`
  const where = and([...isLive(source), ...source.always, found])
  const rows = sql`${sql.id(source.table)} as t where ${where}`
  return { screen, name, text: selectText(searched, name, word), rows } satisfies Target
}

/** The records of one screen whose name is nearest to the word: itself, beginning with it, containing it, others. */
const selectNearest = ({ name, text, rows }: Target, at: number, word: string): Sql => sql`(
  select ${at}::int as at, id, name, text
  from (select t.id, ${name.ref}::text as name, ${text} as text from ${rows} limit ${MAX_HITS}) as hit
  where name is not null
  order by name <> ${word}, not starts_with(name, ${word}), strpos(name, ${word}) = 0, name, id limit ${MAX_PER_SCREEN})`

/**
 * Records that contain the words in their name or in the texts that their list searches, each with the address of its screen.
 * Only indexed columns are searched. Overlays are left out: they show the records of their base.
 */
export async function findRecords(
  services: SearchServices,
  user: SessionUser,
  word: string,
): Promise<{ records: FoundRecord[]; isCut: boolean }> {
  const targets = services.documents.entries().flatMap((entry) => {
    if (entry.overlay || !asDocumentWith(entry.document, 'hasTable')) return []
    const stored = entry as RegistryEntry<StoredScreen>
    // Records without a page could not be opened; those of a derived table are made from others.
    if (!stored.document.menu || stored.document.table.derived || !holds(user, listCode(stored.document)))
      return []
    return findTarget(services, stored, user, word) ?? []
  })
  if (targets.length === 0) return { records: [], isCut: false }
  const union = sql.join(
    targets.map((target, at) => selectNearest(target, at, word)),
    sql` union all `,
  )
  const read = services.db.app.transaction().execute(async (trx) => {
    await sql`select set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`.execute(trx)
    return await sql<{ at: number; id: string; name: string; text: string | null }>`${union}`.execute(trx)
  })
  const found = await read.catch((error: unknown) => {
    if (databaseFailure(error) === 'busy') return null
    throw error
  })
  const records = (found?.rows ?? []).flatMap(({ at, id, name, text }) => {
    const screen = targets[at]?.screen
    return screen ? [{ screen: screen.id, id, title: `${recordTitle(screen.title)} ${name}`, text }] : []
  })
  return { records, isCut: found === null }
}
