import { printHtmlTable, printTsv } from '../../../kernel/tsv.ts'
import { type Block, isSingle } from '../range/cell-range.ts'
import { textsOf } from '../range/cells.ts'
import type { TableView } from '../table-view.ts'

/** Puts a block on the clipboard: as table text for spreadsheets, as a table for word processors. */
export function copyBlock(table: TableView, block: Block, clipboard: DataTransfer): void {
  const texts = textsOf(table, block)
  clipboard.setData('text/plain', printTsv(texts))
  if (!isSingle(block)) clipboard.setData('text/html', printHtmlTable(texts))
}
