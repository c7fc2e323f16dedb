import { sql } from 'kysely'
import { fieldValues } from '#runtime/fields/values.ts'
import { asText, isSameJson, listObjects } from '#runtime/kernel/json.ts'
import type { Path } from '#runtime/schema/checks/report.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { Document } from '#runtime/schema/documents.ts'
import { noLookup } from '#runtime/schema/field-value.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { listStates } from '#runtime/schema/kinds/screen/field-rule-codes.ts'
import type { DocumentProblem } from '#runtime/schema/names/problem-codes.ts'
import { type Field, isDetail, type StoredScreen } from '#runtime/schema/types.ts'
import { findStorage, getColumnName } from '../../../documents/plan/tables.ts'
import { type ValidDocument, writtenPlace } from '../../../documents/validate.ts'
import type { Db } from '../../../platform/store/database.ts'
import { findLostItems } from './removed-items.ts'

/** A stored field, and the table that has its column. */
interface Place {
  table: string
  isSoftDeleted: boolean
  field: Field
}

/** The pointer to a value of the draft as it is served, where the draft writes it. */
type Placing = (path: Path) => string

/** The number of records that are not deleted and have the value, or have it among several. */
async function countRecords(db: Db, { table, isSoftDeleted, field }: Place, value: string): Promise<number> {
  const column = sql.id(getColumnName(field))
  const isSeveral = fieldValues.get(field.type)?.holdsChoices === 'several'
  const has = isSeveral
    ? sql`${value} = any(string_to_array(${column}::text, ','))`
    : sql`${column}::text = ${value}`
  const isLiving = isSoftDeleted ? sql`and del_flag = 0` : sql``
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.id(table)} where ${has} ${isLiving}`.execute(db)
  return rows[0]?.count ?? 0
}

const without = (before: readonly string[], after: readonly string[]): string[] =>
  before.filter((value) => value !== '' && !after.includes(value))

const listOptions = ({ options }: Field): string[] =>
  listObjects(options).map(({ value }) => asText(value) ?? String(value))

/** The number of records that are not deleted in each state, without those whose value of `next` is one of `states`. */
async function countStates(
  db: Db,
  { table, isSoftDeleted, field }: Place,
  next?: { field: Field; states: readonly string[] },
): Promise<Map<string, number>> {
  const state = sql`${sql.id(getColumnName(field))}::text`
  const isLiving = isSoftDeleted ? sql`and del_flag = 0` : sql``
  const isLost = next
    ? sql`and coalesce(${sql.id(getColumnName(next.field))}::text, '') <> all(${next.states}::text[])`
    : sql``
  const { rows } = await sql<{ state: string; count: number }>`
    select ${state} as state, count(*)::int as count from ${sql.id(table)}
    where ${state} <> '' ${isLost} ${isLiving} group by 1`.execute(db)
  return new Map(rows.map((row) => [row.state, row.count]))
}

const describeCounts = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([state, count]) => `${count} 条在「${state}」`).join('、')

const findStored = (fields: readonly Field[], key: string | undefined): Field | undefined =>
  fields.find((field) => field.key === key && findStorage(field, fieldValues) !== null)

/** States that the flow no longer has while records are in them: no move would take these out. */
async function findLostStates(
  db: Db,
  before: StoredScreen,
  after: StoredScreen,
  place: Placing,
): Promise<DocumentProblem[]> {
  const field = findStored(before.fields, before.flow?.field)
  if (!field) return []
  const stored = { table: before.table.name, isSoftDeleted: before.table.softDelete === true, field }
  const states = listStates(before).filter((state) => state !== '')
  const same =
    after.fields.find(({ key }) => key === field.key) ??
    after.fields.find(({ renamedFrom }) => renamedFrom === field.key)
  const problem = (path: Path, text: string): DocumentProblem => ({
    path: place(path),
    code: 'BAD_VALUE',
    text,
  })
  if (!after.flow) {
    // As a choice of its own the state stays readable.
    if (same && findStorage(same, fieldValues)) return []
    const counts = await countStates(db, stored)
    if (counts.size === 0) return []
    const text = `去掉了审批，也没有了「${getTitle(field)}」：还有记录 ${describeCounts(counts)}，以后看不到它们的状态；请把字段「${field.key}」留作普通的下拉框，选项里留着这些状态，或者先删除这些记录`
    return [problem(['fields'], text)]
  }
  const named = [...listStates(after), ...after.flow.moves.flatMap(({ from }) => from ?? [])]
  if (after.flow.field !== same?.key) {
    const next = findStored(before.fields, after.flow.field)
    const counts = await countStates(db, stored, next && { field: next, states: named.filter(Boolean) })
    if (counts.size === 0) return []
    const text = `状态字段由「${field.key}」换成了「${after.flow.field}」：还有记录 ${describeCounts(counts)}，它们在新字段里没有状态，没有动作能处理；请留着原来的状态字段，只是换名字的请用「改名」，或者先给这些记录填好新字段`
    return [problem(['flow', 'field'], text)]
  }
  const counts = await countStates(db, stored)
  return without(states, named).flatMap((state) => {
    const count = counts.get(state)
    if (count === undefined) return []
    const text = `审批去掉了状态「${state}」，还有 ${count} 条记录在这个状态，没有动作能移走它们：请先用动作把它们移到别的状态，或者留着这个状态`
    return [problem(['flow'], text)]
  })
}

/** The field as it was, also under another key. */
export const findFormer = (fields: readonly Field[], { key, renamedFrom }: Field): Field | undefined =>
  fields.find((field) => field.key === key) ?? fields.find((field) => field.key === renamedFrom)

/** Values of a check box or a switch that its two values no longer include, while records have them. */
async function findLostFlags(
  db: Db,
  stored: Place,
  next: Field,
  path: Path,
  place: Placing,
): Promise<DocumentProblem[]> {
  const [half, nextHalf] = [fieldValues.get(stored.field.type), fieldValues.get(next.type)]
  const isFlag = half?.readsAs?.(stored.field)?.is === 'flag' && nextHalf?.readsAs?.(next)?.is === 'flag'
  if (!isFlag || !findStorage(stored.field, fieldValues) || !findStorage(next, fieldValues)) return []
  const settings = ({ type, customValue, options }: Field) => [type, customValue ?? null, options ?? null]
  if (isSameJson(settings(stored.field), settings(next))) return []
  return [...(await countStates(db, stored))].flatMap(([value, count]) => {
    const isValid = nextHalf.check(value, next, noLookup) === null
    if (isValid || half.check(value, stored.field, noLookup) !== null) return []
    const text = `「${getTitle(next)}」的两个值里没有了「${value}」，还有 ${count} 条记录用着它，以后显示存的值；请留着原来的两个值，或者发布后把这些记录重新勾一遍`
    return [{ path: place(path), code: 'BAD_VALUE' as const, text }]
  })
}

/** Options that a field no longer has while records use them: those show the stored value. */
async function findLostOptions(
  db: Db,
  before: StoredScreen,
  after: StoredScreen,
  place: Placing,
): Promise<DocumentProblem[]> {
  const findLost = async (
    fields: readonly Field[],
    later: readonly Field[],
    rows: Omit<Place, 'field'>,
    path: Path,
  ): Promise<DocumentProblem[]> => {
    const problems: DocumentProblem[] = []
    for (const [at, next] of later.entries()) {
      const field = findFormer(fields, next)
      if (!field) continue
      const pathOfField = [...path, at]
      if (isDetail(field) && isDetail(next)) {
        const table = field.table?.name
        if (table !== undefined) {
          const ofDetail = { table, isSoftDeleted: false }
          problems.push(...(await findLost(field.fields, next.fields, ofDetail, [...pathOfField, 'fields'])))
        }
        continue
      }
      problems.push(...(await findLostFlags(db, { ...rows, field }, next, pathOfField, place)))
      const isChoice = fieldValues.get(field.type)?.holdsChoices !== undefined
      if (!isChoice || !Array.isArray(next.options) || !findStorage(field, fieldValues)) continue
      for (const value of without(listOptions(field), listOptions(next))) {
        const count = await countRecords(db, { ...rows, field }, value)
        if (count === 0) continue
        const text = `「${getTitle(next)}」去掉了选项「${value}」，还有 ${count} 条记录用着它，以后显示存的值；只是不让再选的，请把它写成停用`
        problems.push({ path: place([...pathOfField, 'options']), code: 'BAD_VALUE', text })
      }
    }
    return problems
  }
  const { name, softDelete } = before.table
  return await findLost(before.fields, after.fields, { table: name, isSoftDeleted: softDelete === true }, [
    'fields',
  ])
}

/** Stored values that a draft no longer has: states prevent its release, options and items of a dictionary are a warning. */
export async function findRemovedValues(
  db: Db,
  served: Document | undefined,
  draft: ValidDocument,
): Promise<{ problems: DocumentProblem[]; warnings: DocumentProblem[] }> {
  const place: Placing = (path) => writtenPlace(draft, path)
  const before = served && asDocumentWith(served, 'hasTable')
  const after = asDocumentWith(draft.document, 'hasTable')
  if (!before?.table || !after?.table)
    return { problems: [], warnings: await findLostItems(db, served, draft.document, place) }
  const [stored, changed] = [before as StoredScreen, after as StoredScreen]
  return {
    problems: await findLostStates(db, stored, changed, place),
    warnings: await findLostOptions(db, stored, changed, place),
  }
}
