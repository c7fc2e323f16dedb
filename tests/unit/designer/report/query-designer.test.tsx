// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { noConditions, type QueryChoices } from '#designer/report/query/choices.ts'
import { composeQuery } from '#designer/report/query/compose-sql.ts'
import { QueryDesigner } from '#designer/report/query/QueryDesigner.tsx'
import type { ReportTable } from '#designer/report-api.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../../screens/support.tsx'

afterEach(cleanup)

const column = {
  name: 'fname',
  title: '名称',
  kind: 'text',
  field: { key: 'fname', title: '名称', type: 'input' },
}
const tables = [
  { name: 'bas_goods', title: '物品', columns: [column], links: [] },
] as unknown as ReportTable[]
const choices: QueryChoices = {
  ...{ table: 'bas_goods', isCounted: false, conditions: noConditions, totalConditions: noConditions },
  columns: [{ source: 'bas_goods', name: 'fname', use: 'show' }],
  sort: [{ column: 'fname', isDescending: true }],
}

it('an order that is removed from the query is removed from the list of the report', async () => {
  fakeWindow()
  const { sql } = composeQuery(choices, { tables, types: fieldTypes })
  const fields = [{ key: 'fname', title: '名称', type: 'input' }]
  const document = {
    source: { sql, tables: ['bas_goods'] },
    fields,
    list: { sort: '-fname', pageSize: 50 },
  }
  const http = fakeHttp({})
  http.send.mockImplementation(async () => ({
    result: { faults: [], draft: { tables: ['bas_goods'], fields, params: [] } },
  }))
  const onChange = vi.fn()
  draw(<QueryDesigner {...{ document, tables, onChange }} onClose={vi.fn()} />, buildRuntime(http))
  fireEvent.click(page.getByRole('tab', { name: '排序和行数' }))
  fireEvent.click(await page.findByRole('button', { name: /^删/ }))
  fireEvent.click(page.getByRole('button', { name: '写成 SQL' }))
  await waitFor(() => expect(onChange).toHaveBeenCalled())
  expect(onChange.mock.lastCall?.[0].list).toEqual({ pageSize: 50 })
})
