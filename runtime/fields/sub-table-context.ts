import { type ComponentType, createContext, useContext } from 'react'
import type { Row } from '#runtime/record/row-store.ts'
import type { Pane } from '#runtime/schema/types.ts'

export interface SubTableProps {
  pane: Pane
  /** The detail's row that it is opened from, and that row's name. */
  row: Row
  rowName: string
  onClose(): void
}

const SubTableContext = createContext<ComponentType<SubTableProps> | null>(null)
/** Set around every screen: how another screen's records open from a row of a detail. */
export const SubTableProvider = SubTableContext.Provider
export const useSubTable = (): ComponentType<SubTableProps> | null => useContext(SubTableContext)
