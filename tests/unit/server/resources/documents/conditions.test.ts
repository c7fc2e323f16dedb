import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fieldTypes } from '#runtime/fields/index.ts'
import { fieldValues } from '#runtime/fields/values.ts'
import { isMet, parseExpression } from '#runtime/kernel/expression.ts'
import { RecordModel } from '#runtime/record/model.ts'
import { printRecord } from '#runtime/record/print/print-record.ts'
import { keySet, listRowScope } from '#runtime/record/scope.ts'
import type { ScreenDocument, StoredScreen } from '#runtime/schema/types.ts'
import { rowRuleProblems } from '#server/documents/check/row-rule-check.ts'
import { indexColumns } from '#server/documents/plan/column.ts'
import type { SessionUser } from '#server/platform/http/requests/user.ts'
import { compileRowRules } from '#server/records/access/row-rules.ts'
import { TestServer } from '../test-server.ts'
import { noteScreen } from './note-screen.ts'

interface Flags {
  fopen: 'Y' | 'N' | null
  fon: 1 | 0 | null
  fbox: boolean | null
  fpaid: '已付' | '未付' | null
  fkinds: string | null
  fothers: string | null
  fkind: string | null
}

const splitKinds = (text: string | null): string[] => text?.split(',') ?? []
const has = (text: string | null, one: string) => splitKinds(text).includes(one)
const areSame = (a: string | null, b: string | null) =>
  JSON.stringify(splitKinds(a).sort()) === JSON.stringify(splitKinds(b).sort())

/** Each way to write a condition, with what it means. */
const meanings: readonly [string, (values: Flags) => boolean][] = [
  ['fopen', ({ fopen }) => fopen === 'Y'],
  ['not fopen', ({ fopen }) => fopen !== 'Y'],
  ['fopen == true', ({ fopen }) => fopen === 'Y'],
  ['true == fopen', ({ fopen }) => fopen === 'Y'],
  ['fopen != true', ({ fopen }) => fopen !== 'Y'],
  ['fopen == false', ({ fopen }) => fopen !== 'Y'],
  ["fopen == 'Y'", ({ fopen }) => fopen === 'Y'],
  ["fopen != 'Y'", ({ fopen }) => fopen !== 'Y'],
  // A blank switch counts as off, as it is stored.
  ["fopen == 'N'", ({ fopen }) => fopen !== 'Y'],
  ["fopen in ['N']", ({ fopen }) => fopen !== 'Y'],
  ['fopen in [true]', ({ fopen }) => fopen === 'Y'],
  ['fopen in [false]', ({ fopen }) => fopen !== 'Y'],
  ['fon', ({ fon }) => fon === 1],
  ['fon == 1', ({ fon }) => fon === 1],
  ['fon == true', ({ fon }) => fon === 1],
  ['fon == 0', ({ fon }) => fon !== 1],
  ['fon < 1', ({ fon }) => fon !== 1],
  ['fbox', ({ fbox }) => fbox === true],
  ['fbox == true', ({ fbox }) => fbox === true],
  ['fbox == false', ({ fbox }) => fbox !== true],
  ['fbox == null', ({ fbox }) => fbox === null],
  ['fpaid', ({ fpaid }) => fpaid === '已付'],
  ["fpaid == '未付'", ({ fpaid }) => fpaid === '未付'],
  ['fpaid != true', ({ fpaid }) => fpaid !== '已付'],
  ['fopen == fbox', ({ fopen, fbox }) => (fopen === 'Y') === (fbox === true)],
  ['fon != fpaid', ({ fon, fpaid }) => (fon === 1) !== (fpaid === '已付')],
  ["fkinds == 'a'", ({ fkinds }) => has(fkinds, 'a')],
  ["'b' == fkinds", ({ fkinds }) => has(fkinds, 'b')],
  ["fkinds != 'a'", ({ fkinds }) => !has(fkinds, 'a')],
  ["fkinds == 'b,a'", ({ fkinds }) => areSame(fkinds, 'a,b')],
  ["fkinds == ['b', 'a']", ({ fkinds }) => areSame(fkinds, 'a,b')],
  ["fkinds in ['a', 'c']", ({ fkinds }) => has(fkinds, 'a') || has(fkinds, 'c')],
  ['fkinds == null', ({ fkinds }) => fkinds === null],
  ["fkinds != ''", ({ fkinds }) => fkinds !== null],
  ["fkind == 'a'", ({ fkind }) => fkind === 'a'],
  ["fkind in ['a', 'b']", ({ fkind }) => fkind === 'a' || fkind === 'b'],
]
/** Two blank columns are equal in an expression, never in a data rule. */
const ofColumns: typeof meanings = [
  ['fkinds == fothers', ({ fkinds, fothers }) => areSame(fkinds, fothers)],
  ['fkinds == fkind', ({ fkinds, fkind }) => fkind !== null && has(fkinds, fkind)],
  ['fkind == fkinds', ({ fkinds, fkind }) => fkind !== null && has(fkinds, fkind)],
]

type Tree = number | { word: 'and' | 'or'; left: Tree; right: Tree } | { not: Tree }

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, depthSize: 'medium' },
    fc.nat(meanings.length - 1),
    fc.record({
      word: fc.constantFrom('and' as const, 'or' as const),
      left: tie('tree'),
      right: tie('tree'),
    }),
    fc.record({ not: tie('tree') }),
  ),
}))

const write = (node: Tree): string => {
  if (typeof node === 'number') return meanings[node]?.[0] ?? ''
  return 'not' in node
    ? `not (${write(node.not)})`
    : `(${write(node.left)} ${node.word} ${write(node.right)})`
}

