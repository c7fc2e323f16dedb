import { describe, expect, it } from 'vitest'
import { explain } from '#runtime/kernel/expression/explain.ts'
import { parseExpression } from '#runtime/kernel/expression.ts'

const titles: Record<string, string> = {
  famount: '金额',
  ftaxrate: '税率%',
  fnum: '数量',
  fprice: '单价',
  'items.famount': '金额',
}
const values: Record<string, unknown> = {
  famount: 1720,
  ftaxrate: '13',
  fnum: 3,
  fprice: null,
  fkind: '府志',
  'items.famount': [1720, 80.5, 12, 9],
}
const scales: Record<string, number> = { famount: 2, 'items.famount': 2, ftaxrate: 0 }

function explained(text: string, result?: number) {
  const read = parseExpression(text)
  if (!read.ok) throw new Error(read.text)
  const getTitle = (name: string) => titles[name] ?? name
  return explain(read.value, (path) => values[path.join('.')], getTitle, {
    of: (name) => scales[name],
    result,
  })
}

describe('a formula explained', () => {
  it('shows the net amount as the specification writes it', () => {
    expect(explained('famount / (ftaxrate / 100 + 1)', 2)).toEqual({
      formula: '金额 ÷（税率% ÷ 100 + 1）',
      figures: '1,720.00 ÷（13 ÷ 100 + 1）= 1,522.12',
    })
  })

  it('keeps only the brackets that matter', () => {
    expect(explained('((fnum) * (famount))').formula).toBe('数量 × 金额')
    expect(explained('fnum - (famount - 1)').formula).toBe('数量 -（金额 - 1）')
    expect(explained('(fnum - famount) - 1').formula).toBe('数量 - 金额 - 1')
    expect(explained('-(fnum + 1)').formula).toBe('-（数量 + 1）')
  })

  it('shows a missing figure as missing', () => {
    expect(explained('fnum * fprice', 2).figures).toBe('3 × 空 = 空')
  })

  it('names functions and shortens long columns', () => {
    expect(explained('sum(items.famount)', 2)).toEqual({
      formula: '合计（金额）',
      figures: '合计（1,720.00、80.50、12.00…共 4 项）= 1,821.50',
    })
  })

  it('puts conditions in words', () => {
    const { formula, figures } = explained('if(fkind == "府志" and not (fnum > 5), 1, 0)')
    expect(formula).toBe('如果 fkind = 「府志」 且 非（数量 > 5）则 1 否则 0')
    expect(figures).toBe('如果 「府志」 = 「府志」 且 非（3 > 5）则 1 否则 0 = 1')
  })
})
