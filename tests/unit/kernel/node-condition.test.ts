import { describe, expect, it } from 'vitest'
import { parseNodeCondition } from '#runtime/kernel/node-condition.ts'

const node = {
  key: 'B01',
  value: 'B01',
  title: '府志',
  code: 'B01',
  parentId: '0',
  leaf: true,
  children: null,
}

describe('the condition of a tree', () => {
  it.each([
    ['{}', true],
    ['{"leaf":1}', true],
    ['{"leaf":true}', true],
    ['{"leaf":"0"}', false],
    ['{"name":"府志","code":"B01"}', true],
    ['{"name":"府志","code":"B02"}', false],
    ['{"pid":0}', true],
  ])('%s selects the node: %j', (text, isWanted) => {
    expect(parseNodeCondition(text)?.(node)).toBe(isWanted)
  })

  it.each(['', '[]', 'null', '{"status":1}', '{"leaf":{"gt":1}}', '{"__proto__":1}'])(
    'refuses %s',
    (text) => {
      expect(parseNodeCondition(text)).toBeNull()
    },
  )
})
