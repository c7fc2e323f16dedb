import { describe, expect, it } from 'vitest'
import { actionCodes } from '#runtime/schema/action-codes.ts'
import { detailTableScreen, headScreen } from '#runtime/schema/compose/sub-screen.ts'
import { formLayout } from '#runtime/schema/form-layout.ts'
import type { DetailField, ScreenDocument } from '#runtime/schema/types.ts'
import { checkDocument, jsonOfFile, known } from './world.ts'

type Json = Record<string, unknown>

const detailAt = 5
/** A valid screen with changes to its own keys and to those of its detail table. */
const changed = (screen: Json, detail: Json = {}): Json => {
  const json = jsonOfFile('good/stock/use.json') as Json & { fields: Json[] }
  Object.assign(json, screen)
  Object.assign(json.fields[detailAt] ?? {}, detail)
  return json
}
const erp = { list: { layout: 'erp' } }
const own = { own: true, minRows: undefined }
const pane = (said: Json) => ({
  ...erp,
  panes: [{ title: '供应', screen: 'base/supplier', bind: { id: '=master.id' }, ...said }],
})
/** The detail table with rows that form a tree. */
const tree = (said: Json, field: Json = {}, parent: Json = {}): Json => {
  const json = changed({}, { tree: { parent: 'pid', ...said }, ...field }) as Json & { fields: Json[] }
  const detail = json.fields[detailAt] as Json & { fields: Json[] }
  detail.fields.push({ key: 'pid', type: 'hidden', ...parent })
  return json
}
const listProblems = (json: Json) =>
  checkDocument(JSON.parse(JSON.stringify(json)), { knownNames: known }).map(({ code, path }) => [code, path])

describe('the check of detail tables and panes', () => {
  it.each<[string, Json]>([
    ['rows saved by themselves', changed(erp, own)],
    ['buttons of such rows', changed(erp, { ...own, actions: { toolbar: ['add'], row: ['edit'] } })],
    ['a one-to-one detail', changed({}, { minRows: undefined, maxRows: 1, look: 'form', columnCount: 2 })],
    ['another screen below', changed(pane({}))],
    ['related records below the form', changed({ related: [{ screen: 'base/supplier', by: 'fname' }] })],
    ['rows in a tree', tree({})],
    ['pages of rows', changed({}, { pageSize: 10 })],
    [
      'what opens from a row',
      changed({}, { panes: [{ title: '供应', screen: 'base/supplier', bind: { id: '=row.id' } }] }),
    ],
    ['a tab list', changed({ list: { layout: 'tab' } })],
    ['an inner-table list', changed({ list: { layout: 'innerTable' } })],
  ])('accepts %s', (_name, json) => {
    expect(listProblems(json)).toEqual([])
  })

  it.each<[string, Json, string, string]>([
    [
      'related records of an unknown screen',
      changed({ related: [{ screen: 'base/suplier', by: 'fname' }] }),
      'UNKNOWN_NAME',
      '/related/0/screen',
    ],
    [
      'related records by an unknown field',
      changed({ related: [{ screen: 'base/supplier', by: 'fnothing' }] }),
      'UNKNOWN_FIELD',
      '/related/0/by',
    ],
    [
      'related records by an unknown key of the record',
      changed({ related: [{ screen: 'base/supplier', by: 'fname', key: 'fnothing' }] }),
      'UNKNOWN_FIELD',
      '/related/0/key',
    ],
    ['own rows outside an ERP list', changed({}, own), 'BAD_VALUE', '/fields/5/own'],
    ['a least number of own rows', changed(erp, { own: true, minRows: 1 }), 'BAD_VALUE', '/fields/5/minRows'],
    [
      'buttons of rows saved with the head',
      changed({}, { actions: { toolbar: ['add'] } }),
      'BAD_VALUE',
      '/fields/5/actions',
    ],
    [
      'an unknown button of own rows',
      changed(erp, { ...own, actions: { row: ['audit'] } }),
      'UNKNOWN_NAME',
      '/fields/5/actions/row/0',
    ],
    ['a tree by no field', tree({ parent: 'above' }), 'UNKNOWN_FIELD', '/fields/5/tree/parent'],
    ['a tree in no column', tree({ text: 'ftitel' }), 'UNKNOWN_FIELD', '/fields/5/tree/text'],
    [
      'a parent that is typed',
      tree({}, {}, { type: 'input', title: '上级' }),
      'BAD_VALUE',
      '/fields/5/tree/parent',
    ],
    ['pages of a tree', tree({}, { pageSize: 10 }), 'BAD_VALUE', '/fields/5/pageSize'],
    [
      'a tree in a form of one row',
      tree({}, { look: 'form', maxRows: 1, minRows: undefined }),
      'BAD_VALUE',
      '/fields/5/tree',
    ],
    [
      'what opens from a row bound to the list',
      changed({}, { panes: [{ title: '供应', screen: 'base/supplier', bind: { id: '=master.id' } }] }),
      'UNKNOWN_NAME',
      '/fields/5/panes/0/bind/id',
    ],
    ['a form of several rows', changed({}, { look: 'form' }), 'BAD_VALUE', '/fields/5/look'],
    ['columns without a form', changed({}, { columnCount: 2 }), 'BAD_VALUE', '/fields/5/columnCount'],
    ['panes outside an ERP list', changed({ ...pane({}), list: {} }), 'BAD_VALUE', '/panes'],
    [
      'a pane of an unknown screen',
      changed(pane({ screen: 'base/nothing' })),
      'UNKNOWN_NAME',
      '/panes/0/screen',
    ],
    [
      'a pane bound to a field it has not',
      changed(pane({ bind: { nothing: '=master.id' } })),
      'UNKNOWN_FIELD',
      '/panes/0/bind/nothing',
    ],
    [
      'a pane bound to what the master has not',
      changed(pane({ bind: { id: '=master.nothing' } })),
      'UNKNOWN_FIELD',
      '/panes/0/bind/id',
    ],
    [
      'a pane bound to something else',
      changed(pane({ bind: { id: '=user.id' } })),
      'UNKNOWN_NAME',
      '/panes/0/bind/id',
    ],
    ['a pane bound to nothing', changed(pane({ bind: {} })), 'BAD_VALUE', '/panes/0/bind'],
  ])('refuses %s', (_name, json, code, path) => {
    expect(listProblems(json)).toEqual([[code, path]])
  })

  it('refuses a layout of details on a screen without details', () => {
    const json = jsonOfFile('good/base/goods.json') as Json
    expect(listProblems({ ...json, list: { layout: 'innerTable' } })).toEqual([['BAD_VALUE', '/list/layout']])
  })
})

