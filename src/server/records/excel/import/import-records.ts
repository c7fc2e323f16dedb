import { sql } from 'kysely'
import { AppError } from '#runtime/kernel/errors.ts'
import type { ImportFault } from '#runtime/record/checks/import-fault.ts'
import { defineRefusals } from '../../../platform/http/refusals.ts'
import type { Caller } from '../../caller.ts'
import type { DictionaryTexts } from '../../dictionary-services.ts'
import { usedValues } from '../../read/lookup.ts'
import type { RecordTransaction } from '../../record-transaction.ts'
import type { Resource } from '../../resource.ts'
import type { RecordServices } from '../../services.ts'
import { writeRecords } from '../../transaction.ts'
import { translateViolation } from '../../write/violation.ts'
import type { SheetTexts } from '../workbook/read-limits.ts'
import { draftRecords, type RecordDraft, type RowValues } from './import-drafts.ts'
import { buildFaultyRowCheck, faultsInOrder, withLines } from './import-faults.ts'
import { type ImportedRecord, type ImportProgress, importedRecord } from './import-log.ts'
import { findStored, matchKeys, type StoredMatch } from './import-match.ts'
import { findParentKey, findParents, type ImportParents, parentsFirst } from './import-parents.ts'
import { type ImportPlan, importPlan } from './import-plan.ts'
import { listFaults, type PreparedRecord, prepareRecord } from './import-prepare.ts'
import { uniqueFaults } from './import-unique.ts'
import { createPause, readValues, type ValueServices } from './import-values.ts'
import { loadWords } from './import-words.ts'

export type ImportServices = Omit<RecordServices, 'dictionaries'> & ValueServices

const refuse = defineRefusals({ IMPORT_FOREIGN_KEY: '文件导入失败:外键「{key}」不是可以导入的字段' })

export interface ImportFile {
  name: string
  sheets: readonly SheetTexts[]
}

export interface ImportResult {
  /**
   * Numbers of records, and of rows that belong to none; without a commit those that would be written. The total is the sum
   * of the others.
   */
  total: number
  inserted: number
  /** Stored records that get other values. */
  updated: number
  /** Stored records whose values are those of the sheet. */
  unchanged: number
  skipped: number
  refused: number
  /** All faults; with any, nothing is written. */
  faults: ImportFault[]
  /** The written records in the order of their writes; a record that kept its values is none of them. */
  written: ImportedRecord[]
  /** Texts of hooks that are shown once, such as generated passwords. */
  notes: string[]
}

/** Records of one savepoint: a refused one repeats its group record by record, to find every fault. */
const GROUP = 100

interface ImportOptions {
  isTrial: boolean
  /** Whether only the heads of the records are read. */
  isHeadOnly?: boolean
  /** Values that every record gets, by the keys of fields. */
  foreignKeys?: Readonly<RowValues>
  /** The counters that the import moves. */
  progress?: ImportProgress
  /** Runs in the transaction before its commit. */
  after(transaction: RecordTransaction, result: ImportResult): Promise<void>
}

/** Ends the transaction of a trial, or of an import with faults. */
class RolledBack extends Error {}

/** Reads the text of each dictionary value once. */
export function cachedTexts(
  texts: Map<string, Map<string, string>>,
  dictionaries: DictionaryTexts,
): DictionaryTexts {
  return {
    async texts(valuesByCode, over) {
      const missing = new Map(
        [...valuesByCode].flatMap(([code, values]) => {
          const left = new Set([...values].filter((value) => !texts.get(code)?.has(value)))
          return left.size > 0 ? [[code, left] as const] : []
        }),
      )
      if (missing.size > 0)
        for (const [code, found] of await dictionaries.texts(missing, over))
          texts.set(code, new Map([...(texts.get(code) ?? []), ...found]))
      return new Map(
        [...valuesByCode].map(([code, values]) => {
          const cached = texts.get(code)
          const pairs = [...values].flatMap((value) => {
            const text = cached?.get(value)
            return text === undefined ? [] : [[value, text] as const]
          })
          return [code, new Map(pairs)]
        }),
      )
    },
  }
}

