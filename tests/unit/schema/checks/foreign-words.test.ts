import { describe, expect, it } from 'vitest'
import { formatDocument } from '#runtime/schema/write/format.ts'
import { fixDocument } from '../../../../scripts/documents/document-fixes.ts'
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
const check = (json: unknown) => checkDocument(json, { knownNames: known })
const text = { type: 'input' }

/** The tool, the field as its users write it, and the field after the fix. */
const fields: [string, object, object][] = [
  [
    'a list of texts',
    { type: 'select', options: ['甲', 2] },
    {
      type: 'select',
      options: [
        { value: '甲', text: '甲' },
        { value: 2, text: '2' },
      ],
    },
  ],
  [
    'a map',
    { type: 'select', options: { a: '甲' } },
    { type: 'select', options: [{ value: 'a', text: '甲' }] },
  ],
  [
    'amis',
    { type: 'select', options: '甲，乙' },
    {
      type: 'select',
      options: [
        { value: '甲', text: '甲' },
        { value: '乙', text: '乙' },
      ],
    },
  ],
  [
    'Django',
    { type: 'select', choices: [['a', '甲']] },
    { type: 'select', options: [{ value: 'a', text: '甲' }] },
  ],
  ['Django', { type: 'BooleanField', help_text: '说' }, { type: 'switch', help: '说' }],
  ['Element', { type: 'el-select', dictCode: 'unit' }, { type: 'select', dictCode: 'unit' }],
  ['Element', { type: 'el-date-picker' }, { type: 'date' }],
  ['amis', { type: 'input-text' }, { type: 'input' }],
  [
    'JavaScript',
    { ...text, validateRules: [{ pattern: '/^a+$/' }] },
    { ...text, validateRules: [{ pattern: '^a+$' }] },
  ],
  [
    'antd',
    { ...text, validateRules: [{ pattern: 'email' }] },
    { ...text, validateRules: [{ pattern: 'e' }] },
  ],
  ['antd', { ...text, title: undefined, label: '乙' }, { type: 'input', title: '乙' }],
  ['antd', { ...text, key: undefined, dataIndex: 'fy' }, { key: 'fy', type: 'input' }],
  ['antd', { ...text, required: true }, { ...text, validateRules: [{ required: true }] }],
  [
    'antd',
    { ...text, rules: [{ type: 'email', message: '不对' }] },
    { ...text, validateRules: [{ pattern: 'e', message: '不对' }] },
  ],
  ['antd', { ...text, sorter: true }, { ...text, isOrder: true }],
  ['antd', { type: 'Input.TextArea' }, { type: 'textarea' }],
  [
    'antd',
    { type: 'select', valueEnum: { a: { text: '甲' } } },
    { type: 'select', options: [{ value: 'a', text: '甲' }] },
  ],
  ['antd', { ...text, width: '120px' }, { ...text, width: 120 }],
  ['antd', { ...text, fixed: true }, { ...text, fixed: 'left' }],
  ['antd', { ...text, hideInTable: true }, { ...text, list: false }],
  ['antd', { ...text, initialValue: 'x' }, { ...text, defaultValue: 'x' }],
  ['Formily', { type: undefined, 'x-component': 'NumberPicker' }, { type: 'inputNumber' }],
  ['Formily', { ...text, readOnly: true }, { ...text, disabled: true }],
  ['JeecgBoot', { type: undefined, fieldShowType: 'JImageUpload' }, { type: 'image' }],
  ['JeecgBoot', { ...text, fieldMustInput: '1' }, { ...text, validateRules: [{ required: true }] }],
  ['JeecgBoot', { ...text, dbFieldTxt: '乙', title: undefined }, { ...text, title: '乙' }],
  ['JeecgBoot', { type: 'date', defaultValue: '#{sysDate}' }, { type: 'date', defaultValue: '=today()' }],
  ['JeecgBoot', { ...text, isShowList: 0 }, { ...text, list: false }],
  ['JSON Schema', { type: 'string', maxLength: 20 }, { type: 'input', length: 20 }],
  [
    'JSON Schema',
    { type: 'select', enum: ['a', 'b'] },
    {
      type: 'select',
      options: [
        { value: 'a', text: 'a' },
        { value: 'b', text: 'b' },
      ],
    },
  ],
  ['JSON Schema', { type: 'boolean', default: 'Y' }, { type: 'switch', defaultValue: 'Y' }],
  ['MySQL', { type: 'varchar(50)' }, { type: 'input', length: 50 }],
  ['MySQL', { type: 'decimal(10,2)' }, { type: 'inputNumber', length: 10, scale: 2 }],
  [
    'MySQL',
    { type: 'datetime', defaultValue: 'CURRENT_TIMESTAMP' },
    { type: 'datetime', defaultValue: '=now()' },
  ],
  ['MySQL', { ...text, comment: '说明' }, { ...text, help: '说明' }],
  ['JeecgBoot', { ...text, dbIsPersist: 0 }, { ...text, persist: false }],
  ['JeecgBoot', { ...text, dbFieldNameOld: 'fold' }, { ...text, renamedFrom: 'fold' }],
  ['MySQL', { ...text, is_nullable: 'NO' }, { ...text, validateRules: [{ required: true }] }],
  ['Excel', { type: '单选', options: [{ value: 'a' }] }, { type: 'radio', options: [{ value: 'a' }] }],
  ['Excel', { ...text, 冻结: true }, { ...text, fixed: 'left' }],
  ['Excel', { type: '数值', formula: '=1+1' }, { type: 'inputNumber', compute: '1+1' }],
  [
    'Excel',
    { type: 'inputNumber', compute: 'IF(1<>2, ABS(1), 0)' },
    { type: 'inputNumber', compute: 'if(1!=2, abs(1), 0)' },
  ],
  [
    'Excel',
    { type: 'input', compute: 'UPPER(MID(fname, 1, 2))' },
    { type: 'input', compute: 'upper(substr(fname, 1, 2))' },
  ],
  [
    'MySQL',
    { type: 'input', compute: 'IFNULL(fname,0)' },
    { type: 'input', compute: 'if(fname == null, 0, fname)' },
  ],
  ['Excel', { type: 'inputNumber', statistics: ['平均'] }, { type: 'inputNumber', statistics: ['average'] }],
]

