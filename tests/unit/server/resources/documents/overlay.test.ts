import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Library } from '#server/documents/library.ts'
import { type Person, TestServer } from '../test-server.ts'

const base = {
  version: 2,
  kind: 'screen',
  id: 'demo/letter',
  title: '来函',
  perm: 'demo:letter',
  menu: { parent: 'base' },
  table: { name: 'demo_letter' },
  fields: [
    { key: 'ftext', title: '事由', type: 'input', length: 50, query: 'like' },
    { key: 'fcode', title: '编号', type: 'input', validateRules: [{ unique: true }] },
    { key: 'fstate', title: '状态', type: 'input' },
    { key: 'fcost', title: '费用', type: 'inputNumber' },
  ],
}
const done = {
  version: 2,
  kind: 'screen',
  id: 'demo/letter-done',
  extends: 'demo/letter',
  title: '已办来函',
  perm: 'demo:letter-done',
  fields: [
    { key: 'fcost', remove: true },
    { key: 'fnote', title: '批注', type: 'input', after: 'ftext' },
  ],
  rowRules: [{ name: '已办', where: "fstate == '已办'" }],
}
const words = ['list', 'detail', 'add', 'edit', 'delete']
const codes = (perm: string) => words.map((word) => `${perm}:${word}`)

let server: TestServer
const library = () => new Library(server.services)
let current: Library
beforeAll(async () => {
  server = await TestServer.open(
    { 'demo/letter.json': base, 'demo/letter-done.json': done },
    { clerk: [...codes('demo:letter'), ...codes('demo:letter-done')], reader: ['demo:letter-done:list'] },
  )
  // Only this test reads the files.
  server.services.stopWatching()
  current = library()
  await current.load()
})
afterAll(() => server?.close())

const write = (name: string, value: unknown) =>
  writeFileSync(
    join(server.folder, `demo/${name}.json`),
    typeof value === 'string' ? value : JSON.stringify(value),
  )
async function load(...files: [string, unknown][]) {
  for (const [name, value] of files) write(name, value)
  await current.load()
  return current.registry
}
const keysIn = (id: string) => current.registry.screen(id)?.document.fields.map((field) => field.key)
const listProblems = (id: string) =>
  (current.registry.entry(id)?.problems ?? current.registry.broken().get(id) ?? []).map(
    ({ file, path, code }) => `${file.split('/').at(-1)}#${path} ${code}`,
  )
const columns = async () =>
  (
    await sql<{ name: string; type: string }>`
      select column_name as name, data_type as type from information_schema.columns
      where table_name = 'demo_letter' order by 1`.execute(server.test.db.owner)
  ).rows.map(({ name }) => name)
const send = (who: Person, id: string, body: Record<string, unknown>) =>
  server.call(who, 'POST', `/resource/${id}/add`, { body })
const list = (who: Person, id: string) => server.call(who, 'GET', `/resource/${id}/list`)

describe('two screens of one table', () => {
  it('share its rows; the overlay shows the rows of its rule, with its added column and without removed ones', async () => {
    await send('clerk', 'demo/letter', { ftext: '询价', fcode: '1', fstate: '待办', fcost: 5 })
    await send('clerk', 'demo/letter', { ftext: '复函', fcode: '2', fstate: '已办', fcost: 7 })
    expect((await list('clerk', 'demo/letter')).body.result.total).toBe(2)
    const { records } = (await list('clerk', 'demo/letter-done')).body.result
    expect(records).toMatchObject([{ ftext: '复函', fnote: null }])
    expect(records[0]).not.toHaveProperty('fcost')
    expect(await columns()).toContain('fnote')
  })

  it('have rights of their own, and the browser receives the complete screen without its table', async () => {
    expect((await list('reader', 'demo/letter')).body.code).toBe(510)
    expect((await list('reader', 'demo/letter-done')).body.code).toBe(200)
    const view = (await server.call('reader', 'GET', '/schema/documents/demo/letter-done')).body.result
      .document
    expect(view.fields.map((field: { key: string }) => field.key)).toEqual([
      'ftext',
      'fnote',
      'fcode',
      'fstate',
    ])
    expect(JSON.stringify(view)).not.toMatch(/demo_letter|rowRules|extends/)
  })

  it('are shown to designers as they are written', async () => {
    const { result } = (await server.call('admin', 'GET', '/schema/source/demo/letter-done')).body
    expect(result.document).toEqual(done)
  })

  it('do not affect each other when one is removed: its column and the unique check of the other remain', async () => {
    rmSync(join(server.folder, 'demo/letter-done.json'))
    await load()
    expect(current.registry.screen('demo/letter-done')).toBeUndefined()
    expect(await columns()).toContain('fnote')
    expect([...server.services.uniqueChecks.keys()].join()).toContain('demo_letter')
    await load(['letter-done', done])
    expect(keysIn('demo/letter-done')).toContain('fnote')
  })
})

