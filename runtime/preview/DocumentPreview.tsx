import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { screenDictionaries } from '../compile/screen-dictionaries.ts'
import { createLookup, dictKey } from '../data/dict.ts'
import { useLookup } from '../data/hooks.ts'
import { fieldTypes } from '../fields/index.ts'
import { DocumentView } from '../resolve/SchemaPage.tsx'
import type { Document } from '../schema/documents.ts'
import type { DictItem } from '../schema/field-value.ts'
import { asDocumentWith } from '../schema/kinds/document-with.ts'
import { findKindPlan } from '../schema/kinds/plans.ts'
import type { PickerDocument, ScreenDocument } from '../schema/types.ts'
import { type DocumentLoader, DocumentLoaderProvider, useDocumentLoader } from '../services/documents.ts'
import { type Services, ServicesProvider, useServices } from '../services/services.tsx'
import { lazyDialog } from '../ui/errors/lazy-dialog.tsx'
import { StateNote } from '../ui/state/StateNote.tsx'
import { createMemoryHttp, type Store } from './memory-http.ts'
import { shiftRows } from './rows-as-of.ts'
import { type SampleEnv, screenSamples } from './sample-values.ts'

const PickerModal = lazyDialog(
  async () => (await import('../fields/kit/picker/dialog/PickerModal.tsx')).PickerModal,
)

export interface Sample {
  document: Document
  /** Other documents that it opens or refers to. */
  others?: readonly Document[]
  store?: Store
  /** The day that is today in the rows; their dates are moved with it. */
  asOf?: string
  /** What the user of the drawn document may do; absent: everything. */
  can?(code: string): boolean
}

const invented = 12

const listScreens = ({ document, others = [] }: Pick<Sample, 'document' | 'others'>): ScreenDocument[] =>
  [document, ...others].flatMap((entry) => asDocumentWith(entry, 'hasTable') ?? [])

/** Rows for a sample without rows: made up from the types of the fields. */
function buildStore({ document, others = [], store, asOf }: Sample, env: SampleEnv): Store {
  const rows: Store['rows'] = { ...store?.rows }
  const screens = listScreens({ document, others })
  for (const screen of screens) rows[screen.id] ??= screenSamples(screen, invented, env)
  if (asOf !== undefined) for (const [id, dated] of Object.entries(rows)) rows[id] = shiftRows(dated, asOf)
  const trees = Object.fromEntries(screens.flatMap(({ id, tree }) => (tree ? [[id, tree.parent]] : [])))
  return { ...store, rows, trees }
}

/** A document drawn over an in-memory store: no action here reaches the server. */
export function DocumentPreview({ sample }: { sample: Sample }) {
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } }),
  )
  useEffect(() => () => client.clear(), [client])
  return (
    <QueryClientProvider client={client}>
      <SampleView sample={sample} client={client} />
    </QueryClientProvider>
  )
}

function SampleView({ sample, client }: { sample: Sample; client: QueryClient }) {
  const outer = useServices()
  const loader = useDocumentLoader()
  const codes = useMemo(
    () =>
      listScreens(sample)
        .filter(({ id }) => !Object.hasOwn(sample.store?.rows ?? {}, id))
        .flatMap((screen) => screenDictionaries(screen, fieldTypes)),
    [sample],
  )
  const { isLoading } = useLookup(outer.http, codes)
  const services = useMemo((): Services | null => {
    if (isLoading) return null
    const lookup = createLookup((code) => client.getQueryData<DictItem[]>(dictKey(code)))
    const record = { user: { ...outer.user }, now: new Date(), mode: 'detail' as const }
    return {
      ...outer,
      http: createMemoryHttp(outer.http, structuredClone(buildStore(sample, { lookup, record }))),
      can: sample.can ?? (() => true),
      lookup,
    }
  }, [outer, sample, client, isLoading])
  const documents = useMemo((): DocumentLoader => {
    const { document, others = [] } = sample
    const byId = new Map([document, ...others].map((entry) => [entry.id, entry]))
    const picker = (code: string) =>
      [...byId.values()]
        .flatMap((entry) => asDocumentWith(entry, 'picksRecords') ?? [])
        .find((entry) => entry.code === code)
    return {
      loadScreen: async (id) => (byId.get(id) as never) ?? loader.loadScreen(id),
      loadPicker: async (code) => picker(code) ?? loader.loadPicker(code),
    }
  }, [loader, sample])
  if (!services) return <div className="pro-page" aria-busy="true" />
  return (
    <ServicesProvider value={services}>
      <DocumentLoaderProvider value={documents}>
        <View document={sample.document} />
      </DocumentLoaderProvider>
    </ServicesProvider>
  )
}

function View({ document }: { document: Document }) {
  const picker = asDocumentWith(document, 'picksRecords')
  if (picker) return <Picker document={picker} />
  const plan = findKindPlan(document)
  if (!plan?.isPage)
    return <StateNote title={`${plan?.title ?? ''}「${document.title}」`} text={summarize(document)} />
  return (
    <div className="pro-page">
      <DocumentView document={document as never} documentHash="" />
    </div>
  )
}

/** What a document without a page has; undefined for a kind that says nothing of it. */
function summarize(document: Document): string | undefined {
  const dict = asDocumentWith(document, 'hasChoices')
  if (dict) return dict.items?.map(({ text }) => text).join('、') ?? `编码 ${dict.code}`
  const print = asDocumentWith(document, 'printsRecords')
  return print && `打印 ${print.screen} 的记录，纸张 ${print.page}，有 ${print.blocks.length} 块`
}

/** A picker has no page; it is opened as a field would open it. */
function Picker({ document }: { document: PickerDocument }) {
  const [isOpen, setOpen] = useState(false)
  const [selection, setSelection] = useState<readonly Record<string, unknown>[]>([])
  return (
    <StateNote
      title={`选择器「${document.title}」`}
      text={
        selection.length > 0
          ? `选了 ${selection.length} 条`
          : `字段写 "popupCode": "${document.code}" 就用它选`
      }
    >
      <Button onClick={() => setOpen(true)}>打开</Button>
      {isOpen && (
        <PickerModal
          title={document.title}
          code={document.code}
          many={document.select === 'many'}
          onSelect={setSelection}
          onClose={() => setOpen(false)}
        />
      )}
    </StateNote>
  )
}
