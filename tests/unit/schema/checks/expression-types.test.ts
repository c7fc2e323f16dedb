import { describe, expect, it } from 'vitest'
import { toBig } from '#runtime/kernel/decimal.ts'
import { functions } from '#runtime/kernel/expression/functions.ts'
import { functionResults, listResults } from '#runtime/kernel/expression/result.ts'
import { evaluate, parseExpression } from '#runtime/kernel/expression.ts'
import { date, screen, text } from '../mistakes/expressions.ts'
import { checkDocument, known } from '../world.ts'

const listProblems = (document: object) => checkDocument(document, { knownNames: known })

describe('the result of an expression', () => {
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
    ...['addMonths(d, 1)', 'endOfMonth(d)', 'addWorkdays(d, 1)'],
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
