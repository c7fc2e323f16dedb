import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { FieldTypesProvider } from '#runtime/contract/field-types.ts'
import { createLookup } from '#runtime/data/dict.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { SchemaPage } from '#runtime/resolve/SchemaPage.tsx'
import { FormHost } from '#runtime/screens/form/FormHost.tsx'
import { type DocumentLoader, DocumentLoaderProvider } from '#runtime/services/documents.ts'
import { type Services, ServicesProvider } from '#runtime/services/services.tsx'
import { ByHand } from './ByHand.tsx'
import { benchHttp, bookRows, formDocument, listDocument } from './documents.ts'

const refuse = () => Promise.reject(new Error('the measuring page asks no server'))
const services: Services = {
  http: benchHttp,
  user: { id: 'bench', username: 'bench', realname: '测量', orgCode: 'A01' },
  can: () => true,
  lookup: createLookup(() => undefined),
  notify: () => undefined,
}
const documents: DocumentLoader = { loadScreen: refuse, loadPicker: refuse }

const screens = {
  list: { draw: () => <SchemaPage id={listDocument.id} />, count: bookRows.length, of: '[data-row-id]' },
  byHand: { draw: () => <ByHand />, count: bookRows.length, of: '[data-row-id]' },
  form: {
    draw: () => (
      <FormHost screen={formDocument} mode="add" onSaved={() => undefined} onClose={() => undefined} />
    ),
    count: formDocument.fields.length,
    of: '.pro-form [data-key]',
  },
} as const
type Shown = keyof typeof screens

/** Opens and closes the measured screen from outside. */
export interface ScreensBench {
  /** Resolves when everything is loaded and painted. */
  open(screen: Shown): Promise<void>
  close(): Promise<void>
}

declare global {
  interface Window {
    __screens?: ScreensBench
  }
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** A list drawn from its document, the same list by hand, and a form of 100 fields. */
export function ScreensBench() {
  const client = useQueryClient()
  const [opened, setOpened] = useState<Shown | null>(null)

  const bench = useMemo<ScreensBench>(
    () => ({
      async open(next) {
        flushSync(() => setOpened(next))
        const { of, count } = screens[next]
        while (document.querySelectorAll(of).length < count) await frame()
        await frame()
      },
      async close() {
        flushSync(() => setOpened(null))
        // Documents stay cached; rows are requested on each opening.
        client.removeQueries({ queryKey: ['list'] })
        await frame()
      },
    }),
    [client],
  )
  useEffect(() => {
    window.__screens = bench
    return () => {
      delete window.__screens
    }
  }, [bench])

  return (
    <main style={{ height: '100dvh' }}>
      <ServicesProvider value={services}>
        <FieldTypesProvider value={fieldTypes}>
          <DocumentLoaderProvider value={documents}>
            {opened && screens[opened].draw()}
          </DocumentLoaderProvider>
        </FieldTypesProvider>
      </ServicesProvider>
    </main>
  )
}
