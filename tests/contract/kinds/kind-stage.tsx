import { screen as page, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { compileList } from '#runtime/compile/list.ts'
import type { ListPlan } from '#runtime/compile/plan.ts'
import { compileReport } from '#runtime/compile/report/report.ts'
import type { Http } from '#runtime/data/http.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { formatDate } from '#runtime/kernel/time.ts'
import { DocumentView } from '#runtime/resolve/SchemaPage.tsx'
import { publicView } from '#runtime/schema/compose/public.ts'
import { recordTitle } from '#runtime/schema/derive.ts'
import type { Document } from '#runtime/schema/documents.ts'
import { isOverlay, resolveDocument } from '#runtime/schema/kinds/screen/overlay.ts'
import type { FormDocument, ReportDocument, ScreenDocument } from '#runtime/schema/types.ts'
import { samples } from '#views/catalogue/samples.ts'
import { buildRuntime, draw, type FakeHttp } from '../../unit/screens/support.tsx'
import { shippedDocuments } from '../../unit/shipped-documents.ts'

/** Every shipped document, overlays resolved to screens. */
export const shipped: readonly Document[] = shippedDocuments.map((json) => {
  if (!isOverlay(json)) return json
  const whole = resolveDocument(json, (id) => shippedDocuments.find((one) => one.id === id))
  if (!whole.ok) throw new Error(`${json.id} cannot be resolved`)
  return whole.document as unknown as Document
})

/** A document in the form that the browser receives. */
type Shown = Parameters<typeof DocumentView>[0]['document']
const getShown = (document: Document): Shown => publicView(document as never) as unknown as Shown

/** How a kind requests its records, and the results to expect. */
export interface KindFace {
  /** The address of the kind's records. */
  url: string
  /** Builds the server's answer with one record for each name. */
  answer(...names: string[]): unknown
  /** Waits until a record of that name is visible. */
  shows(name: string): Promise<unknown>
  /** Waits for the text of the empty state. */
  showsNothing(): Promise<unknown>
  /** Waits for the display after a refusal (510). */
  showsRefusal(): Promise<unknown>
  /** The query item that filters the records; absent when the kind has no query. */
  asks?: string
  /** Whether a request to the address is for further records, of which there are none. */
  isFurther?(params: Record<string, unknown>): boolean
}

const refusal = () => page.findByText('没有权限，请联系管理员授权')

/** The value without which a calendar does not show a record. */
export const buildDates = ({ list }: Pick<ScreenDocument, 'list'>): Record<string, string> =>
  list?.calendar ? { [list.calendar.date]: formatDate(new Date()) } : {}

/** The text of a list without records; a calendar shows the days and says it of its month. */
const emptyText = ({ title, list }: Listed): string | RegExp =>
  list?.calendar ? new RegExp(`月没有${title}$`) : (list?.empty ?? `还没有${recordTitle(title)}`)

type Listed = Pick<ScreenDocument, 'title' | 'list'>

function listFace(document: Listed, plan: ListPlan, isReport = false): KindFace {
  const { calendar } = document.list ?? {}
  const texts = plan.columns.filter(({ field }) => field.type === 'input')
  const named = plan.query.find(({ field }) => field.type === 'input')
  const key = named?.key ?? texts[0]?.key ?? ''
  return {
    url: plan.url.list,
    answer: (...names) => ({
      records: names.map((name) => ({
        ...(isReport ? {} : { id: name, ...buildDates(document) }),
        [key]: name,
      })),
      total: names.length,
    }),
    shows: (name) => page.findByText(name),
    showsNothing: () => page.findByText(emptyText(document)),
    showsRefusal: refusal,
    ...(named ? { asks: named.title } : {}),
    // Records that began before the visible days.
    isFurther: (params) => calendar?.end !== undefined && !params[`${calendar.date}_begin`],
  }
}

/** By kind: how its samples are queried and what they show. A new kind without an entry fails the suite. */
const faces: Record<string, (document: Shown) => KindFace> = {
  screen: (document) =>
    listFace(
      document as ScreenDocument,
      compileList(document as ScreenDocument, { types: fieldTypes, can: () => true }),
    ),
  report: (document) =>
    listFace(
      document as Listed,
      compileReport(document as ReportDocument, {
        types: fieldTypes,
        can: () => true,
        computeDefault: () => null,
      }),
      true,
    ),
  panel: () => ({
    url: '/resource/catalog/gazetteer/list',
    answer: (...names) => ({
      records: names.map((name) => ({ id: name, fcallno: name })),
      total: names.length,
    }),
    shows: (name) => page.findByText(name),
    showsNothing: () => page.findByText('暂无数据'),
    // A block without permission leaves neither a gap nor a message.
    showsRefusal: () =>
      waitFor(() => {
        expect(page.getByText('近一周借阅')).toBeTruthy()
        expect(page.queryByText('新近入藏')).toBeNull()
      }),
  }),
  ledger: ({ id }) => ({
    url: `/ledger/${id}/balances`,
    answer: (...names) => ({
      day: '2026-10-31',
      columns: [{ key: 'fname', title: '书名', isNumber: false, isMeasure: false }],
      rows: names.map((name) => ({ id: name, texts: { fname: name } })),
      total: names.length,
    }),
    shows: (name) => page.findByText(name),
    showsNothing: () => page.findByText('没有余额'),
    showsRefusal: refusal,
  }),
  form: (document) => {
    const { load } = document as unknown as FormDocument
    const label = '说明'
    return {
      url: load?.url ?? '',
      answer: (name) => (name === undefined ? null : { fnote: name }),
      shows: (name) => page.findByDisplayValue(name),
      showsNothing: async () => expect(await page.findByLabelText(label)).toHaveProperty('value', ''),
      showsRefusal: refusal,
    }
  },
}

export const getKind = (document: Pick<Document, 'kind'> & { list?: unknown }): string =>
  document.kind === 'screen'
    ? `screen ${(document.list as { layout?: string } | undefined)?.layout ?? 'normal'}`
    : document.kind

/** The samples that are pages of their own, with their expected results. */
export const stages = samples
  .filter(({ document }) => document.kind in faces)
  .map(({ name, document, store }) => {
    const shown = getShown(document)
    return {
      name,
      kind: getKind(document as never),
      document: shown,
      store,
      asks: faces[document.kind]?.(shown).asks,
    }
  })

/** A pending request to the server. */
export interface Call {
  params: Record<string, unknown>
  signal: AbortSignal | undefined
  answer(result: unknown): void
  fail(error: unknown): void
}

/** Draws a sample whose own requests wait until the test answers them; all others are answered at once. */
export function open({ document, store }: (typeof stages)[number]) {
  const face = faces[document.kind]?.(document)
  if (!face) throw new Error(`what ${document.kind} shows is not told in tests/contract/kinds/kind-stage.tsx`)
  const calls: Call[] = []
  const get: Http['get'] = <T,>(url: string, params = {}, signal?: AbortSignal) => {
    if (url !== face.url || face.isFurther?.(params)) {
      if (url === '/schema/index')
        return Promise.resolve(
          shipped.map(({ id, kind, title }) => ({ id, kind, title, rev: '', components: [] })) as T,
        )
      return Promise.resolve((store?.answers?.[url] ?? []) as T)
    }
    return new Promise<T>((resolve, reject) => {
      calls.push({ params, signal, answer: (result) => resolve(structuredClone(result) as T), fail: reject })
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    })
  }
  const notify = vi.fn()
  const runtime = buildRuntime(
    { get: vi.fn(get), send: vi.fn(), upload: vi.fn(), download: vi.fn() } as FakeHttp,
    {
      types: fieldTypes,
      notify,
      loadScreen: async (id) => getShown(shipped.find((one) => one.id === id) as Document) as ScreenDocument,
    },
  )
  const drawn = draw(<DocumentView document={document} documentHash="" />, runtime)
  return {
    ...drawn,
    face,
    notify,
    calls,
    asked: (at: number) =>
      waitFor(() => {
        const call = calls[at]
        if (!call) throw new Error(`${calls.length} questions so far`)
        return call
      }),
  }
}
