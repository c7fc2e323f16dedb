import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { endLateSockets } from '#server/platform/live/sockets.ts'
import { type Person, TestServer } from '../resources/test-server.ts'
import { recordStatements } from '../statements.ts'

interface Detail {
  key: string
  socketKey?: string
}

const order = JSON.parse(readFileSync('tests/fixtures/server-schemas/demo/order.json', 'utf8')) as {
  fields: Detail[]
}
for (const field of order.fields) if (field.key === 'items') field.socketKey = 'demo-items'

/** A second screen of the same table with the same socket key, which none of these users may open. */
const overlay = {
  version: 2,
  kind: 'screen',
  id: 'demo/approval',
  title: '审批',
  extends: 'demo/order',
  perm: 'demo:approval',
  fields: [],
}

let server: TestServer
let id: string
let row: string
beforeAll(async () => {
  server = await TestServer.open({ 'demo/order.json': order, 'demo/approval.json': overlay })
  const body = { fname: '甲', items: [{ fspmc: '纸', fnum: 1, fprice: 2 }] }
  const { result } = (await server.order('clerk', 'add', 'POST', { body })).body
  id = result.id
  row = result.items[0].id
})
afterAll(() => server?.close())

interface Member {
  socket: WebSocket
  frames: { type: string; data: unknown }[]
  say(type: string, data: unknown): void
}

async function join(who: Person, userId: string = who): Promise<Member> {
  const headers = { 'sec-websocket-protocol': server.tokens.get(who) ?? '' }
  const socket = await server.app.injectWS(`/vxeSocket/${userId}/page`, { headers })
  const frames: Member['frames'] = []
  socket.on('message', (data) => frames.push(JSON.parse(String(data))))
  return { socket, frames, say: (type, data) => socket.send(JSON.stringify({ type, data })) }
}

const getArgs = ({ data }: Member['frames'][number]) => (data as { args: unknown[] }).args
const sendOrder = async (verb: string, method: 'POST' | 'PUT', body: object) =>
  (await server.order('clerk', verb, method, { body })).body

const until = (holds: () => boolean) => expect.poll(holds, { interval: 10 }).toBe(true)
const room = () => `demo-items:${id}`
const isIn = ({ frames }: Member) => frames.some(({ type }) => type === 'common_send_date')
const heard = ({ frames }: Member) => frames.filter(({ type }) => type === 'update_vxe_table')

async function member(who: Person, socketKey = room()): Promise<Member> {
  const joined = await join(who)
  joined.say('subscribe', { socketKey })
  await until(() => isIn(joined))
  return joined
}

