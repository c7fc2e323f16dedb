import type { CSSProperties } from 'react'
import { headHeight, totalsHeight } from '../row-window.ts'
import type { Column } from './columns.ts'
import type { ColumnMemory } from './memory.ts'

export const numberWidth = 48
export const checkWidth = 36

/** Class words of a cell that stays at its edge. */
export const fixedClassNames = ({ fixed }: Column): string =>
  fixed === undefined ? '' : fixed === 'left' ? ' is-fixed' : ' is-fixed is-fixed-right'

interface Group {
  title: string
  from: number
  size: number
}

/** Neighbours that stand under one title. */
export function groupsOf(columns: readonly Column[]): Group[] {
  const groups: Group[] = []
  for (const [at, { group }] of columns.entries()) {
    const last = groups.at(-1)
    if (group === undefined) continue
    if (last?.title === group && last.from + last.size === at) last.size += 1
    else groups.push({ title: group, from: at, size: 1 })
  }
  return groups
}

/** `branch`: of a tree, the column with the arrows ('' for the first). Fixed columns stand at their edge whatever their place in the document; hidden ones are gone; drawn widths count. */
export function layoutColumns(
  columns: readonly Column[],
  { hidden, widths }: ColumnMemory,
  isFrozen: boolean,
  branch: string | null = null,
): Column[] {
  const shown = columns
    .filter(({ key }) => !hidden.includes(key))
    .map((column) => ({
      ...column,
      width: widths[column.key] ?? column.width,
      isDrawnWidth: column.key in widths,
    }))
  const left = shown.filter(({ fixed }) => fixed === 'left')
  const right = shown.filter(({ fixed }) => fixed === 'right')
  const rest = shown.filter(({ fixed }) => fixed === undefined)
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
  // Where that column is hidden, the first one shows how rows hang on each other.
  const key = placed.some((column) => column.key === branch) ? branch : placed[0]?.key
  return placed.map((column) => (column.key === key ? { ...column, isBranch: true } : column))
}

const firstWidths = (isFrozen: boolean) => (isFrozen ? [numberWidth] : [numberWidth, checkWidth])

/** Pixels that the columns take at least. */
export const minWidth = (columns: readonly Column[], isFrozen: boolean): number =>
  [...firstWidths(isFrozen), ...columns.map(({ width }) => width)].reduce((sum, one) => sum + one, 0)

/** Head, rows and totals share columns: fixed first ones, then shares of the rest by width, never narrower than it. */
export function gridMeasures(
  columns: readonly Column[],
  isFrozen: boolean,
  rowHeight: number,
): CSSProperties {
  const first = firstWidths(isFrozen)
  const shares = columns.map(({ width: one, style, isDrawnWidth }) =>
    style || isDrawnWidth ? `${one}px` : `minmax(${one}px, ${one}fr)`,
  )
  // Where every width is settled, an empty share takes the room that is left.
  const rest = shares.some((share) => share.startsWith('minmax')) ? [] : ['1fr']
  const isGrouped = columns.some((column) => column.group !== undefined)
  return {
    '--detail-row': `${rowHeight}px`,
    '--detail-head': `${isGrouped ? 2 * headHeight : headHeight}px`,
    '--detail-totals': `${totalsHeight}px`,
    '--detail-width': `${minWidth(columns, isFrozen)}px`,
    '--detail-columns': [...first.map((one) => `${one}px`), ...shares, ...rest].join(' '),
  } as CSSProperties
}