describe('a registered overlay', () => {
  it('changes with its base', async () => {
    const told: string[] = []
    current.registry.onChange(({ ids }) => told.push(...ids))
    await load([
      'letter',
      { ...base, fields: [...base.fields, { key: 'fday', title: '日期', type: 'date' }] },
    ])
    expect(keysIn('demo/letter-done')).toEqual(['ftext', 'fnote', 'fcode', 'fstate', 'fday'])
    expect(told.sort()).toEqual(['demo/letter', 'demo/letter-done'])
    expect(listProblems('demo/letter-done')).toEqual([])
  })

  it('uses the last good base while the file of the base is invalid', async () => {
    await load(['letter', '{ "id": '])
    expect([listProblems('demo/letter'), listProblems('demo/letter-done')]).toEqual([
      ['letter.json# BROKEN_JSON'],
      [],
    ])
    const wide = { ...done, fields: [...done.fields, { key: 'ftext', width: 300 }] }
    await load(['letter', { ...base, typo: 1 }], ['letter-done', wide])
    expect(listProblems('demo/letter-done')).toEqual([])
    expect(current.registry.screen('demo/letter-done')?.document.fields[0]?.width).toBe(300)
  })

  it('changes with its base while its own file is invalid', async () => {
    await load(['letter-done', '{'], ['letter', { ...base, fields: base.fields.slice(0, 3) }])
    expect(listProblems('demo/letter-done')).toContain('letter-done.json# BROKEN_JSON')
    // Its last good version removed `fcost`, which does not exist now: the overlay stays unchanged.
    expect(keysIn('demo/letter-done')).toContain('fday')
    await load(['letter', base])
    expect(keysIn('demo/letter-done')).toEqual(['ftext', 'fnote', 'fcode', 'fstate'])
  })

  it('reports in its own file that its base is missing', async () => {
    rmSync(join(server.folder, 'demo/letter.json'))
    await load(['letter-done', done])
    expect(listProblems('demo/letter-done')).toEqual(['letter-done.json#/extends UNKNOWN_NAME'])
    await load(['letter', base])
    expect(listProblems('demo/letter-done')).toEqual([])
  })

  it('is restored after a restart from its stored version while its file is invalid', async () => {
    await load(['letter-done', '{'])
    current = library()
    await current.load()
    expect(keysIn('demo/letter-done')).toEqual(['ftext', 'fnote', 'fcode', 'fstate'])
    expect(current.registry.entry('demo/letter-done')?.overlay).toMatchObject({ extends: 'demo/letter' })
    await load(['letter-done', done])
  })

  it('is not served when another screen defines the same column differently', async () => {
    const other = {
      ...done,
      id: 'demo/letter-other',
      perm: 'demo:letter-other',
      fields: [{ key: 'fnote', title: '批次', type: 'date' }],
    }
    await load(['letter-other', other])
    expect(listProblems('demo/letter-other')).toEqual(['letter-other.json#/fields/0 TABLE_PLAN'])
    expect(current.registry.screen('demo/letter-other')).toBeUndefined()
    expect(listProblems('demo/letter-done')).toEqual([])
  })
})
