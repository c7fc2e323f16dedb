import { parseTsv } from '#runtime/kernel/text/tsv.ts'

const MAX_FIELDS = 100

/** A pasted sheet: its titles, the rows of records, and the rows that are none, in words. */
export interface Sheet {
  titles: string[]
  rows: string[][]
  dropped: string[]
}

const totalRow = /^(合\s*计|总\s*计|小\s*计|累\s*计|本页合计)[:：]?$/
const noteRow = /^(注|备注|说明|填表说明|附注|制表|填报|填表人|审核人|单位)\s*[:：]/
/** Numbers of things, of which no two rows have the same. */
export const codeTitle = /编号|编码|代码|单号|索书号|学号|工号|货号|证号/

const countFilled = (row: readonly string[]): number => row.filter((cell) => cell !== '').length

/** Cells without the marks and breaks of a spreadsheet; a title is one line. */
const cleanCell = (cell: string): string => cell.replace(/[\u00a0\u3000]/g, ' ').trim()
const cleanTitle = (cell: string): string => cleanCell(cell).replace(/\s*[\r\n]+\s*/g, '')

/** The first row with titles: captions above it fill one or two cells, the titles most of them. */
function findHeader(lines: readonly string[][]): number {
  const widest = Math.max(0, ...lines.map(countFilled))
  return lines.findIndex((row) => countFilled(row) >= Math.max(2, Math.ceil(widest / 2)))
}

/** Titles of all columns: an empty one under a merged title continues it; null for an empty first one. */
function nameColumns(header: readonly string[], rows: readonly string[][]): (string | null)[] {
  let [previous, number] = ['', 1]
  const names = header.map((title, at) => {
    if (title !== '') {
      previous = title
      number = 1
      return title
    }
    if (previous === '' || rows.every((row) => !row[at])) return null
    number += 1
    return `${previous}${number}`
  })
  return names
}

const isTotal = (row: readonly string[]): boolean =>
  totalRow.test(row.find((cell) => cell !== '')?.replace(/\s/g, '') ?? '')

const isNote = (row: readonly string[], width: number): boolean =>
  (width > 2 && countFilled(row) === 1 && /[:：。]|^[（(]/.test(row.join(''))) ||
  noteRow.test(row.find((cell) => cell !== '') ?? '')

/** A merged cell has its value in its first row only: the leading columns of groups get it in all of them. */
function fillMerged(titles: readonly string[], rows: readonly string[][]): string[][] {
  const isMerged: boolean[] = []
  for (const [at, title] of titles.entries()) {
    const values = rows.map((row) => row[at] ?? '')
    const filled = values.filter(Boolean)
    const blanks = values.length - filled.length
    const isGroup = values[0] !== '' && blanks > 0 && blanks * 2 >= filled.length
    if (!isGroup || codeTitle.test(title) || new Set(filled).size < filled.length) break
    isMerged.push(true)
  }
  if (isMerged.length === titles.length) return [...rows]
  const last: string[] = []
  return rows.map((row) =>
    row.map((cell, at) => {
      if (!isMerged[at]) return cell
      if (cell !== '') last[at] = cell
      return last[at] ?? ''
    }),
  )
}

/**
 * Titles and rows as they were copied from a spreadsheet, without captions, totals, notes and blank rows; null for a text
 * without two titles.
 */
export function readSheet(text: string): Sheet | null {
  const lines = parseTsv(text.replace(/\s+$/, '')).map((row) => row.map(cleanCell))
  const at = findHeader(lines)
  const [header] = lines.slice(at, at + 1)
  if (at < 0 || !header) return null
  const below = lines.slice(at + 1)
  const width = Math.max(header.length, ...below.map(({ length }) => length))
  const names = nameColumns(
    Array.from({ length: width }, (_, column) => cleanTitle(header[column] ?? '')),
    below,
  )
  const columns = names.flatMap((title, column) => (title === null ? [] : [{ title, column }]))
  const isUnnamed = names.some((title, column) => title === null && below.some((row) => row[column]))
  if (columns.length < 2 || columns.length > MAX_FIELDS || isUnnamed) return null
  const cells = below.map((row) => columns.map(({ column }) => row[column] ?? ''))
  const filled = cells.filter((row) => countFilled(row) > 0)
  const rows = filled.filter((row) => !isTotal(row) && !isNote(row, columns.length))
  const counts: [number, string][] = [
    [lines.slice(0, at).filter((row) => countFilled(row) > 0).length, '行表名'],
    [filled.filter(isTotal).length, '行合计'],
    [filled.filter((row) => !isTotal(row) && isNote(row, columns.length)).length, '行说明'],
  ]
  const titles = columns.map(({ title }) => title)
  return {
    titles,
    rows: fillMerged(titles, rows),
    dropped: counts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])),
  }
}
