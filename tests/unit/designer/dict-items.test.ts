import { describe, expect, it } from 'vitest'
import { idOfCode, newDict, readItems, suggestCode } from '#designer/dictionary/dict-items.ts'

describe('pasted items of a dictionary', () => {
  it.each([
    [
      'a text on each line',
      '木柜\n玻璃柜\n',
      [
        ['木柜', '木柜'],
        ['玻璃柜', '玻璃柜'],
      ],
      {},
    ],
    ['a value and a text', '01\t木柜', [['01', '木柜']], {}],
    [
      'a text and a colour',
      '木柜\t绿色\n铁柜\tgrey',
      [
        ['木柜', '木柜'],
        ['铁柜', '铁柜'],
      ],
      { 木柜: 'green', 铁柜: 'grey' },
    ],
    ['a value, a text and a colour', '01\t木柜\t蓝', [['01', '木柜']], { '01': 'blue' }],
    [
      'a text of one word that is a colour',
      '红\n蓝',
      [
        ['红', '红'],
        ['蓝', '蓝'],
      ],
      {},
    ],
  ])('are read from %s', (_, sheet, items, tags) => {
    expect(readItems(sheet)).toEqual({
      items: items.map(([value, text]) => ({ value, text })),
      tags,
      repeated: [],
    })
  })

  it('may stand in one line with commas between them', () => {
    expect(readItems('木、玻璃，铁,砖\n').items.map(({ value }) => value)).toEqual(['木', '玻璃', '铁', '砖'])
    expect(readItems('农、林、牧\n渔').items.map(({ text }) => text)).toEqual(['农、林、牧', '渔'])
  })

  it('are unique, and blank lines are none', () => {
    expect(readItems('01\t木\n01\t铁').repeated).toEqual(['01 铁'])
    expect(readItems('木\r\n\r\n木\r\n\t铁\r\n').items).toEqual([{ value: '木', text: '木' }])
    expect(readItems('constructor\tconstructor').items).toEqual([
      { value: 'constructor', text: 'constructor' },
    ])
  })
})

describe('a new dictionary', () => {
  it('has a code from its title that is not taken, and an id from its code', () => {
    expect(suggestCode('柜型', () => false)).toBe('gx')
    expect(suggestCode('柜型', (code) => code === 'gx')).toBe('gx2')
    expect(idOfCode('dict', 'stk_Kind')).toBe('dict/stk-kind')
    expect(newDict('gx', '柜型', [{ value: 'a', text: '甲' }])).toMatchObject({
      id: 'dict/gx',
      kind: 'dict',
      code: 'gx',
    })
  })
})
