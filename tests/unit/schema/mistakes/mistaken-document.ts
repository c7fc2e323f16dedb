// Screens of a few fields, for mistakes that a document has elsewhere.

import { collectKnown } from '#runtime/schema/known.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { checkDocument, goodFiles, jsonOfFile } from '../world.ts'

export const rows = (more: object = {}) => ({
  key: 'items',
  title: '明细',
  type: 'table',
  table: { name: 'stk_trial_row', fk: 'fbillid' },
  fields: [{ key: 'fa', title: '甲', type: 'input' }],
  ...more,
})
export const screen = (fields: readonly object[], rest: object = {}) => ({
  version: 2,
  kind: 'screen',
  id: 'stock/trial',
  title: '试验',
  table: { name: 'stk_trial' },
  fields: [{ key: 'fname', title: '名称', type: 'input', length: 50 }, ...fields],
  ...rest,
})
export const field = (more: object) => ({ key: 'fx', title: '乙', ...more })
export const text = { type: 'input' }
export const picked = {
  key: 'fgoods',
  title: '货品',
  type: 'popup',
  popupCode: 'rp_goods',
  orgFields: ['fname'],
  destFields: ['fgoods'],
}
export const transient = field({ ...text, persist: false })
export const moves = (more: object = {}) => [
  { code: 'go', title: '提交', from: ['草稿'], to: '已提交', ...more },
]
export const flow = (more: object = {}) => ({
  flow: { field: 'fx', initial: '草稿', moves: moves(), ...more },
})
export const long = `f${'aB'.repeat(31)}`

export const listProblems = (document: object) =>
  checkDocument(document, {
    knownNames: collectKnown([...goodFiles.map(jsonOfFile), document], registeredNames),
  })
