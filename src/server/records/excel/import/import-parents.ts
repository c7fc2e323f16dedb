import { sql } from 'kysely'
import type { ImportCell, ImportFault } from '#runtime/record/checks/import-fault.ts'
import type { Db } from '../../../platform/store/database.ts'
import type { Caller } from '../../caller.ts'
import { and } from '../../query/condition.ts'
import { isLive } from '../../query/list.ts'
import type { Resource } from '../../resource.ts'
import { newId } from '../../write.ts'
import type { RecordDraft } from './import-drafts.ts'
import type { ImportPlan } from './import-plan.ts'
import { withNearest } from './import-words.ts'

/** Between the names of a path, as in 总馆/编研部. */
const SEPARATOR = '/'
/** Candidates that the fault of an ambiguous name lists. */
const MAX_LISTED = 5

/** The parents that an import names in a tree. */
export interface ImportParents {
  /** The id of each record's parent, for the cells without a fault. */
  values: ReadonlyMap<RecordDraft, string>
  faults: { record: RecordDraft; fault: ImportFault }[]
  /** The ids that new records get, because records of the same import are below them. */
  ids: ReadonlyMap<RecordDraft, string>
  /** The record of the same import that is the parent. */
  findParent(record: RecordDraft): RecordDraft | undefined
}

interface TreePlace {
  id: string
  path: string
  /** The new record at this place; null for a stored one. */
  record: RecordDraft | null
}

/** Places by their ids, and by each end of their paths: 编研部 and 总馆/编研部. */
class Places {
  readonly #byText = new Map<string, TreePlace[]>()

  add(place: TreePlace): void {
    const names = place.path.split(SEPARATOR)
    for (const text of [place.id, ...names.map((_, at) => names.slice(at).join(SEPARATOR))])
      this.#byText.set(text, [...(this.#byText.get(text) ?? []), place])
  }

  /** The places that a text names; of several, the one whose whole path or id it is. */
  find(text: string, except: RecordDraft): TreePlace[] {
    const found = (this.#byText.get(text) ?? []).filter(({ record }) => record !== except)
    const whole = found.filter(({ id, path }) => id === text || path === text)
    return whole.length === 1 ? whole : found
  }

  paths(): string[] {
    return [...new Set([...this.#byText.values()].flat().map(({ path }) => path))]
  }
}

/** The key of the field whose cells name the parents; null where parents are not imported, or name the records. */
export const findParentKey = ({ tree }: Resource, plan: ImportPlan): string | null => {
  const key = tree?.text && tree.parent.key
  return key && !plan.match.includes(key) && plan.head.some(({ field }) => field.key === key) ? key : null
}

/** The stored records that the user may see, as places of the tree. */
async function storedPlaces(db: Db, resource: Resource, caller: Caller): Promise<TreePlace[]> {
  const { tree, table } = resource
  if (!tree?.text) return []
  const { rows } = await sql<{ id: string; parent: string | null; name: string | null }>`
    select t.id::text as id, ${tree.parent.ref}::text as parent, ${tree.text.ref}::text as name
    from ${sql.id(table)} as t where ${and([...isLive(resource), ...caller.rules(resource)])}`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return rows.map(({ id }) => {
    const names: string[] = []
    const seen = new Set<string>()
    for (let at = byId.get(id); at && !seen.has(at.id); at = byId.get(at.parent ?? '')) {
      seen.add(at.id)
      names.unshift(at.name ?? '')
    }
    return { id, path: names.join(SEPARATOR), record: null }
  })
}

function ambiguousFault(cell: ImportCell, text: string, found: readonly TreePlace[]): ImportFault {
  const paths = new Set(found.map(({ path }) => path))
  // Records of one name below one parent have the same path.
  const words = found.map(({ id, path }) => (paths.size === found.length ? path : id))
  const reason = `「${text}」有 ${words.length} 个，请改填其中一个：${words.slice(0, MAX_LISTED).join('、')}`
  return { ...cell, reason, nearest: words[0] }
}

/**
 * Finds the parents of imported records by name, by path or by id, among the stored records and, where `isNew` accepts
 * them, among the records of the same import.
 */
export async function findParents(
  db: Db,
  resource: Resource,
  caller: Caller,
  records: readonly RecordDraft[],
  { key, isNew }: { key: string; isNew(record: RecordDraft): boolean },
): Promise<ImportParents> {
  const ids = new Map<RecordDraft, string>()
  const parents = new Map<RecordDraft, TreePlace>()
  const getText = (record: RecordDraft, name: string) => record.cells.get(name)?.value.trim() ?? ''
  const below = records.filter((record) => getText(record, key) !== '')
  const result = {
    ids,
    faults: [] as ImportParents['faults'],
    findParent: (record: RecordDraft) => parents.get(record)?.record ?? undefined,
  }
  if (below.length === 0) return { ...result, values: new Map() }

  const places = new Places()
  for (const place of await storedPlaces(db, resource, caller)) places.add(place)
  const nameKey = resource.tree?.text?.key ?? ''
  const putNew = (record: RecordDraft, parentPath?: string) => {
    const name = getText(record, nameKey)
    if (name === '' || !isNew(record)) return
    const id = newId(resource.screen.table.id)
    ids.set(record, id)
    places.add({ id, path: parentPath === undefined ? name : parentPath + SEPARATOR + name, record })
  }
  for (const record of records) if (getText(record, key) === '') putNew(record)
  // A row may name a parent that stands below it in the sheet.
  let waiting = below
  for (let count = -1; count !== waiting.length; ) {
    count = waiting.length
    waiting = waiting.filter((record) => {
      const [parent] = places.find(getText(record, key), record)
      if (!parent) return true
      parents.set(record, parent)
      putNew(record, parent.path)
      return false
    })
  }
  const paths = waiting.length > 0 ? places.paths() : []
  const waitingNames = new Set(waiting.map((record) => getText(record, nameKey)))
  for (const record of below) {
    const cell = record.cells.get(key) ?? record.at
    const text = getText(record, key)
    const put = (fault: ImportFault) => result.faults.push({ record, fault })
    const found = places.find(text, record)
    const parent = parents.get(record)
    // A place that was found after the first one makes the text ambiguous, too.
    const others = parent ? [parent, ...found.filter((place) => place !== parent)] : []
    if (others.length > 1) put(ambiguousFault(cell, text, others))
    else if (parent) continue
    else if (text !== getText(record, nameKey) && waitingNames.has(text.split(SEPARATOR).at(-1) ?? ''))
      put({ ...cell, reason: `「${text}」的上级也没有找到` })
    else put(withNearest({ ...cell, reason: `没有上级「${text}」` }, paths))
  }
  return { ...result, values: new Map([...parents].map(([record, { id }]) => [record, id])) }
}

/** The records in an order in which parents precede the records below them. */
export function parentsFirst<T extends { record: RecordDraft }>(
  items: readonly T[],
  { findParent }: Pick<ImportParents, 'findParent'>,
): T[] {
  const getDepth = (record: RecordDraft): number => {
    let depth = 0
    for (let at = findParent(record); at; at = findParent(at)) depth += 1
    return depth
  }
  return items
    .map((item) => ({ item, depth: getDepth(item.record) }))
    .sort((a, b) => a.depth - b.depth)
    .map(({ item }) => item)
}
