/** The widths of columns that a user has set, by key. */
export type ColumnWidths = Readonly<Record<string, number>>

const MIN_WIDTH = 40
const MAX_WIDTH = 1200

const clampWidth = (width: number): number => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))

/** Stored widths; what is no width is dropped. */
export const readWidths = (raw: unknown): ColumnWidths =>
  Object.fromEntries(
    Object.entries(typeof raw === 'object' && raw !== null ? raw : {}).flatMap(([key, width]) =>
      typeof width === 'number' ? [[key, clampWidth(width)]] : [],
    ),
  )

/** The widths with another one for a column; null removes its width. */
export function changeWidth(widths: ColumnWidths, key: string, width: number | null): ColumnWidths {
  const { [key]: _old, ...others } = widths
  return width === null ? others : { ...others, [key]: clampWidth(width) }
}
