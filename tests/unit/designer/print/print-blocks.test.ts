import { describe, expect, it } from 'vitest'
import { placeField } from '#designer/print/print-edit.ts'
import {
  findPrintDesign,
  newPrintBlock,
  type PrintableField,
  printDesigns,
} from '#runtime/schema/kinds/print/designs.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { getDocumentCheck } from '#server/documents/document-checker.ts'

const screen = {
  version: 2,
  kind: 'screen',
  id: 'trial/bill',
  title: '单据',
  table: { name: 'trial_bill' },
  fields: [
    { key: 'fno', title: '编号', type: 'input' },
    { key: 'fimg', title: '照片', type: 'image' },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'trial_item', fk: 'fbillid' },
      fields: [{ key: 'fname', title: '品名', type: 'input' }],
    },
  ],
}
const no: PrintableField = { key: 'fno', title: '编号', isPicture: false }
const picture: PrintableField = { key: 'fimg', title: '照片', isPicture: true }
const items: PrintableField = { key: 'items', title: '明细', columns: ['fname'], isPicture: false }
const name: PrintableField = { key: 'fname', title: '品名', detail: 'items', isPicture: false }
const printable = { fields: [no, picture, items, name], hasFlow: false }

const template = (...blocks: object[]) => ({
  version: 2,
  kind: 'print',
  id: 'trial/paper',
  title: '单据',
  screen: 'trial/bill',
  page: 'A4',
  blocks,
})
const check = getDocumentCheck()
const listProblems = (blocks: readonly object[]) => {
  const document = template(...blocks)
  return check(document, { knownNames: collectKnown([screen, document], registeredNames) })
}

describe('the palette of the print designer', () => {
  it.each(Object.keys(printDesigns))('adds a block without problems: %s', (type) => {
    if (findPrintDesign({ type })?.lack?.(printable) !== undefined) return
    expect(listProblems([newPrintBlock(type, printable)])).toEqual([])
  })

  it('says why it has no block for the screen', () => {
    const lack = (type: string) => findPrintDesign({ type })?.lack?.({ fields: [no], hasFlow: false })
    expect([lack('table'), lack('moves'), lack('fields')]).toEqual([
      '这个界面没有明细表',
      '这个界面没有审批',
      undefined,
    ])
  })
})

describe('a dropped field', () => {
  const drop = (field: PrintableField, block?: object) => {
    const blocks = block ? [block] : []
    const target = { into: block ? 0 : undefined, before: blocks.length }
    const placed = placeField(template(...blocks), field, target)
    expect(listProblems((placed?.template.blocks ?? []) as object[])).toEqual([])
    return placed?.template.blocks
  }

  it('goes into the block below the pointer', () => {
    expect(drop(no, { type: 'text', text: '号' })).toEqual([{ type: 'text', text: '号　编号：{fno}' }])
    expect(drop(no, { type: 'qr', text: '{id}' })).toEqual([{ type: 'qr', text: '{fno}' }])
    expect(drop(no, { type: 'fields', fields: ['fno'] })).toEqual([{ type: 'fields', fields: ['fno'] }])
    const table = { type: 'table', detail: 'items', columns: ['fname'] }
    expect(drop(name, table)).toEqual([table])
    const fixed = { type: 'picture', file: `temp/${'a'.repeat(32)}.png`, height: 20 }
    expect(drop(picture, fixed)).toEqual([{ type: 'picture', field: 'fimg', height: 20 }])
  })

  it('begins a block of its kind beside one that has no place for it', () => {
    const title = { type: 'title' }
    const table = { type: 'table', detail: 'items', columns: ['fname'] }
    expect(drop(no, title)).toEqual([title, { type: 'fields', fields: ['fno'] }])
    expect(drop(picture, title)).toEqual([title, { type: 'picture', field: 'fimg' }])
    expect([drop(name), drop(items)]).toEqual([[table], [table]])
  })
})
