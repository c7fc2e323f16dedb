/**
 * The clipboard's table text, as Excel and WPS write and read it: tabs between cells, line ends between rows, a cell
 * with one of these (or that begins with a quote) in double quotes, quotes in it doubled.
 */

/** Reads a block of cells; never throws. One line end after the last row is no row. Rows may differ in length. */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  const endRow = () => {
    rows.push(row)
    row = []
  }
  while (at < text.length) {
    const [cell, next] = text[at] === '"' ? quoted(text, at) : plain(text, at)
    row.push(cell)
    at = next
    const end = text[at]
    if (end === '\t') {
      at += 1
      if (at === text.length) row.push('')
      continue
    }
    at += end === '\r' && text[at + 1] === '\n' ? 2 : 1
    endRow()
  }
  if (row.length > 0) endRow()
  return rows
}

const cellEnd = /[\t\r\n]/g

function plain(text: string, from: number): [string, number] {
  cellEnd.lastIndex = from
  const end = cellEnd.exec(text)?.index ?? text.length
  return [text.slice(from, end), end]
}

/** A quoted cell; quotes that do not close, or close in the middle of a cell, are plain characters. */
function quoted(text: string, from: number): [string, number] {
  let at = from + 1
  for (;;) {
    const close = text.indexOf('"', at)
    if (close < 0) return plain(text, from)
    if (text[close + 1] === '"') {
      at = close + 2
      continue
    }
    const after = text[close + 1]
    if (after !== undefined && !'\t\r\n'.includes(after)) return plain(text, from)
    return [text.slice(from + 1, close).replaceAll('""', '"'), close + 1]
  }
}

const needsQuotes = /[\t\r\n]|^"/

/** Writes a block of cells so that `parseTsv` and Excel read the same cells back; a single cell is only its text. */
export function printTsv(rows: readonly (readonly string[])[]): string {
  const print = (cell: string) => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  const lines = rows.map((row) => row.map(print).join('\t'))
  return lines.length === 1 && rows[0]?.length === 1 ? (lines[0] ?? '') : `${lines.join('\r\n')}\r\n`
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Excel and WPS start a new row at a plain line break, and read 007 and 1-2 as a number and a day unless quoted. */
const sameCell = '<br style="mso-data-placement:same-cell">'
const asText = ` style='mso-number-format:"\\@"'`

const needsEscapes = /[&<>"\n]/
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign).replace(/\r?\n/g, sameCell)

/**
 * The same block as an HTML table, for spreadsheets, word processors and mail; texts only, so nothing in it is markup.
 * `isText` names the columns, counted from 0, whose texts are no numbers even if they look like numbers.
 */
export const printHtmlTable = (
  rows: readonly (readonly string[])[],
  isText: (column: number) => boolean = () => false,
): string => {
  const cell = (text: string, column: number) =>
    `<td${isText(column) && /\d/.test(text) ? asText : ''}>${needsEscapes.test(text) ? escaped(text) : text}</td>`
  return `<table>${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')}</table>`
}
