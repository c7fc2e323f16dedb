import { type RefObject, useEffect } from 'react'
import type { TableView } from '../controller/table-view.ts'
import type { Cursor } from '../controller/useCursor.ts'
import type { Block } from '../range/cell-range.ts'
import { clearBlock } from '../range/cells.ts'
import { copyBlock } from './copy.ts'
import { isForCells, readClipboard } from './read.ts'

const onlyCell: Block = { top: 0, bottom: 0, left: 0, right: 0 }

/**
 * Copying, cutting and pasting while the grid has the focus. Browsers dispatch these events at the last caret
 * position of the document (a cell whose editor is closed, or the body), not at the focused element: so the listeners
 * are on the document.
 */
export function useClipboard(
  table: TableView,
  cursor: Cursor,
  grid: RefObject<HTMLDivElement | null>,
  paste: (block: string[][], at: Block) => void,
): void {
  useEffect(() => {
    const { visibleRows, active, range, columns, isFrozen, lookup } = table
    const isBrowsing = ({ target }: ClipboardEvent) =>
      document.activeElement === grid.current || target === grid.current

    const onCopy = (event: ClipboardEvent) => {
      const block = isBrowsing(event) ? range.get() : null
      if (!block || !event.clipboardData) return
      event.preventDefault()
      copyBlock(table, block, event.clipboardData)
      if (event.type === 'cut' && !isFrozen) clearBlock(table, block)
    }
    const onPaste = (event: ClipboardEvent) => {
      const { target, clipboardData } = event
      if (isFrozen || !clipboardData || !(target instanceof Element)) return
      const isThere = isBrowsing(event)
      if (!isThere && !grid.current?.contains(target)) return
      const texts = readClipboard(clipboardData)
      const column = columns.find(({ key }) => key === active.get()?.key)
      if (!isThere && !(column && isForCells(target, texts, column, lookup))) return
      event.preventDefault()
      cursor.close()
      // A paste into an editor starts at that cell, also when a block is selected around it.
      if (!isThere) range.collapse()
      const block = range.get() ?? (visibleRows.count === 0 ? onlyCell : null)
      if (block) paste(texts, block)
    }
    document.addEventListener('copy', onCopy)
    document.addEventListener('cut', onCopy)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('copy', onCopy)
      document.removeEventListener('cut', onCopy)
      document.removeEventListener('paste', onPaste)
    }
  }, [table, cursor, grid, paste])
}
