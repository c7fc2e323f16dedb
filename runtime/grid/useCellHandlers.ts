import { useEffect, useMemo } from 'react'
import { handlersOver } from '#runtime/data/handler-env.ts'
import { useRuntime } from '#runtime/fields/context.tsx'
import { cellHandlerFault, handledCells, rememberCodes } from '#runtime/record/handlers.ts'
import type { RecordModel } from '#runtime/record/model.ts'
import type { RowStore } from '#runtime/record/row-store.ts'
import type { ActiveCell } from './range/active-cell.ts'

interface Setup {
  model: RecordModel
  store: RowStore
  active: ActiveCell
  isFrozen: boolean
}

const nameOf = (id: string, key: string): string => `${id}\n${key}`

/**
 * Handlers and rule codes of cells: asked of a cell that was typed in when it is left, of cells changed otherwise (a
 * paste, a fill, a pick) at once. What they say stands in the cell; an answer about a value that is no longer there
 * says nothing.
 */
export function useCellHandlers({ model, store, active, isFrozen }: Setup): void {
  const { types, lookup, can, http, handlers } = useRuntime()
  const { detail } = store
  const fields = useMemo(
    () =>
      isFrozen ? new Map<string, never>() : handledCells(detail, { types, lookup, can, env: model.env }),
    [isFrozen, detail, types, lookup, can, model],
  )
  const env = useMemo(() => handlersOver(http, handlers), [http, handlers])

  useEffect(() => {
    if (fields.size === 0) return
    /** Changed cells that nobody was asked about yet. */
    const waiting = new Map<string, { id: string; key: string }>()
    /** Cells of which a handler complained: other changes of their row look at them again. */
    const reported = new Map<string, { id: string; key: string }>()
    let isEnded = false

    const ask = async (cells: readonly { id: string; key: string }[]) => {
      const asking = rememberCodes(env)
      for (const { id, key } of cells) {
        const row = store.row(id)
        const field = fields.get(key)
        // The cell has a fault of its own already.
        if (!row || !field || store.errorsOf(id)?.[key] !== undefined) continue
        const text = await cellHandlerFault(field, row, store.scopeOf(row), asking).catch(() => null)
        if (isEnded) return
        const now = store.row(id)
        if (!now || now[key] !== row[key]) continue
        if (text === null) reported.delete(nameOf(id, key))
        else {
          reported.set(nameOf(id, key), { id, key })
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
      for (const { id, key } of changes) if (fields.has(key)) waiting.set(nameOf(id, key), { id, key })
      // What the row's own rules now say took the place of the handler's words.
      for (const [name, cell] of reported) if (rows.has(cell.id)) waiting.set(name, cell)
      // The change is not whole until the command that made it ends.
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
