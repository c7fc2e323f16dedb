import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { Library } from '#server/documents/library.ts'
import { type Person, TestServer } from '../test-server.ts'
import { noteScreen } from './note-screen.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open()
})
afterAll(() => server?.close())

const getPath = (name: string) => join(server.folder, name)
const write = (name: string, value: unknown) =>
  writeFileSync(getPath(name), typeof value === 'string' ? value : JSON.stringify(value))
const index = async (who: Person = 'admin') => (await server.call(who, 'GET', '/schema/index')).body.result
const document = (who: Person, id: string, rev?: string) =>
  server.call(who, 'GET', `/schema/documents/${id}`, rev === undefined ? {} : { query: { rev } })

/** A generous timeout: the speed is measured on the built product. */
async function coming<T>(look: () => Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 4))
  }
}

const openSocket = (
  who: Person,
  userId: string = who,
  token = server.tokens.get(who) ?? '',
): Promise<WebSocket> =>
  server.app.injectWS(`/jeecg-boot/websocket/${userId}`, { headers: { 'sec-websocket-protocol': token } })

const collectFrames = (socket: WebSocket): Record<string, unknown>[] => {
  const frames: Record<string, unknown>[] = []
  socket.on('message', (data) => frames.push(JSON.parse(String(data))))
  return frames
}

