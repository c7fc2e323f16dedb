import type { Mistake, Right } from './mistake.ts'
import { flow, rows, screen, text } from './mistaken-document.ts'

const number = { key: 'fno', title: '编号', type: 'input', auto: 'S{####}' }
const state = { key: 'fx', title: '状态', ...text }
/** A screen whose field `fa` is on its public form. */
const form = (field: object = text, over: object = {}, more: object = {}) =>
  screen([number, state, { key: 'fa', title: '甲', ...field }], {
    ...flow({}),
    actions: { row: ['go'] },
    public: { fields: ['fa'], receipt: 'fno', ...over },
    ...more,
  })
const kinds = {
  version: 2,
  kind: 'dict',
  id: 'base/kinds',
  title: '类别',
  code: 'kinds',
  items: [{ value: '1', text: '甲' }],
}

const people = {
  version: 2,
  kind: 'dict',
  id: 'base/people',
  title: '用户',
  code: 'people',
  source: { table: 'sys_user', text: 'realname', value: 'username' },
}

/** Mistakes in forms for people without an account. */
export const publicMistakes: readonly Mistake[] = [
  ['an unknown public field', form(text, { fields: ['fb'] }), '/public/fields/0', '没有字段「fb」'],
  ['a public field with a right', form({ ...text, access: { read: 'x:y' } }), '/public/fields/0', '有列权限'],
  ['a public formula', form({ type: 'inputNumber', compute: '1 + 1' }), '/public/fields/0', '由公式算出'],
  ['a public state', form(text, { fields: ['fx'] }), '/public/fields/0', '只能由审批动作改'],
  ['a public number', form(text, { fields: ['fno', 'fa'] }), '/public/fields/0', '自动编号'],
  ['a public secret', form({ type: 'password', writeOnly: true }), '/public/fields/0', '是密码一类的值'],
  ['a public file', form({ type: 'file' }), '/public/fields/0', '公开表单不收文件'],
  ['a public picker', form({ type: 'sel_user' }), '/public/fields/0', '要查别的数据才能填'],
  ['a public field that no form has', form({ ...text, form: false }), '/public/fields/0', '在表单里不能填'],
  [
    'choices of a dictionary that are not named',
    form({ type: 'select', dictCode: 'kinds' }),
    '/public/fields/0',
    '请写 "choices": ["fa"]',
    [kinds],
  ],
  [
    'choices of users',
    form({ type: 'select', dictCode: 'people' }, { choices: ['fa'] }),
    '/public/fields/0',
    '是系统的数据',
    [people],
  ],
  ['choices of a text', form(text, { choices: ['fa'] }), '/public/choices/0', '不是取自字典的公开字段'],
  [
    'a condition over a field that is not public',
    form({ ...text, showIf: "fx == '1'" }),
    '/fields/3/showIf',
    '没有公开的「fx」',
  ],
  [
    'a default of the user',
    form({ ...text, defaultValue: '=user.realname' }),
    '/fields/3/defaultValue',
    '没有登录',
  ],
  ['a receipt without a number', form(text, { receipt: 'fa' }), '/public/receipt', '不是自动编号'],
  [
    'a state page with a detail',
    screen([number, rows()], { public: { fields: ['fname'], receipt: 'fno', state: { fields: ['items'] } } }),
    '/public/state/fields/0',
    '是明细',
  ],
  [
    'an end before the beginning',
    form(text, { opens: '2026-12-02', closes: '2026-12-01' }),
    '/public/closes',
    '截止早于开始',
  ],
  ['a day that is none', form(text, { opens: '2026-02-30' }), '/public/opens', '没有这一天'],
  ['a tenant without tenants', form(text, { tenant: 1 }), '/public/tenant', '请删去 tenant'],
  [
    'a required field that nobody fills',
    screen([number, { key: 'fa', title: '甲', ...text, validateRules: [{ required: true }] }], {
      public: { fields: ['fname'], receipt: 'fno' },
    }),
    '/public/fields',
    '「甲」必填，外人却填不到',
  ],
  [
    'a value that must be unique',
    form({ ...text, validateRules: [{ unique: true }] }),
    '/public/fields/0',
    '试得出有没有登记过',
  ],
]

/** Forms for people without an account that are right. */
export const rightPublic: readonly Right[] = [
  [
    'a form with conditions over public fields',
    form(
      { ...text, showIf: "fname != ''", defaultValue: '=today()' },
      {
        fields: ['fname', 'fa'],
        state: { fields: ['fx', 'fno'] },
        opens: '2026-12-01',
        closes: '2026-12-01',
      },
    ),
  ],
  [
    'public choices of a dictionary',
    form({ type: 'select', dictCode: 'kinds' }, { choices: ['fa'] }),
    [kinds],
  ],
  [
    'a form of its own over the records of another screen',
    {
      version: 2,
      kind: 'screen',
      id: 'stock/trial-two',
      title: '试验二',
      extends: 'stock/trial',
      public: { fields: ['fname'], receipt: 'fno' },
    },
    [form()],
  ],
]
