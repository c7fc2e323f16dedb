import { useMemo, useState } from 'react'
import { screenDictionaries } from '#runtime/compile/screen-dictionaries.ts'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { useLookup } from '#runtime/data/hooks.ts'
import { screenSamples } from '#runtime/preview/sample-values.ts'
import type { RecordMove } from '#runtime/record/moves.ts'
import type { Values } from '#runtime/record/scope.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { useMoves } from '#runtime/screens/form/print/useMoves.ts'
import { useRecords } from '#runtime/screens/form/print/useRecords.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useSampleRows } from '../preview/useSampleRecord.ts'

/** The id that stands for the invented record. */
export const SAMPLE = 'sample'

/** The last record of each document and user, until the page is closed. */
const lastRecords = new Map<string, string>()

const noIds: readonly string[] = []

/**
 * The record that the designer prints: one of the screen, read as staff print it, with the rights of the user; else an
 * invented one.
 */
export function usePrintedRecord(screen: ScreenDocument, template: string, printsMoves: boolean) {
  const { http, user } = useServices()
  const types = useFieldTypes()
  const codes = useMemo(() => screenDictionaries(screen, types), [screen, types])
  const { lookup } = useLookup(http, codes)
  const memory = `${user.id} ${template} ${screen.id}`
  const [chosen, setChosen] = useState(() => lastRecords.get(memory))
  const rows = useSampleRows(screen.id)
  const ids = useMemo(() => rows.data?.records.map(({ id }) => id) ?? noIds, [rows.data])
  const id = chosen ?? ids[0] ?? SAMPLE
  const wanted = useMemo(() => (id === SAMPLE ? noIds : [id]), [id])
  const { records, error } = useRecords(screen, wanted)
  const { moves } = useMoves(screen, wanted, printsMoves && wanted.length > 0)
  const sample = useMemo((): Values => {
    const record = { user: { ...user }, now: new Date(), mode: 'detail' as const }
    return screenSamples(screen, 1, { lookup, record })[0] ?? {}
  }, [screen, lookup, user])
  const choose = (next: string) => {
    lastRecords.set(memory, next)
    setChosen(next)
  }
  const at = ids.indexOf(id)
  const step = (by: number) => {
    const next = ids[(Math.max(at, 0) + by + ids.length) % Math.max(1, ids.length)]
    if (next !== undefined) choose(next)
  }
  const read = records?.[0]
  const noMoves: readonly RecordMove[] = []
  return {
    id,
    /** Undefined while it is loading. */
    record: wanted.length === 0 || error ? sample : read,
    moves: moves?.[0] ?? noMoves,
    isSample: wanted.length === 0 || error !== null,
    /** Why the chosen record was not read. */
    error,
    count: ids.length,
    choose,
    step,
  }
}
