import { appError } from '#runtime/kernel/errors.ts'
import { planPaste } from '#runtime/record/paste/paste.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { type Column, isCellEditable } from '../columns/columns.ts'
import { remainingRows } from '../range/cells.ts'
import type { GridState } from '../state/GridState.ts'
import { type HeadedBlock, listNamedColumns, readHeaderRow } from './header-row.ts'
import { applyPlan, findAll, type PasteOutcome } from './paste.ts'

/** Titles may precede the header row. */
const MAX_HEADER_ROW = 10
/** The texts of import templates that are no content: the mark of an example row, and the heading of its column. */
const EXAMPLE_MARK = '示例行，导入时不读取'
const NOTE_HEADING = '说明'

/** The block under the row with the most titles of columns among the first rows; null without such a row. */
function headedBlock(rows: readonly string[][], columns: readonly Column[]): HeadedBlock | null {
  let best: HeadedBlock | null = null
  for (let at = 0; at < Math.min(rows.length, MAX_HEADER_ROW); at += 1) {
    const headed = readHeaderRow(rows.slice(at), columns)
    if (headed && headed.columns.length > (best?.columns.length ?? 0)) best = headed
  }
  return best
}

const isContent = (row: readonly string[]): boolean =>
  row.some((text) => text.trim() !== '') && !row.some((text) => text.trim() === EXAMPLE_MARK)

/**
 * Adds the rows of a workbook, which the server reads, as one undo step: of the sheet with the table's title, else of the
 * first one. Every text goes through the type of its column, records are looked up, and rejected cells are marked and
 * returned. Rejects with the server's refusal of the file.
 */
export async function importRows(table: GridState, screen: string, file: File): Promise<PasteOutcome> {
  const { store, visibleRows, lookup, recordSource } = table
  const form = new FormData()
  form.append('file', file, file.name)
  const sheet = encodeURIComponent(getTitle(store.detail))
  const url = `/resource/${screen}/readSheet?sheet=${sheet}`
  const { result } = await recordSource.http.upload<string[][]>(url, form, { token: true })
  const headed = headedBlock(result.filter(isContent), listNamedColumns(table))
  if (!headed) throw appError('BUSINESS', { text: '没有找到标题行，请在第一行写上明细的列名' })
  const { rows, columns, unknownTitles } = headed
  const block = rows.filter(isContent)
  const found = await findAll(table, columns, block)
  const plan = planPaste({
    block,
    columns,
    rows: [],
    blank: store.blank(),
    room: remainingRows(store),
    lookup,
    found,
    skipsBlank: true,
    verb: '导入',
    isOpen: (row, column) => isCellEditable(store, row, column as Column),
  })
  const outcome = applyPlan(table, plan, visibleRows.count, columns, '导入')
  for (const title of unknownTitles)
    if (title !== NOTE_HEADING)
      outcome.issues.push({ place: '标题行', pastedText: title, text: '没有这一列，这一列没有导入' })
  return outcome
}
