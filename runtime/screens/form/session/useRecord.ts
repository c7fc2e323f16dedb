import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { OpenMode } from '#runtime/compile/list/url.ts'
import { readNoted } from '#runtime/data/http.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { temporaryId } from '#runtime/record/changes/delta.ts'
import { newRecord } from '#runtime/record/formulas/defaults.ts'
import { chainMark } from '#runtime/record/record-chain.ts'
import type { RecordEnv, Values } from '#runtime/record/scope.ts'
import { findParent } from '#runtime/record/tree.ts'
import { auditKeys, type DetailField, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'

/** The records from which a new one follows, in an address: `bill/purchase:toInBill:1,2`. */
const followUpSource = /^(?<screen>[a-z][\w-]*\/[\w-]+):(?<code>\w+):(?<ids>[\w.,-]+)$/

/** The initial record of a form: from the server, a copy without its identity, what follows from other records, or the defaults. */
export function useRecord(
  screen: ScreenDocument,
  mode: OpenMode,
  id: string | undefined,
  env: RecordEnv,
  defaults: Values | undefined,
  from?: string,
) {
  const { http } = useServices()
  const url = screen.url?.queryById ?? `/resource/${screen.id}/queryById`
  const origin = mode === 'add' && from !== undefined ? followUpSource.exec(from)?.groups : undefined
  const read = origin
    ? { url: `/resource/${origin.screen}/follow-up/${origin.code}`, query: { ids: origin.ids } }
    : { url, query: { id } }
  const answer = useQuery({
    queryKey: ['record', screen.id, id, from],
    queryFn: ({ signal }) => readNoted<Values>(http, read.url, read.query, signal),
    enabled: id !== undefined || origin !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  // A new record is created once; a later change of the document does not reset typed values.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const fresh = useMemo(() => ({ ...newRecord(screen, env, defaults), ...defaults }), [mode])
  const source = answer.data
  // biome-ignore lint/correctness/useExhaustiveDependencies: the loaded record is copied once
  const record = useMemo(() => {
    if (mode === 'add') return origin ? source && { ...fresh, ...source } : fresh
    return source && (mode === 'copy' ? copyValues(screen, source, fresh) : source)
  }, [mode, source])
  return { record, error: answer.error, reload: answer.refetch, url }
}

/**
 * The values of a copy: typed values and rows. Identity, timestamps, numbers and workflow state are new, and its rows are taken from
 * no other record.
 */
export function copyValues(screen: ScreenDocument, source: Values, fresh: Values): Values {
  const identity = new Set<string>([...auditKeys, ...(screen.flow ? [screen.flow.field] : [])])
  const copy: Record<string, unknown> = { ...fresh }
  const chained = new Set(source[chainMark] as readonly string[] | undefined)
  for (const field of screen.fields) {
    if (identity.has(field.key) || field.auto !== undefined || field.form === false) continue
    const value = source[field.key]
    if (isDetail(field)) {
      const rows = Array.isArray(value) ? (value as Values[]) : []
      const left = new Set<string>([
        ...auditKeys,
        ...field.fields
          .filter(({ key, rollup }) => rollup !== undefined || chained.has(pointer(field.key, key)))
          .map(({ key }) => key),
      ])
      copy[field.key] = newTree(
        field,
        rows,
        rows.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => !left.has(key)))),
      )
    } else if (value !== undefined) copy[field.key] = value
  }
  return copy
}

/** Copied tree rows reference the copies of their parents. */
function newTree({ tree }: DetailField, rows: readonly Values[], copies: readonly Values[]): Values[] {
  if (!tree) return [...copies]
  const ids = new Map(rows.map((row) => [String(row.id), temporaryId()]))
  return copies.map((copy, at) => ({
    ...copy,
    id: ids.get(String(rows[at]?.id)),
    [tree.parent]: ids.get(findParent(copy, tree.parent) ?? '') ?? null,
  }))
}
