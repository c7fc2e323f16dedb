import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { type Runtime, RuntimeProvider, useRuntime } from '#runtime/contract/context.tsx'
import { createLookup, dictKey } from '#runtime/data/dict.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { DictItem } from '#runtime/schema/field-value.ts'
import { ofKind } from '#runtime/schema/kinds/narrow.ts'
import { drawableDocument } from '#runtime/schema/kinds/written.ts'
import type { TrialRows } from '../report-api.ts'
import { createTrialHttp } from './trial-http.ts'

interface Props {
  /** The draft of a report. */
  body: JsonObject
  roleId?: string
  children: ReactNode
  onRows?(rows: TrialRows): void
}

/** Draws its children over the rows of one draft: their requests run it, and nothing else is written or exported. */
export function TrialFrame({ body, roleId, children, onRows }: Props) {
  const outer = useRuntime()
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } }),
  )
  useEffect(() => () => client.clear(), [client])
  const listener = useRef(onRows)
  listener.current = onRows
  const runtime = useMemo((): Runtime => {
    const report = ofKind(drawableDocument(body), 'report')
    return {
      ...outer,
      http: createTrialHttp(outer.http, body, roleId, (rows) => listener.current?.(rows)),
      can: () => true,
      lookup: createLookup((code) => client.getQueryData<DictItem[]>(dictKey(code))),
      loadScreen: async (id) => (report?.id === id ? report : outer.loadScreen(id)),
    }
  }, [outer, body, roleId, client])
  return (
    <QueryClientProvider client={client}>
      <RuntimeProvider value={runtime}>{children}</RuntimeProvider>
    </QueryClientProvider>
  )
}
