import { describe, expect, it } from 'vitest'
import { toBig } from '#runtime/kernel/decimal.ts'
import { functions } from '#runtime/kernel/expression/functions.ts'
import { functionResults, listResults } from '#runtime/kernel/expression/result.ts'
import { evaluate, parseExpression } from '#runtime/kernel/expression.ts'
import { checkDocument, known } from '../world.ts'

const fields = [
  { key: 'fname', title: '名称', type: 'input' },
  { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2 },
  { key: 'fdate', title: '日期', type: 'date' },
  { key: 'ftime', title: '时间', type: 'datetime' },
  { key: 'fkind', title: '种类', type: 'select', options: [{ value: '甲' }, { value: '乙' }] },
  { key: 'fmonth', title: '月份', type: 'month' },
  { key: 'fbox', title: '勾选', type: 'checkbox' },
  {
    key: 'items',
    title: '明细',
    type: 'table',
    table: { name: 'stk_trial_row', fk: 'ftrialid' },
    fields: [
      { key: 'fpart', title: '部分', type: 'input' },
      { key: 'fcount', title: '件数', type: 'inputNumber' },
      { key: 'fday', title: '日期', type: 'date' },
    ],
  },
]

const screen = (field: object, rest: object = {}) => ({
  version: 1,
  kind: 'screen',
  id: 'stock/trial',
  title: '试验',
  table: { name: 'stk_trial' },
  fields: [...fields, { key: 'fx', title: '结果', ...field }],
  ...rest,
})
const listProblems = (document: object) => checkDocument(document, { knownNames: known })

const number = { type: 'inputNumber', scale: 2 }
const text = { type: 'input' }
const date = { type: 'date' }
const choice = { type: 'select', options: [{ value: '高' }, { value: '低' }] }

