import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { findDocument } from '#runtime/compile/panel/panel.ts'
import type { FieldTypes } from '#runtime/contract/contract.ts'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { indexQuery } from '#runtime/data/documents.ts'
import { isJsonObject } from '#runtime/kernel/json.ts'
import type { SourceField } from '#runtime/schema/kinds/panel/blocks/block-plan.ts'
import type { PanelSource } from '#runtime/schema/kinds/panel/shape.ts'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import type { IndexEntry, ReportDocument, ScreenDocument } from '#runtime/schema/types.ts'
import { useDocumentLoader } from '#runtime/services/documents.ts'
import { useServices } from '#runtime/services/services.tsx'
import { sourceName } from './block-data.ts'

const unloaded: readonly IndexEntry[] = []

/** The fields whose values a figure, a plot or a table of a panel can show. */
const listFields = ({ fields }: ScreenDocument | ReportDocument, types: FieldTypes): SourceField[] =>
  fields.flatMap(({ key, title, type, valueType }): SourceField[] => {
    const half = types.get(type)
    if (type === 'hidden' || half?.dataType === 'rows' || half?.isSecret) return []
    return [{ key, title: title ?? key, isNumber: half?.dataType === 'number' || valueType === 'number' }]
  })

/** A choice of data: its name, its title, and whether it is a report. */
export interface SourceChoice {
  value: string
  label: string
  isReport: boolean
}

/** The screens and reports that the user may open, and the fields of those of a block. */
export function useBlockSource(source: unknown) {
  const { http } = useServices()
  const { loadScreen } = useDocumentLoader()
  const types = useFieldTypes()
  const { data: documents = unloaded } = useQuery(indexQuery(http))
  const choices = useMemo(
    () =>
      documents.flatMap((entry): SourceChoice[] => {
        if (hasCapability(entry, 'hasTable'))
          return [{ value: `screen:${entry.id}`, label: entry.title, isReport: false }]
        return hasCapability(entry, 'hasQuery') && entry.code
          ? [{ value: `report:${entry.code}`, label: entry.title, isReport: true }]
          : []
      }),
    [documents],
  )
  const name = sourceName(source)
  const id =
    name !== undefined && isJsonObject(source)
      ? findDocument(source as unknown as PanelSource, { documents })
      : undefined
  const { data } = useQuery({
    queryKey: ['panel-source', id],
    queryFn: () => loadScreen(id ?? ''),
    enabled: id !== undefined,
  })
  const fields = useMemo(() => (data ? listFields(data, types) : []), [data, types])
  /** The fields of a choice, before it is the block's. */
  const fieldsOfChoice = async (choice: string): Promise<SourceField[]> => {
    const [word = '', code = ''] = choice.split(':')
    const chosen = findDocument({ [word]: code } as unknown as PanelSource, { documents })
    return chosen === undefined ? [] : listFields(await loadScreen(chosen), types)
  }
  return { name, choices, fields, fieldsOfChoice }
}
