import type { CSSProperties } from 'react'
import type { Column } from './columns.ts'
import { headHeight, totalsHeight } from './measures.ts'
import type { ColumnMemory } from './memory.ts'

export const numberWidth = 48
export const checkWidth = 36

/** Class names of a sticky cell. */
export const fixedClassNames = ({ fixed }: Column): string =>
  fixed === undefined ? '' : fixed === 'left' ? ' is-fixed' : ' is-fixed is-fixed-right'

interface Group {
  title: string
  from: number
  size: number
}

/** Adjacent columns under one group title. */
export function listGroups(columns: readonly Column[]): Group[] {
  const groups: Group[] = []
  for (const [at, { group }] of columns.entries()) {
    const last = groups.at(-1)
    if (group === undefined) continue
    if (last?.title === group && last.from + last.size === at) last.size += 1
    else groups.push({ title: group, from: at, size: 1 })
  }
  return groups
}

/**
 * Orders and sizes the columns. `branch`: in a tree, the column with the arrows ('' for the first). Fixed columns are
 * at their edge for any position in the document; hidden columns are removed; widths set by dragging are
 * applied.
 */
export function layoutColumns(
  columns: readonly Column[],
  { hidden, widths }: ColumnMemory,
  isFrozen: boolean,
  branch: string | null = null,
): Column[] {
  const visible = columns
    .filter(({ key }) => !hidden.includes(key))
    .map((column) => ({
      ...column,
      width: widths[column.key] ?? column.width,
      isDrawnWidth: column.key in widths,
    }))
  const left = visible.filter(({ fixed }) => fixed === 'left')
  const right = visible.filter(({ fixed }) => fixed === 'right')
  const rest = visible.filter(({ fixed }) => fixed === undefined)
  const styles = new Map<string, CSSProperties>()
  let from = numberWidth + (isFrozen ? 0 : checkWidth)
  for (const { key, width } of left) {
    styles.set(key, { '--detail-left': `${from}px` } as CSSProperties)
    from += width
  }
  let end = 0
  for (const { key, width } of [...right].reverse()) {
    styles.set(key, { '--detail-right': `${end}px` } as CSSProperties)
    end += width
  }
  const placed = [...left, ...rest, ...right].map((column) => {
    const style = styles.get(column.key)
    return style ? { ...column, style, className: column.className + fixedClassNames(column) } : column
  })
  if (branch === null) return placed
  // If that column is hidden, the first column shows the tree.
  const key = placed.some((column) => column.key === branch) ? branch : placed[0]?.key
  return placed.map((column) => (column.key === key ? { ...column, isBranch: true } : column))
}

const firstWidths = (isFrozen: boolean) => (isFrozen ? [numberWidth] : [numberWidth, checkWidth])

/** Minimum width of all columns in pixels. */
export const minWidth = (columns: readonly Column[], isFrozen: boolean): number =>
  [...firstWidths(isFrozen), ...columns.map(({ width }) => width)].reduce((sum, width) => sum + width, 0)

/**
 * CSS variables shared by head, rows and totals: fixed leading columns, then shares of the remaining width, never
 * narrower than the declared width.
 */
export function gridMeasures(
  columns: readonly Column[],
  isFrozen: boolean,
  rowHeight: number,
): CSSProperties {
  const first = firstWidths(isFrozen)
  const shares = columns.map(({ width: columnWidth, style, isDrawnWidth }) =>
    style || isDrawnWidth ? `${columnWidth}px` : `minmax(${columnWidth}px, ${columnWidth}fr)`,
  )
  // If every width is fixed, an empty column fills the remaining width.
  const rest = shares.some((share) => share.startsWith('minmax')) ? [] : ['1fr']
  const isGrouped = columns.some((column) => column.group !== undefined)
  return {
    '--detail-row': `${rowHeight}px`,
    '--detail-head': `${isGrouped ? 2 * headHeight : headHeight}px`,
    '--detail-totals': `${totalsHeight}px`,
    '--detail-width': `${minWidth(columns, isFrozen)}px`,
    '--detail-columns': [...first.map((width) => `${width}px`), ...shares, ...rest].join(' '),
  } as CSSProperties
}
