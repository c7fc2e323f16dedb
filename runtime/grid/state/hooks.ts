import { useSyncExternalStore } from 'react'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import type { Active } from './active-cell.ts'
import type { GridState, OpenParts } from './GridState.ts'
import type { GridView } from './grid-view.ts'

export const useGridView = ({ view }: GridState): GridView => useSyncExternalStore(view.subscribe, view.get)

export const useActiveCell = ({ active }: Pick<GridState, 'active'>): Active | null =>
  useSyncExternalStore(active.subscribe, active.get)

export const useOpenPart = <P extends keyof OpenParts>({ open }: GridState, part: P): OpenParts[P] =>
  useSyncExternalStore(open.subscribe, () => open.get()[part])

/** Draws again when rows are added, removed or moved. */
export const useRowStructure = (rows: Pick<RowStore, 'subscribeStructure' | 'structure'>): number =>
  useSyncExternalStore(rows.subscribeStructure, () => rows.structure)
