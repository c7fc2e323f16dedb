import { useQuery } from '@tanstack/react-query'
import type { ListRow } from '#runtime/data/list-source.ts'
import { asText, isJsonObject, listObjects } from '#runtime/kernel/json.ts'
import { dictTextKey } from '#runtime/record/paste/dict-text.ts'
import { useServices } from '#runtime/services/services.tsx'

/** How many records of a screen the designer reads. */
const MAX_ROWS = 20

/** Read once for each opening: the document may be removed while its draft is edited. */
const once = {
  retry: false,
  refetchOnWindowFocus: false,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
} as const

type Cells = Readonly<Record<string, unknown>>

/** A stored record, with its detail rows, under the names that a draft gives to its fields. */
export function nameCells<Row extends Cells>(fields: unknown, record: Row): Row {
  const named: Record<string, unknown> = { ...record }
  for (const field of listObjects(fields)) {
    const [key, from] = [asText(field.key), asText(field.renamedFrom)]
    if (key === undefined) continue
    if (from !== undefined && from in record && !(key in record)) {
      named[key] = record[from]
      named[dictTextKey(key)] = record[dictTextKey(from)]
    }
    const rows = named[key]
    if (field.fields && Array.isArray(rows))
      named[key] = rows.map((row) => (isJsonObject(row) ? nameCells(field.fields, row) : row))
  }
  return named as Row
}

/**
 * Some records of a served screen, as its list has them, under the names of the fields of a draft; null for a screen that
 * is not served.
 */
export function useSampleRows(id: string | null, fields?: unknown) {
  const { http } = useServices()
  return useQuery({
    queryKey: ['design rows', id],
    queryFn: ({ signal }) =>
      http.get<{ records: ListRow[] }>(`/resource/${id}/list`, { pageSize: MAX_ROWS }, signal),
    select: ({ records }) => ({ records: records.map((row) => nameCells(fields, row)) }),
    enabled: id !== null,
    ...once,
  })
}

/** One of these records with its detail rows. */
export function useSampleRecord(id: string, row: ListRow | undefined, fields?: unknown) {
  const { http } = useServices()
  return useQuery({
    queryKey: ['design record', id, row?.id],
    queryFn: ({ signal }) => http.get<ListRow>(`/resource/${id}/queryById`, { id: row?.id }, signal),
    select: (record) => nameCells(fields, record),
    enabled: row !== undefined,
    ...once,
  })
}
