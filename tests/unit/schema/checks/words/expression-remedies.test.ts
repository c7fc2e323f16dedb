import { describe, expect, it } from 'vitest'
import { parseExpression } from '#runtime/kernel/expression.ts'
import { adviseExpression } from '#runtime/schema/foreign/expressions.ts'
import { checkDocument, known } from '../../world.ts'

const titles = new Map([
  ['数量', 'fnum'],
  ['单价', 'fprice'],
  ['明细.金额', 'items.famount'],
])
const advise = (text: string) => {
  const read = parseExpression(text)
  return read.ok ? undefined : adviseExpression(text, read.text, (title) => titles.get(title))
}

/** The text as it is written, the corrected text, and a part of what is said of it. */
const corrected: [string, string, string?][] = [
  // Signs of Chinese typing.
  ['sum（items.famount）', 'sum(items.famount)', '全角的 （ ） 要写成半角的 ( )'],
  ['fkind == “府志”', "fkind == '府志'", '“” 要写成半角的'],
  ['fkind ＝＝ ‘府志’', "fkind == '府志'"],
  ['fnum ＋ fprice × 2 ÷ 3', 'fnum + fprice * 2 / 3'],
  ['if(fnum ≥ 1，fnum，0)', 'if(fnum >= 1, fnum, 0)', '，'],
  ['fnum ≠ 0', 'fnum != 0'],
  ['fnum　*　２', 'fnum * 2', '空格'],
  ["concat(fname, '（上）'，fcode)", "concat(fname, '（上）', fcode)"],
  // Excel.
  ['=fnum*fprice', 'fnum*fprice', '开头的 = 多了'],
  ['==fnum', 'fnum'],
  ['fnum = 1', 'fnum == 1'],
  ['fnum <> 1', 'fnum != 1'],
  ['IF(AND(fnum>1, fnum<5), "少", "多")', 'if((fnum>1 and fnum<5), "少", "多")'],
  ['IF(OR(fnum=1,fnum=2,fnum=3),1,0)', 'if((fnum==1 or fnum==2 or fnum==3), 1, 0)'],
  ['fname & "-" & fcode', 'concat(fname, "-", fcode)'],
  ['IF(fnum>1, fname&fcode, fname)', 'if(fnum>1, concat(fname, fcode), fname)'],
  ['fname & fcode == "a"', 'concat(fname, fcode) == "a"'],
  ['CONCATENATE(fname, fcode)', 'concat(fname, fcode)'],
  ['LEN(fname)', 'len(fname)'],
  ['LEFT(fname, 3)', 'substr(fname, 1, 3)'],
  ['RIGHT(fname, 3)', 'substr(fname, len(fname) - 2)'],
  ['RIGHT(fname, fnum)', 'substr(fname, len(fname) - (fnum) + 1)'],
  ['MID(fname, 2, 3)', 'substr(fname, 2, 3)'],
  ['TODAY() - 7', 'today() - 7'],
  ['NOW()', 'now()'],
  ['EDATE(fdate, 3)', 'addMonths(fdate, 3)'],
  ['EOMONTH(fdate, 0)', 'endOfMonth(fdate)'],
  ['EOMONTH(fdate, 1)', 'endOfMonth(addMonths(fdate, 1))'],
  ['DATEDIF(fdate, TODAY(), "d")', 'days(fdate, today())'],
  ['ISBLANK(fname)', '(fname == null)'],
  ['MOD(fnum, 2) = 0', '(fnum % 2) == 0'],
  ['IFS(fnum>1,"a",fnum>0,"b")', 'if(fnum>1, "a", if(fnum>0, "b", null))'],
  ['fprice * 13%', 'fprice * (13 / 100)'],
  ['IF(fnum > 1, 5)', 'if(fnum > 1, 5, null)', 'if(条件, 值, 别的值)'],
  // SQL.
  ['IIF(fnum > 1, 1, 0)', 'if(fnum > 1, 1, 0)'],
  ['NVL(fnum, 0)', 'if(fnum == null, 0, fnum)'],
  ['ISNULL(fnum)', '(fnum == null)'],
  ['ISNULL(fnum, 0)', 'if(fnum == null, 0, fnum)'],
  ['COALESCE(fa, fb, 0)', 'if(fa == null, if(fb == null, 0, fb), fa)'],
  ['DATEDIFF(fend, fdate)', 'days(fdate, fend)'],
  ['DATEDIFF(day, fdate, fend)', 'days(fdate, fend)'],
  ["fkind IN ('a', 'b')", "fkind in ['a', 'b']"],
  ["fkind NOT IN ('a', 'b')", "not fkind in ['a', 'b']"],
  ['fname IS NULL', 'fname == null'],
  ['fname is not null AND fnum > 0', 'fname != null and fnum > 0'],
  ['fnum BETWEEN 1 AND 5', 'fnum >= 1 and fnum <= 5'],
  // JavaScript.
  ["fname.includes('志')", "contains(fname, '志')"],
  ['fname.length = 3', 'len(fname) == 3'],
  ['fnum.toFixed(2)', 'round(fnum, 2)'],
  ['fnum + 1;', 'fnum + 1', '结尾不写分号'],
  // Words, counts, brackets.
  ['summ(items.famount)', 'sum(items.famount)', '没有函数 summ，是否想写 sum？'],
  ['addmonths(fdate, 1)', 'addMonths(fdate, 1)'],
  ['合计(明细.金额)', 'sum(items.famount)', '「明细.金额」是 items.famount'],
  ['数量 * 单价', 'fnum * fprice', '「数量」是 fnum'],
  ['fkind == 府志', "fkind == '府志'", '文字要加引号'],
  ['如果(数量 大于 3, 1, 0)', 'if(fnum > 3, 1, 0)'],
  ['round(fnum * (fprice + 1', 'round(fnum * (fprice + 1))', '第 6 个字符的 ( 没有和它成对的 )'],
  ['fnum * (fprice + 1))', 'fnum * (fprice + 1)', '第 20 个字符的 ) 多了'],
  ['sum(fnum, )', 'sum(fnum)', '逗号多了一个'],
]

