import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ProblemCode, problemCodes } from '#runtime/schema/names/problem-codes.ts'
import { documentWarnings } from '#server/documents/document-checker.ts'
import { filesUnder, goodFiles, jsonOfFile, known } from './world.ts'

const root = join(import.meta.dirname, '../../..')

/** The tests of codes that need more than one document, a database or a warning. */
const testsOfCodes: Partial<Record<ProblemCode, string>> = {
  BASE_BROKEN: 'tests/unit/schema/overlay.test.ts',
  GIVEN_AWAY: 'tests/unit/schema/checks/access-check.test.ts',
  OVERLAY_CIRCLE: 'tests/unit/schema/overlay.test.ts',
  SYSTEM_PART: 'tests/contract/documents/system-documents.test.ts',
  TABLE_PLAN: 'tests/unit/server/resources/documents/documents.test.ts',
  TOO_MANY_PROBLEMS: 'tests/unit/schema/checks/faulty-documents.test.ts',
  TRIAL: 'tests/unit/server/trial/trial.test.ts',
  UNREADABLE: 'tests/unit/schema/checks/unreadable.test.ts',
}

const fixtureCodes = new Set(
  filesUnder('refused').map((file) => basename(file, '.json').split('.')[0] as ProblemCode),
)
const codes = Object.keys(problemCodes) as ProblemCode[]

describe('the problem codes', () => {
  it('contain the code of every refused document', () => {
    expect([...fixtureCodes].filter((code) => !codes.includes(code))).toEqual([])
  })

  it.each(codes)('%s has a refused document or a test that expects it', (code) => {
    const test = testsOfCodes[code]
    if (test !== undefined) expect(readFileSync(join(root, test), 'utf8').split(/\W/)).toContain(code)
    expect(fixtureCodes.has(code)).toBe(test === undefined)
    expect(problemCodes[code].help).toMatch(/^[A-Z].*\.$/)
  })

  it('have the severity error when a refused document has them, and warning when the document is served', () => {
    for (const code of fixtureCodes) expect(problemCodes[code].severity).toBe('error')
    const warnings = goodFiles.flatMap((file) => documentWarnings(jsonOfFile(file), known))
    expect(warnings.filter(({ code }) => problemCodes[code].severity !== 'warning')).toEqual([])
  })
})
