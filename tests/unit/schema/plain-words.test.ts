import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { resolveDocument } from '#runtime/schema/kinds/screen/overlay.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { renameIn } from './rename/shipped.ts'
import { checkDocument } from './world.ts'

const goods = {
  version: 2,
  kind: 'screen',
  id: 'tk/goods',
  title: '货品',
  table: { name: 'tk_goods' },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fprice', title: '单价', type: 'inputNumber', scale: 2 },
  ],
}
const picker = {
  version: 2,
  kind: 'picker',
  id: 'tk/pick',
  title: '选货品',
  code: 'tk_goods',
  source: { screen: 'tk/goods' },
  fields: ['fname', 'fprice'],
}
const take = { fgoods: 'fname', fgoodsid: 'id', fcost: 'fprice' }
const popup = { key: 'fgoods', title: '货品', type: 'popup', popupCode: 'tk_goods' }
const unit = {
  key: 'funit',
  title: '单位',
  type: 'select',
  options: [{ value: '册', values: { frate: 2 } }],
  take: { fcost: 'frate' },
}
const bill = (more: object = { take }, choice: object = {}) => ({
  version: 2,
  kind: 'screen',
  id: 'tk/bill',
  title: '单据',
  table: { name: 'tk_bill' },
  fields: [
    { ...popup, ...more },
    { key: 'fgoodsid', type: 'hidden' },
    { key: 'fcost', title: '成本', type: 'inputNumber', scale: 2 },
    { ...unit, ...choice },
  ],
})
const world = [goods, picker]
const findings = (document: JsonObject, ...others: JsonObject[]) =>
  checkDocument(document, { knownNames: collectKnown([...world, ...others, document], registeredNames) })
const serve = (document: JsonObject, ...others: JsonObject[]): JsonObject[] => {
  const resolved = resolveDocument(document, (id) => others.find((other) => other.id === id))
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.problems))
  return resolved.document.fields as JsonObject[]
}

describe('take', () => {
  it('is served as the pair of lists that it stands for, in forms too', () => {
    expect(findings(bill())).toEqual([])
    const pair = { orgFields: ['fname', 'id', 'fprice'], destFields: ['fgoods', 'fgoodsid', 'fcost'] }
    expect(serve(bill())[0]).toEqual({ ...popup, ...pair })
    const { table: _, ...rest } = bill()
    const submit = { method: 'POST', url: '/tk/bill' }
    const form = { ...rest, kind: 'form', id: 'tk/ask', submit }
    expect(findings(form)).toEqual([])
    expect(serve(form)[0]).toEqual({ ...popup, ...pair })
  })

  it.each([
    [
      'a field that does not exist',
      bill({ take: { ...take, fcots: 'fprice' } }),
      '/fields/0/take/fcots',
      'fcost',
    ],
    ['a source that does not exist', bill({ take: { fgoods: 'fnam' } }), '/fields/0/take/fgoods', 'fname'],
    [
      'a value that the field cannot hold',
      bill({ take }, { options: [{ value: '册', values: { frate: '两元' } }] }),
      '/fields/3/take/fcost',
      '请改成',
    ],
    [
      'an option without the value',
      bill({ take }, { take: { fcost: 'fraet' } }),
      '/fields/3/take/fcost',
      'frate',
    ],
    [
      'the pair beside it',
      bill({ take, orgFields: ['id'], destFields: ['fgoodsid'] }),
      '/fields/0/take',
      '请删去 take',
    ],
    ['nothing', bill({ take: {} }), '/fields/0/take', ''],
    ['no pair and no take', bill({}), '/fields/0', 'destFields'],
  ])('with %s is one problem at its place', (_name, document, path, remedy) => {
    const found = findings(document)
    expect(found.map((problem) => problem.path)).toEqual([path])
    expect(found[0]?.text).toContain(remedy)
  })

  it('is followed by a rename of either side', () => {
    const names = (from: string, to: string, screen: string) => {
      const result = renameIn([...world, bill()], { kind: 'field', screen, from, to })
      if (!result.ok) throw new Error(result.faults.join())
      return result.documents.find(({ id }) => id === 'tk/bill')?.after.fields
    }
    expect(names('fcost', 'fexpense', 'tk/bill')).toMatchObject([
      { take: { fgoods: 'fname', fgoodsid: 'id', fexpense: 'fprice' } },
      {},
      { key: 'fexpense' },
      { take: { fexpense: 'frate' } },
    ])
    expect(names('fprice', 'fcharge', 'tk/goods')).toMatchObject([
      { take: { ...take, fcost: 'fcharge' } },
      {},
      {},
      {},
    ])
  })

  it('replaces the pair of the base in an overlay, and has its problems there', () => {
    const overlay = (patch: object) => ({
      version: 2,
      kind: 'screen',
      id: 'tk/view',
      title: '视图',
      extends: 'tk/bill',
      perm: 'tk:view',
      fields: [{ key: 'fgoods', ...patch }],
    })
    const base = bill({ orgFields: ['id'], destFields: ['fgoodsid'] })
    const short = { take: { fgoods: 'fname' } }
    expect(serve(overlay(short), base)[0]).toMatchObject({ orgFields: ['fname'], destFields: ['fgoods'] })
    expect(findings(overlay(short), base)).toEqual([])
    expect(findings(overlay({ take: { fgoods: 'fnam' } }), base).map(({ path }) => path)).toEqual([
      '/fields/0/take/fgoods',
    ])
    expect(serve(overlay({ orgFields: ['fname'], destFields: ['fgoods'] }), bill())[0]).not.toHaveProperty(
      'take',
    )
  })
})

describe('a colour', () => {
  const states = ['success', 'orange', 'muted', 'default']
  const colored = (color: string) => ({
    version: 2,
    kind: 'screen',
    id: 'tk/color',
    title: '颜色',
    table: { name: 'tk_color' },
    fields: [
      {
        key: 'fname',
        title: '名称',
        type: 'input',
        tag: Object.fromEntries(states.map((word) => [word, word])),
        colors: states.map((word) => ({ when: 'fname != null', color: word })),
        list: { tag: { 甲: color } },
      },
    ],
  })

  it('is written by its meaning or by its name in every place, and drawn as the same', () => {
    expect(findings(colored('red'))).toEqual([])
    expect(findings(colored('error'))).toEqual([])
    expect(serve(colored('error'))[0]).toMatchObject({
      tag: { success: 'green', orange: 'orange', muted: 'grey', default: 'default' },
      colors: ['success', 'warning', 'muted', 'muted'].map((color) => ({ color })),
      list: { tag: { 甲: 'red' } },
    })
    const figure = { type: 'statistic', title: '册数', value: 'total', source: { screen: 'tk/goods' } }
    const panel = {
      version: 2,
      kind: 'panel',
      id: 'tk/panel',
      title: '看板',
      blocks: [{ ...figure, facts: [{ title: '外借', value: 'total', color: 'red' }] }],
    }
    expect(findings(panel)).toEqual([])
    const resolved = resolveDocument(panel, () => undefined)
    expect(resolved).toMatchObject({ document: { blocks: [{ facts: [{ color: 'error' }] }] } })
  })

  it('that does not exist is refused with the nearest one, or with that of another tool', () => {
    expect(findings(colored('gren'))[0]).toMatchObject({
      path: '/fields/0/list/tag/甲',
      text: expect.stringContaining('您是不是要写 green？'),
    })
    expect(findings(colored('gold'))[0]?.text).toContain('orange')
  })
})
