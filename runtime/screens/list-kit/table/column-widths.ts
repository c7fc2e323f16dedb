import { DEFAULT_WIDTH } from '#runtime/compile/list.ts'
import type { Column, ListPlan } from '#runtime/compile/plan.ts'
import type { DataType } from '#runtime/schema/field-value.ts'

/** A number, a date or a moment means nothing in part: it gives up little more than its column's blank. */
const wholeData: ReadonlySet<DataType> = new Set(['number', 'date', 'datetime', 'month', 'year', 'time'])
const isWhole = ({ field, type }: Column): boolean => field.auto !== undefined || wholeData.has(type.dataType)

/** The least part of its declared width that a column may get. */
const keptShare = (column: Column, width: number): number =>
  isWhole(column) ? 0.9 : width < 150 ? 0.8 : 0.64

/**
 * Declared widths are preferences: in a narrow window columns shrink, long texts most, before the table scrolls
 * horizontally.
 */
export function fitWidths(columns: readonly Column[], room: number): number[] {
  const requested = columns.map((column) => column.width ?? column.type.columnWidth?.list ?? DEFAULT_WIDTH)
  const least = requested.map((width, index) =>
    Math.max(Math.min(width, 72), width * keptShare(columns[index] as Column, width)),
  )
  const sum = (widths: number[]) => widths.reduce((total, width) => total + width, 0)
  const missing = sum(requested) - room
  if (room <= 0 || missing <= 0) return requested
  const share = Math.min(1, missing / Math.max(1, sum(requested) - sum(least)))
  return requested.map((width, index) => Math.floor(width - (width - (least[index] ?? width)) * share))
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
}

/** The widths of the columns of a table, and whether it is wider than its room and scrolls. */
export function tableWidths({ plan, columns, width, bordered, hasInner }: TableShape) {
  const isNumbered = !bordered && !plan.tree
  const beside =
    (plan.selectable ? 40 : 0) +
    (isNumbered ? ROW_NUMBER_WIDTH : 0) +
    (plan.row.length > 0 ? actionWidth(plan) : 0) +
    (hasInner ? 40 : 0)
  // Numbers of a report are never truncated: the table scrolls instead.
  const widths = fitWidths(columns, bordered ? 0 : width - beside)
  const total = plan.scrollX ?? widths.reduce((sum, each) => sum + each, beside)
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
