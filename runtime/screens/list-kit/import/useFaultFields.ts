import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import type { ImportFault } from '#runtime/record/checks/import-fault.ts'
import { type Field, isDetail } from '#runtime/schema/types.ts'
import { useDocumentLoader } from '#runtime/services/documents.ts'

/** Finds the fields of refused cells in the document of the screen, with the codes of the dictionaries that they need. */
export function useFaultFields(screen: string, faults: readonly ImportFault[]) {
  const { loadScreen } = useDocumentLoader()
  const types = useFieldTypes()
  const { data } = useQuery({
    queryKey: ['import-fields', screen],
    queryFn: async () => (await loadScreen(screen)).fields as readonly Field[],
    retry: false,
  })
  return useMemo(() => {
    const findField = ({ key, detail }: ImportFault): Field | undefined => {
      const table = detail === undefined ? undefined : data?.find((field) => field.key === detail)
      const fields = detail === undefined ? data : table && isDetail(table) ? table.fields : undefined
      return fields?.find((field) => field.key === key)
    }
    const fields = faults.flatMap((fault) => findField(fault) ?? [])
    const codes = fields.flatMap((field) => types.get(field.type)?.needs?.(field) ?? [])
    return { findField, codes: [...new Set(codes)] }
  }, [data, faults, types])
}
