import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open()
})
afterAll(() => server?.close())

const write = (name: string, value: unknown) =>
  writeFileSync(join(server.folder, name), JSON.stringify(value))

/** Files are read and registered in the background; the tests wait for each step. */
async function coming<T>(look: () => Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 4))
  }
}

const screen = (over: Record<string, unknown>) => ({
  version: 2,
  kind: 'screen',
  title: '便笺',
  fields: [{ key: 'ftext', title: '文字', type: 'input', length: 50, query: 'like' }],
  ...over,
})

describe('a user who may only pick from a screen', () => {
  it('cannot see or filter by the sort column of the screen, but receives its order', async () => {
    write('demo/leaf.json', screen({ id: 'demo/leaf', perm: 'demo:leaf', table: { name: 'demo_leaf' } }))
    write('demo/pick-leaf.json', {
      version: 2,
      kind: 'picker',
      id: 'demo/pick-leaf',
      title: '选择便笺',
      code: 'pick_leaf',
      needs: 'pick:leaf',
      source: { screen: 'demo/leaf' },
      fields: ['ftext'],
    })
    const { db, permissions, documents } = server.services
    await coming(async () => documents.entry('demo/pick-leaf'))
    await coming(async () => (await permissions.rows()).some(({ id }) => id === 'pick:leaf'))
    await sql`insert into sys_role_permission values ('nobody', 'pick:leaf')`.execute(db.app)
    await sql`insert into demo_leaf (id, ftext, create_time) values ('a', '一', '2026-01-01'), ('b', '二', '2026-01-02')`.execute(
      db.app,
    )
    const list = (query: Record<string, string> = {}) =>
      server.call('nobody', 'GET', '/resource/demo/leaf/list', { query })
    const rows = [
      { id: 'b', ftext: '二' },
      { id: 'a', ftext: '一' },
    ]
    await coming(async () => (await list()).body.code === 200)
    expect((await list()).body.result.records).toEqual(rows)
    const sorted = await list({ column: 'createTime', order: 'asc' })
    expect(sorted.body.result.records).toEqual(rows.toReversed())
    const refused: Record<string, string>[] = [
      { createTime: '2026-01-01' },
      { createTime_begin: '2026-01-02' },
      { column: 'updateTime' },
    ]
    for (const query of refused) expect((await list(query)).status).toBe(400)
  })
})

describe('a column that needs a right', () => {
  const slip = (name: string, more: object = {}) =>
    screen({
      id: `demo/${name}`,
      perm: `demo:${name}`,
      table: { name: `demo_${name}` },
      fields: [
        { key: 'fname', title: '名称', type: 'input', length: 20 },
        {
          key: 'fcode',
          title: '编号',
          type: 'input',
          length: 20,
          validateRules: [{ unique: true }],
          ...more,
        },
      ],
    })
  const hidden = { access: { read: 'demo:slip:code' } }

  it('needs that right and the list right in the unique check', async () => {
    write('demo/slip.json', slip('slip', hidden))
    const { uniqueChecks } = server.services
    for (const key of ['demo/slip fcode', 'demo_slip fcode']) {
      const check = await coming(async () => uniqueChecks.get(key))
      expect(check.codes).toEqual(['demo:slip:list', 'demo:slip:code'])
    }
  })

  it('is refused in dictionaries, because all signed-in users read them', async () => {
    const dict = (name: string, text: string) => ({
      version: 2,
      kind: 'dict',
      id: `demo/${name}`,
      title: '字典',
      code: name.replace('-', '_'),
      source: { screen: 'demo/slip', text, value: 'id' },
    })
    write('demo/slip.json', slip('slip', hidden))
    write('demo/slip-open.json', dict('slip-open', 'fname'))
    write('demo/slip-closed.json', dict('slip-closed', 'fcode'))
    const { dictionaries, documents } = server.services
    await coming(() => dictionaries.has('slip_open'))
    const broken = await coming(async () => documents.broken().get('demo/slip-closed'))
    expect(broken).toMatchObject([{ path: '/source/text', code: 'BAD_VALUE' }])
    expect(await dictionaries.has('slip_closed')).toBe(false)
    // A dictionary that was valid stays registered with the last good document, but not with the column.
    write('demo/slip.json', slip('slip'))
    await coming(() => dictionaries.has('slip_closed'))
    write('demo/slip.json', slip('slip', hidden))
    await coming(async () => !(await dictionaries.has('slip_closed')))
  })
})
