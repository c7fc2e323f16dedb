import { describe, expect, it } from 'vitest'
import { insertBehind } from '#designer/document-edit.ts'
import {
  fieldForSource,
  findMisfit,
  readMapping,
  suggestPairs,
  writeMapping,
} from '#designer/picker/field-mapping.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { listObjects } from '#runtime/kernel/json.ts'
import { shippedDocuments } from '../../shipped-documents.ts'

const listFields = (holder: JsonObject): JsonObject[] =>
  listObjects(holder.fields).flatMap((field) => [field, ...listFields(field)])

const source = (key: string, title: string, field: JsonObject) => ({
  key,
  title,
  field: { key, title, ...field },
  isShown: true,
})
const price = source('fprice', '单价', { type: 'inputNumber', scale: 4 })
const unit = source('funit', '单位', { type: 'select', dictCode: 'unit', length: 20 })

describe('the mapping of a field', () => {
  it('is written back as it was, in every shipped document', () => {
    const fields = shippedDocuments.flatMap((document) => listFields({ ...document }))
    const mapped = fields.filter((field) => readMapping(field).length > 0)
    expect(mapped.length).toBeGreaterThan(5)
    for (const field of mapped) expect(writeMapping(field, readMapping(field))).toEqual(field)
  })

  it('keeps the words that the field has, and leaves out incomplete pairs', () => {
    const pairs = [
      { source: 'id', target: 'spid' },
      { source: 'fname', target: '' },
    ]
    expect(writeMapping({ key: 'f', take: { spid: 'old' } }, pairs)).toEqual({
      key: 'f',
      take: { spid: 'id' },
    })
    expect(writeMapping({ key: 'f', orgFields: ['a'], destFields: ['b'] }, pairs)).toEqual({
      key: 'f',
      orgFields: ['id'],
      destFields: ['spid'],
    })
    expect(writeMapping({ key: 'f', orgFields: ['a'], destFields: ['b'] }, [])).toEqual({ key: 'f' })
  })

  it('is suggested by equal keys and titles, where the values fit and the field is free', () => {
    const targets = [
      { key: 'fcost', title: '单价', type: 'inputNumber' },
      { key: 'funit', title: '计量单位', type: 'input' },
    ]
    expect(suggestPairs([price, unit], targets, [])).toEqual([
      { source: 'fprice', target: 'fcost' },
      { source: 'funit', target: 'funit' },
    ])
    expect(suggestPairs([price], targets, [{ source: 'other', target: 'fcost' }])).toEqual([])
    const day = { key: 'fprice', title: '单价', type: 'date' }
    expect(findMisfit(price, day)).toContain('存不下')
    expect(suggestPairs([price], [day], [])).toEqual([])
  })
})

describe('a field for a value of a picker', () => {
  it('has the type, length and choices of the source, under a free key', () => {
    expect(fieldForSource(price, true, [{ key: 'fprice' }])).toEqual({
      key: 'fprice2',
      title: '单价',
      type: 'inputNumber',
      scale: 4,
      disabled: true,
    })
    expect(fieldForSource(unit, true, [])).toMatchObject({ type: 'select', dictCode: 'unit', length: 20 })
    expect(fieldForSource(source('fgoods', '品名', { type: 'popup', length: 80 }), true, [])).toMatchObject({
      type: 'input',
      length: 80,
    })
    expect(fieldForSource({ key: 'id', title: '主键', isShown: true }, false, [])).toEqual({
      key: 'fzj',
      title: '主键',
      type: 'hidden',
    })
  })

  it('stands behind the picker, on the form in its group', () => {
    const document = {
      fields: [{ key: 'a' }, { key: 'b' }],
      form: { groups: [{ fields: ['a', 'b'] }] },
    }
    const added = [
      { key: 'c', type: 'input' },
      { key: 'd', type: 'hidden' },
    ]
    expect(insertBehind(document, ['a'], added)).toEqual({
      fields: [{ key: 'a' }, ...added, { key: 'b' }],
      form: { groups: [{ fields: ['a', 'c', 'b'] }] },
    })
  })
})
