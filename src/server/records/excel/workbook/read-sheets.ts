import { type CellObject, read, SSF, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { toBig } from '#runtime/kernel/decimal.ts'
import { roundedText } from '#runtime/record/checks/lost-digits.ts'
import { checkZip } from './check-zip.ts'
import { MAX_SHEET_COLUMNS, MAX_SHEET_ROWS, ReadError, type SheetTexts } from './read-limits.ts'

const ZIP = Buffer.from('504b0304', 'hex')
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** Digits that a spreadsheet stores of a number; the binary remainder behind them is no part of it. */
const DIGITS = 15

const two = (value: number): string => String(value).padStart(2, '0')

/** The text of a number with a date format; null for a number that is no date. */
function dateText(serial: number, date1904: boolean): string | null {
  const date = SSF.parse_date_code(serial, { date1904 })
  if (!date) return null
  const time = `${two(date.H)}:${two(date.M)}:${two(Math.floor(date.S))}`
  if (serial >= 0 && serial < 1) return time
  const day = `${String(date.y).padStart(4, '0')}-${two(date.m)}-${two(date.d)}`
  return Number.isInteger(serial) ? day : `${day} ${time}`
}

/** Whether a format shows a percentage; texts in it are quoted or have a backslash. */
const isPercent = (format: string): boolean => format.replace(/"[^"]*"|[\\_*]./g, '').includes('%')

/**
 * The text of a number: percentages and zeros in front as the format shows them, since the clipboard has them too, and nothing
 * else of the format. A number that has lost digits keeps its exponent, by which it is recognised.
 */
function numberText(value: number, format: string): string {
  const rounded = roundedText(value)
  if (rounded !== null) return rounded
  const number = Number(value.toPrecision(DIGITS))
  if (isPercent(format)) return `${toBig(number)?.times(100).toFixed()}%`
  const isCode = /^0+$/.test(format) && Number.isInteger(value) && value >= 0
  return isCode ? String(value).padStart(format.length, '0') : String(number)
}

/** The text of a cell: the cached value of a formula, dates as YYYY-MM-DD. */
function cellText(cell: CellObject | undefined, date1904: boolean): string {
  if (!cell || cell.v === undefined || cell.v === null) return ''
  if (cell.t === 'b') return cell.v ? 'TRUE' : 'FALSE'
  if (cell.t === 'e') return String(cell.w ?? cell.v)
  if (typeof cell.v === 'number') {
    const format = typeof cell.z === 'string' ? cell.z : ''
    const date = SSF.is_date(format) ? dateText(cell.v, date1904) : null
    return date ?? numberText(cell.v, format)
  }
  return String(cell.v)
}

/** Gives every cell of a merged range the content of its first cell. */
function fillMerged(sheet: WorkSheet, rows: string[][]): void {
  for (const { s: start, e: end } of sheet['!merges'] ?? []) {
    const text = rows[start.r]?.[start.c]
    if (text === undefined || text === '') continue
    for (let row = start.r; row <= Math.min(end.r, rows.length - 1); row += 1) {
      const cells = rows[row] as string[]
      for (let column = start.c; column <= Math.min(end.c, MAX_SHEET_COLUMNS - 1); column += 1) {
        while (cells.length < column) cells.push('')
        cells[column] = text
      }
    }
  }
}

function withoutTail<T>(list: T[], isBlank: (entry: T) => boolean): T[] {
  let length = list.length
  while (length > 0 && isBlank(list[length - 1] as T)) length -= 1
  return list.slice(0, length)
}

function readTexts(sheet: WorkSheet, date1904: boolean): string[][] {
  const data = (sheet['!data'] ?? []) as (CellObject | undefined)[][]
  const rows = Array.from({ length: data.length }, (_, at) => {
    const cells = Array.from(data[at] ?? [], (cell) => cellText(cell, date1904))
    const filled = withoutTail(cells, (text) => text.trim() === '')
    if (filled.length > MAX_SHEET_COLUMNS) throw new ReadError('columns')
    return filled
  })
  const used = withoutTail(rows, (row) => row.length === 0)
  // The header row is not counted.
  if (used.length > MAX_SHEET_ROWS + 1) throw new ReadError('rows')
  fillMerged(sheet, used)
  return used
}

function open(bytes: Buffer): WorkBook {
  try {
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellNF: true,
      // One more than allowed, so that the excess is found.
      sheetRows: MAX_SHEET_ROWS + 2,
    })
  } catch (error) {
    const isProtected = error instanceof Error && /password|encrypt/i.test(error.message)
    throw new ReadError(isProtected ? 'encrypted' : 'damaged')
  }
}

/** The visible sheets of an .xls or .xlsx file, as its name says. Throws ReadError for any other content. */
export function readSheets(bytes: Buffer, name: string): SheetTexts[] {
  const isZip = bytes.subarray(0, ZIP.length).equals(ZIP)
  const isOle = bytes.subarray(0, OLE.length).equals(OLE)
  if (/\.xlsx$/i.test(name) ? !isZip && !isOle : !(/\.xls$/i.test(name) && isOle)) throw new ReadError('type')
  if (isZip) checkZip(bytes)
  const { Sheets, SheetNames, Workbook } = open(bytes)
  // An .xlsx file inside this older container is an encrypted one.
  if (isOle && /\.xlsx$/i.test(name)) throw new ReadError('type')
  const date1904 = Workbook?.WBProps?.date1904 === true
  return SheetNames.flatMap((sheetName, at) => {
    const sheet = Sheets[sheetName]
    if (!sheet || Workbook?.Sheets?.[at]?.Hidden) return []
    return [{ name: sheetName, rows: readTexts(sheet, date1904) }]
  })
}
