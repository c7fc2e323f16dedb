import { printHtmlTable, printTsv } from '#runtime/kernel/text/tsv.ts'
import { blockTexts } from '../range/cells.ts'
import { type Block, isSingle } from '../state/cell-range.ts'
import type { GridState } from '../state/GridState.ts'

/**
 * Puts a block on the clipboard: as tab-separated text, and as an HTML table in which spreadsheets read codes as
 * text.
 */
export function copyBlock(table: GridState, block: Block, clipboard: DataTransfer): void {
  const texts = blockTexts(table, block)
  clipboard.setData('text/plain', printTsv(texts))
  if (isSingle(block)) return
  const isText = table.columns.slice(block.left, block.right + 1).map(({ type, field }) => {
    const stored = type.column(field)?.type
    return stored === 'varchar' || stored === 'text'
  })
  clipboard.setData(
    'text/html',
    printHtmlTable(texts, (column) => isText[column] === true),
  )
}
