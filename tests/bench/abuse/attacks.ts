import { randomBytes, randomUUID } from 'node:crypto'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { type Attack, atOnce, enter, post, repeat, SECONDS } from './attack.ts'
import { createClient } from './client.ts'
import { fileForm } from './errands.ts'
import { LARGE_REPORT } from './server.ts'
import { bill } from './staff.ts'

const MEGABYTES_9_9 = 9.9 * 1024 * 1024
const BILLS = '/resource/stock/in-bill'

const anonymousBodies: Attack = {
  name: '9.9 MB of JSON to the sign-in route without an account, twice a second',
  async run({ url }) {
    const send = createClient(url)
    const body = JSON.stringify({ username: 'a', password: 'b', filler: 'x'.repeat(MEGABYTES_9_9) })
    await repeat(500, () => send('/sys/login', post(body)))
  },
}

const nestedJson: Attack = {
  name: 'nested and many-keyed JSON to the sign-in route, ten a second',
  async run({ url }) {
    const send = createClient(url)
    const nested = '['.repeat(30_000) + ']'.repeat(30_000)
    const keys = JSON.stringify(Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`k${at}`, 1])))
    await repeat(100, () => Promise.all([nested, keys].map((body) => send('/sys/login', post(body)))))
  },
}

const markup: Attack = {
  name: 'rich text of 150,000 open tags, saved by four at once',
  async run(target) {
    const { send, token } = await enter(target, 'admin')
    const body = JSON.stringify({
      titile: '通告',
      msgAbstract: '摘要',
      startTime: '2026-11-21 08:00:00',
      msgContent: '<b>'.repeat(150_000),
    })
    await atOnce(4, () => send('/resource/message/announcement/add', post(body, token)))
  },
}

const rows: Attack = {
  name: 'eight bills of 9.9 MB of empty rows at once',
  async run(target) {
    const { send, token } = await enter(target)
    const items = `[${'{},'.repeat(MEGABYTES_9_9 / 3)}{}]`
    const body = `{"fdate":"2026-11-21","fwarehouse":"CK01","items":${items}}`
    await atOnce(8, () => send(`${BILLS}/add`, post(body, token)))
  },
}

const largeBills: Attack = {
  name: 'sixty bills of 400 rows at once by one person',
  async run(target) {
    const { send, token } = await enter(target)
    const body = JSON.stringify(bill(400))
    await atOnce(60, () =>
      send(`${BILLS}/add`, { ...post(body, token), headers: { 'idempotency-key': randomUUID() } }),
    )
  },
}

const lockedSaves: Attack = {
  name: 'sixty saves of one person that wait for one locked record',
  async run(target) {
    const { send, token } = await enter(target)
    const made = await send(`${BILLS}/add`, post(JSON.stringify(bill(1)), token))
    const { id } = JSON.parse(made.body).result
    await target.database.query('begin')
    await target.database.query('select 1 from stk_in_bill where id = $1 for update', [id])
    const body = JSON.stringify({ id, fremark: '备注' })
    const saves = atOnce(60, () => send(`${BILLS}/edit`, { ...post(body, token), method: 'PUT' }))
    await sleep(SECONDS * 1000)
    await target.database.query('rollback')
    await saves
  },
}

const silentSockets: Attack = {
  name: 'sixty sockets that never read and ten that speak',
  async run(target) {
    const { send, token } = await enter(target)
    const made = await send(`${BILLS}/add`, post(JSON.stringify(bill(1)), token))
    const record = JSON.parse(made.body).result
    const me = JSON.parse((await send('/sys/user/getUserInfo', { token })).body).result?.userInfo?.id
    const socketKey = `stock-in-items:${record.id}`
    const open = (page: string) =>
      new Promise<WebSocket | null>((resolve) => {
        const address = `${target.url.replace('http', 'ws')}/vxeSocket/${me}/${page}`
        const socket = new WebSocket(address, token)
        socket.on('open', () => {
          socket.send(JSON.stringify({ type: 'subscribe', data: { socketKey } }))
          resolve(socket)
        })
        socket.on('error', () => resolve(null))
      })
    const sockets = await Promise.all(Array.from({ length: 70 }, (_, at) => open(`p${at}`)))
    await sleep(500)
    const [speakers, silent] = [sockets.slice(0, 10), sockets.slice(10)]
    // The raw socket has no public name, and only it can stop reading.
    for (const socket of silent) (socket as unknown as { _socket?: net.Socket } | null)?._socket?.pause()
    const args = [{ id: record.items?.[0]?.id ?? 'row', fspmc: '名'.repeat(1800) }, 'case']
    const text = JSON.stringify({ type: 'update_vxe_table', data: { socketKey, args } })
    await repeat(50, async () => {
      for (const socket of speakers) if (socket?.readyState === WebSocket.OPEN) socket.send(text)
    })
    for (const socket of sockets) socket?.terminate()
  },
}

