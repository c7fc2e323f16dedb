import { isJsonObject } from '#runtime/kernel/json.ts'
import type { ImportCell, ImportFault } from '#runtime/record/checks/import-fault.ts'
import { joinedDestinationValues } from '#runtime/record/paste/destination-values.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { isWritableInSome } from '#runtime/schema/field-rights.ts'
import type { Mapping, PickWhere } from '#runtime/schema/language/settings.ts'
import { readBoundName } from '#runtime/schema/names/bound-value.ts'
import type { Field } from '#runtime/schema/types.ts'
import type { Caller } from '../../caller.ts'
import type { ReadServices } from '../../services.ts'
import { openPicker, type PickerRecord, type PickerServices, type PickerSource } from '../picker-source.ts'
import type { FieldColumn } from '../workbook/headings.ts'
import type { RowDraft, RowValues } from './import-drafts.ts'
import { addLookedUp, type LookupServices } from './import-lookups.ts'
import { withNearest } from './import-words.ts'

export type PickedServices = PickerServices & LookupServices

/** A field whose cells name records of a picker. */
interface PickedField {
  key: string
  code: string
  mapping: Mapping
  /** The key of the source by which a value finds its record first. */
  display: string
  /** A cell may name several records, separated by commas. */
  isMulti: boolean
  /** A text without a record is stored as it is. */
  allowsText: boolean
  where: PickWhere
}

/** Unknown texts of one import for which similar ones are searched. */
const MAX_SUGGESTED = 20
/** Records that a fault of an ambiguous text lists. */
const MAX_LISTED = 5
/** Records among which a user chooses. */
const MAX_CHOICES = 50
/** Texts of a record by which a user tells it from the others. */
const MAX_SHOWN = 4
/** Characters of a text that a fault quotes. */
const MAX_QUOTED = 40

const keysIn = (list: unknown): string[] => (Array.isArray(list) ? list.map(String) : [])

/** The picked field of a field that fills others; `isRow`: it belongs to a detail row, which names one record. */
function findPickedField(
  { field }: FieldColumn,
  isRow: boolean,
  { documents }: Pick<ReadServices, 'documents'>,
): PickedField | null {
  const { key, popupCode, multi, allowInput, pickWhere } = field
  const where = isJsonObject(pickWhere) ? (pickWhere as PickWhere) : {}
  const mapping = { orgFields: keysIn(field.orgFields), destFields: keysIn(field.destFields) }
  if (typeof popupCode !== 'string' || mapping.destFields.length === 0) return null
  // A field that is none of the destinations stores the key of its record.
  const returned = documents.picker(popupCode)?.document.returns?.value ?? 'id'
  const display = mapping.orgFields[mapping.destFields.indexOf(key)] ?? returned
  const isMulti = multi === true && !isRow
  return { key, code: popupCode, mapping, display, isMulti, allowsText: allowInput === true, where }
}

const isBlank = (value: unknown): boolean => value === null || value === undefined || value === ''

const splitTexts = ({ isMulti }: PickedField, value: string): string[] =>
  (isMulti ? value.split(/[,，、;；\n]/) : [value]).flatMap((part) => part.trim() || [])

/** The records of texts: by the display key, and those without a record by the next keys. */
async function recordsByText(
  source: PickerSource,
  texts: ReadonlySet<string>,
): Promise<Map<string, PickerRecord[]>> {
  const found = new Map<string, PickerRecord[]>()
  for (const key of source.keys) {
    const missing = [...texts].filter((text) => !found.has(text))
    for (const record of await source.find(key, missing)) {
      const text = String(record[key] ?? '')
      found.set(text, [...(found.get(text) ?? []), record])
    }
  }
  return found
}

/** A condition on the records that may be picked; `title` is the field whose value it is, null for a fixed value. */
interface PickCondition {
  key: string
  value: unknown
  title: string | null
}

