import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useRecordModel } from '#runtime/contract/model-context.tsx'
import { runPickerLookup } from '#runtime/data/picker-lookup.ts'
import { isEmpty } from '#runtime/kernel/json.ts'
import type { Row } from '#runtime/record/changes/command-log.ts'
import { isTemporary } from '#runtime/record/changes/delta.ts'
import type { PickerLookup } from '#runtime/schema/language/settings.ts'
import type { DetailField } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { GridState } from '../state/GridState.ts'

/** Rows that scroll past quickly are not looked up. */
const restFor = 200
const freshFor = 60_000

/** The picker lookups that fill columns without storage, each with only those columns. */
function listLookups({ fields }: DetailField): PickerLookup[] {
  const isUnstored = (key: string) => fields.some((field) => field.key === key && field.persist === false)
  return fields.flatMap(({ onPick }) => {
    // A draft of a designer may name the lookup before what it fills.
    const lookup = onPick as (Omit<PickerLookup, 'fill'> & { fill?: string[] }) | undefined
    const fill = lookup?.fill?.filter(isUnstored) ?? []
    return lookup && fill.length > 0 ? [{ ...lookup, fill }] : []
  })
}

/**
 * Reloads values that are displayed but not stored (the stock on hand for example) when their row becomes visible, in
 * read-only tables and in rows of a copy too: they are the values of this moment. The loaded values are no change of the user. A
 * refused lookup leaves the cell empty.
 */
export function useTransientColumns({ store }: Pick<GridState, 'store'>, rows: readonly Row[]): void {
  const { http } = useServices()
  const model = useRecordModel()
  const client = useQueryClient()
  const { detail } = store
  const lookups = useMemo(() => listLookups(detail), [detail])
  const requestedRows = useRef(new WeakSet<Row>())

  useEffect(() => {
    if (lookups.length === 0) return
    const due = rows.filter(
      (row) =>
        !requestedRows.current.has(row) &&
        lookups.some(
          ({ fill, send }) =>
            fill.some((key) => row[key] === undefined) &&
            (!isTemporary(row.id) || Object.values(send ?? {}).some((key) => !isEmpty(row[key]))),
        ),
    )
    if (due.length === 0) return
    const ask = async (row: Row, lookup: PickerLookup) => {
      const keys = Object.values(lookup.send ?? {})
      const sent = keys.map((key) => row[key])
      const values = await client.fetchQuery({
        queryKey: ['on-pick', lookup.lookup, sent],
        queryFn: () => runPickerLookup(http, lookup, row),
        staleTime: freshFor,
        retry: false,
      })
      const now = store.row(row.id)
      if (!keys.every((key) => now?.[key] === row[key])) return
      if (isTemporary(row.id)) store.receive(row.id, values)
      else model.receive(detail.key, row.id, values)
    }
    const timer = setTimeout(() => {
      for (const row of due) {
        requestedRows.current.add(row)
        for (const lookup of lookups) ask(row, lookup).catch(() => undefined)
      }
    }, restFor)
    return () => clearTimeout(timer)
  })
}