const stars: Attack = {
  name: 'filters of 14 KB of stars, thirty at once',
  async run(target) {
    const { send, token } = await enter(target)
    const value = `*a${'*'.repeat(14_000)}b`
    for (let round = 0; round < 4; round++)
      await atOnce(30, () => send(`${BILLS}/list?fsupplier=${value}`, { token }))
  },
}

const listFlood: Attack = {
  name: 'one person who asks for lists and reports over 64 connections without a pause',
  async run(target) {
    const { send, token } = await enter(target)
    const end = Date.now() + SECONDS * 1000
    await atOnce(64, async (at) => {
      while (Date.now() < end) {
        const path =
          at % 2 === 0
            ? `${BILLS}/list?pageSize=200&fsupplier=*馆*`
            : '/online/cgreport/api/getData/rp_in_detail'
        const reply = await send(path, { token })
        if (reply.status !== 200) await sleep(200)
      }
    })
  },
}

const exports: Attack = {
  name: 'twenty exports of 99,000 rows at once by one person, and thirty report pages',
  async run(target) {
    const { send, token } = await enter(target, 'admin')
    await target.database.query(`
      insert into bench_rows (id, rev, create_by, create_time, sys_org_code, fname, fnum)
      select 'r' || i, 1, 'admin', localtimestamp, 'A01A01', '方志第' || i || '卷', i % 9
      from generate_series(1, 99000) i on conflict do nothing`)
    const api = '/online/cgreport/api'
    await Promise.all([
      atOnce(20, () => send(`${api}/exportXls/${LARGE_REPORT}`, { token })),
      atOnce(30, () => send(`${api}/getData/${LARGE_REPORT}?pageNo=1&pageSize=10`, { token })),
    ])
  },
}

const uploads: Attack = {
  name: 'thirty uploads of 20 MB at once by one person',
  async run(target) {
    const { send, token } = await enter(target)
    const form = fileForm('file', 'a.txt', 'text/plain', Buffer.alloc(19 * 1024 * 1024, 'a'))
    await atOnce(30, () => send('/sys/common/upload', { ...form, token }))
  },
}

const unknownTokens: Attack = {
  name: 'unknown tokens over 32 connections without a pause',
  async run({ url }) {
    const send = createClient(url, 32)
    const end = Date.now() + SECONDS * 1000
    await atOnce(32, async () => {
      while (Date.now() < end) {
        const reply = await send(`${BILLS}/list`, { token: randomBytes(32).toString('base64url') })
        if (reply.status === 429) await sleep(20)
      }
    })
  },
}

const missingBodies: Attack = {
  name: 'four hundred requests whose bodies never come',
  async run({ url }) {
    const { hostname, port } = new URL(url)
    const sockets = Array.from({ length: 400 }, () => {
      const socket = net.connect(Number(port), hostname, () => {
        socket.write(
          'POST /sys/login HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{',
        )
      })
      socket.on('error', () => undefined)
      return socket
    })
    await sleep(SECONDS * 1000)
    for (const socket of sockets) socket.destroy()
  },
}

const guesses: Attack = {
  name: 'wrong passwords over 32 connections without a pause',
  async run({ url }) {
    const send = createClient(url, 32)
    const end = Date.now() + SECONDS * 1000
    await atOnce(32, async (at) => {
      while (Date.now() < end) {
        const body = JSON.stringify({ username: `nobody${at}`, password: randomBytes(8).toString('hex') })
        const reply = await send('/sys/login', post(body))
        if (reply.status === 429) await sleep(50)
      }
    })
  },
}

/** In this order: the sign-in attack is last, because its limits last for minutes. */
export const attacks: readonly Attack[] = [
  anonymousBodies,
  nestedJson,
  markup,
  rows,
  largeBills,
  lockedSaves,
  silentSockets,
  stars,
  listFlood,
  exports,
  uploads,
  unknownTokens,
  missingBodies,
  guesses,
]
