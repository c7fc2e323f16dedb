import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { type ReactElement, type ReactNode, useState } from 'react'
import type { AnyFieldType } from '#runtime/contract/contract.ts'
import { createLookup } from '#runtime/data/dict.ts'
import type { Http } from '#runtime/data/http.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import type { DictItem } from '#runtime/schema/field-value.ts'
import type { Field } from '#runtime/schema/types.ts'
import { PageProviders, type PageServices } from '../services.tsx'
import { standInMedia, standInSizes } from '../window.ts'

// Browser features that antd needs and jsdom lacks.
standInSizes()
standInMedia()

// Editors measure the position of the caret; jsdom has no layout.
Range.prototype.getBoundingClientRect ??= () => new DOMRect()
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList
Element.prototype.scrollBy ??= () => {}

const refuse = (what: string) => (): never => {
  throw new Error(`${what} is not part of this test`)
}

/** The key with its code, which the lists of antd read; that of user-event has none. */
export const tabKey = { key: 'Tab', keyCode: 9 }

export const silentHttp: Http = {
  get: async () => [] as never,
  send: refuse('http.send'),
  upload: refuse('http.upload'),
  download: refuse('http.download'),
}

export const stageRuntime = (
  over: Partial<PageServices> = {},
  dicts: Record<string, DictItem[]> = {},
): PageServices => ({
  http: silentHttp,
  user: { id: '1', username: 'clerk', realname: '文员', orgCode: 'A01' },
  can: () => true,
  lookup: createLookup((code) => dicts[code]),
  notify: refuse('notify'),
  types: fieldTypes,
  loadScreen: refuse('loadScreen'),
  loadPicker: refuse('loadPicker'),
  ...over,
})

export function renderIn(runtime: PageServices, element: ReactElement) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrap = (children: ReactNode) => (
    <QueryClientProvider client={client}>
      <PageProviders value={runtime}>{children}</PageProviders>
    </QueryClientProvider>
  )
  return render(wrap(element))
}

interface FormProps {
  type: AnyFieldType
  field: Field
  initial?: Record<string, unknown>
  onValues?(values: Record<string, unknown>): void
  addRows?(rows: Record<string, unknown>[]): void
  readOnly?: boolean
}

/** One control under its label, for a record that it may patch. */
export function Form({ type, field, initial = {}, onValues, addRows, readOnly }: FormProps) {
  const [values, setValues] = useState(initial)
  const set = (more: Record<string, unknown>) =>
    setValues((now) => {
      const next = { ...now, ...more }
      onValues?.(next)
      return next
    })
  return (
    <>
      <label htmlFor="it">{field.title}</label>
      <type.Control
        id="it"
        field={field}
        value={type.fromWire(values[field.key], field)}
        onChange={(value: unknown) => set({ [field.key]: value })}
        values={values}
        patch={set}
        addRows={addRows}
        readOnly={readOnly}
      />
    </>
  )
}

export const getType = (word: string): AnyFieldType => {
  const type = fieldTypes.get(word)
  if (!type) throw new Error(`no type ${word}`)
  return type
}
