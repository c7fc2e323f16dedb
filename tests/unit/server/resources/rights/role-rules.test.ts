import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noteScreen } from '../documents/note-screen.ts'
import { type Person, TestServer } from '../test-server.ts'

const letter = noteScreen({
  id: 'demo/letter',
  title: '来信',
  perm: 'demo:letter',
  table: { name: 'demo_letter' },
  fields: [
    { key: 'fname', title: '名称', type: 'input' },
    { key: 'fkind', title: '种类', type: 'input' },
  ],
  rowRules: [
    { name: '非密', where: "fkind != '密'", roles: ['clerk', 'other'], unless: 'demo:letter:secret' },
    { name: '本部门', where: 'sysOrgCode == user.orgCode', roles: ['clerk'] },
    { name: '公开的', where: "fkind == '公开'", roles: ['other'] },
  ],
})
const letterNames = {
  version: 2,
  kind: 'dict',
  id: 'dict/letter',
  title: '来信',
  code: 'demo_letter,fname,id',
  source: { screen: 'demo/letter', text: 'fname', value: 'id' },
}
const letterReport = {
  version: 2,
  kind: 'report',
  id: 'report/demo-letter',
  title: '来信',
  code: 'rp_demo_letter',
  perm: 'report:demo-letter',
  source: { sql: 'select l.fname from demo_letter l order by l.fname', tables: ['demo_letter'] },
  fields: [{ key: 'fname', title: '名称', type: 'input' }],
}

let server: TestServer
const letters = new Map<string, string>()
beforeAll(async () => {
  const codes = [
    ...['list', 'detail', 'add', 'edit'].map((word) => `demo:letter:${word}`),
    'report:demo-letter:list',
  ]
  server = await TestServer.open(
    { 'demo/letter.json': letter, 'dict/letter.json': letterNames, 'report/demo-letter.json': letterReport },
    { clerk: codes, other: codes, reader: codes },
  )
  // The department of `other` is B01, that of the rest A01.
  for (const [org, fname, fkind] of [
    ['A01', '甲', '内部'],
    ['A01', '乙', '公开'],
    ['B01', '丙', '公开'],
    ['B01', '丁', '内部'],
    ['A01', '戊', '密'],
  ] as const) {
    const url = '/jeecg-boot/resource/demo/letter/add'
    const { body } = await server.call('admin', 'POST', url, { body: { fname, fkind } })
    const { id } = body.result
    letters.set(fname, id)
    await sql`update demo_letter set sys_org_code = ${org} where id = ${id}`.execute(server.test.db.app)
  }
})
afterAll(() => server?.close())

/** The user has these roles besides the own one. */
async function setRoles(who: Person, ...roles: string[]): Promise<void> {
  const { test, services } = server
  await sql`delete from sys_user_role where user_id = ${who} and role_id <> ${who}`.execute(test.db.app)
  for (const role of roles)
    await sql`insert into sys_user_role (user_id, role_id) values (${who}, ${role})`.execute(test.db.app)
  await services.sessions.userChanged(who)
}

const namesIn = (rows: readonly { fname?: string; text?: string }[]) =>
  rows.map(({ fname, text }) => fname ?? text).sort()

/** What each route shows of the letters. */
async function shownTo(who: Person): Promise<string> {
  const list = await server.call(who, 'GET', '/jeecg-boot/resource/demo/letter/list')
  const dict = await server.call(who, 'GET', '/jeecg-boot/sys/dict/getDictItems/demo_letter,fname,id')
  const report = await server.call(who, 'GET', '/jeecg-boot/online/cgreport/api/getData/rp_demo_letter')
  const readable: string[] = []
  for (const [name, id] of letters) {
    const query = { id }
    const { body } = await server.call(who, 'GET', '/jeecg-boot/resource/demo/letter/queryById', { query })
    const edited = await server.call(who, 'PUT', '/jeecg-boot/resource/demo/letter/edit', { body: { id } })
    expect(edited.body.success).toBe(body.success)
    if (body.success) readable.push(name)
  }
  const shown = namesIn(list.body.result.records)
  expect(namesIn(dict.body.result)).toEqual(shown)
  expect(namesIn(report.body.result.records)).toEqual(shown)
  expect(readable.sort()).toEqual(shown)
  return shown.join('')
}
const sorted = (text: string) => [...text].sort().join('')

it('a rule of a role binds its holders: in lists, forms, edits, dictionaries and reports', async () => {
  expect(await shownTo('clerk')).toBe(sorted('甲乙'))
  expect(await shownTo('other')).toBe(sorted('乙丙'))
  expect(await shownTo('reader')).toBe(sorted('甲乙丙丁戊'))
  expect(await shownTo('admin')).toBe(sorted('甲乙丙丁戊'))
})

it('several roles show what each of them shows; a role without the list frees nobody, one with it does', async () => {
  await setRoles('clerk', 'other')
  expect(await shownTo('clerk')).toBe(sorted('甲乙丙'))
  await setRoles('clerk', 'nobody')
  expect(await shownTo('clerk')).toBe(sorted('甲乙'))
  await setRoles('clerk', 'reader')
  expect(await shownTo('clerk')).toBe(sorted('甲乙丙丁戊'))
  await setRoles('clerk')
  expect(await shownTo('clerk')).toBe(sorted('甲乙'))
})

it('whom a rule of a role binds may not change the account of one whom it does not bind', async () => {
  const { sessions } = server.services
  const person = async (name: Person) => {
    const user = await sessions.person(name)
    if (!user) throw new Error(`no user ${name}`)
    return { ...user, codes: new Set(['demo:letter:list']) }
  }
  const [clerk, reader, other] = [await person('clerk'), await person('reader'), await person('other')]
  expect(sessions.excess(clerk, reader)).toBe('rows')
  expect(sessions.excess(clerk, { ...other, orgCode: 'A01', orgCodes: [] })).toBe('rows')
  expect(sessions.excess(reader, { ...clerk, orgCodes: [] })).toBeNull()
})
