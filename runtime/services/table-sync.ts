import { createContext, useContext } from 'react'
import type { TableSync } from '#runtime/data/table-sync.ts'

const TableSyncContext = createContext<TableSync | null>(null)
/** Exchanges cells with other pages that have the same record open; without it tables are not synchronised. */
export const TableSyncProvider = TableSyncContext.Provider
export const useTableSyncChannel = (): TableSync | null => useContext(TableSyncContext)
