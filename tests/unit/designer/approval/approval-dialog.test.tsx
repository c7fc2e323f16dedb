// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApprovalDialog } from '#designer/approval/ApprovalDialog.tsx'
import { listStates } from '#designer/approval/flow-states.ts'
import { fieldTypes } from '#runtime/fields/index.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { buildRuntime, draw, fakeHttp, fakeWindow } from '../../screens/support.tsx'

beforeEach(() => fakeWindow())
afterEach(cleanup)

const states = ['草稿', '已审', '作废'].map((value) => ({ value }))
const moves = [{ code: 'audit', title: '审核', from: ['草稿'], to: '已审' }]
const flow = { field: 'fstates', initial: '草稿', states, moves }
const bill = { kind: 'screen', id: 'base/shelf', fields: [], flow }

/** Asks to remove the released state 作废, and runs `edit` before its records are counted. */
async function removeDuring(edit: () => void): Promise<JsonObject> {
  let end: (answer: unknown) => void = () => undefined
  const http = fakeHttp({})
  http.get.mockImplementation(
    () =>
      new Promise((resolve) => {
        end = resolve
      }),
  )
  const onChange = vi.fn()
  draw(
    <ApprovalDialog document={bill} base={bill} onChange={onChange} onClose={vi.fn()} />,
    buildRuntime(http, { types: fieldTypes }),
  )
  fireEvent.click(page.getByRole('button', { name: '作废' }))
  fireEvent.click(page.getByRole('button', { name: '删去状态' }))
  edit()
  await act(async () => end({ total: 0 }))
  fireEvent.click(page.getByRole('button', { name: '确定' }))
  return onChange.mock.calls[0]?.[0] ?? bill
}

const addState = (value: string) => {
  fireEvent.change(page.getByLabelText('新的状态'), { target: { value } })
  fireEvent.click(page.getByRole('button', { name: '添加状态' }))
}
const values = (document: JsonObject) => listStates(document).map(({ value }) => value)

it('a state is removed from the document as it is when its records are counted', async () => {
  const changed = await removeDuring(() => addState('待复核'))
  expect(values(changed)).toEqual(['草稿', '已审', '待复核'])
  expect(page.getByRole('region', { name: '状态 待复核' })).toBeTruthy()
})

it('a state that has become the first one meanwhile is not removed', async () => {
  const changed = await removeDuring(() =>
    fireEvent.click(page.getByRole('checkbox', { name: '新增的记录从这里开始' })),
  )
  expect(values(changed)).toEqual(['草稿', '已审', '作废'])
})
