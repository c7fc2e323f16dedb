import { useId, useLayoutEffect, useMemo } from 'react'
import { useRecordSource } from '#runtime/contract/field-types.ts'
import { useRecordModel } from '#runtime/contract/model-context.tsx'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useLowWindow } from '#runtime/ui/layout/useLowWindow.ts'
import { buildColumns } from '../columns/columns.ts'
import { rowHeights } from '../columns/measures.ts'
import type { GridSetup } from '../state/grid-view.ts'
import type { GridController } from './GridController.ts'

const NOTHING: ReadonlySet<string> = new Set()

/** What the surroundings of a table decide: permissions, mode, density. */
function useGridSetup({ detail }: RowStore, isFrozen: boolean): GridSetup {
  const services = useServices()
  const recordSource = useRecordSource()
  const { can, hiddenBy } = services
  const { types } = recordSource
  const { mode } = useRecordModel().env
  const isLow = useLowWindow()
  const columns = useMemo(
    () => buildColumns(detail, { types, can, mode, isFrozen }),
    [detail, types, can, mode, isFrozen],
  )
  const hidden = useMemo(() => hiddenBy?.(detail.authPrefix ?? '') ?? NOTHING, [hiddenBy, detail])
  const rowHeight = rowHeights[isLow ? 'tiny' : (detail.size ?? 'medium')]
  return useMemo(
    () => ({ services, recordSource, columns, isFrozen, hidden, rowHeight }),
    [services, recordSource, columns, isFrozen, hidden, rowHeight],
  )
}

/** The controller of a table; `create` must not change. */
export function useGridController(
  store: RowStore,
  isFrozen: boolean,
  create: (id: string, store: RowStore, setup: GridSetup) => GridController,
): GridController {
  const id = useId()
  const setup = useGridSetup(store, isFrozen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: later setups are taken by `configure`
  const grid = useMemo(() => create(id, store, setup), [id, store, create])
  useLayoutEffect(() => {
    grid.configure(setup)
  }, [grid, setup])
  return grid
}