/** The field, the place in it, and a part of the text that contains the remedy. */
const misfits: [object, string, string][] = [
  [{ ...number, compute: 'concat(fname, 1)' }, 'compute', '(文字) * 1'],
  [{ ...number, compute: 'fname' }, 'compute', '(文字) * 1'],
  [{ ...number, compute: 'capitals(fnum)' }, 'compute', '结果会是「文字」'],
  [{ ...number, compute: 'fdate' }, 'compute', 'days(起, 止)'],
  [{ ...number, compute: 'fnum > 3' }, 'compute', 'if(条件, 1, 0)'],
  [{ ...number, compute: "if(fnum > 3, 1, '少')" }, 'compute', '「少」'],
  [{ ...number, compute: 'items.fcount' }, 'compute', 'sum(明细.字段)'],
  [{ ...number, defaultValue: '=today()' }, 'defaultValue', '结果会是「日期」'],
  [{ ...number, compute: 'max(items.fday)' }, 'compute', '结果会是「日期」'],
  [{ ...number, compute: 'fkind' }, 'compute', '结果会是「文字」'],
  [{ ...number, compute: 'join(items.fpart)' }, 'compute', '(文字) * 1'],
  [{ ...number, length: 8, compute: '12345678901234567890' }, 'compute', '整数部分最多'],
  [{ ...choice, compute: 'fnum * 2' }, 'compute', '结果会是「数字」'],
  [{ type: 'switch', compute: 'fdate' }, 'compute', '结果会是「日期」'],
  [{ type: 'link', compute: 'fnum' }, 'compute', '结果会是「数字」'],
  [{ ...date, compute: 'fmonth' }, 'compute', '结果会是「月份」'],
  [{ ...text, compute: 'fbox' }, 'compute', "if(条件, '是', '否')"],
  [{ ...number, compute: 'days(fnum, fdate)' }, 'compute', '要写日期'],
  [{ ...number, compute: 'sum(items.fday)' }, 'compute', 'sum 只能算数字'],
  [{ ...number, compute: 'round(fnum, 20)' }, 'compute', '0 到 10'],
  [{ ...text, compute: 'substr(fname, 0, 2)' }, 'compute', '第一个字是 1'],
  [{ ...date, compute: 'fnum + 1' }, 'compute', '结果会是「数字」'],
  [{ ...date, compute: "concat(fname, '册')" }, 'compute', '结果会是「文字」'],
  [{ ...date, defaultValue: '=user.realname' }, 'defaultValue', '结果会是「文字」'],
  [{ ...text, compute: 'fnum > 3' }, 'compute', "if(条件, '是', '否')"],
  [{ ...choice, compute: "if(fnum > 3, '高', '底')" }, 'compute', '「底」'],
  [{ ...choice, computedOptions: 'fnum > 3' }, 'computedOptions', '以逗号相连'],
  [{ ...number, query: { rule: 'eq', defaultValue: '=today()' } }, 'query/defaultValue', '结果会是「日期」'],
  [
    { ...text, query: { rule: 'eq', defaultValue: '=fname' } },
    'query/defaultValue',
    '只能用 user.id、user.username、user.realname、user.orgCode、today()、now()',
  ],
  [{ ...number, compute: 'fdate - today()' }, 'compute', 'days(起, 止)'],
  [{ ...text, compute: "fname + '册'" }, 'compute', 'concat('],
  [{ ...number, compute: 'fnum * ftime' }, 'compute', '* 只能算数字'],
  [{ ...text, showIf: 'fdate > 20250131' }, 'showIf', "'2025-01-31'"],
  [{ ...text, colors: [{ when: "fnum == '多'", color: 'error' }] }, 'colors/0/when', '数字不能和文字比较'],
  [{ ...text, compute: 'createBy' }, 'compute', '请写 user.username'],
  [{ ...number, compute: 'year(form.createTime)' }, 'compute', '请写 now()'],
  [{ ...text, defaultValue: '=id' }, 'defaultValue', '请删去'],
  [{ ...text, validateRules: [{ check: "createBy == 'a'" }] }, 'validateRules/0/check', "mode == 'add' or"],
  [{ ...text, showIf: "fdate > '2026-1-1'" }, 'showIf', "请写成 '2026-01-01'"],
  [{ ...text, showIf: "'2026年2月3日' <= ftime" }, 'showIf', "请写成 '2026-02-03'"],
  [{ ...text, showIf: "createTime > '2026-01'" }, 'showIf', "请写成 '2025-01-31' 这样"],
  [{ ...text, showIf: "fmonth == '2025-1'" }, 'showIf', "请写成 '2025-01' 这样"],
  [{ ...number, compute: "days('2026/1/1', fdate)" }, 'compute', "请写成 '2026-01-01'"],
  [{ ...text, showIf: "fkind == '丙'" }, 'showIf', '没有值「丙」'],
  [{ ...text, disableIf: "'丙' != fkind" }, 'disableIf', '没有值「丙」'],
  [{ ...text, requireIf: "fkind in ['甲', '丙']" }, 'requireIf', '没有值「丙」'],
  [{ ...choice, options: [{ value: '1', text: '待审' }], showIf: "fx == '待审'" }, 'showIf', "请写 '1'"],
  [{ ...text, showIf: 'fname == user.name' }, 'showIf', '表达式里的 user.name 不是'],
  [{ ...text, showIf: 'user == fname' }, 'showIf', '表达式里的 user 不是'],
  [{ ...text, showIf: "fname == 'user.realname'" }, 'showIf', '请写 user.realname'],
  [{ ...text, defaultValue: '=user.department' }, 'defaultValue', '表达式里的 user.department 不是'],
  [
    { ...text, validateRules: [{ check: 'today() < fdate + fdate' }] },
    'validateRules/0/check',
    '日期只能加天数',
  ],
]

const fitting: object[] = [
  { ...number, compute: 'substr(fname, 1, 4) * 1' },
  { ...number, compute: 'substr(fdate, 1, 4)' },
  { ...number, compute: 'concat(year(fdate), month(fdate))' },
  { ...number, compute: "if(fname == '', null, sum(items.fcount))" },
  { ...number, compute: 'days(fdate, ftime)' },
  { ...number, compute: 'year(2025) + round(fnum, 2)' },
  { ...number, compute: '1.005' },
  { ...date, compute: "concat(substr(fdate, 1, 7), '-01')" },
  { ...date, compute: 'fdate + 7' },
  { ...date, compute: 'max(fdate, today())' },
  { ...date, compute: 'ftime' },
  { type: 'month', compute: 'fdate' },
  { type: 'month', compute: 'fmonth' },
  { ...date, compute: 'max(items.fday)' },
  { type: 'link', compute: "concat('/stock/in-bill?id=', fname)" },
  { ...choice, options: [{ value: 1 }, { value: 2 }], compute: 'fnum * 2' },
  { type: 'checkbox', compute: 'fbox' },
  { type: 'year', compute: 'year(fdate)' },
  { ...text, compute: 'fnum * 2' },
  { ...text, compute: 'fdate' },
  { ...text, defaultValue: '=user.realname' },
  { ...choice, compute: "if(fnum > 3, '高', '低')" },
  { ...choice, compute: 'fname' },
  { ...choice, computedOptions: "if(fnum > 3, '高,低', fname)" },
  { type: 'switch', compute: 'fnum > 3' },
  { type: 'checkbox', compute: 'fnum > 3' },
  { ...text, showIf: "fdate > '2025-01-31' and fnum == '' or fname" },
  { ...text, compute: 'createBy', persist: false },
  { ...text, validateRules: [{ check: "mode == 'add' or createBy == user.username" }] },
  { ...text, showIf: "ftime >= '2025-01-31 08:00:00' and fmonth == '2025-01' and fdate != ''" },
  { ...text, showIf: "fkind in ['甲', '乙'] and fname in ['丙'] and fname == 'user'" },
  { type: 'select', options: [{ value: 1, text: '待审' }], showIf: 'fx == 1 or fx == null' },
  { type: 'select', options: [{ value: '甲' }], allowInput: true, showIf: "fx == '丙'" },
  { ...text, showIf: "createTime > '2025-01-31' and fkind == '甲'" },
]

