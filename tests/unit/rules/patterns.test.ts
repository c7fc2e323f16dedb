import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilePattern, isPatternWord, shortcuts } from '#runtime/rules/patterns.ts'
import { compileTester } from '#server/documents/check/patterns.ts'
import { cpuTime } from '../cpu-time.ts'
import { listShippedPatterns } from './shipped-patterns.ts'

const table: Record<string, { yes: string[]; no: string[] }> = {
  'n6-16': {
    yes: ['123456', '1'.repeat(16)],
    no: ['12345', '1'.repeat(17), '1'.repeat(18), '12345a', '１２３４５６', '123456\n'],
  },
  '*6-16': {
    yes: ['abcdef', 'a b!@#', '志'.repeat(6), '𠮷'.repeat(16)],
    no: ['abcde', 'a'.repeat(17), '𠮷'.repeat(5)],
  },
  's6-18': { yes: ['abcdef', 'ABCdef', 'a'.repeat(18)], no: ['abcde', 'a'.repeat(19), 'abcde1', 'abc|def'] },
  url: {
    yes: [
      'http://a.cn',
      'https://www.zj.gov.cn/a?b=c#d',
      'ftp://files.local/x',
      'http://localhost:3000',
      'HTTPS://A.CN/志书',
    ],
    no: [
      'www.a.cn',
      'http://',
      'http://a b.cn',
      'javascript:alert(1)',
      'http:///a',
      'https://a..cn',
      'http://a.cn/a b',
    ],
  },
  e: {
    yes: ['a@b.cn', 'first.last+tag@mail.zj.gov.cn'],
    no: ['a@b', '@b.cn', 'a b@c.cn', 'a@b.', 'a@@b.cn', 'a@b..cn'],
  },
  m: {
    yes: ['13800138000', '19912345678'],
    no: ['12800138000', '1380013800', '138001380000', '23800138000', '+8613800138000'],
  },
  p: { yes: ['310000', '100001'], no: ['010000', '31000', '3100000', '31000a'] },
  s: { yes: ['a', 'ABCxyz'], no: ['', 'a1', 'a b', '志', 'a|b'] },
  n: {
    yes: ['0', '12', '-3', '1.5', '-0.25', '007'],
    no: ['', 'a', '1.', '.5', '1e5', '1,000', '--1', '1.2.3'],
  },
  z: { yes: ['0', '12', '-3'], no: ['', '1.5', '1.0', 'a', '-', '1e5'] },
  '*': { yes: ['a', ' ', '\n', '0'], no: [''] },
  money: {
    yes: ['0', '12', '12.5', '12.50', '-3.20', '0.05'],
    no: ['', '12.345', '.5', '12.', '1,000.00', 'abc', '¥12'],
  },
}

describe('pattern shortcuts', () => {
  it('are the twelve of the specification, each with a table here', () => {
    expect([...shortcuts.keys()].sort()).toEqual(Object.keys(table).sort())
  })

  const cases = Object.entries(table).flatMap(([word, { yes, no }]) => [
    ...yes.map((text) => [word, text, true] as const),
    ...no.map((text) => [word, text, false] as const),
  ])
  it.each(cases)('%s on %j is %s', (word, text, fits) => {
    expect(shortcuts.get(word)?.pattern.test(text)).toBe(fits)
  })

  it.each([...shortcuts.keys()])('%s answers on a hostile text at once', async (word) => {
    const pattern = shortcuts.get(word)?.pattern
    const took = await cpuTime(() => {
      for (const part of ['a', '1', '.a', '-a', 'a.', '/']) {
        pattern?.test(`${part.repeat(50_000)}!\n`)
        pattern?.test(`http://${part.repeat(50_000)} `)
        pattern?.test(`a@${part.repeat(50_000)} `)
      }
    })
    expect(took).toBeLessThan(500)
  })
})

describe('any other pattern', () => {
  it('is a regular expression', () => {
    const read = compilePattern('^\\d+(\\.\\d{1,4})?$')
    expect(read.ok && [read.value.test('1.2345'), read.value.test('1.23456')]).toEqual([true, false])
    expect(isPatternWord('^\\d+$')).toBe(false)
    expect(isPatternWord('m')).toBe(true)
  })

  it('counts a rare character as one letter', () => {
    const read = compilePattern('^.{2,4}$')
    expect(read.ok && [read.value.test('𠮷𡨴𠀋𠮷'), read.value.test('𠮷')]).toEqual([true, false])
    expect(compilePattern('^\\_a$').ok).toBe(true)
  })

  it.each(
    [
      ...[
        '^.{2,4}$',
        '^\\S+$',
        '^\\s*$',
        '^[^\\s/]+$',
        '[\\S.]$',
        '^[\\s-_]+$',
        '^\\S[\\s\\S]?.$',
        '^\\.[.]\\]$',
      ],
      ...listShippedPatterns().filter((source) => !shortcuts.has(source)),
    ].map((source) => [source]),
  )('%s means the same on the server', (source) => {
    const browser = compilePattern(source)
    const server = compileTester(source)
    const rare = [
      '𠮷',
      '志',
      '\u3000',
      '\u00a0',
      '\ufeff',
      '\u2003',
      '\u2028',
      '\u200b',
      '\r',
      '\n',
      '\t',
      ' ',
      '.',
      'a',
      '1',
    ]
    const letters = fc.constantFrom(...rare, ...source)
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 6 }), (text) => {
        expect(browser.ok && browser.value.test(text)).toBe(server.test(text))
      }),
      { numRuns: 300, seed: 12 },
    )
  })

  it('that is none is refused with its text', () => {
    expect(compilePattern('(')).toEqual({ ok: false, text: '校验规则不是正确的正则表达式：(' })
  })
})
