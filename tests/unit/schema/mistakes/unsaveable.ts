import { form, type Mistake, type Right, screen } from './mistake.ts'

const required = [{ required: true }]
const text = (more: object = {}) => ({ key: 'fx', title: '乙', type: 'input', ...more })
const number = (more: object = {}) => text({ type: 'inputNumber', ...more })
const rows = (column: object) => ({
  key: 'items',
  title: '明细',
  type: 'table',
  table: { name: 'stk_trial_row', fk: 'ftrialid' },
  fields: [
    { key: 'fa', title: '甲', type: 'input' },
    { key: 'fb', title: '乙', type: 'input', ...column },
  ],
})
const several = (values: string[], more: object = {}) =>
  text({ type: 'list_multi', options: values.map((value) => ({ value })), ...more })
const words = (value: string) => ({
  version: 2,
  kind: 'dict',
  id: 'dict/trial-words',
  title: '词',
  code: 'trial_words',
  items: [{ value, text: '词' }],
})
const dated = (defaultValue: string, check: string) =>
  screen([text({ type: 'date', defaultValue, validateRules: [{ check, message: '太早' }] })])
const picked = {
  key: 'fgoods',
  title: '货品',
  type: 'popup',
  popupCode: 'rp_goods',
  orgFields: ['fname'],
  destFields: ['fx'],
}
const setBy = (set: object, field: object) =>
  screen([{ key: 'fstate', title: '状态', type: 'input' }, field], {
    flow: {
      field: 'fstate',
      initial: '一',
      moves: [{ code: 'audit', title: '审核', from: ['一'], to: '二', set }],
    },
    actions: { row: ['audit'] },
  })

/** Records that could never be saved, or not as the form opens. */
export const unsaveableMistakes: readonly Mistake[] = [
  [
    'a required field that nobody can fill',
    screen([text({ disabled: true, validateRules: required })]),
    '/fields/1/disabled',
    '请写 defaultValue',
  ],
  [
    'a required column that nobody can fill',
    screen([rows({ disabled: true, validateRules: required })]),
    '/fields/1/fields/1/disabled',
    '请写 defaultValue',
  ],
  [
    'a required number that nobody can fill',
    screen([number({ disabled: true, validateRules: required })]),
    '/fields/1/disabled',
    '删去 disabled',
  ],
  [
    'a required field of a form that nobody can fill',
    form([text({ disabled: true, validateRules: required })]),
    '/fields/1/disabled',
    '请写 defaultValue',
  ],
  [
    'a required field that a form hides',
    form([text({ form: false, validateRules: required })]),
    '/fields/1/validateRules',
    '请写 defaultValue',
  ],
  [
    'a required hidden column',
    screen([rows({ type: 'hidden', validateRules: required })]),
    '/fields/1/fields/1/validateRules',
    '请写 defaultValue',
  ],
  [
    'a name as the default of a user',
    screen([text({ type: 'sel_user', defaultValue: '张三' })]),
    '/fields/1/defaultValue',
    '请写 "=user.username"',
  ],
  [
    'the name of the user as the default of a user',
    screen([text({ type: 'sel_user', defaultValue: '=user.realname' })]),
    '/fields/1/defaultValue',
    '请写 "=user.username"',
  ],
  [
    'a name as the default of a department',
    screen([text({ type: 'sel_depart', defaultValue: '采编部' })]),
    '/fields/1/defaultValue',
    '请改成主键',
  ],
  [
    'a name as the default of a role',
    screen([text({ type: 'sel_role', defaultValue: '管理员' })]),
    '/fields/1/defaultValue',
    '请改成主键',
  ],
  [
    'a name as the default of a position',
    screen([text({ type: 'sel_position', defaultValue: '馆长' })]),
    '/fields/1/defaultValue',
    '请改成职务编码',
  ],
  [
    'a name that a move sets for a user',
    setBy({ fx: '=user.realname' }, text({ type: 'sel_user' })),
    '/flow/moves/0/set/fx',
    '请写 "=user.username"',
  ],
  [
    'an option with a comma',
    screen([several(['甲', '乙,丙'])]),
    '/fields/1/options/1/value',
    '请换一个没有逗号的值',
  ],
  [
    'a box of a group with a comma',
    screen([several(['甲,乙'], { type: 'checkbox_group' })]),
    '/fields/1/options/0/value',
    '请换一个没有逗号的值',
  ],
  [
    'a column of several with a comma',
    screen([rows({ type: 'list_multi', options: [{ value: 'a,b' }] })]),
    '/fields/1/fields/1/options/0/value',
    '没有逗号的值',
  ],
  [
    'a word of a dictionary with a comma',
    screen([text({ type: 'list_multi', dictCode: 'trial_words' })]),
    '/fields/1/dictCode',
    '没有逗号的值',
    [words('甲,乙')],
  ],
  [
    'a default outside its pattern',
    screen([text({ defaultValue: 'abc', validateRules: [{ pattern: '^\\d+$', message: '只能写数字' }] })]),
    '/fields/1/defaultValue',
    '请改缺省值或 validateRules',
  ],
  [
    'a default outside a named pattern',
    screen([text({ defaultValue: '12345', validateRules: [{ pattern: 'm' }] })]),
    '/fields/1/defaultValue',
    '请改缺省值',
  ],
  [
    'a default outside its check',
    screen([number({ defaultValue: 0, validateRules: [{ check: 'fx > 0', message: '必须大于 0' }] })]),
    '/fields/1/defaultValue',
    '必须大于 0',
  ],
  [
    'a default outside a check of its row',
    screen([rows({ type: 'inputNumber', defaultValue: 0, validateRules: [{ check: 'row.fb > 0' }] })]),
    '/fields/1/fields/1/defaultValue',
    '请改缺省值',
  ],
  [
    'a default outside a check of its head',
    screen([number({ defaultValue: 5, validateRules: [{ check: 'form.fx < 3' }] })]),
    '/fields/1/defaultValue',
    '请改缺省值',
  ],
  ['a day that is over as a default', dated('2020-01-01', 'fx >= today()'), '/fields/1/defaultValue', '太早'],
  [
    'a default of a form outside its pattern',
    form([text({ defaultValue: 'x', validateRules: [{ pattern: '^\\d+$' }] })]),
    '/fields/1/defaultValue',
    '请改缺省值',
  ],
  [
    'a default that is too short',
    screen([text({ defaultValue: '甲', validateRules: [{ check: 'len(fx) >= 2', message: '至少两个字' }] })]),
    '/fields/1/defaultValue',
    '至少两个字',
  ],
]

