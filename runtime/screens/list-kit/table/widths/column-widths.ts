import { DEFAULT_WIDTH } from '#runtime/compile/list.ts'
import type { Column, ListPlan } from '#runtime/compile/plan.ts'
import type { DataType } from '#runtime/schema/field-value.ts'
import type { ColumnWidths } from '#runtime/ui/layout/column-width.ts'

/** A number, a date or a moment means nothing in part: it gives up little more than its column's blank. */
const wholeData: ReadonlySet<DataType> = new Set(['number', 'date', 'datetime', 'month', 'year', 'time'])
const isWhole = ({ field, type }: Column): boolean => field.auto !== undefined || wholeData.has(type.dataType)

/** The least part of its declared width that a column may get. */
const keptShare = (column: Column, width: number): number =>
  isWhole(column) ? 0.9 : width < 150 ? 0.8 : 0.64

const sumUp = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0)

/**
 * Declared widths are preferences: in a narrow window columns shrink, long texts most, before the table scrolls
 * horizontally. Widths that the user has set, `drawn`, stay as they are.
 */
export function fitWidths(columns: readonly Column[], room: number, drawn: ColumnWidths = {}): number[] {
  const requested = requestWidths(columns, drawn)
  const least = requested.map((width, index) => {
    const column = columns[index] as Column
    return column.key in drawn ? width : Math.max(Math.min(width, 72), width * keptShare(column, width))
  })
  const missing = sumUp(requested) - room
  if (room <= 0 || missing <= 0) return requested
  const share = Math.min(1, missing / Math.max(1, sumUp(requested) - sumUp(least)))
  return requested.map((width, index) => Math.floor(width - (width - (least[index] ?? width)) * share))
}

const requestWidths = (columns: readonly Column[], drawn: ColumnWidths): number[] =>
  columns.map(({ key, width, type }) => drawn[key] ?? width ?? type.columnWidth?.list ?? DEFAULT_WIDTH)

/**
 * The widths over the whole room, beside those that the user has set; where all are set, the last column takes the rest.
 * Without any, the browser does it.
 */
function fillRoom(
  columns: readonly Column[],
  widths: readonly number[],
  room: number,
  drawn: ColumnWidths,
): readonly number[] {
  const rest = room - sumUp(widths)
  if (rest <= 0 || columns.every(({ key }) => !(key in drawn))) return widths
  const free = columns.map(({ key }, at) => (key in drawn ? 0 : (widths[at] ?? 0)))
  const shares = sumUp(free) > 0 ? free : free.with(-1, 1)
  return widths.map((width, at) => width + (rest * (shares[at] ?? 0)) / sumUp(shares))
}

export const ROW_NUMBER_WIDTH = 44

/** The room of two actions; the first one may have a long title. */
export const actionWidth = ({ row }: Pick<ListPlan, 'row'>) =>
  row.some(({ title }) => title.length > 3) ? 136 : 112

interface TableShape {
  plan: Pick<ListPlan, 'row' | 'selectable' | 'tree' | 'scrollX' | 'flow'>
  columns: readonly Column[]
  /** The room of the table. */
  width: number
  /** As in a printed table: without row numbers. */
  bordered?: boolean
  hasInner?: boolean
  /** The widths that the user has set. */
  drawn?: ColumnWidths
}

/** The widths of the columns of a table, and whether it is wider than its room and scrolls. */
export function tableWidths({ plan, columns, width, bordered, hasInner, drawn = {} }: TableShape) {
  const isNumbered = !bordered && !plan.tree
  const beside =
    (plan.selectable ? 40 : 0) +
    (isNumbered ? ROW_NUMBER_WIDTH : 0) +
    (plan.row.length > 0 ? actionWidth(plan) : 0) +
    (hasInner ? 40 : 0)
  // Numbers of a report are never truncated: the table scrolls instead.
  const fitted = fitWidths(columns, bordered ? 0 : width - beside, drawn)
  const widths = fillRoom(columns, fitted, Math.max(width, plan.scrollX ?? 0) - beside, drawn)
  const total = Math.max(plan.scrollX ?? 0, beside + sumUp(widths))
  const isWide = width > 0 && total > width
  return {
    isNumbered,
    widths,
    total,
    isWide,
    stateKey: isWide ? stateColumn(plan, columns, widths, width) : undefined,
  }
}

/** The key of the column of the state: in a table that scrolls it stays in sight beside the actions, if there is room. */
function stateColumn(
  { row, flow }: TableShape['plan'],
  columns: readonly Column[],
  widths: readonly number[],
  width: number,
): string | undefined {
  const state = columns.find(({ key }) => key === flow?.field)
  if (!state || state.group !== undefined) return undefined
  const taken = (widths[columns.indexOf(state)] ?? 0) + (row.length > 0 ? actionWidth({ row }) : 0)
  return taken <= width / 2 ? state.key : undefined
}
