import { useEffect, useMemo } from 'react'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { handlersOver } from '#runtime/data/handler-env.ts'
import { cellHandlerFault, handledCells, rememberCodes } from '#runtime/record/checks/handlers.ts'
import type { RecordModel } from '#runtime/record/model.ts'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import { useExtensions } from '#runtime/services/extensions.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { ActiveCell } from '../state/active-cell.ts'

interface Setup {
  model: RecordModel
  store: RowStore
  active: ActiveCell
  isFrozen: boolean
}

const buildKey = (id: string, key: string): string => `${id}\n${key}`

/**
 * Runs handlers and rule codes of cells: for a typed cell when the cursor leaves it, for cells changed otherwise
 * (paste, fill, picker) at once. Their problem is shown in the cell; a result for an outdated value is dropped.
 */
export function useCellHandlers({ model, store, active, isFrozen }: Setup): void {
  const types = useFieldTypes()
  const { lookup, can, http } = useServices()
  const { handlers } = useExtensions()
  const { detail } = store
  const fields = useMemo(
    () =>
      isFrozen ? new Map<string, never>() : handledCells(detail, { types, lookup, can, env: model.env }),
    [isFrozen, detail, types, lookup, can, model],
  )
  const env = useMemo(() => handlersOver(http, handlers), [http, handlers])

  useEffect(() => {
    if (fields.size === 0) return
    /** Changed cells that are not checked yet. */
    const waiting = new Map<string, { id: string; key: string }>()
    /** Cells with a problem of a handler: other changes of their row check them again. */
    const reported = new Map<string, { id: string; key: string }>()
    let isEnded = false

    const ask = async (cells: readonly { id: string; key: string }[]) => {
      const asking = rememberCodes(env)
      for (const { id, key } of cells) {
        const row = store.row(id)
        const field = fields.get(key)
        // The cell already has a validation error.
        if (!row || !field || store.findErrors(id)?.[key] !== undefined) continue
        const text = await cellHandlerFault(field, row, store.getScope(row), asking).catch(() => null)
        if (isEnded) return
        const now = store.row(id)
        if (!now || now[key] !== row[key]) continue
        if (text === null) reported.delete(buildKey(id, key))
        else {
          reported.set(buildKey(id, key), { id, key })
          store.markError(id, key, text)
        }
      }
    }

    const isOpen = (id: string, key: string) => {
      const now = active.get()
      return now?.step != null && now.rowId === id && now.key === key
    }
    const flush = () => {
      const due = [...waiting].filter(([, { id, key }]) => !isOpen(id, key))
      for (const [name] of due) waiting.delete(name)
      if (due.length > 0) void ask(due.map(([, cell]) => cell))
    }
    const endCells = store.subscribeCells((changes) => {
      const rows = new Set(changes.map(({ id }) => id))
      for (const { id, key } of changes) if (fields.has(key)) waiting.set(buildKey(id, key), { id, key })
      // The validation error of the row replaced the problem of the handler.
      for (const [name, cell] of reported) if (rows.has(cell.id)) waiting.set(name, cell)
      // The change is complete only when its command ends.
      if (waiting.size > 0) queueMicrotask(flush)
    })
    const endActive = active.subscribe(flush)
    return () => {
      isEnded = true
      endCells()
      endActive()
    }
  }, [fields, env, store, active])
}
