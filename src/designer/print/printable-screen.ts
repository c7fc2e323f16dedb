import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FieldTypes } from '#runtime/contract/contract.ts'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { detailColumns, getTitle } from '#runtime/schema/derive.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { PrintableField, PrintableScreen } from '#runtime/schema/kinds/print/designs.ts'
import { type Field, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'
import { useDocumentLoader } from '#runtime/services/documents.ts'

/** The fields of a screen that a template may print, the columns of a detail table after it. */
function listPrintable({ fields }: ScreenDocument, types: FieldTypes): PrintableField[] {
  const isPrintable = (field: Field) =>
    field.type !== 'hidden' && field.writeOnly !== true && types.get(field.type)?.isSecret !== true
  const isPicture = ({ type }: Field) => types.get(type)?.dataType === 'image'
  return fields.filter(isPrintable).flatMap((field): PrintableField[] => {
    const { key } = field
    const title = getTitle(field)
    if (!isDetail(field)) return [{ key, title, isPicture: isPicture(field) }]
    const columns = detailColumns(field, types)
      .map((column) => column.field)
      .filter((column) => isPrintable(column) && column.persist !== false)
    const inner = columns.map((column) => ({
      key: column.key,
      title: getTitle(column),
      detail: key,
      isPicture: isPicture(column),
    }))
    const texts = inner.filter((column) => !column.isPicture)
    return [{ key, title, columns: texts.map((column) => column.key), isPicture: false }, ...inner]
  })
}

/** The screen that a template prints, and what it offers; `screen` is undefined while it is loading, and where it cannot be read. */
export function usePrintableScreen(id: unknown) {
  const { loadScreen } = useDocumentLoader()
  const types = useFieldTypes()
  const { data, error, refetch } = useQuery({
    queryKey: ['designed print', id],
    queryFn: () => loadScreen(String(id)),
    enabled: typeof id === 'string' && id !== '',
    retry: false,
  })
  const screen = useMemo(() => asDocumentWith(data, 'hasTable'), [data])
  const printable = useMemo(
    (): PrintableScreen => ({
      fields: screen ? listPrintable(screen, types) : [],
      hasFlow: screen?.flow !== undefined,
    }),
    [screen, types],
  )
  return { screen, printable, error, reload: refetch }
}