const decide = (node: Tree, values: Flags): boolean => {
  if (typeof node === 'number') return meanings[node]?.[1](values) === true
  if ('not' in node) return !decide(node.not, values)
  const [left, right] = [decide(node.left, values), decide(node.right, values)]
  return node.word === 'and' ? left && right : left || right
}

const conditions: readonly (readonly [string, (values: Flags) => boolean])[] = [
  ...meanings,
  ...fc
    .sample(tree, { numRuns: 60, seed: 11 })
    .map((node) => [write(node), (values: Flags) => decide(node, values)] as const),
]

const orBlank = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { freq: 3 })
const flags: fc.Arbitrary<Flags> = fc.record({
  fopen: orBlank('Y' as const, 'N' as const),
  fon: orBlank(1 as const, 0 as const),
  fbox: orBlank(true, false),
  fpaid: orBlank('已付' as const, '未付' as const),
  fkinds: orBlank('a', 'b', 'a,b', 'c,b', 'ab'),
  fothers: orBlank('a', 'b', 'b,a'),
  fkind: orBlank('a', 'b', 'c'),
})

const options = ['a', 'b', 'c', 'ab'].map((value) => ({ value, text: `类 ${value}` }))
const screen = noteScreen({
  fields: [
    { key: 'fopen', title: '开放', type: 'switch' },
    {
      key: 'fon',
      title: '启用',
      type: 'switch',
      options: [
        { value: 1, text: '启用' },
        { value: 0, text: '停用' },
      ],
    },
    { key: 'fbox', title: '勾选', type: 'checkbox' },
    { key: 'fpaid', title: '付款', type: 'checkbox', customValue: ['已付', '未付'] },
    { key: 'fkinds', title: '类别', type: 'list_multi', options },
    { key: 'fothers', title: '别类', type: 'checkbox_group', options },
    { key: 'fkind', title: '主类', type: 'select', options },
    ...conditions.map(([text], at) => ({
      key: `f${at}`,
      title: `第 ${at} 列`,
      type: 'inputNumber',
      compute: `if(${text}, 1, 2)`,
    })),
  ],
}) as unknown as StoredScreen

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open({ 'demo/note.json': screen }, {})
})
afterAll(() => server?.close())

const env = {
  user: { id: '1', username: 'a', realname: 'a', orgCode: 'a' },
  now: new Date('2025-01-31T08:00:00Z'),
  mode: 'add' as const,
}
const nobody = { ...env.user, roles: [] } as unknown as SessionUser
const lookup = { text: () => undefined, value: () => undefined, items: () => [] }
const samples = fc.sample(flags, { numRuns: 12, seed: 5 })
const keys = keySet(screen.fields, fieldValues)
const meets = (text: string, row: object) => {
  const read = parseExpression(text)
  return read.ok && isMet(read.value, listRowScope({ ...row }, env, keys)) === true
}

it('switches, boxes and several choices mean the same in the browser, on the server, in print and in SQL', async () => {
  const columns = indexColumns(screen.fields, fieldValues)
  const rules = [...conditions, ...ofColumns].map(([where]) => ({ name: where, where }))
  expect(rowRuleProblems({ ...screen, rowRules: rules }, columns)).toEqual([])
  const compiled = compileRowRules({ ...screen, rowRules: rules }, columns)
  const template = {
    id: 'print/trial',
    title: '试验',
    screen: 'demo/note',
    blocks: conditions.map(([text]) => ({ type: 'text', text: `{if(${text}, 1, 2)}` })),
  }
  for (const values of samples) {
    const reply = await server.call('admin', 'POST', '/jeecg-boot/resource/demo/note/add', { body: values })
    expect(reply.body).toMatchObject({ success: true })
    const stored = reply.body.result
    const model = new RecordModel(screen as ScreenDocument, {}, { types: fieldValues, lookup, env } as never)
    model.setHeads({ ...values })
    const printed = printRecord(screen as ScreenDocument, template as never, stored, {
      types: fieldTypes,
      can: () => true,
      lookup,
      record: env,
    } as never)
    const found = sql.join(
      compiled.map(({ toSql }, at) => sql`(${toSql(nobody)}) is true as ${sql.id(`f${at}`)}`),
    )
    const { rows } = await sql<Record<string, boolean>>`
      select ${found} from demo_note as t where t.id = ${stored.id}`.execute(server.services.db.app)
    for (const [at, [text, meaning]] of conditions.entries()) {
      const label = `${text} of ${JSON.stringify(values)}`
      const expected = meaning(values) ? 1 : 2
      const paper = /"text":"([^"]*)"/.exec(JSON.stringify(printed[at]))?.[1]
      expect(Number(stored[`f${at}`]), `server: ${label}`).toBe(expected)
      expect(model.record[`f${at}`], `browser: ${label}`).toBe(expected)
      expect(Number(paper), `print: ${label}`).toBe(expected)
      expect(rows[0]?.[`f${at}`], `SQL: ${label}`).toBe(expected === 1)
      expect(meets(text, values), `condition: ${label}`).toBe(expected === 1)
    }
    for (const [at, [text, meaning]] of ofColumns.entries()) {
      const isBlank =
        values.fkinds === null || (text.includes('fothers') ? values.fothers : values.fkind) === null
      if (isBlank) continue
      const label = `${text} of ${JSON.stringify(values)}`
      expect(meets(text, stored), label).toBe(meaning(values))
      expect(rows[0]?.[`f${conditions.length + at}`], `SQL: ${label}`).toBe(meaning(values))
    }
  }
})
