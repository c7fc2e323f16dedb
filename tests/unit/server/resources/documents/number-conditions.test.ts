import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fieldValues } from '#runtime/fields/values.ts'
import { isMet, parseExpression } from '#runtime/kernel/expression.ts'
import { keySet, listRowScope } from '#runtime/record/scope.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { indexColumns } from '#server/documents/plan/column.ts'
import type { SessionUser } from '#server/platform/http/requests/user.ts'
import { compileRowRules } from '#server/records/access/row-rules.ts'
import { TestServer } from '../test-server.ts'
import { noteScreen } from './note-screen.ts'

const screen = noteScreen({
  fields: [
    { key: 'fmoney', title: '金额', type: 'inputNumber', scale: 2 },
    { key: 'fmost', title: '上限', type: 'inputNumber', scale: 0 },
    { key: 'fcount', title: '件数', type: 'inputNumber', store: 'int' },
    { key: 'fshare', title: '占比', type: 'inputNumber', store: 'double' },
    { key: 'ftext', title: '文字', type: 'input' },
  ],
}) as unknown as StoredScreen

const conditions = [
  ...['<', '<=', '>', '>=', '==', '!='].flatMap((sign) => [
    `fmoney ${sign} fmost`,
    `fcount ${sign} fmoney`,
    `fshare ${sign} fcount`,
    `fmoney ${sign} 10`,
    `fcount ${sign} 9.5`,
    `9.5 ${sign} fcount`,
    `fcount ${sign} 3000000000`,
    `fshare ${sign} 0.1`,
  ]),
  ...['<', '<=', '>', '>='].map((sign) => `ftext ${sign} 10`),
  'fcount in [9.5, 10]',
  'fmoney in [10, 9]',
  'ftext == fmoney',
]
const samples = [
  { fmoney: 9, fmost: 10, fcount: 9, fshare: 0.1, ftext: '9' },
  { fmoney: 10, fmost: 10, fcount: 10, fshare: 10, ftext: '10' },
  { fmoney: 9.5, fmost: 100, fcount: 100, fshare: 20.5, ftext: '100' },
  { fmoney: -2, fmost: -10, fcount: -3, fshare: -0.5, ftext: '-2' },
  { fmoney: 10.5, fmost: 9, fcount: 0, fshare: 9, ftext: '很多' },
  { fmoney: 1, fmost: 2, fcount: 3, fshare: 4, ftext: null },
]

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open({ 'demo/note.json': screen })
})
afterAll(() => server?.close())

const env = {
  user: { id: '1', username: 'a', realname: 'a', orgCode: 'a' },
  now: new Date('2025-01-31T08:00:00Z'),
  mode: 'edit' as const,
}
const nobody = { ...env.user, roles: [] } as unknown as SessionUser

it.each(samples)('numbers are compared by value in SQL as in the browser: %j', async (values) => {
  const columns = indexColumns(screen.fields, fieldValues)
  const rules = conditions.map((where) => ({ name: where, where }))
  const compiled = compileRowRules({ ...screen, rowRules: rules }, columns)
  const { body } = await server.call('admin', 'POST', '/jeecg-boot/resource/demo/note/add', { body: values })
  const found = sql.join(
    compiled.map(({ toSql }, at) => sql`(${toSql(nobody)}) is true as ${sql.id(`f${at}`)}`),
  )
  const { rows } = await sql<Record<string, boolean>>`
    select ${found} from demo_note as t where t.id = ${body.result.id}`.execute(server.services.db.app)
  const keys = keySet(screen.fields, fieldValues)
  const inSql = conditions.filter((_text, at) => rows[0]?.[`f${at}`])
  const inBrowser = conditions.filter((text) => {
    const read = parseExpression(text)
    return read.ok && isMet(read.value, listRowScope(values, env, keys)) === true
  })
  expect(inSql).toEqual(inBrowser)
})
