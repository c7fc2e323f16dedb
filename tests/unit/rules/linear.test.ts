import { describe, expect, it } from 'vitest'
import { isReDoSVulnerable } from '#runtime/rules/linear.ts'
import { shortcuts } from '#runtime/rules/patterns.ts'
import { listShippedPatterns } from './shipped-patterns.ts'

describe('a pattern that a backtracking engine cannot bear', () => {
  it.each([
    '(a+)+$',
    '^(a*)*$',
    '^(\\d+)*x$',
    '^(a|a)*$',
    '^(a|ab?b?|b)*c$',
    '^([\\w-]+\\.?)+$',
    '^(\\s*\\w*)*$',
    '^(.*,)*x$',
    '^(a{1,2}){1,}$',
    '(?:x|(?:y+)+)z',
  ])('%s is told', (source) => {
    expect(isReDoSVulnerable(source)).toBe(true)
  })

  it.each([
    '^\\d+(\\.\\d{1,4})?$',
    '^[0-9A-Z]{15,20}$',
    '^(\\d+,)*\\d+$',
    '^(?:[\\w-]+\\.)+[a-z]{2,}$',
    '^(\\d{4})+$',
    '^[A-Za-z][A-Za-z0-9_]{0,63}$',
    '^a+b+$',
    '^(foo|bar)*$',
    '^(?:甲|乙)+$',
    '',
  ])('%s is fine', (source) => {
    expect(isReDoSVulnerable(source)).toBe(false)
  })

  it('no shortcut and no shipped document has one', () => {
    const patterns = [
      ...listShippedPatterns(),
      ...[...shortcuts.values()].map(({ pattern }) => pattern.source),
    ]
    expect(patterns.filter((source) => !shortcuts.has(source) && isReDoSVulnerable(source))).toEqual([])
  })
})
