import { describe, expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import { toBig } from '#runtime/kernel/decimal.ts'
import { evaluate, parseExpression } from '#runtime/kernel/expression.ts'
import { parseNumbering } from '#runtime/kernel/numbering.ts'
import { guarded } from '#runtime/kernel/text/formula-text.ts'
import { isOwnPicture, isSafeLink, toMarkup, toPlainText } from '#runtime/kernel/text/html.ts'
import { isSafeKey, nearestWord, toSnake } from '#runtime/kernel/text/names.ts'
import { initials, matchesSearch } from '#runtime/kernel/text/pinyin.ts'
import { ellipsis, wrapFilter } from '#runtime/kernel/text/text.ts'
import { parseTsv } from '#runtime/kernel/text/tsv.ts'
import { dayNumber, isDate, isDateTime } from '#runtime/kernel/time.ts'
import { failedStep, ruleSteps } from '#runtime/rules/check-rule.ts'
import { shortcuts } from '#runtime/rules/patterns.ts'
import { checkRules } from '#runtime/rules/run.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'
import type { Field } from '#runtime/schema/types.ts'
import { readSql } from '#server/documents/report-sql/sql-text.ts'
import { parseFilter, splitList } from '#server/records/query/grammar.ts'
import { operand } from '#server/records/query/operand.ts'
import { compilePattern } from '#server/records/read/pattern.ts'
import { LINEAR_LIMIT, measureGrowth } from '../../cpu-time.ts'

/** Texts that make a pattern with two neighbouring repetitions quadratic: a long run before a mismatch. */
const runs: [start: string, part: string, end: string][] = [
  ...[
    '*',
    '1',
    ' ',
    'a',
    '0',
    '<',
    '>',
    '&',
    '"',
    "'",
    '/',
    '.',
    ',',
    '\t',
    '=',
    'é',
    '中',
    '(',
    '[',
    '-',
  ].map((part): [string, string, string] => ['', part, 'x']),
  ['x', '*', 'x*'],
  ['x', '*', 'x'],
  ['2025-1-1', ' ', 'x'],
  ['x', ' ', 'x'],
  ['1', ' ', 'x'],
  ['-', '1', '.x'],
  ['1.', '0', '1x'],
  ['', '1,', 'x'],
  ['', '<a ', '<'],
  ['', '<!--', ''],
  ['', 'A1', '!'],
  ['', 'a@', ' '],
  ['http://', 'a.', '!'],
  ['a@', 'a-', ' '],
  ["'", '\\', "'"],
  ['RK{', 'yyyy', '}'],
]
const adversary = (size: number): string[] =>
  runs.map(([start, part, end]) => `${start}${part.repeat(size / part.length)}${end}`)

const lookup: Lookup = { text: () => undefined, value: () => undefined, items: () => [] }
const field = (type: string): Field => ({ key: 'f', type, title: '字段' })
const scope = (text: string) => (path: readonly string[]) => (path[0] === 'f' ? text : null)
const read = (text: string) => {
  const parsed = parseExpression(text)
  if (!parsed.ok) throw new Error(parsed.text)
  return parsed.value
}
const expressions = [
  'f + 1',
  'f == 1',
  'f < 2',
  'f in [1, 2]',
  'contains(f, "9,9")',
  'len(f)',
  'days(f, f)',
].map(read)
const rule = JSON.stringify([
  { digits: 3, pattern: '^[A-Z]+$', message: 'a' },
  { digits: '*', pattern: '(a+)+$', message: 'b' },
])

const readers: [name: string, read: (text: string) => unknown][] = [
  ['a condition of a list', parseFilter],
  ['a list of values', splitList],
  ['an operand of a date', (text) => operand(text, { type: 'timestamp' })],
  ['an operand of a number', (text) => operand(text, { type: 'numeric' })],
  ['a cell of an export', guarded],
  ['the SQL of a report', (text) => readSql(text)],
  ['a value of a rule code', (text) => failedStep(text, ruleSteps(rule), compilePattern)],
  ['a decimal', toBig],
  ['an expression', parseExpression],
  ['a value in expressions', (text) => expressions.map((one) => evaluate(one, scope(text)))],
  ['a key', (text) => [isSafeKey(text), toSnake(text), nearestWord(text, ['fbillno', 'fdate'])]],
  ['a search text', (text) => [initials(text), matchesSearch(text, 'rkd'), matchesSearch('入库单', text)]],
  ['a shown text', (text) => [ellipsis(text), wrapFilter('like', text)]],
  ['a moment', (text) => [isDate(text), isDateTime(text), dayNumber(text)]],
  ['a numbering pattern', (text) => parseNumbering(text)],
  ['a clipboard', parseTsv],
  ['rich text', (text) => [toMarkup(text), toPlainText(text), isSafeLink(text), isOwnPicture(text)]],
  [
    'a checked text',
    (text) =>
      [...shortcuts.keys()].map((pattern) => checkRules(text, [{ pattern }], '字段', { scope: scope(text) })),
  ],
]

describe('the time to read input grows with its length', () => {
  it.each(readers)('when it is %s', async (_name, readText) => {
    const ratio = await measureGrowth((size) => adversary(size).map(readText), 2500)
    expect(ratio).toBeLessThan(LINEAR_LIMIT)
  })

  it.each(
    [...fieldValues]
      .filter(([, type]) => type.dataType !== 'rows')
      .map(([word, type]) => [word, type] as const),
  )('when it is a value of the type %s', async (word, type) => {
    const ratio = await measureGrowth((size) => {
      for (const text of adversary(size)) {
        type.check(text, field(word), lookup)
        type.toText(type.fromWire(text, field(word)), field(word), lookup, 'cell')
        type.fromText(text, field(word), lookup)
      }
    }, 2500)
    expect(ratio).toBeLessThan(LINEAR_LIMIT)
  })
})
