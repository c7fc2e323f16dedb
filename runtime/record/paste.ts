import type { Parsed } from '#runtime/kernel/problem.ts'
import type { AnyFieldValue, Lookup } from '#runtime/schema/field-value.ts'
import type { Field } from '#runtime/schema/types.ts'
import type { Row } from './command-log.ts'
import type { Values } from './scope.ts'

/** A column that texts are put into, in the order in which it is shown. */
export interface TextColumn {
  key: string
  title: string
  field: Field
  type: AnyFieldValue
}

/** What a text of a column that names records stands for: values for its row, or why none was found. */
export type TextLookup = ReadonlyMap<string, Parsed<Values>>

export interface PasteInput {
  block: readonly (readonly string[])[]
  /** Columns from the cursor's on. */
  columns: readonly TextColumn[]
  /** Rows from the cursor's on; a block that is longer asks for new ones. */
  rows: readonly Row[]
  /** How many rows may still be added. */
  room: number
  lookup: Lookup
  /** By column key, for columns whose texts were looked up before. */
  found?: ReadonlyMap<string, TextLookup>
  /** Whether a row's cell may be typed in; of a new row there is only what the block says of it so far. */
  isOpen(row: Values, column: TextColumn): boolean
}

/** A text that was not taken. `row` and `column` count from the block's first cell. */
export interface RefusedText {
  row: number
  column: number
  given: string
  text: string
}

export interface PastePlan {
  changes: { id: string; values: Values }[]
  added: Values[]
  /** Cells that get a value. */
  taken: number
  /** Cells nobody may type in: left as they are. */
  passed: number
  refused: RefusedText[]
}

/** Repeats a block over a selection that is a whole multiple of it, as spreadsheets do; else it stays as it is. */
export function tileBlock(block: readonly (readonly string[])[], height: number, width: number): string[][] {
  const across = Math.max(0, ...block.map((row) => row.length))
  const fits = block.length > 0 && across > 0 && height % block.length === 0 && width % across === 0
  if (!fits) return block.map((row) => [...row])
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => block[row % block.length]?.[column % across] ?? ''),
  )
}

/**
 * Reads a block of texts into rows: every cell through its type, one verdict each. Nothing is changed here; the store
 * does all of it as one step. A text that is no value leaves its cell alone and is named.
 */
export function planPaste(input: PasteInput): PastePlan {
  const { block, columns, rows, room } = input
  const plan: PastePlan = { changes: [], added: [], taken: 0, passed: 0, refused: [] }
  const read = reader(input)
  for (const [at, texts] of block.entries()) {
    const row = rows[at]
    if (!row && plan.added.length >= room) {
      const given = texts.join(' ').slice(0, 50)
      plan.refused.push({ row: at, column: 0, given, text: '没有这么多行，这一行没有粘贴' })
      continue
    }
    const values: Record<string, unknown> = {}
    for (const [across, given] of texts.entries()) {
      const column = columns[across]
      if (!column) {
        if (given !== '') plan.refused.push({ row: at, column: across, given, text: '超出了最后一列' })
        continue
      }
      if (!input.isOpen(row ?? values, column)) {
        plan.passed += 1
        continue
      }
      const outcome = read(across, given)
      if (outcome.ok) {
        Object.assign(values, outcome.value)
        plan.taken += 1
      } else plan.refused.push({ row: at, column: across, given, text: outcome.text })
    }
    if (!row) plan.added.push(values)
    else if (Object.keys(values).length > 0) plan.changes.push({ id: row.id, values })
  }
  return plan
}

/** Reads a text into the values of its row. Units, dates and names repeat: what was read once is remembered. */
function reader({ columns, lookup, found }: PasteInput): (column: number, text: string) => Parsed<Values> {
  const known = columns.map(() => new Map<string, Parsed<Values>>())
  return (at, text) => {
    const before = known[at]?.get(text)
    if (before) return before
    const column = columns[at] as TextColumn
    const outcome = found?.get(column.key)?.get(text.trim()) ?? readText(column, text, lookup)
    known[at]?.set(text, outcome)
    return outcome
  }
}

function readText({ key, field, type }: TextColumn, text: string, lookup: Lookup): Parsed<Values> {
  const value = type.fromText(text, field, lookup)
  return value.ok ? { ok: true, value: { [key]: type.toWire(value.value, field) } } : value
}
