import { type MouseEvent, type RefObject, useMemo } from 'react'
import { showRow } from '../row-window.ts'
import type { TableView } from '../table-view.ts'
import type { Cursor } from '../use-cursor.ts'
import type { Block } from './cell-range.ts'
import { fillBlock, fillTarget } from './fill.ts'

interface MouseSetup {
  table: TableView
  cursor: Cursor
  grid: RefObject<HTMLDivElement | null>
}

interface Place {
  rowId: string
  key: string
}

/** Which cell an element stands in. */
export function placeOf(target: EventTarget | null, grid: HTMLElement | null): Place | null {
  const element = target instanceof Element ? target : null
  const cell = element?.closest<HTMLElement>('[data-field]')
  const rowId = element?.closest<HTMLElement>('[data-row-id]')?.dataset.rowId
  const key = cell?.dataset.field
  return cell && key && rowId !== undefined && grid?.contains(cell) ? { rowId, key } : null
}

const scrollEvery = 50

/**
 * The mouse on the cells: a press makes a cell active, a drag chooses a block, a release on the same cell opens its
 * editor; the handle at the range's corner fills. Beyond the edges the rows scroll along.
 */
export function useMouse({ table, cursor, grid }: MouseSetup) {
  return useMemo(() => {
    const { store, active, range, rowHeight, isFrozen, columns } = table

    /** Follows the pointer over cells until the button is released; beyond the edge it goes on by rows. */
    const follow = (onCell: (place: Place) => void, onEnd: (last: Place | null) => void) => {
      let last: Place | null = null
      let beyond = 0
      const turn = setInterval(() => {
        if (beyond === 0 || !grid.current || !last) return
        const next =
          store.rows[Math.min(store.rows.length - 1, Math.max(0, store.indexOf(last.rowId) + beyond))]
        if (!next) return
        showRow(grid.current, store.indexOf(next.id), rowHeight)
        last = { rowId: next.id, key: last.key }
        onCell(last)
      }, scrollEvery)
      const onMove = (event: globalThis.MouseEvent) => {
        const box = grid.current?.getBoundingClientRect()
        beyond = !box ? 0 : event.clientY < box.top ? -1 : event.clientY > box.bottom ? 1 : 0
        const place = placeOf(document.elementFromPoint?.(event.clientX, event.clientY) ?? null, grid.current)
        if (!place || (place.rowId === last?.rowId && place.key === last.key)) return
        last = place
        onCell(place)
      }
      const onUp = () => {
        clearInterval(turn)
        document.removeEventListener('mousemove', onMove)
        document.removeEventListener('mouseup', onUp)
        onEnd(last)
      }
      document.addEventListener('mousemove', onMove)
      document.addEventListener('mouseup', onUp)
    }

    const fill = (from: Block) => {
      follow(
        ({ rowId, key }) => {
          const column = columns.findIndex((one) => one.key === key)
          range.previewFill(fillTarget(from, store.indexOf(rowId), column))
        },
        () => {
          const target = range.fill
          range.previewFill(null)
          if (target) fillBlock(table, from, target)
        },
      )
    }

    const choose = (start: Place) => {
      let isDragged = false
      follow(
        (place) => {
          isDragged ||= place.rowId !== start.rowId || place.key !== start.key
          if (isDragged) cursor.extendTo(place.rowId, place.key)
        },
        () => {
          if (!isDragged) cursor.go(start.rowId, start.key, true)
        },
      )
    }

    return (event: MouseEvent) => {
      const place = placeOf(event.target, grid.current)
      if (event.button !== 0 || !place) return
      const now = active.get()
      const isOwnEditor = now?.rowId === place.rowId && now.key === place.key && now.step !== null
      if (isOwnEditor) return
      // The grid would take the focus from the editor that this very press opens.
      event.preventDefault()
      const block = range.get()
      const isHandle = event.target instanceof Element && event.target.closest('[data-fill]') !== null
      if (isHandle && block && !isFrozen) return fill(block)
      if (event.shiftKey) return cursor.extendTo(place.rowId, place.key)
      cursor.go(place.rowId, place.key)
      choose(place)
    }
  }, [table, cursor, grid])
}
