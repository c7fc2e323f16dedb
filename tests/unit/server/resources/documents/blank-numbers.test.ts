import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import { RecordModel } from '#runtime/record/model.ts'
import { printRecord } from '#runtime/record/print/print-record.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { TestServer } from '../test-server.ts'
import { noteScreen } from './note-screen.ts'

type Tree = string | { operator: '+' | '-' | '*' | '/'; left: Tree; right: Tree } | { summed: Tree[] }

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, depthSize: 'medium' },
    fc.constantFrom('fa', 'fb', 'fc', '2', 'sum(items.fn)'),
    fc.record({
      operator: fc.constantFrom('+' as const, '-' as const, '*' as const),
      left: tie('tree'),
      right: tie('tree'),
    }),
    fc.record({ operator: fc.constant('/' as const), left: tie('tree'), right: fc.constantFrom('fa', 'fb') }),
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((summed) => ({ summed })),
  ),
}))

const write = (node: Tree): string => {
  if (typeof node === 'string') return node
  if ('summed' in node) return `sum(${node.summed.map(write).join(', ')})`
  return `(${write(node.left)} ${node.operator} ${write(node.right)})`
}

type Numbers = Record<'fa' | 'fb' | 'fc', number | null> & { items: { fn: number | null }[] }

/** The rule as accountants state it, on doubles. */
function expectedValue(node: Tree, values: Numbers): number | null {
  if (node === '2') return 2
  if (node === 'sum(items.fn)') return values.items.reduce((sum, { fn }) => sum + (fn ?? 0), 0)
  if (typeof node === 'string') return values[node as 'fa']
  if ('summed' in node) return node.summed.reduce((sum, part) => sum + (expectedValue(part, values) ?? 0), 0)
  const [left, right] = [expectedValue(node.left, values), expectedValue(node.right, values)]
  if (node.operator === '+') return (left ?? 0) + (right ?? 0)
  if (node.operator === '-') return (left ?? 0) - (right ?? 0)
  if (left === null || right === null) return null
  return node.operator === '*' ? left * right : left / right
}

const number = fc.option(fc.integer({ min: 1, max: 9 }), { freq: 2 })
const numbers: fc.Arbitrary<Numbers> = fc.record({
  fa: number,
  fb: number,
  fc: number,
  items: fc.array(fc.record({ fn: number }), { maxLength: 4 }),
})

const trees = [
  ...new Map(fc.sample(tree, { numRuns: 80, seed: 7 }).map((node) => [write(node), node])).values(),
]
const keys = ['fa', 'fb', 'fc']
const screen = noteScreen({
  fields: [
    ...keys.map((key) => ({ key, title: key, type: 'inputNumber' })),
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'demo_note_item', fk: 'fnoteid' },
      fields: [{ key: 'fn', title: '数', type: 'inputNumber' }],
    },
    { key: 'fday', title: '日期', type: 'date' },
    { key: 'fdue', title: '到期', type: 'date', compute: 'fday + 7' },
    { key: 'fshare', title: '单价', type: 'inputNumber', scale: 2, compute: '10 / fdivisor + 5' },
    { key: 'fdivisor', title: '份数', type: 'inputNumber' },
    ...trees.map((node, at) => ({
      key: `f${at}`,
      title: `第 ${at} 列`,
      type: 'inputNumber',
      scale: 6,
      length: 20,
      compute: write(node),
    })),
  ],
}) as unknown as ScreenDocument

const columns = trees.map((_, at) => `f${at}`)
const report = {
  version: 2,
  kind: 'report',
  id: 'demo/sums',
  title: '合计',
  code: 'demo_sums',
  source: { tables: ['demo_note'], sql: `select ${columns.join(', ')} from demo_note` },
  fields: columns.map((key) => ({ key, title: key, type: 'inputNumber', scale: 6, statistics: ['sum'] })),
}

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open({ 'demo/note.json': screen, 'demo/sums.json': report }, {})
})
afterAll(() => server?.close())

const env = {
  user: { id: '1', username: 'a', realname: 'a', orgCode: 'a' },
  now: new Date('2025-01-31T08:00:00Z'),
  mode: 'add' as const,
}
const lookup = { text: () => undefined, value: () => undefined, items: () => [] }
const add = (body: object) =>
  server.call('admin', 'POST', '/jeecg-boot/resource/demo/note/add', { body: { fdivisor: 1, ...body } })
const openModel = (values: object) => {
  const model = new RecordModel(screen, { ...values, items: [] }, {
    types: fieldValues,
    lookup,
    env,
  } as never)
  model.setHeads(values as Record<string, unknown>)
  return model
}

it('a blank number counts as 0 in sums and leaves a product blank: in the browser, on the server, in print, in the totals of a list and in a report', async () => {
  expect(trees.length).toBeGreaterThan(50)
  const samples = fc.sample(numbers, { numRuns: 12, seed: 3 })
  for (const values of samples) {
    const reply = await add(values)
    expect(reply.body.message).not.toMatch(/失败|除数/)
    const stored = reply.body.result
    const { items, ...head } = values
    const model = openModel(head)
    for (const row of items) model.rows('items')?.insert(0, [row])
    const template = {
      id: 'print/trial',
      title: '试验',
      screen: 'demo/note',
      blocks: trees.map((node) => ({ type: 'text', text: `{round(${write(node)}, 6)}` })),
    }
    const printed = printRecord(screen, template as never, stored, {
      types: fieldTypes,
      can: () => true,
      lookup,
      record: env,
    } as never)
    for (const [at, node] of trees.entries()) {
      const expected = expectedValue(node, values)
      const label = `${write(node)} of ${JSON.stringify(values)}`
      const paper = /"text":"([^"]*)"/.exec(JSON.stringify(printed[at]))?.[1]
      for (const value of [stored[`f${at}`], model.record[`f${at}`], paper]) {
        if (expected === null) expect(value || null, label).toBeNull()
        else expect(Number(value), label).toBeCloseTo(expected, 5)
      }
    }
  }
  const summed = columns.slice(0, 30).join()
  const query = { field: summed }
  const list = await server.call('admin', 'GET', '/jeecg-boot/resource/demo/note/summary', { query })
  const read = await server.call('admin', 'GET', '/jeecg-boot/online/cgreport/api/getData/demo_sums')
  for (const [at, node] of trees.entries()) {
    const results = samples.map((values) => expectedValue(node, values))
    const found = results.filter((value) => value !== null)
    const lack = results.length - found.length
    const totals = [
      read.body.result.totals[`f${at}`],
      ...(at < 30 ? [list.body.result.totals[`f${at}`]] : []),
    ]
    for (const total of totals) {
      expect(total.lack ?? 0, write(node)).toBe(lack)
      if (found.length > 0)
        expect(Number(total.sum), write(node)).toBeCloseTo(
          found.reduce((sum, value) => sum + value, 0),
          3,
        )
    }
  }
})

it('a day after a blank date is blank, not a number', async () => {
  const reply = await add({})
  expect(reply.body.result.fdue ?? null).toBeNull()
  expect(openModel({}).record.fdue ?? null).toBeNull()
})

it('a division by zero is a problem at its cell, and is not saved', async () => {
  const reply = await add({ fdivisor: 0 })
  expect(reply.body.message).toBe('除数是 0，单价算不出来。它由「份数」算出，请改这些值')
  const model = openModel({ fdivisor: 0 })
  expect(model.record.fshare).toBeNull()
  expect(model.headProblems()).toMatchObject([{ path: '/fshare', code: 'division' }])
})
