import { useDeferredValue, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { aggregate, CELLS_PER_SLICE, inSlices, type SelectionStats } from '../range/selection-stats.ts'
import { type Block, getHeight, getWidth, isSingle } from '../state/cell-range.ts'
import type { GridState } from '../state/GridState.ts'
import { useGridView } from '../state/hooks.ts'

/**
 * Statistics of the selected block: of a small block at once, of a large block in idle time, null until then. The
 * result is null unless a block of several cells is selected.
 */
export function useSelectionStats(table: GridState): { block: Block; stats: SelectionStats | null } | null {
  const { range, store } = table
  const { columns } = useGridView(table)
  const block = useDeferredValue(useSyncExternalStore(range.subscribe, range.get))
  // Typing into a cell renders nothing here: a single cell has no statistics.
  const isCounted = block !== null && !isSingle(block)
  const version = useDeferredValue(
    useSyncExternalStore(store.subscribeLog, () => (isCounted ? store.version : 0)),
  )
  // Key of the aggregation: changes with the block and with its cells.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cells changed when the version did
  const request = useMemo(() => (isCounted ? { block } : null), [table, columns, block, version])
  const isSmall = request !== null && getHeight(request.block) * getWidth(request.block) <= CELLS_PER_SLICE
  const small = useMemo(() => {
    const { value } = request && isSmall ? aggregate(table, request.block).next() : { value: undefined }
    return value ?? null
  }, [table, request, isSmall])
  const [deferred, setDeferred] = useState<{ request: object; stats: SelectionStats } | null>(null)
  useEffect(() => {
    if (!request || isSmall) return
    return inSlices(aggregate(table, request.block), (figures) => setDeferred({ request, stats: figures }))
  }, [table, request, isSmall])
  if (!request) return null
  return {
    block: request.block,
    stats: isSmall ? small : deferred?.request === request ? deferred.stats : null,
  }
}
