import { expect, it } from 'vitest'
import { fieldSettings } from '#runtime/fields/settings.ts'
import { composeSchema } from '#runtime/schema/compose.ts'
import { formatDocument } from '#runtime/schema/write/format.ts'
import { keyOrder, mergeOrders } from '../../../scripts/generate/key-order.ts'

it('a merged order keeps every given order', () => {
  expect(
    mergeOrders('x', [
      ['a', 'c', 'e'],
      ['b', 'c', 'd'],
    ]),
  ).toEqual(['a', 'b', 'c', 'e', 'd'])
})

it('a merged order is refused when two orders contradict each other', () => {
  const orders = [
    ['a', 'b'],
    ['b', 'a'],
  ]
  expect(() => mergeOrders('menu', orders)).toThrow('menu: no order of a, b fits all shapes')
})

it('the key order has the properties of every group of the schema', () => {
  const order = keyOrder(composeSchema(fieldSettings))
  expect(order.document?.slice(0, 6)).toEqual(['$schema', 'version', 'kind', 'id', 'extends', 'title'])
  expect(order.blocks).toContain('facts')
  expect(order['options.*']).toEqual(['value', 'text', 'from', 'empty'])
})

it('the formatter writes the keys of each object in the order of its own shape', () => {
  const text = formatDocument({
    load: { options: { org: { empty: 'x', text: 'b', value: 'a' } }, url: '/a' },
    menu: { order: 1, parent: 'stock', 'x-note': '', unknown: 1 },
    kind: 'form',
    blocks: [{ titles: { type: '日期', ip: '地址' }, type: 'chart' }],
  })
  expect(text).toContain('"menu": { "parent": "stock", "order": 1, "unknown": 1, "x-note": "" }')
  expect(text).toContain('"url": "/a", "options": { "org": { "value": "a", "text": "b", "empty": "x" } }')
  expect(text).toContain('{ "type": "chart", "titles": { "ip": "地址", "type": "日期" } }')
})
