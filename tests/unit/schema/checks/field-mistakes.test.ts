import { describe, expect, it } from 'vitest'
import { fieldSettings } from '#runtime/fields/settings.ts'
import { patternWords } from '#runtime/schema/checks/pattern-words.ts'
import { composeSchema } from '#runtime/schema/compose.ts'
import { checkDocument, known } from '../world.ts'
import { number, rows, screen, text } from './mistaken-field.ts'

const mistakes: [string, object, string, string][] = [
  [
    'a property that no control reads',
    { ...text, props: { onClick: 'x' } },
    'props/onClick',
    '没有「onClick」',
  ],
  [
    'a setting of a control that the type lacks',
    { ...text, props: { autoComplete: 'new-password' } },
    'props',
    '用不到 props，请删去',
  ],
  ['a number in rich text', { type: 'umeditor', auto: 'A{####}' }, 'auto', '请把类型改成 input'],
  [
    'a number in a choice',
    { type: 'select', options: ['1'].map((value) => ({ value, text: value })), auto: 'A{####}' },
    'auto',
    '请把类型改成 input',
  ],
  ['a detail without columns', { ...rows, fields: [] }, 'fields', '请至少写一个字段'],
  ['a detail without room for a row', { ...rows, maxRows: 0 }, 'maxRows', '不能小于 1'],
  [
    'a value that no table stores and that is unique',
    { ...text, persist: false, validateRules: [{ unique: true }] },
    'validateRules/0/unique',
    '没有别的记录可比',
  ],
  ['a key that every object has', { ...text, key: 'toString' }, 'key', '请换一个名字'],
  [
    'a rule that checks nothing',
    { ...text, validateRules: [{ message: '请输入' }] },
    'validateRules/0',
    '请写 required、unique',
  ],
  [
    'options that the length cuts',
    {
      type: 'select',
      length: 1,
      options: [
        { value: 'aa', text: '甲' },
        { value: 'bb', text: '乙' },
      ],
    },
    'length',
    '值「aa」超过 1 个字，存不下，请加大 length',
  ],
  [
    'a dictionary whose values the length cuts',
    { type: 'select', length: 2, dictCode: 'bill_state' },
    'length',
    '超过 2 个字，存不下',
  ],
  [
    'states of a box that the column cuts',
    { type: 'checkbox', customValue: ['y'.repeat(21), 'n'] },
    'customValue/0',
    '超过 20 个字',
  ],
  [
    'states of a box that are no whole numbers',
    { type: 'checkbox', customValue: [0.5, 0] },
    'customValue/0',
    '不是能存的整数',
  ],
  [
    'states of a box that are the same',
    { type: 'checkbox', customValue: ['1', '1'] },
    'customValue',
    '分不出来',
  ],
  [
    'the old word for no files at all',
    { type: 'file', fieldExtendJson: { uploadnum: 0 } },
    'fieldExtendJson/uploadnum',
    '不能小于 1',
  ],
  [
    'a reference to the head in a column of the system',
    { ...rows, table: { name: 'stk_trial_row', fk: 'id' } },
    'table/fk',
    '请换一个名字，如 fbillid',
  ],
  [
    'a reference to the head in the column of the order',
    { ...rows, table: { name: 'stk_trial_row', fk: 'fbill', order: 'fbill' } },
    'table/fk',
    '请换一个名字',
  ],
  [
    'rows in a table of the database',
    { ...rows, table: { name: 'pg_type', fk: 'fbill' } },
    'table/name',
    '请换一个名字',
  ],
  [
    'rows in a table of the application',
    { ...rows, table: { name: 'sys_role_permission', fk: 'fbill' } },
    'table/name',
    '是系统自己的',
  ],
  [
    'a numbering pattern with an unknown date word',
    { ...text, auto: 'RK{yyyyMMd}{####}' },
    'auto',
    '如 RK{yyyyMMdd}{####}',
  ],
  [
    'a rule of a unique value that only warns',
    { ...text, validateRules: [{ unique: true, level: 'warning' }] },
    'validateRules/0/level',
    '请删去 level',
  ],
  [
    'a part of a masked value in a query',
    { ...text, mask: 'phone', query: 'like' },
    'query',
    '"query": "eq"',
  ],
  ['an order by a masked value', { ...text, mask: 'phone', isOrder: true }, 'isOrder', '请删去 isOrder'],
  [
    'a colour with an unknown field in its condition',
    { ...text, colors: [{ when: 'fnme == 1', color: 'error' }] },
    'colors/0/when',
    'fname',
  ],
  [
    'a colour by a name of the palette',
    { ...text, colors: [{ when: 'fname == 1', color: 'red' }] },
    'colors/0/color',
    'success、warning、error、info、muted',
  ],
  ['a code rule without its closing brace', { ...text, auto: `\${order_no` }, 'auto', `如 \${order_no}`],
  ['a numbering pattern without a number', { ...text, auto: 'RK{yyyyMMdd}' }, 'auto', '最后是流水号'],
  ['a numbering pattern of a number field', { ...number, auto: 'RK{####}' }, 'auto', '请把类型改成 input'],
  [
    'numbers longer than the field',
    { ...text, length: 5, auto: 'RK{yyyyMMdd}{####}' },
    'auto',
    '编号有 14 个字',
  ],
  [
    'a numbering pattern that is not stored',
    { ...text, persist: false, auto: 'RK{####}' },
    'auto',
    '请删去其中一个',
  ],
  [
    'a numbering pattern and a default',
    { ...text, auto: 'A{####}', defaultValue: 'x' },
    'defaultValue',
    '请删去其中一个',
  ],
  [
    'a formula and a default',
    { ...number, compute: '1 + 1', defaultValue: 3 },
    'defaultValue',
    '请删去其中一个',
  ],
  ['a text as the default of a number', { ...number, defaultValue: '一' }, 'defaultValue', '不是数字'],
  [
    'a default with too many digits',
    { ...number, scale: 2, length: 5, defaultValue: 123456 },
    'defaultValue',
    '整数部分最多 3 位',
  ],
  [
    'a default day that no calendar has',
    { type: 'date', defaultValue: '2026-02-30' },
    'defaultValue',
    '不是有效日期',
  ],
  [
    'a default outside the options',
    { type: 'select', options: [{ value: '1', text: '甲' }], defaultValue: '2' },
    'defaultValue',
    '可写 1',
  ],
  [
    'a default outside the dictionary',
    { type: 'select', dictCode: 'bill_state', defaultValue: '已审' },
    'defaultValue',
    '您是不是要写 已审核？',
  ],
  [
    'a default that is no state of a switch',
    { type: 'switch', defaultValue: 'yes' },
    'defaultValue',
    '请写 "Y"',
  ],
  [
    'a default that is too long',
    { ...text, length: 2, defaultValue: '四个汉字' },
    'defaultValue',
    '不能超过 2 个字',
  ],
  [
    'a default out of range',
    { type: 'slider', min: 0, max: 10, defaultValue: 50 },
    'defaultValue',
    '应在 0 到 10 之间',
  ],
  [
    'a default of a filter',
    { ...number, query: { rule: 'eq', defaultValue: '甲' } },
    'query/defaultValue',
    '不是数字',
  ],
  ['a minimum above the maximum', { type: 'slider', min: 10, max: 1 }, 'min', 'min 不能大于 max'],
  [
    'more rows at least than at most',
    { ...rows, minRows: 5, maxRows: 2 },
    'minRows',
    'minRows 不能大于 maxRows',
  ],
  ['more decimals than digits', { ...number, length: 2, scale: 5 }, 'scale', 'scale 不能大于 length'],
  ['a rename from its own key', { ...text, renamedFrom: 'fx' }, 'renamedFrom', '请写改名之前的 key'],
  ['a rename from a field that still exists', { ...text, renamedFrom: 'fname' }, 'renamedFrom', '请删去它'],
  ['a rename from a system column', { ...text, renamedFrom: 'createBy' }, 'renamedFrom', '系统自带的列'],
  [
    'a rename of a field that is not stored',
    { ...text, persist: false, renamedFrom: 'fold' },
    'renamedFrom',
    '请删去其中一个',
  ],
  ['decimals of a text', { ...text, scale: 2 }, 'scale', 'input 类型用不到 scale，请删去'],
  [
    'statistics of a text',
    { ...text, statistics: ['sum'] },
    'statistics',
    'input 类型用不到 statistics，请删去',
  ],
  ['a length of a date', { type: 'date', length: 5 }, 'length', 'date 类型用不到 length，请删去'],
  ['a text stored as an integer', { ...text, store: 'int' }, 'store', '可写 text、blob、native，或删去'],
  [
    'a column of the database alone that a form shows',
    { ...text, store: 'native' },
    'store',
    '"modes": ["detail"]',
  ],
  [
    'a column of the database alone with a default',
    { ...text, store: 'native', form: false, defaultValue: 'a' },
    'defaultValue',
    '由数据库自己写，defaultValue 不起作用',
  ],
  ['a query of a field that is not stored', { ...text, persist: false, query: true }, 'query', '不能查询'],
  [
    'an option twice',
    {
      type: 'select',
      options: [
        { value: '1', text: '甲' },
        { value: '1', text: '乙' },
      ],
    },
    'options/1/value',
    '请删去一项',
  ],
  [
    'options and a dictionary',
    { type: 'select', dictCode: 'bill_state', options: [{ value: '1', text: '甲' }] },
    'dictCode',
    '请删去 dictCode 或 options',
  ],
  ['a column of PostgreSQL', { ...text, column: 'ctid' }, 'key', '数据库自己的列'],
  ['a key that names a column of PostgreSQL', { ...text, key: 'xmin' }, 'key', '数据库自己的列'],
  ['a system column', { ...text, column: 'create_by' }, 'key', '系统自带的列'],
  ['the column of removed records', { ...text, key: 'delFlag' }, 'key', '系统自带的列'],
  [
    'a pattern with a look-ahead',
    { ...text, validateRules: [{ pattern: '(?=a)b' }] },
    'validateRules/0/pattern',
    '不支持前后查找',
  ],
  [
    'a pattern with a back reference',
    { ...text, validateRules: [{ pattern: '(a)\\1' }] },
    'validateRules/0/pattern',
    '不支持反向引用',
  ],
  ['a link that is no address', { ...text, href: 'www.library.cn' }, 'href', '以 / 开头'],
  [
    'a link with an unknown field',
    { ...text, href: '/stock/use?fno={nothing}' },
    'href',
    '没有字段「nothing」',
  ],
  [
    'a link with a filter that its page does not have',
    { ...text, href: '/stock/use?nothing=1' },
    'href',
    '没有字段「nothing」',
  ],
  [
    'a link to a page that does not exist',
    { ...text, href: '/stock/usee' },
    'href',
    '没有页面「/stock/usee」',
  ],
  ['a dictionary code that is no category', { type: 'cat_tree', dictCode: 'B01' }, 'dictCode', 'category:'],
]

