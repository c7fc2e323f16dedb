import { useDeferredValue, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { TableView } from '../table-view.ts'
import { type Block, heightOf, isSingle, widthOf } from './cell-range.ts'
import { aggregate, CELLS_PER_SLICE, inSlices, type SelectionStats } from './selection-stats.ts'

/**
 * Statistics of the selected block: of a small block at once, of a large block in idle time, null until then. The
 * result is null unless a block of several cells is selected.
 */
export function useSelectionStats(table: TableView): { block: Block; stats: SelectionStats | null } | null {
  const { range, store } = table
  const block = useDeferredValue(useSyncExternalStore(range.subscribe, range.get))
  const version = useDeferredValue(useSyncExternalStore(store.subscribeLog, () => store.version))
  // Key of the aggregation: changes with the block and with its cells.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cells changed when the version did
  const asked = useMemo(() => (block && !isSingle(block) ? { block } : null), [table, block, version])
  const isSmall = asked !== null && heightOf(asked.block) * widthOf(asked.block) <= CELLS_PER_SLICE
  const small = useMemo(() => {
    const { value } = asked && isSmall ? aggregate(table, asked.block).next() : { value: undefined }
    return value ?? null
  }, [table, asked, isSmall])
  const [late, setLate] = useState<{ asked: object; stats: SelectionStats } | null>(null)
  useEffect(() => {
    if (!asked || isSmall) return
    return inSlices(aggregate(table, asked.block), (figures) => setLate({ asked, stats: figures }))
  }, [table, asked, isSmall])
  if (!asked) return null
  return { block: asked.block, stats: isSmall ? small : late?.asked === asked ? late.stats : null }
}
