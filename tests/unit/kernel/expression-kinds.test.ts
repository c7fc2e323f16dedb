import { describe, expect, it } from 'vitest'
import { isMet, type NameKind, parseExpression, type Scope } from '#runtime/kernel/expression.ts'
import { result } from './expression-scope.ts'

const kinds: Record<string, NameKind> = {
  on: { is: 'flag', on: 'Y', blank: 'N' },
  off: { is: 'flag', on: 'Y', blank: 'N' },
  unset: { is: 'flag', on: 'Y', blank: 'N' },
  box: { is: 'flag', on: true, blank: null },
  tags: { is: 'several' },
  single: { is: 'several' },
  none: { is: 'several' },
  'items.on': { is: 'flag', on: 'Y', blank: 'N' },
  'items.tags': { is: 'several' },
}
const values: Record<string, unknown> = {
  on: 'Y',
  off: 'N',
  unset: null,
  box: 'false',
  tags: 'a,b',
  single: 'ab',
  none: '',
  word: 'N',
  'items.on': ['N', 'Y'],
  'items.tags': ['a,b', null, 'c'],
}
const scope: Scope = (path) => values[path.join('.')]
scope.findKind = (path) => kinds[path.join('.')]
const met = (text: string) => {
  const read = parseExpression(text)
  if (!read.ok) throw new Error(read.text)
  return isMet(read.value, scope)
}

describe('a switch', () => {
  it.each([
    ['on', true],
    ['off', false],
    ['unset', false],
    ['box', false],
    ['!off', true],
    ['off or unset', false],
    ['(off or off) or on', true],
    ['if(on, off, on)', false],
    ['if(off, 1, 0) == 0', true],
    ['on == true', true],
    ['off == false', true],
    ['unset == false', true],
    ["on == 'Y'", true],
    ["unset == 'N'", true],
    ["off != 'Y'", true],
    ['on == off', false],
    ['off == unset', true],
    ['off == (1 > 2)', true],
    ['on == (word == "N")', true],
    // Any other text counts as true.
    ['word', true],
    ['true in items.on', true],
    ["'N' in items.on", true],
  ])('is a truth value in conditions: %s', (text, expected) => {
    expect(met(text)).toBe(expected)
  })

  it.each([
    ['concat(on, unset)', 'YN'],
    ['on', 'Y'],
    ['if(on, 2, 1)', 2],
    ['if(off, 2, 1)', 1],
    ['on and off', false],
  ])('keeps its stored value in results: %s', (text, expected) => {
    expect(result(text, scope)).toBe(expected)
  })
})

describe('several values', () => {
  it.each([
    ["tags == 'a'", true],
    ["'b' == tags", true],
    ["tags == 'c'", false],
    ["tags != 'a'", false],
    ["tags == 'b, a'", true],
    ["tags == 'a,b,c'", false],
    ["tags == ['b', 'a']", true],
    ["tags in ['c', 'b']", true],
    ["tags in ['c']", false],
    ["'a' in tags", true],
    ["single == 'a'", false],
    ["contains(single, 'a')", false],
    ["contains(tags, 'a')", true],
    ['tags == single', false],
    ['tags == tags', true],
    ["none == ''", true],
    ['none == null', true],
    ["none == 'a'", false],
    ["items.tags == 'c'", true],
  ])('equal one of them, or all of them in any order: %s', (text, expected) => {
    expect(met(text)).toBe(expected)
  })
})
