import { expect, it } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { openSession } from '#runtime/screens/form/session.ts'
import { env, lookup } from '../../record/bill.ts'

const [read, edit] = ['column:rule:stock.bill:fprice:read', 'column:rule:stock.bill:fprice:edit']
const document = {
  version: 2,
  kind: 'screen',
  id: 'stock/bill',
  title: '入库单',
  fields: [
    { key: 'fname', title: '品名', type: 'input' },
    { key: 'fprice', title: '单价', type: 'inputNumber', access: { read, edit } },
    { key: 'fstate', title: '状态', type: 'input', form: false },
  ],
  flow: {
    field: 'fstate',
    initial: '草稿',
    moves: [{ code: 'audit', title: '审核', from: ['草稿'], to: '已审核' }],
  },
} as unknown as ScreenDocument

const codes = new Set([`${read}@*`, `${edit}@*`, `${read}@草稿`, `${edit}@草稿`, `${read}@已提交`])
const can = (code: string) => !code.startsWith('column:') || codes.has(code)
const open = (mode: 'add' | 'edit', fstate: string | null) => {
  const options = { types: fieldTypes, lookup, can }
  const { plan } = openSession(
    document,
    { id: '1', fstate },
    { types: fieldTypes, can, options, env: env(mode) },
  )
  const field = plan.fields.get('fprice')
  return field ? (field.readOnly ? 'read' : 'write') : 'hidden'
}

it('a form has the rights of its user in the state of the record; a new record is in the initial state', () => {
  expect(open('add', null)).toBe('write')
  expect(open('edit', '草稿')).toBe('write')
  expect(open('edit', '已提交')).toBe('read')
  expect(open('edit', '已审核')).toBe('hidden')
  expect(open('edit', null)).toBe('hidden')
})
