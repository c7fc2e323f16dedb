import { isEmpty } from '#runtime/kernel/json.ts'
import type { Row } from '#runtime/record/changes/command-log.ts'
import { clearedValues } from '#runtime/record/paste/destination-values.ts'
import { dictTextKey } from '#runtime/record/paste/dict-text.ts'
import { continueSeries, wrap } from '#runtime/record/paste/fill.ts'
import { parseColumnText } from '#runtime/record/paste/paste.ts'
import type { Values } from '#runtime/record/scope.ts'
import { type Column, cellText } from '../columns/columns.ts'
import type { Active } from '../state/active-cell.ts'
import { type Block, getHeight, getWidth } from '../state/cell-range.ts'
import type { GridState } from '../state/GridState.ts'
import { setBlock } from './cells.ts'

/**
 * The block that dragging the handle to a cell would fill: down, up, right or left, in the direction of the longest
 * distance.
 */
export function fillTarget(from: Block, row: number, column: number): Block | null {
  const down = row - from.bottom
  const up = from.top - row
  const right = column - from.right
  const left = from.left - column
  const far = Math.max(down, up, right, left)
  if (far <= 0) return null
  if (far === down) return { ...from, top: from.bottom + 1, bottom: row }
  if (far === up) return { ...from, top: row, bottom: from.top - 1 }
  if (far === right) return { ...from, left: from.right + 1, right: column }
  return { ...from, left: column, right: from.left - 1 }
}

/**
 * Continues the block `from` over `to` as one step; down and up each column continues its own series, sideways values
 * repeat.
 */
export function fillBlock(table: GridState, from: Block, to: Block): number {
  return to.left === from.left && to.right === from.right
    ? fillRows(table, from, to)
    : fillColumns(table, from, to)
}

/**
 * Selected values have more parts than the displayed text (destinations, the translation from the server): all of
 * them are copied.
 */
const isChosen = ({ key, field, type }: Column): boolean =>
  Object.keys(clearedValues({ key, field })).length > 1 ||
  type.dict !== undefined ||
  [field.dictCode, field.options].some((setting) => setting !== undefined)

function fillRows(table: GridState, from: Block, to: Block): number {
  const sources = table.visibleRows.slice(from.top, from.bottom + 1)
  const series = new Map<string, (at: number) => unknown>()
  const getSeries = ({ key, type }: Column) => {
    const values = sources.map((row) => row[key] ?? null)
    const cached = series.get(key) ?? continueSeries(values, type.dataType)
    series.set(key, cached)
    return cached
  }
  return setBlock(table, to, (_row, column, { row }) => {
    const at = row < from.top ? row - from.top : row - from.bottom - 1
    if (!isChosen(column)) return { [column.key]: getSeries(column)(at) }
    const source = sources[wrap(at, sources.length)]
    return source ? copied(source, column) : null
  })
}

function fillColumns(table: GridState, from: Block, to: Block): number {
  const { columns } = table
  return setBlock(table, to, (row, column, position) => {
    const source = columns[from.left + wrap(position.column - from.left, getWidth(from))]
    return source ? translated(table, row, source, column) : null
  })
}

/**
 * The value of a cell for another column, by its text; null if that column cannot parse it. A text is no record of a
 * column that picks records.
 */
function translated(table: GridState, row: Row, source: Column, column: Column): Values | null {
  const text = cellText(table.store, row, source, table.lookup, 'full')
  if (column.type.findByText && text.trim() !== '') return null
  const read = parseColumnText(column, text, table.lookup)
  return read.ok ? read.value : null
}

/** The values of a cell with the translations from the server; a cell that a new row does not have yet is blank. */
function copied(row: Values, column: Column): Values {
  const keys = Object.keys(clearedValues(column))
  const texts = keys.map(dictTextKey).filter((key) => row[key] !== undefined)
  return {
    ...Object.fromEntries(keys.map((key) => [key, row[key] ?? null])),
    ...Object.fromEntries(texts.map((key) => [key, row[key]])),
  }
}

/** Ctrl+D: copies the first row of the block over the rest; for a block of one row, the row above it. */
export function fillDown(table: GridState, block: Block): number {
  const source = getHeight(block) > 1 ? block.top : block.top - 1
  const first = table.visibleRows.at(source)
  if (!first) return 0
  return setBlock(table, { ...block, top: source + 1 }, (_row, column) => copied(first, column))
}

/** Ctrl+R: copies the first column of the block over the rest. */
export function fillRight(table: GridState, block: Block): number {
  const from = getWidth(block) > 1 ? block.left : block.left - 1
  if (from < 0) return 0
  return fillColumns(table, { ...block, left: from, right: from }, { ...block, left: from + 1 })
}

/**
 * Ctrl+Enter: fills the block with the value typed in one cell; uses the `step` of the typing, so that it is one undo
 * step.
 */
export function fillTyped(table: GridState, block: Block, { rowId, key, step }: Active): number {
  const row = table.store.row(rowId)
  const source = table.columns.find((column) => column.key === key)
  if (!row || !source) return 0
  const getValues = (_row: Row, column: Column) =>
    column === source ? copied(row, source) : translated(table, row, source, column)
  return setBlock(table, block, getValues, step ?? undefined)
}

/** Target of a double click on the handle: down as far as the column on the left, else on the right, is filled. */
export function neighbourTarget({ visibleRows, columns }: GridState, from: Block): Block | null {
  const findEnd = (column: Column | undefined): number => {
    let row = from.bottom
    while (column && !isEmpty(visibleRows.at(row + 1)?.[column.key])) row += 1
    return row
  }
  const [left, right] = [findEnd(columns[from.left - 1]), findEnd(columns[from.right + 1])]
  const bottom = left > from.bottom ? left : right
  return bottom > from.bottom ? { ...from, top: from.bottom + 1, bottom } : null
}
