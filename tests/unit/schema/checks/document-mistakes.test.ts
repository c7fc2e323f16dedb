import { describe, expect, it } from 'vitest'
import { compilePattern } from '#server/records/read/pattern.ts'
import { field, flow, listProblems, screen, text } from '../mistakes/mistaken-document.ts'

describe('a mistake that would show later', () => {
  it.each([
    ['a system column as the order', screen([], { list: { sort: '-createTime' } })],
    [
      'a required hidden field that a record fills',
      screen([
        field({ type: 'hidden', validateRules: [{ required: true }] }),
        {
          key: 'fgoods',
          title: '货品',
          type: 'popup',
          popupCode: 'rp_goods',
          orgFields: ['id'],
          destFields: ['fx'],
        },
      ]),
    ],
    [
      'Chinese characters in a pattern',
      screen([field({ ...text, validateRules: [{ pattern: '^[\\u4e00-\\u9fa5]+$' }] })]),
    ],
    [
      'states that are options',
      screen([field({ type: 'select', options: [{ value: '草稿' }, { value: '已提交' }] })], flow()),
    ],
  ])('%s is none', (_title, document) => {
    expect(listProblems(document)).toEqual([])
  })
})

it('a pattern with numbered characters means the same on the server', () => {
  const pattern = compilePattern('^[\\u4e00-\\u9fa5]+$')
  expect(['方志', 'u4e00'].map((value) => pattern.test(value))).toEqual([true, false])
})
