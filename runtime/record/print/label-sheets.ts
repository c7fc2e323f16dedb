import type { LabelGrid } from '#runtime/schema/kinds/print/page.ts'

/** The labels of a sheet in the order of its rows; null is an empty place. */
export type LabelSheet<T> = readonly (T | null)[]

export const countPlaces = ({ columnCount, rowCount }: LabelGrid): number => columnCount * rowCount

/**
 * Lays labels on sheets: `start` is the place of the first one, counted from 1; `copies` of each follow each other. The last
 * sheet ends with its last label.
 */
export function layLabels<T>(
  labels: readonly T[],
  grid: LabelGrid,
  { start = 1, copies = 1 }: { start?: number; copies?: number },
): LabelSheet<T>[] {
  const places = countPlaces(grid)
  const used: null[] = Array.from({ length: Math.min(places, start) - 1 }, () => null)
  const all = [...used, ...labels.flatMap((label) => Array.from({ length: copies }, () => label))]
  return Array.from({ length: Math.ceil(all.length / places) }, (_, at) =>
    all.slice(at * places, (at + 1) * places),
  )
}
