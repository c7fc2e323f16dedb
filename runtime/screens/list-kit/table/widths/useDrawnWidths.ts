import { type KeyboardEvent, startTransition, useState } from 'react'
import { runKey } from '#runtime/ui/commands/run-key.ts'
import { type ColumnWidths, changeWidth } from '#runtime/ui/layout/column-width.ts'
import { columnWidthCommands } from '#runtime/ui/layout/column-width-commands.ts'
import type { ListMemory } from '../../list-memory.ts'

export type DrawnWidths = ReturnType<typeof useDrawnWidths>

/** The widths that the user has set, and how they are changed: at the edges of the heads, and by keys on a head or in a row. */
export function useDrawnWidths(memory: ListMemory, onMemory: (next: ListMemory) => void) {
  const [dragged, setDragged] = useState<ColumnWidths | null>(null)
  const setWidth = (column: string, width: number | null, isEnd = true) => {
    const widths = changeWidth(memory.widths, column, width)
    // Many rows take longer to draw than the pointer takes to move on.
    if (!isEnd) return startTransition(() => setDragged(widths))
    setDragged(null)
    onMemory({ ...memory, widths })
  }
  const runWidthKey = (event: KeyboardEvent, cell: HTMLElement, column: string) => {
    const { width } = cell.getBoundingClientRect()
    runKey(columnWidthCommands, { key: event.key, width, setWidth: (next) => setWidth(column, next) }, event)
  }
  return {
    widths: dragged ?? memory.widths,
    headProps: (column: string) => ({
      // After a click the keys work on a head that does not sort, too.
      tabIndex: -1,
      onWidth: (width: number | null, isEnd: boolean) => setWidth(column, width, isEnd),
      onWidthKey: (event: KeyboardEvent<HTMLElement>) => runWidthKey(event, event.currentTarget, column),
    }),
    rowProps: {
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const cell = event.target instanceof Element && event.target.closest<HTMLElement>('[data-field]')
        const column = cell && event.currentTarget.contains(cell) && cell.dataset.field
        if (column) runWidthKey(event, cell, column)
      },
    },
  }
}
