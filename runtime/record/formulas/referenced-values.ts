import { isEmpty } from '#runtime/kernel/json.ts'
import { type Field, isDetail } from '#runtime/schema/types.ts'
import type { RecordModel } from '../model.ts'
import { getRows, type Values } from '../scope.ts'

/** The records that the values of the field `field` refer to; `detail` is the key of its detail table, null for the head. */
export interface ReferenceRequest {
  detail: string | null
  field: string
  values: readonly string[]
}

/** Loads the values that fields show of other records (`from`), by the value of the reference. */
export type LoadReferenced = (request: ReferenceRequest) => Promise<ReadonlyMap<string, Values>>

/** The head of a record, or the rows of one of its detail tables. */
interface Level {
  detail: string | null
  fields: readonly Field[]
  rows(): Iterable<readonly [id: string, values: Values]>
  /** The same when the record was loaded. */
  initialRows(): Iterable<readonly [id: string, values: Values]>
  show(id: string, values: Values): void
  subscribe(changed: () => void): () => void
}

function listLevels(model: RecordModel): Level[] {
  const head: Level = {
    detail: null,
    fields: model.screen.fields,
    rows: () => [['', model.head]],
    initialRows: () => [['', model.initial]],
    show: (_, values) => model.showHeads(values),
    subscribe: model.subscribeHead,
  }
  const tables = model.screen.fields.filter(isDetail).flatMap((field): Level[] => {
    const store = model.rows(field.key)
    if (!store) return []
    return [
      {
        detail: field.key,
        fields: field.fields,
        rows: () => store.rows.map((row) => [row.id, row] as const),
        initialRows: () => getRows(model.initial, field.key).map((row) => [String(row.id), row] as const),
        show: (id, values) =>
          store.batch(() => {
            for (const [key, value] of Object.entries(values)) store.setComputed(id, key, value)
          }),
        subscribe: (changed) => {
          const ends = [store.subscribeLog(changed), store.subscribeStructure(changed)]
          return () => {
            for (const end of ends) end()
          }
        },
      },
    ]
  })
  return [head, ...tables]
}

/** The keys of the fields that show values of a referenced record, by the field that holds the reference. */
function keysByReference(fields: readonly Field[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const { key, from, follow } of fields) {
    const reference = (from ?? follow)?.field
    if (reference) groups.set(reference, [...(groups.get(reference) ?? []), key])
  }
  return groups
}

/**
 * Loads the values that an open record shows of other records when one of its references changes. They are no changes of
 * the user: a save does not send them, and an undo has no step for them. A failed request leaves them empty. Returns the
 * function that ends it.
 */
export function followReferences(model: RecordModel, load: LoadReferenced): () => void {
  const ends = listLevels(model).flatMap((level) =>
    [...keysByReference(level.fields)].map(([field, keys]) => follow(model, level, { field, keys }, load)),
  )
  return () => {
    for (const end of ends) end()
  }
}

function follow(
  model: RecordModel,
  level: Level,
  { field, keys }: { field: string; keys: readonly string[] },
  load: LoadReferenced,
): () => void {
  let hasEnded = false
  const getReference = (values: Values): string => (isEmpty(values[field]) ? '' : String(values[field]))
  /** The reference of each row at the last change. */
  let references = new Map<string, string>()

  const show = async (rowsByDetail: ReadonlyMap<string, readonly string[]>) => {
    const found = await load({ detail: level.detail, field, values: [...rowsByDetail.keys()] }).catch(
      () => null,
    )
    if (hasEnded || !found) return
    for (const [reference, ids] of rowsByDetail)
      for (const id of ids)
        if (references.get(id) === reference)
          level.show(id, Object.fromEntries(keys.map((key) => [key, found.get(reference)?.[key] ?? null])))
  }

  const scan = () => {
    const before = references
    references = new Map()
    const due = new Map<string, string[]>()
    const outdated: string[] = []
    for (const [id, values] of level.rows()) {
      const reference = getReference(values)
      references.set(id, reference)
      const last = before.get(id)
      if (last === reference) continue
      // A new row: a copy, or the answer of a save, has its values already.
      if (last === undefined && (reference === '' || keys.some((key) => !isEmpty(values[key])))) continue
      if (last !== undefined) outdated.push(id)
      if (reference !== '') due.set(reference, [...(due.get(reference) ?? []), id])
    }
    for (const id of outdated) level.show(id, Object.fromEntries(keys.map((key) => [key, null])))
    if (due.size > 0) void show(due)
  }

  // The server has sent the values of a stored record.
  if (model.env.mode !== 'add')
    references = new Map([...level.initialRows()].map(([id, values]) => [id, getReference(values)]))
  scan()
  const end = level.subscribe(scan)
  return () => {
    hasEnded = true
    end()
  }
}
