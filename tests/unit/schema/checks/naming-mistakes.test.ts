import { describe, expect, it } from 'vitest'
import { number, screen, text } from '../mistakes/mistaken-field.ts'
import { checkDocument, known } from '../world.ts'

const goods = { dictCode: 'stk_warehouse', type: 'select' }

describe('a mistake that names something', () => {
  it('compares a filter of a dictionary with a value that it never has', () => {
    const document = screen({ ...goods, dictWhere: { fspec: '$form.fday' } })
    const fields = [...document.fields, { key: 'fday', title: '日期', type: 'date' }]
    const problemsWith = (type: string) => {
      const spec = { key: 'fspec', type }
      const screens = new Map([...known.screens].map(([id, of]) => [id, new Map(of).set('fspec', spec)]))
      return checkDocument({ ...document, fields }, { knownNames: { ...known, screens } })
    }
    expect(problemsWith('inputNumber')).toMatchObject([
      { path: '/fields/1/dictWhere/fspec', text: expect.stringContaining('不会相等，请换') },
    ])
    expect(problemsWith('datetime')).toEqual([])
  })

  const panel = (block: object) => ({
    version: 2,
    kind: 'panel',
    id: 'stock/trial',
    title: '试验',
    blocks: [{ type: 'statistic', title: '张数', value: 'total', ...block }],
  })

  it.each<[string, unknown, string, string]>([
    [
      'a filter that the dictionary does not allow',
      screen({ ...goods, dictWhere: { fcode: '1' } }),
      '/fields/1/dictWhere/fcode',
      '可写 fspec',
    ],
    [
      'a filter by an unknown field',
      screen({ ...goods, dictWhere: { fspec: '$form.none' } }),
      '/fields/1/dictWhere/fspec',
      '没有字段「none」',
    ],
    [
      'a filter by a row outside rows',
      screen({ ...goods, dictWhere: { fspec: '$row.fname' } }),
      '/fields/1/dictWhere/fspec',
      '请写 $form.fname',
    ],
    [
      'a query of a panel',
      panel({ source: { screen: 'stock/use', query: { nothing: '1' } } }),
      '/blocks/0/source/query/nothing',
      '没有字段「nothing」',
    ],
    [
      'a link of a panel',
      panel({ source: { screen: 'stock/use' }, href: '/stock/use?nothing=1' }),
      '/blocks/0/href',
      '没有字段「nothing」',
    ],
    [
      'a formula that reads an unknown name like its own',
      screen({ ...number, compute: 'fxx * 2' }),
      '/fields/1/compute',
      'fxx 不是已声明的字段',
    ],
    [
      'a misspelt required key',
      { ...screen(text), title: undefined, titel: '试验' },
      '/titel',
      '您是不是要写 title？',
    ],
    [
      'a default that reads its own field',
      screen({ ...text, defaultValue: '=concat(fx, 1)' }),
      '/fields/1/defaultValue',
      'fx → fx',
    ],
    ['a permission code in Chinese', screen(text, { perm: '库存' }), '/perm', '如 stock:in'],
    ['an order in SQL', screen(text, { list: { sort: 'fname asc,fx' } }), '/list/sort', '倒序在前面加 -'],
    [
      'an opinion in a field of numbers',
      screen(
        { ...text, key: 'fstate' },
        {
          fields: [
            { key: 'fstate', title: '状态', type: 'input' },
            { key: 'fnum', title: '数量', type: 'inputNumber' },
          ],
          flow: {
            field: 'fstate',
            initial: '新',
            moves: [
              { code: 'audit', title: '审核', from: ['新'], to: '旧', ask: { key: 'fnum', title: '意见' } },
            ],
          },
        },
      ),
      '/flow/moves/0/ask/key',
      '请换一个 input 或 textarea 字段',
    ],
    [
      'a move that sets the state twice',
      screen(text, {
        flow: {
          field: 'fname',
          initial: '新',
          moves: [{ code: 'audit', title: '审核', from: ['新'], to: '旧', set: { fname: '坏' } }],
        },
      }),
      '/flow/moves/0/set/fname',
      '由 to 写入',
    ],
    [
      'an index over a long text',
      screen({ type: 'textarea' }, { table: { name: 'stk_trial', indexes: [['fname', 'fx']] } }),
      '/table/indexes/0/1',
      '最多放 900 个字',
    ],
    [
      'an index over several users',
      screen({ type: 'sel_user', multi: true }, { table: { name: 'stk_trial', indexes: [['fx']] } }),
      '/table/indexes/0/0',
      '最多放 900 个字',
    ],
    [
      'a hook for the records of another table',
      screen(text, { hooks: ['system.user'] }),
      '/hooks/0',
      '只用于表 sys_user，本文档的表是 stk_trial',
    ],
    [
      'an unknown parent of the menu',
      screen(text, { menu: { parent: 'storehouse' } }),
      '/menu/parent',
      '可写 catalog、',
    ],
  ])('%s is one problem with a remedy', (_title, document, path, remedy) => {
    const problems = checkDocument(JSON.parse(JSON.stringify(document)), { knownNames: known })
    expect(problems.map((problem) => problem.path)).toEqual([path])
    expect(problems[0]?.text).toContain(remedy)
  })

  it.each(['sel_user', 'sel_depart'])('allows a unique index over a single %s and a text', (type) => {
    const table = { name: 'stk_trial', indexes: [{ fields: ['fname', 'fx'], unique: true }] }
    expect(checkDocument(screen({ type }, { table }), { knownNames: known })).toEqual([])
  })

  it('does not offer the field that the formula computes', () => {
    const problems = checkDocument(screen({ ...number, compute: 'fxx * 2' }), { knownNames: known })
    expect(problems[0]?.text).not.toContain('您是不是要写 fx？')
  })
})
