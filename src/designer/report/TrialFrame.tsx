import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { createLookup, dictKey } from '#runtime/data/dict.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { DictItem } from '#runtime/schema/field-value.ts'
import { drawableDocument } from '#runtime/schema/kinds/document-json.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import {
  type DocumentLoader,
  DocumentLoaderProvider,
  useDocumentLoader,
} from '#runtime/services/documents.ts'
import { type Services, ServicesProvider, useServices } from '#runtime/services/services.tsx'
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
  const outer = useServices()
  const loader = useDocumentLoader()
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } }),
  )
  useEffect(() => () => client.clear(), [client])
  const listener = useRef(onRows)
  listener.current = onRows
  const services = useMemo(
    (): Services => ({
      ...outer,
      http: createTrialHttp(outer.http, body, roleId, (rows) => listener.current?.(rows)),
      can: () => true,
      lookup: createLookup((code) => client.getQueryData<DictItem[]>(dictKey(code))),
    }),
    [outer, body, roleId, client],
  )
  const documents = useMemo((): DocumentLoader => {
    const report = asDocumentWith(drawableDocument(body), 'hasQuery')
    return { ...loader, loadScreen: async (id) => (report?.id === id ? report : loader.loadScreen(id)) }
  }, [loader, body])
  return (
    <QueryClientProvider client={client}>
      <ServicesProvider value={services}>
        <DocumentLoaderProvider value={documents}>{children}</DocumentLoaderProvider>
      </ServicesProvider>
    </QueryClientProvider>
  )
}