describe('a mistake in the settings of a field', () => {
  it.each(mistakes)('%s is one problem with a remedy', (_title, field, place, remedy) => {
    const problems = checkDocument(screen(field), { knownNames: known })
    expect(problems.map(({ path }) => path)).toEqual([`/fields/1/${place}`])
    expect(problems[0]?.text).toContain(remedy)
    expect(problems[0]?.text).not.toMatch(/\^\S|error parsing|invalid|syntax/)
  })

  it.each([
    [{ ...text, auto: 'RK{yyyyMMdd}{####}', length: 14 }],
    [{ ...number, scale: 2, statistics: ['sum'], defaultValue: 1.5 }],
    [{ type: 'date', defaultValue: '=today()' }],
    [{ type: 'switch', defaultValue: true }],
    [{ type: 'select', dictCode: 'bill_state', query: { rule: 'in', defaultValue: '待审核,已审核' } }],
    [{ ...text, href: '/stock/use?fno={fname}&form=add' }],
    [{ ...text, tag: { constructor: 'red' }, 'x-note': { prototype: 1 } }],
  ])('%j has no problem', (field) => {
    expect(checkDocument(screen(field), { knownNames: known })).toEqual([])
  })
})

it('every pattern of the language is described in words', () => {
  const patterns: string[] = []
  JSON.stringify(composeSchema(fieldSettings), (key, value: unknown) => {
    // Names that a branch is chosen by are not reported.
    if (key === 'propertyNames') return undefined
    if (key === 'pattern' && typeof value === 'string') patterns.push(value)
    return value
  })
  expect([...new Set(patterns)].filter((pattern) => !(pattern in patternWords))).toEqual([])
})
