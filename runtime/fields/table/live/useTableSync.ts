import { type RefObject, useEffect } from 'react'
import { isTemporary } from '../../../record/delta.ts'
import type { RecordModel } from '../../../record/model.ts'
import type { RowStore } from '../../../record/row-store.ts'
import { useRuntime } from '../../context.tsx'
import type { ActiveCell } from '../range/active-cell.ts'

interface Setup {
  model: RecordModel
  store: RowStore
  active: ActiveCell
  grid: RefObject<HTMLDivElement | null>
  isFrozen: boolean
}

/** Cells being typed travel together, not key by key. */
const gatherFor = 300
const glowFor = 2500

type Cells = Map<string, Record<string, unknown>>

/**
 * Two pages with one record open: cells changed there appear here, glowing for a moment, and cells changed here appear
 * there. A cell that is being typed in, or was changed here, is left alone. Closing without saving takes it back there.
 */
export function useTableSync({ model, store, active, grid, isFrozen }: Setup): void {
  const { tableSync } = useRuntime()
  const { socketKey, key: detail } = store.detail
  const { id } = model.initial
  const room =
    socketKey !== undefined && typeof id === 'string' && model.env.mode === 'edit'
      ? `${socketKey}:${id}`
      : null

  useEffect(() => {
    if (!tableSync || room === null || isFrozen) return
    const waiting: Cells = new Map()
    /** What was told of each row and what it was before, to take back what is not saved. */
    const told: Cells = new Map()
    let timer: ReturnType<typeof setTimeout> | undefined

    const send = () => {
      clearTimeout(timer)
      timer = undefined
      for (const [rowId, cells] of waiting) tableSync.send(room, { ...cells, id: rowId })
      waiting.clear()
    }
    const leaveCells = store.subscribeCells((changes) => {
      for (const { id: rowId, key, before, after } of changes) {
        if (isTemporary(rowId)) continue
        waiting.set(rowId, { ...waiting.get(rowId), [key]: after ?? null })
        told.set(rowId, { [key]: before ?? null, ...told.get(rowId) })
      }
      timer ??= setTimeout(send, gatherFor)
    })

    const glow = (rowId: string, key: string) => {
      const cell = grid.current?.querySelector(`[data-row-id="${CSS.escape(rowId)}"] [data-field="${key}"]`)
      const color = getComputedStyle(document.documentElement).getPropertyValue('--ant-color-warning-bg')
      cell?.animate?.([{ backgroundColor: color || 'gold' }, {}], { duration: glowFor })
    }
    const leave = tableSync.join(room, ({ id: rowId, ...values }) => {
      const now = active.get()
      const isTyping = (key: string) => now?.step != null && now.rowId === rowId && now.key === key
      for (const key of model.receive(detail, rowId, values, isTyping)) glow(rowId, key)
    })
    return () => {
      leaveCells()
      send()
      // What was saved is what the record begins with by now; the rest was only said, and is taken back.
      const unsaved = unsavedRows(model, detail)
      for (const [rowId, before] of told)
        if (unsaved.has(rowId)) tableSync.send(room, { ...before, id: rowId })
      leave()
    }
  }, [tableSync, room, isFrozen, model, store, detail, active, grid])
}

/** Rows with changes that no server has. */
function unsavedRows(model: RecordModel, detail: string): ReadonlySet<string> {
  const delta = model.body('edit')[detail] as { changed?: { id: string }[] } | undefined
  return new Set(delta?.changed?.map((row) => row.id))
}