const plain = (json: unknown): unknown => JSON.parse(JSON.stringify(json))

describe('a word of another tool in a field', () => {
  it.each(fields)('%s: %j is answered with our word, and fixed', (_tool, written, wanted) => {
    const document = plain(screen(written))
    expect(
      check(document).every(
        ({ text: answer }) => answer.includes('请写') || answer.includes('写作') || answer.includes('表达式'),
      ),
    ).toBe(true)
    const fixed = fixDocument(document, check)
    expect(check(fixed.document)).toEqual([])
    expect(fixed.count).toBeGreaterThan(0)
    const [, field] = (fixed.document as { fields: unknown[] }).fields
    expect(field).toEqual(plain({ key: 'fx', title: '甲', ...wanted }))
  })

  it.each([
    ['a range of a number', { type: 'inputNumber', min: 1 }, '"check": "fnum >= 1"'],
    ['a condition of amis', { ...text, disabledOn: 'a' }, '写作 disableIf'],
    ['a field of Django that may be empty', { ...text, blank: true }, '必填写 "validateRules"'],
    ['a hidden field', { ...text, hidden: true }, '"type": "hidden"'],
    ['a renderer', { ...text, render: 'x' }, '文档里没有代码'],
    ['a lookup of Excel', { type: 'inputNumber', compute: 'VLOOKUP(A1,B:C,2)' }, 'orgFields'],
    ['a component of Formily beside a type', { ...text, 'x-read-pretty': true }, '请删去'],
    ['a code of Formily beside a type', { ...text, 'x-reactions': '{{$deps}}' }, '文档里没有代码'],
    ['a condition of JSON Schema', { ...text, oneOf: [] }, '条件写 showIf'],
    ['a format of Excel', { type: 'inputNumber', numFmt: '0.00' }, '小数位写 scale'],
    ['a conditional format of Excel', { ...text, 条件格式: '红' }, '按条件上色写 colors'],
    ['a style of antd', { ...text, className: 'red' }, '按条件上色写 colors'],
    ['a masked value', { ...text, desensitize: 'mobile' }, '"mask": "phone"'],
    ['a rule beside the field', { ...text, check: 'fname != 1' }, '写在校验规则里'],
    ['options of a text', { ...text, options: [{ value: 'a' }] }, '"type": "select"'],
    ['an index of MySQL', { ...text, index: true }, 'table.indexes'],
    ['a foreign key of MySQL', { ...text, references: 'bas_goods' }, '显示那条记录的值写 from'],
    ['a query setting of JeecgBoot', { ...text, queryDefVal: '1' }, '"query": {'],
    ['a cell of Excel', { type: 'inputNumber', compute: 'SUM(A1:A3)' }, '没有单元格'],
  ])('%s is explained where no key of ours has the same meaning', (_title, field, remedy) => {
    const problems = check(plain(screen(field)))
    expect(problems).toHaveLength(1)
    expect(problems[0]?.text).toContain(remedy)
    expect(problems[0]?.fix).toBeUndefined()
  })
})

