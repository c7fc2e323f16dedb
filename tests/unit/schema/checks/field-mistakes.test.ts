import { describe, expect, it } from 'vitest'
import { fieldSettings } from '#runtime/fields/settings.ts'
import { patternWords } from '#runtime/schema/checks/pattern-words.ts'
import { composeSchema } from '#runtime/schema/compose.ts'
import { number, screen, text } from '../mistakes/mistaken-field.ts'
import { checkDocument, known } from '../world.ts'

describe('a mistake in the settings of a field', () => {
  it.each([
    [{ ...text, auto: 'RK{yyyyMMdd}{####}', length: 14 }],
    [{ ...number, scale: 2, statistics: ['sum'], defaultValue: 1.5 }],
    [{ type: 'date', defaultValue: '=today()' }],
    [{ type: 'switch', defaultValue: true }],
    [{ type: 'select', dictCode: 'bill_state', query: { rule: 'in', defaultValue: '待审核,已审核' } }],
    [{ ...text, href: '/stock/use?fno={fname}&form=add' }],
    [{ ...text, tag: { constructor: 'red' }, 'x-note': { prototype: 1 } }],
  ])('%j has no problem', (field) => {
    expect(checkDocument(screen(field), { knownNames: known })).toEqual([])
  })
})

it('every pattern of the language is described in words', () => {
  const patterns: string[] = []
  JSON.stringify(composeSchema(fieldSettings), (key, value: unknown) => {
    // Names that a branch is chosen by are not reported.
    if (key === 'propertyNames') return undefined
    if (key === 'pattern' && typeof value === 'string') patterns.push(value)
    return value
  })
  expect([...new Set(patterns)].filter((pattern) => !(pattern in patternWords))).toEqual([])
})
