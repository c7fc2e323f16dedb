import { flushSync } from 'react-dom'
import { cellId, type GridState } from '../state/GridState.ts'
import type { GridSurface } from '../state/grid-surface.ts'
import { showRow } from './row-window.ts'

/** The grid in the page; `maxHeight` in pixels. */
export function domSurface(
  grid: GridState,
  element: () => HTMLElement | null,
  maxHeight: number,
  confirmRemoval: GridSurface['confirmRemoval'],
): GridSurface {
  const focus = () => element()?.focus({ preventScroll: true })
  return {
    focus,
    enter: focus,
    keepFocus() {
      if (element()?.contains(document.activeElement)) focus()
    },
    blurEditor() {
      const focused = document.activeElement
      // Editors commit on blur (a partly typed number), and an unmounted editor gets no blur event.
      if (focused instanceof HTMLElement && focused !== element() && element()?.contains(focused))
        focused.blur()
    },
    showRow(at) {
      const scroller = element()
      if (scroller) showRow(scroller, at, grid.rowHeight)
    },
    // The editor must exist when the key or click that opened it is processed further.
    draw: flushSync,
    showCell(rowId, key, entry) {
      const cell = document.getElementById(cellId(grid, rowId, key))
      cell?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
      if (entry === null) return
      const input = cell?.querySelector<HTMLInputElement>('input:not([type=file])')
      // An editor that is always drawn does not focus itself.
      if (grid.alwaysEdit) input?.focus()
      if (input?.type !== 'text') return
      if (entry === 'end') input.setSelectionRange(input.value.length, input.value.length)
      else input.select()
    },
    rowsInPage: () => Math.max(1, Math.floor(maxHeight / grid.rowHeight) - 2),
    confirmRemoval,
  }
}
