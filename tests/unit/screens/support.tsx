import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { vi } from 'vitest'
import type { AnyFieldType, FieldTypes } from '#runtime/contract/contract.ts'
import { toBig } from '#runtime/kernel/decimal.ts'
import { parsed } from '#runtime/kernel/problem.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { narrowMedia } from '#runtime/ui/layout/useNarrow.ts'
import { PageProviders, type PageServices } from '../services.tsx'
import { standInMedia, standInSizes } from '../window.ts'

/** Text and numbers are enough to draw any screen; the other usual types are drawn as text. */
const text: AnyFieldType = {
  type: 'input',
  empty: null,
  dataType: 'text',
  usualFor: 'text',
  canGroup: true,
  needs: (field: { dictCode?: unknown }) => (field.dictCode ? [String(field.dictCode)] : []),
  fromWire: (raw: unknown) => (raw === null || raw === undefined ? null : String(raw)),
  toWire: (value: unknown) => (value === '' ? null : value),
  toText: (value: unknown) => String(value ?? ''),
  fromText: (value: string) => parsed(value),
  check: () => null,
  column: () => null,
  query: { rules: ['eq', 'like', 'right_like', 'in'] },
  Cell: ({ value, text }) => <>{text ?? String(value ?? '')}</>,
  Control: ({ id, value, onChange, onBlur, readOnly, disabled, invalid, placeholder }) => (
    <input
      id={id}
      value={String(value ?? '')}
      placeholder={placeholder}
      readOnly={readOnly}
      disabled={disabled}
      aria-invalid={invalid || undefined}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  ),
  designer: { label: '文本', group: 'basic', icon: 'text', sample: { key: 'a', type: 'input' } },
}

const number: AnyFieldType = {
  ...text,
  type: 'inputNumber',
  dataType: 'number',
  usualFor: 'number',
  canGroup: undefined,
  align: 'right',
  fromWire: (raw: unknown) => (toBig(raw) ? Number(raw) : null),
  toWire: (value: unknown) => (toBig(value) ? Number(value) : null),
  toNumber: (value: unknown) => Number(value),
  query: { rules: ['eq', 'range'] },
}

export const types: FieldTypes = new Map([
  ['input', text],
  ['select', { ...text, type: 'select', dataType: 'choice', usualFor: 'choice', canGroup: true }],
  ['inputNumber', number],
  ['sel_user', { ...text, type: 'sel_user', usualFor: 'user' }],
  ['datetime', { ...text, type: 'datetime', dataType: 'datetime', usualFor: 'datetime' }],
])

export const book = {
  version: 2,
  kind: 'screen',
  id: 'catalog/book',
  title: '书目',
  perm: 'book',
  fields: [
    {
      key: 'no',
      title: '编号',
      type: 'input',
      query: 'right_like',
      isOrder: true,
      validateRules: [{ required: true }],
    },
    {
      key: 'name',
      title: '书名',
      type: 'input',
      query: 'like',
      validateRules: [{ required: true, message: '请输入书名' }],
    },
    { key: 'kind', title: '类别', type: 'select', dictCode: 'kinds', query: 'in', tag: { 府志: 'blue' } },
    {
      key: 'price',
      title: '定价',
      type: 'inputNumber',
      scale: 2,
      statistics: ['sum'],
      access: { read: 'book:price' },
    },
    {
      key: 'state',
      title: '状态',
      type: 'select',
      query: 'eq',
      isOrder: true,
      form: false,
      tag: { 待审核: 'orange' },
    },
    { key: 'note', title: '附注', type: 'input', list: false, showIf: "kind == '府志'" },
  ],
  list: { sort: '-createTime' },
  flow: {
    field: 'state',
    initial: '待审核',
    editable: ['待审核'],
    moves: [
      {
        code: 'audit',
        title: '审核',
        from: ['待审核'],
        to: '已审核',
        batch: true,
        deny: '选中数据有已审核数据，单据无法提交！',
      },
      { code: 'unaudit', title: '反审核', from: ['已审核'], to: '待审核' },
    ],
  },
  actions: {
    toolbar: ['add', 'audit', 'deleteBatch', 'export'],
    row: ['edit', 'unaudit', 'detail', 'delete', 'print'],
  },
} as unknown as ScreenDocument

export const everything = () => true

export interface FakeHttp {
  get: ReturnType<typeof vi.fn>
  send: ReturnType<typeof vi.fn>
  upload: ReturnType<typeof vi.fn>
  download: ReturnType<typeof vi.fn>
}

export const fakeHttp = (answers: Record<string, unknown>): FakeHttp => ({
  get: vi.fn(async (url: string) => {
    const answer = answers[url]
    if (answer instanceof Error) throw answer
    return structuredClone(answer)
  }),
  send: vi.fn(async () => ({ result: { id: '1' }, message: '好了' })),
  upload: vi.fn(),
  download: vi.fn(),
})

export function buildRuntime(http: FakeHttp, over: Partial<PageServices> = {}): PageServices {
  return {
    http: http as unknown as PageServices['http'],
    user: { id: 'u1', username: 'clerk', realname: '李文澜', orgCode: 'A01' },
    can: everything,
    lookup: { text: () => undefined, value: () => undefined, items: () => [] },
    notify: vi.fn(),
    types,
    loadScreen: () => Promise.reject(new Error('no screen')),
    loadPicker: () => Promise.reject(new Error('no picker')),
    ...over,
  }
}

/** Browser features that jsdom lacks. */
export function fakeWindow(narrow = false): void {
  standInSizes()
  standInMedia((media) => narrow && media === narrowMedia)
}

export function draw(node: ReactNode, runtime: PageServices, at = '/') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrap = (inner: ReactNode) => (
    <ConfigProvider theme={{ token: { motion: false } }} button={{ autoInsertSpace: false }}>
      <App>
        <QueryClientProvider client={client}>
          <MemoryRouter initialEntries={[at]}>
            <PageProviders value={runtime}>{inner}</PageProviders>
          </MemoryRouter>
        </QueryClientProvider>
      </App>
    </ConfigProvider>
  )
  const drawn = render(wrap(node))
  return { ...drawn, client, redraw: (next: ReactNode) => drawn.rerender(wrap(next)) }
}
