import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { errorCodes } from '#runtime/kernel/errors.ts'
import { errorTable, readRefusals, readServerRefusals } from '../../../scripts/generate/refusals.ts'

const { refusals, calls } = readServerRefusals(join(import.meta.dirname, '../../..'))

/** Defines `defineRefusals`, and makes the errors of all declared refusals. */
const definingFile = 'src/server/platform/http/refusals.ts'

describe('the refusals of the server', () => {
  it('have one status and one text for each code', () => {
    const differing = refusals.filter(({ code, row, text }) =>
      refusals.some((other) => other.code === code && (other.row !== row || other.text !== text)),
    )
    expect(differing).toEqual([])
    expect(refusals.length).toBeGreaterThan(70)
  })

  it('use no code of the catalogue as their own', () => {
    expect(refusals.filter(({ code }) => Object.hasOwn(errorCodes, code))).toEqual([])
  })

  it('are declared when they are of the code BUSINESS or of a code that is not literal', () => {
    const undeclared = calls.filter(({ row }) => row === 'BUSINESS' || !Object.hasOwn(errorCodes, row))
    expect([...new Set(undeclared.map(({ file }) => file))]).toEqual([definingFile])
  })

  it('are declared when they have texts of their own', () => {
    expect(calls.filter(({ text }) => text !== undefined)).toEqual([])
  })
})

describe('the reader of refusals', () => {
  const read = (source: string) => readRefusals('src/server/modules/trial/routes.ts', source)

  it('returns the code, the row of the catalogue and the text when all are literal', () => {
    const file = 'src/server/modules/trial/routes.ts'
    const source = "defineRefusals({ A: '甲{n}' })\ndefineRefusals({ B: `乙` }, 'BAD_PARAMETER')"
    expect(read(source).refusals).toEqual([
      { code: 'A', row: 'BUSINESS', text: '甲{n}', file },
      { code: 'B', row: 'BAD_PARAMETER', text: '乙', file },
    ])
    expect(read("throw appError('BUSINESS')\nthrow new AppError(code)").calls).toEqual([
      { row: 'BUSINESS', file },
      { row: 'code', file },
    ])
  })

  it('returns the source of a text that a call has of its own', () => {
    const source = "appError('TOO_LARGE', { text: '甲' })\nappError('BAD_VALUES', { text: problem.text })"
    expect(read(source).calls.map(({ text }) => text)).toEqual(["'甲'", undefined])
  })

  it.each([
    ['the texts are not an object literal', 'defineRefusals(texts)'],
    ['a text is not a literal', 'defineRefusals({ A: text })'],
    ['a text has an expression', `defineRefusals({ A: \`\${n}\` })`],
    ['the row is not in the catalogue', "defineRefusals({ A: '甲' }, 'NONE')"],
  ])('fails when %s', (_what, source) => {
    expect(() => read(source)).toThrow('src/server/modules/trial/routes.ts: ')
  })

  it('writes one line for a code that two files declare', () => {
    const text = errorTable([
      { code: 'A', row: 'BUSINESS', text: '甲|乙', file: 'src/server/modules/one/routes.ts' },
      { code: 'A', row: 'BUSINESS', text: '甲|乙', file: 'src/server/records/write/save.ts' },
    ])
    expect(text).toContain('\n| `A` | 200 | 500 | 甲\\|乙 | `modules/one`, `records/write` |\n')
    expect(text).not.toContain('| `NETWORK` |')
  })
})
