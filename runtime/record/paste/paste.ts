import { type Parsed, parsed, refused } from '#runtime/kernel/problem.ts'
import type { AnyFieldValue, Lookup } from '#runtime/schema/field-value.ts'
import type { Field } from '#runtime/schema/types.ts'
import type { Row } from '../changes/command-log.ts'
import { hasLostDigits, lostDigitsText } from '../checks/lost-digits.ts'
import type { Values } from '../scope.ts'
import { clearedValues } from './destination-values.ts'

/** A column that texts are pasted into, in display order. */
export interface TextColumn {
  key: string
  title: string
  field: Field
  type: AnyFieldValue
}

/** Result of looking up a text of a reference column: values for its row, or the reason why no record was found. */
export type TextLookup = ReadonlyMap<string, Parsed<Values>>

/** Where texts come from: the clipboard, or a workbook. */
export type PasteVerb = '粘贴' | '导入'

export interface PasteInput {
  block: readonly (readonly string[])[]
  /** Columns from the cursor on. */
  columns: readonly TextColumn[]
  /** Rows from the cursor on; a longer block needs new rows. */
  rows: readonly Row[]
  /** Maximum number of new rows. */
  room: number
  lookup: Lookup
  /** By column key, for columns whose texts were looked up before. */
  found?: ReadonlyMap<string, TextLookup>
  /** Blank texts set nothing, so that the defaults of new rows apply. */
  skipsBlank?: boolean
  /** The action in the texts of refusals. */
  verb: PasteVerb
  /** The defaults of a new row. */
  blank?: Values
  /** Whether a cell is editable in a row with the values read from the block so far. */
  isOpen(row: Values, column: TextColumn): boolean
}

/** A rejected text. `row` and `column` count from the first cell of the block. */
export interface RefusedText {
  row: number
  column: number
  pastedText: string
  text: string
}

export interface PastePlan {
  changes: { id: string; values: Values }[]
  added: Values[]
  /** Cells that get a value. */
  taken: number
  /** Read-only cells: left unchanged. */
  passed: number
  refused: RefusedText[]
}

/**
 * Repeats a block over a selection that is a whole multiple of it, as spreadsheets do; otherwise the block stays as
 * it is.
 */
export function tileBlock(block: readonly (readonly string[])[], height: number, width: number): string[][] {
  const across = Math.max(0, ...block.map((row) => row.length))
  const fits = block.length > 0 && across > 0 && height % block.length === 0 && width % across === 0
  if (!fits) return block.map((row) => [...row])
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => block[row % block.length]?.[column % across] ?? ''),
  )
}

/**
 * Parses a block of texts into rows: every cell through its type, with one result each. Nothing is changed here; the
 * store applies the plan as one step. A text that cannot be parsed leaves its cell unchanged and is reported.
 */
export function planPaste(input: PasteInput): PastePlan {
  const { block, columns, rows, room, skipsBlank, verb } = input
  const plan: PastePlan = { changes: [], added: [], taken: 0, passed: 0, refused: [] }
  const read = reader(input)
  for (const [at, texts] of block.entries()) {
    const row = rows[at]
    if (!row && plan.added.length >= room) {
      const pastedText = texts.join(' ').slice(0, 50)
      plan.refused.push({ row: at, column: 0, pastedText, text: `没有这么多行，这一行没有${verb}` })
      continue
    }
    const values: Record<string, unknown> = {}
    const filled: Record<string, unknown> = { ...(row ?? input.blank) }
    // A blank text also empties a cell that the other texts disable.
    const isTaken = (column: TextColumn, text: string) =>
      input.isOpen(filled, column) || (row !== undefined && text.trim() === '' && input.isOpen(row, column))
    for (const [across, pastedText] of texts.entries()) {
      if (skipsBlank && pastedText.trim() === '') continue
      const column = columns[across]
      if (!column) {
        if (pastedText !== '')
          plan.refused.push({ row: at, column: across, pastedText, text: '超出了最后一列' })
        continue
      }
      if (!isTaken(column, pastedText)) {
        plan.passed += 1
        continue
      }
      const outcome = read(across, pastedText)
      if (outcome.ok) {
        Object.assign(values, outcome.value)
        Object.assign(filled, outcome.value)
        plan.taken += 1
      } else plan.refused.push({ row: at, column: across, pastedText, text: outcome.text })
    }
    if (!row) plan.added.push(values)
    else if (Object.keys(values).length > 0) plan.changes.push({ id: row.id, values })
  }
  return plan
}

/** Parses a text into the values of its row. Units, dates and names repeat, so parsed texts are cached. */
function reader({
  columns,
  lookup,
  found,
  verb,
}: PasteInput): (column: number, text: string) => Parsed<Values> {
  const cache = columns.map(() => new Map<string, Parsed<Values>>())
  return (at, text) => {
    const before = cache[at]?.get(text)
    if (before) return before
    const column = columns[at] as TextColumn
    const outcome = hasLostDigits(text)
      ? refused<Values>(lostDigitsText(verb))
      : (found?.get(column.key)?.get(text.trim()) ?? parseColumnText(column, text, lookup))
    cache[at]?.set(text, outcome)
    return outcome
  }
}

/** The wire values that a text sets in its row; a blank one clears the cell with the fields that its record filled. */
export function parseColumnText(
  { key, field, type }: Omit<TextColumn, 'title'>,
  text: string,
  lookup: Lookup,
): Parsed<Values> {
  if (text.trim() === '' && 'destFields' in field) return parsed(clearedValues({ key, field }))
  const value = type.fromText(text, field, lookup)
  return value.ok ? parsed(cellValues({ key, field, type }, value.value, lookup)) : value
}

/** The wire values that a parsed value sets in its row: its cell, and the fields that it fills. */
export const cellValues = (
  { key, field, type }: Pick<TextColumn, 'key' | 'field' | 'type'>,
  value: unknown,
  lookup: Lookup,
): Values => ({ ...type.fill?.(value, field, lookup), [key]: type.toWire(value, field) })
