import { DEFAULT_WIDTH } from '#runtime/compile/list.ts'
import type { Column } from '#runtime/compile/plan.ts'

/** A day with its time and the blank of its cell take nine tenths of it. */
const MOMENT_WIDTH = 170

const isMoment = ({ field, type }: Column): boolean =>
  type.column?.(field)?.type.startsWith('timestamp') === true

/** A number that was given or a moment means nothing in part: it gives up little more than its column's blank. */
const isWhole = (column: Column): boolean => column.field.auto !== undefined || isMoment(column)

/** The least part of its declared width that a column may get. */
const keptShare = (column: Column, width: number): number =>
  isWhole(column) ? 0.9 : width < 150 ? 0.8 : 0.64

/**
 * Declared widths are preferences: in a narrow window columns shrink, long texts most, before the table scrolls
 * horizontally.
 */
export function fitWidths(columns: readonly Column[], room: number): number[] {
  const requested = columns.map((column) => column.width ?? (isMoment(column) ? MOMENT_WIDTH : DEFAULT_WIDTH))
  const least = requested.map((width, index) =>
    Math.max(Math.min(width, 72), width * keptShare(columns[index] as Column, width)),
  )
  const sum = (widths: number[]) => widths.reduce((total, width) => total + width, 0)
  const missing = sum(requested) - room
  if (room <= 0 || missing <= 0) return requested
  const share = Math.min(1, missing / Math.max(1, sum(requested) - sum(least)))
  return requested.map((width, index) => Math.floor(width - (width - (least[index] ?? width)) * share))
}
