import { type Column, formatName } from '../columns/columns.ts'
import type { GridState } from '../state/GridState.ts'

/** A pasted block without its header row, and the column of each of its places. */
export interface HeadedBlock {
  rows: string[][]
  columns: Column[]
  /** Titles in the header that no column has; their texts are not part of `rows`. */
  unknownTitles: string[]
}

const plain = (text: string): string => text.replace(/[\s*＊:：]/g, '')

/** The columns that titles may name, also those that the user hid. Titles may repeat: visible columns come first. */
export const listNamedColumns = ({ columns, allColumns }: GridState): Column[] => [
  ...columns,
  ...allColumns.filter(({ key }) => columns.every((column) => column.key !== key)),
]

/**
 * Reads the first row of a pasted block as titles of columns, in any order. Null if it is no header row: fewer than
 * half of its texts are titles, or nothing follows it.
 */
export function readHeaderRow(
  block: readonly (readonly string[])[],
  columns: readonly Column[],
): HeadedBlock | null {
  const [header = [], ...rows] = block
  if (rows.length === 0) return null
  const free = [...columns]
  const found = header.map((text) => {
    const title = plain(text)
    const at =
      title === ''
        ? -1
        : free.findIndex((column) => [column.title, formatName(column)].some((name) => plain(name) === title))
    return at < 0 ? undefined : free.splice(at, 1)[0]
  })
  const texts = header.filter((text) => plain(text) !== '')
  const matches = found.filter((column) => column !== undefined)
  if (matches.length === 0 || matches.length * 2 < texts.length || (matches.length === 1 && texts.length > 1))
    return null
  return {
    columns: matches,
    rows: rows.map((row) => row.filter((_, at) => found[at])),
    unknownTitles: header.filter((text, at) => !found[at] && plain(text) !== ''),
  }
}