/** The conditions of a row: those whose value is still blank are left out. */
function listConditions(
  { where }: PickedField,
  table: Table,
  row: RowDraft,
  values: RowValues,
): PickCondition[] {
  const head = table.head?.find(row)
  return Object.entries(where).flatMap(([key, condition]) => {
    const bound = readBoundName(condition)
    const isHead = bound?.place === 'form' && table.head !== null
    const value = bound ? (isHead ? head : values)?.[bound.name] : condition
    const fields = isHead ? table.head?.fields : table.fields
    const field = fields?.find((entry) => entry.key === bound?.name)
    return isBlank(value) ? [] : [{ key, value, title: field ? getTitle(field) : null }]
  })
}

/** The first condition that the record does not meet. */
const findUnmet = (record: PickerRecord, conditions: readonly PickCondition[]): PickCondition | undefined =>
  conditions.find(
    ({ key, value }) =>
      key in record &&
      !String(value)
        .split(',')
        .includes(String(record[key] ?? '')),
  )

/** The records that agree with the destination cells of the row, when the text alone names several. */
function agreeing(records: readonly PickerRecord[], { mapping, key }: PickedField, values: RowValues) {
  if (records.length < 2) return records
  return records.filter((record) =>
    mapping.destFields.every((dest, at) => {
      const origin = record[mapping.orgFields[at] ?? '']
      return dest === key || isBlank(values[dest]) || String(values[dest]) === String(origin ?? '')
    }),
  )
}

/** The first key whose texts tell the records apart, such as their code. */
function distinctTexts(source: PickerSource, records: readonly PickerRecord[]): string[] {
  for (const key of source.keys) {
    const texts = records.map((record) => String(record[key] ?? ''))
    if (!texts.includes('') && new Set(texts).size === texts.length) return texts
  }
  return []
}

function ambiguousFault(
  cell: ImportCell,
  text: string,
  source: PickerSource,
  records: readonly PickerRecord[],
): ImportFault {
  const texts = distinctTexts(source, records)
  const [nearest] = texts
  const list = texts.slice(0, MAX_LISTED).join('、')
  const choices = texts.slice(0, MAX_CHOICES).map((name, at) => ({
    text: cell.value.replace(text, name),
    title: choiceTitle(source, records[at] ?? {}),
  }))
  const reason = `「${text}」有 ${records.length} 条记录，请改填其中一条：${list}`
  return { ...cell, reason, ...(nearest !== undefined && { nearest, choices }) }
}

/** The texts of a record by which it is found, its name first; its id only where it has no other. */
function choiceTitle({ keys }: PickerSource, record: PickerRecord): string {
  const named = keys.filter((key) => key !== 'id').flatMap((key) => String(record[key] ?? '') || [])
  const texts = [...new Set(named)].slice(0, MAX_SHOWN)
  return texts.length > 1 ? texts.join(' · ') : [...texts, String(record.id ?? '')].join(' · ')
}

function outsideFault(cell: ImportCell, text: string, unmet: PickCondition | undefined): ImportFault {
  const where = unmet?.title == null ? '' : `，请对照「${unmet.title}」`
  return { ...cell, reason: `「${text.slice(0, MAX_QUOTED)}」不在这里可选的记录里${where}` }
}

/** The records of one picked field: by the texts of its cells. */
class PickedRecords {
  #suggested = 0

  private constructor(
    readonly picked: PickedField,
    readonly source: PickerSource | null,
    readonly found: ReadonlyMap<string, readonly PickerRecord[]>,
  ) {}

  static async read(
    services: PickerServices,
    caller: Caller,
    picked: PickedField,
    texts: ReadonlySet<string>,
  ): Promise<PickedRecords> {
    const source = texts.size === 0 ? null : openPicker(services, caller, picked.code, picked.display)
    return new PickedRecords(picked, source, source ? await recordsByText(source, texts) : new Map())
  }