export const saveable: readonly Right[] = [
  [
    'a required field with a default',
    screen([text({ disabled: true, defaultValue: '甲', validateRules: required })]),
  ],
  ['a required field with a formula', screen([number({ compute: 'len(fname)', validateRules: required })])],
  ['a required number', screen([text({ disabled: true, auto: 'A{####}', validateRules: required })])],
  [
    'a required field that a record fills',
    screen([picked, text({ disabled: true, validateRules: required })]),
  ],
  ['a disabled field that may be blank', screen([text({ disabled: true })])],
  [
    'a field that is disabled now and then',
    screen([text({ disableIf: "mode == 'edit'", validateRules: required })]),
  ],
  [
    'a field that only warns',
    screen([text({ disabled: true, validateRules: [{ required: true, level: 'warning' }] })]),
  ],
  [
    'a required field that a form loads',
    form([text({ disabled: true, validateRules: required })], { load: { url: '/stock/ask' } }),
  ],
  [
    'a required field outside the groups',
    screen([text({ validateRules: required })], { form: { groups: [{ title: '甲', fields: ['fname'] }] } }),
  ],
  ['a field outside the groups of a form', form([text()], { groups: [{ title: '甲', fields: ['fname'] }] })],
  ['the user as a default', screen([text({ type: 'sel_user', defaultValue: '=user.username' })])],
  ['an account as a default', screen([text({ type: 'sel_user', defaultValue: 'clerk' })])],
  ['a department as a default', screen([text({ type: 'sel_depart', defaultValue: 'A01A01' })])],
  ['the name of the user in a text', screen([text({ defaultValue: '=user.realname' })])],
  ['a comma in a single choice', screen([text({ type: 'select', options: [{ value: '甲,乙' }] })])],
  [
    'a comma in the text of an option',
    screen([text({ type: 'list_multi', options: [{ value: '1', text: '甲,乙' }] })]),
  ],
  [
    'a default inside its rules',
    screen([number({ defaultValue: 1, validateRules: [{ check: 'fx > 0' }, { pattern: '^\\d+$' }] })]),
  ],
  [
    'a default whose rule reads another field',
    screen([number({ defaultValue: 0, validateRules: [{ check: 'fx > len(fname)' }] })]),
  ],
  [
    'a default against a rule that only warns',
    screen([number({ defaultValue: 0, validateRules: [{ check: 'fx > 0', level: 'warning' }] })]),
  ],
  [
    'a default of a choice by its value',
    screen([
      text({
        type: 'select',
        options: [{ value: 1, text: '甲' }],
        defaultValue: 1,
        validateRules: [{ check: 'fx == 1' }],
      }),
    ]),
  ],
  [
    'a computed default',
    screen([number({ defaultValue: '=len(fname)', validateRules: [{ check: 'fx > 0' }] })]),
  ],
]
