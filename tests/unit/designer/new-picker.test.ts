import { describe, expect, it } from 'vitest'
import { bindPicker, newPicker, pickableFields, suggestPlan } from '#designer/picker/new-picker.ts'
import { rebindPicker } from '#designer/picker/rebind-picker.ts'
import type { Document } from '#runtime/schema/documents.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { getDocumentCheck } from '#server/documents/document-checker.ts'
import { shippedDocuments } from '../shipped-documents.ts'

const supplier = shippedDocuments.find(({ id }) => id === 'base/supplier') as ScreenDocument
const screen = {
  id: supplier.id,
  title: supplier.title,
  fields: supplier.fields.map((field) => ({ ...field })),
}
const plan = { ...suggestPlan(screen, false), code: 'xgys' }

describe('a picker made from a screen', () => {
  it('passes the check of documents', () => {
    const picker = newPicker(plan)
    const known = collectKnown([...shippedDocuments, picker as unknown as Document], registeredNames)
    expect(getDocumentCheck()(picker, { knownNames: known })).toEqual([])
    expect(picker).toMatchObject({ id: 'picker/xgys', source: { screen: 'base/supplier' }, select: 'one' })
  })

  it('shows the first columns and queries those of the list, without rows, files and hidden fields', () => {
    expect(plan.fields.length).toBeGreaterThan(1)
    expect(plan.query.every((key) => plan.fields.includes(key))).toBe(true)
    const left = [
      { key: 'a', type: 'hidden' },
      { key: 'b', type: 'table' },
      { key: 'c', type: 'input', list: false },
    ]
    expect(pickableFields(left)).toEqual([])
  })

  it('fills its field, and the fields that have the key of a column', () => {
    const field = { key: 'fsupplier', type: 'popup' }
    const [first = '', second = ''] = plan.fields
    expect(bindPicker(field, plan, new Set([second, 'fsupplier', 'fremark']))).toEqual({
      key: 'fsupplier',
      type: 'popup',
      popupCode: 'xgys',
      orgFields: [first, second],
      destFields: ['fsupplier', second],
    })
    expect(bindPicker({ key: second, type: 'popup' }, plan, new Set())).toMatchObject({
      orgFields: [second],
      destFields: [second],
    })
  })

  it('takes the columns of another picker that a field chooses, and keeps those that both have', () => {
    const field = {
      key: 'fsupplier',
      type: 'popup',
      popupCode: 'old',
      orgFields: ['fcode'],
      destFields: ['fa'],
    }
    const user = { code: 'sel_user', fields: ['realname', 'username'], value: 'username' }
    expect(rebindPicker(field, user, new Set())).toMatchObject({
      popupCode: 'sel_user',
      orgFields: ['username'],
      destFields: ['fsupplier'],
    })
    const goods = { code: 'rp_goods', fields: ['fname', 'fcode'] }
    expect(rebindPicker(field, goods, new Set())).toEqual({ ...field, popupCode: 'rp_goods' })
  })

  it('keeps the id and the fields of the source that the field takes from another picker', () => {
    const field = { key: 'fgoods', type: 'popup', popupCode: 'old' }
    const mapping = { orgFields: ['id', 'fspec'], destFields: ['fgoodsid', 'fspec'] }
    const goods = { code: 'rp_goods', fields: ['fname'], sourceFields: ['fname', 'fspec'] }
    const rebind = (words: object) => rebindPicker({ ...field, ...words }, goods, new Set(['fname']))
    expect(rebind(mapping)).toEqual({ ...field, ...mapping, popupCode: 'rp_goods' })
    expect(rebind({ take: { fgoods: 'id', fold: 'gone' } })).toEqual({
      ...field,
      popupCode: 'rp_goods',
      take: { fgoods: 'id' },
    })
    expect(rebind({ orgFields: ['fspec', 'gone'], destFields: ['fspec', 'fgoods'] })).toMatchObject({
      orgFields: ['fname', 'fspec'],
      destFields: ['fgoods', 'fspec'],
    })
  })
})
