import { type RefObject, useEffect } from 'react'
import { isTemporary, orderKey, type RowsDelta, sameValue } from '#runtime/record/changes/delta.ts'
import type { RecordModel } from '#runtime/record/model.ts'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import { getRows } from '#runtime/record/scope.ts'
import { useTableSyncChannel } from '#runtime/services/table-sync.ts'

interface Setup {
  model: RecordModel
  store: RowStore
  grid: RefObject<HTMLDivElement | null>
  isFrozen: boolean
}

/** Milliseconds for which cell changes are collected: they are sent together, not key by key. */
const gatherFor = 300
const glowFor = 2500

type Cells = Map<string, Record<string, unknown>>

/**
 * Synchronises unsaved cells between pages with the same record open. Received cells are foreign cells of the store
 * until they are saved or withdrawn, or their page is closed. Closing without saving withdraws the cells sent here.
 */
export function useTableSync({ model, store, grid, isFrozen }: Setup): void {
  const tableSync = useTableSyncChannel()
  const { socketKey, key: detail } = store.detail
  const { id } = model.initial
  const room =
    socketKey !== undefined && typeof id === 'string' && model.env.mode === 'edit'
      ? `${socketKey}:${id}`
      : null

  useEffect(() => {
    if (!tableSync || room === null || isFrozen) return
    const waiting: Cells = new Map()
    /** The cells that other pages show as unsaved. */
    const sent = new Map<string, Set<string>>()
    let timer: ReturnType<typeof setTimeout> | undefined

    const report = (rowId: string, cells: Record<string, unknown>) => {
      sent.set(rowId, new Set([...(sent.get(rowId) ?? []), ...Object.keys(cells)]))
      tableSync.send(room, { ...cells, id: rowId })
    }
    const send = () => {
      clearTimeout(timer)
      timer = undefined
      for (const [rowId, cells] of waiting) report(rowId, cells)
      waiting.clear()
    }
    const leaveCells = store.subscribeCells((changes) => {
      for (const { id: rowId, key, after } of changes)
        if (!isTemporary(rowId)) waiting.set(rowId, { ...waiting.get(rowId), [key]: after ?? null })
      timer ??= setTimeout(send, gatherFor)
    })
    /** After a save, here or elsewhere: sends the sent cells as they are now, so that no other page shows old ones. */
    const leaveInitial = model.subscribeInitial(() => {
      const before = [...sent]
      sent.clear()
      for (const [rowId, keys] of before) {
        const row = store.row(rowId)
        if (row) report(rowId, Object.fromEntries([...keys].map((key) => [key, row[key] ?? null])))
      }
    })

    const glow = (rowId: string, key: string) => {
      const cell = grid.current?.querySelector(`[data-row-id="${CSS.escape(rowId)}"] [data-field="${key}"]`)
      const color = getComputedStyle(document.documentElement).getPropertyValue('--ant-color-warning-border')
      cell?.animate?.([{ backgroundColor: color || 'gold' }, {}], { duration: glowFor })
    }
    const leave = tableSync.join(room, {
      onRow: ({ id: rowId, ...values }, sender) => {
        for (const key of store.foreign.receive(rowId, values, sender)) glow(rowId, key)
      },
      onJoined: () => {
        for (const [rowId, cells] of unsavedCells(model, store)) report(rowId, cells)
      },
      onAdmitted: () => store.foreign.clear(),
      onLeft: (page) => store.foreign.drop(page),
    })
    return () => {
      leaveCells()
      leaveInitial()
      send()
      // Saved values are part of the initial record by now; the other sent values are reverted.
      const begun = new Map(getRows(model.initial, detail).map((row) => [row.id, row]))
      for (const [rowId, keys] of sent) {
        const [before, now] = [begun.get(rowId), store.row(rowId)]
        const unsaved = [...keys].filter((key) => before && !sameValue(before[key], now?.[key]))
        if (unsaved.length > 0)
          report(rowId, Object.fromEntries(unsaved.map((key) => [key, before?.[key] ?? null])))
      }
      leave()
    }
  }, [tableSync, room, isFrozen, model, store, detail, grid])
}

/** Cells that differ from the initial record, by row: other pages did not receive them. */
function unsavedCells(model: RecordModel, { detail }: RowStore): [string, Record<string, unknown>][] {
  const delta = model.body('edit')[detail.key] as Pick<RowsDelta, 'changed'> | undefined
  const order = orderKey(detail)
  return (delta?.changed ?? []).flatMap(({ id, rev: _rev, ...cells }) => {
    // The position of a row is sent by the save.
    if (order !== undefined) delete cells[order]
    return Object.keys(cells).length > 0 ? [[id, cells] as [string, Record<string, unknown>]] : []
  })
}