const order = {
  id: 'bill/order',
  title: '订单',
  perm: 'order',
  version: 2,
  kind: 'screen',
  fields: [
    { key: 'rate', title: '税率', type: 'inputNumber' },
    { key: 'total', title: '合计', type: 'inputNumber', compute: 'sum(items.amount)' },
    { key: 'net', title: '净额', type: 'inputNumber', compute: 'total * rate' },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      own: true,
      fields: [
        { key: 'amount', title: '金额', type: 'inputNumber', compute: 'n * form.rate' },
        {
          key: 'n',
          title: '数',
          type: 'inputNumber',
          validateRules: [{ check: 'n > 0' }, { check: 'n < rate' }, { unique: true }],
        },
        { key: 'twice', title: '倍', type: 'inputNumber', compute: 'n * 2' },
      ],
    },
  ],
  list: { layout: 'erp' },
} as unknown as ScreenDocument
const [, , , items] = order.fields as unknown as [unknown, unknown, unknown, DetailField]

describe('headScreen and detailScreen', () => {
  it('leave to the server the parts that need both head and rows', () => {
    const head = headScreen(order)
    expect(head.fields.map(({ key, compute }) => [key, compute])).toEqual([
      ['rate', undefined],
      ['total', undefined],
      ['net', 'total * rate'],
    ])
    expect(head.fields[1]?.disabled).toBe(true)
    const rows = detailTableScreen(order, items, { master: '7' })
    expect(rows.fields.map(({ key, compute }) => [key, compute])).toEqual([
      ['amount', undefined],
      ['n', undefined],
      ['twice', 'n * 2'],
    ])
    expect(rows.fields[1]?.validateRules).toEqual([{ check: 'n > 0' }, {}])
  })

  it('name the record in every address of its rows', () => {
    const { url, perm } = detailTableScreen(order, items, { master: 'a b' })
    expect(perm).toBe('order.items')
    expect(url?.deleteBatch).toBe('/resource/bill/order/items/deleteBatch?master=a%20b')
  })

  it('have separate rights for rows that are saved separately', () => {
    expect(actionCodes(order)).toContainEqual({ code: 'order.items:add', title: '明细新增' })
  })
})

describe('the form of a tab list', () => {
  it('has the head in one tab and each detail table in a tab of its own, whatever the groups', () => {
    const screen = {
      ...order,
      fields: order.fields.map((field) => ({ ...field, own: undefined })),
      list: { layout: 'tab' },
      form: {
        groups: [
          { title: '甲', fields: ['rate', 'items'] },
          { title: '乙', fields: ['total'] },
        ],
      },
    } as unknown as ScreenDocument
    expect(
      formLayout(screen, 'edit').groups.map(({ tab, title, fields }) => [
        tab,
        title,
        fields.map(({ key }) => key),
      ]),
    ).toEqual([
      ['基本信息', '甲', ['rate']],
      ['基本信息', '乙', ['total']],
      ['基本信息', '其他', ['net']],
      ['明细', undefined, ['items']],
    ])
  })
})
