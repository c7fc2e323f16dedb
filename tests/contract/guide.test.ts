import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import { argumentsByFunction } from '#runtime/kernel/expression/signatures.ts'
import { evaluate, formatValue, isMet, parseExpression, type Scope } from '#runtime/kernel/expression.ts'
import { getRows, headScope, keySet, type RecordEnv, rowScope } from '#runtime/record/scope.ts'
import type { DictItem } from '#runtime/schema/field-value.ts'
import { collectKnown } from '#runtime/schema/known.ts'
import { isDetail, type ScreenDocument } from '#runtime/schema/types.ts'
import { registeredNames } from '#server/app/registered-names.ts'
import { documentWarnings, getDocumentCheck } from '#server/documents/document-checker.ts'
import { guidePages, isDocument, type Json, readExamples } from '../support/guide-examples.ts'

const shipped = readdirSync('schemas', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json') && !name.startsWith('$'))
  .map((name): Json => JSON.parse(readFileSync(`schemas/${name}`, 'utf8')))
const check = getDocumentCheck()

/** Fields that the parts of documents in the reference name. */
const surroundings = [
  ...[
    ...['froom', 'fguide', 'fcard', 'fstate', 'freturn', 'fsupplierid', 'fsupplier', 'spid'],
    ...['fname', 'ftel', 'fkind', 'fnote', 'freply'],
  ].map((key) => ({ key, type: 'input' })),
  { key: 'fbillno', type: 'input', auto: 'D{####}' },
  ...['fbegin', 'fend', 'fstart', 'fstop'].map((key) => ({ key, type: 'date' })),
  ...['fprice', 'fnum'].map((key) => ({ key, type: 'inputNumber', scale: 2 })),
  { key: 'fstates', type: 'select', dictCode: 'bill_state' },
].map((field) => ({ ...field, title: field.key }))

/** The states that parts of documents name. */
const approval = {
  flow: {
    field: 'fstates',
    initial: '待审核',
    moves: [{ code: 'audit', title: '审核', from: ['待审核'], to: '已审核' }],
  },
  actions: { row: ['edit', 'audit'] },
}

/** The detail whose rows a follow-up takes over. */
const rows = (id: string) => ({
  ...{
    key: 'items',
    title: '明细',
    type: 'table',
    table: { name: `${id.replace('/', '_')}_item`, fk: 'fbillid' },
  },
  fields: [
    ...['fspname', 'spid'].map((key) => ({ key, title: key, type: 'input' })),
    ...['fnum', 'fprice'].map((key) => ({ key, title: key, type: 'inputNumber', scale: 2 })),
  ],
})

/** A screen that has a part of a document: a field, or keywords of its table or of its own. */
function completePart(part: Json, at: number): Json {
  // The rows of receipts name those of the shipped order, in whose place the example is checked.
  const id = 'followUps' in part ? 'bill/purchase' : `guide/part${at}`
  const table = { name: `guide_part${at}` }
  const others = surroundings.filter(({ key }) => key !== part.key)
  const fields =
    typeof part.key === 'string' ? [...others, part] : 'followUps' in part ? [...others, rows(id)] : others
  const screen = { version: 2, kind: 'screen', id, title: '例子', table, fields, ...approval }
  if (typeof part.key === 'string') return screen
  return 'limits' in part ? { ...screen, table: { ...table, ...part } } : { ...screen, ...part }
}

describe.each(guidePages.filter((page) => readExamples(page).length > 0))('the examples of %s', (page) => {
  const examples = readExamples(page).filter((example) => isDocument(example) || !('items' in example))
  const documents = examples.map((example, at) => (isDocument(example) ? example : completePart(example, at)))
  const ids = new Set(documents.map(({ id }) => id))
  const knownNames = collectKnown(
    [...shipped.filter(({ id }) => !ids.has(id)), ...documents],
    registeredNames,
  )

  it.each(documents.map((document) => ({ id: String(document.id), document })))(
    '$id has no fault and no warning',
    ({ id, document }) => {
      const problems = check(document, { knownNames, expectedId: id })
      expect([...problems, ...documentWarnings(document, knownNames)]).toEqual([])
    },
  )
})

const page = readFileSync('docs/guide/expressions.md', 'utf8')
const isBill = ({ id }: Json) => id === 'repair/bill'
const bill = readExamples('docs/guide/recipes.md').find(isBill) as unknown as ScreenDocument
const [record = {}, calendar = {}] = readExamples('docs/guide/expressions.md')
const env: RecordEnv = {
  user: { id: '1', username: 'zhangsan', realname: '张三', orgCode: 'A01' },
  now: new Date(2026, 0, 31, 9, 30),
  mode: 'edit',
  lookup: { items: (code) => (code === calendar.code ? (calendar.items as DictItem[]) : []) },
}

/** The scope of the head of the record on the page, or of a row of a detail: `items 3` is the third. */
function findScope(place: string): Scope {
  const head = headScope(record, env, keySet(bill.fields, fieldValues))
  const [key = '', number = ''] = place.trim().split(' ')
  const detail = bill.fields.filter(isDetail).find((field) => field.key === key)
  const row = getRows(record, key)[Number(number) - 1]
  return detail && row ? rowScope(row, keySet(detail.fields, fieldValues), head) : head
}

/** The result as the page writes it: whether a condition is met, else the value as text. */
function writeResult(text: string, scope: Scope, isCondition: boolean): string {
  const read = parseExpression(text)
  if (!read.ok) throw new Error(`${text}: ${read.text}`)
  if (isCondition) return isMet(read.value, scope) ? '成立' : '不成立'
  return formatValue(evaluate(read.value, scope)) || '空'
}

const codes = (line: string): string[] => [...line.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
const conditions = ['成立', '不成立']

describe('the page of expressions', () => {
  const tables = [...page.matchAll(/<!-- 例子(.*?)-->([\s\S]*?)<!-- 例子完 -->/g)]
  const examples = tables.flatMap(([, place = '', body = '']) =>
    body
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => ({ place, text: codes(line)[0] ?? '', result: codes(line)[1] ?? '' })),
  )

  it.each(examples)('$text gives $result', ({ place, text, result }) => {
    expect(writeResult(text, findScope(place), conditions.includes(result))).toBe(result)
  })

  const functions = page.slice(page.indexOf('<!-- 函数 -->'), page.indexOf('<!-- 函数完 -->'))
  const rows = functions.split('\n').filter((line) => line.startsWith('| `'))

  it('names each function once, with its arguments', () => {
    const signatures = Object.entries(argumentsByFunction).map(([name, words]) => `${name}(${words})`)
    expect(rows.map((line) => codes(line)[0]).sort()).toEqual(signatures.sort())
  })

  it.each(rows.map((line) => codes(line)))('%s has a true example', (signature, text = '', result = '') => {
    expect(text).toContain(`${signature?.split('(')[0]}(`)
    expect(writeResult(text, findScope(''), conditions.includes(result))).toBe(result)
  })
})
