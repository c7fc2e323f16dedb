import { type ComponentType, createContext, useContext } from 'react'
import type { Row } from '#runtime/record/changes/command-log.ts'
import type { Pane } from '#runtime/schema/types.ts'

export interface SubTableProps {
  pane: Pane
  /** The detail row that it is opened from, and the name of that row. */
  row: Row
  rowName: string
  onClose(): void
}

const SubTableContext = createContext<ComponentType<SubTableProps> | null>(null)
/** Set around every screen: opens the records of another screen from a detail row. */
export const SubTableProvider = SubTableContext.Provider
export const useSubTable = (): ComponentType<SubTableProps> | null => useContext(SubTableContext)
