import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfigProvider } from 'antd'
import type { ComponentType, ReactNode } from 'react'
import type { ControlProps } from '#runtime/contract/contract.ts'
import { RecordModelProvider } from '#runtime/contract/model-context.tsx'
import { type SubTableProps, SubTableProvider } from '#runtime/contract/sub-table-context.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import { DetailTable } from '#runtime/grid/DetailTable.tsx'
import { RecordModel } from '#runtime/record/model.ts'
import type { RecordEnv } from '#runtime/record/scope.ts'
import { withoutAliases } from '#runtime/schema/aliases.ts'
import { details } from '#runtime/schema/derive.ts'
import type { ScreenDocument, TableRows, TableSettings } from '#runtime/schema/types.ts'
import type { Notify } from '#runtime/services/services.tsx'
import { env, lookup } from '../record/bill.ts'
import { PageProviders, type PageServices } from '../services.tsx'
import { standInSizes } from '../window.ts'

standInSizes()

const refuse = () => Promise.reject(new Error('no server here'))
const user = { id: '1', username: 'clerk', realname: '李文澜', orgCode: 'A01' }

/** A bill with one detail; `over` contains further settings of the detail. */
export const buildBill = (fields: readonly object[], over: object = {}): ScreenDocument =>
  withoutAliases({
    version: 2,
    kind: 'screen',
    id: 'stock/bill',
    title: '入库单',
    fields: [{ key: 'items', title: '入库明细', type: 'table', dragSortKey: 'orderNum', ...over, fields }],
  }) as ScreenDocument

interface Around {
  runtime?: Partial<PageServices>
  /** Replaces the grid as the view of the detail. */
  component?: ComponentType<ControlProps<TableRows, TableSettings>>
  /** Elements drawn beside the table in the same form. */
  beside?: ReactNode
  subTable?: ComponentType<SubTableProps>
  /** `edit` if absent. */
  mode?: RecordEnv['mode']
  around?(table: ReactNode): ReactNode
}

/** Opens the first detail of a document in a model of its own, with a simulated user. */
export function openTable(
  document: ScreenDocument,
  items: Record<string, unknown>[],
  notify: Notify = () => {},
  {
    runtime,
    component: Table = DetailTable,
    beside,
    subTable,
    mode = 'edit',
    around = (table) => table,
  }: Around = {},
) {
  const record = { id: '9', rev: 3, items }
  const model = new RecordModel(document, record, { types: fieldValues, lookup, env: env(mode) })
  const [field] = details(document)
  const store = field && model.rows(field.key)
  if (!store || !field) throw new Error('no detail')
  const http = { get: refuse, send: refuse, upload: refuse, download: refuse }
  render(
    <ConfigProvider button={{ autoInsertSpace: false }}>
      <PageProviders
        value={{
          http,
          user,
          can: () => true,
          lookup,
          notify,
          types: fieldTypes,
          loadScreen: refuse,
          loadPicker: refuse,
          ...runtime,
        }}
      >
        <RecordModelProvider value={model}>
          <QueryClientProvider client={new QueryClient()}>
            <SubTableProvider value={subTable ?? null}>
              {around(<Table field={field} value={null} onChange={() => {}} values={{}} patch={() => {}} />)}
            </SubTableProvider>
            {beside}
          </QueryClientProvider>
        </RecordModelProvider>
      </PageProviders>
    </ConfigProvider>,
  )
  return { model, store, hands: userEvent.setup() }
}

/** The cell that is drawn for a row's column. */
export function cellAt(id: string, key: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-row-id="${id}"] [data-field="${key}"]`)
  if (!found) throw new Error(`no cell ${id} ${key}`)
  return found
}
