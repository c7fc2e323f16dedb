import { describe, expect, it } from 'vitest'
import { MAX_PROBLEMS } from '#runtime/schema/checks/report.ts'
import type { RegisteredNames } from '#runtime/schema/names/known-names.ts'
import type { DocumentProblem } from '#runtime/schema/names/problem-codes.ts'
import { draftProblems } from '#server/documents/validate.ts'
import { faultyDocuments } from '../../../support/faulty-documents.ts'
import { cpuTime, LINEAR_LIMIT, measureGrowth } from '../../cpu-time.ts'
import { checkDocument, known } from '../world.ts'

const noNames: RegisteredNames = {
  effects: [],
  effectFields: {},
  lookups: [],
  hooks: [],
  hookTables: {},
  handlers: [],
  widgets: [],
  blockWidgets: [],
  actionViews: [],
  menuParents: [],
  descriptions: {},
}
const check = (json: unknown) => checkDocument(json, { knownNames: known })

describe('a document with thousands of faults', () => {
  it.each(faultyDocuments)('is checked in linear time with $name', async ({ make }) => {
    const documents = new Map([500, 4000].map((count) => [count, make(count)]))
    expect(await measureGrowth((size) => check(documents.get(size)), 500)).toBeLessThan(LINEAR_LIMIT)
  })

  it.each(faultyDocuments)(
    'has at most 200 problems and says that there are more, with $name',
    ({ make }) => {
      const problems = check(make(1000))
      expect(problems.length).toBeGreaterThan(0)
      expect(problems.length).toBeLessThanOrEqual(MAX_PROBLEMS + 1)
      if (problems.length > MAX_PROBLEMS)
        expect(problems.at(-1)).toMatchObject({
          code: 'TOO_MANY_PROBLEMS',
          text: expect.stringContaining('前 200 个'),
        })
    },
  )

  it('of 40 KB is checked in less than a second of computing', async () => {
    const [, document] = faultyDocuments.map(({ make }) => make(600))
    expect(await cpuTime(() => check(document))).toBeLessThan(1000)
  })

  it('lists all problems up to 200', () => {
    const list = (count: number) => ({
      version: 2,
      kind: 'dict',
      id: 'demo/words',
      title: '字典',
      code: 'demo_words',
      items: Array.from({ length: count }, () => ({ value: 'a', text: '甲' })),
    })
    expect(check(list(MAX_PROBLEMS + 1))).toHaveLength(MAX_PROBLEMS)
    expect(check(list(MAX_PROBLEMS + 2)).at(-1)?.code).toBe('TOO_MANY_PROBLEMS')
  })

  it.each([
    [
      'keys of an object',
      { extra: Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`k${at}`, 1])) },
      '最多 1000 项',
    ],
    ['members of a list', { extra: Array.from({ length: 10_001 }, () => 1) }, '最多 10000 项'],
    ['characters of a text', { extra: 'a'.repeat(20_001) }, '不能超过 20000 个字'],
    [
      'values',
      { extra: Array.from({ length: 10 }, () => Array.from({ length: 10_000 }, () => 1)) },
      '文档太大',
    ],
  ])('is refused at once with too many %s', (_, document, text) => {
    expect(check(document)).toMatchObject([{ code: 'BAD_VALUE', text: expect.stringContaining(text) }])
  })

  it.each([
    ['keys', Object.fromEntries(Array.from({ length: 300_000 }, (_, at) => [`key${at}`, 1]))],
    ['members', { fields: Array.from({ length: 1_500_000 }, () => 7) }],
    ['values', { notes: Array.from({ length: 1000 }, () => Array.from({ length: 1000 }, () => 7)) }],
  ])(
    'of megabytes of %s is refused before its content is read, in less time than JSON takes for it',
    async (_, parts) => {
      const body = { version: 2, kind: 'screen', id: 'demo/faulty', title: '坏的', ...parts }
      const problems: DocumentProblem[] = []
      const took = await cpuTime(async () => problems.push(...(await draftProblems(body, [], noNames))))
      expect(took).toBeLessThan(await cpuTime(() => JSON.parse(JSON.stringify(body))))
      expect(problems).toMatchObject([{ code: 'BAD_VALUE' }])
    },
  )

  it('with a long chain of formulas names its circle in a short text', () => {
    const fields = Array.from({ length: 900 }, (_, at) => ({
      key: `f${at}`,
      title: `${at}`,
      type: 'inputNumber',
      compute: `f${(at + 1) % 900} + 1`,
    }))
    const screen = {
      version: 2,
      kind: 'screen',
      id: 'demo/circle',
      title: '圈',
      table: { name: 'demo_circle' },
    }
    const [problem] = check({ ...screen, perm: 'demo:circle', fields })
    expect(problem).toMatchObject({ code: 'FORMULA_CYCLE', path: '/fields/0/compute' })
    expect(problem?.text.length).toBeLessThan(300)
  })
})