/** Writes the group; after a refusal it is undone, and each of its records is tried. */
async function writeGroup(
  transaction: RecordTransaction,
  resource: Resource,
  group: readonly PreparedRecord[],
): Promise<Map<PreparedRecord, ImportFault[]>> {
  const { trx } = transaction
  const attempt = async (part: readonly PreparedRecord[]): Promise<void> => {
    await sql`savepoint import_group`.execute(trx)
    const forget = transaction.mark()
    try {
      for (const { write } of part) await write(transaction)
      await transaction.settle()
      await sql`release savepoint import_group`.execute(trx)
    } catch (error) {
      const refusal = translateViolation(resource, error)
      if (!(refusal instanceof AppError)) throw error
      await sql`rollback to savepoint import_group`.execute(trx)
      forget()
      throw refusal
    }
  }
  try {
    await attempt(group)
    return new Map()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
  const refused = new Map<PreparedRecord, ImportFault[]>()
  for (const prepared of group) {
    try {
      await attempt([prepared])
    } catch (error) {
      refused.set(prepared, listFaults(resource, prepared.record, error, prepared.pairs))
    }
  }
  return refused
}

interface Checked {
  prepared: PreparedRecord[]
  faults: ImportFault[]
  skipped: number
}

/** Reads the texts of all records and checks each of them as a save by hand does. */
async function checkRecords(
  services: ImportServices,
  resource: Resource,
  caller: Caller,
  plan: ImportPlan,
  records: readonly RecordDraft[],
  { progress, foreignKeys }: Pick<ImportOptions, 'progress' | 'foreignKeys'>,
): Promise<Checked> {
  const { db, dictionaries } = services
  const words = await loadWords(plan, records, dictionaries)
  const parentKey = findParentKey(resource, plan)
  const read = await readValues(services, resource, caller, plan, records, words, parentKey)
  const { values, faults } = read
  for (const record of records) Object.assign(values.get(record) ?? {}, foreignKeys)
  const keys = matchKeys(plan, records, values)
  const stored = await findStored(db.app, resource, caller, plan, new Set(keys.values()))
  const matched = (record: RecordDraft): StoredMatch | undefined => stored.get(keys.get(record) ?? '')
  const parents = await readParents(services, resource, caller, parentKey, records, matched)
  for (const [record, id] of parents?.values ?? [])
    Object.assign(values.get(record) ?? {}, { [String(parentKey)]: id }, foreignKeys)
  faults.push(...(parents?.faults.map(({ fault }) => fault) ?? []))
  const unplaced = new Set(parents?.faults.map(({ record }) => record))
  faults.push(...(await uniqueFaults(db.app, resource, caller.user, plan, values, records, matched)))
  const importer = { ...caller, dictionaries: cachedTexts(newTexts(resource, parents), dictionaries) }
  await importer.dictionaries.texts(allUsed(resource, plan, records, values))
  const hasOwnFault = buildFaultyRowCheck(faults)
  const hasFault = (record: RecordDraft): boolean => {
    for (let at: RecordDraft | undefined = record; at; at = parents?.findParent(at))
      if (hasOwnFault(at)) return true
    return false
  }
  const seen = new Set<string>()
  const prepared: PreparedRecord[] = []
  const pause = createPause()
  let skipped = 0
  for (const record of records) {
    await pause()
    if (progress) progress.checked += 1
    const key = keys.get(record)
    const match = matched(record)
    const [first] = plan.match
    const cell = (first === undefined ? undefined : record.cells.get(first)) ?? record.at
    if (key !== undefined && seen.has(key)) faults.push({ ...cell, reason: '和上面的一行重复' })
    else if (match && plan.onMatch === 'refuse') faults.push({ ...cell, reason: '记录已存在' })
    else if (match && plan.onMatch === 'skip') skipped += hasFault(record) ? 0 : 1
    // Without its parent a record would be checked as one at the top.
    else if (!unplaced.has(record)) {
      const result = await prepareRecord(resource, importer, plan, record, read, {
        stored: match,
        id: parents?.ids.get(record),
      })
      if (Array.isArray(result)) faults.push(...result)
      // A record without its faulty cells may pass its checks, and is still not one to write.
      else if (!hasFault(record)) prepared.push(result)
    }
    if (key !== undefined) seen.add(key)
  }
  return { prepared: parents ? parentsFirst(prepared, parents) : prepared, faults, skipped }
}

/** The dictionary texts of new records that others of the import name as parents: they are not stored yet. */
function newTexts({ tree }: Resource, parents: ImportParents | null): Map<string, Map<string, string>> {
  const code = tree?.parent.dictCode
  const nameKey = tree?.text?.key ?? ''
  const ids = [...(parents?.ids ?? [])]
  if (!code) return new Map()
  return new Map([[code, new Map(ids.map(([{ cells }, id]) => [id, cells.get(nameKey)?.value ?? '']))]])
}

/** The parents that the records name; null where the screen has none to import. */
async function readParents(
  { db, hooks }: ImportServices,
  resource: Resource,
  caller: Caller,
  key: string | null,
  records: readonly RecordDraft[],
  matched: (record: RecordDraft) => StoredMatch | undefined,
): Promise<ImportParents | null> {
  if (key === null) return null
  // A hook that chooses the ids does so when the record is written: before, nothing can refer to it.
  const hasOwnIds = resource.screen.hooks?.some((name) => hooks.get(name).assignId) === true
  const isNew = (record: RecordDraft) => !hasOwnIds && !matched(record)
  return await findParents(db.app, resource, caller, records, { key, isNew })
}

function allUsed(
  resource: Resource,
  plan: ImportPlan,
  records: readonly RecordDraft[],
  values: ReadonlyMap<object, Record<string, unknown>>,
) {
  const rows = new Map(
    plan.details.map(({ detail }) => [
      detail.key,
      records.flatMap((record) => (record.details.get(detail.key) ?? []).map((row) => values.get(row) ?? {})),
    ]),
  )
  const used = usedValues(resource, {}, (key) => rows.get(key) ?? [])
  for (const record of records)
    for (const [code, set] of usedValues(resource, values.get(record) ?? {}, () => []))
      for (const value of set) used.get(code)?.add(value)
  for (const [code, set] of used) if (set.size === 0) used.delete(code)
  return used
}

type Counts = Pick<ImportResult, 'inserted' | 'updated' | 'unchanged' | 'skipped' | 'refused'>

const noCounts: Counts = { inserted: 0, updated: 0, unchanged: 0, skipped: 0, refused: 0 }

/** The numbers of an import of so many rows; `late` are the records that were refused when they were written. */
function buildCounts(
  { prepared, skipped }: Checked,
  total: number,
  late: ReadonlySet<PreparedRecord>,
  updated: number,
): Counts {
  const accepted = prepared.filter((entry) => !late.has(entry))
  const inserted = accepted.filter(({ isNew }) => isNew).length
  const unchanged = accepted.length - inserted - updated
  return { inserted, updated, unchanged, skipped, refused: total - accepted.length - skipped }
}

/**
 * Imports the records of all files in one transaction: all of them, or none when there is any fault. A trial finds the
 * same faults and writes nothing.
 */
export async function importRecords(
  services: ImportServices,
  resource: Resource,
  caller: Caller,
  files: readonly ImportFile[],
  options: ImportOptions,
): Promise<ImportResult> {
  const importer = { ...caller, isImport: true }
  const plan = importPlan(resource, importer.can, options.isHeadOnly)
  const foreign = Object.keys(options.foreignKeys ?? {}).find(
    (key) => !plan.head.some(({ field }) => field.key === key),
  )
  if (foreign !== undefined) throw refuse('IMPORT_FOREIGN_KEY', { values: { key: foreign } })
  const drafts = files.map(({ name, sheets }) => draftRecords(name, sheets, plan))
  const records = drafts.flatMap((draft) => draft.records)
  const checked = await checkRecords(services, resource, importer, plan, records, options)
  const early = [...drafts.flatMap((draft) => draft.faults), ...checked.faults]
  const total = records.length + drafts.reduce((sum, { strayRows }) => sum + strayRows, 0)
  const result: ImportResult = { total, ...noCounts, faults: early, written: [], notes: [] }
  try {
    await writeRecords(services, async (transaction) => {
      const refused = new Map<PreparedRecord, ImportFault[]>()
      const written: ImportedRecord[] = []
      const watched: RecordTransaction = {
        ...transaction,
        publish(event) {
          written.push(...importedRecord(resource, event))
          transaction.publish(event)
        },
        mark() {
          const forget = transaction.mark()
          const { length } = written
          return () => {
            forget()
            written.length = length
          }
        },
      }
      for (let at = 0; at < checked.prepared.length; at += GROUP) {
        if (options.progress) options.progress.written = at
        for (const entry of await writeGroup(watched, resource, checked.prepared.slice(at, at + GROUP)))
          refused.set(...entry)
      }
      result.faults = [...early, ...[...refused.values()].flat()]
      result.written = written
      const changed = new Set(written.flatMap(({ id, restore }) => (restore ? [id] : [])))
      Object.assign(result, buildCounts(checked, total, new Set(refused.keys()), changed.size))
      if (options.isTrial || result.faults.length > 0) throw new RolledBack()
      result.notes = [...transaction.notes]
      await options.after(transaction, result)
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
    result.written = []
  }
  return { ...result, faults: withLines(faultsInOrder(result.faults), records) }
}
