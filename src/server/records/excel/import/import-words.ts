import { fieldValues } from '#runtime/fields/values.ts'
import type { ImportFault } from '#runtime/record/checks/import-fault.ts'
import { type DictItem, type Lookup, noLookup } from '#runtime/schema/field-value.ts'
import type { DictionaryWords } from '../../dictionary-services.ts'
import type { DetailResource } from '../../resource.ts'
import type { FieldColumn } from '../workbook/headings.ts'
import type { RecordDraft, RowDraft } from './import-drafts.ts'
import type { ImportPlan } from './import-plan.ts'

/** Unknown words are refused because the list of items is never empty: an empty list would mean "not loaded". */
const emptyItem: DictItem = { value: '', text: '' }

const wordsIn = (text: string): string[] => [
  text.trim(),
  text.trim().replace(/^([\d.]+)\s*[%％]$/, '$1'),
  ...text.split(/[,，、;；\n]/).map((part) => part.trim()),
]

/** Rows with the columns that they may have; `detail` is null for the head. */
interface TableRows {
  columns: readonly FieldColumn[]
  rows: readonly RowDraft[]
  detail: DetailResource | null
}

/** The rows of the head, then those of each detail table. */
export function* listTables(plan: ImportPlan, records: readonly RecordDraft[]): Generator<TableRows> {
  yield { columns: plan.head, rows: records, detail: null }
  for (const { detail, columns } of plan.details)
    yield { columns, rows: records.flatMap((record) => record.details.get(detail.key) ?? []), detail }
}

/** The dictionary entries of an import. */
export interface ImportWords {
  lookup: Lookup
  /** The items that have this text, when several have it and none has it as its value. */
  ambiguous(code: string, text: string): readonly DictItem[]
}

/** Reads the words of a whole import: one query for each dictionary. */
export async function loadWords(
  plan: ImportPlan,
  records: readonly RecordDraft[],
  dictionaries: DictionaryWords,
): Promise<ImportWords> {
  const words = new Map<string, Set<string>>()
  for (const { columns, rows } of listTables(plan, records))
    for (const { field, column } of columns) {
      if (column.dictCode === null) continue
      const set = words.get(column.dictCode) ?? new Set()
      words.set(column.dictCode, set)
      for (const row of rows) for (const word of wordsIn(row.cells.get(field.key)?.value ?? '')) set.add(word)
    }
  const found = new Map<string, DictItem[]>()
  for (const [code, set] of words) found.set(code, await dictionaries.matches(code, set))
  const texts = new Map(
    [...found].map(([code, items]) => [code, new Map(items.map((i) => [i.value, i.text]))]),
  )
  const values = new Map(
    [...found].map(([code, items]) => [code, new Map(items.map((i) => [i.text, i.value]))]),
  )
  const lists = new Map([...found].map(([code, items]) => [code, [emptyItem, ...items]]))
  return {
    lookup: {
      text: (code, value) => texts.get(code)?.get(value),
      value: (code, text) => values.get(code)?.get(text),
      items: (code) => lists.get(code) ?? [],
    },
    ambiguous(code, text) {
      const items = (found.get(code) ?? []).filter((item) => item.text === text)
      return items.length > 1 && !texts.get(code)?.has(text) ? items : []
    },
  }
}

/** The words of a cell of which several items have the text: the whole content, else its parts. */
export function ambiguousIn(
  { ambiguous }: ImportWords,
  code: string,
  content: string,
): { word: string; items: readonly DictItem[] } | null {
  for (const word of new Set(wordsIn(content))) {
    const items = ambiguous(code, word)
    if (items.length > 0) return { word, items }
  }
  return null
}

/** The number of inserted, removed or replaced characters between two texts. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same)
    }
    row = next
  }
  return row[b.length] ?? 0
}

const MAX_COMPARED = 500
const MAX_COMPARED_LENGTH = 40

/** Adds the most similar dictionary text to a fault; the items of each dictionary are read once. */
export function buildNearestFinder(dictionaries: DictionaryWords) {
  const lists = new Map<string, readonly { text: string }[]>()
  return async (fault: ImportFault, { field, column }: FieldColumn): Promise<ImportFault> => {
    const code = column.dictCode
    if (code !== null && !lists.has(code))
      lists.set(code, await dictionaries.items(code, { limit: MAX_COMPARED, onlyEnabled: true }))
    const options = Array.isArray(field.options)
      ? field.options.map((option) => ({ text: fieldText(field, option) }))
      : []
    const items = code === null ? options : (lists.get(code) ?? [])
    return withNearest(
      fault,
      items.map(({ text }) => text),
    )
  }
}

/** Adds the most similar text to a fault; none when no text has a character in common with the value. */
export function withNearest(fault: ImportFault, texts: readonly string[]): ImportFault {
  const word = fault.value.trim().slice(0, MAX_COMPARED_LENGTH)
  let nearest: string | undefined
  let least = word.length
  for (const text of texts) {
    const far = distance(word, text.slice(0, MAX_COMPARED_LENGTH))
    if (far < least) [nearest, least] = [text, far]
  }
  return nearest === undefined ? fault : { ...fault, nearest }
}

const fieldText = (field: FieldColumn['field'], option: unknown): string => {
  const value = typeof option === 'object' && option !== null && 'value' in option ? option.value : option
  return fieldValues.get(field.type)?.toText(value, field, noLookup, 'full') ?? String(value)
}