describe('a live table', () => {
  it('answers a heartbeat, and ignores malformed frames', async () => {
    const { socket, frames, say } = await join('clerk')
    socket.send('no json')
    say('update_vxe_table', { socketKey: 5 })
    say('heart_beat', '')
    await until(() => frames.length > 0)
    expect(frames).toEqual([{ type: 'heart_beat', data: true }])
    socket.terminate()
  })

  it('sends a change to all members of a record, limited to the columns that each may read', async () => {
    const [clerk, reader] = [await member('clerk'), await member('reader')]
    clerk.say('update_vxe_table', {
      socketKey: room(),
      args: [{ id: row, fnum: 5, fprice: 9, famount: 1, unknown: 1, fspec: { a: 1 } }, 'mine'],
    })
    await until(() => heard(reader).length > 0 && heard(clerk).length > 0)
    // The server names the sender: the page itself cannot.
    const sender = { page: expect.stringMatching(/^[0-9a-f]{32}$/), name: 'clerk真名' }
    expect(heard(clerk)[0]?.data).toEqual({
      socketKey: room(),
      args: [{ id: row, fnum: 5, fprice: 9 }, 'mine'],
      sender,
    })
    expect(heard(reader)[0]?.data).toEqual({
      socketKey: room(),
      args: [{ id: row, fnum: 5 }, 'mine'],
      sender,
    })
    // A user who may not read a column cannot change it either.
    reader.say('update_vxe_table', { socketKey: room(), args: [{ id: row, fprice: 1, fnum: 6 }, 'his'] })
    await until(() => heard(clerk).length > 1)
    expect(heard(clerk)[1]?.data).toMatchObject({ socketKey: room(), args: [{ id: row, fnum: 6 }, 'his'] })
    for (const { socket } of [clerk, reader]) socket.terminate()
  })

  it.each<[string, Person]>([
    ['another department', 'other'],
    ['no right to edit', 'nobody'],
  ])('refuses members with %s, and neither sends them frames nor accepts theirs', async (_why, who) => {
    const [clerk, stranger] = [await member('clerk'), await join(who)]
    stranger.say('subscribe', { socketKey: room() })
    stranger.say('update_vxe_table', { socketKey: room(), args: [{ id: row, fnum: 7 }, 'x'] })
    clerk.say('update_vxe_table', { socketKey: room(), args: [{ id: row, fnum: 8 }, 'mine'] })
    await until(() => heard(clerk).length > 0)
    expect(heard(clerk)).toHaveLength(1)
    expect(isIn(stranger) || heard(stranger).length > 0).toBe(false)
    for (const { socket } of [clerk, stranger]) socket.terminate()
  })

  it('notifies all members when a user joins, so that they send their unsaved values again', async () => {
    const joins = ({ frames }: Member) =>
      frames.filter(({ data }) => (data as { key?: string }).key === 'joined').length
    const clerk = await member('clerk')
    await until(() => joins(clerk) === 1)
    const reader = await member('reader')
    await until(() => joins(clerk) === 2 && joins(reader) === 1)
    for (const { socket } of [clerk, reader]) socket.terminate()
  })

  it('names the pages of a room to all its members, and the page that leaves', async () => {
    // A record of its own: the closed sockets of earlier tests leave theirs at any time.
    const { result } = await sendOrder('add', 'POST', {
      fname: '乙',
      items: [{ fspmc: '纸', fnum: 1, fprice: 2 }],
    })
    const socketKey = `demo-items:${result.id}`
    const clerk = await member('clerk', socketKey)
    const reader = await member('reader', socketKey)
    const named = ({ frames }: Member) => {
      const found = frames.filter(({ type }) => type === 'record_pages').flatMap(getArgs) as {
        name: string
      }[]
      return new Set(found.map(({ name }) => name))
    }
    const both = new Set(['clerk真名', 'reader真名'])
    await expect.poll(() => [named(clerk), named(reader)]).toEqual([both, both])
    const left = ({ frames }: Member) =>
      frames.filter(({ type }) => type === 'record_page_left').flatMap(getArgs)
    reader.say('unsubscribe', { socketKey })
    await expect.poll(() => left(clerk).length).toBe(1)
    const rejoined = await member('reader', socketKey)
    rejoined.socket.terminate()
    await expect.poll(() => left(clerk).length).toBe(2)
    clerk.socket.terminate()
    reader.socket.terminate()
  })

  it.each<[Person, boolean]>([
    ['reader', true],
    ['other', false],
  ])('announces a save to those who may see the record (%s: %s)', async (who, isAdmitted) => {
    const { result } = await sendOrder('add', 'POST', {
      fname: '丙',
      items: [{ fspmc: '纸', fnum: 1, fprice: 2 }],
    })
    const viewer = await join(who)
    viewer.say('subscribe', { socketKey: `record:demo/order:${result.id}` })
    if (isAdmitted) await until(() => isIn(viewer))
    expect(await sendOrder('edit', 'PUT', { id: result.id, fname: '丁' })).toMatchObject({ success: true })
    const notices = () => viewer.frames.filter(({ type }) => type === 'record_notice').flatMap(getArgs)
    // The notice of the first save may arrive after the page has joined.
    if (isAdmitted)
      await expect.poll(() => notices().at(-1)).toEqual({ type: 'saved', rev: 2, name: 'clerk真名' })
    else expect([isIn(viewer), notices()]).toEqual([false, []])
    viewer.socket.terminate()
  })

  it('lets members go whose record was moved to another department, and sends them no further cells', async () => {
    const setDepartment = (code: string) =>
      sql`update demo_order set sys_org_code = ${code} where id = ${id}`.execute(server.services.db.app)
    const clerk = await member('clerk')
    await setDepartment('B01')
    const other = await member('other')
    const notice = { socketKey: `record:demo/order:${id}`, frame: 'record_notice', args: [{ type: 'saved' }] }
    await server.services.db.notify('table_sync', JSON.stringify(notice))
    await until(() => other.frames.some(({ type }) => type === 'record_page_left'))
    other.say('update_vxe_table', { socketKey: room(), args: [{ id: row, fnum: 3 }, 'theirs'] })
    await until(() => heard(other).length > 0)
    expect(heard(clerk)).toEqual([])
    await setDepartment('A01')
    for (const { socket } of [clerk, other]) socket.terminate()
  })

  it('closes the sockets of a session that ended by its time', async () => {
    const { sessions, db, live } = server.services
    const token = await sessions.open('clerk', { ip: '127.0.0.1', agent: 'late' })
    const open = (protocol = '') =>
      server.app.injectWS('/vxeSocket/clerk/page', { headers: { 'sec-websocket-protocol': protocol } })
    const [late, other] = [await open(token), await open(server.tokens.get('clerk'))]
    const ended = new Promise((resolve) => late.on('close', resolve))
    await sql`update sys_session set last_seen = now() - interval '9 hours' where agent = 'late'`.execute(
      db.app,
    )
    await endLateSockets({ live, sessions })
    expect(await ended).toBe(1008)
    expect(other.readyState).toBe(other.OPEN)
    other.terminate()
  })

  it('closes the sockets of users whose rights changed, and of a page that sends too many or too large frames', async () => {
    const [clerk, reader] = [await member('clerk'), await member('reader')]
    const ended = (socket: WebSocket) =>
      new Promise<number>((resolve) => socket.on('close', (code) => resolve(code)))
    const codes = [ended(clerk.socket), ended(reader.socket)]
    await server.services.sessions.userChanged('reader')
    expect(await codes[1]).toBe(1012)
    for (let turn = 0; turn < 80; turn += 1) clerk.socket.send('{}')
    expect(await codes[0]).toBe(1008)
    const loud = await join('clerk')
    const code = ended(loud.socket)
    loud.socket.send('x'.repeat(70_000))
    expect(await code).toBe(1009)
  })

  it('is refused at the handshake when the name belongs to another user', async () => {
    await expect(join('clerk', 'admin')).rejects.toThrow()
  })

  it('serialises a change once for all members that may read the same columns', async () => {
    const all = await Promise.all([...Array(5).fill('clerk'), 'reader'].map((who: Person) => member(who)))
    const made = vi.spyOn(JSON, 'stringify')
    onTestFinished(() => made.mockRestore())
    await server.services.db.notify(
      'table_sync',
      `{"socketKey":"${room()}","args":[{"id":"r1","fnum":1,"fprice":2},"x"]}`,
    )
    await until(() => all.every((one) => heard(one).length > 0))
    const texts = made.mock.calls.filter(
      ([value]) => (value as { type?: string })?.type === 'update_vxe_table',
    )
    expect(texts).toHaveLength(2)
    for (const { socket } of all) socket.terminate()
  })

  it('requests unsaved values again when a page continues to read after its frames were dropped', async () => {
    const [clerk, silent] = [await member('clerk'), await member('reader')]
    const joins = ({ frames }: Member) =>
      frames.filter(({ data }) => (data as { key?: string }).key === 'joined').length
    await until(() => joins(clerk) === 2)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    silent.socket.pause()
    const text = 'x'.repeat(6800)
    // More than the socket buffers of the operating system hold: up to ten megabytes.
    const told = 2000
    for (let turn = 0; turn < told; turn += 1)
      await server.services.db.notify(
        'table_sync',
        JSON.stringify({ socketKey: room(), args: [{ id: `r${turn}`, fspmc: text }, 'x'] }),
      )
    await until(() => heard(clerk).length === told)
    silent.socket.resume()
    await expect
      .poll(() => vi.advanceTimersByTimeAsync(1000).then(() => joins(clerk)), { interval: 10 })
      .toBe(3)
    expect(heard(silent).length).toBeLessThan(told)
    await until(() => joins(silent) >= 2)
    for (const { socket } of [clerk, silent]) socket.terminate()
  })

  it('sends changes in one query that arrive during a notification', async () => {
    const clerk = await member('clerk')
    const statements = await recordStatements(async () => {
      for (let turn = 0; turn < 20; turn += 1)
        clerk.say('update_vxe_table', { socketKey: room(), args: [{ id: `r${turn}`, fnum: turn }, 'mine'] })
      await until(() => heard(clerk).length === 20)
    })
    expect(statements.filter(({ text }) => text.includes('pg_notify')).length).toBeLessThan(10)
    const said = heard(clerk).map(({ data }) => (data as { args: [{ fnum: number }] }).args[0].fnum)
    expect(said).toEqual(Array.from({ length: 20 }, (_, turn) => turn))
    clerk.socket.terminate()
  })

  it('limits a page to twenty records when it subscribes to more at once', async () => {
    const ids: string[] = []
    for (let turn = 0; turn < 25; turn += 1) ids.push((await server.add()).id)
    const clerk = await join('clerk')
    for (const one of ids) clerk.say('subscribe', { socketKey: `demo-items:${one}` })
    const entered = () =>
      clerk.frames.filter(({ data }) => (data as { key?: string }).key === 'subscribed').length
    await until(() => entered() === 20)
    // All earlier frames have been answered by then, because answers arrive in order.
    const before = clerk.frames.length
    clerk.say('subscribe', { socketKey: `demo-items:${ids[0]}` })
    await until(() =>
      clerk.frames.slice(before).some(({ data }) => (data as { key?: string }).key === 'subscribed'),
    )
    expect(entered()).toBe(21)
    clerk.socket.terminate()
  })

  it('leaves frames uncompressed, and limits a session to 32 sockets', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.app.server.address() as AddressInfo
    const open = () => {
      const socket = new WebSocket(
        `ws://127.0.0.1:${port}/vxeSocket/other/page`,
        server.tokens.get('other') ?? '',
      )
      onTestFinished(() => socket.terminate())
      return socket
    }
    const opened = (socket: WebSocket) => new Promise((resolve) => socket.on('open', resolve))
    const sockets = Array.from({ length: 32 }, open)
    await Promise.all(sockets.map(opened))
    expect(sockets[0]?.extensions).toBe('')
    const code = await new Promise<number>((resolve) => open().on('close', resolve))
    expect(code).toBe(1013)
  })
})
