import { describe, expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import { compileFormulas } from '#runtime/record/formulas/formulas.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { bill, env } from './bill.ts'

const withFields = (fields: ScreenDocument['fields']): ScreenDocument => ({ ...bill, fields })

describe('the formula graph', () => {
  it('computes rows before the head that sums them, decimal and rounded half up', () => {
    const { formulas, problems } = compileFormulas(bill, fieldValues)
    expect(problems).toEqual([])
    const record = {
      frate: 0.5,
      items: [
        { fnum: 200, fprice: 8.6, ftaxrate: 13 },
        { fnum: 0.1, fprice: 0.25, ftaxrate: 0 },
      ],
    }
    expect(formulas.computeAll(record, env('add'))).toMatchObject({
      fsumnum: 200.1,
      ftotal: 1720.03,
      flines: 2,
      items: [
        { famount: 1720, fnet: 1522.12, fdue: 860 },
        { famount: 0.03, fnet: 0.03, fdue: 0.02 },
      ],
    })
    expect(record.items[0]).toEqual({ fnum: 200, fprice: 8.6, ftaxrate: 13 })
  })

  it('keeps every digit of an amount that a double cannot hold', () => {
    const { formulas } = compileFormulas(bill, fieldValues)
    const record = { items: [{ fnum: '12345678901234567.89', fprice: 2 }] }
    const computed = formulas.computeAll(record, env('add'))
    expect(computed.ftotal).toBe('24691357802469135.78')
  })

  it('yields null when an operand is missing', () => {
    const { formulas } = compileFormulas(bill, fieldValues)
    expect(formulas.computeAll({ items: [{ fnum: 2 }] }, env('add'))).toMatchObject({
      ftotal: 0,
      items: [{ famount: null, fnet: null }],
    })
  })

  it('reports a cycle through head and rows, and omits its formulas', () => {
    const { formulas, problems } = compileFormulas(
      withFields([
        { key: 'total', title: '合计', type: 'inputNumber', compute: 'sum(rows.part)' },
        { key: 'sound', type: 'inputNumber', compute: '1 + 1' },
        {
          key: 'rows',
          type: 'table',
          fields: [{ key: 'part', title: '分摊', type: 'inputNumber', compute: 'total / 2' }],
        },
      ]),
      fieldValues,
    )
    expect(problems).toEqual([
      { path: '/fields/0/compute', code: 'formula-cycle', text: '公式循环引用：合计 → 分摊 → 合计' },
    ])
    expect(formulas.steps.map((step) => step.node)).toEqual(['sound'])
  })

  it('reports an undeclared name', () => {
    const { problems } = compileFormulas(
      withFields([{ key: 'a', type: 'inputNumber', compute: 'b + user.id + items.x' }]),
      fieldValues,
    )
    expect(problems.map((problem) => [problem.path, problem.code, problem.text])).toEqual([
      ['/fields/0/compute', 'unknown-name', '公式引用了不存在的字段：b'],
      ['/fields/0/compute', 'unknown-name', '公式引用了不存在的字段：items.x'],
    ])
  })
})
