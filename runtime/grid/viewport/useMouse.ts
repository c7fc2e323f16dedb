import { type MouseEvent, type RefObject, useMemo } from 'react'
import type { GridController } from '../controller/GridController.ts'
import { type DropTarget, dropTarget } from '../controller/row-moves.ts'
import { fillBlock, fillTarget, neighbourTarget } from '../range/fill.ts'
import type { Block, CellAddress } from '../state/cell-range.ts'
import type { GridState } from '../state/GridState.ts'

/** The cell of an element; beside the cells (the row number) the key is empty. */
function cellAt(target: EventTarget | null, grid: HTMLElement | null): CellAddress | null {
  const element = target instanceof Element ? target : null
  const row = element?.closest<HTMLElement>('[data-row-id]')
  const rowId = row?.dataset.rowId
  if (rowId === undefined || !grid?.contains(row ?? null)) return null
  return { rowId, key: element?.closest<HTMLElement>('[data-field]')?.dataset.field ?? '' }
}

/** Selects the source together with the filled cells; the cursor is in a corner of that block. */
function selectBoth({ visibleRows, columns, active, range }: GridState, from: Block, filled: Block): void {
  const place = (row: number, column: number): CellAddress => ({
    rowId: visibleRows.at(row)?.id ?? '',
    key: columns[column]?.key ?? '',
  })
  const isBackwards = filled.top < from.top || filled.left < from.left
  const start = isBackwards ? place(from.bottom, from.right) : place(from.top, from.left)
  const end = isBackwards ? place(filled.top, filled.left) : place(filled.bottom, filled.right)
  active.set(start.rowId, start.key, false)
  range.select(start, end)
}

const scrollEvery = 50

/**
 * The mouse on cells: a press activates a cell, a drag selects a block, a release on the same cell opens its editor;
 * the handle at the corner of the range fills. Beyond the edges the rows scroll.
 */
export function useMouse(grid: GridController, element: RefObject<HTMLDivElement | null>) {
  return useMemo(() => {
    const { store, visibleRows, active, range, cursor } = grid

    /**
     * Tracks the pointer over cells until the button is released or Esc cancels; beyond the edge it continues row by
     * row.
     */
    const follow = (
      onCell: (place: CellAddress, isLowerHalf: boolean) => void,
      onEnd: () => void,
      onGiveUp: () => void,
    ) => {
      let last: CellAddress | null = null
      let beyond = 0
      const turn = setInterval(() => {
        if (beyond === 0 || !last) return
        // Within the visible page: a drag does not turn the page.
        const { first, size } = store.paging.window
        const end = Math.min(visibleRows.count, first + size) - 1
        const index = Math.min(end, Math.max(first, visibleRows.indexOf(last.rowId) + beyond))
        const next = visibleRows.at(index)
        if (!next) return
        grid.surface?.showRow(index - first)
        last = { rowId: next.id, key: last.key }
        onCell(last, beyond > 0)
      }, scrollEvery)
      const onMove = (event: globalThis.MouseEvent) => {
        const box = element.current?.getBoundingClientRect()
        beyond = !box ? 0 : event.clientY < box.top ? -1 : event.clientY > box.bottom ? 1 : 0
        const under = document.elementFromPoint?.(event.clientX, event.clientY) ?? null
        const place = cellAt(under, element.current)
        if (!place) return
        last = place
        const row = under?.closest('[data-row-id]')?.getBoundingClientRect()
        onCell(place, row !== undefined && event.clientY > row.top + row.height / 2)
      }
      const stop = () => {
        clearInterval(turn)
        document.removeEventListener('mousemove', onMove)
        document.removeEventListener('mouseup', onUp)
        document.removeEventListener('keydown', onKey, true)
      }
      const onUp = () => {
        stop()
        onEnd()
      }
      const onKey = (event: KeyboardEvent) => {
        if (event.key !== 'Escape') return
        // Esc cancels only the drag, not the surrounding form.
        event.stopPropagation()
        stop()
        onGiveUp()
      }
      document.addEventListener('mousemove', onMove)
      document.addEventListener('mouseup', onUp)
      document.addEventListener('keydown', onKey, true)
    }

    const fillOver = (from: Block, target: Block | null) => {
      if (!target) return
      fillBlock(grid, from, target)
      selectBoth(grid, from, target)
    }
    const fill = (from: Block) => {
      follow(
        ({ rowId, key }) => {
          const column = grid.columns.findIndex((item) => item.key === key)
          if (column >= 0) range.previewFill(fillTarget(from, visibleRows.indexOf(rowId), column))
        },
        () => {
          const target = range.fill
          range.previewFill(null)
          fillOver(from, target)
        },
        () => range.previewFill(null),
      )
    }

    const choose = (start: CellAddress) => {
      let isDragged = false
      follow(
        (place) => {
          isDragged ||= place.rowId !== start.rowId || place.key !== start.key
          if (isDragged && place.key !== '') cursor.extendTo(place.rowId, place.key)
        },
        () => {
          if (!isDragged) cursor.go(start.rowId, start.key, true)
        },
        () => range.collapse(),
      )
    }

    /** Drags a row to another position; a press without a drag is handled by the button of the row. */
    const carry = (rowId: string) => {
      let drop: DropTarget | null = null
      follow(
        (place, isLowerHalf) => {
          drop = dropTarget(grid, rowId, place.rowId, isLowerHalf)
          range.previewDrop(drop?.at ?? null)
        },
        () => {
          range.previewDrop(null)
          if (!drop) return
          drop.run()
          // The release would also click the button under the pointer.
          window.addEventListener('click', (click) => click.stopPropagation(), { capture: true, once: true })
        },
        () => range.previewDrop(null),
      )
    }

    return (event: MouseEvent) => {
      const place = cellAt(event.target, element.current)
      if (event.button !== 0 || !place) return
      if (place.key === '') {
        const isNumber = event.target instanceof Element && event.target.closest('.detail-number') !== null
        if (isNumber && grid.canMove) carry(place.rowId)
        return
      }
      // A click on the arrow of a tree does nothing else.
      if (event.target instanceof Element && event.target.closest('.detail-fold')) {
        event.preventDefault()
        return
      }
      const now = active.get()
      const isOwnEditor = now?.rowId === place.rowId && now.key === place.key && now.step !== null
      if (isOwnEditor) {
        active.isEntering = false
        return
      }
      // An editor that is always drawn handles the press itself.
      const isInEditor = event.target instanceof Element && event.target.closest('.is-editing') !== null
      if (grid.alwaysEdit && isInEditor) {
        range.collapse()
        return active.set(place.rowId, place.key, true)
      }
      // The grid would take the focus from the editor that this press opens.
      event.preventDefault()
      const block = range.get()
      const isHandle = event.target instanceof Element && event.target.closest('[data-fill]') !== null
      if (isHandle && block && !grid.isFrozen) {
        return event.detail === 2 ? fillOver(block, neighbourTarget(grid, block)) : fill(block)
      }
      if (event.shiftKey) return cursor.extendTo(place.rowId, place.key)
      cursor.go(place.rowId, place.key)
      choose(place)
    }
  }, [grid, element])
}
