import { parseTsv } from '#runtime/kernel/text/tsv.ts'
import { hasLostDigits, shownNumber } from '#runtime/record/checks/lost-digits.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'
import type { Column } from '../columns/columns.ts'

/** Names the vocabulary in the HTML that Excel and WPS put on the clipboard; tables of this application do not have it. */
const SPREADSHEET = 'urn:schemas-microsoft-com:office:excel'

/** The block on a clipboard: its tab-separated text, or the first table of its HTML if there is no text. */
export function readClipboard(data: DataTransfer): string[][] {
  const text = data.getData('text/plain')
  const html = data.getData('text/html')
  const block = text.trim() === '' ? (readHtmlTable(html) ?? parseTsv(text)) : parseTsv(text)
  return html.includes(SPREADSHEET) ? block.map((row) => row.map(shownNumber)) : block
}

/** A cell that spans others leaves them empty, as spreadsheets do. The HTML is neither rendered nor executed. */
function readHtmlTable(html: string): string[][] | null {
  const table = html === '' ? null : new DOMParser().parseFromString(html, 'text/html').querySelector('table')
  if (!table) return null
  const rows: string[][] = []
  for (const [at, row] of [...table.rows].entries()) {
    const cells = rows[at] ?? []
    rows[at] = cells
    let across = 0
    for (const cell of row.cells) {
      while (cells[across] !== undefined) across += 1
      // The sizes that the HTML declares are limited.
      const [width, height] = [Math.min(cell.colSpan, 200), Math.min(cell.rowSpan, table.rows.length - at)]
      for (let down = 0; down < height; down += 1) {
        const below = rows[at + down] ?? []
        rows[at + down] = below
        for (let right = 0; right < width; right += 1) below[across + right] = ''
      }
      cells[across] = cellText(cell)
    }
  }
  return rows.map((row) => Array.from(row, (text) => text ?? ''))
}

function cellText(cell: Element): string {
  for (const end of cell.querySelectorAll('br, p:not(:last-child), div:not(:last-child)'))
    end.append('\u2028')
  return (cell.textContent ?? '')
    .replace(/[^\S\u2028]+/g, ' ')
    .replace(/ ?\u2028 ?/g, '\n')
    .trim()
}

/**
 * Whether text pasted into an open editor belongs into cells: a block, or, when it replaces the whole value, a text
 * that the column refuses, or parses to a different value (a dictionary text, a day in another spelling).
 */
export function isForCells(
  target: EventTarget,
  block: readonly (readonly string[])[],
  { type, field }: Column,
  lookup: Lookup,
): boolean {
  if (!(target instanceof HTMLInputElement)) return false
  if (block.length > 1 || (block[0]?.length ?? 0) > 1) return true
  const [[text = ''] = []] = block
  const isWhole = target.selectionStart === 0 && target.selectionEnd === target.value.length
  if (!isWhole || text.trim() === '') return false
  if (hasLostDigits(text) || target.readOnly || target.getAttribute('role') === 'combobox') return true
  const read = type.fromText(text, field, lookup)
  return !read.ok || String(type.toWire(read.value, field)) !== text.trim()
}
