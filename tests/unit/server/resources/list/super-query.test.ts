import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Column } from '#server/documents/plan/column.ts'
import { superQuery } from '#server/records/query/super-query.ts'

const column = (key: string, hasTriples: boolean): Column => ({
  key,
  name: key,
  ref: sql.ref(`t.${key}`),
  type: { type: 'varchar', length: 50 },
  field: null,
  dictCode: null,
  hasTriples,
  fromDb: (raw) => raw,
  toDb: (value) => value,
})
const several = (key: string, hasTriples: boolean): Column => ({
  ...column(key, hasTriples),
  kind: { is: 'several' },
})
const columns = new Map(
  [
    column('fname', true),
    column('fcode', false),
    column('fnote', false),
    several('fkinds', true),
    several('fuses', false),
  ].map((entry) => [entry.key, entry]),
)
const countHints = (match: string, ...items: [field: string, rule: string][]) =>
  superQuery(JSON.stringify(items.map(([field, rule]) => ({ field, rule, val: 'a' }))), match, { columns })
    ?.hints?.length ?? 0

describe('the hint of an advanced query', () => {
  it('joins a part of a text with an equal value or a beginning, which have indexes of their own', () => {
    expect(countHints('or', ['fname', 'like'], ['fcode', 'eq'])).toBeGreaterThan(0)
    expect(countHints('or', ['fname', 'like'], ['fcode', 'right_like'])).toBeGreaterThan(0)
  })

  it('is missing when one of the alternatives may match any row', () => {
    expect(countHints('or', ['fname', 'like'], ['fnote', 'like'])).toBe(0)
    expect(countHints('or', ['fname', 'like'], ['fcode', 'gt'])).toBe(0)
  })

  it('finds one of several values by the index of the parts of their text, and not without it', () => {
    for (const rule of ['like', 'eq', 'in']) expect(countHints('and', ['fkinds', rule])).toBeGreaterThan(0)
    expect(countHints('and', ['fkinds', 'ne'])).toBe(0)
    expect(countHints('or', ['fname', 'like'], ['fuses', 'eq'])).toBe(0)
  })

  it('is that of the text search when all conditions must be met', () => {
    expect(countHints('and', ['fname', 'like'], ['fnote', 'like'])).toBeGreaterThan(0)
    expect(countHints('and', ['fcode', 'eq'])).toBe(0)
  })
})
