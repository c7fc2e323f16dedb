import { setImmediate } from 'node:timers/promises'
import { fieldValues } from '#runtime/fields/values.ts'
import type { ImportCell, ImportFault } from '#runtime/record/checks/import-fault.ts'
import { hasLostDigits, lostDigitsText } from '#runtime/record/checks/lost-digits.ts'
import type { Caller } from '../../caller.ts'
import type { DictionaryWords } from '../../dictionary-services.ts'
import type { Resource } from '../../resource.ts'
import type { ReadServices } from '../../services.ts'
import type { FieldColumn } from '../workbook/headings.ts'
import type { RecordDraft, RowDraft, RowValues } from './import-drafts.ts'
import { fillPicked, type PickedServices, type ReadRows } from './import-picked.ts'
import type { ImportPlan } from './import-plan.ts'
import { ambiguousIn, buildNearestFinder, type ImportWords, listTables } from './import-words.ts'

/** Values that the fault of an ambiguous text lists. */
const MAX_LISTED = 5
/** Values among which a user chooses. */
const MAX_CHOICES = 50

/** Milliseconds of work after which other requests are answered. */
const MAX_SLICE_MS = 10

/** Returns a function that lets other requests run when this one has worked for a while. */
export function createPause(): () => Promise<void> {
  let start = performance.now()
  return async () => {
    if (performance.now() - start < MAX_SLICE_MS) return
    await setImmediate()
    start = performance.now()
  }
}

export type ValueServices = Omit<PickedServices, 'dictionaries'> & {
  dictionaries: ReadServices['dictionaries'] & DictionaryWords
}

/** The fault of a text that several dictionary items have; null for any other cell. */
function ambiguousFault(cell: ImportCell, { column }: FieldColumn, words: ImportWords): ImportFault | null {
  const ambiguous = column.dictCode === null ? null : ambiguousIn(words, column.dictCode, cell.value)
  const [first] = ambiguous?.items ?? []
  if (!ambiguous || !first) return null
  const values = ambiguous.items.map(({ value }) => value)
  const choices = ambiguous.items.slice(0, MAX_CHOICES).map(({ value, text }) => ({
    text: cell.value.replace(ambiguous.word, value),
    title: `${text}（${value}）`,
  }))
  const reason = `「${ambiguous.word}」有 ${values.length} 个，请改填其中一个：${values.slice(0, MAX_LISTED).join('、')}`
  return { ...cell, reason, nearest: cell.value.replace(ambiguous.word, first.value), choices }
}

/** The values of every row on the wire: null for blank cells, no value for cells with a fault and blank switches. */
export async function readValues(
  services: ValueServices,
  resource: Resource,
  caller: Caller,
  plan: ImportPlan,
  records: readonly RecordDraft[],
  words: ImportWords,
  /** The key of a field whose cells are read otherwise. */
  except: string | null,
): Promise<ReadRows & { faults: ImportFault[] }> {
  const values = new Map<RowDraft, RowValues>()
  const fills = new Map<RowDraft, RowValues>()
  const faults: ImportFault[] = []
  const withNearest = buildNearestFinder(services.dictionaries)
  const pause = createPause()
  for (const { columns, rows, detail } of listTables(plan, records)) {
    for (const row of rows) {
      const read: RowValues = {}
      values.set(row, read)
      for (const column of columns) {
        const { field } = column
        const cell = row.cells.get(field.key)
        const half = fieldValues.get(field.type)
        if (!cell || !half) continue
        if (hasLostDigits(cell.value)) {
          faults.push({ ...cell, reason: lostDigitsText('导入') })
          continue
        }
        const isRead = detail !== null || field.key !== except || cell.value.trim() === ''
        if (!isRead) continue
        const ambiguous = ambiguousFault(cell, column, words)
        // A cell of blanks looks empty, and a required value is missing in it.
        const content = cell.value.trim() === '' ? '' : cell.value
        const parsed = ambiguous ? null : half.fromText(content, field, words.lookup)
        const wire = parsed?.ok ? (half.toWire(parsed.value, field) ?? null) : null
        if (ambiguous) faults.push(ambiguous)
        else if (parsed?.ok) {
          // A blank cell of a switch says nothing, although a blank switch counts as off.
          if (parsed.value !== null || wire === null) read[field.key] = wire
        } else if (parsed) faults.push(await withNearest({ ...cell, reason: parsed.text }, column))
      }
      await pause()
    }
    const { fields } = detail?.field ?? resource.screen
    const head = detail && {
      fields: resource.screen.fields,
      find: buildHeadFinder(records, detail.key, values),
    }
    const target = { rows, fields, head }
    faults.push(...(await fillPicked(services, caller, columns, target, { values, fills })))
  }
  return { values, fills, faults }
}

/** Finds the values of the head of a detail row. */
function buildHeadFinder(
  records: readonly RecordDraft[],
  key: string,
  values: ReadonlyMap<RowDraft, RowValues>,
): (row: RowDraft) => RowValues | undefined {
  const heads = new Map(
    records.flatMap((record) => (record.details.get(key) ?? []).map((row) => [row, record] as const)),
  )
  return (row) => {
    const head = heads.get(row)
    return head && values.get(head)
  }
}
