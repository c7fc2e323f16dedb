import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { documentOf } from '#runtime/compile/panel/panel.ts'
import { useRuntime } from '#runtime/contract/context.tsx'
import { indexQuery } from '#runtime/data/documents.ts'
import { isJsonObject } from '#runtime/kernel/json.ts'
import { ofKind } from '#runtime/schema/kinds/narrow.ts'
import type { SourceField } from '#runtime/schema/kinds/panel/blocks/block-plan.ts'
import type { PanelSource } from '#runtime/schema/kinds/panel/shape.ts'
import type { IndexEntry, ReportDocument, ScreenDocument } from '#runtime/schema/types.ts'
import { sourceName } from './block-data.ts'

const unloaded: readonly IndexEntry[] = []

/** Types whose values a figure or a plot cannot show, and that no table of a panel has. */
const leftTypes: ReadonlySet<string> = new Set(['hidden', 'table', 'password'])

const fieldsOf = ({ fields }: ScreenDocument | ReportDocument): SourceField[] =>
  fields
    .filter(({ type }) => !leftTypes.has(type))
    .map(({ key, title, type, valueType }) => ({
      key,
      title: title ?? key,
      isNumber: type === 'inputNumber' || valueType === 'number',
    }))

/** A choice of data: its name, its title, and whether it is a report. */
export interface SourceChoice {
  value: string
  label: string
  isReport: boolean
}

/** The screens and reports that the user may open, and the fields of those of a block. */
export function useBlockSource(source: unknown) {
  const { http, loadScreen } = useRuntime()
  const { data: documents = unloaded } = useQuery(indexQuery(http))
  const choices = useMemo(
    () =>
      documents.flatMap((entry): SourceChoice[] => {
        if (ofKind(entry, 'screen'))
          return [{ value: `screen:${entry.id}`, label: entry.title, isReport: false }]
        return ofKind(entry, 'report') && entry.code
          ? [{ value: `report:${entry.code}`, label: entry.title, isReport: true }]
          : []
      }),
    [documents],
  )
  const name = sourceName(source)
  const id =
    name !== undefined && isJsonObject(source)
      ? documentOf(source as unknown as PanelSource, { documents })
      : undefined
  const { data } = useQuery({
    queryKey: ['panel-source', id],
    queryFn: () => loadScreen(id ?? ''),
    enabled: id !== undefined,
  })
  const fields = useMemo(() => (data ? fieldsOf(data) : []), [data])
  /** The fields of a choice, before it is the block's. */
  const fieldsOfChoice = async (choice: string): Promise<SourceField[]> => {
    const [word = '', code = ''] = choice.split(':')
    const chosen = documentOf({ [word]: code } as unknown as PanelSource, { documents })
    return chosen === undefined ? [] : fieldsOf(await loadScreen(chosen))
  }
  return { name, choices, fields, fieldsOfChoice }
}