describe('the result of an expression', () => {
  it.each(misfits)('%j has one problem', (field, place, remedy) => {
    const problems = listProblems(screen(field))
    expect(problems.map(({ path }) => path)).toEqual([`/fields/8/${place}`])
    expect(problems[0]?.text).toContain(remedy)
  })

  it.each(fitting)('%j fits its field', (field) => {
    expect(listProblems(screen(field))).toEqual([])
  })

  it('fits the field that a move sets', () => {
    const flow = (set: object) => ({
      flow: {
        field: 'fkind',
        initial: '甲',
        moves: [{ code: 'audit', title: '审核', from: ['甲'], to: '乙', set }],
      },
    })
    const listPaths = (set: object) => listProblems(screen(date, flow(set))).map(({ path }) => path)
    expect(listPaths({ fnum: '=user.realname' })).toEqual(['/flow/moves/0/set/fnum'])
    expect(listPaths({ fx: '=today()', fname: '=user.realname' })).toEqual([])
  })

  it('fits the field that a pane binds', () => {
    const bound = (bind: object) =>
      screen(text, {
        list: { layout: 'erp' },
        panes: [{ title: '甲', screen: 'stock/in-bill', bind }],
      })
    const screens = known.screens.get('stock/in-bill')
    expect(screens?.get('fdate')?.type).toBe('date')
    expect(listProblems(bound({ fdate: '=master.fnum' })).map(({ path }) => path)).toEqual([
      '/panes/0/bind/fdate',
    ])
    expect(listProblems(bound({ fdate: '=master.fdate' }))).toEqual([])
  })
})

describe('the table of results', () => {
  it('has every function', () => {
    expect(Object.keys(functionResults).sort()).toEqual([...functions.keys()].sort())
  })

  it.each([
    ...['round(a)', 'abs(a)', 'min(a, a)', 'sum(l)', 'avg(l)', 'count(l)', 'len(t)', 'initials(t)'],
    ...['contains(t, t)', 'today()', 'now()', 'days(d, d)', 'upper(t)', 'lower(t)', 'year(d)', 'month(d)'],
    ...['addMonths(d, 1)', 'endOfMonth(d)'],
    ...['capitals(a)', 'd + 1', 'a * a', 'a == a', 'not a', '-a', "if(a, 'x', 'y')", '[a]', 'max(d, d)'],
  ])('says what %s gives', (source) => {
    const read = parseExpression(source)
    if (!read.ok) throw new Error(read.text)
    const types = { a: 'number', t: 'text', d: 'date', l: 'list' } as const
    const values = { a: 3, t: '志书', d: '2025-01-31', l: [1, 2] }
    const [result] = listResults(read.value.node, ([name = '']) => types[name as keyof typeof types] ?? 'any')
    const value = evaluate(read.value, ([name = '']) => values[name as keyof typeof values])
    const actual = Array.isArray(value)
      ? 'list'
      : typeof value === 'boolean'
        ? 'boolean'
        : typeof value !== 'string'
          ? toBig(value) && 'number'
          : /^\d{4}-\d{2}-\d{2}$/.test(value)
            ? 'date'
            : /^\d{4}-\d{2}-\d{2} /.test(value)
              ? 'datetime'
              : 'text'
    expect(result?.type).toBe(actual)
  })
})
