import type { Row } from '#runtime/record/changes/command-log.ts'
import { orderKey } from '#runtime/record/changes/delta.ts'
import { clearedValues } from '#runtime/record/paste/destination-values.ts'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import type { Values } from '#runtime/record/scope.ts'
import { getMaxRows } from '#runtime/schema/derive.ts'
import { type Column, cellText, isCellEditable } from '../columns/columns.ts'
import type { Block } from '../state/cell-range.ts'
import type { GridState } from '../state/GridState.ts'

/** The rows and columns of a block. */
export const sliceCells = (
  { visibleRows, columns }: Pick<GridState, 'visibleRows' | 'columns'>,
  block: Block,
): { rows: Row[]; columns: Column[] } => ({
  rows: visibleRows.slice(block.top, block.bottom + 1),
  columns: columns.slice(block.left, block.right + 1),
})

/** The full texts of a block as they are displayed. */
export function blockTexts(table: GridState, block: Block): string[][] {
  const { rows, columns } = sliceCells(table, block)
  return rows.map((row) => columns.map((column) => cellText(table.store, row, column, table.lookup, 'full')))
}

/**
 * Sets the cells of a block that are editable, before or with the other values of the block, as one step (or part of
 * `step`). Returns the number of cells set.
 */
export function setBlock(
  { store, visibleRows, columns }: Pick<GridState, 'store' | 'visibleRows' | 'columns'>,
  block: Block,
  getValues: (row: Row, column: Column, position: { row: number; column: number }) => Values | null,
  step?: string,
): number {
  let count = 0
  const changes: { id: string; values: Values }[] = []
  for (let row = block.top; row <= block.bottom; row += 1) {
    const target = visibleRows.at(row)
    if (!target) continue
    const values: Record<string, unknown> = {}
    const isOpen = (column: Column) =>
      isCellEditable(store, target, column) || isCellEditable(store, { ...target, ...values }, column)
    for (let column = block.left; column <= block.right; column += 1) {
      const position = columns[column]
      if (!position || !isOpen(position)) continue
      const cell = getValues(target, position, { row, column })
      if (!cell) continue
      Object.assign(values, cell)
      count += 1
    }
    changes.push({ id: target.id, values })
  }
  store.setCells(changes, step)
  return count
}

/** Clears the cells of a block. */
export const clearBlock = (table: GridState, block: Block): number =>
  setBlock(table, block, (_row, column) => clearedValues(column))

/** The initial values of a copied row: all typed or picked values with their texts; formulas are computed again. */
export function copyOfRow(store: RowStore, rowId: string): Values {
  const row = store.row(rowId)
  const order = orderKey(store.detail)
  const keys = store.detail.fields
    .filter((field) => field.compute === undefined && field.key !== order)
    .flatMap(({ key }) => [key, `${key}_dictText`])
  return Object.fromEntries(keys.flatMap((key) => (row?.[key] === undefined ? [] : [[key, row[key]]])))
}

/** The number of rows that may still be added. */
export const remainingRows = (store: RowStore): number =>
  Math.max(0, getMaxRows(store.detail) - store.rows.length)
