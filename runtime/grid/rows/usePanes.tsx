import { type ReactNode, Suspense, useState } from 'react'
import { useRuntime } from '#runtime/contract/context.tsx'
import { useSubTable } from '#runtime/contract/sub-table-context.ts'
import { parseExpression } from '#runtime/kernel/expression.ts'
import { isTemporary } from '#runtime/record/changes/delta.ts'
import type { Pane } from '#runtime/schema/types.ts'
import type { TableView } from '../controller/table-view.ts'

/** Whether the opened records belong to the row itself: then the row must be stored on the server. */
const readsId = ({ bind }: Pane): boolean =>
  Object.values(bind).some((source) => {
    const read =
      typeof source === 'string' && source.startsWith('=') ? parseExpression(source.slice(1)) : null
    return read?.ok === true && read.value.names.includes('row.id')
  })

/**
 * The pane opened from a row, one at a time, as drawn by the surrounding screen; `leave` returns the focus
 * afterwards.
 */
export function usePanes(
  { store, visibleRows }: Pick<TableView, 'store' | 'visibleRows'>,
  leave: () => void,
): {
  open(rowId: string, pane: Pane): void
  opened: ReactNode
} {
  const { notify } = useRuntime()
  const SubTable = useSubTable()
  const [now, setNow] = useState<{ rowId: string; pane: Pane } | null>(null)
  const row = now && store.row(now.rowId)
  return {
    open(rowId, pane) {
      if (isTemporary(rowId) && readsId(pane)) notify('warning', `请先保存，再打开${pane.title}`)
      else setNow({ rowId, pane })
    },
    opened:
      now && row && SubTable ? (
        <Suspense>
          <SubTable
            pane={now.pane}
            row={row}
            rowName={`第 ${visibleRows.numberOf(row.id)} 行`}
            onClose={() => {
              setNow(null)
              leave()
            }}
          />
        </Suspense>
      ) : null,
  }
}