describe('the menu', () => {
  it('is refreshed once after many changes', async () => {
    const socket = await openSocket('clerk')
    const frames = collectFrames(socket)
    const { permissions, live, db } = server.services
    const tell = vi.spyOn(live, 'tell')
    onTestFinished(() => tell.mockRestore())
    // With open connections, so that no notification is as late as opening one on a busy machine takes.
    await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.05)`.execute(db.app)))
    await Promise.all([1, 2, 3].map(() => permissions.changed()))
    await coming(async () => frames.length > 0)
    // A later change, of a user without a page: every frame of the earlier changes is sent before its own.
    await db.notify('permission', 'absent')
    await coming(async () => tell.mock.calls.some(([, userIds]) => userIds?.has('absent')))
    socket.send('HeartBeat')
    await coming(async () => frames.some(({ cmd }) => cmd === 'heartcheck'))
    expect(frames.filter(({ cmd }) => cmd === 'menu')).toEqual([{ cmd: 'menu' }])
    socket.terminate()
  })
})

describe('the documents of a browser', () => {
  it('are listed as far as the user may open them, with 304 for an unchanged list', async () => {
    const own = await server.call('clerk', 'GET', '/schema/index')
    expect(own.body.result).toEqual(
      [
        { id: 'demo/order', title: '订单', path: '/demo/order', canAdd: true },
        // It has no menu entry and therefore no path.
        { id: 'demo/purchase', title: '采购单' },
      ].map((entry) => ({
        ...entry,
        kind: 'screen',
        hasFlow: true,
        rev: expect.stringMatching(/^[0-9a-f]{12}$/),
        components: [entry.id],
      })),
    )
    const again = await server.call('clerk', 'GET', '/schema/index', {
      headers: { 'if-none-match': String(own.headers.etag) },
    })
    expect(again.status).toBe(304)
    expect(await index('nobody')).toEqual([])
  })

  it('are public views, immutable under their own revision only', async () => {
    const [{ rev }] = await index('clerk')
    const named = await document('clerk', 'demo/order', rev)
    expect(named.headers['cache-control']).toContain('immutable')
    expect(JSON.stringify(named.body.result)).not.toMatch(/demo_order|rowRules|forderid/)
    expect((await document('clerk', 'demo/order', 'older')).headers['cache-control']).toBe('no-store')
  })

  it('are answered 404 when unknown and 403 when not allowed, and their source is limited to designers', async () => {
    expect((await document('clerk', 'demo/ghost')).status).toBe(404)
    expect((await document('nobody', 'demo/order')).status).toBe(403)
    expect((await server.call('clerk', 'GET', '/schema/source/demo/order')).status).toBe(403)
    expect(
      (await server.call('admin', 'GET', '/schema/source/demo/order')).body.result.document.table.name,
    ).toBe('demo_order')
  })
})

describe('the watched folder', () => {
  it('serves a new file: its table, menu entry, codes, and a notice to open pages', async () => {
    const socket = await openSocket('admin')
    const frames = collectFrames(socket)
    write('demo/note.json', noteScreen({ menu: { parent: 'base', icon: 'file' } }))
    const entry = await coming(async () =>
      (await index()).find((found: { id: string }) => found.id === 'demo/note'),
    )
    await coming(async () => ['menu', 'document'].every((cmd) => frames.some((frame) => frame.cmd === cmd)))
    expect(frames).toContainEqual({ cmd: 'document', id: 'demo/note', rev: entry.rev })
    const add = await server.call('admin', 'POST', '/resource/demo/note/add', { body: { ftext: '在' } })
    expect(add.body.message).toBe('添加成功！')
    const menu = await server.services.permissions.rows()
    expect(menu.find((row) => row.id === 'demo/note')).toMatchObject({
      url: '/demo/note',
      component: 'demo/note',
      parentId: 'base',
    })
    expect(menu.some((row) => row.perms === 'demo:note:add')).toBe(true)
    socket.terminate()
  })

  it('adds a column to a table in use and keeps the values of a renamed column', async () => {
    write(
      'demo/note.json',
      noteScreen({
        fields: [
          { key: 'fbody', title: '正文', type: 'input', length: 80, renamedFrom: 'ftext' },
          { key: 'fcount', title: '数', type: 'inputNumber', scale: 2 },
        ],
      }),
    )
    // Every list request in the meantime is answered, by the old document or the new one.
    const record = await coming(async () => {
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => server.call('admin', 'GET', '/resource/demo/note/list')),
      )
      expect(replies.map(({ body }) => body.code)).toEqual(replies.map(() => 200))
      return replies.map(({ body }) => body.result.records[0]).find((found) => 'fbody' in found)
    })
    expect(record).toMatchObject({ fbody: '在', fcount: null })
    // Without `menu` the entry is removed.
    await coming(async () =>
      (await server.services.permissions.rows()).every((row) => row.id !== 'demo/note'),
    )
  })

  it.each<[string, () => string, string]>([
    ['broken JSON', () => '{ "kind": "screen", ', 'BROKEN_JSON'],
    ['an unknown key', () => JSON.stringify(noteScreen({ tabel: {} })), 'UNKNOWN_KEY'],
    [
      'a rule that SQL cannot say',
      () => JSON.stringify(noteScreen({ rowRules: [{ name: 'x', where: 'len(ftext) > 1' }] })),
      'ROW_RULE',
    ],
    [
      'a proposed grant of another document’s code',
      () => JSON.stringify(noteScreen({ roles: { clerk: ['demo:order:list'] } })),
      'UNKNOWN_NAME',
    ],
  ])('serves the last good version after %s, and shows designers the error', async (_what, make, code) => {
    const path = getPath('demo/note.json')
    const good = readFileSync(path, 'utf8')
    const before = (await document('admin', 'demo/note')).body.result
    writeFileSync(path, make())
    const answer = await coming(async () => {
      const { result } = (await document('admin', 'demo/note')).body
      return result.problems ? result : undefined
    })
    expect(answer.document).toEqual(before.document)
    expect(answer.rev).not.toBe(before.rev)
    expect(answer.problems[0]).toMatchObject({
      code,
      text: expect.any(String),
      path: expect.any(String),
      file: path,
    })
    expect((await server.call('admin', 'GET', '/resource/demo/note/list')).body.code).toBe(200)
    writeFileSync(path, good)
    await coming(async () => !(await document('admin', 'demo/note')).body.result.problems)
  })

  it('keeps an old column type until the change is confirmed', async () => {
    write('demo/note.json', noteScreen({ fields: [{ key: 'fbody', title: '正文', type: 'date' }] }))
    const { problems } = await coming(async () => {
      const { result } = (await document('admin', 'demo/note')).body
      return result.problems ? result : undefined
    })
    expect(problems[0]).toMatchObject({
      code: 'TABLE_PLAN',
      text: expect.stringContaining('npm run documents -- apply'),
    })
    expect((await server.call('admin', 'GET', '/resource/demo/note/list')).body.result.records[0].fbody).toBe(
      '在',
    )
  })

  it('serves the last good version after a restart', async () => {
    const restarted = new Library(server.services)
    await restarted.load()
    const entry = restarted.registry.screen('demo/note')
    expect(entry?.document.fields[0]).toMatchObject({ key: 'fbody', type: 'input' })
    expect(entry?.problems[0]?.code).toBe('TABLE_PLAN')
  })

  it('serves a document whose dictionary was removed, after a restart too, and reports the problem', async () => {
    const items = [{ value: '1', text: '甲' }]
    write('demo/kind.json', {
      version: 2,
      kind: 'dict',
      id: 'demo/kind',
      title: '种类',
      code: 'demo_kind',
      items,
    })
    const fields = [{ key: 'fkind', title: '种类', type: 'select', dictCode: 'demo_kind' }]
    write(
      'demo/kinds.json',
      noteScreen({ id: 'demo/kinds', perm: 'demo:kinds', table: { name: 'demo_kinds' }, fields }),
    )
    await coming(async () => (await document('admin', 'demo/kinds')).body.result?.document)
    rmSync(getPath('demo/kind.json'))
    await coming(async () => (await document('admin', 'demo/kinds')).body.result.problems)
    const restarted = new Library(server.services)
    await restarted.load()
    const entry = restarted.registry.screen('demo/kinds')
    expect(entry?.document.fields[0]).toMatchObject({ key: 'fkind' })
    expect(entry?.problems[0]?.code).toBe('UNKNOWN_DICT')
    rmSync(getPath('demo/kinds.json'))
    await coming(async () => (await document('admin', 'demo/kinds')).status === 404)
  })

  it('unregisters a removed file', async () => {
    rmSync(getPath('demo/note.json'))
    await coming(async () => (await document('admin', 'demo/note')).status === 404)
    expect((await server.call('admin', 'GET', '/resource/demo/note/list')).status).toBe(404)
  })

  it('shows designers a file that never was valid', async () => {
    write('demo/wrong.json', '{')
    const answer = await coming(async () => {
      const reply = await document('admin', 'demo/wrong')
      return reply.status === 200 ? reply.body.result : undefined
    })
    expect([answer.document, answer.problems.length]).toEqual([null, 1])
    const isOnMenu = async () =>
      (await server.services.permissions.rows()).some(
        ({ id, url }) => id === 'faulty:demo/wrong' && url === '/demo/wrong',
      )
    await coming(isOnMenu)
    expect(await index('admin')).toContainEqual(
      expect.objectContaining({ id: 'demo/wrong', kind: 'faulty', components: ['demo/wrong'] }),
    )
    expect(JSON.stringify(await index('clerk'))).not.toContain('demo/wrong')
    expect((await document('clerk', 'demo/wrong')).status).toBe(404)
    // A title and a key that the database cannot store.
    const fields = [{ key: 'fa\u0000', title: '甲', type: 'input' }]
    write(
      'demo/wrong.json',
      noteScreen({ id: 'demo/wrong', title: `空\u0000白${'一'.repeat(56)}😀`, fields }),
    )
    const restarted = new Library(server.services)
    await restarted.load()
    expect(restarted.registry.broken().get('demo/wrong')).toMatchObject([
      { code: 'UNSTORABLE', path: '/title' },
      { code: 'UNSTORABLE', path: '/fields/0/key' },
    ])
    expect(await server.services.permissions.rows()).toContainEqual(
      expect.objectContaining({ id: 'faulty:demo/wrong', name: `空白${'一'.repeat(56)}` }),
    )
    await coming(async () => {
      const { title } = (await document('admin', 'demo/wrong')).body.result
      return title === `空白${'一'.repeat(56)}`
    })
    rmSync(getPath('demo/wrong.json'))
    await coming(async () => !(await isOnMenu()))
  })
})

describe('a socket', () => {
  it('returns a heartbeat to its sender only', async () => {
    const [one, two] = [await openSocket('clerk'), await openSocket('clerk')]
    const [mine, others] = [collectFrames(one), collectFrames(two)]
    one.send('HeartBeat')
    const beats = (frames: Record<string, unknown>[]) => frames.filter((frame) => frame.cmd === 'heartcheck')
    await coming(async () => mine.length > 0 && beats(mine).length > 0)
    expect(beats(mine)).toMatchObject([{ cmd: 'heartcheck', msgTxt: '心跳响应' }])
    expect(beats(others)).toEqual([])
    one.terminate()
    two.terminate()
  })

  it.each<[string, () => Promise<unknown>, string]>([
    ['no token', () => server.app.injectWS('/jeecg-boot/websocket/clerk'), '401'],
    ['a false token', () => openSocket('clerk', 'clerk', 'x'.repeat(43)), '401'],
    ["another's id", () => openSocket('clerk', 'admin'), '403'],
  ])('is refused at the handshake with %s', async (_what, open, status) => {
    await expect(open()).rejects.toThrow(status)
  })

  it('is closed when it sends too many frames, and when its session ends', async () => {
    const flooding = await openSocket('clerk')
    const flooded = new Promise((resolve) => flooding.on('close', resolve))
    for (let n = 0; n < 30; n++) flooding.send('x')
    expect(await flooded).toBe(1008)
    const { sessions } = server.services
    const token = await sessions.open('clerk', { ip: '127.0.0.1', agent: 'test' })
    const ending = await openSocket('clerk', 'clerk', token)
    const ended = new Promise((resolve) => ending.on('close', resolve))
    const found = await sessions.find(token)
    await sessions.end(found?.session ?? '')
    expect(await ended).toBe(1008)
  })

  it('receives the reason when its user is frozen, and is closed', async () => {
    const socket = await openSocket('reader')
    const frames = collectFrames(socket)
    const closed = new Promise((resolve) => socket.on('close', resolve))
    const setStatus = (status: number) =>
      sql`update sys_user set status = ${status} where id = 'reader'`.execute(server.test.db.owner)
    await setStatus(2)
    expect(await closed).toBe(1008)
    expect(frames).toContainEqual({ cmd: 'ended', reason: 'frozen' })
    await setStatus(1)
  })

  it('receives a notice when the server restarts', async () => {
    const socket = await openSocket('clerk')
    const closed = new Promise((resolve) => socket.on('close', resolve))
    server.services.live.close()
    expect(await closed).toBe(1012)
  })
})