/** The text as it is written, and a part of what is said of it; it has no counterpart that can be computed. */
const explained: [string, string][] = [
  ['VLOOKUP(fcode, A:B, 2)', 'orgFields'],
  ['SUMIF(fkind, "a", fnum)', '有条件的合计'],
  ['IFERROR(fnum / fprice, 0)', 'if(b == 0, 0, a / b)'],
  ['TEXT(fdate, "yyyy-mm")', 'substr(日期, 1, 7)'],
  ['ROUNDUP(fnum, 0)', '进一写作'],
  ['CASE WHEN fnum > 1 THEN 1 ELSE 0 END', 'if(条件, 值, 别的值)'],
  ['if fnum > 1 then 1 else 0', 'if(条件, 值, 别的值)'],
  ["fname like '%志%'", 'contains(a, b)'],
  ['fnum ?? 0', 'if(a == null, b, a)'],
  ['round()', 'round(数字, 小数位?)'],
  ['days(fa, fb, fc)', 'days(天数 或 起, 止)'],
  ['in(fnum)', 'in(值, 列表)'],
  ['fetch(fname)', '没有函数 fetch，可写 round、abs'],
  ['fnum * ', '第 6 个字符的 * 后面少一个值'],
  ['* fnum', '第 1 个字符的 * 前面少一个值'],
  ['max(fnum fprice)', '第 10 个字符前少了逗号或运算符'],
  ['"fname', '第 1 个字符的引号 " 没有另一半'],
  ['fnum @ 2', '第 6 个字符的 @ 不能用'],
]

describe('an expression that cannot be read', () => {
  it.each(corrected)('%s is corrected to %s', (written, expression, part = '这里写作') => {
    expect(advise(written)).toMatchObject({ expression, text: expect.stringContaining(part) })
    expect(advise(written)?.text).toContain(expression)
  })

  it.each(explained)('%s is explained', (written, part) => {
    expect(advise(written)?.text).toContain(part)
    expect(advise(written)?.expression).toBeUndefined()
  })

  it.each(['__proto__', 'constructor(fname)', 'toString(1)', 'fname.constructor(1)', '__proto__ ＝ 1'])(
    '%s is explained like any other text',
    (written) => {
      expect(typeof advise(written)?.text).toBe('string')
    },
  )

  it.each(['round(fnum * (fprice + 1', 'fkind == 府志', 'summ(fnum)'])(
    '%s is shown corrected, but not replaced unseen',
    (written) => {
      expect(advise(written)?.isSure).toBe(false)
    },
  )
})

const screen = (field: object) => ({
  version: 2,
  kind: 'screen',
  id: 'stock/trial',
  title: '试验',
  table: { name: 'stk_trial' },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fnum', title: '数量', type: 'inputNumber' },
    { key: 'fx', title: '结果', ...field },
  ],
})
const listProblems = (field: object) => checkDocument(screen(field), { knownNames: known })
const text = { type: 'input' }

describe('a document with an expression that cannot be read', () => {
  it.each([
    [{ type: 'inputNumber', compute: '数量 × 2' }, '/fields/2/compute', 'fnum * 2'],
    [{ type: 'inputNumber', defaultValue: '=数量 × 2' }, '/fields/2/defaultValue', '=fnum * 2'],
    [
      { ...text, query: { rule: 'eq', defaultValue: '=TODAY()' } },
      '/fields/2/query/defaultValue',
      '=today()',
    ],
    [{ ...text, showIf: 'ISBLANK(fname)' }, '/fields/2/showIf', '(fname == null)'],
  ])('%j has its corrected value as a fix', (field, path, value) => {
    expect(listProblems(field)).toMatchObject([
      { path, code: 'BAD_EXPRESSION', fix: [{ op: 'replace', path, value }] },
    ])
  })

  it('has our word as the remedy for a word of another tool', () => {
    expect(listProblems({ ...text, showIf: 'fname.length > 3' })[0]?.text).toContain('写作 len(fname)')
    expect(listProblems({ ...text, showIf: 'fnum == NULL' })).toMatchObject([
      {
        path: '/fields/2/showIf',
        code: 'UNKNOWN_NAME',
        text: expect.stringContaining('NULL 在这里写作 null'),
      },
    ])
  })
})
