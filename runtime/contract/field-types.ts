import { createContext, useContext, useMemo } from 'react'
import { useDocumentLoader } from '#runtime/services/documents.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { FieldTypes, RecordSource } from './contract.ts'

const FieldTypesContext = createContext<FieldTypes | null>(null)
export const FieldTypesProvider = FieldTypesContext.Provider

/** Composite types (detail table, query builder) get the other types from here, so no type imports another. */
export function useFieldTypes(): FieldTypes {
  const types = useContext(FieldTypesContext)
  if (!types) throw new Error('useFieldTypes outside FieldTypesProvider')
  return types
}

/** What looks up records for the signed-in user. */
export function useRecordSource(): RecordSource {
  const { http, can } = useServices()
  const { loadScreen, loadPicker } = useDocumentLoader()
  const types = useFieldTypes()
  return useMemo(
    () => ({ http, can, types, loadScreen, loadPicker }),
    [http, can, types, loadScreen, loadPicker],
  )
}