  /** The records that the cell names, or its first fault. */
  async resolve(
    cell: ImportCell,
    value: string,
    row: RowValues,
    conditions: readonly PickCondition[],
  ): Promise<PickerRecord[] | ImportFault> {
    const chosen: PickerRecord[] = []
    for (const text of splitTexts(this.picked, value)) {
      const found = this.found.get(text) ?? []
      const all = found.filter((record) => !findUnmet(record, conditions))
      const [other] = found
      if (other && all.length === 0) return outsideFault(cell, text, findUnmet(other, conditions))
      const [record, ...others] = agreeing(all, this.picked, row)
      if (record && others.length === 0) chosen.push(record)
      else if (this.source && all.length > 0) return ambiguousFault(cell, text, this.source, all)
      else if (!this.picked.allowsText) return await this.#missingFault(cell, text)
    }
    return chosen
  }

  async #missingFault(cell: ImportCell, text: string): Promise<ImportFault> {
    if (!this.source) return { ...cell, reason: '不能按文字选取，请在表单里选' }
    this.#suggested += 1
    const reason = `没有找到「${text.slice(0, MAX_QUOTED)}」`
    if (this.#suggested > MAX_SUGGESTED) return { ...cell, reason }
    const { nearest } = withNearest({ ...cell, value: text, reason }, await this.source.similar(text))
    // The suggestion replaces the whole cell, so only the faulty name in it is exchanged.
    return { ...cell, reason, ...(nearest !== undefined && { nearest: cell.value.replace(text, nearest) }) }
  }
}

/** The destinations that the user may write. */
const writableKeys = (fields: readonly Field[], can: Caller['can']): ReadonlySet<string> =>
  new Set(fields.filter((field) => isWritableInSome(field, can)).map(({ key }) => key))

/** The rows of a table with the fields that its document declares. */
interface Table {
  rows: readonly RowDraft[]
  fields: readonly Field[]
  /** The values of the head of a row, and the fields of heads; null for the rows of heads. */
  head: { fields: readonly Field[]; find(row: RowDraft): RowValues | undefined } | null
}

/** The values of every row on the wire, and further values for those that become new. */
export interface ReadRows {
  values: ReadonlyMap<RowDraft, RowValues>
  /** The values that lookups of chosen records answer (`onPick`): a row with content of its own keeps that. */
  fills: Map<RowDraft, RowValues>
}

/**
 * Fills the destinations of fields whose cells name records of a picker, as choosing the records by hand does. A
 * destination with content of its own in the sheet keeps it. A text that names no record, or several, is a fault.
 */
export async function fillPicked(
  services: PickedServices,
  caller: Caller,
  columns: readonly FieldColumn[],
  table: Table,
  { values, fills }: ReadRows,
): Promise<ImportFault[]> {
  const { rows, fields, head } = table
  const faults: ImportFault[] = []
  const writable = writableKeys(fields, caller.can)
  for (const column of columns) {
    const picked = findPickedField(column, head !== null, services)
    if (!picked) continue
    const { key, mapping } = picked
    const cells = rows.flatMap((row) => {
      const read = values.get(row)
      const cell = row.cells.get(key)
      return read && cell && key in read ? [{ row, read, cell, value: String(read[key] ?? '') }] : []
    })
    const texts = new Set(cells.flatMap(({ value }) => splitTexts(picked, value)))
    const picks = await PickedRecords.read(services, caller, picked, texts)
    const named: { row: RowDraft; read: RowValues }[] = []
    for (const { row, read, cell, value } of cells) {
      const chosen = await picks.resolve(cell, value, read, listConditions(picked, table, row, read))
      if (!Array.isArray(chosen)) {
        delete read[key]
        faults.push(chosen)
      } else if (chosen.length > 0 || value === '') {
        if (chosen.length === 1) named.push({ row, read })
        const filled = joinedDestinationValues(chosen, mapping)
        for (const dest of mapping.destFields) {
          const content = row.cells.get(dest)?.value.trim() ?? ''
          if (writable.has(dest) && (dest === key || content === '')) read[dest] = filled[dest] ?? null
        }
      }
    }
    await addLookedUp(services, caller, column.field, named, writable, fills)
  }
  return faults
}
