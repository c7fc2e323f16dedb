import { evaluate, formatValue, parseExpression, type Scope } from '#runtime/kernel/expression.ts'

/** The values that expressions read in these tests. */
export const record: Record<string, unknown> = {
  fnum: 3,
  fprice: '12.50',
  famount: 1720,
  ftaxrate: 13,
  big: '1234567890123456789.01',
  nothing: null,
  blank: '',
  zero: 0,
  word: '志书',
  fdate: '2025-01-30',
  at: '2025-01-30 08:00:00',
  codes: 'a, b,13',
  list: ['a', 13, null],
  user: { orgCode: 'A01' },
  items: [{ n: 1 }, { n: 2 }],
  call: () => 1,
  nan: Number.NaN,
}
const columns: Record<string, unknown> = {
  'items.n': [1, '2.5', null, 4],
  'user.orgCode': 'A01',
  'dates.d': ['2025-03-01', '', '2024-12-31'],
}
export const scope: Scope = (path) => {
  const name = path.join('.')
  if (Object.hasOwn(columns, name)) return columns[name]
  return path.length === 1 && Object.hasOwn(record, name) ? record[name] : undefined
}

/** The value of an expression; decimals as text. */
export function result(text: string, within: Scope = scope): unknown {
  const read = parseExpression(text)
  if (!read.ok) throw new Error(`${text}: ${read.text}`)
  const value = evaluate(read.value, within)
  return typeof value === 'object' && value !== null ? formatValue(value) : value
}
