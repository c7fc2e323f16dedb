import type { SorterResult } from 'antd/es/table/interface'
import type { KeyboardEvent, MouseEvent } from 'react'
import type { Sort } from '#runtime/schema/query/sort.ts'
import { buildSort, type SortEntry, sortEntries } from '#runtime/schema/query/sort.ts'

// The table does not pass the event that sorts, so the head cell notes its Shift key in an attribute of the table.
const note = (event: MouseEvent<HTMLElement> | KeyboardEvent<HTMLElement>) => {
  const table = event.currentTarget.closest<HTMLElement>('.pro-table')
  if (table) table.dataset.shift = String(event.shiftKey)
}

/** Handlers of a head cell that sorts. */
export const tracksShift = { onClickCapture: note, onKeyDownCapture: note }

const readSortEntries = <T>({ columnKey, order }: SorterResult<T>): SortEntry[] =>
  order ? [{ key: String(columnKey), order: order === 'ascend' ? 'asc' : 'desc' }] : []

/**
 * The order after a click on a head cell: by this column, or with Shift also by this column. `before` has the columns
 * that the table shows; without any column the order is `fallback`.
 */
export function sortAfterClick<T>(
  sorter: SorterResult<T> | SorterResult<T>[],
  before: Sort,
  fallback: Sort,
  isAdded: boolean,
): Sort {
  const after = [sorter].flat().flatMap(readSortEntries)
  const previous = sortEntries(before)
  const isSame = (entry: SortEntry) => (other: SortEntry) =>
    entry.key === other.key && entry.order === other.order
  const changed = after.filter((entry) => !previous.some(isSame(entry)))
  const remaining = previous.flatMap((entry) => after.find(({ key }) => key === entry.key) ?? [])
  const added = changed.filter(({ key }) => !remaining.some((entry) => entry.key === key))
  const entries = isAdded ? [...remaining, ...added] : changed
  return entries.length > 0 ? buildSort(entries) : fallback
}