describe('a word of another tool outside fields', () => {
  it.each<[string, object, object]>([
    ['the name of the table', { table: undefined, tableName: 'stk_trial' }, { table: { name: 'stk_trial' } }],
    ['a table name in camel case', { table: { name: 'StkTrial' } }, { table: { name: 'stk_trial' } }],
    ['an order in SQL', { list: { sort: 'fname desc, fx asc' } }, { list: { sort: '-fname,fx' } }],
    ['a dialog', { form: { open: 'dialog' } }, { form: { open: 'modal' } }],
    ['a part that is null', { form: null }, { kind: 'screen' }],
    ['an icon', { menu: { parent: 'stock', icon: 'TeamOutlined' } }, { menu: { icon: 'team' } }],
    [
      'an icon of Font Awesome',
      { menu: { parent: 'stock', icon: 'fa fa-user' } },
      { menu: { icon: 'user' } },
    ],
    ['the kind', { kind: 'crud' }, { kind: 'screen' }],
    ['the title', { title: undefined, name: '试验' }, { title: '试验' }],
    [
      'a rule that only warns',
      { fields: [{ key: 'fx', title: '甲', type: 'input', rules: [{ required: true, warningOnly: true }] }] },
      { fields: [{ validateRules: [{ required: true, level: 'warning' }] }] },
    ],
    [
      'a board',
      {
        fields: [{ key: 'fx', title: '甲', type: 'select', options: [{ value: 'a' }] }],
        list: { layout: 'kanban', board: { field: 'fx' } },
      },
      { list: { layout: 'board' } },
    ],
  ])('%s is fixed', (_title, written, wanted) => {
    const { document } = fixDocument(plain(screen(text, written)), check)
    expect(check(document)).toEqual([])
    expect(document).toMatchObject(wanted)
  })

  it('a list of related records in a form without records is refused, and the text names the remedy', () => {
    const form = {
      version: 2,
      kind: 'form',
      id: 'stock/trial-form',
      title: '登记',
      fields: [{ key: 'fname', title: '名称', type: 'input' }],
      related: [{ screen: 'base/supplier', by: 'fname' }],
      submit: { method: 'PUT', url: '/sys/user/updatePassword' },
    }
    expect(check(form)).toMatchObject([
      { path: '/related', text: expect.stringContaining('请写在存着记录的那个界面里，或删去') },
    ])
  })

  it('the properties of a JSON Schema become fields', () => {
    const properties = { fname: { type: 'string', title: '名称' }, fnum: { type: 'integer', title: '数量' } }
    const { document } = fixDocument(plain({ ...screen(text), fields: undefined, properties }), check)
    expect(check(document)).toEqual([])
    expect(formatDocument(document)).toContain('{ "key": "fnum", "title": "数量", "type": "inputNumber" }')
  })
})
