import { describe, expect, it } from 'vitest'
import { checkDocument, known } from '../world.ts'

const screen = (field: object, rest: object = {}) => ({
  version: 2,
  kind: 'screen',
  id: 'stock/trial',
  title: '试验',
  table: { name: 'stk_trial' },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fx', title: '甲', ...field },
  ],
  ...rest,
})
const text = { type: 'input' }
const number = { type: 'inputNumber' }
const priced = { type: 'select', options: [{ value: '1', text: '甲', values: { fprice: 3 } }] }

/** The mistake, the field, the pointer inside the field, and a part of the text that contains the remedy. */
const mistakes: [string, object, string, string][] = [
  ['a filled field without a source', { ...priced, destFields: ['fname'] }, '', '请补上 orgFields'],
  [
    'a filled value that no option has',
    { ...priced, orgFields: ['fcost'], destFields: ['fname'] },
    'orgFields/0',
    '请写进选项的 values',
  ],
  [
    'a filled value that the dictionary does not offer',
    { type: 'select', dictCode: 'stk_warehouse', orgFields: ['fspec'], destFields: ['fname'] },
    'orgFields/0',
    '请写进它的 source.fields',
  ],
  [
    'a filled field that does not exist',
    { ...priced, orgFields: ['fprice'], destFields: ['nothing'] },
    'destFields/0',
    '同级没有字段「nothing」',
  ],
  [
    'more filled fields than sources',
    { ...priced, orgFields: ['fprice'], destFields: ['fname', 'fname'] },
    'destFields',
    'destFields 有 2 个',
  ],
  [
    'a value of an unknown screen',
    { ...text, from: { field: 'fname', screen: 'base/nothing', value: 'fname' } },
    'from/screen',
    '没有界面「base/nothing」',
  ],
  [
    'an unknown value of another screen',
    { ...text, from: { field: 'fname', screen: 'base/supplier', value: 'fnothing' } },
    'from/value',
    '没有字段「fnothing」',
  ],
  [
    'conditions of a list that does not exist',
    { type: 'super_query', source: 'base/suplier' },
    'source',
    '没有界面或报表「base/suplier」。您是不是要写 base/supplier？',
  ],
  [
    'a reference that does not exist',
    { ...text, from: { field: 'fnothing', screen: 'base/supplier', value: 'fname' } },
    'from/field',
    '没有字段「fnothing」',
  ],
  [
    'a value of another screen that is queried as another type',
    { ...number, query: 'range', from: { field: 'fname', screen: 'base/supplier', value: 'fname' } },
    'query',
    '请把类型改成一样',
  ],
  [
    'a value of another screen with a default',
    { ...text, defaultValue: 'x', from: { field: 'fname', screen: 'base/supplier', value: 'fname' } },
    'defaultValue',
    '请删去',
  ],
]

const listProblems = (document: object) =>
  checkDocument(JSON.parse(JSON.stringify(document)), { knownNames: known })

describe('a field that fills others or shows the value of another record', () => {
  it.each(mistakes)('has one problem with a remedy: %s', (_title, field, place, remedy) => {
    const problems = listProblems(screen(field))
    expect(problems.map(({ path }) => path)).toEqual([`/fields/1/${place}`.replace(/\/$/, '')])
    expect(problems[0]?.text).toContain(remedy)
  })

  it.each([
    [{ ...priced, orgFields: ['text'], destFields: ['fname'] }],
    [{ ...text, from: { field: 'fname', screen: 'base/supplier', value: 'fname' } }],
    [
      {
        ...text,
        query: 'like',
        isOrder: true,
        from: { field: 'fname', screen: 'base/supplier', value: 'fname' },
      },
    ],
  ])('%j has no problem', (field) => {
    expect(listProblems(screen(field))).toEqual([])
  })

  it('a value that a filled field cannot hold is reported at the field', () => {
    const fields = [
      { key: 'fnum', title: '数', type: 'inputNumber' },
      {
        key: 'fx',
        title: '甲',
        ...priced,
        options: [{ value: '1', text: '甲', values: { fnum: '很多' } }],
        orgFields: ['fnum'],
        destFields: ['fnum'],
      },
    ]
    const problems = checkDocument({ ...screen({}), fields }, { knownNames: known })
    expect(problems.map(({ path }) => path)).toEqual(['/fields/1/destFields/0'])
  })

  it('has a problem at the formula that reads a value of another record', () => {
    const fields = [
      { key: 'fname', title: '名称', type: 'input' },
      { key: 'fx', title: '甲', ...number, compute: 'fy * 2' },
      { key: 'fy', ...number, from: { field: 'fname', screen: 'base/supplier', value: 'fname' } },
    ]
    const problems = listProblems(screen(number, { fields }))
    expect(problems.map(({ path }) => path)).toEqual(['/fields/1/compute'])
    expect(problems[0]?.text).toContain('公式和缺省值不能用它')
  })
})
