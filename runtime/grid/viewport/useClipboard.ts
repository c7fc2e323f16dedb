import { type RefObject, useEffect } from 'react'
import { isForCells, readClipboard } from '../clipboard/read.ts'
import type { GridController } from '../controller/GridController.ts'

/**
 * Copying, cutting and pasting while the grid has the focus. Browsers dispatch these events at the last caret
 * position of the document (a cell whose editor is closed, or the body), not at the focused element: so the listeners
 * are on the document.
 */
export function useClipboard(grid: GridController, element: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const { clipboard } = grid
    if (!clipboard) return
    const isBrowsing = ({ target }: ClipboardEvent) =>
      document.activeElement === element.current || target === element.current

    const onCopy = (event: ClipboardEvent) => {
      const { clipboardData: data } = event
      if (!data || !isBrowsing(event)) return
      if (event.type === 'cut' ? clipboard.cut(data) : clipboard.copy(data)) event.preventDefault()
    }
    const onPaste = (event: ClipboardEvent) => {
      const { target, clipboardData } = event
      if (grid.isFrozen || !clipboardData || !(target instanceof Element)) return
      const isThere = isBrowsing(event)
      if (!isThere && !element.current?.contains(target)) return
      const texts = readClipboard(clipboardData)
      const column = grid.findColumn(grid.active.get()?.key)
      if (!isThere && !(column && isForCells(target, texts, column, grid.lookup))) return
      event.preventDefault()
      grid.cursor.close()
      // A paste into an editor starts at that cell, also when a block is selected around it.
      if (!isThere) grid.range.collapse()
      void clipboard.paste(texts)
    }
    document.addEventListener('copy', onCopy)
    document.addEventListener('cut', onCopy)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('copy', onCopy)
      document.removeEventListener('cut', onCopy)
      document.removeEventListener('paste', onPaste)
    }
  }, [grid, element])
}
