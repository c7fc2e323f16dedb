import { isJsonObject, isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { toSnake } from '#runtime/kernel/text/names.ts'
import type { Check } from '../check.ts'
import { describePath, type Referred } from '../checks/report.ts'
import { collectKnown } from '../known.ts'
import type { KnownNames, RegisteredNames } from '../names/known-names.ts'
import { type Definition, findDefinition, type RenamedColumn, type Renaming } from './definition.ts'
import { listUses, type NameContext, type Use } from './list-uses.ts'
import { nameFault } from './name-fault.ts'
import { type Replacement, replaceNames } from './rewrite.ts'

/** A document with the new name. */
export interface RenamedDocument {
  /** Its id before. */
  id: string
  before: JsonObject
  after: JsonObject
  /** The JSON pointers of the names in it that changed. */
  places: string[]
}

/** A use that has to be changed by hand. */
export interface UseByHand {
  id: string
  path: string
  text: string
}

export type Renamed =
  | { ok: true; documents: RenamedDocument[]; byHand: UseByHand[]; column: RenamedColumn | undefined }
  | { ok: false; faults: string[] }

/** How the names of tables and columns change in the SQL of a report. */
export type SqlRenaming = { table: string; to: string } | { table: string; column: string; to: string }

export interface RenameParts extends Omit<NameContext, 'knownNames'> {
  check: Check
  registered: RegisteredNames
  /** The SQL with the new name; a text says why it cannot be changed here. */
  renameInSql(
    sql: string,
    listColumns: (table: string) => Iterable<string> | undefined,
    renaming: SqlRenaming,
  ): { sql: string } | { fault: string }
}

/**
 * Gives a field, a document, a dictionary or a table another name, with every use in all documents. Refused where the name
 * is taken or reserved, or where a name would stand for something else afterwards. With `only`, nothing but this document
 * of them is changed and checked. Pure; the result is in the order of the documents.
 */
export function rename(
  all: Iterable<JsonObject>,
  renaming: Renaming,
  parts: RenameParts,
  only?: JsonObject,
): Renamed {
  const written = [...all]
  const names = collectKnown(written, parts.registered)
  const fault = nameFault(renaming) ?? takenFault(renaming, names)
  const definition = fault ?? findDefinition(renaming, names.documents)
  if (typeof definition === 'string') return { ok: false, faults: [definition] }
  const [from, to] = [oldWords(renaming), [renaming.to, toSnake(renaming.to)]]
  const mentions = (document: JsonObject, words: readonly string[]): boolean => {
    const text = JSON.stringify(document)
    return words.some((word) => text.includes(word))
  }
  const context = { ...parts, knownNames: names }
  const near = (only ? [only] : written).filter(
    (document) => document.id === definition.document || mentions(document, [...from, ...to]),
  )
  const usesBefore = new Map(near.map((document) => [document, listUses(document, context)]))
  const byHand: UseByHand[] = []
  const changed = new Map<JsonObject, RenamedDocument>()
  for (const document of near) {
    const renamedDocument = follow(document, usesBefore.get(document) ?? [], definition)
    const result = followSql(document, renamedDocument, { renaming, definition, parts, byHand, names })
    if (result) changed.set(document, result)
  }
  const after = written.map((document) => changed.get(document)?.after ?? document)
  const knownAfter = collectKnown(after, parts.registered)
  const faults: string[] = []
  for (const document of near) {
    const now = changed.get(document)?.after ?? document
    const captured = findCaptured(
      (usesBefore.get(document) ?? []).map(({ referred }) => definition.after(referred) ?? referred),
      listUses(now, { ...context, knownNames: knownAfter }),
    )
    for (const { path } of captured)
      faults.push(
        `文档「${String(document.id)}」的 ${describePath(now, path)}：改名以后「${renaming.to}」会是另一个意思，请换一个名字`,
      )
    if (!changed.has(document)) continue
    const problems = parts.check(now, { knownNames: knownAfter })
    if (problems.length === 0 || parts.check(document, { knownNames: names }).length > 0) continue
    const hand = new Set(byHand.filter(({ id }) => id === document.id).map(({ path }) => path))
    // The problems of its base are reported at the base.
    for (const { path, text, code } of problems)
      if (code !== 'BASE_BROKEN' && ![...hand].some((place) => path.startsWith(place)))
        faults.push(`文档「${String(document.id)}」的 ${text}`)
  }
  if (faults.length > 0) return { ok: false, faults: [...new Set(faults)] }
  return { ok: true, documents: [...changed.values()], byHand, column: definition.column }
}

/** Why a name that only one document may have cannot be taken; the check of the fields finds the others. */
function takenFault({ kind, to }: Renaming, names: KnownNames): string | undefined {
  const owner = names.owners.get(kind)?.get(to)
  return owner === undefined ? undefined : `「${to}」已被文档「${owner}」使用，请换一个名字`
}

/** The words by which documents may name what is renamed. */
const oldWords = (renaming: Renaming): string[] =>
  renaming.kind === 'field' ? [renaming.from, toSnake(renaming.from)] : [renaming.from]

/** The document with the new name where a use of it stands for the definition; undefined without one. */
function follow(
  document: JsonObject,
  uses: readonly Use[],
  definition: Definition,
): RenamedDocument | undefined {
  const isDefining = document.id === definition.document
  const replacements = [
    ...(isDefining ? definition.replacements : []),
    ...uses.flatMap(({ path, span, referred }): Replacement[] => {
      const now = definition.after(referred)
      return now && getName(now) !== getName(referred) ? [{ path, span, to: getName(now) }] : []
    }),
  ]
  const unique = [...new Map(replacements.map((entry) => [placeKey(entry), entry])).values()]
  if (unique.length === 0) return undefined
  const replaced = replaceNames(document, unique)
  return {
    id: String(document.id),
    before: document,
    after: isDefining ? definition.adjust(replaced) : replaced,
    places: unique.map(({ path }) => pointer(...path)),
  }
}

const placeKey = ({ path, span }: Replacement): string =>
  JSON.stringify([path, span?.in ?? 'text', span?.from ?? 0])

/** The name itself; the screen of a field, and the table of a column, stand elsewhere. */
const getName = (referred: Referred): string => (referred.kind === 'field' ? referred.key : referred.name)

/** The names that stand for something else than before. */
function findCaptured(expected: readonly Referred[], uses: readonly Use[]): Use[] {
  const counts = new Map<string, number>()
  const mark = (referred: Referred) => JSON.stringify(Object.entries(referred).sort())
  for (const referred of expected) counts.set(mark(referred), (counts.get(mark(referred)) ?? 0) + 1)
  return uses.filter(({ referred }) => {
    const left = (counts.get(mark(referred)) ?? 0) - 1
    counts.set(mark(referred), left)
    return left < 0
  })
}

interface SqlUse {
  renaming: Renaming
  definition: Definition
  parts: Pick<RenameParts, 'renameInSql'>
  names: KnownNames
  byHand: UseByHand[]
}

/** Follows the name in the SQL of a document; what cannot be followed is left to hands. */
function followSql(
  document: JsonObject,
  renamedDocument: RenamedDocument | undefined,
  { renaming, definition, parts, byHand, names }: SqlUse,
): RenamedDocument | undefined {
  const { source } = document
  const sqlRenaming = toSqlRenaming(renaming, definition)
  if (!sqlRenaming || !isJsonObject(source) || typeof source.sql !== 'string') return renamedDocument
  const tables = Array.isArray(source.tables) ? source.tables.map(String) : []
  if (source.dataSource !== undefined || !tables.includes(sqlRenaming.table)) return renamedDocument
  const listColumns = (table: string) =>
    tables.includes(table) ? names.columns.get(table)?.keys() : undefined
  const result = parts.renameInSql(source.sql, listColumns, sqlRenaming)
  const path = pointer('source', 'sql')
  if ('fault' in result) {
    byHand.push({ id: String(document.id), path, text: result.fault })
    return renamedDocument
  }
  if (result.sql === source.sql) return renamedDocument
  const now = renamedDocument ?? { id: String(document.id), before: document, after: document, places: [] }
  const after = { ...now.after, source: { ...(now.after.source as JsonObject), sql: result.sql } }
  return { ...now, after, places: [...now.places, path] }
}

function toSqlRenaming(renaming: Renaming, { column }: Definition): SqlRenaming | undefined {
  if (renaming.kind === 'table') return { table: renaming.from, to: renaming.to }
  return column && { table: column.table, column: column.from, to: column.to }
}

/** Whether two documents differ in more than the note of a former name. */
export const isSameButNote = (left: unknown, right: unknown): boolean =>
  isSameJson(withoutNotes(left), withoutNotes(right))

function withoutNotes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNotes)
  if (!isJsonObject(value)) return value
  const { renamedFrom: _, ...rest } = value
  return Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, withoutNotes(inner)]))
}
